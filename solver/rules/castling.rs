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

/// Where units with the right to castle may be found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rights {
    /// The right travels with a displaced unit, so that it may be found anywhere.
    pub travel: bool,
    /// A king may keep the right without a rook to castle with.
    pub rooks_may_come: bool,
}

/// Visits the position with every set of rights of `color` that includes those it has, if the move
/// taken back `may_have_lost` some; otherwise as it is.
pub(super) fn each_rights(
    position: &mut Position,
    color: Color,
    may_have_lost: bool,
    rights: Rights,
    visit: &mut impl FnMut(&mut Position),
) {
    visit(position);
    if !may_have_lost {
        return;
    }
    let on_first_rank = |file| Square::new(file, color.rank_ahead(0));
    let Some(king) = position.king(color) else {
        return;
    };
    let can_have = |position: &Position, square: Square, home: Square| {
        let unit = position.unit(square);
        (rights.travel || square == home)
            && position.beneath(square).is_none()
            && unit.is_some_and(|unit| !unit.is_unmoved() && !unit.is_zombie())
    };
    let king_home = on_first_rank(4);
    let king_had = position.unit(king).is_some_and(Unit::is_unmoved);
    if !king_had && !can_have(position, king, king_home) {
        return;
    }
    let rooks = position.units_of(color, Kind::Rook);
    let choices = [0, 7].map(|file| {
        let home = on_first_rank(file);
        let has = |square| {
            position
                .unit(square)
                .is_some_and(|unit: Unit| unit.is_unmoved_from(home))
        };
        let is_taken = rooks.into_iter().any(has);
        let may = |&square: &Square| !is_taken && can_have(position, square, home);
        let more = rooks.into_iter().filter(may).map(|rook| Some((rook, home)));
        std::iter::once(None).chain(more).collect::<Vec<_>>()
    });
    for &first in &choices[0] {
        for &second in &choices[1] {
            let is_as_before = first.is_none() && second.is_none();
            let is_same_rook = first.zip(second).is_some_and(|(a, b)| a.0 == b.0);
            if is_same_rook || is_as_before && (king_had || !rights.rooks_may_come) {
                continue;
            }
            let king_gains = (!king_had).then_some((king, king_home));
            let gains: Vec<_> = [first, second, king_gains].into_iter().flatten().collect();
            for &(square, home) in &gains {
                if let Some(unit) = position.unit(square) {
                    position.replace(square, unit.unmoved_from(home), None);
                }
            }
            visit(position);
            for &(square, _) in &gains {
                forfeit(position, square);
            }
        }
    }
}
