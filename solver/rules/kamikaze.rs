//! Kamikaze: a kamikaze unit that captures leaves the board with what it captured.
//!
//! In Rallo's form (docs/rules.md, section 1) a king, as it would vanish, cannot capture, but still
//! guards the squares around it (docs/rules.md, choice 1). Which units are kamikaze is a mark on the
//! unit: on all of them under the condition, on all but kings with `RexExclusive`, on single units
//! where the diagram says so.

use super::classic::{Capture, Outcome};
use crate::board::Position;
use crate::chess::{Bitboard, Kind, Unit};

/// The kamikaze capture.
#[derive(Clone, Copy, Debug)]
pub struct Kamikaze;

impl Capture for Kamikaze {
    const EN_PASSANT: bool = true;
    const CAPTURERS_VANISH: bool = true;
    const REMEMBERS: bool = false;

    #[inline]
    fn prey(_: &Position, unit: Unit, enemies: Bitboard) -> Bitboard {
        if unit.is_kamikaze() && unit.kind() == Kind::King {
            Bitboard::EMPTY
        } else {
            enemies
        }
    }

    #[inline]
    fn checkers(_: &Position, units: Bitboard) -> Bitboard {
        units
    }

    #[inline]
    fn outcome(capturer: Unit, _: Unit) -> Option<Outcome> {
        (!capturer.is_kamikaze()).then_some(Outcome {
            stands: capturer,
            beneath: None,
        })
    }
}
