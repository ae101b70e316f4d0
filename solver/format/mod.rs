//! Text in, text out.
//!
//! Reading: [`read_problems`] turns a problem file into problems, [`quick_problem`] a command line.
//! A file is first split into documents (`stream`), each of which becomes a tree of YAML values;
//! `yaml` then checks it field by field, with one file here for each field that has a language of
//! its own. All errors of a document are collected, and none stops the documents after it.
//!
//! Writing: [`heading`] and [`solution_lines`] for people, [`solution_json_with`] and its like for
//! programs. Nothing here opens a file, prints or solves; whoever calls does.

mod claims;
mod conditions;
mod diagram;
mod effort;
mod enrich;
mod fen;
mod field_error;
mod fields;
mod history;
mod json;
mod nesting;
mod notation;
mod options;
mod page;
mod part;
mod phases;
mod spoken;
mod stream;
mod tree;
mod twins;
mod units;
mod words;
mod written;
mod yaml;

pub use claims::{claim, claims_refusal};
pub use diagram::{conditions, heading, phase_heading};
pub use effort::{EffortJson, effort_lines, verification_line};
pub use enrich::enriched;
pub use field_error::FieldError;
pub use history::{history_json, history_lines};
pub use json::{JsonError, error_json, moves_json, perft_json, solution_json_with};
pub use notation::{Language, Scribe};
pub use page::{Line, Role};
pub use part::part_document;
pub use phases::phase_table;
pub use spoken::printed_line;
pub use tree::solution_lines;
pub use written::read_solution;
pub use yaml::{Document, quick_problem, read_problems};
