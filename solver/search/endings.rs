//! Positions whose play is known beforehand.

use crate::board::Position;
use crate::chess::Color;
use crate::problem::Distance;

/// What is known beforehand of some positions, under the rules and for the goal of a phase.
///
/// It must be true: a search believes it, and takes its answers instead of looking for itself.
pub trait Endings: Sync {
    /// Nothing is known of positions with more units on the board.
    fn most_units(&self) -> u32;

    /// How far the attacker, who plays White's part, is from the goal; `None` if it is not known. In
    /// a selfmate the attacker plays for being mated.
    fn distance(&self, position: &Position, attacker: Color) -> Option<Distance>;
}

/// Nothing is known beforehand.
#[derive(Clone, Copy, Debug)]
pub struct NothingKnown;

impl Endings for NothingKnown {
    fn most_units(&self) -> u32 {
        0
    }

    fn distance(&self, _position: &Position, _attacker: Color) -> Option<Distance> {
        None
    }
}

/// What is known beforehand, as a search asks for it: not at all where there are too many units.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    endings: &'a dyn Endings,
    most_units: u32,
}

impl<'a> Known<'a> {
    pub fn new(endings: &'a dyn Endings) -> Known<'a> {
        Known {
            endings,
            most_units: endings.most_units(),
        }
    }

    #[inline]
    pub fn distance(self, position: &Position, attacker: Color) -> Option<Distance> {
        if position.occupied().len() > self.most_units {
            return None;
        }
        self.endings.distance(position, attacker)
    }
}
