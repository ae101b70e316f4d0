//! A phase against its claim.

use std::time::Instant;

use super::judge::{judge, verdict};
use super::play;
use crate::chess::Move;
use crate::format::claim;
use crate::problem::{
    Aim, Battle, Claim, Finding, Help, Phase, Play, Problem, Short, Solution, Status, Stipulation,
    Truth, Verdict, Verification,
};
use crate::rules::SetupError;
use crate::search::{Endings, Limits, Watcher, solve_knowing, verify};

/// A phase that was solved and judged.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The phase, with what the claim made worth asking.
    pub phase: Phase,
    /// The solution.
    pub solution: Solution,
    /// What is claimed.
    pub claim: Claim,
    /// What is true.
    pub truth: Truth,
    /// What was found, worst first.
    pub findings: Vec<Finding>,
    /// What follows from it.
    pub verdict: Verdict,
}

/// Solves a phase and judges it by what the problem claims.
///
/// Beside what is stipulated it looks for shorter solutions, and for the set play and the tries
/// that are claimed. What is known of endings beforehand spares work. All of it shares one time limit.
/// A part of a problem is not judged.
///
/// # Errors
/// All reasons why the diagram cannot be played.
pub fn check_phase(
    problem: &Problem,
    phase: &Phase,
    limits: &Limits,
    endings: &dyn Endings,
    watcher: &dyn Watcher,
    verifies: bool,
) -> Result<Checked, Vec<SetupError>> {
    let start = Instant::now();
    let claim = claim(problem, phase);
    let phase = asked(phase, &claim);
    let mut solution = solve_knowing(&phase, limits, endings, watcher)?;
    let mut truth = Truth {
        is_complete: solution.status == Status::Complete,
        ..Truth::default()
    };
    match &solution.play {
        Play::Help(help) => {
            take_help(help, &mut truth);
            if truth.is_complete {
                let (short, status, nodes) = shorter(&phase, limits, endings, watcher, start);
                truth.short = short;
                truth.is_complete = status == Status::Complete;
                solution.nodes += nodes;
            }
        }
        Play::Battle(battle) => take_battle(battle, &phase, &mut truth),
    }
    solution.time = start.elapsed();
    let doubt = if verifies && truth.is_complete {
        match verify(&phase, &solution, limits, watcher) {
            Verification::Agrees => None,
            Verification::Differs(moves) => Some(Finding::NotConfirmed { moves }),
            Verification::Unfinished => Some(Finding::NotVerified),
        }
    } else {
        None
    };
    let (mut findings, mut verdict) = if problem.part.is_some() {
        let mut findings = Vec::new();
        if !truth.is_complete {
            findings.push(limit(&solution));
        }
        let verdict = verdict(&findings).max(Verdict::Part);
        (findings, verdict)
    } else {
        let mut findings = judge(&claim, &truth);
        let written = claim.written.as_ref();
        if let (Some(written), Play::Battle(battle), true) =
            (written, &solution.play, truth.is_complete)
        {
            findings.extend(play::first_difference(written, battle));
            findings.sort_by_key(|finding| std::cmp::Reverse(finding.verdict()));
        }
        for finding in &mut findings {
            if matches!(finding, Finding::Limit { .. }) {
                *finding = limit(&solution);
            }
        }
        let verdict = verdict(&findings);
        (findings, verdict)
    };
    if let Some(doubt) = doubt {
        verdict = verdict.max(doubt.verdict());
        findings.insert(0, doubt);
    }
    Ok(Checked {
        phase,
        solution,
        claim,
        truth,
        findings,
        verdict,
    })
}

fn limit(solution: &Solution) -> Finding {
    let status = match solution.status {
        // The shorter solutions were not all looked for.
        Status::Complete | Status::TimeLimit => "time limit reached",
        Status::MaxSolutions => "as many solutions found as asked for",
        Status::Interrupted => "interrupted",
    };
    Finding::Limit {
        status: status.to_owned(),
    }
}

/// The phase with those questions that the claim makes worth asking.
fn asked(phase: &Phase, claim: &Claim) -> Phase {
    let mut phase = phase.clone();
    let written = claim.written.as_ref();
    let writes_set_play = written.is_some_and(|written| {
        let is_set = |line: &Vec<String>| line.first().is_some_and(|mv| mv == "pass");
        !written.set_lines.is_empty() || written.variations.iter().any(is_set)
    });
    phase.options.set_play |= writes_set_play || claim.set_lines.is_some();
    if claim.try_count.is_some() || claim.tries.is_some() {
        phase.options.tries = phase.options.tries.max(1);
    }
    let named = written
        .into_iter()
        .flat_map(|written| &written.tries)
        .map(|(_, refutations)| refutations.len())
        .max();
    let named = u32::try_from(named.unwrap_or(0)).unwrap_or(0);
    phase.options.tries = phase.options.tries.max(named.min(20));
    phase.options = phase.options.fitted(phase.stipulation);
    phase
}

fn take_help(help: &Help, truth: &mut Truth) {
    truth.solutions = texts(&help.lines);
    truth.set_lines = help.set_lines.as_deref().map(texts);
}

fn take_battle(battle: &Battle, phase: &Phase, truth: &mut Truth) {
    truth.is_battle = true;
    let moves = phase.stipulation.moves;
    let name = |mv: Option<Move>| mv.map_or_else(|| "pass".to_owned(), |mv| mv.to_string());
    truth.solutions = battle.keys.iter().map(|key| name(key.mv)).collect();
    for length in 1..moves {
        let short = battle.keys.iter().filter(|key| key.length == length);
        let solutions: Vec<String> = short.map(|key| name(key.mv)).collect();
        if !solutions.is_empty() {
            let stipulation = Stipulation {
                moves: length,
                ..phase.stipulation
            };
            truth.short.push(Short {
                stipulation: stipulation.to_string(),
                same_side: true,
                solutions,
            });
        }
    }
    truth.duals = play::duals(battle);
    if phase.options.tries > 0 {
        let single = battle
            .tries
            .iter()
            .filter_map(|one| match one.refutations[..] {
                [only] => Some((name(one.attack.mv), only.to_string())),
                _ => None,
            });
        truth.tries = Some(single.collect());
    }
    truth.post_key_refutations = battle.post_key.as_ref().map(|one| {
        let refutations = one.refutations.iter();
        refutations.map(Move::to_string).collect()
    });
}

/// All solutions of a help problem that are shorter than stipulated, longest first.
fn shorter(
    phase: &Phase,
    limits: &Limits,
    endings: &dyn Endings,
    watcher: &dyn Watcher,
    start: Instant,
) -> (Vec<Short>, Status, u64) {
    let mut found = Vec::new();
    let mut nodes = 0;
    let skips = phase.options.white_to_play && !phase.stipulation.half;
    let plies = phase.stipulation.plies().0 - u32::from(skips);
    for length in (1..plies).rev() {
        let same_side = (plies - length).is_multiple_of(2);
        // With one half-move less the other side begins, which is set play.
        if length + 1 == plies && phase.options.set_play {
            continue;
        }
        let stipulation = Stipulation {
            aim: Aim::Help,
            goal: phase.stipulation.goal,
            moves: length / 2,
            half: length % 2 == 1,
        };
        let mut shorter = phase.clone();
        shorter.stipulation = stipulation;
        shorter.options.white_to_play = false;
        shorter.options.set_play = false;
        if !same_side {
            // First moves are numbered for the other side: only one part looks at them.
            if shorter.options.start_move.is_some_and(|first| first > 1) {
                continue;
            }
            shorter.options.start_move = None;
            shorter.options.up_to_move = None;
        }
        let limits = Limits {
            time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
            ..limits.clone()
        };
        // Where the other side may not begin, as it could take the king, it has no play either.
        let Ok(solution) = solve_knowing(&shorter, &limits, endings, watcher) else {
            continue;
        };
        nodes += solution.nodes;
        if let Play::Help(help) = &solution.play
            && !help.lines.is_empty()
        {
            found.push(Short {
                stipulation: stipulation.to_string(),
                same_side,
                solutions: texts(&help.lines),
            });
        }
        if solution.status != Status::Complete {
            return (found, solution.status, nodes);
        }
    }
    (found, Status::Complete, nodes)
}

fn texts(lines: &[Vec<Move>]) -> Vec<String> {
    let text = |line: &Vec<Move>| {
        let moves: Vec<String> = line.iter().map(Move::to_string).collect();
        moves.join(" ")
    };
    lines.iter().map(text).collect()
}
