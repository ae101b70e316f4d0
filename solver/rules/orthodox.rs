//! Orthodox chess: who captures stands where the captured unit stood.

use super::classic::{Capture, Outcome};
use crate::board::Position;
use crate::chess::{Bitboard, Unit};

/// The orthodox capture.
#[derive(Clone, Copy, Debug)]
pub struct Orthodox;

impl Capture for Orthodox {
    const EN_PASSANT: bool = true;
    const CAPTURERS_VANISH: bool = false;
    const REMEMBERS: bool = false;

    #[inline]
    fn prey(_: &Position, _: Unit, enemies: Bitboard) -> Bitboard {
        enemies
    }

    #[inline]
    fn checkers(_: &Position, units: Bitboard) -> Bitboard {
        units
    }

    #[inline]
    fn outcome(capturer: Unit, _: Unit) -> Option<Outcome> {
        Some(Outcome {
            stands: capturer,
            beneath: None,
        })
    }
}
