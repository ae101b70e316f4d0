//! Pictures of goals against play that reaches them: no goal is missing, and no move that leads to
//! one is ruled out.

mod common;

use common::engine::Engine;
use common::random::{Crowd, Rng, pick_move, setup};
use common::{all_rule_sets, title};
use fata::board::Position;
use fata::chess::{Color, Move};
use fata::rules::{Captures, Pictures, Sitting};

/// A game, position by position, and the moves between them.
struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

#[test]
fn each_mate_that_comes_is_drawn_before() {
    assert_drawn(801, 400, is_mate);
}

#[test]
fn each_stalemate_that_comes_is_drawn_before() {
    assert_drawn(901, 400, is_stalemate);
}

#[test]
#[ignore = "the two tests above with ten times as many games: minutes"]
fn each_goal_of_many_games_is_drawn_before() {
    assert_drawn(1801, 4000, is_mate);
    assert_drawn(1901, 4000, is_stalemate);
}

fn is_mate(engine: &Engine, position: &Position) -> bool {
    (engine.is_mate)(&mut position.clone(), &mut Vec::new())
}

fn is_stalemate(engine: &Engine, position: &Position) -> bool {
    (engine.is_stalemate)(&mut position.clone(), &mut Vec::new())
}

fn assert_drawn(seed: u64, games: usize, is_goal: fn(&Engine, &Position) -> bool) {
    for (seed, rules) in (seed..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let followed = follow_games(&engine, seed, games, is_goal);
        let can_draw = !matches!(rules.captures(), Captures::Dynamo | Captures::Reincarnation);
        assert_eq!(followed > 50, can_draw, "{}: {followed}", title(rules));
    }
}

/// Plays random games, and wherever a move reaches the goal, draws the goals from each position before
/// and follows the game; how often that was possible.
fn follow_games(
    engine: &Engine,
    seed: u64,
    games: usize,
    is_goal: fn(&Engine, &Position) -> bool,
) -> usize {
    let mut rng = Rng::new(seed);
    let mut followed = 0;
    for number in 0..games {
        let crowd = if number % 8 == 0 {
            Crowd::Any
        } else {
            Crowd::Few
        };
        let (setup, to_move) = setup(&mut rng, engine.rules, crowd);
        let mut game = Game {
            positions: vec![engine.enter(&setup, to_move)],
            moves: Vec::new(),
        };
        for _ in 0..9 {
            let position = &game.positions[game.positions.len() - 1];
            let moves = engine.moves(position);
            for &last in &moves {
                let after = engine.after(position, last);
                if is_goal(engine, &after) {
                    followed += follow(engine, &game, last, &after);
                }
            }
            let Some(mv) = pick_move(&mut rng, position, &moves) else {
                break;
            };
            let next = engine.after(position, mv);
            game.positions.push(next);
            game.moves.push(mv);
        }
    }
    followed
}

/// Follows the game and its last move from every position in it.
fn follow(engine: &Engine, game: &Game, last: Move, goal: &Position) -> usize {
    let attacker = game.positions[game.positions.len() - 1].to_move();
    let is_mate = engine.in_check(goal);
    let draw = if is_mate {
        engine.mate_pictures
    } else {
        engine.stalemate_pictures
    };
    let mut followed = 0;
    for (start, position) in game.positions.iter().enumerate() {
        let plies = (game.moves.len() - start + 1) as u32;
        let sitting = Sitting {
            attacker,
            attacks: plies.div_ceil(2),
            defences: plies / 2,
            most: 500,
            should_stop: &|| false,
        };
        let Some(pictures) = draw(position, &sitting) else {
            continue;
        };
        let moves = game.moves[start..].iter().copied().chain([last]);
        let lost = lost_at(&pictures, position.to_move(), moves, plies);
        assert!(
            lost.is_none(),
            "{}: at ply {lost:?} of {:?} {last} to\n{goal:?}from\n{position:?}",
            title(engine.rules),
            &game.moves[start..],
        );
        followed += 1;
    }
    followed
}

/// The ply at which no goal is in sight any more.
fn lost_at(
    pictures: &Pictures,
    first: Color,
    moves: impl Iterator<Item = Move>,
    plies: u32,
) -> Option<u32> {
    let mut view = pictures.view().clone();
    for (ply, mv) in (0..).zip(moves) {
        let us = if ply % 2 == 0 { first } else { !first };
        let left = (plies - ply).div_ceil(2);
        if !pictures.outlets(&view, us, left).allow(&view, mv) {
            return Some(ply);
        }
        match pictures.after(&view, mv, left - 1) {
            Some(next) => view = next,
            None => return Some(ply),
        }
    }
    None
}

/// Goals are drawn or given up, never only some of them.
#[test]
fn drawing_gives_up_as_a_whole() {
    for rules in all_rule_sets() {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(71);
        for _ in 0..200 {
            let (setup, to_move) = setup(&mut rng, rules, Crowd::Few);
            let position = engine.enter(&setup, to_move);
            let draw = |most, stop: bool| {
                let sitting = Sitting {
                    attacker: to_move,
                    attacks: 2,
                    defences: 1,
                    most,
                    should_stop: &|| stop,
                };
                (engine.mate_pictures)(&position, &sitting)
            };
            if let Some(pictures) = draw(2000, false) {
                let number = pictures.len();
                let fewer = draw(number.saturating_sub(1) / 2, false);
                assert!(fewer.is_none_or(|fewer| fewer.len() == number));
            }
        }
    }
}
