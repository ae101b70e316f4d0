//! Input for Popeye, both ways.
//!
//! Reading: a file is split into `tokens`, whose `keywords` may be English, German or French and
//! shortened as far as they stay unambiguous. `read` turns each problem into the fields that a problem
//! file in YAML would have, so that everything after that is the same for both. What Popeye knows
//! and this program does not is refused by its name.
//!
//! Writing: `write` puts a problem into English input that asks Popeye the same question.

mod keywords;
mod read;
mod sections;
mod tokens;
mod twins;
mod write;

pub(super) use read::drafts;
pub use write::{popeye_input, popeye_problem};
