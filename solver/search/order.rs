//! Which move first. Nothing here changes an answer, only how soon it is found.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::battle::hint;
use crate::chess::{Color, Move};

/// What has worked before in a search, shared by its threads.
pub(super) struct Order {
    /// The latest refutations by number of moves left, the newest first.
    killers: [[[AtomicU32; 2]; Order::LENGTHS]; 2],
    /// How often moves refuted or solved, by colour, departure and arrival.
    history: Box<[AtomicU32]>,
}

/// No move has these bits.
const NO_MOVE: u32 = u32::MAX;

impl Order {
    const LENGTHS: usize = 32;

    pub fn new() -> Order {
        let no_move = || AtomicU32::new(NO_MOVE);
        let no_moves = || std::array::from_fn(|_| [no_move(), no_move()]);
        Order {
            killers: [no_moves(), no_moves()],
            history: bytemuck::allocation::zeroed_slice_box(2 * 64 * 64),
        }
    }

    /// Puts the move of the hint first and the rest by merit.
    pub fn attacks(&self, moves: &mut [Move], color: Color, best: u16) {
        moves.sort_unstable_by_key(|&mv| {
            std::cmp::Reverse((best != 0 && hint(mv) == best, self.merit(color, mv)))
        });
    }

    /// The latest refutations of attacks with so many moves left, by the side to move, newest first.
    pub fn killers(&self, color: Color, moves_left: u32) -> [Option<Move>; 2] {
        let killers = &self.killers[color.index()][moves_left as usize % Order::LENGTHS];
        killers.each_ref().map(|killer| match killer.load(Relaxed) {
            NO_MOVE => None,
            bits => Some(Move::from_bits(bits)),
        })
    }

    /// Puts the likeliest refutations first.
    pub fn defences(&self, moves: &mut [Move], color: Color, moves_left: u32) {
        if moves_left > 0 {
            moves.sort_unstable_by_key(|&mv| std::cmp::Reverse(self.merit(color, mv)));
        }
    }

    /// The move refuted an attack with so many moves left.
    pub fn refuted(&self, color: Color, mv: Move, moves_left: u32) {
        let [newest, older] = &self.killers[color.index()][moves_left as usize % Order::LENGTHS];
        let newest_move = newest.load(Relaxed);
        if newest_move != mv.bits() {
            older.store(newest_move, Relaxed);
            newest.store(mv.bits(), Relaxed);
        }
        if moves_left > 0 {
            self.reward(color, mv, moves_left);
        }
    }

    /// The move did what was wanted, with so many moves left.
    pub fn reward(&self, color: Color, mv: Move, moves_left: u32) {
        let entry = &self.history[index(color, mv)];
        let gain = 1 << moves_left.min(10);
        entry.store(entry.load(Relaxed).saturating_add(gain), Relaxed);
    }

    fn merit(&self, color: Color, mv: Move) -> u32 {
        self.history[index(color, mv)].load(Relaxed)
    }
}

fn index(color: Color, mv: Move) -> usize {
    color.index() << 12 | mv.from().index() << 6 | mv.target().index()
}
