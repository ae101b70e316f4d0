//! Text in: problem files, and problems on the command line.
//!
//! Start with [`read_problems`]. A file is first split into documents (`stream`), each of which
//! becomes a tree of YAML values; `yaml` then checks it field by field, with one file here for each
//! field that has a language of its own. All errors of a document are collected, and none stops the
//! documents after it.

mod conditions;
mod fen;
mod field_error;
mod fields;
mod options;
mod stream;
mod twins;
mod units;
mod words;
mod yaml;

pub use field_error::FieldError;
pub use yaml::{Document, quick_problem, read_problems};
