//! The fast rules against the slow model, on random positions of every rule set; and the short cuts
//! of each rule set against the plain path.

mod common;

use common::engine::{Engine, texts};
use common::model::Model;
use common::random::{Crowd, Rng, pick_move, setup, visit_positions};
use common::{all_rule_sets, model_of, title, units};
use fata::board::Position;
use fata::chess::{Color, Move};
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

/// Legal moves by make, ask, unmake.
fn plain_legal_moves(engine: &Engine, position: &mut Position) -> Vec<Move> {
    let mut moves = engine.list(engine.pseudo_moves, position);
    moves.retain(|&mv| {
        let undo = (engine.make)(position, mv);
        let is_legal = (engine.was_legal)(position, &undo);
        position.unmake(&undo);
        is_legal
    });
    moves
}

#[test]
fn short_cuts_give_the_answers_of_the_plain_path() {
    for (seed, rules) in (201..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        visit_positions(&engine, seed, 20_000, Crowd::Any, |position, _| {
            let plain = plain_legal_moves(&engine, position);
            let legal = engine.moves(position);
            assert_eq!(
                texts(&legal),
                texts(&plain),
                "{}: legal moves in\n{position:?}",
                title(rules)
            );
            let mut scratch = vec![Move::plain(common::square("a1"), common::square("a2"))];
            let has_move = (engine.has_legal_move)(position, &mut scratch);
            assert_eq!(
                has_move,
                !plain.is_empty(),
                "{}\n{position:?}",
                title(rules)
            );
            assert_eq!(scratch.len(), 1, "scratch comes back as it was");
            for color in Color::BOTH {
                let checkers = (engine.checkers)(position, color);
                let in_check = (engine.is_in_check)(position, color);
                assert_eq!(
                    in_check,
                    !checkers.is_empty(),
                    "{}\n{position:?}",
                    title(rules)
                );
            }
        });
    }
}

/// Compares the mating moves with the legal moves that mate; gives how many there are.
fn compare_mating_moves(engine: &Engine, position: &mut Position) -> usize {
    let title = title(engine.rules);
    let mut plain = plain_legal_moves(engine, position);
    plain.retain(|&mv| {
        let mut next = engine.after(position, mv);
        engine.in_check(&next) && plain_legal_moves(engine, &mut next).is_empty()
    });
    let mut mating = Vec::new();
    (engine.mating_moves)(position, &mut mating, usize::MAX);
    assert_eq!(
        texts(&mating),
        texts(&plain),
        "{title}: mates in\n{position:?}"
    );
    for most in [1, 2] {
        let mut first = Vec::new();
        (engine.mating_moves)(position, &mut first, most);
        assert_eq!(first.len(), mating.len().min(most), "{title}\n{position:?}");
        assert!(first.iter().all(|mv| mating.contains(mv)));
    }
    mating.len()
}

#[test]
fn mating_moves_are_the_legal_moves_that_mate() {
    for (seed, rules) in (301..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut mates = 0;
        for crowd in [Crowd::Any, Crowd::Few] {
            visit_positions(&engine, seed, 6000, crowd, |position, _| {
                mates += compare_mating_moves(&engine, position);
            });
        }
        assert!(mates > 20, "{}: only {mates} mates", title(rules));
    }
}

/// The moves of other positions, those near and those far.
#[test]
fn moves_said_to_be_clearly_possible_are_so() {
    for (seed, rules) in (401..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut remembered: Vec<Move> = Vec::new();
        let mut clear = 0;
        visit_positions(&engine, seed, 5000, Crowd::Any, |position, rng| {
            let possible = engine.list(engine.pseudo_moves, position);
            for &mv in &remembered {
                let scratch = &mut Vec::new();
                if (engine.is_clearly_possible)(position, mv, scratch) {
                    assert!(
                        possible.contains(&mv),
                        "{}: {mv} in\n{position:?}",
                        title(rules)
                    );
                    clear += 1;
                }
                assert!(scratch.is_empty(), "scratch comes back as it was");
            }
            for mv in engine.moves(position) {
                if remembered.len() < 100 {
                    remembered.push(mv);
                } else if rng.once_in(4) {
                    let at = rng.below(remembered.len());
                    remembered[at] = mv;
                }
            }
        });
        // Dynamo never says so.
        let expected = rules.captures() != Captures::Dynamo;
        assert_eq!(clear > 1000, expected, "{}", title(rules));
    }
}
