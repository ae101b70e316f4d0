//! Question and answer, as plain data.
//!
//! A [`Problem`] is what one document of a problem file says. Its [`phases`](Problem::phases) are the
//! questions in it: one for each twin and, with duplex, for each side. A [`Solution`] answers one phase.

mod distance;
mod history;
mod options;
#[expect(
    clippy::module_inception,
    reason = "the room is named after its main noun"
)]
mod problem;
mod solution;
mod stipulation;
mod twin;
mod verdict;

pub use distance::Distance;
pub use history::{CastlingRight, DoubleStep, History, Unmove};
pub use options::{Choice, Duplex, Options};
pub use problem::{Claims, Credits, Part, Phase, Problem};
pub use solution::{
    Attack, Battle, Defence, Effort, Help, Play, Solution, Status, Threats, Try, Verification,
};
pub use stipulation::{Aim, Goal, Stipulation, StipulationError};
pub(crate) use twin::with_marked_units;
pub use twin::{Edit, Mirror, Rotation, Twin, TwinError};
pub use verdict::{Claim, Dual, Finding, Intended, Short, Truth, Verdict, Written};
