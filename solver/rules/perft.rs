//! Counts of the move tree.

use super::Rules;
use crate::board::Position;
use crate::chess::Move;

/// The number of legal move sequences of `depth` plies. The last moves are counted, not made.
pub fn perft<R: Rules>(position: &mut Position, depth: u32) -> u64 {
    count::<R>(position, depth, &mut Vec::with_capacity(1024))
}

/// The same, but given up as soon as `is_over` says so, which is asked now and then. What was counted
/// until then, and whether that is all.
pub fn perft_until<R: Rules>(
    position: &mut Position,
    depth: u32,
    is_over: &impl Fn() -> bool,
) -> (u64, bool) {
    count_until::<R>(position, depth, &mut Vec::with_capacity(1024), is_over)
}

/// The legal moves, each with the number of sequences of `depth` plies that it begins; `depth` is
/// at least 1.
pub fn divide<R: Rules>(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = Vec::new();
    R::legal_moves(position, &mut moves);
    let count_after = |mv: Move| {
        let undo = R::make(position, mv);
        let count = perft::<R>(position, depth.saturating_sub(1));
        position.unmake(&undo);
        (mv, count)
    };
    moves.into_iter().map(count_after).collect()
}

fn count<R: Rules>(position: &mut Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = moves.len();
    R::legal_moves(position, moves);
    if depth == 1 {
        let leaves = moves.len() - start;
        moves.truncate(start);
        return leaves as u64;
    }
    let mut sum = 0;
    for n in start..moves.len() {
        let undo = R::make(position, moves[n]);
        sum += count::<R>(position, depth - 1, moves);
        position.unmake(&undo);
    }
    moves.truncate(start);
    sum
}

/// Trees of so few plies are counted without a look at the clock.
const BRIEF: u32 = 2;

fn count_until<R: Rules>(
    position: &mut Position,
    depth: u32,
    moves: &mut Vec<Move>,
    is_over: &impl Fn() -> bool,
) -> (u64, bool) {
    if is_over() {
        return (0, false);
    }
    if depth <= BRIEF {
        return (count::<R>(position, depth, moves), true);
    }
    let start = moves.len();
    R::legal_moves(position, moves);
    let mut sum = 0;
    let mut is_all = true;
    for n in start..moves.len() {
        let undo = R::make(position, moves[n]);
        let (more, is_whole) = count_until::<R>(position, depth - 1, moves, is_over);
        position.unmake(&undo);
        sum += more;
        is_all = is_whole;
        if !is_all {
            break;
        }
    }
    moves.truncate(start);
    (sum, is_all)
}
