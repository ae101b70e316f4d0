//! Text in, text out.
//!
//! Reading: [`read_problems`] turns a problem file into problems, [`quick_problem`] a command line.
//! A file is first split into documents (`stream`), each of which becomes a tree of YAML values;
//! `yaml` then checks it field by field, with one file here for each field that has a language of
//! its own. All errors of a document are collected, and none stops the documents after it. Input for
//! Popeye becomes the same fields (`popeye`).
//!
//! Writing: [`heading`] and [`solution_lines`] for people, [`solution_json_with`] and its like for
//! programs; [`problem_fields`], [`popeye_problem`] and [`fen_line`] for other files. Nothing here opens
//! a file, prints or solves; whoever calls does.

mod claims;
mod conditions;
mod diagram;
mod effort;
mod enrich;
mod fen;
mod field_error;
mod fields;
mod file_format;
mod gamescore;
mod history;
mod json;
mod latex;
mod move_text;
mod nesting;
mod notation;
mod options;
mod page;
mod part;
mod phases;
mod phrases;
mod popeye;
mod spoken;
mod stream;
mod svg;
mod tree;
mod twins;
mod units;
mod words;
mod write;
mod written;
mod yaml;

pub use claims::{claim, claims_refusal};
pub use diagram::{conditions, heading, phase_heading, symbol_heading};
pub use effort::{EffortJson, effort_lines, verification_line};
pub use enrich::enriched;
pub use fen::fen_line;
pub use field_error::FieldError;
pub use file_format::FileFormat;
pub use gamescore::{GameDocument, GameScore, read_games};
pub use history::{history_json, history_lines};
pub use json::{JsonError, error_json, moves_json, perft_json, solution_json_with};
pub use latex::latex_diagram;
pub use move_text::{Meant, MoveText, Sign, unit_name};
pub use notation::{Language, Scribe};
pub use page::{Line, Role};
pub use part::part_document;
pub use phases::phase_table;
pub use popeye::{popeye_input, popeye_problem};
pub use spoken::printed_line;
pub use svg::svg_diagram;
pub use tree::solution_lines;
pub use words::escaped;
pub use write::{json_document, problem_fields, yaml_document};
pub use written::read_solution;
pub use yaml::{Document, quick_problem, read_problems, read_problems_as};
