//! What a rule set is asked most: to make a move and take it back, and which moves mate.
//!
//! The positions are those before the last move of each known solution of a helpmate, of which there
//! are none for the spherical Reincarnation.

mod common;

use divan::Bencher;
use divan::counter::ItemsCount;
use fata::board::Position;
use fata::chess::Move;
use fata::problem::{Aim, Goal, Problem};
use fata::rules::{Job, Rules, enter};

fn main() {
    divan::Divan::default()
        .sample_count(200)
        .config_with_args()
        .main();
}

const RULE_SETS: [&str; 6] = [
    "Orthodox",
    "Kamikaze",
    "Reincarnation",
    "Spherical",
    "Spherical Kamikaze",
    "Dynamo",
];

/// Every legal move, made and taken back.
#[divan::bench(args = RULE_SETS)]
fn make_unmake(bencher: Bencher<'_, '_>, conditions: &str) {
    run(bencher, conditions, Question::MakeUnmake);
}

/// All mating moves of a position.
#[divan::bench(args = RULE_SETS)]
fn mating_moves(bencher: Bencher<'_, '_>, conditions: &str) {
    run(bencher, conditions, Question::MatingMoves);
}

#[derive(Clone, Copy)]
enum Question {
    MakeUnmake,
    MatingMoves,
}

fn run(bencher: Bencher<'_, '_>, conditions: &str, question: Question) {
    let problems = common::problems("problems_small.yaml").into_iter();
    let problems: Vec<Problem> = problems
        .filter(|one| match one.rules.conditions().join(" ").as_str() {
            "" => conditions == "Orthodox" && one.rules.kamikaze_form().is_none(),
            found => found == conditions,
        })
        .filter(|one| {
            let stipulation = one.stipulation;
            stipulation.is_some_and(|asked| asked.aim == Aim::Help && asked.goal == Goal::Mate)
        })
        .collect();
    let rules = problems.first().map(|one| one.rules);
    rules.expect("each rule set has helpmates").run(Ask {
        bencher,
        problems,
        question,
    });
}

struct Ask<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    problems: Vec<Problem>,
    question: Question,
}

impl Job for Ask<'_, '_> {
    type Output = ();

    fn run<R: Rules>(self) {
        let mut positions = Vec::new();
        for problem in &self.problems {
            positions.extend(last_positions::<R>(problem));
        }
        assert!(!positions.is_empty(), "some helpmate has a solution");
        let mut found = Vec::with_capacity(1024);
        match self.question {
            Question::MakeUnmake => {
                let moves = positions.iter().map(|one| one.moves.len());
                let bencher = self.bencher.counter(ItemsCount::new(moves.sum::<usize>()));
                bencher.bench_local(|| {
                    for Before {
                        position, moves, ..
                    } in &mut positions
                    {
                        let key = position.key();
                        for &mv in moves.iter() {
                            let undo = R::make(position, mv);
                            position.unmake(&undo);
                        }
                        assert_eq!(position.key(), key);
                    }
                });
            }
            Question::MatingMoves => {
                let bencher = self.bencher.counter(ItemsCount::new(positions.len()));
                bencher.bench_local(|| {
                    for Before { position, mate, .. } in &mut positions {
                        found.clear();
                        R::mating_moves(position, &mut found, usize::MAX);
                        assert!(found.contains(mate));
                    }
                });
            }
        }
    }
}

/// A position before the last move of a solution.
struct Before {
    position: Position,
    moves: Vec<Move>,
    mate: Move,
}

fn last_positions<R: Rules>(problem: &Problem) -> Vec<Before> {
    let stipulation = problem.stipulation.expect("the problem asks something");
    let first = stipulation.first_to_move();
    let start = enter(&problem.setup, problem.rules, first).expect("the diagram can be played");
    let expected = problem.claims.expected.as_ref();
    let lines = expected.and_then(|claims| claims["lines"].as_sequence());
    let lines = lines.expect("a helpmate claims its lines").iter();
    let texts = lines.map(|line| line.as_str().expect("a line is a text"));
    let play = |line: &str| {
        let mut position = start.clone();
        let (before, last) = line.rsplit_once(' ').unwrap_or(("", line));
        for text in before.split(' ').filter(|text| !text.is_empty()) {
            let mv = find(&legal_moves::<R>(&mut position), text);
            let _undo = R::make(&mut position, mv);
        }
        let moves = legal_moves::<R>(&mut position);
        Before {
            mate: find(&moves, last),
            position,
            moves,
        }
    };
    texts.map(play).collect()
}

fn legal_moves<R: Rules>(position: &mut Position) -> Vec<Move> {
    let mut moves = Vec::new();
    R::legal_moves(position, &mut moves);
    moves
}

fn find(moves: &[Move], text: &str) -> Move {
    let found = moves.iter().find(|mv| mv.to_string() == text);
    *found.unwrap_or_else(|| panic!("{text} is legal"))
}
