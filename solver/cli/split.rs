//! `fata split`

use std::io;

use super::Outcome;
use super::input::usable;
use super::output::{Notes, Output};
use super::plan::SplitPlan;
use super::refusal::{Subject, no_stipulation, refuse, setup_errors, twin_error};
use crate::board::Position;
use crate::chess::Move;
use crate::format::{JsonError, part_document};
use crate::problem::{Duplex, Part, Phase, Problem};
use crate::rules::{Job, Rules, enter};

/// Prints problems in parts, each with a share of the first moves, as a problem file.
pub fn run(plan: &SplitPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    let is_bad = plan.input.report(output, notes)?;
    let mut outcome = if is_bad { Outcome::Bad } else { Outcome::Done };
    for entry in &plan.input.entries {
        let Some(problem) = usable(entry, output, notes)? else {
            outcome = Outcome::Bad;
            continue;
        };
        for (twin, documents) in split(problem, plan.parts) {
            match documents {
                Ok(documents) => output.line(documents.concat().trim_end())?,
                Err(errors) => {
                    let subject = Subject {
                        place: &entry.place,
                        id: &problem.id,
                        twin: twin.as_deref(),
                        side: None,
                    };
                    refuse(subject, &errors, output, notes)?;
                    outcome = Outcome::Bad;
                }
            }
        }
    }
    Ok(outcome)
}

type Split = (Option<String>, Result<Vec<String>, Vec<JsonError>>);

/// The documents of each twin, or why there are none.
fn split(problem: &Problem, parts: Option<u32>) -> Vec<Split> {
    let refused = |field: &str, message: &str| {
        let error = JsonError {
            field: field.to_owned(),
            message: message.to_owned(),
        };
        vec![(None, Err(vec![error]))]
    };
    let Some(stipulation) = problem.stipulation else {
        return vec![(None, Err(vec![no_stipulation()]))];
    };
    if problem.part.is_some() {
        return refused(
            "part",
            "a part cannot be split again: split the whole into more parts",
        );
    }
    if problem.options.duplex != Duplex::No {
        return refused(
            "options",
            "a problem for both sides cannot be split: state each side apart",
        );
    }
    if problem.options.post_key_play {
        return refused(
            "options",
            "after the key there are no first moves to share out",
        );
    }
    if problem.options.max_solutions.is_some() {
        return refused(
            "options",
            "`MaxSolutions` holds for the whole: it cannot be split",
        );
    }
    let phases = problem.phases(stipulation).into_iter();
    let documents = phases.map(|phase| match phase {
        Ok(phase) => (Some(phase.twin.clone()), documents(problem, &phase, parts)),
        Err((twin, error)) => (Some(twin), Err(vec![twin_error(&error)])),
    });
    documents.collect()
}

fn documents(
    problem: &Problem,
    phase: &Phase,
    parts: Option<u32>,
) -> Result<Vec<String>, Vec<JsonError>> {
    let position = enter(&phase.setup, phase.rules, phase.first_to_move());
    let position = position.map_err(|errors| setup_errors(&errors))?;
    let count = phase.rules.run(FirstMoves(position)) as u64;
    let options = &phase.options;
    let start = options.start_move.unwrap_or(1);
    let end = options.up_to_move.map_or(count, |end| end.min(count));
    let count = (end + 1).saturating_sub(start);
    // Without a first move there is still a question, and its answer.
    let parts = u64::from(parts.unwrap_or(u32::MAX)).min(count).max(1);
    let document = |number: u64| {
        let part = Part {
            of: problem.id.clone(),
            twin: phase.twin.clone(),
            number: number as u32,
            parts: parts as u32,
        };
        let first = start + count * (number - 1) / parts;
        let last = (start + count * number / parts - 1).max(first);
        part_document(problem, phase, &part, first, last)
    };
    Ok((1..=parts).map(document).collect())
}

struct FirstMoves(Position);

impl Job for FirstMoves {
    type Output = usize;

    fn run<R: Rules>(mut self) -> usize {
        let mut moves: Vec<Move> = Vec::new();
        R::legal_moves(&mut self.0, &mut moves);
        moves.len()
    }
}
