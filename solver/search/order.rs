//! Which move first. Nothing here changes an answer, only how soon it is found.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::battle::hint;
use crate::chess::{Color, Move};

/// What has worked before in a search, shared by its threads.
pub(super) struct Order {
    /// The killers: two refutations by number of moves left, to be tried before all others.
    killers: [[[AtomicU32; 2]; Order::LENGTHS]; 2],
    /// How often moves refuted or solved, by colour, departure and arrival.
    history: Box<[AtomicU32]>,
    /// How often moves refuted, by number of moves left as well, if killers are the most frequent
    /// refutations and not the latest.
    refutations: Option<Box<[AtomicU32]>>,
}

/// No move has these bits.
const NO_MOVE: u32 = u32::MAX;

/// Colours, departures and arrivals.
const MOVES: usize = 2 * 64 * 64;

impl Order {
    const LENGTHS: usize = 32;

    /// Killers are the latest refutations, or with `is_steady` the most frequent ones. Where most
    /// attacks are refuted by any reply, that it is always the same one lets positions recur.
    pub fn new(is_steady: bool) -> Order {
        let no_move = || AtomicU32::new(NO_MOVE);
        let no_moves = || std::array::from_fn(|_| [no_move(), no_move()]);
        let zeroed = bytemuck::allocation::zeroed_slice_box;
        Order {
            killers: [no_moves(), no_moves()],
            history: zeroed(MOVES),
            refutations: is_steady.then(|| zeroed(Order::LENGTHS * MOVES)),
        }
    }

    /// Puts the move of the hint first and the rest by merit.
    pub fn attacks(&self, moves: &mut [Move], color: Color, best: u16) {
        sort_down(moves, |mv| {
            (best != 0 && hint(mv) == best, self.merit(color, mv))
        });
    }

    /// The refutations of attacks with so many moves left to try first, by the side to move.
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
            sort_down(moves, |mv| self.merit(color, mv));
        }
    }

    /// The move refuted an attack with so many moves left.
    pub fn refuted(&self, color: Color, mv: Move, moves_left: u32) {
        let level = moves_left as usize % Order::LENGTHS;
        let [first, second] = &self.killers[color.index()][level];
        let (first_bits, second_bits) = (first.load(Relaxed), second.load(Relaxed));
        let (beats_first, beats_second) = match &self.refutations {
            None => (true, false),
            Some(refutations) => {
                let counts = &refutations[level * MOVES..][..MOVES];
                let count = |bits| match bits {
                    NO_MOVE => 0,
                    bits => counts[index(color, Move::from_bits(bits))].load(Relaxed),
                };
                let times = count(mv.bits()).saturating_add(1);
                counts[index(color, mv)].store(times, Relaxed);
                (times > count(first_bits), times > count(second_bits))
            }
        };
        if first_bits != mv.bits() {
            if beats_first {
                second.store(first_bits, Relaxed);
                first.store(mv.bits(), Relaxed);
            } else if beats_second {
                second.store(mv.bits(), Relaxed);
            }
        }
        if moves_left > 0 {
            self.reward(color, mv, moves_left);
        }
    }

    /// A killer refuted once more.
    pub fn refuted_again(&self, color: Color, killer: Move, moves_left: u32) {
        if self.refutations.is_some() {
            self.refuted(color, killer, moves_left);
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

/// Sorts by merit, the best first. Merits are taken down before: other threads go on changing them, and
/// a sort whose keys change under its hands panics.
fn sort_down<K: Ord>(moves: &mut [Move], merit: impl Fn(Move) -> K) {
    let mut noted: Vec<(K, Move)> = moves.iter().map(|&mv| (merit(mv), mv)).collect();
    noted.sort_unstable_by(|one, other| other.0.cmp(&one.0));
    for (place, (_, mv)) in moves.iter_mut().zip(noted) {
        *place = mv;
    }
}

fn index(color: Color, mv: Move) -> usize {
    color.index() << 12 | mv.from().index() << 6 | mv.target().index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn moves_are_sorted_while_other_threads_change_their_merits() {
        let order = Order::new(true);
        let squares = || (0..64).map(Square::from_index);
        let all = squares().flat_map(|from| squares().map(move |to| Move::plain(from, to)));
        let moves: Vec<Move> = all.step_by(151).collect();
        std::thread::scope(|scope| {
            let sorter = scope.spawn(|| {
                for _ in 0..200_000 {
                    let mut sorted = moves.clone();
                    order.attacks(&mut sorted, Color::White, 0);
                    assert!(moves.iter().all(|mv| sorted.contains(mv)));
                }
            });
            let mut chance = 1_u32;
            while !sorter.is_finished() {
                chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let mv = moves[(chance >> 16) as usize % moves.len()];
                order.reward(Color::White, mv, 10);
            }
        });
    }
}
