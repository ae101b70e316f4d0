//! What must hold of every position: taking back, keys, symmetries, and texts that tell moves apart.

mod common;

use std::collections::HashMap;

use common::engine::Engine;
use common::model::Model;
use common::random::{Crowd, Rng, setup, visit_positions};
use common::{all_rule_sets, model_of, title, units};
use fata::board::{Position, Setup};
use fata::chess::{Bitboard, Color, Square, Unit};
use fata::rules::{Captures, Shape};

#[test]
fn unmake_restores_the_position() {
    for (seed, rules) in (1..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        visit_positions(&engine, seed, 10_000, Crowd::Any, |position, _| {
            let before = position.clone();
            for mv in engine.list(engine.pseudo_moves, position) {
                let undo = (engine.make)(position, mv);
                position.unmake(&undo);
                assert!(*position == before, "{}: {mv} in\n{before:?}", title(rules));
            }
            let undo = position.pass();
            position.unmake(&undo);
            assert!(
                *position == before,
                "{}: a pass in\n{before:?}",
                title(rules)
            );
        });
    }
}

#[test]
fn questions_leave_the_position_as_it_was() {
    for (seed, rules) in (51..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        visit_positions(&engine, seed, 3000, Crowd::Any, |position, _| {
            let before = position.clone();
            let list = &mut Vec::new();
            (engine.pseudo_moves)(position, list);
            (engine.legal_moves)(position, list);
            (engine.mating_moves)(position, list, usize::MAX);
            let _ = (engine.has_legal_move)(position, list);
            let _ = (engine.perft)(position, 1);
            assert!(*position == before, "{}\n{before:?}", title(rules));
        });
    }
}

#[test]
fn the_key_kept_in_step_equals_the_key_from_scratch() {
    for (seed, rules) in (101..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        visit_positions(&engine, seed, 10_000, Crowd::Any, |position, _| {
            assert_eq!(position.key(), position.key_from_scratch(), "{position:?}");
            for mv in engine.moves(position) {
                let next = engine.after(position, mv);
                assert_eq!(next.key(), next.key_from_scratch(), "{mv} in\n{position:?}");
            }
            let undo = position.pass();
            assert_eq!(position.key(), position.key_from_scratch(), "{position:?}");
            position.unmake(&undo);
        });
    }
}

/// Positions met so far, by model and by key.
#[derive(Default)]
struct Seen {
    by_model: HashMap<String, Position>,
    by_key: HashMap<u128, (Vec<String>, Vec<String>)>,
    met_again: usize,
}

impl Seen {
    fn meet(&mut self, engine: &Engine, position: &Position, model: &Model) {
        let known = self.by_model.entry(format!("{model:?}"));
        let known = known.or_insert_with(|| position.clone());
        assert_eq!(
            known.key(),
            position.key(),
            "{}: one state, two keys\n{known:?}{position:?}",
            title(engine.rules)
        );
        assert!(
            known == position,
            "{}: one state, two positions\n{known:?}{position:?}",
            title(engine.rules)
        );
        // What a position with this key is: units, memories, side and moves.
        let mut state = units(position);
        state.push(position.to_move().name().to_owned());
        let state = (state, engine.texts(position));
        match self.by_key.get(&position.key()) {
            None => {
                self.by_key.insert(position.key(), state);
            }
            Some(known) => {
                self.met_again += 1;
                assert_eq!(
                    *known,
                    state,
                    "{}: one key, two states\n{position:?}",
                    title(engine.rules)
                );
            }
        }
    }

    /// Meets a position and all up to so many plies after it.
    fn explore(&mut self, engine: &Engine, position: &Position, model: &Model, plies: u32) {
        self.meet(engine, position, model);
        if plies > 0 {
            for mv in engine.moves(position) {
                let next = engine.after(position, mv);
                let model = model.play(&mv.to_string());
                let model = model.expect("the model has the same moves");
                self.explore(engine, &next, &model, plies - 1);
            }
        }
    }
}

#[test]
fn positions_have_equal_keys_exactly_if_they_are_the_same() {
    for (seed, rules) in (201..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        let mut met_again = 0;
        let mut explored = 0;
        while explored < 4000 {
            let (setup, to_move) = setup(&mut rng, rules, Crowd::Few);
            let position = engine.enter(&setup, to_move);
            if engine.moves(&position).len() > 30 {
                continue;
            }
            let mut seen = Seen::default();
            let model = model_of(&setup, rules, to_move);
            let plies = match rules.captures() {
                Captures::Dynamo => 2,
                _ => 3,
            };
            let count = (engine.perft)(&mut position.clone(), plies);
            if count > 4000 {
                continue;
            }
            seen.explore(&engine, &position, &model, plies);
            explored += seen.by_key.len();
            met_again += seen.met_again;
        }
        assert!(met_again > 100, "{}: only {met_again}", title(rules));
    }
}

/// Over long walks, positions that differ in units, side or moves differ in key.
#[test]
fn different_positions_have_different_keys() {
    for (seed, rules) in (301..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut seen: HashMap<u128, Vec<String>> = HashMap::new();
        visit_positions(&engine, seed, 20_000, Crowd::Any, |position, _| {
            let mut state = units(position);
            state.push(position.to_move().name().to_owned());
            let known = seen.entry(position.key()).or_insert_with(|| state.clone());
            assert_eq!(*known, state, "{}\n{position:?}", title(rules));
        });
        assert!(seen.len() > 10_000);
    }
}

/// The diagram with every square and unit mapped.
fn mapped(setup: &Setup, to: impl Fn(Square) -> Square, unit: impl Fn(Unit) -> Unit) -> Setup {
    let map = |units: &std::collections::BTreeMap<Square, Unit>| {
        let units = units.iter();
        units.map(|(&at, &one)| (to(at), unit(one))).collect()
    };
    Setup {
        units: map(&setup.units),
        beneath: map(&setup.beneath),
        to_move: setup.to_move,
        en_passant: setup.en_passant.map(&to),
        no_castling: setup.no_castling.map(&to).collect(),
        may_lack_king: setup.may_lack_king,
    }
}

/// A move in machine notation with every square mapped.
fn mapped_text(text: &str, to: impl Fn(Square) -> Square) -> String {
    let mut mapped = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(square) = rest.get(..2).and_then(|name| name.parse().ok()) {
            mapped += &to(square).to_string();
            rest = &rest[2..];
        } else {
            mapped += &rest[..1];
            rest = &rest[1..];
        }
    }
    mapped
}

/// Asserts that the moves of the mapped diagram are the mapped moves.
fn assert_symmetric(
    engine: &Engine,
    (setup, to_move): &(Setup, Color),
    (mapped_setup, mapped_side): &(Setup, Color),
    to: impl Fn(Square) -> Square,
) {
    let position = engine.enter(setup, *to_move);
    let moves = engine.texts(&position);
    let mut expected: Vec<String> = moves.iter().map(|text| mapped_text(text, &to)).collect();
    expected.sort();
    let other = engine.enter(mapped_setup, *mapped_side);
    let title = title(engine.rules);
    assert_eq!(
        engine.texts(&other),
        expected,
        "{title}\n{position:?}{other:?}"
    );
    assert_eq!(
        engine.in_check(&position),
        engine.in_check(&other),
        "{title}"
    );
}

#[test]
fn colours_may_be_exchanged() {
    for (seed, rules) in (401..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        for _ in 0..1000 {
            let (setup, to_move) = setup(&mut rng, rules, Crowd::Any);
            let flipped = mapped(&setup, Square::flipped, Unit::recolored);
            let after = (flipped, !to_move);
            assert_symmetric(&engine, &(setup, to_move), &after, Square::flipped);
        }
    }
}

#[test]
fn the_board_may_be_mirrored_left_to_right_without_castling() {
    let mirrored = |at: Square| Square::new(7 - at.file(), at.rank());
    for (seed, rules) in (501..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        for _ in 0..1000 {
            let (mut setup, to_move) = setup(&mut rng, rules, Crowd::Any);
            setup.no_castling = Bitboard::ALL;
            let after = (mapped(&setup, mirrored, |unit| unit), to_move);
            assert_symmetric(&engine, &(setup, to_move), &after, mirrored);
        }
    }
}

#[test]
fn the_sphere_may_be_turned_by_any_number_of_files_without_castling() {
    let spheres = all_rule_sets().into_iter();
    let spheres = spheres.filter(|rules| rules.shape() == Shape::Sphere);
    for (seed, rules) in (601..).zip(spheres) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        for _ in 0..300 {
            let (mut setup, to_move) = setup(&mut rng, rules, Crowd::Any);
            setup.no_castling = Bitboard::ALL;
            let before = (setup, to_move);
            for files in 1..8 {
                let turned = |at: Square| Square::new((at.file() + files) % 8, at.rank());
                let after = (mapped(&before.0, turned, |unit| unit), to_move);
                assert_symmetric(&engine, &before, &after, turned);
            }
        }
    }
}

#[test]
fn different_moves_have_different_texts() {
    for (seed, rules) in (701..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        visit_positions(&engine, seed, 5000, Crowd::Any, |position, _| {
            let moves = engine.list(engine.pseudo_moves, position);
            let mut texts = common::engine::texts(&moves);
            texts.dedup();
            assert_eq!(
                texts.len(),
                moves.len(),
                "{}: {moves:?}\n{position:?}",
                title(rules)
            );
        });
    }
}

/// Moves with equal texts are equal moves, and each comes back from its packed word.
#[test]
fn moves_survive_packing() {
    for (seed, rules) in (801..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        visit_positions(&engine, seed, 1000, Crowd::Any, |position, _| {
            for mv in engine.moves(position) {
                assert_eq!(fata::chess::Move::from_bits(mv.bits()), mv);
            }
        });
    }
}
