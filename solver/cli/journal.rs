//! Results kept on disk while they come, so that a run that is killed loses only what was in work.
//!
//! A report `out.csv` is written when all is done. Until then the records stand in `out.csv.part`,
//! one JSON line each, in the order in which they came.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::plan::{Report, ReportKind};
use crate::batch::Record;

/// The records of one problem, each with its line, in the order of phases.
pub type Records = Vec<(Record, String)>;

/// A report in the making.
#[derive(Debug)]
pub struct Journal {
    report: PathBuf,
    part: PathBuf,
    file: File,
}

/// The name under which a report is in the making.
fn part_of(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

impl Journal {
    /// Begins a report, or goes on with one.
    ///
    /// # Errors
    /// If it cannot be written, or would replace what nobody said may be replaced.
    pub fn open(report: &Report, resumes: bool, overwrites: bool) -> Result<Journal, String> {
        let path = &report.path;
        let part = part_of(path);
        let (name, part_name) = (path.display(), part.display());
        if path.exists() && !resumes && !overwrites {
            return Err(format!(
                "{name} exists: choose another name, or let it be replaced with --overwrite"
            ));
        }
        if part.exists() && !resumes && !overwrites {
            return Err(format!(
                "{part_name} is what an unfinished run has left: go on with --resume {name}, or \
                 begin anew with --overwrite"
            ));
        }
        let open = || -> io::Result<File> {
            if !resumes {
                return File::create(&part);
            }
            let file = OpenOptions::new().create(true).append(true).open(&part)?;
            // A killed run may have left half a line.
            let text = fs::read(&part)?;
            let whole = text
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1);
            file.set_len(whole as u64)?;
            Ok(file)
        };
        let file = open().map_err(|error| format!("{part_name} cannot be written: {error}"))?;
        Ok(Journal {
            report: path.clone(),
            part,
            file,
        })
    }

    /// Keeps the records of one problem.
    ///
    /// # Errors
    /// If the disk is full, or the like.
    pub fn add(&mut self, lines: &[String]) -> Result<(), String> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| format!("{} cannot be written: {error}", self.part.display()))
    }

    /// Writes the finished report in place of the journal.
    ///
    /// # Errors
    /// If that cannot be done; the journal stays.
    pub fn finish(self, text: &str) -> Result<(), String> {
        let mut name = self.report.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        let write = || {
            fs::write(&new, text)?;
            fs::rename(&new, &self.report)?;
            fs::remove_file(&self.part)
        };
        write().map_err(|error| format!("{} cannot be written: {error}", self.report.display()))
    }
}

/// Earlier results, by the key of the problem.
#[derive(Debug, Default)]
pub struct Earlier {
    problems: HashMap<String, Records>,
}

impl Earlier {
    /// Reads a report in JSON Lines, and what an unfinished run has left of it.
    ///
    /// # Errors
    /// If there is a file and it cannot be read, or is no such report.
    pub fn read(report: &Path) -> Result<Earlier, String> {
        let mut earlier = Earlier::default();
        let is_lines = report.extension().is_some_and(|ending| ending == "jsonl");
        let part = part_of(report);
        if report.exists() && !is_lines && !part.exists() {
            return Err(format!(
                "{} cannot be resumed from: only reports in .jsonl can",
                report.display()
            ));
        }
        for path in [report.to_owned(), part] {
            let is_journal = path != *report;
            if !path.exists() || !(is_lines || is_journal) {
                continue;
            }
            let name = path.display();
            let text = fs::read_to_string(&path)
                .map_err(|error| format!("{name} cannot be read: {error}"))?;
            let count = text.lines().count();
            for (number, line) in text.lines().enumerate() {
                match Record::read(line) {
                    Ok(record) => earlier.add(record, line),
                    Err(_) if is_journal && number + 1 == count => {}
                    Err(error) => {
                        return Err(format!(
                            "{name}, line {}: not a record: {error}",
                            number + 1
                        ));
                    }
                }
            }
        }
        Ok(earlier)
    }

    fn add(&mut self, record: Record, line: &str) {
        let records = self.problems.entry(record.place.key.clone()).or_default();
        let phase = record.place.phase;
        if records.iter().all(|(other, _)| other.place.phase != phase) {
            records.push((record, line.to_owned()));
            records.sort_by_key(|(record, _)| record.place.phase);
        }
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.problems.len()
    }

    /// The records of the problem with this key, if they are all there and none was stopped by
    /// less time than it would have now.
    pub fn of(&self, key: &str, limit: Option<Duration>) -> Option<&Records> {
        let records = self.problems.get(key)?;
        let phases = records.first()?.0.place.phases;
        let is_settled = |(record, _): &(Record, String)| match record.status.as_str() {
            "interrupted" => false,
            "time-limit" => match (record.place.limit, limit) {
                (Some(had), Some(has)) => had >= has.as_secs_f64(),
                _ => false,
            },
            _ => true,
        };
        (records.len() == phases && records.iter().all(is_settled)).then_some(records)
    }
}

/// The text of a report in any form but YAML, which needs the problem files.
pub fn report_text(kind: ReportKind, records: &[(Record, String)]) -> String {
    let read = || -> Vec<Record> { records.iter().map(|(record, _)| record.clone()).collect() };
    match kind {
        ReportKind::JsonLines | ReportKind::Yaml => records
            .iter()
            .map(|(_, line)| format!("{line}\n"))
            .collect(),
        ReportKind::Csv => crate::batch::csv(&read()),
        ReportKind::Html => crate::batch::html(&read()),
    }
}
