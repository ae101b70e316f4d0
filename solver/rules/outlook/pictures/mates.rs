//! Drawing all mates that are in reach.
//!
//! In a mate the king is attacked, and each square of its field is attacked or held by a unit of its
//! own side. So a picture is drawn post by post: first the king's, then that of some unit that checks
//! it, then, for a square of the field that nobody on a post deals with, that of each unit that may
//! do so. Whatever mate is reached, at every choice one of the ways is the one taken in it, and so one
//! of the pictures shows it. Only units on posts stand in each other's way; a king does not shield
//! the squares behind it; one that cannot capture is also denied the squares where attackers stand.
//!
//! A unit of the king's side that would take the checking unit or step between (`breakers`) must be
//! pinned, or there is a second check, or it has left its square, or was captured there. (A kamikaze
//! unit that takes leaves the line open for others, so that its captures are not counted.)

use super::Post;
use super::drawing::{Drawing, Way, may_pin};
use super::paths::Form;
use crate::board::Geometry;
use crate::chess::{Bitboard, Kind, Square, Unit};
use crate::rules::outlook::standstill::ahead;

/// Goes on until king and field are dealt with.
pub(super) fn close<G: Geometry>(drawing: &mut Drawing<'_>) -> Option<()> {
    drawing.step()?;
    let target = drawing.posts[0].square;
    let board = drawing.board::<G>();
    if !board.covered.has(target) {
        let checks = drawing.attacks_on::<G>(target, target, board.taken);
        return drawing.with_each(&checks, close::<G>);
    }
    let Some(needs) = drawing.ways_to_close::<G>(&board, target) else {
        return Some(());
    };
    // The square that is hardest to deal with first.
    match needs.into_iter().min_by_key(Vec::len) {
        Some(ways) => drawing.with_each(&ways, close::<G>),
        None => hold::<G>(drawing),
    }
}

/// Goes on until nobody can break the check.
fn hold<G: Geometry>(drawing: &mut Drawing<'_>) -> Option<()> {
    drawing.step()?;
    let [king, checker, ..] = drawing.posts[..] else {
        return drawing.finish();
    };
    let target = king.square;
    let board = drawing.board::<G>();
    let attackers = drawing.posts[2..]
        .iter()
        .filter(|post| drawing.is_of(post.unit, drawing.attacker));
    if { attackers.clone() }.any(|post| drawing.attacks::<G>(post, board.taken).has(target)) {
        return drawing.finish();
    }
    let is_pinned =
        |at: Square| { attackers.clone() }.any(|post| may_pin::<G>(drawing, post, at, target));
    let breaker = breakers::<G>(drawing, &checker, target).find(|&(_, at, _)| !is_pinned(at));
    let Some((number, at, is_posted)) = breaker else {
        return drawing.finish();
    };
    let second_checks = drawing.attacks_on::<G>(target, target, board.taken);
    drawing.with_each(&second_checks, hold::<G>)?;
    let mut pins_it = drawing.attacks_on::<G>(at, target, board.taken);
    pins_it.retain(|way| may_pin::<G>(drawing, &way.post, at, target));
    drawing.with_each(&pins_it, hold::<G>)?;
    if is_posted {
        return Some(());
    }
    let post = Post {
        unit: number,
        form: Form::Elsewhere,
        square: at,
    };
    if drawing.left[(!drawing.attacker).index()] == 0 {
        return Some(());
    }
    drawing.with(&Way { post, moves: 1 }, hold::<G>)
}

/// The units of the king's side that could break the check: number, square, whether they have a
/// post there. Not all of them, but surely those.
fn breakers<'a, G: Geometry>(
    drawing: &'a Drawing<'_>,
    checker: &'a Post,
    target: Square,
) -> impl Iterator<Item = (u8, Square, bool)> + 'a {
    let defender = !drawing.attacker;
    let posted = drawing.posts[2..]
        .iter()
        .filter(move |post| post.form.stands() && drawing.is_of(post.unit, defender))
        .filter_map(|post| {
            let (_, unit) = drawing.unit(post.unit)?;
            Some((post.unit, post.square, unit, post.form, true))
        });
    let free = drawing
        .free(defender)
        .filter(|&(_, at, _)| !can_be_taken(drawing, at))
        .map(|(number, at, unit)| {
            let form = match unit.kind() {
                Kind::Pawn => Form::Pawn,
                _ => Form::Itself,
            };
            (number, at, unit, form, false)
        });
    posted
        .chain(free)
        .filter_map(move |(number, at, unit, form, is_posted)| {
            breaks::<G>(drawing, checker, target, at, unit, form).then_some((number, at, is_posted))
        })
}

/// Whether the unit on the square, whoever else stands where, attacks the checking unit or steps
/// on its line.
fn breaks<G: Geometry>(
    drawing: &Drawing<'_>,
    checker: &Post,
    target: Square,
    at: Square,
    unit: Unit,
    form: Form,
) -> bool {
    // Only the next square of a line is sure to be reached.
    let next = Bitboard::ALL;
    let (hits, steps) = match (form, unit.kind()) {
        (Form::Pawn, _) => {
            let hits = G::TABLES.pawn_hits[unit.color().index()][at.index()];
            let ahead = ahead(at, unit.color());
            (hits, Bitboard::of(ahead))
        }
        (Form::Rider, _) | (_, Kind::King) => return false,
        (Form::Itself, Kind::Queen) => {
            let steps = G::rook(at, next) | G::bishop(at, next);
            (steps, steps)
        }
        (Form::Itself, Kind::Rook) => (G::rook(at, next), G::rook(at, next)),
        (Form::Itself, Kind::Bishop) => (G::bishop(at, next), G::bishop(at, next)),
        _ => (G::TABLES.knight[at.index()], G::TABLES.knight[at.index()]),
    };
    let line = drawing.attacks::<G>(checker, Bitboard::EMPTY);
    let mut between = (steps & line).without(target);
    hits.has(checker.square) && !unit.is_kamikaze()
        || between.any(|step| {
            !drawing
                .attacks::<G>(checker, Bitboard::of(step))
                .has(target)
        })
}

/// Whether an attacker might take a unit on the square on the way to its post.
fn can_be_taken(drawing: &Drawing<'_>, at: Square) -> bool {
    let left = drawing.left[drawing.attacker.index()];
    let units = { drawing.position.color(drawing.attacker) }.filter_map(|from| {
        let unit = drawing.position.unit(from)?;
        Some((drawing.view.units[from.index()], from, unit))
    });
    { units }.any(|(number, from, unit)| {
        let rows = drawing.paths.rows(number, unit.kind(), from);
        let there = rows[Form::Any as usize].map_or(u8::MAX, |row| row[at.index()]);
        let post = drawing.posts.iter().find(|post| post.unit == number);
        let (straight, onwards) = match post {
            None => (0, 0),
            Some(post) => {
                let straight = rows[post.form as usize].map_or(0, |row| row[post.square.index()]);
                let onwards = match post.form {
                    Form::Itself => drawing.paths.officer(unit.kind(), at, post.square),
                    _ => 0,
                };
                (straight, onwards)
            }
        };
        there.saturating_add(onwards) <= left + straight
    })
}
