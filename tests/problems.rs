//! The bundled collection: every problem has exactly the solutions recorded with it, and none of
//! the fairy ones would have all of them without its conditions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fata::board::Setup;
use fata::chess::{Color, Move};
use fata::format::read_problems;
use fata::problem::{Attack, Phase, Play, Problem, Solution, Status};
use fata::rules::RuleSet;
use fata::search::{Direction, Limits, ShowPlay, Unwatched, solve};
use serde_yaml::Value;

/// The problems of one file of the collection.
fn collection(name: &str) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("problems")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let documents = read_problems(name, &text);
    let problems = documents.into_iter().map(|document| {
        let warnings = &document.warnings;
        assert!(warnings.is_empty(), "{}: {warnings:?}", document.id);
        let id = document.id;
        document
            .problem
            .unwrap_or_else(|errors| panic!("{id}: {errors:?}"))
    });
    problems.collect()
}

fn phases(problem: &Problem) -> Vec<Phase> {
    let stipulation = problem.stipulation.unwrap();
    let phases = problem.phases(stipulation).into_iter();
    phases.map(|phase| phase.unwrap()).collect()
}

/// The complete answer, without the play after keys; `None` if the diagram cannot be played.
fn answer(phase: &Phase) -> Option<Solution> {
    let limits = Limits {
        threads: 1,
        memory: 64,
        time: None,
        max_solutions: None,
        play: ShowPlay::Never,
        direction: Direction::Auto,
    };
    let solution = solve(phase, &limits, &Unwatched).ok()?;
    assert_eq!(solution.status, Status::Complete);
    Some(solution)
}

fn lines(lines: &[Vec<Move>]) -> Vec<String> {
    let text = |line: &Vec<Move>| line.iter().map(Move::to_string).collect::<Vec<_>>();
    lines.iter().map(|line| text(line).join(" ")).collect()
}

fn keys(keys: &[Attack]) -> Vec<String> {
    let moves = keys.iter().filter_map(|key| key.mv);
    moves.map(|mv| mv.to_string()).collect()
}

/// What `expected` calls the solutions of this phase, and the solutions.
fn main_play(phase: &Phase, solution: &Solution) -> (&'static str, Vec<String>) {
    match &solution.play {
        Play::Battle(battle) => ("keys", keys(&battle.keys)),
        Play::Help(help) if phase.side == Color::Black => ("duplex_lines", lines(&help.lines)),
        Play::Help(help) => ("lines", lines(&help.lines)),
    }
}

/// The answer in the form of `expected`.
fn recorded(phase: &Phase, solution: &Solution) -> BTreeMap<String, Value> {
    let value = |value: &Vec<String>| serde_yaml::to_value(value).unwrap();
    let (name, solutions) = main_play(phase, solution);
    let mut record = BTreeMap::from([(name.to_owned(), value(&solutions))]);
    match &solution.play {
        Play::Help(help) => {
            if let Some(set) = &help.set_lines {
                record.insert("set_lines".to_owned(), value(&lines(set)));
            }
        }
        Play::Battle(battle) if phase.options.tries > 0 => {
            let tries = battle.tries.iter().map(|found| {
                let mv = found.attack.mv.expect("a try is a move");
                (mv.to_string(), found.refutations[0].to_string())
            });
            let tries: BTreeMap<String, String> = tries.collect();
            record.insert("tries".to_owned(), serde_yaml::to_value(tries).unwrap());
        }
        Play::Battle(_) => {}
    }
    record
}

/// The phase in orthodox chess on the plane, with plain units.
fn orthodox(phase: &Phase) -> Phase {
    let setup = &phase.setup;
    let units = setup.units.iter();
    Phase {
        setup: Setup {
            units: units
                .map(|(&square, unit)| (square, unit.plain()))
                .collect(),
            beneath: BTreeMap::new(),
            ..setup.clone()
        },
        rules: RuleSet::default(),
        ..phase.clone()
    }
}

/// Whether all these solutions also solve the phase in orthodox chess.
fn hold_without_conditions(phase: &Phase, solutions: &[String]) -> bool {
    let phase = orthodox(phase);
    answer(&phase).is_some_and(|solution| {
        let (_, found) = main_play(&phase, &solution);
        solutions.iter().all(|solution| found.contains(solution))
    })
}

/// Solves a file and compares everything with what it records.
fn check(name: &str) {
    let problems = collection(name);
    assert!(problems.len() >= 8, "{name}: {} problems", problems.len());
    let ids: BTreeSet<&str> = problems.iter().map(|problem| problem.id.as_str()).collect();
    assert_eq!(ids.len(), problems.len(), "{name}: an id occurs twice");
    for problem in &problems {
        let id = &problem.id;
        let expected = problem.claims.expected.clone();
        let expected = expected.unwrap_or_else(|| panic!("{id}: nothing is expected"));
        let mut record: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
        for phase in phases(problem) {
            let solution = answer(&phase).unwrap_or_else(|| panic!("{id}: cannot be played"));
            let (_, solutions) = main_play(&phase, &solution);
            assert!(!solutions.is_empty(), "{id} {}: no solution", phase.twin);
            if phase.rules != RuleSet::default() {
                let hold = hold_without_conditions(&phase, &solutions);
                assert!(!hold, "{id} {}: the conditions do nothing", phase.twin);
            }
            let twin = record.entry(phase.twin.clone()).or_default();
            twin.extend(recorded(&phase, &solution));
        }
        let record = if problem.twins.is_empty() {
            serde_yaml::to_value(&record["a"])
        } else {
            serde_yaml::to_value(&record)
        };
        assert_eq!(record.unwrap(), expected, "{id}");
    }
}

#[test]
fn orthodox_problems_have_the_solutions_recorded() {
    check("orthodox.yaml");
}

#[test]
fn kamikaze_problems_have_the_solutions_recorded_and_need_the_condition() {
    check("kamikaze.yaml");
}

#[test]
fn reincarnation_problems_have_the_solutions_recorded_and_need_the_condition() {
    check("reincarnation.yaml");
}

#[test]
fn spherical_problems_have_the_solutions_recorded_and_need_the_condition() {
    check("spherical.yaml");
}

#[test]
fn dynamo_problems_have_the_solutions_recorded_and_need_the_condition() {
    check("dynamo.yaml");
}

#[test]
fn combined_problems_have_the_solutions_recorded_and_need_the_conditions() {
    check("combined.yaml");
}
