//! Forward play: all solutions of a phase.
//!
//! [`solve`] is the way in. Help play is searched in `help.rs`, battle play in `battle.rs`, and the
//! play shown with keys in `variations.rs`; [`verify`] solves once more without any short cut; what they share is the table of facts proved
//! (`table.rs`), one thread's position and moves (`worker.rs`) and the ways to stop (`control.rs`).

mod battle;
mod control;
mod endings;
mod found;
mod help;
mod limits;
mod order;
mod solve;
mod table;
mod variations;
mod verify;
mod worker;

pub use endings::{Endings, NothingKnown};
pub use limits::{Direction, Limits, ShowPlay, Unwatched, Watcher};
pub use solve::{solve, solve_knowing};
pub use verify::verify;
