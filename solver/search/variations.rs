//! The play shown with keys and tries: threats, defences, answers, set play.

use rayon::prelude::*;

use super::battle::BattleSearch;
use super::control::Stopped;
use super::worker::Worker;
use crate::chess::Move;
use crate::problem::{Attack, Defence, Threats, Try};
use crate::rules::Rules;

/// How much of the play to work out.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    /// Defences and answers.
    pub play: bool,
    /// Threats.
    pub threats: bool,
}

impl BattleSearch<'_> {
    /// The fewest moves, up to `limit`, in which the attacker's move just made reaches the goal
    /// (itself counted).
    pub fn length<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        limit: u32,
    ) -> Result<Option<u32>, Stopped> {
        for length in 1..=limit {
            if self.works(worker, length - 1)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// The defences against the attacker's move just made that do not lose within `moves` more
    /// moves, or the first `limit` of them.
    pub fn refutations<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        moves: u32,
        limit: usize,
    ) -> Result<Vec<Move>, Stopped> {
        let mut refutations = Vec::new();
        for mv in worker.sorted_moves() {
            if refutations.len() >= limit {
                break;
            }
            if !worker.after(mv, |worker| self.loses(worker, moves))? {
                refutations.push(mv);
            }
        }
        Ok(refutations)
    }

    /// The attack of a move just made that is known to work in `length` moves.
    pub fn describe<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        mv: Option<Move>,
        length: u32,
        shown: Shown,
    ) -> Result<Attack, Stopped> {
        let mut attack = Attack::bare(mv, length);
        if shown.play {
            self.describe_play(worker, &mut attack, shown)?;
        }
        Ok(attack)
    }

    /// The attack of a move just made that fails to these refutations only.
    pub fn describe_try<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        mv: Option<Move>,
        length: u32,
        refutations: Vec<Move>,
        shown: Shown,
    ) -> Result<Try, Stopped> {
        let attack = self.describe(worker, mv, length, shown)?;
        Ok(Try {
            attack,
            refutations,
        })
    }

    /// The answers to each of the defender's moves, in his turn, within `moves` moves; moves
    /// without an answer are left out.
    pub fn answers_to_all<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        moves: u32,
        shown: Shown,
    ) -> Result<Vec<Defence>, Stopped> {
        let replies = worker.sorted_moves();
        let position = worker.position.clone();
        let branch = worker.branch;
        let answer = |&mv: &Move| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            worker.branch = branch;
            let describe =
                |worker: &mut Worker<'_, R>| self.describe_defence(worker, mv, moves, shown);
            worker.after(mv, describe)
        };
        let defences: Result<Vec<Defence>, Stopped> = if self.parallel && moves >= 2 {
            replies.par_iter().with_max_len(1).map(answer).collect()
        } else {
            replies.iter().map(answer).collect()
        };
        Ok(defences?
            .into_iter()
            .filter(|one| one.ends || !one.answers.is_empty())
            .collect())
    }

    fn describe_play<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        attack: &mut Attack,
        shown: Shown,
    ) -> Result<(), Stopped> {
        let moves = attack.length - 1;
        if moves == 0 && !self.selfmate {
            return Ok(());
        }
        attack.defences = self.answers_to_all(worker, moves, shown)?;
        let is_check = R::is_in_check(&worker.position, worker.position.to_move());
        if !shown.threats || is_check || moves == 0 {
            return Ok(());
        }
        let undo = worker.position.pass();
        let threats = self.shortest_attacks(worker, moves, shown);
        worker.unmake(&undo);
        let threats = threats?;
        let Some(first) = threats.first() else {
            attack.threats = Threats::Zugzwang;
            return Ok(());
        };
        let length = first.length;
        let threatened: Vec<_> = threats.iter().map(|threat| threat.mv).collect();
        for defence in &mut attack.defences {
            let answered = |mv: &Option<Move>| defence.answers.iter().any(|one| one.mv == *mv);
            defence.is_idle = match defence.answers.first() {
                Some(answer) if answer.length == length => threatened.iter().all(answered),
                Some(answer) => answer.length < length,
                None => false,
            };
        }
        attack.threats = Threats::Moves(threats);
        Ok(())
    }

    fn describe_defence<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        mv: Move,
        moves: u32,
        shown: Shown,
    ) -> Result<Defence, Stopped> {
        let ends = self.selfmate && worker.is_goal(self.goal);
        let answers = if ends {
            Vec::new()
        } else {
            self.shortest_attacks(worker, moves, shown)?
        };
        Ok(Defence {
            mv,
            ends,
            answers,
            is_idle: false,
        })
    }

    /// All attacks that reach the goal in the fewest moves possible, if `limit` moves suffice.
    fn shortest_attacks<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        limit: u32,
        shown: Shown,
    ) -> Result<Vec<Attack>, Stopped> {
        for length in 1..=limit {
            if self.attack(worker, length)? {
                return self.attacks_in(worker, length, shown);
            }
        }
        Ok(Vec::new())
    }

    fn attacks_in<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        length: u32,
        shown: Shown,
    ) -> Result<Vec<Attack>, Stopped> {
        let mut attacks = Vec::new();
        for mv in worker.sorted_moves() {
            let undo = worker.make(mv);
            let attack = match self.works(worker, length - 1) {
                Ok(true) => self.describe(worker, Some(mv), length, shown).map(Some),
                other => other.map(|_| None),
            };
            worker.unmake(&undo);
            attacks.extend(attack?);
        }
        Ok(attacks)
    }
}
