//! From a phase to its solution.

use std::time::Instant;

use rayon::prelude::*;

use super::battle::BattleSearch;
use super::control::{Control, Stopped, Tally};
use super::endings::{Endings, Known, NothingKnown};
use super::found::Found;
use super::help::{HelpSearch, Line};
use super::limits::{Limits, ShowPlay, Watcher};
use super::order::Order;
use super::table::Table;
use super::variations::Shown;
use super::worker::Worker;
use crate::board::Position;
use crate::chess::{Color, Move, Plies};
use crate::problem::{Aim, Attack, Battle, Effort, Help, Phase, Play, Solution, Status, Try};
use crate::rules::{Job, Rules, SetupError, enter};

/// Solves one phase completely, or as far as the limits and the watcher allow.
///
/// The answer does not depend on threads or memory; where a limit on solutions cuts it, the
/// first ones in the order of first moves are kept.
///
/// # Errors
/// All reasons why the diagram cannot be played.
pub fn solve(
    phase: &Phase,
    limits: &Limits,
    watcher: &dyn Watcher,
) -> Result<Solution, Vec<SetupError>> {
    solve_knowing(phase, limits, &NothingKnown, watcher)
}

/// The same where some endings are known beforehand: sooner, with the same result.
///
/// # Errors
/// All reasons why the diagram cannot be played.
pub fn solve_knowing(
    phase: &Phase,
    limits: &Limits,
    endings: &dyn Endings,
    watcher: &dyn Watcher,
) -> Result<Solution, Vec<SetupError>> {
    let start = Instant::now();
    let position = enter(&phase.setup, phase.rules, phase.first_to_move())?;
    // A set play whose first side could take the king does not exist.
    let set_position = enter(&phase.setup, phase.rules, !phase.first_to_move()).ok();
    let times = [limits.time, phase.options.max_time];
    let deadline = times
        .into_iter()
        .flatten()
        .min()
        .and_then(|time| start.checked_add(time));
    let control = Control::new(watcher, deadline);
    let table = Table::new(limits.memory);
    let solver = Solver {
        phase,
        limits,
        control: &control,
        table: &table,
        known: Known::new(endings),
    };
    let (play, is_cut) = phase.rules.run(SolveJob {
        solver,
        position,
        set_position,
    });
    let status = match control.status() {
        Status::Complete if is_cut => Status::MaxSolutions,
        status => status,
    };
    Ok(Solution {
        status,
        play,
        nodes: control.nodes(),
        time: start.elapsed(),
        effort: Effort {
            probes: control.tally(Tally::Probe),
            hits: control.tally(Tally::Hit),
            hopeless: control.tally(Tally::Hopeless),
            killed: control.tally(Tally::Killed),
            known: control.tally(Tally::Known),
            entries: table.entries(),
            goals: control.goals_drawn(),
        },
    })
}

/// A picture takes up to two hundred bytes while it is drawn, and as many again in the views along a
/// line of play.
const PICTURES_PER_MEBIBYTE: usize = 1 << 11;

/// Lines are kept in memory till they are printed: so many for each mebibyte of the table, so that a
/// diagram with millions of solutions does not take all there is.
const LINES_PER_MEBIBYTE: usize = 1 << 12;
const LEAST_LINES: usize = 1 << 16;

struct Solver<'a> {
    phase: &'a Phase,
    limits: &'a Limits,
    control: &'a Control<'a>,
    table: &'a Table,
    known: Known<'a>,
}

struct SolveJob<'a> {
    solver: Solver<'a>,
    position: Position,
    set_position: Option<Position>,
}

impl Job for SolveJob<'_> {
    type Output = (Play, bool);

    fn run<R: Rules>(self) -> (Play, bool) {
        let solver = self.solver;
        match solver.phase.stipulation.aim {
            Aim::Help => {
                let (help, is_cut) = solver.help::<R>(&self.position, self.set_position.as_ref());
                (Play::Help(help), is_cut)
            }
            Aim::Direct | Aim::Selfmate => {
                let (battle, is_cut) =
                    solver.battle::<R>(&self.position, self.set_position.as_ref());
                (Play::Battle(battle), is_cut)
            }
        }
    }
}

impl Solver<'_> {
    fn max_solutions(&self) -> usize {
        let limits = [self.limits.max_solutions, self.phase.options.max_solutions];
        let least = limits.into_iter().flatten().min().unwrap_or(u64::MAX);
        usize::try_from(least).unwrap_or(usize::MAX)
    }

    fn is_parallel(&self) -> bool {
        self.limits.threads != 1
    }

    fn help<R: Rules>(&self, position: &Position, set: Option<&Position>) -> (Help, bool) {
        let stipulation = self.phase.stipulation;
        let room = self.limits.memory.saturating_mul(LINES_PER_MEBIBYTE);
        let max_lines = self.max_solutions().min(room.max(LEAST_LINES));
        let search = HelpSearch {
            goal: stipulation.goal,
            table: self.table,
            known: self.known,
            control: self.control,
            parallel: self.is_parallel(),
            max_lines,
            found: Found::default(),
            direction: self.limits.direction,
            most_pictures: self.limits.memory.saturating_mul(PICTURES_PER_MEBIBYTE),
        };
        let plies = plies(self.phase);
        let mut set_lines = None;
        if let (true, Some(set), Plies(2..)) = (self.phase.options.set_play, set, plies) {
            let moves = Worker::<R>::new(set.clone(), self.control).sorted_moves();
            set_lines = Some(sorted(search.lines::<R>(set, &moves, Plies(plies.0 - 1))));
        }
        let first_moves = first_moves::<R>(self.phase, position, self.control);
        let lines = match plies {
            Plies(0) => Vec::new(),
            plies => sorted(search.lines::<R>(position, &first_moves, plies)),
        };
        let is_cut = lines.len() >= max_lines;
        (Help { lines, set_lines }, is_cut)
    }

    fn battle<R: Rules>(&self, position: &Position, set: Option<&Position>) -> (Battle, bool) {
        let stipulation = self.phase.stipulation;
        let order = Order::new(stipulation.aim == Aim::Selfmate);
        let search = BattleSearch {
            goal: stipulation.goal,
            selfmate: stipulation.aim == Aim::Selfmate,
            table: self.table,
            known: self.known,
            order: &order,
            control: self.control,
            parallel: self.is_parallel() && stipulation.moves >= 3,
        };
        let options = &self.phase.options;
        let play = match self.limits.play {
            ShowPlay::Always => true,
            ShowPlay::Never => false,
            ShowPlay::Auto => options.variations || stipulation.moves <= 3,
        };
        let shown = Shown {
            play: play || options.post_key_play,
            threats: !options.no_threat,
        };
        let mut battle = Battle::default();
        let moves = stipulation.moves;
        if options.post_key_play {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let refutations = search.refutations(&mut worker, moves - 1, usize::MAX);
            battle.post_key = refutations
                .and_then(|found| search.describe_try(&mut worker, None, moves, found, shown))
                .ok();
            return (battle, false);
        }
        if let (true, Some(set)) = (options.set_play, set) {
            let mut worker = Worker::<R>::new(set.clone(), self.control);
            battle.set_play = search.answers_to_all(&mut worker, moves - 1, shown).ok();
        }
        let max_keys = self.max_solutions();
        let first_moves = first_moves::<R>(self.phase, position, self.control);
        self.control.expect(first_moves.len());
        let judge = |&mv: &Move| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let verdict = worker.after(mv, |worker| self.judge(&search, worker, mv, shown));
            self.control.dealt_with_one();
            verdict
        };
        let verdicts: Vec<Result<Verdict, Stopped>> = if search.parallel {
            first_moves.par_iter().with_max_len(1).map(judge).collect()
        } else {
            first_moves.iter().map(judge).collect()
        };
        for verdict in verdicts {
            match verdict {
                Ok(Verdict::Key(key)) if battle.keys.len() < max_keys => battle.keys.push(key),
                Ok(Verdict::Try(found)) => battle.tries.push(found),
                _ => {}
            }
        }
        let is_cut = battle.keys.len() >= max_keys;
        (battle, is_cut)
    }

    fn judge<R: Rules>(
        &self,
        search: &BattleSearch<'_>,
        worker: &mut Worker<'_, R>,
        mv: Move,
        shown: Shown,
    ) -> Result<Verdict, Stopped> {
        let moves = self.phase.stipulation.moves;
        if let Some(length) = search.length(worker, moves)? {
            let key = search.describe(worker, Some(mv), length, shown);
            // If time runs out here, the key is still a key.
            let bare = |_| Attack::bare(Some(mv), length);
            return Ok(Verdict::Key(key.unwrap_or_else(bare)));
        }
        let most = self.phase.options.tries as usize;
        if most == 0 {
            return Ok(Verdict::Fails);
        }
        let refutations = search.refutations(worker, moves - 1, most + 1)?;
        if refutations.is_empty() || refutations.len() > most {
            return Ok(Verdict::Fails);
        }
        Ok(Verdict::Try(search.describe_try(
            worker,
            Some(mv),
            moves,
            refutations,
            shown,
        )?))
    }
}

/// The length of the lines of help play: one ply less where the other side begins.
pub(super) fn plies(phase: &Phase) -> Plies {
    let first = phase.stipulation.first_to_move();
    let first = match phase.side {
        Color::White => first,
        Color::Black => !first,
    };
    let skips_one = phase.first_to_move() != first;
    Plies(phase.stipulation.plies().0 - u32::from(skips_one))
}

/// The first moves to try, in the order of their notation.
pub(super) fn first_moves<R: Rules>(
    phase: &Phase,
    position: &Position,
    control: &Control<'_>,
) -> Vec<Move> {
    let mut moves = Worker::<R>::new(position.clone(), control).sorted_moves();
    let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    moves.truncate(phase.options.up_to_move.map_or(usize::MAX, index));
    let skipped = phase
        .options
        .start_move
        .map_or(0, |n| index(n).saturating_sub(1));
    moves.drain(..skipped.min(moves.len()));
    moves
}

/// What a first move turned out to be.
enum Verdict {
    Key(Attack),
    Try(Try),
    Fails,
}

/// Lines in the order of their notation.
fn sorted(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by_cached_key(|line| line.iter().map(Move::to_string).collect::<Vec<_>>());
    lines
}
