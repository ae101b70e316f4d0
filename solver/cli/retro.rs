//! `fata retro`

use std::io;

use super::Outcome;
use super::moves::Start;
use super::output::{Notes, Output};
use super::plan::RetroPlan;
use crate::format::{JsonError, history_json, history_lines};
use crate::retro::{Question, history};
use crate::rules::Uncaptures;

/// Tells what may have come before a diagram.
pub fn run(plan: &RetroPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    let Some(start) = Start::of(&plan.position, output, notes)? else {
        return Ok(Outcome::Bad);
    };
    let question = Question {
        rules: start.rules,
        plies: plan.plies,
        uncaptures: Uncaptures::of_kinds(start.rules, &plan.uncaptures),
        limit: plan.limit,
    };
    let found = match history(&start.position, &question) {
        Ok(found) => found,
        Err(reason) => {
            notes.error(&format!(
                "{}: {reason} (--plies, --uncaptures, --limit)",
                start.id
            ));
            let error = JsonError {
                field: "limit".to_owned(),
                message: reason.to_string(),
            };
            output.error(&start.id, None, None, &[error])?;
            return Ok(Outcome::Limited);
        }
    };
    if output.is_json() {
        let (position, rules) = (&start.position, start.rules);
        output.line(&history_json(
            &start.id, position, rules, plan.plies, &found,
        ))?;
    } else {
        let mut lines = vec![start.heading];
        let language = output.language;
        lines.extend(history_lines(
            &start.position,
            start.rules,
            &found,
            language,
        ));
        output.lines(&lines)?;
    }
    Ok(Outcome::Done)
}
