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
    /// How moves fared as refutations, by number of moves left as well.
    records: Box<[Record]>,
    /// Whether killers against short attacks are the most frequent refutations and not the latest.
    is_steady: bool,
}

/// No move has these bits.
const NO_MOVE: u32 = u32::MAX;

/// Colours, departures and arrivals.
const MOVES: usize = 2 * 64 * 64;

/// From how many moves left on refutations differ enough in what they cost.
const PRICED_MOVES: u32 = 2;

impl Order {
    const LENGTHS: usize = 32;

    /// Killers against long attacks are the refutations that cost least. Against short ones they are
    /// the latest, or with `is_steady` the most frequent: where most attacks are refuted by any
    /// reply, that it is always the same one lets positions recur.
    pub fn new(is_steady: bool) -> Order {
        let no_move = || AtomicU32::new(NO_MOVE);
        let no_moves = || std::array::from_fn(|_| [no_move(), no_move()]);
        Order {
            killers: [no_moves(), no_moves()],
            history: bytemuck::allocation::zeroed_slice_box(MOVES),
            records: bytemuck::allocation::zeroed_slice_box(Order::LENGTHS * MOVES),
            is_steady,
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

    /// Puts the best refutations first.
    pub fn defences(&self, moves: &mut [Move], color: Color, moves_left: u32) {
        if moves_left >= PRICED_MOVES {
            sort_down(moves, |mv| {
                let worth = self.record(color, mv, moves_left).worth();
                (worth, self.merit(color, mv))
            });
        } else if moves_left > 0 {
            sort_down(moves, |mv| self.merit(color, mv));
        }
    }

    /// The move was tried against an attack with so many moves left; to see whether it refutes took so
    /// many positions.
    pub fn tried(&self, color: Color, mv: Move, moves_left: u32, refutes: bool, cost: u64) {
        let is_priced = moves_left >= PRICED_MOVES;
        let record = |mv| self.record(color, mv, moves_left);
        if is_priced {
            record(mv).count_priced(refutes, cost);
        } else if refutes && self.is_steady {
            record(mv).count_refutation();
        }
        if !refutes {
            return;
        }
        let rank = |bits| match bits {
            NO_MOVE => 0,
            bits if is_priced => record(Move::from_bits(bits)).worth(),
            bits => record(Move::from_bits(bits)).refutations(),
        };
        let [first, second] = &self.killers[color.index()][moves_left as usize % Order::LENGTHS];
        let (first_bits, second_bits) = (first.load(Relaxed), second.load(Relaxed));
        if first_bits != mv.bits() {
            let is_latest = !is_priced && !self.is_steady;
            if is_latest || rank(mv.bits()) > rank(first_bits) {
                second.store(first_bits, Relaxed);
                first.store(mv.bits(), Relaxed);
            } else if rank(mv.bits()) > rank(second_bits) {
                second.store(mv.bits(), Relaxed);
            }
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

    fn record(&self, color: Color, mv: Move, moves_left: u32) -> &Record {
        let level = moves_left as usize % Order::LENGTHS;
        &self.records[level * MOVES + index(color, mv)]
    }
}

/// How a move fared as a refutation.
#[derive(bytemuck::Zeroable)]
struct Record {
    refutations: AtomicU32,
    /// How many positions its trials took, one more for each; 0 where that is not asked for.
    cost: AtomicU32,
}

impl Record {
    /// Priced trials count half when so many refutations have been seen, and so on: what was long ago
    /// counts less and less.
    const WEIGHTY: u32 = 1 << 6;

    fn refutations(&self) -> u32 {
        self.refutations.load(Relaxed)
    }

    fn count_refutation(&self) {
        let refutations = self.refutations().saturating_add(1);
        self.refutations.store(refutations, Relaxed);
    }

    fn count_priced(&self, refutes: bool, cost: u64) {
        let mut refutations = self.refutations() + u32::from(refutes);
        let cost = u32::try_from(cost).unwrap_or(u32::MAX);
        let mut cost = self
            .cost
            .load(Relaxed)
            .saturating_add(cost.saturating_add(1));
        if refutations >= Record::WEIGHTY || cost == u32::MAX {
            refutations /= 2;
            cost /= 2;
        }
        self.refutations.store(refutations, Relaxed);
        self.cost.store(cost, Relaxed);
    }

    /// Refutations for the price, times the fourth root of their number: of two that cost about the same
    /// the more frequent one is worth more, so that positions recur. Only to be compared.
    fn worth(&self) -> u32 {
        let refutations = self.refutations() as f32;
        let cost = self.cost.load(Relaxed).max(1) as f32;
        // The bits of floats that are not negative are in the order of the floats.
        (refutations * refutations.sqrt().sqrt() / cost).to_bits()
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
