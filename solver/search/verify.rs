//! The same answer by the plainest of searches: no table, no bound, no special last moves, and every
//! move legal by make, ask, unmake. Slow; it shares nothing with the search but the rules.

use std::time::Instant;

use rayon::prelude::*;

use super::control::{Control, Stopped};
use super::help::Line;
use super::limits::{Limits, Watcher};
use super::solve::{first_moves, plies};
use super::worker::Worker;
use crate::board::Position;
use crate::chess::{Move, Plies};
use crate::problem::{Aim, Goal, Phase, Play, Solution, Status, Verification};
use crate::rules::{Job, Rules, enter};

/// Solves a phase once more by the plainest of searches and compares keys, or lines and set play.
/// The limits count anew; there is none on solutions.
pub fn verify(
    phase: &Phase,
    solution: &Solution,
    limits: &Limits,
    watcher: &dyn Watcher,
) -> Verification {
    let Ok(position) = enter(&phase.setup, phase.rules, phase.first_to_move()) else {
        return Verification::Unfinished;
    };
    let deadline = [limits.time, phase.options.max_time]
        .into_iter()
        .flatten()
        .min()
        .and_then(|time| Instant::now().checked_add(time));
    let control = Control::new(watcher, deadline);
    let set_position = enter(&phase.setup, phase.rules, !phase.first_to_move()).ok();
    let mut plain = phase.rules.run(PlainJob {
        phase,
        control: &control,
        position,
        set_position: set_position.filter(|_| phase.options.set_play),
    });
    if solution.status != Status::Complete || control.status() != Status::Complete {
        return Verification::Unfinished;
    }
    let mut found = texts(solution);
    found.sort();
    plain.sort();
    if found == plain {
        return Verification::Agrees;
    }
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        let new = these.iter().filter(|text| !those.contains(text));
        new.cloned().collect()
    };
    Verification::Differs([only(&found, &plain), only(&plain, &found)].concat())
}

/// What is compared, as texts: keys with their lengths and tries, or lines.
fn texts(solution: &Solution) -> Vec<String> {
    match &solution.play {
        Play::Battle(battle) => {
            let keys = battle.keys.iter().map(|key| key_text(key.mv, key.length));
            let tries = battle.tries.iter().chain(&battle.post_key);
            let tries = tries.map(|found| try_text(found.attack.mv, &found.refutations));
            keys.chain(tries).collect()
        }
        Play::Help(help) => {
            let set_lines = help.set_lines.iter().flatten();
            let set_lines = set_lines.map(|line| format!("set play {}", line_text(line)));
            let lines = help.lines.iter().map(|line| line_text(line));
            lines.chain(set_lines).collect()
        }
    }
}

fn try_text(mv: Option<Move>, refutations: &[Move]) -> String {
    let mv = mv.map_or_else(|| "the key played".to_owned(), |mv| mv.to_string());
    let mut refutations: Vec<String> = refutations.iter().map(Move::to_string).collect();
    refutations.sort();
    format!("{mv} refuted by {}", refutations.join(" "))
}

fn key_text(mv: Option<Move>, length: u32) -> String {
    let mv = mv.map_or_else(String::new, |mv| mv.to_string());
    format!("{mv} in {length}")
}

fn line_text(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

struct PlainJob<'a> {
    phase: &'a Phase,
    control: &'a Control<'a>,
    position: Position,
    set_position: Option<Position>,
}

impl Job for PlainJob<'_> {
    type Output = Vec<String>;

    fn run<R: Rules>(self) -> Vec<String> {
        let stipulation = self.phase.stipulation;
        let moves = first_moves::<R>(self.phase, &self.position, self.control);
        if stipulation.aim != Aim::Help {
            return self.keys::<R>(&moves);
        }
        let plies = plies(self.phase);
        let lines = self.lines::<R>(&self.position, &moves, plies);
        let mut texts: Vec<String> = lines.iter().map(|line| line_text(line)).collect();
        if let (Some(set), Plies(2..)) = (&self.set_position, plies) {
            let moves = Worker::<R>::new(set.clone(), self.control).sorted_moves();
            let lines = self.lines::<R>(set, &moves, Plies(plies.0 - 1));
            texts.extend(
                lines
                    .iter()
                    .map(|line| format!("set play {}", line_text(line))),
            );
        }
        texts
    }
}

impl PlainJob<'_> {
    /// The keys, and the tries with as few refutations as the problem asks for.
    fn keys<R: Rules>(&self, first_moves: &[Move]) -> Vec<String> {
        let (moves, options) = (self.phase.stipulation.moves, &self.phase.options);
        if options.post_key_play {
            let mut worker = Worker::<R>::new(self.position.clone(), self.control);
            let refutations = self.refutations(&mut worker, moves - 1, usize::MAX);
            let refutations = refutations.unwrap_or_default();
            return vec![try_text(None, &refutations)];
        }
        let judge = |&mv: &Move| {
            let mut worker = Worker::<R>::new(self.position.clone(), self.control);
            let text = worker.after(mv, |worker| self.judge(worker, mv)).ok();
            self.control.dealt_with_one();
            text.flatten()
        };
        self.control.expect(first_moves.len());
        let texts = first_moves.par_iter().with_max_len(1).filter_map(judge);
        texts.collect()
    }

    fn judge<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        mv: Move,
    ) -> Result<Option<String>, Stopped> {
        let moves = self.phase.stipulation.moves;
        for length in 1..=moves {
            if self.works(worker, length - 1)? {
                return Ok(Some(key_text(Some(mv), length)));
            }
        }
        let most = self.phase.options.tries as usize;
        if most == 0 {
            return Ok(None);
        }
        let refutations = self.refutations(worker, moves - 1, most + 1)?;
        let is_try = (1..=most).contains(&refutations.len());
        Ok(is_try.then(|| try_text(Some(mv), &refutations)))
    }

    /// The defences that do not lose in at most so many more moves: the first few of them.
    fn refutations<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        moves: u32,
        most: usize,
    ) -> Result<Vec<Move>, Stopped> {
        let mut refutations = Vec::new();
        for mv in plain_moves(worker) {
            if refutations.len() >= most {
                break;
            }
            if !worker.after(mv, |worker| self.loses(worker, moves))? {
                refutations.push(mv);
            }
        }
        Ok(refutations)
    }

    /// Whether every defence loses in at most so many more moves of the attacker.
    fn works<R: Rules>(&self, worker: &mut Worker<'_, R>, moves: u32) -> Result<bool, Stopped> {
        worker.check_stop()?;
        let defences = plain_moves(worker);
        if defences.is_empty() {
            return Ok(!self.is_selfmate() && self.is_goal(worker));
        }
        for mv in defences {
            if !worker.after(mv, |worker| self.loses(worker, moves))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the defence just made ends a selfmate, or some attack works in at most so many moves.
    fn loses<R: Rules>(&self, worker: &mut Worker<'_, R>, moves: u32) -> Result<bool, Stopped> {
        if self.is_selfmate() && self.is_goal(worker) {
            return Ok(true);
        }
        Ok(moves > 0 && self.attack(worker, moves)?)
    }

    fn is_selfmate(&self) -> bool {
        self.phase.stipulation.aim == Aim::Selfmate
    }

    /// Whether the goal is reached against the side to move.
    fn is_goal<R: Rules>(&self, worker: &mut Worker<'_, R>) -> bool {
        let is_check = R::is_in_check(&worker.position, worker.position.to_move());
        is_check == (self.phase.stipulation.goal == Goal::Mate) && plain_moves(worker).is_empty()
    }

    /// Whether some attack works in at most so many moves.
    fn attack<R: Rules>(&self, worker: &mut Worker<'_, R>, moves: u32) -> Result<bool, Stopped> {
        for mv in plain_moves(worker) {
            if worker.after(mv, |worker| self.works(worker, moves - 1))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn lines<R: Rules>(
        &self,
        position: &Position,
        first_moves: &[Move],
        plies: Plies,
    ) -> Vec<Line> {
        if plies == Plies(0) {
            return Vec::new();
        }
        self.control.expect(first_moves.len());
        let after = |&mv: &Move| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let mut lines = Vec::new();
            let mut line = vec![mv];
            let _: Result<(), Stopped> = worker.after(mv, |worker| {
                self.continue_line(worker, plies.0 - 1, &mut line, &mut lines)
            });
            self.control.dealt_with_one();
            lines
        };
        let lines = first_moves.par_iter().with_max_len(1).flat_map_iter(after);
        lines.collect()
    }

    fn continue_line<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        plies: u32,
        line: &mut Line,
        lines: &mut Vec<Line>,
    ) -> Result<(), Stopped> {
        worker.check_stop()?;
        if plies == 0 {
            if self.is_goal(worker) {
                lines.push(line.clone());
            }
            return Ok(());
        }
        for mv in plain_moves(worker) {
            line.push(mv);
            let outcome = worker.after(mv, |worker| {
                self.continue_line(worker, plies - 1, line, lines)
            });
            line.pop();
            outcome?;
        }
        Ok(())
    }
}

/// Legal moves by make, ask, unmake.
fn plain_moves<R: Rules>(worker: &mut Worker<'_, R>) -> Vec<Move> {
    let mut moves = Vec::new();
    R::pseudo_moves(&mut worker.position, &mut moves);
    moves.retain(|&mv| {
        let undo = R::make(&mut worker.position, mv);
        let is_legal = R::was_legal(&worker.position, &undo);
        worker.position.unmake(&undo);
        is_legal
    });
    moves
}
