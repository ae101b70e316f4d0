//! The cases in `tests/data`, read with the reader of problem files.

use std::path::Path;

use fata::board::Setup;
use fata::chess::{Color, Move};
use fata::format::read_problems;
use fata::problem::{Battle, Help, Options, Phase, Play, Problem, Solution, Stipulation};
use fata::rules::RuleSet;
use fata::search::{Direction, Limits, ShowPlay, Unwatched, solve};
use serde_yaml::Value;

/// The text of a file of cases.
pub fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read_to_string(path.join(file)).expect("the file of cases can be read")
}

/// The problems of a file that can be solved.
pub fn problems(file: &str) -> Vec<Problem> {
    let documents = read_problems(file, &text(file));
    documents
        .into_iter()
        .filter_map(|one| one.problem.ok())
        .collect()
}

/// A list in YAML as texts, sorted.
pub fn sorted_texts(value: &Value) -> Vec<String> {
    let list = value.as_sequence().expect("a list of texts");
    let mut texts: Vec<String> = list
        .iter()
        .map(|text| text.as_str().expect("a text").to_owned())
        .collect();
    texts.sort();
    texts
}

/// The only phase of a problem without options: this diagram and this stipulation.
pub fn phase(setup: &Setup, rules: RuleSet, stipulation: &str) -> Phase {
    Phase {
        twin: "a".to_owned(),
        side: Color::White,
        is_duplex: false,
        setup: setup.clone(),
        rules,
        stipulation: stipulation.parse().expect("a stipulation"),
        options: Options::default(),
    }
}

/// All phases of a problem.
pub fn phases(problem: &Problem, stipulation: Stipulation) -> Vec<Phase> {
    let phases = problem.phases(stipulation).into_iter();
    phases
        .map(|phase| phase.unwrap_or_else(|error| panic!("{}: {error:?}", problem.id)))
        .collect()
}

/// A quiet search of one thread.
pub fn limits() -> Limits {
    Limits {
        threads: 1,
        memory: 4,
        time: None,
        max_solutions: None,
        play: ShowPlay::Never,
        direction: Direction::Auto,
    }
}

/// The solution of a phase that can be played.
pub fn solution(phase: &Phase, limits: &Limits) -> Solution {
    solve(phase, limits, &Unwatched).unwrap_or_else(|errors| panic!("{errors:?} in {phase:?}"))
}

/// Lines in machine notation.
pub fn lines(lines: &[Vec<Move>]) -> Vec<String> {
    let text = |line: &Vec<Move>| {
        let moves: Vec<String> = line.iter().map(Move::to_string).collect();
        moves.join(" ")
    };
    lines.iter().map(text).collect()
}

/// The help play of a solution.
pub fn help(solution: &Solution) -> &Help {
    match &solution.play {
        Play::Help(help) => help,
        Play::Battle(_) => panic!("help play was asked for"),
    }
}

/// The battle play of a solution.
pub fn battle(solution: &Solution) -> &Battle {
    match &solution.play {
        Play::Battle(battle) => battle,
        Play::Help(_) => panic!("battle play was asked for"),
    }
}

/// The lines or keys of a solution in machine notation, as the solver orders them.
pub fn answers(solution: &Solution) -> Vec<String> {
    match &solution.play {
        Play::Help(help) => lines(&help.lines),
        Play::Battle(battle) => {
            let keys = battle.keys.iter();
            keys.map(|key| key.mv.expect("a key is a move").to_string())
                .collect()
        }
    }
}
