//! Counts of the move tree, and lists of moves, against those in `data/perft.yaml`.

mod common;

use common::cases::{problems, sorted_texts, text};
use common::engine::Engine;
use fata::problem::Problem;
use serde_yaml::Value;

/// The problems with what they claim beside the diagram.
fn cases() -> Vec<(Problem, Value)> {
    let claims: Vec<Value> = serde_yaml::from_str(&text("perft.yaml")).expect("a list of cases");
    let problems = problems("perft.yaml");
    assert_eq!(problems.len(), claims.len(), "every case can be played");
    problems.into_iter().zip(claims).collect()
}

#[test]
fn counts_equal_those_of_the_cases() {
    let mut compared = 0;
    for (problem, claims) in cases() {
        assert_eq!(claims["id"].as_str(), Some(&*problem.id));
        let engine = Engine::of(problem.rules);
        let mut position = engine.enter(&problem.setup, problem.setup.to_move);
        let counts = claims["perft"].as_sequence().into_iter().flatten();
        for (depth, count) in (1..).zip(counts) {
            let ours = (engine.perft)(&mut position, depth);
            assert_eq!(
                Some(ours),
                count.as_u64(),
                "{} in {depth} plies",
                problem.id
            );
            compared += 1;
        }
    }
    assert!(compared > 150);
}

#[test]
fn moves_equal_those_of_the_cases() {
    let mut compared = 0;
    for (problem, claims) in cases() {
        let engine = Engine::of(problem.rules);
        let position = engine.enter(&problem.setup, problem.setup.to_move);
        if let Some(moves) = claims.get("divide") {
            let id = &problem.id;
            assert_eq!(engine.texts(&position), sorted_texts(moves), "{id}");
            compared += 1;
        }
    }
    assert!(compared > 10);
}

#[test]
fn counts_by_first_move_sum_up_to_the_whole() {
    for (problem, _) in cases() {
        let engine = Engine::of(problem.rules);
        let mut position = engine.enter(&problem.setup, problem.setup.to_move);
        let parts = (engine.divide)(&mut position, 2);
        let sum: u64 = parts.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, (engine.perft)(&mut position, 2), "{}", problem.id);
    }
}
