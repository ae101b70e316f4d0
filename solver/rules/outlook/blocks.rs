//! Blocks: what the defender's own units take from the field of their king.

use super::{files_of_pawn, may_castle};
use crate::board::{Geometry, Position, Tables};
use crate::chess::{Bitboard, Color, Kind, Square};

/// Which squares the defender's units, but for the king, may block in the end.
pub(super) struct Blocks {
    /// Where units stand that may stay there.
    pub staying: Bitboard,
    /// How many more units may be brought to other squares.
    pub brought: u32,
    /// The squares to which a unit may be brought in at most 1, 2, .. moves.
    pub within: [Bitboard; Tables::MOST_MOVES],
}

impl Blocks {
    /// No blocks.
    pub const NONE: Blocks = Blocks {
        staying: Bitboard::EMPTY,
        brought: 0,
        within: [Bitboard::EMPTY; Tables::MOST_MOVES],
    };

    /// Every unit may stay or be brought wherever it gets in so many moves.
    pub fn of_all<G: Geometry>(
        position: &Position,
        color: Color,
        moves: u32,
        enemy_moves: u32,
    ) -> Blocks {
        let mut blocks = Blocks {
            staying: position.color(color).minus(position.kind(Kind::King)),
            ..Blocks::NONE
        };
        blocks.brought = blocks.staying.len();
        for square in blocks.staying {
            if let Some(unit) = position.unit(square) {
                blocks.bring::<G>(position, color, unit.kind(), square, moves, enemy_moves);
            }
        }
        if may_castle(position, color) {
            // Its rook comes along with the king.
            blocks.within = [Bitboard::ALL; Tables::MOST_MOVES];
        }
        blocks
    }

    /// The unit may be brought wherever it gets in so many moves.
    pub fn bring<G: Geometry>(
        &mut self,
        position: &Position,
        color: Color,
        kind: Kind,
        from: Square,
        moves: u32,
        enemy_moves: u32,
    ) {
        let moves = (moves as usize).min(Tables::MOST_MOVES);
        if kind != Kind::Pawn {
            let reach = &G::TABLES.reach[kind.index()][from.index()];
            for (within, &reached) in self.within.iter_mut().zip(reach).take(moves) {
                *within |= reached;
            }
            return;
        }
        let files = files_of_pawn::<G>(position, color, from, enemy_moves);
        let reach = &G::TABLES.pawn_reach[color.index()][from.index()];
        let mut promoted = false;
        for (within, &reached) in self.within.iter_mut().zip(reach).take(moves) {
            if promoted {
                *within = Bitboard::ALL;
            } else {
                *within |= reached & files;
                promoted = !(reached & Bitboard::rank(color.rank_ahead(7))).is_empty();
            }
        }
    }

    /// The fewest moves that bring a unit to the square.
    #[inline]
    pub fn moves_to(&self, square: Square) -> u32 {
        let moves = self.within.iter().position(|within| within.has(square));
        moves.map_or(u32::MAX, |moves| moves as u32 + 1)
    }
}
