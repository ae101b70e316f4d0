//! `fata perft`

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::Outcome;
use super::moves::Start;
use super::output::{Notes, Output};
use super::plan::PerftPlan;
use super::progress::Watch;
use super::signals;
use super::threads::Threads;
use crate::board::Position;
use crate::chess::Move;
use crate::format::{Line, Role, perft_json};
use crate::problem::Status;
use crate::rules::{Job, Rules, perft_until};
use crate::search::Watcher;

/// Below this depth threads cost more than they gain.
const WORTH_SHARING: u32 = 3;

/// Counts sequences of legal moves.
pub fn run(plan: &PerftPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    signals::catch();
    let Some(start) = Start::of(&plan.position, output, notes)? else {
        return Ok(Outcome::Bad);
    };
    let watch = Watch::new(start.id.clone(), plan.progress);
    let job = Count {
        position: start.position,
        depth: plan.depth,
        threads: plan.threads,
        watch: &watch,
        deadline: plan.time_limit.map(|limit| Instant::now() + limit),
    };
    let found = start.rules.run(job);
    watch.finish();
    let moves = found.len();
    let ended = match found.iter().all(|first| first.is_all) {
        true => Status::Complete,
        false if signals::is_interrupted() => Status::Interrupted,
        false => Status::TimeLimit,
    };
    let nodes = if plan.depth == 0 {
        1
    } else {
        found.iter().map(|first| first.count).sum()
    };
    let whole = found.into_iter().filter(|first| first.is_all);
    let counts: BTreeMap<String, u64> = whole.map(|first| (first.name, first.count)).collect();
    if output.is_json() {
        let divide = plan.divide.then_some(&counts);
        output.line(&perft_json(
            &start.id,
            start.rules,
            plan.depth,
            nodes,
            divide,
            ended,
        ))?;
    } else {
        let mut lines = vec![start.heading];
        if plan.divide {
            let say = |(mv, count)| Line::new(Role::Play, format!("  {mv}: {count}"));
            lines.extend(counts.iter().map(say));
        }
        let depth = plan.depth;
        let least = if ended == Status::Complete {
            ""
        } else {
            "at least "
        };
        lines.push(Line::new(
            Role::Solution,
            format!("depth {depth}: {least}{nodes}"),
        ));
        let reason = match ended {
            Status::Complete | Status::MaxSolutions => None,
            Status::TimeLimit => Some("time limit reached"),
            Status::Interrupted => Some("interrupted"),
        };
        lines.extend(reason.map(|reason| {
            let counted = counts.len();
            Line::new(
                Role::Partial,
                format!("partial: {reason}, {counted} of {moves} first moves counted to the end"),
            )
        }));
        output.lines(&lines)?;
    }
    Ok(if ended == Status::Complete {
        Outcome::Done
    } else {
        Outcome::Limited
    })
}

/// A first move.
struct First {
    name: String,
    /// How many sequences it begins, as far as they were counted.
    count: u64,
    /// Whether that is all.
    is_all: bool,
}

struct Count<'a> {
    position: Position,
    depth: u32,
    threads: usize,
    watch: &'a Watch,
    deadline: Option<Instant>,
}

impl Job for Count<'_> {
    type Output = Vec<First>;

    fn run<R: Rules>(mut self) -> Self::Output {
        let mut moves: Vec<Move> = Vec::new();
        if self.depth > 0 {
            R::legal_moves(&mut self.position, &mut moves);
        }
        let is_over =
            || signals::is_interrupted() || self.deadline.is_some_and(|end| Instant::now() >= end);
        let done = AtomicU64::new(0);
        let count = |&mv: &Move| {
            let mut position = self.position.clone();
            let _undo = R::make(&mut position, mv);
            let (count, is_all) = perft_until::<R>(&mut position, self.depth - 1, &is_over);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.watch.progress(done, moves.len() as u64);
            First {
                name: mv.to_string(),
                count,
                is_all,
            }
        };
        if self.depth >= WORTH_SHARING && self.threads > 1 {
            Threads::new(self.threads).run(|| moves.par_iter().map(count).collect())
        } else {
            moves.iter().map(count).collect()
        }
    }
}
