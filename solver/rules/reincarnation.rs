//! Reincarnation (Cohen): a square remembers the unit captured there, which is born again, in the
//! other kind and the capturer's colour, when the capturer leaves.
//!
//! Normal units deal only with normal units, zombies only with zombies; there is no en passant.
//! Two positions are the same if units, zombie marks and memories agree.

use super::classic::{Capture, Outcome};
use crate::board::Position;
use crate::chess::{Beneath, Bitboard, Unit};

/// The capture that is remembered.
#[derive(Clone, Copy, Debug)]
pub struct Reincarnation;

impl Capture for Reincarnation {
    const EN_PASSANT: bool = false;
    const CAPTURERS_VANISH: bool = false;
    const REMEMBERS: bool = true;

    #[inline]
    fn prey(position: &Position, unit: Unit, enemies: Bitboard) -> Bitboard {
        if unit.is_zombie() {
            enemies & position.zombies()
        } else {
            enemies.minus(position.zombies())
        }
    }

    #[inline]
    fn checkers(position: &Position, units: Bitboard) -> Bitboard {
        units.minus(position.zombies())
    }

    #[inline]
    fn outcome(capturer: Unit, captured: Unit) -> Option<Outcome> {
        Some(Outcome {
            stands: capturer,
            beneath: Some(Beneath::of(captured)),
        })
    }
}
