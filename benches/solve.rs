//! Whole problems, each with its known answer, on one thread.
//!
//! The number of positions visited is the same in every run; their sum, printed first, changes only
//! with the search itself.

mod common;

use divan::Bencher;
use divan::counter::ItemsCount;
use fata::chess::Move;
use fata::problem::{Phase, Play, Problem, Status};
use fata::search::{Direction, Limits, ShowPlay, Unwatched, solve};
use serde_yaml::Value;

fn main() {
    let visited: u64 = PROBLEMS.iter().map(|id| Case::named(id).solve()).sum();
    println!("positions visited: {visited}");
    divan::Divan::default()
        .sample_count(5)
        .config_with_args()
        .main();
}

/// Battle play and help play; every rule set but the spherical Reincarnation.
const PROBLEMS: [&str; 6] = [
    "petkov-1980-sm4",
    "kamikaze-linss-1995-hm3",
    "reincarnation-09",
    "spherical-01",
    "spherical-kamikaze-07",
    "dynamo-07",
];

#[divan::bench(args = PROBLEMS)]
fn problem(bencher: Bencher<'_, '_>, id: &str) {
    let case = Case::named(id);
    bencher
        .counter(ItemsCount::new(case.solve()))
        .bench_local(|| case.solve());
}

/// The only phase of a problem, with its answer in machine notation, sorted.
struct Case {
    phase: Phase,
    answer: Vec<String>,
}

impl Case {
    fn named(id: &str) -> Case {
        let files = ["benchmark.yaml", "problems_small.yaml"];
        let mut problems = files.into_iter().flat_map(common::problems);
        let problem: Problem = problems
            .find(|problem| problem.id == id)
            .unwrap_or_else(|| panic!("some file has a problem {id}"));
        let stipulation = problem.stipulation.expect("the problem asks something");
        let phase = problem.phases(stipulation).remove(0);
        let claims = problem.claims.expected.expect("its answer is known");
        let lines = claims.get("lines").or(claims.get("keys"));
        let texts = lines.and_then(Value::as_sequence).into_iter().flatten();
        let mut answer: Vec<String> = texts
            .map(|text| text.as_str().expect("an answer is a text").to_owned())
            .collect();
        answer.sort();
        Case {
            phase: phase.expect("the diagram is a phase"),
            answer,
        }
    }

    /// Solves the phase, compares the answer, and returns the number of positions visited.
    fn solve(&self) -> u64 {
        let limits = Limits {
            threads: 1,
            memory: 64,
            time: None,
            max_solutions: None,
            play: ShowPlay::Never,
            direction: Direction::Auto,
        };
        let solution = solve(&self.phase, &limits, &Unwatched).expect("the diagram can be played");
        assert_eq!(solution.status, Status::Complete);
        let lines: Vec<Vec<Move>> = match solution.play {
            Play::Help(help) => help.lines,
            Play::Battle(battle) => battle
                .keys
                .iter()
                .map(|key| key.mv.into_iter().collect())
                .collect(),
        };
        let text = |line: &Vec<Move>| {
            let moves: Vec<String> = line.iter().map(Move::to_string).collect();
            moves.join(" ")
        };
        let mut answer: Vec<String> = lines.iter().map(text).collect();
        answer.sort();
        assert_eq!(answer, self.answer);
        solution.nodes
    }
}
