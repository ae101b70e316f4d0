//! Tables: published figures, agreement with forward search and with the rules, files.

mod common;

use std::collections::BTreeMap;

use common::random::{Rng, scattered};
use common::{all_rule_sets, diagram, dynamo, orthodox, reincarnation, rule_set, spherical, title};
use fata::board::Setup;
use fata::chess::{Color, Plies, Square};
use fata::problem::{Aim, Goal, Options, Phase, Play, Stipulation};
use fata::retro::{Material, Outcome, Plan, Table, Task, Unwatched, Watcher};
use fata::rules::{Captures, Kamikazes, RuleSet, Shape, enter};
use fata::search::{self, Direction, Limits, ShowPlay, solve};
use rayon::prelude::*;

fn task(name: &str) -> Task {
    name.parse().expect("the task has a name")
}

fn table(rules: RuleSet, material: &str, task_name: &str) -> Table {
    let material = Material::read(material, rules).expect("the class is well written");
    let plan = Plan::new(rules, &material).expect("the class is small");
    Table::build(plan, task(task_name), &Unwatched).expect("nobody stops it")
}

/// Rule sets that a condition can name.
fn named_rule_sets() -> impl Iterator<Item = RuleSet> {
    let is_named = |rules: &RuleSet| rules.captures() != Captures::Kamikaze(Kamikazes::Marked);
    all_rule_sets().into_iter().filter(is_named)
}

#[track_caller]
fn assert_verified(table: &Table) {
    match table.verify(&Unwatched) {
        Ok(checked) => assert!(checked.is_complete && checked.positions > 1000),
        Err(contradiction) => panic!("{}: {contradiction}", title(table.rules())),
    }
}

/// By moves, how many positions up to symmetry the side to move loses; the last number is of those
/// that it does not.
fn losses(table: &Table, color: Color) -> (Vec<u64>, u64) {
    let survey = table.survey();
    let side = &survey.sides[color.index()];
    let most = side.losses.keys().max().copied().unwrap_or(0);
    let count = |moves: u32| side.losses.get(&(2 * moves)).copied().unwrap_or(0);
    ((0..=most / 2).map(count).collect(), side.neither)
}

fn longest_win(table: &Table, color: Color) -> Option<u32> {
    let survey = table.survey();
    survey.sides[color.index()]
        .wins
        .keys()
        .max()
        .map(|plies| plies.div_ceil(2))
}

#[test]
fn rook_endings_are_as_in_the_data_set_of_bain_and_hoff() {
    // UCI machine learning repository, "Chess (King-Rook vs. King)": Black to move, by White's moves.
    let published = [
        27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
    ];
    let table = table(orthodox(), "KR-K", "directmate");
    assert_eq!(losses(&table, Color::Black), (published.to_vec(), 2796));
    assert_eq!(longest_win(&table, Color::White), Some(16));
}

#[test]
fn the_queen_mates_in_ten() {
    let table = table(orthodox(), "KQ-K", "directmate");
    assert_eq!(longest_win(&table, Color::White), Some(10));
    let survey = table.survey();
    let example = table.longest(&survey.sides[0]).expect("there is a win");
    assert_eq!(example.line.len(), 19);
}

/// How many positions up to symmetry the side to move wins, loses, and neither.
fn outcomes(table: &Table, color: Color) -> [u64; 3] {
    let side = &table.survey().sides[color.index()];
    let sum = |counts: &BTreeMap<u32, u64>| counts.values().sum();
    [sum(&side.wins), sum(&side.losses), side.neither]
}

/// From the statistics that come with the Syzygy tables: wins, losses and draws of White to move and of Black to
/// move. (They differ where units are alike, which count in any order there, and with en passant.)
fn assert_outcomes(published: &[(&str, [u64; 3], [u64; 3])]) {
    for &(material, white, black) in published {
        let table = table(orthodox(), material, "directmate");
        assert_eq!(outcomes(&table, Color::White), white, "{material}");
        assert_eq!(outcomes(&table, Color::Black), black, "{material}");
    }
}

#[test]
fn endings_of_three_units_have_as_many_wins_and_draws_as_published() {
    assert_outcomes(&[
        ("KQ-K", [18_081, 0, 0], [0, 25_160, 2_896]),
        ("KR-K", [21_959, 0, 0], [0, 25_260, 2_796]),
        ("KP-K", [62_480, 0, 19_184], [0, 48_802, 35_210]),
    ]);
}

#[test]
#[ignore = "four units: half a minute each"]
fn endings_of_four_units_have_as_many_wins_and_draws_as_published() {
    assert_outcomes(&[
        ("KBS-K", [1_352_913, 0, 6_665], [0, 1_398_741, 309_147]),
        (
            "KQ-KR",
            [1_108_111, 2_142, 8_963],
            [386_313, 883_075, 78_518],
        ),
        ("KR-KS", [651_492, 1, 696_413], [4, 170_672, 1_396_546]),
    ]);
}

#[test]
#[ignore = "four units: about a minute each"]
fn longest_wins_of_four_units_are_as_published() {
    for (material, moves) in [("KBB-K", 19), ("KBS-K", 33), ("KQ-KR", 35)] {
        let table = table(orthodox(), material, "directmate");
        assert_eq!(longest_win(&table, Color::White), Some(moves), "{material}");
    }
}

#[test]
fn answers_fit_together_under_every_rule_set() {
    for (n, rules) in named_rule_sets().enumerate() {
        // Another task and class for each, the others in the test below.
        let name = ["directmate", "helpmate", "selfmate"][n % 3];
        let material = ["KR-K", "KP-K", "KQ-K"][n / 3 % 3];
        assert_verified(&table(rules, material, name));
    }
}

#[test]
#[ignore = "all classes of three units, all tasks, all rule sets: minutes"]
fn answers_fit_together_in_all_classes_of_three_units() {
    for rules in named_rule_sets() {
        for (name, _) in Task::NAMED {
            for material in ["KQ-K", "KR-K", "KB-K", "KS-K", "KP-K", "K-KP"] {
                assert_verified(&table(rules, material, name));
            }
        }
    }
}

#[test]
#[ignore = "four units: minutes"]
fn answers_fit_together_with_pawns_on_both_sides() {
    for rules in [
        orthodox(),
        spherical(),
        rule_set(Shape::Plane, Captures::Kamikaze(Kamikazes::All)),
    ] {
        assert_verified(&table(rules, "KP-KP", "directmate"));
    }
}

/// A random diagram with these units, and the side to move; kings and rooks have moved.
fn random_setup(rng: &mut Rng, rules: RuleSet, units: &[&str]) -> (Setup, Color) {
    loop {
        let mut setup = scattered(rng, units);
        setup.no_castling = Square::all().collect();
        let to_move = rng.color();
        setup.to_move = to_move;
        if enter(&setup, rules, to_move).is_ok() {
            return (setup, to_move);
        }
    }
}

fn phase(setup: &Setup, rules: RuleSet, stipulation: Stipulation, side: Color) -> Phase {
    Phase {
        twin: "a".to_owned(),
        side,
        is_duplex: false,
        setup: setup.clone(),
        rules,
        stipulation,
        options: Options::default(),
    }
}

/// How many solutions forward search finds: keys of battle play, lines of help play.
fn solutions(phase: &Phase) -> usize {
    let limits = Limits {
        threads: 1,
        memory: 1,
        time: None,
        max_solutions: None,
        play: ShowPlay::Never,
        direction: Direction::Auto,
    };
    let solution = solve(phase, &limits, &search::Unwatched).expect("the diagram can be played");
    match solution.play {
        Play::Battle(battle) => battle.keys.len(),
        Play::Help(help) => help.lines.len(),
    }
}

/// Compares the answers for random positions with forward search up to so many moves.
fn compare(table: &Table, units: &[&str], seed: u64, count: usize, most: u32) {
    let rules = table.rules();
    let mut rng = Rng::new(seed);
    for _ in 0..count {
        let (setup, to_move) = random_setup(&mut rng, rules, units);
        compare_one(table, &setup, to_move, most);
    }
}

/// The same for one position.
fn compare_one(table: &Table, setup: &Setup, to_move: Color, most: u32) {
    let rules = table.rules();
    let position = enter(setup, rules, to_move).expect("the diagram can be played");
    let outcome = table.probe(&position);
    let outcome = outcome.unwrap_or_else(|| panic!("no answer for {setup:?}"));
    let place = || {
        format!(
            "{} {}: {outcome:?} in\n{position:?}",
            title(rules),
            table.task()
        )
    };
    let Task { aim, goal } = table.task();
    for moves in 1..=most {
        let half = aim == Aim::Help && to_move == Color::White;
        // The side to move plays White's part in battle play; Black is to be mated in help play.
        let side = if aim == Aim::Help {
            Color::White
        } else {
            to_move
        };
        let moves = if half { moves - 1 } else { moves };
        let stipulation = Stipulation {
            aim,
            goal,
            moves,
            half,
        };
        let plies = stipulation.plies();
        let found = solutions(&phase(setup, rules, stipulation, side));
        match outcome {
            // What the diagram already shows takes no move.
            Outcome::Win(Plies(0)) => {}
            Outcome::Win(length) => assert_eq!(found > 0, length <= plies, "{}", place()),
            Outcome::Loss(_) => assert_eq!(found, 0, "{}", place()),
            Outcome::Help {
                plies: length,
                lines,
            } => {
                if plies < length {
                    assert_eq!(found, 0, "{}", place());
                } else if plies == length {
                    let found = found.min(Outcome::MOST_LINES as usize);
                    assert_eq!(found, lines as usize, "{}", place());
                }
            }
            Outcome::Neither => assert_eq!(found, 0, "{}", place()),
        }
    }
}

#[test]
fn forward_search_agrees_under_every_rule_set() {
    let classes: [(&str, &[&str]); 3] = [
        ("KR-K", &["wK", "wR", "bK"]),
        ("KQ-K", &["wK", "wQ", "bK"]),
        ("KP-K", &["wK", "wP", "bK"]),
    ];
    for (n, rules) in named_rule_sets().enumerate() {
        let (material, units) = classes[n % 3];
        for (name, most) in [("directmate", 2), ("helpmate", 2), ("selfmate", 2)] {
            let table = table(rules, material, name);
            compare(&table, units, n as u64, 60, most);
        }
    }
}

/// All positions of two kings and a unit, one for all its images at least, as diagrams.
fn all_of_three_units(rules: RuleSet, unit: &str) -> Vec<Setup> {
    let keeps_ranks = unit.ends_with('P');
    let symmetries = rules.symmetries();
    let allowed = symmetries.iter();
    let allowed: Vec<_> = allowed
        .filter(|symmetry| !keeps_ranks || symmetry.keeps_ranks())
        .collect();
    let mut setups = Vec::new();
    for king in Square::all() {
        if allowed.iter().any(|symmetry| symmetry.image(king) < king) {
            continue;
        }
        for other in Square::all() {
            for third in Square::all() {
                if king == other || king == third || other == third {
                    continue;
                }
                let mut setup = diagram(&format!("wK{king} bK{other} {unit}{third}"));
                setup.no_castling = Square::all().collect();
                setups.push(setup);
            }
        }
    }
    setups
}

#[test]
#[ignore = "every position of three units, solved forward: the better part of an hour"]
fn forward_search_agrees_on_every_position_of_three_units() {
    for rules in named_rule_sets() {
        for (name, _) in Task::NAMED {
            for kind in ["Q", "R", "B", "S", "P"] {
                let table = table(rules, &format!("K{kind}-K"), name);
                let setups = all_of_three_units(rules, &format!("w{kind}"));
                setups.par_iter().enumerate().for_each(|(n, setup)| {
                    for to_move in Color::BOTH {
                        // All of them for one move, each sixteenth for two.
                        let most = if n % 16 == 0 { 2 } else { 1 };
                        if enter(setup, rules, to_move).is_ok() {
                            compare_one(&table, setup, to_move, most);
                        }
                    }
                });
            }
        }
    }
}

#[test]
#[ignore = "random positions of three units, solved forward in three moves: minutes"]
fn forward_search_agrees_in_three_moves() {
    for (n, rules) in named_rule_sets().enumerate() {
        for (name, _) in Task::NAMED {
            for kind in ["Q", "R", "B", "S", "P"] {
                let table = table(rules, &format!("K{kind}-K"), name);
                let unit = format!("w{kind}");
                compare(&table, &["wK", &unit, "bK"], n as u64, 60, 3);
            }
        }
    }
}

#[test]
#[ignore = "four units under every rule set: minutes"]
fn forward_search_agrees_with_four_units() {
    let classes: [(&str, &[&str]); 3] = [
        ("KR-KS", &["wK", "wR", "bK", "bS"]),
        ("KQ-KP", &["wK", "wQ", "bK", "bP"]),
        ("KBS-K", &["wK", "wB", "wS", "bK"]),
    ];
    for (n, rules) in named_rule_sets().enumerate() {
        for (m, name) in ["directmate", "helpmate", "selfmate"]
            .into_iter()
            .enumerate()
        {
            let (material, units) = classes[(n + m) % 3];
            let table = table(rules, material, name);
            compare(&table, units, n as u64, 2000, 1);
            compare(&table, units, n as u64 + 100, 1000, 2);
            compare(&table, units, n as u64 + 200, 40, 3);
        }
    }
}

#[test]
fn zombies_and_memories_belong_to_the_position() {
    let table = table(reincarnation(), "KR-K", "directmate");
    let classes: Vec<String> = table.classes().map(ToString::to_string).collect();
    // The king takes the rook, and leaves a zombie of its own behind.
    assert!(classes.contains(&"K-K/R".to_owned()), "{classes:?}");
    assert!(classes.contains(&"K-KZR".to_owned()), "{classes:?}");
    compare(&table, &["wK", "wR", "bK"], 1, 20, 2);
}

#[test]
fn every_legal_position_of_a_class_has_an_answer() {
    for rules in [orthodox(), spherical(), dynamo(), reincarnation()] {
        for (material, units) in [("KB-K", ["wK", "wB", "bK"]), ("K-KP", ["wK", "bK", "bP"])] {
            let table = table(rules, material, "helpmate");
            let mut rng = Rng::new(7);
            for _ in 0..2000 {
                let (setup, to_move) = random_setup(&mut rng, rules, &units);
                let position = enter(&setup, rules, to_move).expect("the diagram can be played");
                assert!(table.probe(&position).is_some(), "{position:?}");
            }
        }
    }
}

#[test]
fn positions_with_rights_to_castle_or_of_other_classes_have_no_answer() {
    let table = table(orthodox(), "KR-K", "directmate");
    let enter = |units: &str, no_castling: &str| {
        let mut setup = diagram(units);
        setup.no_castling = no_castling.split_whitespace().map(common::square).collect();
        enter(&setup, orthodox(), Color::White).expect("the diagram can be played")
    };
    assert!(table.probe(&enter("wKe1 wRh1 bKe5", "")).is_none());
    assert!(table.probe(&enter("wKe1 wRh1 bKe5", "h1")).is_some());
    assert!(table.probe(&enter("wKe1 wQh1 bKe5", "h1")).is_none());
    assert!(
        table.probe(&enter("wKe1 bKe5", "")).is_some(),
        "the rook may be taken"
    );
}

#[test]
fn what_two_helpers_need_is_counted() {
    let table = table(orthodox(), "KR-K", "helpmate");
    let position = enter(&diagram("wKb3 wRh2 bKb1"), orthodox(), Color::Black);
    let outcome = table.probe(&position.expect("the diagram can be played"));
    let expected = Outcome::Help {
        plies: Plies(2),
        lines: 1,
    };
    assert_eq!(outcome, Some(expected));
}

#[test]
fn unique_problems_have_one_solution() {
    let rules = orthodox();
    for (name, length) in [("helpmate", "2"), ("helpmate", "1.5"), ("directmate", "3")] {
        let table = table(rules, "KR-K", name);
        let stipulation = table.task().stipulation_of(length).expect("a length");
        let problems = table.unique(stipulation);
        assert!(!problems.is_empty(), "{name} {length}");
        for setup in problems.iter().step_by(problems.len().div_ceil(20)) {
            let found = solutions(&phase(setup, rules, stipulation, Color::White));
            assert_eq!(found, 1, "{stipulation} {setup:?}");
        }
    }
}

#[test]
fn a_table_read_back_from_its_file_is_the_same() {
    for (rules, material) in [
        (orthodox(), "KQ-K"),
        (dynamo(), "KR-K"),
        (reincarnation(), "KS-K"),
    ] {
        let table = table(rules, material, "directmate");
        let mut bytes = Vec::new();
        table.write(&mut bytes).expect("memory can be written");
        let again = Table::read(bytes.as_slice(), u64::MAX).expect("the file is sound");
        assert_eq!(again.survey(), table.survey());
        assert_eq!(again.rules(), rules);
        assert_eq!(again.material(), table.material());
        compare(
            &again,
            &["wK", &format!("w{}", &material[1..2]), "bK"],
            3,
            20,
            1,
        );
    }
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let table = table(orthodox(), "KQ-K", "helpmate");
    let mut bytes = Vec::new();
    table.write(&mut bytes).expect("memory can be written");
    let read = |bytes: &[u8]| {
        Table::read(bytes, u64::MAX)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert!(read(b"something else").is_err_and(|error| error.contains("no table")));
    assert!(read(b"").is_err_and(|error| error.contains("no table")));
    let mut newer = bytes.clone();
    newer[11] = 9;
    assert!(read(&newer).is_err_and(|error| error.contains("version 9")));
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let at = 15 + rng.below(bytes.len() - 15);
        damaged[at] ^= 1 << rng.below(8);
        assert!(read(&damaged).is_err(), "byte {at} is damaged");
        assert!(read(&bytes[..at]).is_err(), "the file ends at {at}");
    }
    let small = Table::read(bytes.as_slice(), 1 << 10).map(|_| ());
    let small = small.expect_err("it takes more than a KiB");
    assert!(
        small.to_string().contains("this table takes 1 MiB"),
        "{small}"
    );
    let more = [bytes, vec![0]].concat();
    assert!(read(&more).is_err(), "the file goes on");
}

#[test]
fn a_watcher_can_stop_the_work() {
    struct Stop;
    impl Watcher for Stop {
        fn should_stop(&self) -> bool {
            true
        }
    }
    let material = Material::read("KQ-K", orthodox()).expect("a class");
    let plan = Plan::new(orthodox(), &material).expect("it is small");
    assert!(Table::build(plan, task("directmate"), &Stop).is_err());
}

#[test]
fn tables_do_not_depend_on_threads() {
    let table = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be had").install(|| {
            let mut bytes = Vec::new();
            let table = table(dynamo(), "KR-K", "directmate");
            table.write(&mut bytes).expect("memory can be written");
            bytes
        })
    };
    assert!(table(1) == table(4));
}

#[test]
fn large_classes_are_estimated() {
    let size = |rules: RuleSet, text: &str| {
        let material = Material::read(text, rules).expect("a class");
        Plan::new(rules, &material)
            .expect("it can be numbered")
            .size()
    };
    let (three, four) = (size(orthodox(), "KQ-K"), size(orthodox(), "KQ-KR"));
    assert_eq!(three.classes, 2);
    assert!(three.memory < 16 << 20, "{three:?}");
    assert!(four.memory > 100 << 20 && four.memory < 1 << 30, "{four:?}");
}

#[test]
fn goals_other_than_mate_are_told_apart() {
    let stalemates: BTreeMap<u32, u64> = table(orthodox(), "KQ-K", "stalemate").survey().sides[1]
        .losses
        .clone();
    let mates = table(orthodox(), "KQ-K", "directmate").survey().sides[1]
        .losses
        .clone();
    assert!(stalemates[&0] > 0 && mates[&0] > 0);
    assert_ne!(stalemates, mates);
    assert_eq!(task("stalemate").goal, Goal::Stalemate);
}
