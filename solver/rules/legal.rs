//! Legal moves, mate and stalemate: the plain path, right for every rule set.

use super::Rules;
use crate::board::Position;
use crate::chess::Move;

/// Whether a pseudo-legal move is legal: make it, ask, take it back.
pub(super) fn is_legal<R: Rules>(position: &mut Position, mv: Move) -> bool {
    let undo = R::make(position, mv);
    let legal = R::was_legal(position, &undo);
    position.unmake(&undo);
    legal
}

/// Drops the illegal moves from `start` on. Moves that are `safe` beyond doubt are not tried out.
pub(super) fn keep_legal<R: Rules>(
    position: &mut Position,
    list: &mut Vec<Move>,
    start: usize,
    safe: impl Fn(Move) -> bool,
) {
    let mut kept = start;
    for n in start..list.len() {
        let mv = list[n];
        if safe(mv) || is_legal::<R>(position, mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Keeps, of the pseudo-legal moves from `start` on, the first `most` that are legal and mate. Moves
/// that are `harmless` beyond doubt are not tried out.
pub(super) fn keep_mating<R: Rules>(
    position: &mut Position,
    list: &mut Vec<Move>,
    start: usize,
    most: usize,
    harmless: impl Fn(&Position, Move) -> bool,
) {
    let mut kept = start;
    for n in start..list.len() {
        if kept - start >= most {
            break;
        }
        let mv = list[n];
        if harmless(position, mv) {
            continue;
        }
        let undo = R::make(position, mv);
        let mates = is_mate::<R>(position, list) && R::was_legal(position, &undo);
        position.unmake(&undo);
        if mates {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Whether the side to move is mated: in check and without a legal move.
pub fn is_mate<R: Rules>(position: &mut Position, scratch: &mut Vec<Move>) -> bool {
    R::is_in_check(position, position.to_move()) && !R::has_legal_move(position, scratch)
}

/// Whether the side to move is stalemated: not in check and without a legal move.
pub fn is_stalemate<R: Rules>(position: &mut Position, scratch: &mut Vec<Move>) -> bool {
    !R::is_in_check(position, position.to_move()) && !R::has_legal_move(position, scratch)
}
