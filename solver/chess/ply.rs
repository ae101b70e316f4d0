//! The length of play.

use std::fmt;

/// A number of plies (half-moves). Lengths in moves are converted where stipulations are read, so
/// that below that point every length is in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct Plies(pub u32);

impl Plies {
    /// The plies of `moves` whole moves.
    pub const fn of_moves(moves: u32) -> Plies {
        Plies(2 * moves)
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} plies", self.0)
    }
}
