use super::*;
use crate::problem::Options;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn unit(color: Color, kind: Kind) -> Unit {
    Unit::new(color, kind)
}

fn phase(units: &[(&str, Unit)]) -> Phase {
    Phase {
        twin: "a".to_owned(),
        side: Color::White,
        is_duplex: false,
        setup: Setup {
            units: units
                .iter()
                .map(|&(name, unit)| (square(name), unit))
                .collect(),
            ..Setup::default()
        },
        rules: RuleSet::default(),
        stipulation: "h#2".parse().unwrap(),
        options: Options::default(),
    }
}

fn twin(edits: &[Edit]) -> Twin {
    Twin {
        name: "b".to_owned(),
        continued: false,
        edits: edits.to_vec(),
    }
}

fn squares(phase: &Phase) -> String {
    phase
        .setup
        .units
        .keys()
        .map(Square::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

const KING: Unit = Unit::new(Color::White, Kind::King);
const PAWN: Unit = Unit::new(Color::Black, Kind::Pawn);

#[test]
fn move_removes_whoever_stands_on_the_arrival_square() {
    let base = phase(&[("b1", KING), ("c1", PAWN)]);
    let edit = Edit::Move {
        from: square("b1"),
        to: square("c1"),
    };
    let after = twin(&[edit]).apply(&base).unwrap();
    assert_eq!(after.setup.units, BTreeMap::from([(square("c1"), KING)]));
    assert_eq!(after.twin, "b");
}

#[test]
fn memories_go_with_their_unit() {
    let mut base = phase(&[("b1", KING), ("c3", PAWN)]);
    base.setup.beneath.insert(square("b1"), PAWN);
    let exchange = Edit::Exchange(square("b1"), square("c3"));
    let after = twin(&[exchange]).apply(&base).unwrap();
    assert_eq!(after.setup.beneath, BTreeMap::from([(square("c3"), PAWN)]));
    let over = Edit::Move {
        from: square("c3"),
        to: square("b1"),
    };
    let after = twin(&[over]).apply(&base).unwrap();
    assert!(after.setup.beneath.is_empty());
    let turned = twin(&[Edit::Rotate(Rotation::Quarter)])
        .apply(&base)
        .unwrap();
    assert_eq!(turned.setup.beneath, BTreeMap::from([(square("h2"), PAWN)]));
    let add = Edit::Add {
        unit: KING,
        square: square("b1"),
    };
    assert!(twin(&[add]).apply(&base).unwrap().setup.beneath.is_empty());
}

#[test]
fn rotation_goes_against_the_clock() {
    for (from, to) in [
        ("a1", "h1"),
        ("h1", "h8"),
        ("h8", "a8"),
        ("a8", "a1"),
        ("c2", "g3"),
    ] {
        assert_eq!(Rotation::Quarter.turn(square(from)), square(to));
        assert_eq!(Rotation::ThreeQuarters.turn(square(to)), square(from));
    }
    assert_eq!(Rotation::Half.turn(square("b1")), square("g8"));
}

#[test]
fn mirrors_exchange_the_corners_they_are_named_after() {
    for mirror in Mirror::ALL {
        let (one, other) = mirror.name().split_once("<-->").unwrap();
        assert_eq!(mirror.reflect(square(one)), square(other));
        for square in Square::all() {
            assert_eq!(mirror.reflect(mirror.reflect(square)), square);
        }
    }
    assert_eq!(Mirror::A1H8.reflect(square("a8")), square("a8"));
    assert_eq!(Mirror::A8H1.reflect(square("a1")), square("a1"));
}

#[test]
fn polish_type_changes_colours_and_who_may_lack_a_king() {
    let mut base = phase(&[("b1", KING), ("c3", PAWN)]);
    base.setup.may_lack_king = [false, true];
    let after = twin(&[Edit::PolishType]).apply(&base).unwrap();
    assert_eq!(after.setup.units[&square("b1")].color(), Color::Black);
    assert_eq!(after.setup.units[&square("c3")].color(), Color::White);
    assert_eq!(after.setup.may_lack_king, [true, false]);
    assert_eq!(after.stipulation, base.stipulation);
}

#[test]
fn shift_over_the_edge_is_an_error() {
    let base = phase(&[("b1", KING), ("h3", PAWN)]);
    let up = Edit::Shift {
        from: square("a1"),
        to: square("a3"),
    };
    assert_eq!(squares(&twin(&[up]).apply(&base).unwrap()), "b3 h5");
    let right = Edit::Shift {
        from: square("a1"),
        to: square("b1"),
    };
    let error = twin(&[right]).apply(&base).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Shift a1 b1`: the unit on h3 would leave the board"
    );
}

#[test]
fn commands_for_empty_squares_are_errors() {
    let base = phase(&[("b1", KING)]);
    let (b1, c1) = (square("b1"), square("c1"));
    for (edit, message) in [
        (
            Edit::Move { from: c1, to: b1 },
            "`Move c1 b1`: nobody stands on c1",
        ),
        (
            Edit::Exchange(b1, c1),
            "`Exchange b1 c1`: nobody stands on c1",
        ),
        (
            Edit::Exchange(c1, b1),
            "`Exchange c1 b1`: nobody stands on c1",
        ),
        (Edit::Remove(c1), "`Remove c1`: nobody stands on c1"),
        (
            Edit::Substitute {
                old: Kind::Queen,
                new: Kind::Rook,
            },
            "`Substitute Q R`: there is no unit Q",
        ),
    ] {
        assert_eq!(twin(&[edit]).apply(&base).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_square_may_be_exchanged_with_itself() {
    let base = phase(&[("b1", KING)]);
    let edit = Edit::Exchange(square("b1"), square("b1"));
    assert_eq!(twin(&[edit]).apply(&base).unwrap().setup, base.setup);
}

#[test]
fn substitute_keeps_colour_and_marks() {
    let base = phase(&[("b1", KING), ("c3", PAWN.kamikaze(true))]);
    let edit = Edit::Substitute {
        old: Kind::Pawn,
        new: Kind::Knight,
    };
    let after = twin(&[edit]).apply(&base).unwrap();
    let knight = unit(Color::Black, Kind::Knight).kamikaze(true);
    assert_eq!(after.setup.units[&square("c3")], knight);
}

#[test]
fn a_kamikaze_unit_brought_in_selects_the_kamikaze_rules() {
    let base = phase(&[("b1", KING)]);
    let add = Edit::Add {
        unit: PAWN.kamikaze(true),
        square: square("c3"),
    };
    let after = twin(&[add]).apply(&base).unwrap();
    assert_eq!(
        after.rules.captures(),
        Captures::Kamikaze(Kamikazes::Marked)
    );
    assert_eq!(add.to_string(), "Add Black Kamikaze Pc3");
}

#[test]
fn en_passant_goes_with_its_pawn() {
    let mut base = phase(&[("b1", KING), ("f5", PAWN)]);
    base.setup.en_passant = Some(square("f6"));
    let away = Edit::Move {
        from: square("f5"),
        to: square("e5"),
    };
    assert_eq!(twin(&[away]).apply(&base).unwrap().setup.en_passant, None);
    let other = Edit::Move {
        from: square("b1"),
        to: square("b2"),
    };
    assert_eq!(
        twin(&[other]).apply(&base).unwrap().setup.en_passant,
        Some(square("f6"))
    );
}
