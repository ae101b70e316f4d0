//! A diagram as the problem gives it.

use std::collections::BTreeMap;

use crate::chess::{Bitboard, Color, Square, Unit};

/// A diagram before any rule has looked at it. Units carry only the marks written in the diagram;
/// those that follow from rule set or castling come when the play is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands where.
    pub units: BTreeMap<Square, Unit>,
    /// Units remembered under the unit that captured them (Reincarnation).
    pub beneath: BTreeMap<Square, Unit>,
    /// The side to move where the stipulation leaves it open.
    pub to_move: Color,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Kings and rooks on these squares have moved.
    pub no_castling: Bitboard,
    /// Whether White, Black may be without a king.
    pub may_lack_king: [bool; 2],
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            units: BTreeMap::new(),
            beneath: BTreeMap::new(),
            to_move: Color::White,
            en_passant: None,
            no_castling: Bitboard::EMPTY,
            may_lack_king: [false; 2],
        }
    }
}

impl Setup {
    /// The number of units of each side, White's first, as magazines print it.
    pub fn counts(&self) -> [usize; 2] {
        Color::BOTH.map(|color| {
            self.units
                .values()
                .filter(|unit| unit.color() == color)
                .count()
        })
    }
}
