//! Work on whole files, for which rooms that do not know each other are joined.
//!
//! [`replay`] plays through a game score and says what is wrong with it.

mod replay;

pub use replay::{Mistake, MistakeKind, Replay, Replayed, replay};
