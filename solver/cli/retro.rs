//! `fata retro`

use std::io;
use std::time::Instant;

use super::Outcome;
use super::moves::Start;
use super::output::{Notes, Output};
use super::plan::RetroPlan;
use super::signals;
use crate::format::{JsonError, history_json, history_lines};
use crate::problem::Status;
use crate::retro::{Question, Watcher, history};
use crate::rules::Uncaptures;

/// Tells what may have come before a diagram.
pub fn run(plan: &RetroPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    signals::catch();
    let Some(start) = Start::of(&plan.position, output, notes)? else {
        return Ok(Outcome::Bad);
    };
    let question = Question {
        rules: start.rules,
        plies: plan.plies,
        uncaptures: Uncaptures::of_kinds(start.rules, &plan.uncaptures),
        limit: plan.limit,
    };
    let watch = Timed {
        deadline: plan.time_limit.map(|limit| Instant::now() + limit),
    };
    let mut found = match history(&start.position, &question, &watch) {
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
    if found.status == Status::Interrupted && !signals::is_interrupted() {
        found.status = Status::TimeLimit;
    }
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
    Ok(match found.status {
        Status::Complete => Outcome::Done,
        _ => Outcome::Limited,
    })
}

/// Wants an end when the time is over or the user does.
struct Timed {
    deadline: Option<Instant>,
}

impl Watcher for Timed {
    fn should_stop(&self) -> bool {
        signals::is_interrupted() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}
