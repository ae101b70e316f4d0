//! The fast rules against the slow model, on random positions of every rule set.

mod common;

use common::engine::Engine;
use common::model::Model;
use common::random::{Crowd, Rng, pick_move, setup};
use common::{all_rule_sets, model_of, title, units};
use fata::board::Position;
use fata::chess::Color;
use fata::rules::{Captures, RuleSet};

/// Positions to compare: the model is slow, most of all for Dynamo with its many moves.
fn budget(rules: RuleSet) -> usize {
    match rules.captures() {
        Captures::Dynamo => 1500,
        _ => 3000,
    }
}

/// Fails with all that is needed to see what is wrong.
fn assert_same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    engine: T,
    model: T,
    position: &Position,
    (rules, game): (RuleSet, &[String]),
) {
    assert!(
        engine == model,
        "{}: {what}\n engine {engine:?}\n  model {model:?}\n after {game:?} in\n{position:?}{:?}",
        title(rules),
        units(position),
    );
}

fn compare(engine: &Engine, position: &mut Position, model: &Model, game: &[String]) {
    let place = (engine.rules, game);
    let scratch = &mut Vec::new();
    assert_same("units", units(position), model.units(), position, place);
    let (ours, theirs) = (engine.texts(position), model.legal_moves());
    if ours != theirs {
        let without = |all: &[String], other: &[String]| -> Vec<String> {
            all.iter()
                .filter(|one| !other.contains(one))
                .cloned()
                .collect()
        };
        let (extra, missing) = (without(&ours, &theirs), without(&theirs, &ours));
        assert_same("moves of one only", extra, missing, position, place);
        assert_same("moves, each once", ours, theirs, position, place);
        return;
    }
    let is_check = model.is_in_check();
    let is_stuck = theirs.is_empty();
    let mate = (engine.is_mate)(position, scratch);
    let stalemate = (engine.is_stalemate)(position, scratch);
    let side = position.to_move();
    assert_same(
        "side",
        side == Color::White,
        model.white_to_move(),
        position,
        place,
    );
    assert_same(
        "check",
        engine.in_check(position),
        is_check,
        position,
        place,
    );
    assert_same("mate", mate, is_check && is_stuck, position, place);
    assert_same(
        "stalemate",
        stalemate,
        !is_check && is_stuck,
        position,
        place,
    );
}

#[test]
fn moves_checks_and_boards_equal_the_models() {
    for (seed, rules) in (1..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        let mut left = budget(rules);
        while left > 0 {
            let (setup, to_move) = setup(&mut rng, rules, Crowd::Any);
            let mut position = engine.enter(&setup, to_move);
            let mut model = model_of(&setup, rules, to_move);
            let mut game = Vec::new();
            for _ in 0..12 {
                compare(&engine, &mut position, &model, &game);
                left = left.saturating_sub(1);
                let moves = engine.moves(&position);
                let Some(mv) = pick_move(&mut rng, &position, &moves) else {
                    break;
                };
                let text = mv.to_string();
                model = model.play(&text).expect("the model has the same moves");
                position = engine.after(&position, mv);
                game.push(text);
            }
        }
    }
}

/// Small boards are mated and stalemated more often than large ones.
#[test]
fn mates_and_stalemates_equal_the_models() {
    for (seed, rules) in (101..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        let mut ends = 0;
        for _ in 0..budget(rules) / 6 {
            let (setup, to_move) = setup(&mut rng, rules, Crowd::Few);
            let position = engine.enter(&setup, to_move);
            let model = model_of(&setup, rules, to_move);
            for mv in engine.moves(&position) {
                let text = mv.to_string();
                let next = model.play(&text).expect("the model has the same moves");
                let mut position = engine.after(&position, mv);
                let place = (rules, &[text][..]);
                let scratch = &mut Vec::new();
                let mate = (engine.is_mate)(&mut position, scratch);
                assert_same("mate", mate, next.is_mate(), &position, place);
                let stalemate = (engine.is_stalemate)(&mut position, scratch);
                assert_same(
                    "stalemate",
                    stalemate,
                    next.is_stalemate(),
                    &position,
                    place,
                );
                ends += usize::from(mate || stalemate);
            }
        }
        assert!(
            ends > 5,
            "{}: only {ends} mates and stalemates",
            title(rules)
        );
    }
}
