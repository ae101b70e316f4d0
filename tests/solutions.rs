//! Solutions: those of published and of small problems, and those that the slow model finds by
//! trying everything; and that threads, memory and limits do not change them.

mod common;

use std::time::Instant;

use common::cases::{
    answers, battle, help, limits, lines, phase, phases, problems, solution, sorted_texts,
};
use common::engine::Engine;
use common::random::{Crowd, Rng, setup};
use common::{all_rule_sets, diagram, model_of, orthodox, title};
use fata::board::Position;
use fata::chess::Color;
use fata::problem::{Aim, Duplex, Goal, Phase, Problem, Status};
use fata::rules::{Captures, RuleSet};
use fata::search::{Direction, Limits};
use serde_yaml::Value;

/// What the problem claims for a phase.
fn claims<'a>(problem: &'a Problem, phase: &Phase) -> &'a Value {
    let expected = problem
        .claims
        .expected
        .as_ref()
        .expect("the case has claims");
    expected.get(&*phase.twin).unwrap_or(expected)
}

/// Compares everything that a problem claims with the solutions of its phases.
fn check(problem: &Problem, limits: &Limits) {
    let stipulation = problem.stipulation.expect("the case has a stipulation");
    for mut phase in phases(problem, stipulation) {
        let place = format!("{} {} {:?}", problem.id, phase.twin, phase.side);
        let claims = claims(problem, &phase);
        if claims.get("try_count").is_some() {
            phase.options.tries = 1;
        }
        let found = solution(&phase, limits);
        assert_eq!(found.status, Status::Complete, "{place}");
        let name = match (phase.stipulation.aim, phase.side) {
            (Aim::Help, Color::White) => "lines",
            (Aim::Help, Color::Black) => "duplex_lines",
            _ => "keys",
        };
        let claimed = claims.get(name);
        let claimed = claimed.unwrap_or_else(|| panic!("{place}: no claim of {name}"));
        assert_eq!(answers(&found), sorted_texts(claimed), "{place}");
        if let Some(claimed) = claims.get("set_lines") {
            let set_lines = help(&found).set_lines.as_ref();
            let set_lines = set_lines.unwrap_or_else(|| panic!("{place}: no set play"));
            assert_eq!(lines(set_lines), sorted_texts(claimed), "{place}: set play");
        }
        if let Some(claimed) = claims.get("try_count") {
            let count = battle(&found).tries.len() as u64;
            assert_eq!(Some(count), claimed.as_u64(), "{place}: tries");
        }
    }
}

fn check_all(file: &str, limits: &Limits, wanted: impl Fn(&Problem) -> bool) -> usize {
    let mut count = 0;
    for problem in problems(file) {
        if problem.stipulation.is_some() && problem.claims.expected.is_some() && wanted(&problem) {
            let start = Instant::now();
            check(&problem, limits);
            // Shown with --nocapture, to tell which cases have become slow.
            println!("{:8.2?} {}", start.elapsed(), problem.id);
            count += 1;
        }
    }
    count
}

#[test]
fn small_problems_have_their_solutions() {
    assert_eq!(check_all("problems_small.yaml", &limits(), |_| true), 70);
}

#[test]
fn published_problems_have_their_solutions() {
    let limits = Limits {
        memory: 256,
        threads: 0,
        ..limits()
    };
    assert!(check_all("published.yaml", &limits, |_| true) > 100);
}

/// Published problems of which other programs make hard work: help play.
#[test]
fn long_help_play_has_its_solutions() {
    let limits = Limits {
        memory: 256,
        threads: 0,
        ..limits()
    };
    let is_help = |problem: &Problem| {
        let aim = problem.stipulation.map(|stipulation| stipulation.aim);
        aim == Some(Aim::Help)
    };
    assert_eq!(check_all("benchmark.yaml", &limits, is_help), 8);
}

#[test]
fn faults_reported_of_other_solvers_are_not_repeated() {
    assert_eq!(
        check_all("reports.yaml", &limits(), |problem| problem.id != "input-1"),
        7
    );
}

/// The answers of the slow model.
fn model_answers(phase: &Phase) -> Vec<String> {
    let stipulation = phase.stipulation;
    let model = model_of(&phase.setup, phase.rules, phase.first_to_move());
    let mate = stipulation.goal == Goal::Mate;
    match stipulation.aim {
        Aim::Help => model.help_lines(stipulation.plies().0, mate, phase.side == Color::White),
        Aim::Direct => model.direct_keys(stipulation.moves, mate),
        Aim::Selfmate => model.self_keys(stipulation.moves, mate),
    }
}

/// A random small problem that can be played; most often one that has a solution.
fn random_phase(rng: &mut Rng, rules: RuleSet, stipulation: &str) -> Phase {
    // The model takes its time over every move, and Dynamo has many.
    let most = match rules.captures() {
        Captures::Dynamo => 4,
        _ => 5,
    };
    let mut tries = if rng.once_in(3) { 1 } else { 40 };
    loop {
        let (setup, to_move) = setup(rng, rules, Crowd::Few);
        let mut phase = phase(&setup, rules, stipulation);
        if phase.first_to_move() != to_move {
            phase.side = Color::Black;
        }
        if setup.units.len() <= most {
            tries -= 1;
            if tries == 0 || !answers(&solution(&phase, &limits())).is_empty() {
                return phase;
            }
        }
    }
}

/// Every stipulation and every rule set with some random problems each.
fn for_random_phases(seed: u64, each: usize, mut visit: impl FnMut(&Phase)) {
    let stipulations = [
        "#1", "=1", "#2", "=2", "s#1", "s=1", "s#2", "h#1", "h=1", "h#1.5", "h=1.5", "h#0.5",
    ];
    for (number, rules) in (0..).zip(all_rule_sets()) {
        let mut rng = Rng::new(seed + number);
        for stipulation in stipulations {
            for _ in 0..each {
                visit(&random_phase(&mut rng, rules, stipulation));
            }
        }
    }
}

fn assert_answers(phase: &Phase, found: Vec<String>, expected: &[String], what: &str) {
    assert!(
        found == expected,
        "{} {} for {:?}, {what}:\n found {found:?}\n model {expected:?}\n in {:?}",
        title(phase.rules),
        phase.stipulation,
        phase.side,
        phase.setup,
    );
}

#[test]
fn random_problems_have_the_models_solutions() {
    let mut solved = 0;
    for_random_phases(1, 2, |phase| {
        let expected = model_answers(phase);
        solved += usize::from(!expected.is_empty());
        for (memory, direction) in [
            (0, Direction::Auto),
            (4, Direction::Forward),
            (4, Direction::Backward),
        ] {
            let limits = Limits {
                memory,
                direction,
                ..limits()
            };
            let found = answers(&solution(phase, &limits));
            assert_answers(phase, found, &expected, "memory and direction");
        }
    });
    assert!(solved > 50, "only {solved} problems have solutions");
}

/// Adds the lines of so many plies that end in the goal, by trying every move.
fn plain_lines(
    engine: &Engine,
    position: &Position,
    (goal, plies): (Goal, u32),
    line: &mut Vec<String>,
    lines: &mut Vec<String>,
) {
    if plies == 0 {
        let is_goal = match goal {
            Goal::Mate => engine.is_mate,
            Goal::Stalemate => engine.is_stalemate,
        };
        if is_goal(&mut position.clone(), &mut Vec::new()) {
            lines.push(line.join(" "));
        }
        return;
    }
    for mv in engine.moves(position) {
        line.push(mv.to_string());
        let next = engine.after(position, mv);
        plain_lines(engine, &next, (goal, plies - 1), line, lines);
        line.pop();
    }
}

/// Longer lines than the model can find: the search looks away from positions in which the goal is
/// not conceivable, this one does not.
#[test]
fn longer_help_play_is_that_of_a_search_without_cuts() {
    let mut solved = 0;
    for (seed, rules) in (4001..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let mut rng = Rng::new(seed);
        for stipulation in ["h#2", "h#2", "h#2.5", "h=2", "h=2", "h=2.5"] {
            let (phase, position) = loop {
                let phase = random_phase(&mut rng, rules, stipulation);
                let mut position = engine.enter(&phase.setup, phase.first_to_move());
                if (engine.perft)(&mut position, 3) < 5_000 {
                    break (phase, position);
                }
            };
            let mut lines = Vec::new();
            let plies = phase.stipulation.plies().0;
            let sought = (phase.stipulation.goal, plies);
            plain_lines(&engine, &position, sought, &mut Vec::new(), &mut lines);
            lines.sort();
            for direction in [Direction::Forward, Direction::Backward] {
                let limits = Limits {
                    direction,
                    ..limits()
                };
                let found = answers(&solution(&phase, &limits));
                assert_answers(&phase, found, &lines, "longer");
            }
            solved += usize::from(!lines.is_empty());
        }
    }
    assert!(solved > 10, "only {solved} problems have solutions");
}

/// Runs in a pool of four threads.
fn in_four_threads<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build();
    pool.expect("a pool of four threads").install(run)
}

const FOUR_THREADS: usize = 4;

/// Help and battle problems that are long enough to be shared out among threads.
fn longer_problems() -> Vec<Phase> {
    let of_file = |file: &str| {
        problems(file)
            .into_iter()
            .filter(|problem| problem.options.duplex == Duplex::No)
            .flat_map(|problem| {
                let stipulation = problem.stipulation.expect("the case has a stipulation");
                phases(&problem, stipulation)
            })
            .filter(|phase| {
                let plies = phase.stipulation.plies().0;
                (3..=5).contains(&plies) && phase.stipulation.aim != Aim::Selfmate
            })
            .collect::<Vec<_>>()
    };
    let published = of_file("published.yaml").into_iter().step_by(4);
    of_file("problems_small.yaml")
        .into_iter()
        .chain(published)
        .collect()
}

#[test]
fn threads_and_memory_do_not_change_the_answer() {
    for phase in longer_problems() {
        let expected = answers(&solution(&phase, &limits()));
        for (memory, direction) in [
            (0, Direction::Auto),
            (1, Direction::Forward),
            (16, Direction::Backward),
        ] {
            let limits = Limits {
                memory,
                direction,
                threads: FOUR_THREADS,
                ..limits()
            };
            let found = answers(&in_four_threads(|| solution(&phase, &limits)));
            assert_answers(&phase, found, &expected, "four threads");
        }
    }
}

#[test]
fn random_problems_have_the_same_solutions_in_four_threads() {
    in_four_threads(|| {
        for_random_phases(1001, 10, |phase| {
            let expected = answers(&solution(phase, &limits()));
            let limits = Limits {
                threads: FOUR_THREADS,
                memory: 1,
                ..limits()
            };
            let found = answers(&solution(phase, &limits));
            assert_answers(phase, found, &expected, "four threads");
        });
    });
}

#[test]
fn limited_solutions_are_some_of_all_and_the_same_for_any_threads() {
    for phase in longer_problems() {
        let all = answers(&solution(&phase, &limits()));
        for most in [1, 2, 5] {
            let one_thread = Limits {
                max_solutions: Some(most),
                ..limits()
            };
            let four_threads = Limits {
                threads: FOUR_THREADS,
                ..one_thread.clone()
            };
            let found = solution(&phase, &one_thread);
            let expected = if all.len() as u64 >= most {
                Status::MaxSolutions
            } else {
                Status::Complete
            };
            assert_eq!(found.status, expected);
            let found = answers(&found);
            assert_eq!(found.len(), all.len().min(most as usize));
            assert!(found.iter().all(|one| all.contains(one)));
            let same = answers(&in_four_threads(|| solution(&phase, &four_threads)));
            assert_answers(&phase, same, &found, "limited, four threads");
        }
    }
}

/// Battle play: tries and set play by the model's means.
#[test]
fn random_tries_have_exactly_their_refutations() {
    let mut tries = 0;
    for (seed, rules) in (2001..).zip(all_rule_sets()) {
        let mut rng = Rng::new(seed);
        for _ in 0..6 {
            let mut phase = random_phase(&mut rng, rules, "#2");
            phase.options.tries = 3;
            let found = solution(&phase, &limits());
            let model = model_of(&phase.setup, rules, phase.first_to_move());
            for one in &battle(&found).tries {
                let mv = one.attack.mv.expect("a try is a move").to_string();
                let after = model.play(&mv).expect("a try is legal");
                let mut replies = after.legal_moves();
                replies.retain(|reply| {
                    let next = after.play(reply).expect("a reply is legal");
                    next.direct_keys(1, true).is_empty()
                });
                let refutations: Vec<String> =
                    one.refutations.iter().map(ToString::to_string).collect();
                assert_answers(&phase, refutations, &replies, &mv);
                tries += 1;
            }
        }
    }
    assert!(tries > 10, "only {tries} tries");
}

#[test]
fn random_set_play_is_the_play_without_the_first_move() {
    let mut found_some = 0;
    for (seed, rules) in (3001..).zip(all_rule_sets()) {
        let mut rng = Rng::new(seed);
        for stipulation in ["h#1", "h=1", "h#1.5"] {
            for _ in 0..8 {
                let mut phase = random_phase(&mut rng, rules, stipulation);
                phase.options.set_play = true;
                let found = solution(&phase, &limits());
                let Some(set_lines) = &help(&found).set_lines else {
                    continue;
                };
                let model = model_of(&phase.setup, rules, !phase.first_to_move());
                let stipulation = phase.stipulation;
                let expected = model.help_lines(
                    stipulation.plies().0 - 1,
                    stipulation.goal == Goal::Mate,
                    phase.side == Color::White,
                );
                assert_answers(&phase, lines(set_lines), &expected, "set play");
                found_some += usize::from(!expected.is_empty());
            }
        }
    }
    assert!(found_some > 5, "only {found_some} have set play");
}

#[test]
fn a_goal_reached_too_early_ends_no_line() {
    // Black is mated after 1.Kh8 Qg7; a line of two moves cannot pass through that.
    let setup = diagram("bKh8 wKg6 wQa1");
    let found = solution(&phase(&setup, orthodox(), "h#2"), &limits());
    for line in answers(&found) {
        let model = model_of(&setup, orthodox(), Color::Black);
        let mut at = model;
        let moves: Vec<&str> = line.split(' ').collect();
        for mv in &moves[..moves.len() - 1] {
            at = at.play(mv).expect("a line has legal moves");
            assert!(!at.is_mate() && !at.is_stalemate(), "{line}");
        }
    }
}
