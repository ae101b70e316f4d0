//! Drawing all stalemates that are in reach.
//!
//! In a stalemate the king's field is closed as in a mate (`mates.rs`), but the king is not attacked,
//! and no other unit of its side has a move. Each of them has therefore left the board, or is pinned,
//! or is blocked: a pawn by any unit in front of it, an officer by units of its own side on all its
//! first steps (a kamikaze unit by any, as to take one may open a line). One that has left the board
//! did so where it stood in the first position, for which an attacker must come there, or elsewhere,
//! for which it must move. At every choice one of the ways is the one taken in the stalemate that is
//! reached.

use super::Post;
use super::drawing::{Board, Drawing, Way, attacks, forms_of, may_pin};
use super::paths::{Form, Paths};
use crate::board::Geometry;
use crate::chess::{Bitboard, Kind, Square, Unit};
use crate::rules::outlook::standstill::ahead;

/// Goes on until king and field are dealt with and all others stand still.
pub(super) fn settle<G: Geometry>(drawing: &mut Drawing<'_>) -> Option<()> {
    drawing.step()?;
    let target = drawing.posts[0].square;
    let board = drawing.board::<G>();
    let Some(mut needs) = drawing.ways_to_close::<G>(&board, target) else {
        return Some(());
    };
    for post in &drawing.posts[1..] {
        if drawing.is_of(post.unit, !drawing.attacker) {
            needs.extend(stops::<G>(drawing, &board, post, target));
        }
    }
    if needs.is_empty() {
        let undecided = drawing.free(!drawing.attacker).next();
        needs.extend(undecided.map(|unit| fates::<G>(drawing, &board, unit, target)));
    }
    let Some(mut ways) = needs.into_iter().min_by_key(Vec::len) else {
        return drawing.finish();
    };
    // No check.
    ways.retain(|way| !gives_check::<G>(drawing, &way.post, target));
    drawing.with_each(&ways, settle::<G>)
}

/// Whether the unit on the post attacks the king, whoever else stands where.
fn gives_check<G: Geometry>(drawing: &Drawing<'_>, post: &Post, target: Square) -> bool {
    drawing.is_of(post.unit, drawing.attacker)
        && drawing.attacks::<G>(post, Bitboard::ALL).has(target)
        && post.form != Form::Rider
}

/// The ways to take one more step from the unit on the post, or all at once; `None` if it has none.
fn stops<G: Geometry>(
    drawing: &Drawing<'_>,
    board: &Board,
    post: &Post,
    target: Square,
) -> Option<Vec<Way>> {
    let (_, unit) = drawing.unit(post.unit)?;
    let at = post.square;
    let defender = !drawing.attacker;
    let pawn = post.form == Form::Pawn;
    let steps = match post.form {
        Form::Taken | Form::TakenThere | Form::Elsewhere => return None,
        Form::Pawn => Bitboard::of(ahead(at, defender)),
        // A rook or a bishop has the fewest steps.
        Form::Rider => Bitboard::EMPTY,
        form => attacks::<G>(form, unit.kind(), at, Bitboard::ALL),
    };
    let by_all = pawn || unit.is_kamikaze();
    let blocked = match by_all {
        true => board.taken.with(target),
        false => board.own.with(target),
    };
    let open = steps.minus(blocked);
    let rider = post.form == Form::Rider
        && [Kind::Rook, Kind::Bishop].iter().all(|&kind| {
            !attacks::<G>(Form::Itself, kind, at, Bitboard::ALL)
                .minus(blocked)
                .is_empty()
        });
    if open.is_empty() && !rider {
        return None;
    }
    let attackers = || {
        drawing.posts[1..]
            .iter()
            .filter(|post| drawing.is_of(post.unit, drawing.attacker))
    };
    if attackers().any(|pinner| stills::<G>(drawing, pinner, post, unit, target)) {
        return None;
    }
    let mut ways = drawing.attacks_on::<G>(at, target, board.taken);
    ways.retain(|way| stills::<G>(drawing, &way.post, post, unit, target));
    if rider {
        for kind in [Kind::Rook, Kind::Bishop] {
            let open = attacks::<G>(Form::Itself, kind, at, Bitboard::ALL).minus(blocked);
            if let Some(step) = open.first().filter(|&step| !board.taken.has(step)) {
                drawing.stands_on(step, defender, &mut ways);
                if unit.is_kamikaze() {
                    drawing.stands_on(step, drawing.attacker, &mut ways);
                }
            }
        }
    } else if open.meets(board.taken) {
        // Someone to take.
    } else if let Some(step) = open.first() {
        drawing.stands_on(step, defender, &mut ways);
        if by_all {
            drawing.stands_on(step, drawing.attacker, &mut ways);
        }
    }
    Some(ways)
}

/// Whether the unit on the first post pins the one on the second so that it cannot take it.
fn stills<G: Geometry>(
    drawing: &Drawing<'_>,
    pinner: &Post,
    post: &Post,
    unit: Unit,
    target: Square,
) -> bool {
    if !may_pin::<G>(drawing, pinner, post.square, target) {
        return false;
    }
    if unit.is_kamikaze() || post.form == Form::Rider || post.form == Form::Pawn {
        return true;
    }
    let line: Bitboard = drawing
        .attacks::<G>(pinner, Bitboard::EMPTY)
        .filter(|&square| {
            square != post.square
                && !drawing
                    .attacks::<G>(pinner, Bitboard::of(square))
                    .has(target)
        })
        .collect();
    !drawing.attacks::<G>(post, !line).has(pinner.square)
}

/// What may have become of a unit of the king's side.
fn fates<G: Geometry>(
    drawing: &Drawing<'_>,
    board: &Board,
    (number, from, unit): (u8, Square, Unit),
    target: Square,
) -> Vec<Way> {
    let mut ways = Vec::new();
    let left = drawing.left[(!drawing.attacker).index()];
    let rows = drawing.paths.rows(number, unit.kind(), from);
    for &form in forms_of(unit.kind()) {
        let Some(row) = rows[form as usize] else {
            continue;
        };
        for square in Bitboard::ALL.minus(board.taken).without(target) {
            let moves = row[square.index()];
            if moves > left {
                continue;
            }
            let post = Post {
                unit: number,
                form,
                square,
            };
            // Those that nothing can stop are not even tried.
            if stops::<G>(drawing, board, &post, target).is_none_or(|ways| !ways.is_empty()) {
                ways.push(Way { post, moves });
            }
        }
    }
    for form in [Form::TakenThere, Form::Taken] {
        let moves = rows[form as usize].map_or(Paths::NEVER, |row| row[from.index()]);
        if moves <= left {
            let post = Post {
                unit: number,
                form,
                square: from,
            };
            ways.push(Way { post, moves });
        }
    }
    ways
}
