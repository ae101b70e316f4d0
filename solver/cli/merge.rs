//! `fata merge`

use std::fs;
use std::io;

use super::Outcome;
use super::check::{ending, tell_summary};
use super::journal::report_text;
use super::output::{Notes, Output};
use super::plan::{MergePlan, ReportKind};
use crate::batch::{Record, Report, Summary, merge, record_lines};

/// Puts reports together, says what is missing or contradictory, and judges what was split.
pub fn run(plan: &MergePlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    let merged = reports(plan).and_then(merge);
    let merged = match merged {
        Ok(merged) => merged,
        Err(message) => {
            notes.error(&message);
            return Ok(Outcome::Bad);
        }
    };
    let mut summary = Summary::default();
    for (record, line) in &merged.records {
        summary.add(record.verdict);
        if output.is_json() {
            output.line(line)?;
        } else {
            output.lines(&record_lines(record, None, output.language))?;
        }
    }
    tell_summary(&summary, output, notes)?;
    let mut outcome = ending(&summary);
    for contradiction in &merged.contradictions {
        notes.error(contradiction);
        outcome = outcome.max(Outcome::Unsound);
    }
    if !merged.missing.is_empty() {
        notes.error(&format!("missing: {}", ranges(&merged.missing)));
        outcome = outcome.max(Outcome::Limited);
    }
    if let Some(report) = &plan.report {
        let name = report.path.display();
        let written = if report.path.exists() && !plan.overwrite {
            Err(format!(
                "{name} exists: choose another name, or let it be replaced with --overwrite"
            ))
        } else {
            fs::write(&report.path, report_text(report.kind, &merged.records))
                .map_err(|error| format!("{name} cannot be written: {error}"))
        };
        if let Err(message) = written {
            notes.error(&message);
            outcome = Outcome::Bad;
        }
    }
    Ok(outcome)
}

fn reports(plan: &MergePlan) -> Result<Vec<Report>, String> {
    if plan
        .report
        .as_ref()
        .is_some_and(|report| report.kind == ReportKind::Yaml)
    {
        return Err(
            "a report in YAML needs the problems: merge to .jsonl, then `fata check --resume` \
                    it with --report in .yaml"
                .to_owned(),
        );
    }
    let mut reports = Vec::new();
    for path in &plan.reports {
        let name = path.display().to_string();
        let text =
            fs::read_to_string(path).map_err(|error| format!("{name}: cannot be read: {error}"))?;
        let mut records = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let record = Record::read(line)
                .map_err(|error| format!("{name}, line {}: not a record: {error}", number + 1))?;
            records.push((record, line.to_owned()));
        }
        reports.push(Report { name, records });
    }
    Ok(reports)
}

/// Numbers in order, neighbours as ranges: `1-3, 7`.
fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    let show = |&(start, end): &(usize, usize)| match start == end {
        true => start.to_string(),
        false => format!("{start}-{end}"),
    };
    ranges.iter().map(show).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
    }
}
