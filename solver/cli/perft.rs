//! `fata perft`

use std::collections::BTreeMap;
use std::io;

use rayon::prelude::*;

use super::Outcome;
use super::args::PerftPlan;
use super::moves::Start;
use super::output::{Notes, Output};
use super::threads::Threads;
use crate::board::Position;
use crate::chess::Move;
use crate::format::{Line, Role, perft_json};
use crate::rules::{Job, Rules, perft};

/// Below this depth threads cost more than they gain.
const WORTH_SHARING: u32 = 3;

/// Counts sequences of legal moves.
pub fn run(plan: &PerftPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    let Some(start) = Start::of(&plan.position, output, notes)? else {
        return Ok(Outcome::Bad);
    };
    let job = Count {
        position: start.position,
        depth: plan.depth,
        threads: plan.threads,
    };
    let counts = start.rules.run(job);
    let nodes = if plan.depth == 0 {
        1
    } else {
        counts.values().sum()
    };
    if output.is_json() {
        let divide = plan.divide.then_some(&counts);
        output.line(&perft_json(
            &start.id,
            start.rules,
            plan.depth,
            nodes,
            divide,
        ))?;
    } else {
        let mut lines = vec![start.heading];
        if plan.divide {
            let say = |(mv, count)| Line::new(Role::Play, format!("  {mv}: {count}"));
            lines.extend(counts.iter().map(say));
        }
        lines.push(Line::new(
            Role::Solution,
            format!("depth {}: {nodes}", plan.depth),
        ));
        output.lines(&lines)?;
    }
    Ok(Outcome::Done)
}

struct Count {
    position: Position,
    depth: u32,
    threads: usize,
}

impl Job for Count {
    type Output = BTreeMap<String, u64>;

    fn run<R: Rules>(mut self) -> Self::Output {
        let mut moves: Vec<Move> = Vec::new();
        if self.depth > 0 {
            R::legal_moves(&mut self.position, &mut moves);
        }
        let count = |&mv: &Move| {
            let mut position = self.position.clone();
            let _undo = R::make(&mut position, mv);
            (mv.to_string(), perft::<R>(&mut position, self.depth - 1))
        };
        if self.depth >= WORTH_SHARING && self.threads > 1 {
            Threads::new(self.threads).run(|| moves.par_iter().map(count).collect())
        } else {
            moves.iter().map(count).collect()
        }
    }
}
