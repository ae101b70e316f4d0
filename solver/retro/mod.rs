//! Backward play: from a position to those before it.
//!
//! `unmoves.rs` takes back one move, exactly; it is the place to start.

mod unmoves;

pub use unmoves::{Known, each_predecessor};
