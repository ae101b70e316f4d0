//! Units in words: `Ke1`, `Kamikaze Ra1`, `ZPd4` in diagrams and twins, `bP` and `wZS` beneath.

use std::collections::BTreeMap;

use serde_yaml::{Mapping, Value};

use super::field_error::Report;
use super::fields::{kind_of, texts};
use super::words::{did_you_mean, named, shown, words};
use crate::chess::{Color, Kind, Square, Unit};

const KAMIKAZE: &str = "Kamikaze";

/// Attributes of other solvers, to be refused by name.
const UNSUPPORTED: [&str; 14] = [
    "Beamtet",
    "Chameleon",
    "FrischAuf",
    "HalfNeutral",
    "Jigger",
    "Magic",
    "Neutral",
    "Paralysing",
    "Patrol",
    "Protean",
    "Royal",
    "Uncapturable",
    "Volage",
    "Zombie",
];

/// Adds the units of the field `algebraic` to a diagram.
pub(super) fn algebraic(value: &Value, units: &mut BTreeMap<Square, Unit>, report: &mut Report) {
    let Value::Mapping(sides) = value else {
        let found = kind_of(value);
        report.error(format!(
            "expected a mapping with `white` and `black`, found {found}"
        ));
        return;
    };
    for (key, value) in sides {
        let key = key.as_str().unwrap_or("?");
        match key {
            "white" => side(Color::White, value, units, report),
            "black" => side(Color::Black, value, units, report),
            "neutral" => match texts(value) {
                Ok(texts) if texts.iter().all(|text| text.trim().is_empty()) => {}
                _ => report.error("neutral units are not supported"),
            },
            _ => report.error(format!(
                "unknown side `{}`: expected `white` and `black`",
                shown(key)
            )),
        }
    }
}

fn side(color: Color, value: &Value, units: &mut BTreeMap<Square, Unit>, report: &mut Report) {
    let texts = match texts(value) {
        Ok(texts) => texts,
        Err(found) => {
            let name = color.name();
            report.error(format!(
                "{name}: expected a list of units like `Ke1`, found {found}"
            ));
            return;
        }
    };
    for text in texts.iter().flat_map(|text| text.split(',')) {
        match listed(color, &words(text).collect::<Vec<_>>()) {
            Ok(listed) => {
                for (square, unit) in listed {
                    if units.insert(square, unit).is_some() {
                        report.error(format!("two units stand on {square}"));
                    }
                }
            }
            Err(message) => report.error(format!("{}: {message}", color.name())),
        }
    }
}

/// The units in these words, each with its square. An attribute holds for all units after it.
///
/// # Errors
/// The first word that is neither a unit nor a supported attribute.
pub(super) fn listed(color: Color, words: &[&str]) -> Result<Vec<(Square, Unit)>, String> {
    let mut units = Vec::new();
    let mut is_kamikaze = false;
    let mut is_open = None;
    for &word in words {
        if let Some(placed) = placed(word)? {
            let placed = placed.into_iter();
            units.extend(placed.map(|(square, kind, is_zombie)| {
                (
                    square,
                    Unit::new(color, kind)
                        .zombie(is_zombie)
                        .kamikaze(is_kamikaze),
                )
            }));
            is_open = None;
        } else if word.eq_ignore_ascii_case(KAMIKAZE) {
            is_kamikaze = true;
            is_open = Some(KAMIKAZE);
        } else if let Some(attribute) = named(word, &UNSUPPORTED) {
            let hint = if attribute == "Zombie" {
                ": write `ZPd4` for a zombie"
            } else {
                ""
            };
            return Err(format!("attribute `{attribute}` is not supported{hint}"));
        } else {
            let hint = did_you_mean(word, UNSUPPORTED.into_iter().chain([KAMIKAZE]));
            let word = shown(word);
            return Err(if hint.is_empty() {
                format!("`{word}` is not a unit: expected a letter and a square, as in `Ke1`")
            } else {
                format!("unknown attribute `{word}`{hint}")
            });
        }
    }
    match is_open {
        Some(attribute) => Err(format!("no unit follows the attribute `{attribute}`")),
        None => Ok(units),
    }
}

type Placed = (Square, Kind, bool);

/// The units of one word, which ends in one or more squares; `None` if it does not.
fn placed(word: &str) -> Result<Option<Vec<Placed>>, String> {
    let mut code = word;
    let mut squares = Vec::new();
    while let Some(at) = code.len().checked_sub(2)
        && let Some(Ok(square)) = code.get(at..).map(str::parse::<Square>)
    {
        squares.push(square);
        code = &code[..at];
    }
    if squares.is_empty() {
        return Ok(None);
    }
    if code.is_empty() {
        let word = shown(word);
        return Err(format!(
            "`{word}` has no letter: expected one as in `P{word}`"
        ));
    }
    let (kind, is_zombie) = unit_code(code).map_err(|message| {
        if code.len() == word.len() {
            message
        } else {
            format!("{message} in `{}`", shown(word))
        }
    })?;
    Ok(Some(
        squares
            .into_iter()
            .rev()
            .map(|square| (square, kind, is_zombie))
            .collect(),
    ))
}

/// The kind of a unit, and whether it is a zombie, by the letters in front of its square.
fn unit_code(code: &str) -> Result<(Kind, bool), String> {
    let (letter, is_zombie) = match code.strip_prefix('Z') {
        Some(letter) if !letter.is_empty() => (letter, true),
        _ => (code, false),
    };
    single(letter)
        .and_then(Kind::from_letter)
        .map(|kind| (kind, is_zombie))
        .ok_or_else(|| {
            let upper = code.to_ascii_uppercase();
            let is_lower = upper != code && unit_code(&upper).is_ok();
            let hint = if is_lower {
                format!(" (letters are capitals: `{upper}`)")
            } else {
                String::new()
            };
            format!("unknown unit `{}`{hint}", shown(code))
        })
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// A kind by its letter.
///
/// # Errors
/// If no unit has this letter.
pub(super) fn kind(text: &str) -> Result<Kind, String> {
    match unit_code(text)? {
        (kind, false) => Ok(kind),
        (_, true) => Err(format!(
            "`{}` is a zombie: expected a letter alone",
            shown(text)
        )),
    }
}

/// The remembered units of the field `beneath`.
pub(super) fn beneath(value: &Value, report: &mut Report) -> BTreeMap<Square, Unit> {
    let empty = Mapping::new();
    let mapping = value.as_mapping().unwrap_or_else(|| {
        let found = kind_of(value);
        report.error(format!(
            "expected a mapping like `{{e5: bP, d4: wZS}}`, found {found}"
        ));
        &empty
    });
    let mut beneath = BTreeMap::new();
    for (key, value) in mapping {
        let square = report.take(key.as_str().unwrap_or("?").parse::<Square>());
        let unit = report.take(remembered(value.as_str().unwrap_or(kind_of(value))));
        if let (Some(square), Some(unit)) = (square, unit) {
            beneath.insert(square, unit);
        }
    }
    beneath
}

fn remembered(text: &str) -> Result<Unit, String> {
    let (color, code) = match (text.strip_prefix('w'), text.strip_prefix('b')) {
        (Some(code), _) => (Color::White, code),
        (_, Some(code)) => (Color::Black, code),
        _ => (Color::White, ""),
    };
    if code.is_empty() {
        let text = shown(text);
        return Err(format!(
            "`{text}` is not a remembered unit: expected one like `bP` or `wZS`"
        ));
    }
    let (kind, is_zombie) = unit_code(code)?;
    Ok(Unit::new(color, kind).zombie(is_zombie))
}
