//! The input as a report: every problem with its verdict, and its solution if it claimed none.

use std::collections::HashMap;

use serde_yaml::{Mapping, Value};

use super::input::Input;
use super::journal::Records;
use super::tasks::Task;
use crate::batch::{Record, remark};
use crate::format::enriched;

/// The text of all problem files, one after the other, with the results.
pub fn enrich(input: &Input, tasks: &[Task], records: &[Records]) -> String {
    let by_origin: HashMap<(usize, usize), &Records> = tasks
        .iter()
        .zip(records)
        .filter_map(|(task, records)| Some((task.origin?, records)))
        .collect();
    let mut text = String::new();
    for (file, (_, source)) in input.files.iter().enumerate() {
        if !text.is_empty() && !starts_document(source) {
            text += "---\n";
        }
        text += &enriched(source, |number, document| {
            let records = by_origin.get(&(file, number))?;
            Some(fields(records, document))
        });
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

/// Whether a file begins with a marker, maybe after comments.
fn starts_document(text: &str) -> bool {
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with(['#', '%']);
    let first = text.lines().find(is_content);
    first.is_some_and(|line| line.starts_with("---"))
}

fn fields(records: &Records, document: &Value) -> Mapping {
    let records: Vec<&Record> = records.iter().map(|(record, _)| record).collect();
    let mut fields = Mapping::new();
    let is_complete = records.iter().all(|record| record.status == "complete");
    let has_claim = document
        .get("expected")
        .is_some_and(|value| !value.is_null());
    if is_complete && !has_claim {
        fields.insert("expected".into(), Value::Mapping(by_twin(&records, found)));
    }
    fields.insert("fata".into(), Value::Mapping(by_twin(&records, verdict)));
    fields
}

/// What there is to say of each twin under its name, or of the only phase as it is.
fn by_twin(records: &[&Record], say: impl Fn(&Record) -> Mapping) -> Mapping {
    let mut names: Vec<&str> = Vec::new();
    for record in records {
        let name = record.twin.as_deref().unwrap_or("a");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut twins = Mapping::new();
    for name in &names {
        let of_twin = records
            .iter()
            .filter(|record| record.twin.as_deref().unwrap_or("a") == *name);
        let mut said = Mapping::new();
        for record in of_twin {
            for (key, value) in say(record) {
                said.insert(key, value);
            }
        }
        if names.len() == 1 {
            return said;
        }
        twins.insert((*name).into(), Value::Mapping(said));
    }
    twins
}

fn list(lines: &[String]) -> Value {
    Value::Sequence(lines.iter().map(|line| line.as_str().into()).collect())
}

/// Names of Black's part in a problem for both sides begin with `duplex_`.
fn prefix(record: &Record) -> &'static str {
    match record.side.as_deref() {
        Some("black") => "duplex_",
        _ => "",
    }
}

fn found(record: &Record) -> Mapping {
    let mut fields = Mapping::new();
    for (name, lines) in [("keys", &record.keys), ("lines", &record.lines)] {
        if let Some(lines) = lines {
            fields.insert(format!("{}{name}", prefix(record)).into(), list(lines));
        }
    }
    if let Some(lines) = record.set_lines.as_ref().filter(|lines| !lines.is_empty())
        && prefix(record).is_empty()
    {
        fields.insert("set_lines".into(), list(lines));
    }
    fields
}

fn verdict(record: &Record) -> Mapping {
    let name = |name: &str| Value::from(format!("{}{name}", prefix(record)));
    let mut fields = Mapping::new();
    fields.insert(name("verdict"), record.verdict.words().into());
    let remarks: Vec<String> = match &record.error {
        Some(error) => vec![format!("{}: {}", error.field, error.message)],
        None => record.findings.iter().map(remark).collect(),
    };
    if !remarks.is_empty() {
        fields.insert(name("remarks"), list(&remarks));
    }
    fields
}
