//! Whether the goal of help play is still conceivable.
//!
//! Lower bounds on the moves that a mate or a stalemate takes, on a board where nobody is ever in
//! the way. They are *admissible*, they never deny a goal that exists, since each step only adds
//! possibilities:
//!
//! - For each square that the defender's king can still reach, every square of the king's field, and
//!   for mate the king's own, must in the end be attacked, or (but for the king's own) blocked by a
//!   unit of its side (`net.rs`). For stalemate no other unit of the defender may have a move either
//!   (`standstill.rs`).
//! - A unit attacks from any square at most what it attacks from there on the empty board.
//! - To get somewhere takes at least the moves it takes on the empty board. A pawn may capture with
//!   every step, and promotes to a queen (which does what rook and bishop do) or a knight.
//! - A unit of the defender that now stands in the field may stay; moves that the defender has beside
//!   those of his king may bring others there (`blocks.rs`).
//! - A pawn changes its file only where there is something to capture.
//! - Castling moves two units at once: it saves at most two moves of the attacker, and the defender
//!   gets his king two squares away and one square blocked.
//! - A unit that captures and vanishes (Kamikaze) attacks no more; a king that cannot capture is
//!   also denied the squares where attackers stand.
//!
//! Births (Reincarnation) and displacements (Dynamo) bring units to squares by other means: there
//! the bounds do not hold and are not asked for.

mod blocks;
mod net;
mod pictures;
mod standstill;

use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Square};
use blocks::Blocks;

pub use pictures::{Outlets, Pictures, Sitting, View};
pub(in crate::rules) use pictures::{draw_mates, draw_stalemates};

/// Whether the attacker might mate with so many more moves of his and of the defender's, both
/// helping. May say yes wrongly, never no.
pub(super) fn mate_is_conceivable<G: Geometry>(
    position: &Position,
    attacker: Color,
    attacks: u32,
    defences: u32,
) -> bool {
    position.king(!attacker).is_some_and(|king| {
        let attacks = attacks + castling_saves(position, attacker);
        let blocks = Blocks::of_all::<G>(position, !attacker, defences, attacks);
        net::closes::<G>(position, king, attacks, defences, &blocks, true)
    })
}

/// The same for stalemate.
pub(super) fn stalemate_is_conceivable<G: Geometry>(
    position: &Position,
    attacker: Color,
    attacks: u32,
    defences: u32,
) -> bool {
    let attacks = attacks + castling_saves(position, attacker);
    standstill::seek::<G>(position, attacker, attacks, defences).is_some_and(|(spare, blocks)| {
        position
            .king(!attacker)
            .is_none_or(|king| net::closes::<G>(position, king, attacks, spare, &blocks, false))
    })
}

/// How many moves castling may save a side at most.
fn castling_saves(position: &Position, color: Color) -> u32 {
    if may_castle(position, color) { 2 } else { 0 }
}

fn may_castle(position: &Position, color: Color) -> bool {
    let king = position.king(color).and_then(|king| position.unit(king));
    king.is_some_and(|king| king.is_unmoved())
}

/// The squares on the files that a pawn may get to, which must capture to leave its own, while the
/// enemy makes so many moves.
fn files_of_pawn<G: Geometry>(
    position: &Position,
    color: Color,
    from: Square,
    enemy_moves: u32,
) -> Bitboard {
    let enemies = position.color(!color).minus(position.kind(Kind::King));
    let [.., way] = G::TABLES.pawn_reach[color.index()][from.index()];
    let vanishes = position.unit(from).is_some_and(|pawn| pawn.is_kamikaze());
    // En passant takes a unit beside the way; castling brings two units on it.
    let beside = u32::from(position.en_passant().is_some()) + castling_saves(position, !color);
    let captures = match (way & enemies).len() + beside + enemy_moves {
        _ if vanishes => 0,
        met => met.min(enemies.len()),
    };
    let apart = |file: u8| u32::from(file.abs_diff(from.file()));
    let near = |file: &u8| apart(*file).min(8 - apart(*file)) <= captures;
    let files = (0..8)
        .filter(near)
        .map(|file| 0x0101_0101_0101_0101 << file);
    Bitboard(files.fold(0, |files, file| files | file))
}
