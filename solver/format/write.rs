//! Problems written back as the fields of a problem file.

use std::collections::BTreeMap;

use serde_yaml::{Mapping, Value};

use super::{JsonError, Language};
use crate::chess::{Color, Square, Unit};
use crate::problem::{Duplex, Edit, Part, Problem, Twin};

/// The fields of a problem, with those in `kept` that do not bear on it. Reading them gives the same
/// problem.
pub fn problem_fields(problem: &Problem, kept: &Mapping) -> Mapping {
    let mut fields = Mapping::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(name.into(), value);
        }
    };
    set("id", Some(problem.id.clone().into()));
    for (name, value) in kept {
        if let Some(name) = name.as_str() {
            set(name, Some(value.clone()));
        }
    }
    if !kept.contains_key("authors") {
        let authors = &problem.credits.authors;
        set("authors", list(authors.clone()));
    }
    if !kept.contains_key("source") {
        set("source", problem.credits.source.clone().map(Value::from));
    }
    set("algebraic", Some(units_field(&problem.setup.units)));
    set("beneath", beneath(problem));
    let stipulation = problem.stipulation.map(|it| it.to_string().into());
    set("stipulation", stipulation);
    let is_black = problem.setup.to_move == Color::Black;
    set("to-move", is_black.then(|| "black".into()));
    set("options", list(option_words(problem)));
    let conditions = problem.rules.conditions();
    set(
        "conditions",
        list(conditions.into_iter().map(str::to_owned).collect()),
    );
    set("twins", twins(problem));
    set("part", problem.part.as_ref().map(part));
    let claims = &problem.claims;
    let intended = claims.intended_solutions.clone();
    set(
        "intended-solutions",
        // A plain count is a number, as people write it.
        intended.map(|it| it.parse::<u64>().map_or_else(|_| it.into(), Value::from)),
    );
    set("solution", claims.solution.clone().map(Value::from));
    set("expected", claims.expected.clone());
    fields
}

/// One document in YAML, marker included.
///
/// # Errors
/// If a field that was kept cannot be written.
pub fn yaml_document(fields: &Mapping) -> Result<String, JsonError> {
    match serde_yaml::to_string(fields) {
        Ok(text) => Ok(format!("---\n{text}")),
        Err(error) => Err(unwritable(error.to_string())),
    }
}

/// One document in JSON, in one line without its end.
///
/// # Errors
/// If a field that was kept cannot be written: JSON's mappings have texts for keys.
pub fn json_document(fields: &Mapping) -> Result<String, JsonError> {
    serde_json::to_string(fields).map_err(|error| unwritable(error.to_string()))
}

fn unwritable(message: String) -> JsonError {
    JsonError {
        field: "document".to_owned(),
        message: format!("cannot be written: {message}"),
    }
}

fn part(part: &Part) -> Value {
    let mut fields = Mapping::new();
    fields.insert("of".into(), part.of.as_str().into());
    fields.insert("twin".into(), part.twin.as_str().into());
    fields.insert("number".into(), part.number.into());
    fields.insert("parts".into(), part.parts.into());
    Value::Mapping(fields)
}

fn list(texts: Vec<String>) -> Option<Value> {
    let values: Vec<Value> = texts.into_iter().map(Value::from).collect();
    (!values.is_empty()).then_some(Value::Sequence(values))
}

fn beneath(problem: &Problem) -> Option<Value> {
    let beneath = &problem.setup.beneath;
    let mapping: Mapping = beneath
        .iter()
        .map(|(square, unit)| {
            let side = match unit.color() {
                Color::White => 'w',
                Color::Black => 'b',
            };
            let name = Language::English.unit(*unit);
            (square.to_string().into(), format!("{side}{name}").into())
        })
        .collect();
    (!mapping.is_empty()).then_some(mapping.into())
}

/// Units as the field `algebraic` lists them.
pub(super) fn units_field(units: &BTreeMap<Square, Unit>) -> Value {
    let mut sides = Mapping::new();
    for color in Color::BOTH {
        let mut units: Vec<_> = units.iter().filter(|(_, u)| u.color() == color).collect();
        units.sort_by_key(|&(&square, unit)| (std::cmp::Reverse(unit.kind().index()), square));
        let units = units.into_iter().map(|(at, unit)| {
            let kamikaze = if unit.is_kamikaze() { "Kamikaze " } else { "" };
            format!("{kamikaze}{}{at}", Language::English.unit(*unit)).into()
        });
        sides.insert(color.name().into(), Value::Sequence(units.collect()));
    }
    Value::Mapping(sides)
}

/// The options in words, each with its arguments.
pub(super) fn option_words(problem: &Problem) -> Vec<String> {
    let options = &problem.options;
    let setup = &problem.setup;
    let mut words: Vec<String> = Vec::new();
    let mut say = |yes: bool, word: &str| words.extend(yes.then(|| word.to_owned()));
    say(options.set_play, "SetPlay");
    say(options.duplex == Duplex::Both, "Duplex");
    say(options.duplex == Duplex::Half, "HalfDuplex");
    say(options.white_to_play, "WhiteToPlay");
    say(options.post_key_play, "PostKeyPlay");
    // `PostKeyPlay` brings the variations along.
    say(options.variations && !options.post_key_play, "Variations");
    say(options.no_threat, "NoThreat");
    say(options.tries == 1, "Try");
    say(options.tries > 1, &format!("Defence {}", options.tries));
    for (name, number) in [
        ("MaxSolutions", options.max_solutions),
        ("MaxTime", options.max_time.map(|time| time.as_secs())),
        ("StartMoveNumber", options.start_move),
        ("UpToMoveNumber", options.up_to_move),
    ] {
        if let Some(number) = number {
            say(true, &format!("{name} {number}"));
        }
    }
    say(setup.may_lack_king[Color::White.index()], "NoWk");
    say(setup.may_lack_king[Color::Black.index()], "NoBk");
    let squares = setup.no_castling.into_iter();
    let squares: String = squares.map(|square| square.to_string()).collect();
    say(!squares.is_empty(), &format!("NoCastling {squares}"));
    if let Some(passed) = setup.en_passant {
        say(true, &format!("EnPassant {passed}"));
    }
    words
}

fn twins(problem: &Problem) -> Option<Value> {
    let twins = problem.twins.iter();
    let twins: Mapping = twins
        .map(|twin| (twin.name.clone().into(), commands(twin).into()))
        .collect();
    (!twins.is_empty()).then_some(twins.into())
}

fn commands(twin: &Twin) -> String {
    let continued = twin.continued.then(|| "Continued".to_owned());
    let edits = twin.edits.iter().map(Edit::to_string);
    let words: Vec<String> = continued.into_iter().chain(edits).collect();
    words.join(" ")
}
