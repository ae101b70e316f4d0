//! Solving with tables of endings: the results are those of solving without.

mod common;

use common::program::{folder, run, stderr, text};
use common::random::{Rng, scattered};
use common::{all_rule_sets, diagram, dynamo, kamikaze, orthodox, reincarnation, spherical, title};
use fata::batch::Tables;
use fata::board::Setup;
use fata::chess::{Color, Square};
use fata::problem::{Aim, Effort, Options, Phase, Solution, Status, Stipulation};
use fata::retro::{Material, Plan, Table, Task, Unwatched};
use fata::rules::{Captures, Kamikazes, RuleSet, enter};
use fata::search::{self, Direction, Limits, ShowPlay, solve, solve_knowing};

fn table(rules: RuleSet, material: &str, task: Task) -> Table {
    let material = Material::read(material, rules).expect("the class is well written");
    let plan = Plan::new(rules, &material).expect("the class is small");
    Table::build(plan, task, &Unwatched).expect("nobody stops it")
}

fn tables(rules: RuleSet, materials: &[&str], task: Task) -> Tables {
    let mut tables = Tables::default();
    for material in materials {
        tables.add(table(rules, material, task));
    }
    tables
}

/// A diagram of these units on random squares that can be played; half of them with rights to castle.
fn random_setup(rng: &mut Rng, rules: RuleSet, units: &[&str], to_move: Color) -> Setup {
    loop {
        let mut setup = scattered(rng, units);
        if rng.once_in(2) {
            setup.no_castling = Square::all().collect();
        }
        if enter(&setup, rules, to_move).is_ok() {
            return setup;
        }
    }
}

fn phase(setup: Setup, rules: RuleSet, stipulation: Stipulation, side: Color) -> Phase {
    let is_battle = stipulation.aim != Aim::Help;
    Phase {
        twin: "a".to_owned(),
        side,
        is_duplex: side == Color::Black,
        setup,
        rules,
        stipulation,
        options: Options {
            set_play: stipulation.plies().0 > 1,
            tries: if is_battle && stipulation.moves == 2 {
                2
            } else {
                0
            },
            ..Options::default()
        },
    }
}

fn limits(threads: usize) -> Limits {
    Limits {
        threads,
        memory: 1,
        time: None,
        max_solutions: None,
        play: ShowPlay::Always,
        direction: Direction::Auto,
    }
}

/// Solves with and without the tables, compares, and says where the work went.
#[track_caller]
fn compare(phase: &Phase, tables: &Tables, threads: usize) -> [Effort; 2] {
    let limits = limits(threads);
    let plain = solve(phase, &limits, &search::Unwatched).expect("the diagram can be played");
    let endings = tables.endings(phase);
    let knowing = solve_knowing(phase, &limits, endings, &search::Unwatched);
    let knowing = knowing.expect("the diagram can be played");
    let place = format!(
        "{} {} {:?}",
        title(phase.rules),
        phase.stipulation,
        phase.setup
    );
    assert_eq!(
        (plain.status, knowing.status),
        (Status::Complete, Status::Complete),
        "{place}"
    );
    assert!(
        plain.play == knowing.play,
        "{place}:\n{:?}\n{:?}",
        plain.play,
        knowing.play
    );
    [plain, knowing].map(|Solution { effort, .. }| effort)
}

fn named_rule_sets() -> impl Iterator<Item = RuleSet> {
    let is_named = |rules: &RuleSet| rules.captures() != Captures::Kamikaze(Kamikazes::Marked);
    all_rule_sets().into_iter().filter(is_named)
}

/// Compares random diagrams of a class, and of the class with one unit more of either side.
fn compare_many(rules: RuleSet, name: &str, kind: &str, lengths: &[&str], count: usize) {
    let task: Task = name.parse().expect("the task has a name");
    let tables = tables(rules, &[&format!("K{kind}-K")], task);
    let mut rng = Rng::new(count as u64 + kind.len() as u64);
    let mut known = 0;
    for n in 0..count {
        let side = if n % 3 == 2 {
            Color::Black
        } else {
            Color::White
        };
        let strong = if n % 2 == 0 { "w" } else { "b" };
        let officer = format!("{strong}{kind}");
        let more = ["wS", "bS", "bP", "wB"][rng.below(4)];
        let units = match n % 4 {
            3 => vec!["wK", "bK", &officer, more],
            _ => vec!["wK", "bK", &officer],
        };
        let length = lengths[n % lengths.len()];
        let stipulation = task.stipulation_of(length).expect("a length");
        let starts = phase(Setup::default(), rules, stipulation, side);
        let setup = random_setup(&mut rng, rules, &units, starts.first_to_move());
        let [_, effort] = compare(&phase(setup, rules, stipulation, side), &tables, 1);
        known += effort.known;
    }
    assert!(known > 0, "{} {name}: no answer was used", title(rules));
}

#[test]
fn results_are_the_same_under_every_rule_set() {
    for (n, rules) in named_rule_sets().enumerate() {
        let kind = |m: usize| ["Q", "R", "P", "S", "B"][(n + m) % 5];
        compare_many(rules, "directmate", kind(0), &["2"], 8);
        compare_many(rules, "selfmate", kind(1), &["2"], 8);
        compare_many(rules, "helpmate", kind(2), &["1.5", "2"], 8);
    }
}

#[test]
fn results_are_the_same_in_longer_play() {
    for rules in [orthodox(), kamikaze(), spherical()] {
        compare_many(rules, "directmate", "R", &["3"], 3);
        compare_many(rules, "selfmate", "Q", &["3"], 3);
        compare_many(rules, "helpmate", "S", &["2.5", "3", "3"], 3);
    }
}

#[test]
#[ignore = "all kinds, all tasks, all rule sets: minutes"]
fn results_are_the_same_for_every_kind_and_task() {
    for rules in named_rule_sets() {
        for (name, task) in Task::NAMED {
            let lengths: &[&str] = match task.aim {
                // Longer help play may have more lines than are kept.
                Aim::Help => &["1", "1.5", "2"],
                Aim::Direct | Aim::Selfmate => &["1", "2", "2", "3"],
            };
            for kind in ["Q", "R", "B", "S", "P"] {
                compare_many(rules, name, kind, lengths, 24);
            }
        }
    }
}

#[test]
fn what_a_table_decides_is_not_searched() {
    let task: Task = "directmate".parse().expect("a task");
    let tables = tables(orthodox(), &["KQ-K"], task);
    let mate_in_four = diagram("wKc1 wQd5 bKh8");
    let phase = Phase {
        options: Options::default(),
        ..phase(
            mate_in_four,
            orthodox(),
            "#5".parse().expect("a stipulation"),
            Color::White,
        )
    };
    let limits = Limits {
        play: ShowPlay::Never,
        ..limits(1)
    };
    let endings = tables.endings(&phase);
    let found = solve_knowing(&phase, &limits, endings, &search::Unwatched);
    let found = found.expect("the diagram can be played");
    let plain = solve(&phase, &limits, &search::Unwatched).expect("the diagram can be played");
    assert_eq!(found.play, plain.play);
    assert!(found.nodes < 100 && plain.nodes > 1000, "{found:?}");
}

#[test]
fn several_threads_find_the_same() {
    let task: Task = "helpmate".parse().expect("a task");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build();
    pool.expect("threads can be had").install(|| {
        for rules in [kamikaze(), dynamo(), reincarnation()] {
            let tables = tables(rules, &["KR-K", "KS-K"], task);
            let mut rng = Rng::new(11);
            for _ in 0..3 {
                let stipulation = task.stipulation_of("1.5").expect("a length");
                let units = ["wK", "wR", "bK", "bS"];
                let setup = random_setup(&mut rng, rules, &units, Color::White);
                compare(&phase(setup, rules, stipulation, Color::White), &tables, 4);
            }
        }
    });
}

/// A folder with tables in it, made by the program.
fn folder_of_tables(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    for (file, arguments) in [
        ("kqk", &["KQ-K"][..]),
        ("krk-h", &["KR-K", "--goal", "helpmate"]),
        ("kqk-s", &["KQ-K", "--goal", "selfmate"]),
        (
            "ksk-kamikaze",
            &["KS-K", "--goal", "helpmate", "--condition", "Kamikaze"],
        ),
    ] {
        let out = folder.join(file);
        let out = ["--out", out.to_str().expect("the path is text")];
        let made = run(&[&["table"][..], arguments, &out].concat());
        assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    }
    std::fs::create_dir(folder.join("more")).expect("a folder can be made");
    std::fs::write(folder.join(".hidden"), "x").expect("a file can be written");
    folder
}

/// JSON lines without what may differ from run to run.
fn without_effort(json: &str) -> Vec<serde_json::Value> {
    let line = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let fields = value.as_object_mut().expect("an object");
        for name in ["seconds", "nodes", "stats"] {
            fields.remove(name);
        }
        value
    };
    json.lines().map(line).collect()
}

#[test]
fn the_program_prints_the_same_with_tables() {
    let folder = folder_of_tables("endings-same");
    let tables = ["--tables", folder.to_str().expect("the path is text")];
    let files = ["solve", "tests/data/endings.yaml", "--format", "json"];
    let plain = run(&files);
    let knowing = run(&[&files[..], &tables, &["--stats"]].concat());
    assert_eq!(plain.status, knowing.status);
    assert_eq!(plain.stderr, knowing.stderr);
    let (plain, knowing) = (text(&plain.stdout), text(&knowing.stdout));
    assert_eq!(plain.lines().count(), 12);
    assert_eq!(without_effort(&plain), without_effort(&knowing));
    assert!(
        knowing.lines().any(|line| !line.contains("\"known\":0,")),
        "no answer was used"
    );
}

#[test]
fn check_makes_use_of_tables_too() {
    let folder = folder_of_tables("endings-check");
    let tables = ["--tables", folder.to_str().expect("the path is text")];
    let quick = [
        "--fen",
        "8/8/8/8/8/1K6/7R/k7",
        "--stipulation",
        "h#2",
        "--format",
        "json",
    ];
    let plain = run(&[&["check"], &quick[..]].concat());
    let knowing = run(&[&["check"], &quick[..], &tables].concat());
    assert_eq!(plain.status, knowing.status);
    let (plain, knowing) = (text(&plain.stdout), text(&knowing.stdout));
    assert_eq!(without_effort(&plain), without_effort(&knowing));
}

#[test]
fn a_folder_with_a_damaged_or_foreign_file_is_refused() {
    let folder = folder_of_tables("endings-damaged");
    let name = folder.to_str().expect("the path is text");
    let quick = [
        "solve",
        "--fen",
        "8/8/8/8/8/1K6/7Q/k7",
        "--stipulation",
        "#2",
        "--tables",
        name,
    ];
    assert_eq!(run(&quick).status.code(), Some(0));
    let refused = |file: &str, reason: &str| {
        let output = run(&quick);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stdout), "");
        let error = text(&output.stderr);
        assert!(error.contains(file) && error.contains(reason), "{error}");
    };
    let foreign = folder.join("notes.txt");
    std::fs::write(&foreign, "something else").expect("a file can be written");
    refused("notes.txt", "this is no table");
    std::fs::remove_file(&foreign).expect("it is there");
    // Also one that no problem has a use for.
    let file = folder.join("ksk-kamikaze");
    let mut bytes = std::fs::read(&file).expect("it is there");
    let last = bytes.len() - 9;
    bytes[last] ^= 4;
    std::fs::write(&file, bytes).expect("a file can be written");
    refused("ksk-kamikaze", "this table is damaged");
    let missing = [&quick[..6], &["no-such-folder"]].concat();
    assert!(stderr(&missing).contains("no-such-folder: the folder cannot be read"));
}
