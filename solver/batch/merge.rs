//! Reports put together, and problems from their parts.

use std::collections::BTreeMap;

use super::judge::{judge, verdict};
use super::record::{PartRecord, Record};
use crate::problem::{Finding, Truth, Verdict};

/// The records of one report, each with its line.
pub struct Report {
    /// Its name.
    pub name: String,
    /// Its records.
    pub records: Vec<(Record, String)>,
}

/// Several reports as one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Merged {
    /// Every record once, in the order of the collection. In place of parts that are all there
    /// stands the record of the problem that they make up.
    pub records: Vec<(Record, String)>,
    /// The numbers of the problems that are missing, in part or altogether.
    pub missing: Vec<usize>,
    /// What cannot be true at once.
    pub contradictions: Vec<String>,
}

/// Puts reports of one collection together. Of two records of the same phase the complete one
/// counts; if both are, they must be equal.
///
/// # Errors
/// If the reports belong to different collections.
pub fn merge(reports: Vec<Report>) -> Result<Merged, String> {
    let mut size: Option<(usize, String)> = None;
    let mut kept: BTreeMap<(usize, usize), (String, Record, String)> = BTreeMap::new();
    let mut merged = Merged::default();
    for Report { name, records } in reports {
        for (record, line) in records {
            let of = record.place.of;
            match &size {
                Some((other, first)) if *other != of => {
                    return Err(format!(
                        "{first} is of {other} problems and {name} of {of}: they do not belong together"
                    ));
                }
                Some(_) => {}
                None => size = Some((of, name.clone())),
            }
            let at = (record.place.number, record.place.phase);
            match kept.get(&at) {
                Some((other, before, _)) => {
                    if let Some(what) = contradiction(before, &record) {
                        merged.contradictions.push(format!(
                            "problem {}, {}: {other} and {name} {what}",
                            at.0,
                            record.name()
                        ));
                    }
                    if before.status != "complete" && record.status == "complete" {
                        kept.insert(at, (name.clone(), record, line));
                    }
                }
                None => {
                    kept.insert(at, (name.clone(), record, line));
                }
            }
        }
    }
    let of = size.map_or(0, |(of, _)| of);
    let is_there = |number: &usize| {
        let mut phases = kept.range((*number, 0)..(*number + 1, 0)).peekable();
        let wanted = phases.peek().map(|(_, (_, record, _))| record.place.phases);
        wanted.is_some_and(|wanted| wanted == phases.count())
    };
    merged.missing = (1..=of).filter(|number| !is_there(number)).collect();
    let records = kept.into_values().map(|(_, record, line)| (record, line));
    merged.records = joined(records.collect());
    Ok(merged)
}

/// What two records of the same phase contradict each other in.
fn contradiction(one: &Record, other: &Record) -> Option<&'static str> {
    if one.place.key != other.place.key {
        return Some("are of different versions of it");
    }
    if one.status != "complete" || other.status != "complete" {
        return None;
    }
    let result = |record: &Record| {
        (
            record.keys.clone(),
            record.lines.clone(),
            record.set_lines.clone(),
            record.verdict,
            record.findings.clone(),
        )
    };
    (result(one) != result(other)).then_some("have different results")
}

/// The records, with each problem of which all parts are there in place of its first part.
fn joined(records: Vec<(Record, String)>) -> Vec<(Record, String)> {
    let mut wholes: BTreeMap<(String, String), Vec<Record>> = BTreeMap::new();
    for (record, _) in &records {
        if let Some(PartRecord { part, .. }) = &record.part {
            let whole = wholes.entry((part.of.clone(), part.twin.clone()));
            let parts = whole.or_default();
            if parts.iter().all(|other| number(other) != part.number) {
                parts.push(record.clone());
            }
        }
    }
    wholes.retain(|_, parts| {
        parts.sort_by_key(number);
        parts[0]
            .part
            .as_ref()
            .is_some_and(|part| part.part.parts as usize == parts.len())
    });
    let mut joined = Vec::new();
    for (record, line) in records {
        let whole = record
            .part
            .as_ref()
            .and_then(|part| wholes.get(&(part.part.of.clone(), part.part.twin.clone())));
        match whole {
            None => joined.push((record, line)),
            Some(parts) if number(&record) == number(&parts[0]) => {
                let whole = whole_of(parts);
                let line = whole.line();
                joined.push((whole, line));
            }
            Some(_) => {}
        }
    }
    joined
}

fn number(record: &Record) -> u32 {
    record.part.as_ref().map_or(0, |part| part.part.number)
}

/// The problem that these parts, all of them, make up.
fn whole_of(parts: &[Record]) -> Record {
    let mut whole = parts[0].clone();
    let Some(first) = whole.part.take() else {
        return whole;
    };
    let mut truth = Truth {
        is_complete: true,
        ..Truth::default()
    };
    for part in parts.iter().filter_map(|record| record.part.as_ref()) {
        add(&mut truth, &part.truth);
    }
    truth.solutions.sort();
    let unfinished = parts.iter().find(|record| record.status != "complete");
    whole.id = first.part.of;
    whole.twin = Some(first.part.twin);
    whole.status = unfinished
        .map_or("complete", |record| &record.status)
        .to_owned();
    whole.keys = truth.is_battle.then(|| truth.solutions.clone());
    whole.lines = (!truth.is_battle).then(|| truth.solutions.clone());
    whole.set_lines = truth.set_lines.clone();
    whole.seconds = parts.iter().map(|record| record.seconds).sum();
    whole.findings = judge(&first.claim, &truth);
    if let Some(unfinished) = unfinished {
        let limit = unfinished
            .findings
            .iter()
            .find(|finding| matches!(finding, Finding::Limit { .. }));
        for finding in &mut whole.findings {
            if let (Finding::Limit { .. }, Some(limit)) = (&*finding, limit) {
                *finding = limit.clone();
            }
        }
    }
    whole.verdict = match parts.iter().any(|record| record.verdict == Verdict::Error) {
        true => Verdict::Error,
        false => verdict(&whole.findings),
    };
    whole
}

/// Adds what is true of other first moves.
fn add(truth: &mut Truth, part: &Truth) {
    truth.is_battle = part.is_battle;
    truth.is_complete &= part.is_complete;
    truth.solutions.extend(part.solutions.iter().cloned());
    if truth.set_lines.is_none() {
        truth.set_lines.clone_from(&part.set_lines);
    }
    for short in &part.short {
        let same = truth.short.iter_mut().find(|other| {
            other.stipulation == short.stipulation && other.same_side == short.same_side
        });
        match same {
            Some(other) => {
                other.solutions.extend(short.solutions.iter().cloned());
                other.solutions.sort();
            }
            None => truth.short.push(short.clone()),
        }
    }
    truth.duals.extend(part.duals.iter().cloned());
    if let Some(tries) = &part.tries {
        let all = truth.tries.get_or_insert_default();
        all.extend(tries.clone());
    }
}
