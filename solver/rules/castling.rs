//! Castling, for every rule set, from the rows of its board.

use super::Rules;
use crate::board::{CastlingRow, Position};
use crate::chess::{Color, Kind, Move, Square, Unit};

/// Adds the castlings whose king and rook have the right, whose squares are empty, and whose king
/// is not in check before or on the way; the arrival is left to the test of legality.
pub(super) fn castlings<R: Rules>(
    position: &mut Position,
    rows: &[CastlingRow],
    list: &mut Vec<Move>,
) {
    let us = position.to_move();
    for row in rows {
        let has_right = |home: Square, kind| {
            position.unit(home).is_some_and(|unit| {
                unit.is_unmoved_from(home) && unit.kind() == kind && unit.color() == us
            })
        };
        if has_right(row.king.0, Kind::King)
            && has_right(row.rook.0, Kind::Rook)
            && !row.empty.meets(position.occupied())
            && !R::is_in_check(position, us)
            && may_stand_on::<R>(position, row.king.0, row.crossed)
        {
            list.push(Move::castling(row.king, row.rook));
        }
    }
}

fn may_stand_on<R: Rules>(position: &mut Position, king: Square, crossed: Square) -> bool {
    let undo = R::make(position, Move::plain(king, crossed));
    let safe = !R::is_in_check(position, !position.to_move());
    position.unmake(&undo);
    safe
}

/// Takes away the rights that no longer matter, so that equal positions stay equal: those of the
/// rooks if the king has moved, and that of the king if no rook is left to castle with, unless
/// `rooks_may_come`.
///
/// To be called when a unit with the right has moved or left the board.
pub(super) fn drop_idle_rights(position: &mut Position, rooks_may_come: bool) {
    for color in Color::BOTH {
        let unmoved = |kind| {
            let units = position.units_of(color, kind);
            units.filter(|&square| position.unit(square).is_some_and(Unit::is_unmoved))
        };
        let (mut kings, mut rooks) = (unmoved(Kind::King), unmoved(Kind::Rook).peekable());
        match kings.next() {
            None => {
                for rook in rooks.collect::<Vec<_>>() {
                    forfeit(position, rook);
                }
            }
            Some(king) if rooks.peek().is_none() && !rooks_may_come => {
                forfeit(position, king);
            }
            Some(_) => {}
        }
    }
}

fn forfeit(position: &mut Position, square: Square) {
    if let Some(unit) = position.unit(square) {
        position.replace(square, unit.moved(), position.beneath(square));
    }
}
