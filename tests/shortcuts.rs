//! The short cuts of each rule set against the plain path: make, ask, unmake.

mod common;

use common::engine::{Engine, texts};
use common::random::{Crowd, Rng, pick_move, setup, visit_positions};
use common::{all_rule_sets, square, title};
use fata::board::Position;
use fata::chess::{Color, Move};
use fata::rules::Captures;

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
            let mut scratch = vec![Move::plain(square("a1"), square("a2"))];
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

/// A move that is left out as not compelling leaves the enemy a move that does not mate.
#[test]
fn moves_that_may_compel_the_enemy_to_mate_are_not_left_out() {
    for (seed, rules) in (701..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut left_out = 0;
        visit_positions(&engine, seed, 8000, Crowd::Any, |position, _| {
            let compelling = engine.list(engine.compelling_moves, position);
            let legal = engine.moves(position);
            assert!(compelling.iter().all(|mv| legal.contains(mv)));
            for mv in legal.into_iter().filter(|mv| !compelling.contains(mv)) {
                left_out += 1;
                let after = engine.after(position, mv);
                let mut replies = engine.moves(&after).into_iter();
                let holds = replies.any(|reply| {
                    !(engine.is_mate)(&mut engine.after(&after, reply), &mut Vec::new())
                });
                assert!(holds, "{}: {mv} in\n{position:?}", title(rules));
            }
        });
        let may_leave_out = !matches!(rules.captures(), Captures::Dynamo | Captures::Reincarnation);
        assert_eq!(left_out > 1000, may_leave_out, "{}", title(rules));
    }
}

/// Walks back from mates met in random games: each position before was one from which a mate was
/// conceivable, in just the number of moves that it took.
#[test]
fn a_mate_that_comes_was_conceivable_before() {
    for (seed, rules) in (501..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mates = walk_back(&engine, seed, 6000, |position| {
            let mut mating = Vec::new();
            (engine.mating_moves)(&mut position.clone(), &mut mating, 1);
            (!mating.is_empty()).then_some(("mate", engine.mate_is_conceivable))
        });
        assert!(mates > 100, "{}: only {mates} mates", title(rules));
    }
}

/// The same for stalemates.
#[test]
fn a_stalemate_that_comes_was_conceivable_before() {
    for (seed, rules) in (601..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let stalemates = walk_back(&engine, seed, 8000, |position| {
            let stalemates = engine
                .moves(position)
                .into_iter()
                .any(|mv| (engine.is_stalemate)(&mut engine.after(position, mv), &mut Vec::new()));
            stalemates.then_some(("stalemate", engine.stalemate_is_conceivable))
        });
        assert!(stalemates > 100, "{}: only {stalemates}", title(rules));
    }
}

type Conceivable = fn(&Position, Color, u32, u32) -> bool;

/// Plays random games, and where the side to move has its goal at hand makes sure that the bound let
/// all positions before pass; how often that was.
fn walk_back(
    engine: &Engine,
    seed: u64,
    games: usize,
    goal_at_hand: impl Fn(&Position) -> Option<(&'static str, Conceivable)>,
) -> usize {
    let mut rng = Rng::new(seed);
    let mut met = 0;
    for number in 0..games {
        let crowd = if number % 2 == 0 {
            Crowd::Few
        } else {
            Crowd::Any
        };
        let (setup, to_move) = setup(&mut rng, engine.rules, crowd);
        let mut game = vec![engine.enter(&setup, to_move)];
        for _ in 0..8 {
            let position = &game[game.len() - 1];
            if let Some((goal, is_conceivable)) = goal_at_hand(position) {
                assert_conceivable(engine, &game, goal, is_conceivable);
                met += 1;
            }
            let moves = engine.moves(position);
            let Some(mv) = pick_move(&mut rng, position, &moves) else {
                break;
            };
            game.push(engine.after(position, mv));
        }
    }
    met
}

/// The side to move in the last position of the game has its goal at hand.
fn assert_conceivable(engine: &Engine, game: &[Position], goal: &str, is_conceivable: Conceivable) {
    let attacker = game[game.len() - 1].to_move();
    for (plies, position) in (1..).zip(game.iter().rev()) {
        let (attacks, defences) = (u32::div_ceil(plies, 2), plies / 2);
        for (attacks, defences) in [(attacks, defences), (attacks + 1, defences + 1)] {
            assert!(
                is_conceivable(position, attacker, attacks, defences),
                "{}: {goal} by {} in {plies} plies, which leads to\n{:?}from\n{position:?}",
                title(engine.rules),
                attacker.name(),
                game[game.len() - 1],
            );
        }
    }
}
