//! `fata table`

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::Outcome;
use super::input::{Entry, usable};
use super::output::{Notes, Output};
use super::plan::When;
use super::progress::Watch;
use super::refusal::{Subject, refuse, setup_errors};
use super::signals;
use super::table_report::{Report, answer, problem_yaml};
use super::threads::Threads;
use crate::format::{JsonError, Line, Role, quick_problem};
use crate::problem::{Problem, Stipulation};
use crate::retro::{BuildError, Material, Plan, Table, Task};
use crate::rules::enter;

/// A board without units, for conditions alone.
const NO_UNITS: &str = "8/8/8/8/8/8/8/8";

/// Which table, and what to do with it.
#[derive(Debug)]
pub struct TablePlan {
    /// The class, unless the table is loaded.
    pub material: Option<String>,
    /// The conditions.
    pub conditions: Vec<String>,
    /// What is played for.
    pub task: Task,
    /// The file to load the table from.
    pub load: Option<PathBuf>,
    /// The file to write the table to.
    pub out: Option<PathBuf>,
    /// Count and show what is remarkable?
    pub stats: bool,
    /// The length of the problems to list.
    pub unique: Option<String>,
    /// Positions to look up.
    pub probes: Vec<String>,
    /// Check all answers?
    pub verify: bool,
    /// The most memory to take, in MiB.
    pub memory: usize,
    /// How many threads.
    pub threads: usize,
    /// Whether to show progress.
    pub progress: When,
}

/// Works out or loads a table, and does with it what is asked.
pub fn run(plan: &TablePlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    signals::catch();
    let threads = Threads::new(plan.threads);
    let mut session = Session {
        plan,
        threads,
        output,
        notes,
    };
    match session.table()? {
        Ok((table, begun)) => session.with(&table, begun),
        Err(outcome) => Ok(outcome),
    }
}

struct Session<'a> {
    plan: &'a TablePlan,
    threads: Threads,
    output: &'a mut Output,
    notes: &'a mut Notes,
}

impl Session<'_> {
    /// The table asked for and when the work on it began, or how it failed, which has been reported.
    fn table(&mut self) -> io::Result<Result<(Table, Instant), Outcome>> {
        let begun = Instant::now();
        if let Some(file) = &self.plan.load {
            let loaded = Table::load(file, (self.plan.memory as u64) << 20);
            return match loaded {
                Ok(table) if self.unique_stipulation(table.task())?.is_err() => {
                    Ok(Err(Outcome::Bad))
                }
                Ok(table) => Ok(Ok((table, begun))),
                Err(error) => {
                    let message = format!("{}: {error}", file.display());
                    self.fail("load", &message)?;
                    Ok(Err(Outcome::Bad))
                }
            };
        }
        if self.unique_stipulation(self.plan.task)?.is_err() {
            return Ok(Err(Outcome::Bad));
        }
        let no_kings = ["NoWk", "NoBk"].map(str::to_owned);
        let document = quick_problem(NO_UNITS, None, &self.plan.conditions, &no_kings);
        let entry = Entry {
            place: "command line".to_owned(),
            origin: None,
            document,
        };
        let Some(problem) = usable(&entry, self.output, self.notes)? else {
            return Ok(Err(Outcome::Bad));
        };
        let text = self.plan.material.as_deref().unwrap_or_default();
        let planned = Material::read(text, problem.rules)
            .map_err(|error| error.to_string())
            .and_then(|material| {
                let plan = Plan::new(problem.rules, &material);
                plan.map_err(|error| error.to_string())
            });
        let plan = match planned {
            Ok(plan) => plan,
            Err(message) => {
                self.fail("material", &message)?;
                return Ok(Err(Outcome::Bad));
            }
        };
        let size = plan.size();
        let needed = usize::try_from(size.memory >> 20).map_or(usize::MAX, |mb| mb + 1);
        let about = format!(
            "{text}: {} {}, {} states, about {needed} MiB",
            size.classes,
            if size.classes == 1 {
                "class"
            } else {
                "classes"
            },
            size.states
        );
        if needed > self.plan.memory {
            let most = self.plan.memory;
            self.fail(
                "memory",
                &format!("{about}, more than the {most} MiB allowed (--memory)"),
            )?;
            return Ok(Err(Outcome::Bad));
        }
        // Whether the file can be written is better known before the work.
        let is_new = self.plan.out.as_ref().filter(|file| !file.exists());
        if let Some(file) = &self.plan.out
            && let Err(error) = std::fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(file)
        {
            let message = format!("{}: cannot be written: {error}", file.display());
            self.fail("out", &message)?;
            return Ok(Err(Outcome::Bad));
        }
        self.notes.note(&about);
        let watch = Watch::new(text.to_owned(), self.plan.progress);
        let task = self.plan.task;
        let built = self.threads.in_pool(|| Table::build(plan, task, &watch));
        watch.finish();
        if let (Some(file), true) = (is_new, built.is_err()) {
            // Nothing comes into it; that it stays empty would harm nobody.
            let _ = std::fs::remove_file(file);
        }
        match built {
            Ok(table) => Ok(Ok((table, begun))),
            Err(BuildError::Stopped) => {
                self.notes.note("interrupted: there is no part of a table");
                Ok(Err(Outcome::Limited))
            }
            Err(error) => {
                self.fail("material", &error.to_string())?;
                Ok(Err(Outcome::Bad))
            }
        }
    }

    fn with(&mut self, table: &Table, begun: Instant) -> io::Result<Outcome> {
        let mut outcome = Outcome::Done;
        if let Some(file) = &self.plan.out
            && let Err(error) = table.save(file)
        {
            let message = format!("{}: cannot be written: {error}", file.display());
            self.fail("out", &message)?;
            outcome = Outcome::Bad;
        }
        if self.plan.verify {
            outcome = outcome.max(self.verify(table)?);
        }
        if self.plan.stats {
            let report = self
                .threads
                .run(|| Report::new(table, self.output.language));
            if self.output.is_json() {
                let seconds = begun.elapsed().as_secs_f64();
                self.output
                    .line(&report.json(table, seconds, self.plan.threads))?;
            } else {
                self.output
                    .lines(&report.lines(table, self.output.language))?;
            }
        }
        for fen in &self.plan.probes {
            outcome = outcome.max(self.probe(table, fen)?);
        }
        if let Ok(Some(stipulation)) = self.unique_stipulation(table.task())? {
            self.list(table, stipulation)?;
        }
        Ok(outcome)
    }

    /// The stipulation of the problems to list, if any are; what is wrong with it has been reported.
    fn unique_stipulation(&mut self, task: Task) -> io::Result<Result<Option<Stipulation>, ()>> {
        let Some(length) = &self.plan.unique else {
            return Ok(Ok(None));
        };
        let stipulation = task.stipulation_of(length);
        match stipulation {
            Ok(stipulation) => Ok(Ok(Some(stipulation))),
            Err(error) => {
                self.fail("unique", &error.to_string())?;
                Ok(Err(()))
            }
        }
    }

    fn list(&mut self, table: &Table, stipulation: Stipulation) -> io::Result<()> {
        let diagrams = self.threads.in_pool(|| table.unique(stipulation));
        self.notes
            .note(&format!("{} with one solution", diagrams.len()));
        for (n, setup) in diagrams.into_iter().enumerate() {
            let problem = Problem {
                id: format!("{}-{}", table.material(), n + 1),
                ..super::table_report::problem(table, setup, Some(stipulation))
            };
            self.output.lines(&problem_yaml(&problem))?;
        }
        Ok(())
    }

    fn verify(&mut self, table: &Table) -> io::Result<Outcome> {
        let watch = Watch::new(format!("{} verify", table.material()), self.plan.progress);
        let checked = self.threads.in_pool(|| table.verify(&watch));
        watch.finish();
        match checked {
            Ok(checked) => {
                let positions = checked.positions;
                let material = table.material();
                if self.output.is_json() {
                    let status = if checked.is_complete {
                        "complete"
                    } else {
                        "interrupted"
                    };
                    let json = format!(
                        r#"{{"table":"{material}","verified":{positions},"status":"{status}"}}"#
                    );
                    self.output.line(&json)?;
                } else {
                    let text = format!("{material}: {positions} positions verified");
                    self.output.lines(&[Line::new(Role::Note, text)])?;
                }
                if checked.is_complete {
                    return Ok(Outcome::Done);
                }
                self.notes.note("interrupted: the others were not");
                Ok(Outcome::Limited)
            }
            Err(contradiction) => {
                self.fail("verify", &contradiction.to_string())?;
                Ok(Outcome::Bad)
            }
        }
    }

    fn probe(&mut self, table: &Table, fen: &str) -> io::Result<Outcome> {
        let rules = table.rules();
        let conditions: Vec<String> = rules.conditions().into_iter().map(str::to_owned).collect();
        let no_kings = ["NoWk", "NoBk"].map(str::to_owned);
        let entry = Entry {
            place: "command line".to_owned(),
            origin: None,
            document: quick_problem(fen, None, &conditions, &no_kings),
        };
        let Some(problem) = usable(&entry, self.output, self.notes)? else {
            return Ok(Outcome::Bad);
        };
        let position = match enter(&problem.setup, rules, problem.setup.to_move) {
            Ok(position) => position,
            Err(errors) => {
                let subject = Subject {
                    place: &entry.place,
                    id: fen,
                    twin: None,
                    side: None,
                };
                refuse(subject, &setup_errors(&errors), self.output, self.notes)?;
                return Ok(Outcome::Bad);
            }
        };
        match table.probe(&position) {
            Some(outcome) => {
                let language = self.output.language;
                if self.output.is_json() {
                    let json = answer(table, &position, outcome, language).json(fen);
                    self.output.line(&json)?;
                } else {
                    let text = answer(table, &position, outcome, language).text();
                    let line = format!("{fen}: {text}");
                    self.output.lines(&[Line::new(Role::Solution, line)])?;
                }
                Ok(Outcome::Done)
            }
            None => {
                let message = format!(
                    "`{fen}` is not in the table of {}: it is of another class, or has a right to \
                     castle, which tables leave out (write `-` for the castling field)",
                    table.material()
                );
                self.fail("probe", &message)?;
                Ok(Outcome::Bad)
            }
        }
    }

    fn fail(&mut self, field: &str, message: &str) -> io::Result<()> {
        self.notes.error(message);
        let error = JsonError {
            field: field.to_owned(),
            message: message.to_owned(),
        };
        let id = self.plan.material.as_deref().unwrap_or("table");
        self.output.error(id, None, None, &[error])
    }
}
