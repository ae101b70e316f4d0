//! Text in, text out.
//!
//! Reading: `read_problems` turns a problem file into problems, `quick_problem` a command line.
//! Writing: [`heading`] and [`solution_lines`] for people, [`solution_json`] and its like for
//! programs. Nothing here opens a file, prints or solves; whoever calls does.

mod diagram;
mod json;
mod notation;
mod page;
mod tree;

pub use diagram::{conditions, heading, phase_heading};
pub use json::{JsonError, error_json, moves_json, perft_json, solution_json};
pub use notation::{Language, Scribe};
pub use page::{Line, Role};
pub use tree::solution_lines;
