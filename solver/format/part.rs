//! A share of the first moves of a phase, as a problem of its own.

use serde_yaml::{Mapping, Value};

use super::claims::of_twin;
use super::notation::Language;
use super::written::section_of;
use crate::chess::{Color, Square, Unit};
use crate::problem::{Part, Phase, Problem};
use crate::rules::{Captures, Kamikazes};

/// The document of one part: the diagram of the phase, its question, its first moves from the
/// `first` to the `last`, counted from 1, and all that the problem claims about the phase.
///
/// What is the same for all first moves, like set play, is asked in the first part only.
pub fn part_document(
    problem: &Problem,
    phase: &Phase,
    part: &Part,
    first: u64,
    last: u64,
) -> String {
    let mut fields = Mapping::new();
    let mut set = |name: &str, value: Value| {
        fields.insert(name.into(), value);
    };
    let id = format!(
        "{}/{}/{}-of-{}",
        part.of, part.twin, part.number, part.parts
    );
    set("id", id.into());
    let mut place = Mapping::new();
    place.insert("of".into(), part.of.as_str().into());
    place.insert("twin".into(), part.twin.as_str().into());
    place.insert("number".into(), part.number.into());
    place.insert("parts".into(), part.parts.into());
    set("part", Value::Mapping(place));
    set("algebraic", diagram(phase));
    if !phase.setup.beneath.is_empty() {
        set("beneath", beneath(phase));
    }
    set("stipulation", phase.stipulation.to_string().into());
    set("options", list(options(phase, part, first, last)));
    let conditions = conditions(phase);
    if !conditions.is_empty() {
        set("conditions", list(conditions));
    }
    let claims = &problem.claims;
    if let Some(text) = &claims.intended_solutions {
        set("intended-solutions", text.as_str().into());
    }
    if let Some(text) = &claims.solution
        && let Some(text) = section_of(text, &phase.twin, !problem.twins.is_empty())
    {
        set("solution", text.into());
    }
    let expected = claims.expected.as_ref();
    if let Some(expected) = expected.and_then(|expected| of_twin(expected, &phase.twin)) {
        set("expected", expected.clone());
    }
    let text = serde_yaml::to_string(&fields);
    format!(
        "---\n{}",
        text.expect("texts and numbers can always be written as YAML")
    )
}

fn list(words: Vec<String>) -> Value {
    Value::Sequence(words.into_iter().map(Value::from).collect())
}

fn diagram(phase: &Phase) -> Value {
    let mut sides = Mapping::new();
    for color in Color::BOTH {
        let units = phase.setup.units.iter().rev();
        let units = units.filter(|(_, unit)| unit.color() == color);
        let name = |(square, unit): (&Square, &Unit)| {
            let mark = if unit.is_kamikaze() { "Kamikaze " } else { "" };
            format!("{mark}{}{square}", Language::English.unit(*unit))
        };
        sides.insert(color.name().into(), list(units.map(name).collect()));
    }
    Value::Mapping(sides)
}

fn beneath(phase: &Phase) -> Value {
    let name = |(square, unit): (&Square, &Unit)| {
        let side = match unit.color() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let unit = Language::English.unit(*unit);
        (square.to_string().into(), format!("{side}{unit}").into())
    };
    Value::Mapping(phase.setup.beneath.iter().map(name).collect())
}

fn options(phase: &Phase, part: &Part, first: u64, last: u64) -> Vec<String> {
    let (options, setup) = (&phase.options, &phase.setup);
    let number = |word: &str, number: Option<u64>| number.map(|number| format!("{word} {number}"));
    let word = |is_given: bool, word: &str| is_given.then(|| word.to_owned());
    let castling: String = setup
        .no_castling
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let words = [
        word(options.set_play && part.number == 1, "SetPlay"),
        word(options.white_to_play, "WhiteToPlay"),
        number(
            "Defence",
            (options.tries > 0).then_some(options.tries.into()),
        ),
        word(options.variations, "Variations"),
        word(options.no_threat, "NoThreat"),
        number("MaxSolutions", options.max_solutions),
        number("MaxTime", options.max_time.map(|time| time.as_secs())),
        number("StartMoveNumber", Some(first)),
        number("UpToMoveNumber", Some(last)),
        word(setup.may_lack_king[Color::White.index()], "NoWk"),
        word(setup.may_lack_king[Color::Black.index()], "NoBk"),
        word(!castling.is_empty(), &format!("NoCastling {castling}")),
        setup.en_passant.map(|passed| format!("EnPassant {passed}")),
    ];
    words.into_iter().flatten().collect()
}

fn conditions(phase: &Phase) -> Vec<String> {
    match phase.rules.captures() {
        // The units say it themselves.
        Captures::Kamikaze(Kamikazes::Marked) => {
            let names = phase.rules.conditions().into_iter();
            names
                .filter(|name| !name.starts_with("Kamikaze"))
                .map(str::to_owned)
                .collect()
        }
        Captures::Kamikaze(Kamikazes::All) => {
            let names = phase.rules.conditions().into_iter();
            let whole = |name: &str| match name {
                "Kamikaze" => "Kamikaze RexInclusive".to_owned(),
                name => name.to_owned(),
            };
            names.map(whole).collect()
        }
        _ => phase
            .rules
            .conditions()
            .into_iter()
            .map(str::to_owned)
            .collect(),
    }
}
