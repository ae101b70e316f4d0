//! Counts of the move tree.

use super::Rules;
use crate::board::Position;
use crate::chess::Move;

/// The number of legal move sequences of `depth` plies. The last moves are counted, not made.
pub fn perft<R: Rules>(position: &mut Position, depth: u32) -> u64 {
    count::<R>(position, depth, &mut Vec::with_capacity(1024))
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
