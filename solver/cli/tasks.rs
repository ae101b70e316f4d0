//! What `fata check` works on: every document of the input is a task.

use super::input::Entry;
use super::journal::Records;
use super::output::Notes;
use super::plan::CheckPlan;
use super::refusal::no_stipulation;
use crate::batch::{Place, Record, key};
use crate::format::JsonError;
use crate::problem::{Phase, Problem, TwinError};

/// A document to be checked.
pub struct Task {
    /// Its number in the whole input, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// Tells it from others, whatever its place.
    pub key: String,
    /// Its id.
    pub id: String,
    /// Where it comes from.
    pub origin: Option<(usize, usize)>,
    /// What to do.
    pub kind: Kind,
}

/// What to do with a document.
pub enum Kind {
    /// Check its phases.
    Problem {
        /// The problem.
        problem: Box<Problem>,
        /// Its phases, or what is wrong with a twin.
        phases: Vec<Result<Phase, (String, TwinError)>>,
    },
    /// Nothing: it is refused.
    Bad {
        /// Why.
        errors: Vec<JsonError>,
        /// Whether it says so itself.
        is_meant: bool,
    },
}

/// The tasks of this run. Warnings and errors about documents are told at once.
pub fn tasks(plan: &CheckPlan, notes: &mut Notes) -> Vec<Task> {
    let of = plan.input.entries.len();
    let mut tasks = Vec::new();
    for (index, entry) in plan.input.entries.iter().enumerate() {
        if plan.shard.is_some_and(|shard| !shard.has(index)) {
            continue;
        }
        for warning in &entry.document.warnings {
            notes.warning(&warning.to_string());
        }
        tasks.push(task(plan, entry, index + 1, of, notes));
    }
    tasks
}

fn task(plan: &CheckPlan, entry: &Entry, number: usize, of: usize, notes: &mut Notes) -> Task {
    let document = &entry.document;
    let bad = |errors: Vec<JsonError>| {
        let texts = errors
            .iter()
            .map(|error| error.field.clone() + &error.message);
        let text: String = texts.collect();
        Task {
            number,
            of,
            key: format!("refused {} {text}", document.id),
            id: document.id.clone(),
            origin: entry.origin,
            kind: Kind::Bad {
                errors,
                is_meant: document.is_meant_bad,
            },
        }
    };
    let problem = match &document.problem {
        Ok(problem) => problem,
        Err(errors) => {
            for error in errors.iter().filter(|_| !document.is_meant_bad) {
                notes.error(&error.to_string());
            }
            let errors = errors.iter().map(|error| JsonError {
                field: error.field().unwrap_or("document").to_owned(),
                message: error.message().to_owned(),
            });
            return bad(errors.collect());
        }
    };
    let Some(stipulation) = problem.stipulation else {
        let error = no_stipulation();
        if !document.is_meant_bad {
            notes.error(&format!(
                "{}, field `stipulation`: {}",
                entry.place, error.message
            ));
        }
        return bad(vec![error]);
    };
    let mut problem = problem.clone();
    if let Some(tries) = plan.tries {
        problem.options.tries = tries;
    }
    Task {
        number,
        of,
        key: key(&problem, &plan.limits, plan.verify),
        id: problem.id.clone(),
        origin: entry.origin,
        kind: Kind::Problem {
            phases: problem.phases(stipulation),
            problem: Box::new(problem),
        },
    }
}

impl Task {
    /// The place of the record of one phase, numbered from 0.
    pub fn place(&self, phase: usize, limit: Option<f64>) -> Place {
        let phases = match &self.kind {
            Kind::Problem { phases, .. } => phases.len(),
            Kind::Bad { .. } => 1,
        };
        Place {
            number: self.number,
            of: self.of,
            phase: phase + 1,
            phases,
            key: self.key.clone(),
            limit,
        }
    }

    /// Earlier records of the same problem, put in this place.
    pub fn placed(&self, records: &Records) -> Vec<String> {
        let placed = |(record, line): &(Record, String)| {
            Record::placed(line, self.number, self.of).unwrap_or_else(|| record.line())
        };
        records.iter().map(placed).collect()
    }

    /// The phase with this number, from 1.
    pub fn phase(&self, number: usize) -> Option<&Phase> {
        match &self.kind {
            Kind::Problem { phases, .. } => phases.get(number.checked_sub(1)?)?.as_ref().ok(),
            Kind::Bad { .. } => None,
        }
    }
}
