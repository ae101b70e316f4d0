//! `fata solve`

use std::io;

use super::Outcome;
use super::endings;
use super::input::usable;
use super::output::{Notes, Output};
use super::plan::SolvePlan;
use super::progress::Watch;
use super::refusal::{Subject, no_stipulation, refuse, setup_errors, twin_error};
use super::signals;
use super::threads::Threads;
use crate::batch::Tables;
use crate::format::{
    EffortJson, JsonError, Line, Role, effort_lines, heading, phase_heading, phase_table,
    solution_json_with, solution_lines, verification_line,
};
use crate::problem::{Aim, Phase, Problem, Status, Verification};
use crate::search::{Direction, solve_knowing, verify};

/// Solves all problems in order; each result is printed as soon as it is there.
pub fn run(plan: &SolvePlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    signals::catch();
    let threads = Threads::new(plan.limits.threads);
    let is_bad = plan.input.report(output, notes)?;
    let outcome = if is_bad { Outcome::Bad } else { Outcome::Done };
    let tables = match endings::load(plan.tables.as_deref(), &plan.input) {
        Ok(tables) => tables,
        Err(error) => {
            notes.error(&error.to_string());
            return Ok(Outcome::Bad);
        }
    };
    let mut session = Session {
        plan,
        tables,
        threads,
        output,
        notes,
        outcome,
        is_first: true,
        skipped: 0,
    };
    for entry in &plan.input.entries {
        match usable(entry, session.output, session.notes)? {
            Some(problem) => session.problem(&entry.place, problem)?,
            None => session.outcome = Outcome::Bad,
        }
    }
    if session.skipped > 0 {
        let count = session.skipped;
        session
            .notes
            .note(&format!("interrupted: {count} not begun"));
    }
    Ok(session.outcome)
}

struct Session<'a> {
    plan: &'a SolvePlan,
    tables: Tables,
    threads: Threads,
    output: &'a mut Output,
    notes: &'a mut Notes,
    outcome: Outcome,
    is_first: bool,
    skipped: usize,
}

impl Session<'_> {
    fn problem(&mut self, place: &str, problem: &Problem) -> io::Result<()> {
        let Some(stipulation) = problem.stipulation else {
            return self.refuse(
                Subject {
                    place,
                    id: &problem.id,
                    twin: None,
                    side: None,
                },
                &[no_stipulation()],
            );
        };
        let mut problem = problem.clone();
        if let Some(tries) = self.plan.tries {
            problem.options.tries = tries;
        }
        if self.plan.table {
            if stipulation.aim != Aim::Help && (2..=3).contains(&stipulation.moves) {
                problem.options.set_play = true;
                problem.options.tries = problem.options.tries.max(1);
            } else {
                self.notes.note(&format!(
                    "{place}: there is no table for {stipulation}: only battle play in two or three \
                     moves has one"
                ));
            }
        }
        if signals::is_interrupted() {
            self.skipped += 1;
            return Ok(());
        }
        if !self.output.is_json() {
            let mut lines = heading(&problem, self.output.language);
            if !self.is_first {
                lines.insert(0, Line::new(Role::Diagram, ""));
            }
            self.is_first = false;
            self.output.lines(&lines)?;
        }
        for phase in problem.phases(stipulation) {
            match phase {
                Ok(phase) => self.phase(place, &problem, &phase)?,
                Err((twin, error)) => {
                    let subject = Subject {
                        place,
                        id: &problem.id,
                        twin: Some(&twin),
                        side: None,
                    };
                    self.refuse(subject, &[twin_error(&error)])?;
                }
            }
        }
        Ok(())
    }

    fn phase(&mut self, place: &str, problem: &Problem, phase: &Phase) -> io::Result<()> {
        if signals::is_interrupted() {
            self.skipped += 1;
            return Ok(());
        }
        let limits = &self.plan.limits;
        let watch = Watch::new(name(problem, phase), self.plan.progress);
        let endings = self.tables.endings(phase);
        let solve = || solve_knowing(phase, limits, endings, &watch);
        let answer = self.threads.run(solve);
        let verification = match &answer {
            Ok(found) if self.plan.verify => {
                Some(self.threads.run(|| verify(phase, found, limits, &watch)))
            }
            _ => None,
        };
        watch.finish();
        let solution = match answer {
            Ok(solution) => solution,
            Err(errors) => {
                let twin = (!problem.twins.is_empty()).then_some(phase.twin.as_str());
                let subject = Subject {
                    place,
                    id: &problem.id,
                    twin,
                    side: phase.is_duplex.then_some(phase.side),
                };
                return self.refuse(subject, &setup_errors(&errors));
            }
        };
        let went_forward = solution.effort.goals.is_none() && solution.status == Status::Complete;
        if limits.direction == Direction::Backward && went_forward {
            let name = name(problem, phase);
            let why = match phase.stipulation.aim {
                Aim::Help => {
                    "as the goals in reach cannot be told under its rules, or are too many"
                }
                _ => "as only help play is searched backward",
            };
            self.notes.note(&format!("{name}: searched forward, {why}"));
        }
        if solution.status != Status::Complete {
            self.outcome = self.outcome.max(Outcome::Limited);
        }
        match verification {
            Some(Verification::Differs(_)) => self.outcome = self.outcome.max(Outcome::Unsound),
            Some(Verification::Unfinished) => self.outcome = self.outcome.max(Outcome::Limited),
            Some(Verification::Agrees) | None => {}
        }
        if self.output.is_json() {
            let more = EffortJson::new(&solution, verification.as_ref(), self.plan.stats);
            let threads = limits.threads;
            let json = solution_json_with(&problem.id, phase, &solution, threads, &more);
            return self.output.line(&json);
        }
        let play = solution_lines(phase, &solution, self.output.language);
        let play = play.expect("a diagram that was solved can be played");
        let heading = phase_heading(problem, phase);
        let mut lines: Vec<Line> = heading.into_iter().chain(play).collect();
        if self.plan.table {
            lines.extend(phase_table(phase, &solution, self.output.language));
        }
        lines.extend(verification.as_ref().map(verification_line));
        if self.plan.stats {
            lines.extend(effort_lines(&solution));
        }
        self.output.lines(&lines)
    }

    fn refuse(&mut self, subject: Subject<'_>, errors: &[JsonError]) -> io::Result<()> {
        self.outcome = Outcome::Bad;
        refuse(subject, errors, self.output, self.notes)
    }
}

/// What the progress bar calls a phase.
pub fn name(problem: &Problem, phase: &Phase) -> String {
    let twin = if problem.twins.is_empty() {
        ""
    } else {
        phase.twin.as_str()
    };
    let side = if phase.is_duplex {
        phase.side.name()
    } else {
        ""
    };
    [problem.id.as_str(), twin, side]
        .iter()
        .filter(|word| !word.is_empty())
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}
