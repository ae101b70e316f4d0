//! The annotated games of the sources, replayed with every sign and the final position.

mod common;

use common::cases::{sorted_texts, text};
use common::engine::Engine;
use fata::board::{Position, Setup};
use fata::chess::{Color, Kind, Move, Square};
use fata::format::quick_problem;
use fata::rules::RuleSet;
use serde_yaml::Value;

fn games() -> Vec<Value> {
    serde_yaml::from_str(&text("games.yaml")).expect("a list of games")
}

/// The initial array and the rules of a game.
fn start(game: &Value) -> (Setup, RuleSet) {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let document = quick_problem(array, None, &sorted_texts(&game["conditions"]), &[]);
    let problem = document.problem.expect("the initial array is a problem");
    (problem.setup, problem.rules)
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_sequence().expect("a list of texts");
    list.iter()
        .map(|one| one.as_str().expect("a text"))
        .collect()
}

fn assert_final(position: &Position, game: &Value) {
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let expected = sorted_texts(&game["final"][name]);
        let mut units: Vec<String> = position
            .color(color)
            .map(|at| {
                let unit = position.unit(at).expect("an occupied square has a unit");
                let zombie = if unit.is_zombie() { "Z" } else { "" };
                format!("{zombie}{}{at}", unit.kind().letter())
            })
            .collect();
        units.sort();
        assert_eq!(units, expected, "{:?}", game["id"]);
    }
}

fn sign(engine: &Engine, position: &mut Position, is_mate: bool) -> &'static str {
    match (engine.in_check(position), is_mate) {
        (true, true) => "#",
        (true, false) => "+",
        (false, _) => "",
    }
}

#[test]
fn games_of_normal_cadence_replay_sign_by_sign() {
    let mut replayed = 0;
    for game in games().iter().filter(|game| game["cadence"] == "normal") {
        let (setup, rules) = start(game);
        let engine = Engine::of(rules);
        let mut position = engine.enter(&setup, Color::White);
        let moves = texts(&game["moves"]);
        let signs = texts(&game["signs"]);
        assert_eq!(moves.len(), signs.len());
        for (mv, expected) in moves.into_iter().zip(signs) {
            position = engine.play(&position, mv);
            let is_mate = (engine.is_mate)(&mut position, &mut Vec::new());
            let sign = sign(&engine, &mut position, is_mate);
            assert_eq!(sign, expected, "{mv} in\n{position:?}");
        }
        assert_final(&position, game);
        replayed += 1;
    }
    assert_eq!(replayed, 3);
}

/// A game in which each side answers with a series one move longer.
struct Progressive {
    engine: Engine,
    position: Position,
    /// Squares passed over in the series before, each with the square of the pawn that did it.
    passed: Vec<(Square, Square)>,
}

impl Progressive {
    /// The moves that may begin a series, with the positions after them: en passant against every
    /// pawn that is still where its double step led.
    fn first_moves(&self) -> Vec<(Move, Position)> {
        let squares = self.passed.iter().map(|&(passed, _)| Some(passed));
        let mut found: Vec<(Move, Position)> = Vec::new();
        for passed in squares.chain([None]) {
            let mut position = self.position.clone();
            let is_free = |square| position.unit(square).is_none();
            position.set_en_passant(passed.filter(|&square| is_free(square)));
            for mv in self.engine.moves(&position) {
                if found.iter().all(|(other, _)| *other != mv) {
                    found.push((mv, self.engine.after(&position, mv)));
                }
            }
        }
        found
    }

    /// The moves that may go on with a series.
    fn next_moves(&self) -> Vec<(Move, Position)> {
        let mut position = self.position.clone();
        position.set_en_passant(None);
        let moves = self.engine.moves(&position).into_iter();
        moves
            .map(|mv| (mv, self.engine.after(&position, mv)))
            .collect()
    }

    /// Plays a whole series: no check before its last move.
    fn play(&mut self, series: &[&str]) {
        let mut passed: Vec<(Square, Square)> = Vec::new();
        for (number, text) in (1..).zip(series) {
            let moves = if number == 1 {
                self.first_moves()
            } else {
                let _ = self.position.pass();
                self.next_moves()
            };
            let (mv, next) = moves
                .into_iter()
                .find(|(mv, _)| mv.to_string() == *text)
                .unwrap_or_else(|| panic!("{text} is legal in\n{:?}", self.position));
            assert!(
                number == series.len() || !self.engine.in_check(&next),
                "{text} gives check before the end of the series"
            );
            passed.retain(|&(_, pawn)| pawn != mv.from());
            let is_pawn = self
                .position
                .unit(mv.from())
                .is_some_and(|unit| unit.kind() == Kind::Pawn);
            if is_pawn && mv.from().rank().abs_diff(mv.target().rank()) == 2 {
                let between = (mv.from().rank() + mv.target().rank()) / 2;
                passed.push((Square::new(mv.from().file(), between), mv.target()));
            }
            self.position = next;
        }
        self.passed = passed;
    }

    /// Whether the side in check cannot parry with the first move of a longer series, in which
    /// that move may not give check.
    fn is_mate(&self) -> bool {
        let parries = |(_, next): &(Move, Position)| !self.engine.in_check(next);
        self.engine.in_check(&self.position) && !self.first_moves().iter().any(parries)
    }
}

#[test]
fn the_progressive_game_replays_sign_by_sign() {
    let games = games();
    let game = games
        .iter()
        .find(|game| game["cadence"] == "progressive")
        .expect("one game is progressive");
    let (setup, rules) = start(game);
    let engine = Engine::of(rules);
    let mut play = Progressive {
        engine,
        position: engine.enter(&setup, Color::White),
        passed: Vec::new(),
    };
    let all_series = game["moves"].as_sequence().expect("a list of series");
    let signs = texts(&game["signs"]);
    assert_eq!(all_series.len(), signs.len());
    for (length, (series, expected)) in (1..).zip(all_series.iter().zip(signs)) {
        let series = texts(series);
        assert_eq!(series.len(), length, "each series is one move longer");
        play.play(&series);
        let is_mate = play.is_mate();
        let sign = sign(&engine, &mut play.position.clone(), is_mate);
        assert_eq!(sign, expected, "{series:?} in\n{:?}", play.position);
    }
    assert_final(&play.position, game);
}
