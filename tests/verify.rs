//! The plain search beside the fast one: they agree, and a difference would be seen.

mod common;

use common::cases::{limits, phases, problems, solution};
use fata::problem::{Phase, Play, Solution, Verification};
use fata::search::{Unwatched, verify};

/// The phases of all small problems that the plain search solves in a moment.
fn small_phases() -> Vec<Phase> {
    let problems = problems("problems_small.yaml");
    let phases = problems.into_iter().flat_map(|mut problem| {
        problem.options.tries = 1;
        let stipulation = problem.stipulation.expect("the case has a stipulation");
        phases(&problem, stipulation)
    });
    phases
        .filter(|phase| phase.stipulation.plies().0 <= 4)
        .collect()
}

fn verdict(phase: &Phase, solution: &Solution) -> Verification {
    verify(phase, solution, &limits(), &Unwatched)
}

#[test]
fn the_plain_search_agrees() {
    let phases = small_phases();
    assert!(phases.len() > 40, "only {} phases", phases.len());
    for phase in phases {
        let found = solution(&phase, &limits());
        let verdict = verdict(&phase, &found);
        assert_eq!(verdict, Verification::Agrees, "{phase:?}");
    }
}

#[test]
fn a_solution_lost_is_noticed() {
    let mut noticed = 0;
    for phase in small_phases() {
        let mut found = solution(&phase, &limits());
        let lost = match &mut found.play {
            Play::Help(help) => help.lines.pop().is_some(),
            Play::Battle(battle) => battle.keys.pop().is_some() || battle.tries.pop().is_some(),
        };
        if lost {
            let Verification::Differs(moves) = verdict(&phase, &found) else {
                panic!("the loss of a solution went unnoticed: {phase:?}");
            };
            assert_eq!(moves.len(), 1);
            noticed += 1;
        }
    }
    assert!(noticed > 20);
}

#[test]
fn a_search_that_was_stopped_verifies_nothing() {
    let phases = small_phases();
    let phase = phases.first().expect("there are small problems");
    let stopped = fata::search::Limits {
        time: Some(std::time::Duration::ZERO),
        ..limits()
    };
    let found = solution(phase, &limits());
    let verdict = verify(phase, &found, &stopped, &Unwatched);
    assert_eq!(verdict, Verification::Unfinished);
}
