//! Battle play: which moves force the goal.
//!
//! The *attacker* plays White's part. In a directmate he brings the *defender* into the goal, in a
//! selfmate he makes the defender bring him there. Lengths count the attacker's moves.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::control::{Branch, Control, Stopped, Tally};
use super::endings::Known;
use super::order::Order;
use super::table::{Facts, Table};
use super::worker::Worker;
use crate::chess::{Color, Move, Plies};
use crate::problem::{Distance, Goal};
use crate::rules::Rules;

/// A battle search.
pub(super) struct BattleSearch<'a> {
    pub goal: Goal,
    /// Whether the attacker is to be brought into the goal by the defender.
    pub selfmate: bool,
    pub table: &'a Table,
    pub known: Known<'a>,
    pub order: &'a Order,
    pub control: &'a Control<'a>,
    pub parallel: bool,
}

/// From how many moves on a node's moves are shared out among the threads.
const SPLIT_MOVES: u32 = 3;

/// From how many moves left on a refutation is first sought among positions met before.
const REMEMBERED_MOVES: u32 = 3;

impl BattleSearch<'_> {
    /// Whether the attacker, to move, forces the goal in at most so many moves.
    pub fn attack<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        moves: u32,
    ) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(false);
        }
        let us = worker.position.to_move();
        if let Some(answer) = self.known(worker, us, 2 * moves - 1) {
            return Ok(answer);
        }
        if moves == 1 {
            return self.attack_last(worker);
        }
        worker.check_stop()?;
        let key = worker.position.key();
        let mut proof = Proof::unpack(self.table.probe(key).unwrap_or(0));
        worker.tally(Tally::Probe);
        if let Some(answer) = proof.answer(moves) {
            worker.tally(Tally::Hit);
            return Ok(answer);
        }
        for length in proof.fails_in + 1..=moves {
            let found = self.attack_in(worker, length, proof.hint)?;
            match found {
                Some(mv) => {
                    proof.works_in = length;
                    proof.hint = hint(mv);
                }
                None => proof.fails_in = length,
            }
            if length > 1 {
                self.table.store(key, proof.pack(), length);
            }
            if found.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A move that forces the goal in at most `length` moves.
    fn attack_in<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        length: u32,
        hint: u16,
    ) -> Result<Option<Move>, Stopped> {
        if length == 1 {
            return self.find_last(worker);
        }
        let start = if length == 2 && !self.selfmate && self.goal == Goal::Mate {
            worker.push_preparing_moves()
        } else {
            worker.push_legal_moves()
        };
        self.order
            .attacks(&mut worker.moves[start..], worker.position.to_move(), hint);
        let found = if self.parallel && length >= SPLIT_MOVES {
            let moves = worker.moves.split_off(start);
            self.split(worker, &moves, |worker, mv| {
                worker.after(mv, |worker| self.works(worker, length - 1))
            })?
        } else {
            let mut found = None;
            for n in start..worker.moves.len() {
                let mv = worker.moves[n];
                if worker.after(mv, |worker| self.works(worker, length - 1))? {
                    found = Some(mv);
                    break;
                }
            }
            worker.moves.truncate(start);
            found
        };
        if let Some(mv) = found {
            self.order.reward(worker.position.to_move(), mv, length);
        }
        Ok(found)
    }

    /// Whether the attacker's move just made reaches the goal against every defence with at most
    /// `moves` more moves.
    pub fn works<R: Rules>(&self, worker: &mut Worker<'_, R>, moves: u32) -> Result<bool, Stopped> {
        if !self.selfmate && moves == 0 {
            return Ok(worker.is_goal(self.goal));
        }
        let us = worker.position.to_move();
        if let Some(answer) = self.known(worker, !us, 2 * moves) {
            return Ok(answer);
        }
        if moves >= REMEMBERED_MOVES && self.is_known_to_fail(worker, moves) {
            return Ok(false);
        }
        // What refuted before refutes again most of the time: the other moves need not be known.
        let killers = self.order.killers(us, moves);
        for killer in killers.into_iter().flatten() {
            let before = worker.visited();
            let loses = worker.after_foreign(killer, |worker| self.loses(worker, moves));
            if let Some(loses) = loses.transpose()? {
                let cost = worker.visited() - before;
                self.order.tried(us, killer, moves, !loses, cost);
                if !loses {
                    worker.tally(Tally::Killed);
                    return Ok(false);
                }
            }
        }
        let start = worker.push_legal_moves();
        if start == worker.moves.len() {
            return Ok(!self.selfmate && worker.is_goal(self.goal));
        }
        self.order.defences(&mut worker.moves[start..], us, moves);
        let refutes = |worker: &mut Worker<'_, R>, mv: Move| {
            let before = worker.visited();
            let loses = worker.after(mv, |worker| self.loses(worker, moves))?;
            let cost = worker.visited() - before;
            self.order.tried(us, mv, moves, !loses, cost);
            Ok(!loses)
        };
        if self.parallel && moves >= SPLIT_MOVES {
            let replies = worker.moves.split_off(start);
            // The likeliest refutation first and alone: most of the time the others are not needed.
            let fails = refutes(worker, replies[0])?
                || self.split(worker, &replies[1..], refutes)?.is_some();
            return Ok(!fails);
        }
        let mut fails = false;
        for n in start..worker.moves.len() {
            fails = refutes(worker, worker.moves[n])?;
            if fails {
                break;
            }
        }
        worker.moves.truncate(start);
        Ok(!fails)
    }

    /// Whether the attacker forces the goal, if that is known beforehand, in so many plies of a
    /// directmate, which are one more in a selfmate.
    fn known<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        attacker: Color,
        plies: u32,
    ) -> Option<bool> {
        let distance = worker.known_distance(self.known, attacker)?;
        // An attacker who stands mated in his turn has no move that would bring it about.
        let stands_mated = self.selfmate && distance == Distance::Plies(Plies(0));
        (!stands_mated).then(|| distance.is_within(plies + u32::from(self.selfmate)))
    }

    /// Whether a defence leads to a position already known to hold out for so many moves.
    fn is_known_to_fail<R: Rules>(&self, worker: &mut Worker<'_, R>, moves: u32) -> bool {
        let start = worker.push_legal_moves();
        let fails = (start..worker.moves.len()).any(|n| {
            let mv = worker.moves[n];
            worker.after(mv, |worker| {
                let facts = self.table.probe(worker.position.key());
                worker.tally(Tally::Probe);
                facts.is_some_and(|facts| Proof::unpack(facts).answer(moves) == Some(false))
            })
        });
        worker.moves.truncate(start);
        if fails {
            worker.tally(Tally::Hit);
        }
        fails
    }

    /// Whether the defender's move just made loses: it reaches the goal of a selfmate, or the
    /// attacker forces the goal in at most `moves` moves.
    pub fn loses<R: Rules>(&self, worker: &mut Worker<'_, R>, moves: u32) -> Result<bool, Stopped> {
        if self.selfmate && worker.is_goal(self.goal) {
            return Ok(true);
        }
        self.attack(worker, moves)
    }

    /// Whether the attacker reaches the goal with his next move. In a selfmate that takes long enough
    /// to remember it.
    fn attack_last<R: Rules>(&self, worker: &mut Worker<'_, R>) -> Result<bool, Stopped> {
        if !self.selfmate {
            return Ok(self.find_last(worker)?.is_some());
        }
        let key = worker.position.key();
        let mut proof = Proof::unpack(self.table.probe(key).unwrap_or(0));
        worker.tally(Tally::Probe);
        if let Some(answer) = proof.answer(1) {
            worker.tally(Tally::Hit);
            return Ok(answer);
        }
        let found = self.find_last(worker)?;
        match found {
            Some(mv) => {
                proof.works_in = 1;
                proof.hint = hint(mv);
            }
            None => proof.fails_in = 1,
        }
        self.table.store(key, proof.pack(), 1);
        Ok(found.is_some())
    }

    /// A move that reaches the goal at once (in a selfmate: with the defender's forced reply).
    fn find_last<R: Rules>(&self, worker: &mut Worker<'_, R>) -> Result<Option<Move>, Stopped> {
        if !self.selfmate {
            let start = worker.push_last_moves(self.goal, 1);
            let found = worker.moves.get(start).copied();
            worker.moves.truncate(start);
            return Ok(found);
        }
        let start = match self.goal {
            Goal::Mate => worker.push_compelling_moves(),
            Goal::Stalemate => worker.push_legal_moves(),
        };
        let mut found = None;
        for n in start..worker.moves.len() {
            let mv = worker.moves[n];
            if worker.after(mv, |worker| self.works(worker, 0))? {
                found = Some(mv);
                break;
            }
        }
        worker.moves.truncate(start);
        Ok(found)
    }

    /// Finds some move for which the question is answered with yes, asking on all threads.
    fn split<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        moves: &[Move],
        ask: impl Fn(&mut Worker<'_, R>, Move) -> Result<bool, Stopped> + Sync,
    ) -> Result<Option<Move>, Stopped> {
        let branch = Branch::new(worker.branch);
        let position = worker.position.clone();
        let visited = AtomicU64::new(0);
        let ask_one = |&mv: &Move| {
            let mut worker = Worker::within(position.clone(), self.control, &branch);
            let answer = ask(&mut worker, mv);
            visited.fetch_add(worker.visited(), Relaxed);
            match answer {
                Ok(false) => None,
                Ok(true) => {
                    branch.close();
                    Some(Ok(mv))
                }
                Err(Stopped) => Some(Err(Stopped)),
            }
        };
        let answers: Vec<_> = moves
            .par_iter()
            .with_max_len(1)
            .filter_map(ask_one)
            .collect();
        worker.visited_for(visited.into_inner());
        // Those that were stopped because another was found first do not matter.
        match answers.iter().find_map(|answer| answer.ok()) {
            Some(mv) => Ok(Some(mv)),
            None if answers.is_empty() => Ok(None),
            None => Err(Stopped),
        }
    }
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy)]
struct Proof {
    /// The goal is forced in so many moves; 0 if that is not known.
    works_in: u32,
    /// The goal is not forced in so many moves.
    fails_in: u32,
    /// The move that worked, in short; 0 if unknown.
    hint: u16,
}

impl Proof {
    const LENGTH: u32 = (1 << 7) - 1;

    fn unpack(facts: Facts) -> Proof {
        Proof {
            works_in: facts & Proof::LENGTH,
            fails_in: facts >> 7 & Proof::LENGTH,
            hint: (facts >> 14) as u16,
        }
    }

    fn pack(self) -> Facts {
        self.works_in | self.fails_in << 7 | u32::from(self.hint) << 14
    }

    fn answer(self, moves: u32) -> Option<bool> {
        if self.works_in != 0 && self.works_in <= moves {
            Some(true)
        } else if self.fails_in >= moves {
            Some(false)
        } else {
            None
        }
    }
}

/// A move in 12 bits, enough to recognise it among the moves of its position most of the time.
pub(super) fn hint(mv: Move) -> u16 {
    (mv.bits() ^ mv.bits() >> 12 ^ mv.bits() >> 24) as u16 & 0xfff | 1
}
