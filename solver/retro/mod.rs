//! Backward play: from a position to those before it, and what is known about every position of a
//! kind.
//!
//! `unmoves.rs` takes back one move, exactly; it is the place to start for what came before.
//!
//! A [`Table`] answers a [`Task`] for all positions of a class of [`Material`] and of all classes
//! that it can turn into. [`Plan`] says beforehand what that takes; `index.rs` says how positions
//! are numbered, and `build.rs` how they are solved. A [`Shelf`] of tables says how far the goal is.

mod build;
mod closure;
mod file;
mod fold;
mod history;
mod index;
mod material;
mod plan;
mod shelf;
mod successors;
mod survey;
mod table;
mod task;
mod unmoves;
mod verify;
mod watch;

pub use build::BuildError;
pub use file::FileError;
pub use history::{Question, TooMany, history};
pub use material::{MOST_UNITS, Material, MaterialError};
pub use plan::{Plan, PlanError, Size};
pub use shelf::Shelf;
pub use survey::{Example, Side, Survey};
pub use table::Table;
pub use task::{Outcome, Task, TaskError};
pub use unmoves::{Known, each_predecessor};
pub use verify::{Checked, Contradiction};
pub use watch::{Unwatched, Watcher};
