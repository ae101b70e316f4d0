//! Many problems, each against its claims, and games, move by move.
//!
//! [`check_phase`] solves a phase, with what its claim makes worth asking, and judges it. Its
//! result is a [`Record`], one JSON line, which is all that reports, resumed runs and merged runs
//! are made of. [`replay`] plays through a game score and says what is wrong with it.

mod check;
mod endings;
mod judge;
mod key;
mod merge;
mod play;
mod record;
mod replay;
mod report;
mod schedule;
mod words;

pub use check::{Checked, check_phase};
pub use endings::{Tables, TablesError};
pub use judge::{judge, verdict};
pub use key::key;
pub use merge::{Merged, Report, merge};
pub use record::{PartRecord, Place, Record, record_line};
pub use replay::{Mistake, MistakeKind, Replay, Replayed, replay};
pub use report::{Summary, csv, html, remark};
pub use schedule::{Share, share_out};
pub use words::record_lines;
