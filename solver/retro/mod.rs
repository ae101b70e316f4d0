//! Backward play: from a position to those before it.
//!
//! `unmoves.rs` takes back one move, exactly; it is the place to start.

mod history;
mod unmoves;

pub use history::{Question, TooMany, history};
pub use unmoves::{Known, each_predecessor};
