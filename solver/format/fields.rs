//! What the fields of a document may be called, and the plain kinds of values in them.

use serde_yaml::{Mapping, Value};

use super::field_error::Report;
use super::words::{did_you_mean, shown};
use crate::problem::{Claims, Credits, Part};

/// The fields that are read.
const READ: &[&str] = &[
    "id",
    "authors",
    "source",
    "algebraic",
    "fen",
    "beneath",
    "stipulation",
    "to-move",
    "options",
    "conditions",
    "twins",
    "zeroposition",
    "intended-solutions",
    "solution",
    "expected",
    "part",
];

/// Fields that never matter here, most of them YACPDB's.
const SILENT: &[&str] = &[
    "about",
    "added",
    "ash",
    "award",
    "cadence",
    "comments",
    "created",
    "date",
    "dedication",
    "distinction",
    "divide",
    "event",
    "fata",
    "final",
    "foreignids",
    "glyphs",
    "heavy",
    "issue",
    "judges",
    "keywords",
    "kind",
    "language",
    "legend",
    "matrixid",
    "moves",
    "perft",
    "players",
    "reference",
    "remarks",
    "reprints",
    "signs",
    "source-id",
    "souvenir",
    "theme",
    "themes",
    "title",
    "tourney",
    "transliterations",
    "version",
    "yacpdbid",
];

/// The fields that are kept without being read: whatever has no bearing on the problem, and the
/// credits, of which only a line is read.
pub(super) fn kept(fields: &Mapping) -> Mapping {
    let is_kept = |name: &str| matches!(name, "authors" | "source") || !READ.contains(&name);
    let fields = fields.iter();
    fields
        .filter(|(name, _)| name.as_str().is_some_and(is_kept))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Warns of fields whose name is not known, for a name mistyped must not pass unseen.
pub(super) fn check_names(fields: &Mapping, report: &mut Report) {
    for key in fields.keys() {
        let Some(name) = key.as_str() else {
            report.at_none();
            report.warn(format!(
                "the name of a field is {}: expected a word",
                kind_of(key)
            ));
            continue;
        };
        if !READ.contains(&name) && !SILENT.contains(&name) {
            let hint = did_you_mean(name, READ.iter().chain(SILENT).copied());
            report.at(&shown(name));
            report.warn(format!("unknown field{hint}"));
        }
    }
}

/// The kind of value, for messages.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Sequence(_) => "a list",
        Value::Mapping(_) => "a mapping",
        Value::Tagged(_) => "a tagged value",
    }
}

/// Whether a field with this value counts as not given.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Sequence(items) => items.is_empty(),
        Value::Mapping(mapping) => mapping.is_empty(),
        _ => false,
    }
}

/// The value of a field that is not empty.
pub(super) fn given<'a>(fields: &'a Mapping, name: &str, report: &mut Report) -> Option<&'a Value> {
    report.at(name);
    fields.get(name).filter(|value| !is_empty(value))
}

/// The text of a text, or of a number.
pub(super) fn text(value: &Value) -> Result<String, &'static str> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(kind_of(value)),
    }
}

/// The texts of a list, or the only one; nothing is an empty list. Else what was found.
pub(super) fn texts(value: &Value) -> Result<Vec<String>, &'static str> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Sequence(items) => items
            .iter()
            .filter(|item| !item.is_null())
            .map(|item| item.as_str().map(str::to_owned).ok_or(kind_of(item)))
            .collect(),
        _ => Err(kind_of(value)),
    }
}

/// Authors and source. They are only shown, so whatever they are, they are no error.
pub(super) fn credits(fields: &Mapping) -> Credits {
    let authors = match fields.get("authors") {
        Some(Value::Sequence(items)) => items.iter().filter_map(|item| text(item).ok()).collect(),
        Some(value) => text(value).into_iter().collect(),
        None => Vec::new(),
    };
    let source = match fields.get("source") {
        Some(Value::Mapping(source)) => source_line(source, fields),
        Some(value) => text(value).ok(),
        None => None,
    };
    Credits {
        authors,
        source: source.filter(|line| !line.trim().is_empty()),
    }
}

/// Periodical, issue, number and date.
fn source_line(source: &Mapping, fields: &Mapping) -> Option<String> {
    let part = |name: &str, before: &str| {
        let value = source.get(name).filter(|value| !is_empty(value))?;
        text(value).ok().map(|text| format!("{before}{text}"))
    };
    let date = source
        .get("date")
        .or_else(|| fields.get("date"))
        .and_then(date);
    let parts = [
        part("name", ""),
        part("issue", ""),
        part("problemid", "no. "),
        date,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn date(value: &Value) -> Option<String> {
    let Value::Mapping(date) = value else {
        return text(value).ok();
    };
    let year = text(date.get("year")?).ok()?;
    let two_digits = |name| match date.get(name).and_then(Value::as_u64) {
        Some(number) => format!("-{number:02}"),
        None => String::new(),
    };
    let month = two_digits("month");
    let day = if month.is_empty() {
        String::new()
    } else {
        two_digits("day")
    };
    Some(year + &month + &day)
}

/// What the author claims. It has no bearing on what is solved, so that a claim which cannot be read
/// is warned of.
pub(super) fn claims(fields: &Mapping, report: &mut Report) -> Claims {
    let mut field = |name: &str| {
        let value = given(fields, name, report)?;
        match text(value) {
            Ok(text) => Some(text),
            Err(found) => {
                report.warn(format!("expected a text, found {found}: it is not read"));
                None
            }
        }
    };
    Claims {
        intended_solutions: field("intended-solutions"),
        solution: field("solution"),
        expected: fields
            .get("expected")
            .filter(|value| !value.is_null())
            .cloned(),
    }
}

/// Which part of which problem this is.
pub(super) fn part(fields: &Mapping, report: &mut Report) -> Option<Part> {
    let value = given(fields, "part", report)?;
    let number = |name: &str| u32::try_from(value.get(name)?.as_u64()?).ok();
    let word = |name: &str| text(value.get(name)?).ok();
    let read = || {
        let part = Part {
            of: word("of")?,
            twin: word("twin")?,
            number: number("number")?,
            parts: number("parts")?,
        };
        (1..=part.parts).contains(&part.number).then_some(part)
    };
    let part = read();
    if part.is_none() {
        report.error("expected a part like `{of: ID, twin: a, number: 1, parts: 8}`");
    }
    part
}
