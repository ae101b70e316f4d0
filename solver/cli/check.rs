//! `fata check`

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::Outcome;
use super::endings;
use super::enrich::enrich;
use super::journal::{Earlier, Journal, Records, report_text};
use super::output::{Notes, Output};
use super::plan::{CheckPlan, ReportKind};
use super::progress::{Bars, Watch};
use super::refusal::{setup_errors, twin_error};
use super::signals;
use super::solve::name;
use super::tasks::{Kind, Task, tasks};
use super::threads::{STACK, Threads};
use crate::batch::{
    Record, Share, Summary, Tables, check_phase, record_line, record_lines, share_out,
};
use crate::chess::Color;
use crate::format::{JsonError, Line, Role, claims_refusal};
use crate::problem::{Finding, Phase, Problem, Status, Verdict};
use crate::search::{Limits, Watcher};

/// Checks all problems; results are printed in the order of the input, as soon as those before
/// them are there.
pub fn run(plan: &CheckPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    signals::catch();
    let is_bad = plan.input.report(output, notes)?;
    let tables = match endings::load(plan.tables.as_deref(), &plan.input) {
        Ok(tables) => tables,
        Err(error) => {
            notes.error(&error.to_string());
            return Ok(Outcome::Bad);
        }
    };
    let (mut journal, earlier) = match open(plan, notes) {
        Ok(files) => files,
        Err(message) => {
            notes.error(&message);
            return Ok(Outcome::Bad);
        }
    };
    let tasks = tasks(plan, notes);
    let work = Work {
        plan,
        tables,
        threads: Threads::new(plan.limits.threads),
        bars: Bars::new(tasks.len(), plan.progress),
    };
    let mut teller = Teller {
        output,
        bars: &work.bars,
        tasks: &tasks,
        waiting: BTreeMap::new(),
        next: 0,
        records: vec![None; tasks.len()],
        summary: Summary::default(),
        failure: None,
    };
    let mut unkept = None;
    let mut keep = |done: &Done| {
        if let (Some(journal), true, None) = (&mut journal, done.is_whole, &unkept) {
            unkept = journal.add(&done.lines).err();
        }
    };
    // What this very report had already needs no second keeping.
    let is_kept = plan.resume.as_ref() == plan.report.as_ref().map(|report| &report.path);
    let mut todo = Vec::new();
    for (n, task) in tasks.iter().enumerate() {
        let Some(records) = earlier.of(&task.key, plan.limits.time) else {
            todo.push(n);
            continue;
        };
        let done = Done {
            lines: task.placed(records),
            is_whole: true,
        };
        if !is_kept {
            keep(&done);
        }
        teller.take(n, done);
    }
    share_out(
        todo.len(),
        plan.limits.threads,
        STACK,
        |n, share| work.on(&tasks[todo[n]], share),
        |n, done: Done| {
            keep(&done);
            teller.take(todo[n], done);
        },
    );
    let (records, summary) = teller.finish()?;
    tell_summary(&summary, output, notes)?;
    let mut outcome = ending(&summary);
    if is_bad {
        outcome = Outcome::Bad;
    }
    let unfinished = records.iter().filter(|records| records.is_none()).count();
    if unfinished > 0 {
        notes.note(&format!("interrupted: {unfinished} not finished"));
        outcome = outcome.max(Outcome::Limited);
    }
    let written = match (unkept, journal, &plan.report) {
        (Some(message), ..) => Err(message),
        (None, Some(_), Some(report)) if unfinished > 0 => {
            let name = report.path.display();
            notes.note(&format!(
                "the report is not complete: go on with --resume {name}"
            ));
            Ok(())
        }
        (None, Some(journal), Some(report)) => {
            let records: Vec<Records> = records.into_iter().flatten().collect();
            let text = match report.kind {
                ReportKind::Yaml => enrich(&plan.input, &tasks, &records),
                kind => report_text(kind, &records.concat()),
            };
            journal.finish(&text)
        }
        _ => Ok(()),
    };
    if let Err(message) = written {
        notes.error(&message);
        outcome = Outcome::Bad;
    }
    Ok(outcome)
}

/// Opens what the run writes and reads what it goes on with, before any work begins.
fn open(plan: &CheckPlan, notes: &mut Notes) -> Result<(Option<Journal>, Earlier), String> {
    let earlier = match &plan.resume {
        Some(path) => {
            let earlier = Earlier::read(path)?;
            notes.note(&format!(
                "{} problems taken from {}",
                earlier.len(),
                path.display()
            ));
            earlier
        }
        None => Earlier::default(),
    };
    let Some(report) = &plan.report else {
        return Ok((None, earlier));
    };
    let resumes = plan.resume.as_ref() == Some(&report.path);
    let journal = Journal::open(report, resumes, plan.overwrite)?;
    Ok((Some(journal), earlier))
}

/// How a command with these verdicts ends.
pub fn ending(summary: &Summary) -> Outcome {
    if summary.has(|verdict| verdict == Verdict::Error) {
        Outcome::Bad
    } else if summary.has(Verdict::is_unsound) {
        Outcome::Unsound
    } else if summary.has(|verdict| verdict == Verdict::Unchecked) {
        Outcome::Limited
    } else {
        Outcome::Done
    }
}

/// Says how many got which verdict.
///
/// # Errors
/// If it cannot be printed.
pub fn tell_summary(summary: &Summary, output: &mut Output, notes: &mut Notes) -> io::Result<()> {
    let lines = summary.lines();
    if output.is_json() {
        lines.iter().for_each(|line| notes.note(line));
        return Ok(());
    }
    let lines = lines.into_iter().map(|line| Line::new(Role::Note, line));
    let blank = Line::new(Role::Note, "");
    let lines: Vec<Line> = [blank].into_iter().chain(lines).collect();
    output.lines(&lines)
}

/// The records of a task.
struct Done {
    lines: Vec<String>,
    /// Whether nothing is missing because of an interrupt.
    is_whole: bool,
}

/// What all workers share.
struct Work<'a> {
    plan: &'a CheckPlan,
    tables: Tables,
    threads: Threads,
    bars: Bars,
}

impl Work<'_> {
    /// Works on a task with a share of the threads; `None` if the slice is too short for it.
    fn on(&self, task: &Task, share: Share) -> Option<Done> {
        let limit = self.plan.limits.time;
        let place = |phase| task.place(phase, limit.map(|limit| limit.as_secs_f64()));
        let (problem, phases) = match &task.kind {
            Kind::Problem { problem, phases } => (problem, phases),
            Kind::Bad { errors, is_meant } => {
                let record = Record::refused(&task.id, None, None, errors, *is_meant, &place(0));
                return Some(Done {
                    lines: vec![record.line()],
                    is_whole: true,
                });
            }
        };
        // A slice that is most of the time limit is no use: the problem may have all of it.
        let slice = share
            .slice
            .filter(|slice| limit.is_none_or(|limit| slice.saturating_mul(2) < limit));
        let cut = Cut {
            end: slice.and_then(|slice| Instant::now().checked_add(slice)),
            was_needed: AtomicBool::new(false),
        };
        let mut done = Done {
            lines: Vec::new(),
            is_whole: true,
        };
        for (n, phase) in phases.iter().enumerate() {
            if signals::is_interrupted() {
                done.is_whole = false;
                break;
            }
            let refused = |twin: Option<&str>, side: Option<Color>, errors: &[JsonError]| {
                let expected = problem.claims.expected.as_ref();
                let is_meant = claims_refusal(expected, twin);
                Record::refused(&task.id, twin, side, errors, is_meant, &place(n)).line()
            };
            let line = match phase {
                Ok(phase) => match self.phase(problem, phase, share, &cut) {
                    Ok(mut checked) => {
                        if cut.was_needed.load(Ordering::Relaxed) {
                            return None;
                        }
                        done.is_whole &= checked.solution.status != Status::Interrupted
                            && !signals::is_interrupted();
                        let expected = problem.claims.expected.as_ref();
                        if claims_refusal(expected, Some(&phase.twin)) {
                            checked.findings.insert(0, Finding::NotRefused);
                            checked.verdict = checked.verdict.max(Verdict::ClaimDiffers);
                        }
                        let part = problem.part.as_ref();
                        record_line(&task.id, part, &checked, &place(n), share.threads)
                    }
                    Err(errors) => {
                        let twin = (!problem.twins.is_empty()).then_some(phase.twin.as_str());
                        refused(twin, phase.is_duplex.then_some(phase.side), &errors)
                    }
                },
                Err((twin, error)) => refused(Some(twin), None, &[twin_error(error)]),
            };
            done.lines.push(line);
        }
        Some(done)
    }

    fn phase(
        &self,
        problem: &Problem,
        phase: &Phase,
        share: Share,
        cut: &Cut,
    ) -> Result<crate::batch::Checked, Vec<JsonError>> {
        let plan = self.plan;
        let mut limits = Limits {
            threads: share.threads,
            ..plan.limits.clone()
        };
        if !plan.is_memory_given {
            // So that all problems in work together take no more than one would.
            limits.memory = (limits.memory * share.threads / plan.limits.threads).max(1);
        }
        let watch = Sliced {
            watch: self.bars.watch(name(problem, phase)),
            cut,
        };
        let check = || {
            let endings = self.tables.endings(phase);
            check_phase(problem, phase, &limits, endings, &watch, plan.verify)
        };
        let checked = if share.threads > 1 {
            self.threads.run(check)
        } else {
            check()
        };
        watch.watch.finish();
        checked.map_err(|errors| setup_errors(&errors))
    }
}

/// The end of a slice.
struct Cut {
    end: Option<Instant>,
    was_needed: AtomicBool,
}

/// Watches a search that has a slice of time only.
struct Sliced<'a> {
    watch: Watch,
    cut: &'a Cut,
}

impl Watcher for Sliced<'_> {
    fn progress(&self, done: u64, total: u64) {
        self.watch.progress(done, total);
    }

    fn should_stop(&self) -> bool {
        if self.watch.should_stop() {
            return true;
        }
        let is_over = self.cut.end.is_some_and(|end| Instant::now() >= end);
        if is_over {
            self.cut.was_needed.store(true, Ordering::Relaxed);
        }
        is_over
    }
}

/// Prints results in the order of the input.
struct Teller<'a> {
    output: &'a mut Output,
    bars: &'a Bars,
    tasks: &'a [Task],
    waiting: BTreeMap<usize, Done>,
    next: usize,
    records: Vec<Option<Records>>,
    summary: Summary,
    failure: Option<io::Error>,
}

impl Teller<'_> {
    fn take(&mut self, task: usize, done: Done) {
        self.waiting.insert(task, done);
        while let Some(done) = self.waiting.remove(&self.next) {
            self.tell(self.next, done);
            self.next += 1;
        }
        self.bars.advance();
    }

    fn tell(&mut self, task: usize, done: Done) {
        let read = |line: String| Record::read(&line).map(|record| (record, line));
        let records: Records = done.lines.into_iter().flat_map(read).collect();
        let task_of = &self.tasks[task];
        for (record, line) in &records {
            self.summary.add(record.verdict);
            if self.failure.is_some() {
                continue;
            }
            let phase = task_of.phase(record.place.phase);
            let (output, bars) = (&mut *self.output, self.bars);
            let printed = bars.aside(|| {
                if output.is_json() {
                    output.line(line)
                } else {
                    output.lines(&record_lines(record, phase, output.language))
                }
            });
            self.failure = printed.err();
        }
        if done.is_whole {
            self.records[task] = Some(records);
        }
    }

    /// Tells what waits for others that never came.
    ///
    /// # Errors
    /// If something could not be printed.
    fn finish(mut self) -> io::Result<(Vec<Option<Records>>, Summary)> {
        for (task, done) in std::mem::take(&mut self.waiting) {
            self.tell(task, done);
        }
        self.bars.finish();
        match self.failure {
            Some(error) => Err(error),
            None => Ok((self.records, self.summary)),
        }
    }
}
