//! Twins in words: `Move e1 f1`, `Continued Exchange a1 b8`.

use std::mem;

use serde_yaml::{Mapping, Value};

use super::conditions::{condition, unknown};
use super::field_error::Report;
use super::fields::{given, is_empty, kind_of, text};
use super::units::{kind, listed};
use super::words::{Words, did_you_mean, named, shown, square_arguments, squares, words};
use crate::chess::{Color, Square};
use crate::problem::{Edit, Mirror, Rotation, Twin};
use crate::rules::RuleSet;

const COMMANDS: &[&str] = &[
    "Move",
    "Exchange",
    "Remove",
    "Add",
    "Substitute",
    "Shift",
    "Rotate",
    "Mirror",
    "PolishType",
    "Stipulation",
    "Condition",
    "Continued",
];

/// Commands of other solvers, to be refused by name.
const UNSUPPORTED: &[&str] = &["SStipulation", "ZeroPosition"];

/// Reads the fields `twins` and `zeroposition`.
pub(super) fn twins(fields: &Mapping, report: &mut Report) -> Vec<Twin> {
    let mut twins = Vec::new();
    if let Some(value) = given(fields, "zeroposition", report) {
        twins.extend(one_twin("a", value, report));
    }
    let has_a = !twins.is_empty();
    let Some(value) = given(fields, "twins", report) else {
        return twins;
    };
    let Value::Mapping(mapping) = value else {
        let found = kind_of(value);
        report.error(format!(
            "expected a mapping like `{{b: Move e1 f1}}`, found {found}"
        ));
        return twins;
    };
    for (key, value) in mapping {
        match text(key) {
            Ok(name) if !is_name(&name) => {
                report.error(format!(
                    "`{}` is not a name: expected a letter",
                    shown(&name)
                ));
            }
            Ok(name) if name == "a" && has_a => {
                report.error("twin `a` is also given by `zeroposition`: expected one of them");
            }
            Ok(name) => twins.extend(one_twin(&name, value, report)),
            Err(found) => {
                report.error(format!("the name of a twin is {found}: expected a letter"));
            }
        }
    }
    twins
}

fn is_name(name: &str) -> bool {
    (1..=20).contains(&name.len()) && name.chars().all(char::is_alphanumeric)
}

fn one_twin(name: &str, value: &Value, report: &mut Report) -> Option<Twin> {
    // Where the diagram is twin a, it need not change.
    if name == "a" && is_empty(value) {
        return Some(Twin {
            name: name.to_owned(),
            continued: false,
            edits: Vec::new(),
        });
    }
    let twin = match value {
        _ if is_empty(value) => Err("there is nothing: expected one like `Move e1 f1`".to_owned()),
        Value::String(text) => twin(name, text),
        _ => Err(format!(
            "expected a text like `Move e1 f1`, found {}",
            kind_of(value)
        )),
    };
    report.take(twin.map_err(|message| format!("twin `{name}`: {message}")))
}

/// Whether the words of a twin are understood; no words are.
///
/// # Errors
/// The first command that is not understood.
pub(super) fn check(text: &str) -> Result<(), String> {
    twin("", text).map(|_| ())
}

/// Reads a twin.
///
/// # Errors
/// The first command that is not understood.
fn twin(name: &str, text: &str) -> Result<Twin, String> {
    let mut words = words(text);
    let mut twin = Twin {
        name: name.to_owned(),
        continued: false,
        edits: Vec::new(),
    };
    let mut is_first = true;
    while let Some(word) = words.next() {
        let Some(command) = named(word, COMMANDS) else {
            return Err(match named(word, UNSUPPORTED) {
                Some(name) => format!("twin command `{name}` is not supported"),
                None => {
                    let hint = did_you_mean(word, COMMANDS.iter().copied());
                    format!("unknown twin command `{}`{hint}", shown(word))
                }
            });
        };
        let is_first = mem::replace(&mut is_first, false);
        if command == "Continued" {
            if !is_first {
                return Err("`Continued` must come first".to_owned());
            }
            twin.continued = true;
        } else {
            twin.edits.extend(edits(command, &mut words)?);
        }
    }
    Ok(twin)
}

fn edits(command: &str, words: &mut Words<'_>) -> Result<Vec<Edit>, String> {
    let mut two = |edit: fn(Square, Square) -> Edit| {
        square_arguments(command, words).map(|[one, other]| vec![edit(one, other)])
    };
    match command {
        "Move" => two(|from, to| Edit::Move { from, to }),
        "Exchange" => two(Edit::Exchange),
        "Shift" => two(|from, to| Edit::Shift { from, to }),
        "Remove" => {
            let mut removed = Vec::new();
            while let Some(more) = words.peek().and_then(|word| squares(word)) {
                removed.extend(more.into_iter().map(Edit::Remove));
                words.next();
            }
            if removed.is_empty() {
                return Err(needs("Remove", "squares", words));
            }
            Ok(removed)
        }
        "Add" => add(words),
        "Substitute" => {
            let mut next = || match words.next() {
                Some(word) => kind(word).map_err(|message| format!("`Substitute`: {message}")),
                None => Err("`Substitute` needs two letters, as in `Substitute Q R`".to_owned()),
            };
            let (old, new) = (next()?, next()?);
            Ok(vec![Edit::Substitute { old, new }])
        }
        "Rotate" => {
            let rotation = match words.peek().copied() {
                Some("90") => Rotation::Quarter,
                Some("180") => Rotation::Half,
                Some("270") => Rotation::ThreeQuarters,
                _ => return Err(needs("Rotate", "90, 180 or 270", words)),
            };
            words.next();
            Ok(vec![Edit::Rotate(rotation)])
        }
        "Mirror" => {
            let mirror = words.peek().and_then(|word| mirror(word));
            let Some(mirror) = mirror else {
                let names = Mirror::ALL.map(Mirror::name).join(", ");
                return Err(needs("Mirror", &format!("one of {names}"), words));
            };
            words.next();
            Ok(vec![Edit::Mirror(mirror)])
        }
        "PolishType" => Ok(vec![Edit::PolishType]),
        "Stipulation" => {
            let Some(word) = words.next() else {
                return Err(needs("Stipulation", "one, as in `Stipulation h#2`", words));
            };
            let stipulation = word.parse().map_err(|error| format!("{error}"))?;
            Ok(vec![Edit::Stipulation(stipulation)])
        }
        _ => conditions(words),
    }
}

fn needs(command: &str, what: &str, words: &mut Words<'_>) -> String {
    let found = words
        .peek()
        .map_or_else(|| "nothing".to_owned(), |word| format!("`{}`", shown(word)));
    format!("`{command}` needs {what}, found {found}")
}

/// Two corners in any order, with or without an arrow between.
fn mirror(word: &str) -> Option<Mirror> {
    let squares = |text: &str| -> Option<(Square, Square)> {
        Some((
            text.get(..2)?.parse().ok()?,
            text.get(text.len().checked_sub(2)?..)?.parse().ok()?,
        ))
    };
    let arrow = word.get(2..word.len().checked_sub(2)?)?;
    if !matches!(arrow, "" | "<-->" | "<->" | "<>" | "-") {
        return None;
    }
    let (one, other) = squares(word)?;
    Mirror::ALL.into_iter().find(|mirror| {
        squares(mirror.name()).is_some_and(|pair| pair == (one, other) || pair == (other, one))
    })
}

/// `White Kamikaze Ra1 Pa2 Black Bh6`
fn add(words: &mut Words<'_>) -> Result<Vec<Edit>, String> {
    let mut added = Vec::new();
    while let Some(word) = words.next_if(|word| named(word, &["White", "Black"]).is_some()) {
        let color = if word.eq_ignore_ascii_case("White") {
            Color::White
        } else {
            Color::Black
        };
        let mut units = Vec::new();
        while let Some(word) = words.next_if(|word| {
            let ends = named(word, COMMANDS).or_else(|| named(word, &["White", "Black"]));
            ends.is_none()
        }) {
            units.push(word);
        }
        let listed = listed(color, &units).map_err(|message| format!("`Add`: {message}"))?;
        if listed.is_empty() {
            return Err(needs("Add", "units, as in `Add White Qd1 Ra1`", words));
        }
        added.extend(
            listed
                .into_iter()
                .map(|(square, unit)| Edit::Add { unit, square }),
        );
    }
    if added.is_empty() {
        return Err(needs(
            "Add",
            "a side and units, as in `Add White Qd1 Ra1`",
            words,
        ));
    }
    Ok(added)
}

/// The conditions up to the next command.
fn conditions(words: &mut Words<'_>) -> Result<Vec<Edit>, String> {
    let mut rules: Option<RuleSet> = None;
    while let Some(word) = words.next_if(|word| named(word, COMMANDS).is_none()) {
        let more = condition(word, words).unwrap_or_else(|| Err(unknown(word)))?;
        let all = rules
            .unwrap_or_default()
            .with(more)
            .map_err(|error| error.to_string())?;
        rules = Some(all);
    }
    match rules {
        Some(rules) => Ok(vec![Edit::Condition(rules)]),
        None => Err(needs(
            "Condition",
            "a condition, as in `Condition Kamikaze`",
            words,
        )),
    }
}
