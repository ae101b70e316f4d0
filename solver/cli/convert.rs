//! `fata convert`

use std::io;

use super::Outcome;
use super::input::usable;
use super::output::{Notes, Output};
use super::plan::{ConvertPlan, ToFormat};
use super::refusal::{Subject, refuse};
use crate::chess::Color;
use crate::format::{
    Document, JsonError, fen_line, json_document, popeye_input, popeye_problem, problem_fields,
    yaml_document,
};
use crate::problem::Problem;

/// Writes all problems in another format. Those that cannot be written are refused by name and do not
/// stop the others.
pub fn run(plan: &ConvertPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    if !plan.target.is_usable(notes) {
        return Ok(Outcome::Bad);
    }
    let to = plan.to.unwrap_or_else(|| by_name(plan));
    let mut is_bad = plan.input.report(output, notes)?;
    let mut written = Vec::new();
    let mut with_claims = 0;
    for entry in &plan.input.entries {
        let Some(problem) = usable(entry, output, notes)? else {
            is_bad = true;
            continue;
        };
        match write(to, problem, &entry.document) {
            Ok(text) => {
                written.push(text);
                with_claims += usize::from(has_claims(problem));
            }
            Err(errors) => {
                is_bad = true;
                let subject = Subject {
                    place: &entry.place,
                    id: &problem.id,
                    twin: None,
                    side: None,
                };
                refuse(subject, &errors, output, notes)?;
            }
        }
    }
    let text = match to {
        ToFormat::Popeye => popeye_input(&written),
        _ => written.concat(),
    };
    is_bad |= !plan.target.write(&text, output, notes)?;
    let place = match to {
        ToFormat::Popeye => Some("input for Popeye has no place for claims about solutions"),
        ToFormat::Fen => Some("a diagram alone has no place for what is asked and claimed"),
        _ => None,
    };
    if let Some(place) = place
        && (to == ToFormat::Fen || with_claims > 0)
        && !written.is_empty()
    {
        notes.note(&format!("{place}: they are left out"));
    }
    Ok(if is_bad { Outcome::Bad } else { Outcome::Done })
}

/// The format that the name of the file to write tells.
fn by_name(plan: &ConvertPlan) -> ToFormat {
    match plan.target.ending().as_deref() {
        Some("inp") => ToFormat::Popeye,
        Some("jsonl" | "ndjson") => ToFormat::Jsonl,
        Some("fen") => ToFormat::Fen,
        _ => ToFormat::Yaml,
    }
}

fn has_claims(problem: &Problem) -> bool {
    let claims = &problem.claims;
    claims.intended_solutions.is_some() || claims.solution.is_some() || claims.expected.is_some()
}

/// One problem, with the end of its last line.
fn write(to: ToFormat, problem: &Problem, document: &Document) -> Result<String, Vec<JsonError>> {
    let fields = || problem_fields(problem, &document.kept);
    match to {
        ToFormat::Popeye => popeye_problem(problem, &document.kept),
        ToFormat::Yaml => yaml_document(&fields()).map_err(|error| vec![error]),
        ToFormat::Jsonl => json_document(&fields())
            .map(|line| line + "\n")
            .map_err(|error| vec![error]),
        ToFormat::Fen => fen_line(&problem.setup, first_to_move(problem)).map(|line| line + "\n"),
    }
}

/// The side that begins, by the stipulation or else by the diagram.
pub fn first_to_move(problem: &Problem) -> Color {
    let phases = problem.stipulation.map(|it| problem.phases(it));
    let first = phases.into_iter().flatten().flatten().next();
    first.map_or(problem.setup.to_move, |phase| phase.first_to_move())
}
