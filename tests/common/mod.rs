//! What the tests share: the slow model of the rules, random positions and play, the reading of the
//! cases, and the engine under rules chosen at run time.
#![allow(
    dead_code,
    reason = "every test file is a crate of its own and uses only part of this"
)]

pub mod cases;
pub mod engine;
pub mod model;
pub mod program;
pub mod random;

use fata::board::{Position, Setup};
use fata::chess::{Color, Kind, Square, Unit};
use fata::rules::{Captures, Kamikazes, RuleSet, Shape};

use model::{Capture, Model};

/// A rule set of this board and this capture.
pub fn rule_set(shape: Shape, captures: Captures) -> RuleSet {
    RuleSet::new(shape, captures).expect("the board and the capture combine")
}

/// Orthodox chess.
pub fn orthodox() -> RuleSet {
    RuleSet::default()
}

/// Kamikaze in the form of Rallo.
pub fn kamikaze() -> RuleSet {
    rule_set(Shape::Plane, Captures::Kamikaze(Kamikazes::All))
}

/// Orthodox chess with marked kamikaze units.
pub fn marked_kamikaze() -> RuleSet {
    rule_set(Shape::Plane, Captures::Kamikaze(Kamikazes::Marked))
}

pub fn reincarnation() -> RuleSet {
    rule_set(Shape::Plane, Captures::Reincarnation)
}

pub fn spherical() -> RuleSet {
    rule_set(Shape::Sphere, Captures::Orthodox)
}

pub fn dynamo() -> RuleSet {
    rule_set(Shape::Plane, Captures::Dynamo)
}

/// Every rule set there is.
pub fn all_rule_sets() -> Vec<RuleSet> {
    let captures = [
        Captures::Orthodox,
        Captures::Kamikaze(Kamikazes::All),
        Captures::Kamikaze(Kamikazes::AllButKings),
        Captures::Kamikaze(Kamikazes::Marked),
        Captures::Reincarnation,
        Captures::Dynamo,
    ];
    let shapes = [Shape::Plane, Shape::Sphere];
    let both = shapes.into_iter().flat_map(|shape| {
        captures
            .into_iter()
            .filter_map(move |captures| RuleSet::new(shape, captures).ok())
    });
    both.collect()
}

/// The rule set in words, for messages.
pub fn title(rules: RuleSet) -> String {
    format!("{:?} {:?}", rules.shape(), rules.captures())
}

/// The square with this name.
pub fn square(name: &str) -> Square {
    name.parse().expect("a square is written a1 to h8")
}

/// A unit and its square, as in `wKe1`, `bZPd4`; `*` after the colour marks a kamikaze unit.
pub fn placed_unit(text: &str) -> (Square, Unit) {
    let (unit, at) = text.split_at(text.len() - 2);
    (square(at), unit_named(unit))
}

/// A unit, as in `wK`, `bZP`, `w*R`.
pub fn unit_named(text: &str) -> Unit {
    let color = match text.as_bytes()[0] {
        b'w' => Color::White,
        b'b' => Color::Black,
        _ => panic!("`{text}` begins with w or b"),
    };
    let marks = &text[1..text.len() - 1];
    let letter = text.chars().last().expect("a unit has a letter");
    let kind = Kind::from_letter(letter).expect("a unit is one of KQRBSP");
    Unit::new(color, kind)
        .zombie(marks.contains('Z'))
        .kamikaze(marks.contains('*'))
}

/// The diagram with these units, as in `wKe1 bZPd4/wZR`: after the slash what the square remembers.
/// A missing king is allowed.
pub fn diagram(text: &str) -> Setup {
    let mut setup = Setup {
        may_lack_king: [true; 2],
        ..Setup::default()
    };
    for word in text.split_whitespace() {
        let (unit, beneath) = match word.split_once('/') {
            Some((unit, beneath)) => (unit, Some(beneath)),
            None => (word, None),
        };
        let (at, unit) = placed_unit(unit);
        setup.units.insert(at, unit);
        if let Some(beneath) = beneath {
            setup.beneath.insert(at, unit_named(beneath));
        }
    }
    setup
}

/// The same diagram as the slow model has it.
pub fn model_of(setup: &Setup, rules: RuleSet, to_move: Color) -> Model {
    let capture = match rules.captures() {
        Captures::Orthodox => Capture::Orthodox,
        Captures::Kamikaze(_) => Capture::Kamikaze,
        Captures::Reincarnation => Capture::Reincarnation,
        Captures::Dynamo => Capture::Dynamo,
    };
    let mut model = Model::new(rules.shape() == Shape::Sphere, capture);
    for (at, unit) in &setup.units {
        let is_kamikaze = match rules.captures() {
            Captures::Kamikaze(Kamikazes::All) => true,
            Captures::Kamikaze(Kamikazes::AllButKings) => unit.kind() != Kind::King,
            _ => unit.is_kamikaze(),
        };
        let is_white = unit.color() == Color::White;
        let letter = unit.kind().letter();
        model.put(
            &at.to_string(),
            is_white,
            letter,
            unit.is_zombie(),
            is_kamikaze,
        );
    }
    for (at, unit) in &setup.beneath {
        model.set_beneath(&at.to_string(), unit.kind().letter(), unit.is_zombie());
    }
    for at in setup.no_castling {
        model.forbid_castling(&at.to_string());
    }
    if let Some(passed) = setup.en_passant {
        model.set_en_passant(&passed.to_string());
    }
    model.set_to_move(to_move == Color::White);
    model
}

/// The units of a position as [`Model::units`] has them.
pub fn units(position: &Position) -> Vec<String> {
    let name = |color: Color, is_zombie: bool, kind: Kind| {
        let color = if color == Color::White { 'w' } else { 'b' };
        let zombie = if is_zombie { "Z" } else { "" };
        format!("{color}{zombie}{}", kind.letter())
    };
    let text = |at: Square| {
        let unit = position.unit(at).expect("an occupied square has a unit");
        let text = name(unit.color(), unit.is_zombie(), unit.kind());
        let beneath = position.beneath(at).map(|beneath| {
            let captured = name(!unit.color(), beneath.is_zombie(), beneath.kind());
            format!("/{captured}")
        });
        format!("{text}{at}{}", beneath.unwrap_or_default())
    };
    let mut units: Vec<String> = position.occupied().map(text).collect();
    units.sort();
    units
}
