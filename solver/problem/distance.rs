//! How far the goal is.

use crate::chess::Plies;

/// How far a side that plays for a goal is from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So many plies, and no fewer: in battle play by force against the best defence, in help play
    /// with the best help.
    Plies(Plies),
    /// It never gets there.
    Never,
}

impl Distance {
    /// Whether the goal is at most so many plies away.
    #[inline]
    pub fn is_within(self, plies: u32) -> bool {
        matches!(self, Distance::Plies(Plies(distance)) if distance <= plies)
    }
}
