//! The program from outside: what it prints on which stream, and its exit status.
//!
//! Each case is compared with a file in `tests/snapshots`. After a wanted change run the tests with
//! `UPDATE_SNAPSHOTS=1` and read the difference.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// No helpmate in any time that a test could wait for.
const ENDLESS: [&str; 4] = [
    "--fen",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "--stipulation",
    "h#9",
];

fn fata(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fata"));
    command
        .args(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    fata(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Time, visited positions and threads differ from run to run.
fn without_measures(text: &str) -> String {
    let line = |line: &str| match line.find(",\"seconds\":") {
        Some(at) => format!("{},..}}\n", &line[..at]),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[track_caller]
fn assert_snapshot(name: &str, arguments: &[&str]) {
    compare(name, arguments, &run(arguments));
}

#[track_caller]
fn compare(name: &str, arguments: &[&str], output: &Output) {
    let found = format!(
        "$ fata {}\n{}--- standard error\n{}--- status {}\n",
        arguments.join(" "),
        without_measures(&text(&output.stdout)),
        text(&output.stderr),
        output
            .status
            .code()
            .map_or("none".to_owned(), |code| code.to_string()),
    );
    let file: PathBuf = Path::new(ROOT).join(format!("tests/snapshots/{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, &found).expect("snapshots can be written");
        return;
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == expected,
        "{name} differs from its snapshot; found:\n{found}\nexpected:\n{expected}"
    );
}

#[test]
fn help_play_is_printed_line_by_line() {
    let fen = "8/8/8/8/8/1K6/7R/k7";
    let quick = [
        "solve",
        "--fen",
        fen,
        "--stipulation",
        "h#2",
        "--condition",
        "Kamikaze",
    ];
    assert_snapshot("help-quick", &quick);
    assert_snapshot("help-json", &[&quick[..], &["--format", "json"]].concat());
    let half = ["solve", "tests/data/cli/problems.yaml", "--id", "half"];
    assert_snapshot(
        "help-half-set-play-german",
        &[&half[..], &["--language", "de"]].concat(),
    );
}

#[test]
fn battle_play_is_printed_as_a_tree() {
    let file = "tests/data/cli/problems.yaml";
    for id in ["direct", "longer", "selfmate", "post-key", "no-solution"] {
        assert_snapshot(&format!("battle-{id}"), &["solve", file, "--id", id]);
    }
    assert_snapshot(
        "battle-json",
        &["solve", file, "--id", "direct", "--format", "json"],
    );
    assert_snapshot(
        "battle-keys-only",
        &[
            "solve",
            file,
            "--id",
            "direct",
            "--variations",
            "never",
            "--tries",
            "0",
        ],
    );
}

#[test]
fn twins_and_duplex_are_told_apart() {
    let file = "tests/data/cli/problems.yaml";
    for id in ["twins", "duplex"] {
        assert_snapshot(id, &["solve", file, "--id", id]);
        assert_snapshot(
            &format!("{id}-json"),
            &["solve", file, "--id", id, "--format", "json"],
        );
    }
}

#[test]
fn the_form_of_kamikaze_is_always_said() {
    let file = "tests/data/cli/problems.yaml";
    assert_snapshot("kamikaze-marked", &["solve", file, "--id", "marked"]);
    let output = run(&["moves", file, "--id", "marked", "--format", "json"]);
    assert!(text(&output.stdout).contains("\"kamikaze\":\"marked units\""));
}

#[test]
fn moves_and_counts_are_printed() {
    let file = "tests/data/cli/problems.yaml";
    assert_snapshot("moves", &["moves", file, "--id", "reborn"]);
    assert_snapshot(
        "moves-json",
        &["moves", file, "--id", "reborn", "--format", "json"],
    );
    assert_snapshot(
        "moves-twin",
        &["moves", file, "--id", "twins", "--twin", "b"],
    );
    let perft = ["perft", file, "--id", "reborn", "--depth", "3"];
    assert_snapshot("perft", &perft);
    assert_snapshot("perft-divide", &[&perft[..], &["--divide"]].concat());
    let json = [&perft[..], &["--divide", "--format", "json"]].concat();
    assert_snapshot("perft-json", &json);
    assert_snapshot(
        "perft-0",
        &["perft", file, "--id", "reborn", "--depth", "0"],
    );
    let one = run(&[&perft[..], &["--threads", "1"]].concat());
    assert_eq!(one.stdout, run(&perft).stdout, "threads make no difference");
}

#[test]
fn bad_problems_are_refused_and_the_others_solved() {
    let file = "tests/data/cli/bad.yaml";
    assert_snapshot("bad", &["solve", file]);
    assert_snapshot("bad-json", &["solve", file, "--format", "json"]);
    assert_snapshot(
        "unknown-id",
        &["solve", "tests/data/cli/problems.yaml", "--id", "halb"],
    );
    assert_snapshot("two-problems", &["moves", "tests/data/cli/problems.yaml"]);
    assert_snapshot(
        "no-twin",
        &[
            "moves",
            "tests/data/cli/problems.yaml",
            "--id",
            "twins",
            "--twin",
            "z",
        ],
    );
    let fen = ["solve", "--fen", "8/8/8/9/8/8/8/8", "--stipulation", "#2"];
    assert_eq!(run(&fen).status.code(), Some(2));
}

#[test]
fn unreadable_files_do_not_stop_the_others() {
    let arguments = [
        "solve",
        "tests/data/cli/missing.yaml",
        "tests/data/cli/one.yaml",
    ];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("tests/data/cli/missing.yaml: cannot be read"));
    assert!(text(&output.stdout).contains("1 solution"));
}

#[test]
fn wrong_usage_is_status_2_and_help_is_status_0() {
    for arguments in [
        &["solve"][..],
        &["solve", "x.yaml", "--fen", "8/8/8/8/8/8/8/8"],
        &["solve", "x.yaml", "--time-limit", "0"],
        &["solve", "x.yaml", "--threads", "0"],
        &["solve", "x.yaml", "--condition", "Kamikaze"],
        &["perft", "x.yaml"],
        &["dance"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
    for arguments in [&["--help"][..], &["solve", "--help"], &["--version"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(
            !output.stdout.is_empty() && output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_dash_is_standard_input() {
    let mut child = fata(&["solve", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let problem = fs::read(Path::new(ROOT).join("tests/data/cli/one.yaml")).unwrap();
    child.stdin.take().unwrap().write_all(&problem).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("{\"id\":\"one\",\"twin\":\"a\""));
}

#[test]
fn a_file_without_problems_is_an_error() {
    let output = run(&["solve", "/dev/null"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: /dev/null: holds no problem\n");
}

#[test]
fn quick_problems_are_warned_of_idle_options() {
    let quick = ["solve", "--fen", "4k3/8/8/8/3P4/8/8/4K3", "--stipulation"];
    let idle = ["#1", "--option", "SetPlay", "--option", "EnPassant d3"];
    let output = run(&[&quick[..], &idle].concat());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stderr),
        "warning: command line, field `options`: `SetPlay` has no effect with #1\n\
         warning: command line, field `options`: en passant on d3 has no effect: the side that made \
         the double step begins\n"
    );
    let black_begins = run(&[&quick[..], &["h#1", "--option", "EnPassant d3"]].concat());
    assert_eq!(text(&black_begins.stderr), "");
}

#[test]
fn a_side_that_cannot_be_solved_is_named() {
    let duplex = [
        "solve",
        "--fen",
        "8/8/8/8/8/5K2/6Q1/7k",
        "--stipulation",
        "#1",
        "--option",
        "Duplex",
        "--format",
        "json",
    ];
    let output = run(&duplex);
    assert_eq!(output.status.code(), Some(2));
    let sides: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| line.split("\"side\":").nth(1).unwrap()[..7].to_owned())
        .collect();
    assert_eq!(sides, ["\"white\"", "\"black\""]);
    assert!(text(&output.stderr).contains("white in White's part, field `algebraic`: black, who"));
}

#[test]
fn headings_tell_only_of_castling_that_could_be() {
    let quick = ["solve", "--fen", "8/8/8/8/8/1K6/7R/k7 b - - 0 1"];
    let output = run(&[&quick[..], &["--stipulation", "h#1"]].concat());
    assert!(!text(&output.stdout).contains("no castling"));
    let output = run(&[
        "solve",
        "--fen",
        "7k/8/8/8/8/8/8/R3K3 w - - 0 1",
        "--stipulation",
        "h#1",
    ]);
    assert!(text(&output.stdout).contains("no castling: a1 e1\n"));
}

#[test]
fn limits_are_reported_with_status_3() {
    let fen = "8/8/8/8/8/1K6/7R/k7";
    let quick = [
        "solve",
        "--fen",
        fen,
        "--stipulation",
        "h#2",
        "--max-solutions",
        "3",
    ];
    let output = run(&quick);
    assert_eq!(output.status.code(), Some(3));
    let printed = text(&output.stdout);
    assert_eq!(
        printed
            .lines()
            .filter(|line| line.starts_with("  1."))
            .count(),
        3
    );
    assert!(printed.ends_with("3 solutions\npartial: as many solutions found as asked for\n"));
    let limit = ["--time-limit", "0.2", "--format", "json"];
    let output = run(&[&["solve"], &ENDLESS[..], &limit].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("\"status\":\"time-limit\""));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let file = "tests/data/cli/problems.yaml";
    let mut child = fata(&["solve", file, "--id", "half"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn colours_come_when_asked_for() {
    let one = ["solve", "tests/data/cli/one.yaml"];
    let plain = run(&one).stdout;
    assert!(!plain.contains(&0x1b));
    assert!(
        run(&[&one[..], &["--color", "always"]].concat())
            .stdout
            .contains(&0x1b)
    );
    assert_eq!(
        run(&[&one[..], &["--color", "never"]].concat()).stdout,
        plain
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_what_was_found() {
    let arguments = [
        &["solve"],
        &ENDLESS[..],
        &["--format", "json", "--time-limit", "60"],
    ]
    .concat();
    let child = fata(&arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    let pid = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .expect("kill exists");
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("\"status\":\"interrupted\""));
    assert!(start.elapsed() < Duration::from_secs(5), "it ends soon");
}

#[test]
fn tables_are_told_in_figures_and_examples() {
    assert_snapshot("table-stats", &["table", "KQ-K"]);
    let kamikaze = [
        "table",
        "KR-K",
        "--condition",
        "Kamikaze",
        "--goal",
        "helpmate",
    ];
    assert_snapshot(
        "table-json",
        &[&kamikaze[..], &["--format", "json"]].concat(),
    );
    let more = ["--verify", "--probe", "8/8/8/8/8/1K6/7R/1k6 b - -"];
    assert_snapshot("table-probe", &[&kamikaze[..], &more].concat());
}

#[test]
fn tables_that_cannot_be_made_are_refused() {
    for (name, arguments) in [
        ("table-no-class", &["KX-K"][..]),
        ("table-no-condition", &["KQ-K", "--condition", "Kamikazi"]),
        ("table-memory", &["KQR-KR", "--memory", "100"]),
        ("table-no-length", &["KQ-K", "--unique", "x"]),
        ("table-no-table", &["--load", "README.md"]),
        (
            "table-castling",
            &["KR-K", "--probe", "4k3/8/8/8/8/8/8/4K2R w K -"],
        ),
    ] {
        assert_snapshot(name, &[&["table"], arguments].concat());
    }
}

#[test]
fn a_table_goes_into_a_file_and_out_again() {
    let file = std::env::temp_dir().join(format!("fata-table-{}", std::process::id()));
    let name = file
        .to_str()
        .expect("the folder for temporary files has a plain name");
    let made = run(&[
        "table",
        "KR-K",
        "--condition",
        "Dynamo",
        "--stats",
        "--out",
        name,
    ]);
    let again = run(&["table", "--load", name]);
    assert_eq!(made.status.code(), Some(0));
    assert_eq!(text(&made.stdout), text(&again.stdout));
    fs::remove_file(&file).expect("the file was written");
}

#[test]
fn problems_listed_by_a_table_have_one_solution() {
    let list = run(&["table", "KR-K", "--goal", "helpmate", "--unique", "1.5"]);
    let problems = text(&list.stdout);
    assert!(problems.contains("stipulation: \"h#1.5\""));
    let mut solve = fata(&["solve", "-", "--format", "json"]);
    solve.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = solve.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it reads");
    let first = problems
        .split("---\n")
        .take(51)
        .collect::<Vec<_>>()
        .join("---\n");
    stdin.write_all(first.as_bytes()).expect("it reads all");
    drop(stdin);
    let solved = child.wait_with_output().expect("the program ends");
    let solutions = text(&solved.stdout);
    assert_eq!(solutions.lines().count(), 50);
    for line in solutions.lines() {
        let solution: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        assert_eq!(
            solution["lines"].as_array().map(Vec::len),
            Some(1),
            "{line}"
        );
    }
}

#[test]
fn a_solution_that_a_plain_search_confirms_says_so() {
    assert_snapshot(
        "solve-verify",
        &[
            "solve",
            "problems/kamikaze.yaml",
            "--id",
            "kamikaze-h3-7-6",
            "--verify",
        ],
    );
}

#[test]
fn a_search_cut_short_is_not_verified() {
    let arguments = [&["solve", "--verify", "--time-limit", "0.2"][..], &ENDLESS].concat();
    let output = run(&arguments);
    let printed = text(&output.stdout);
    assert!(printed.contains("\nnot verified: "), "{printed}");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn stats_tell_where_the_work_went() {
    let arguments = ["solve", "problems/orthodox.yaml", "--stats"];
    let printed = text(&run(&arguments).stdout);
    for word in ["positions ", "table ", "cut ", "refuted "] {
        assert!(
            printed.lines().any(|line| line.starts_with(word)),
            "no line on {word}in\n{printed}"
        );
    }
    let json = text(&run(&[&arguments[..], &["--format", "json"]].concat()).stdout);
    assert!(
        json.lines()
            .all(|line| line.contains("\"stats\":{\"table_probes\":"))
    );
}

#[test]
fn both_directions_give_the_same_lines() {
    let problem = ["solve", "--fen", "1k6/6p1/8/8/8/7p/7P/7K", "--stipulation"];
    let lines = |stipulation: &str, direction: &str| {
        let more = [stipulation, "--direction", direction, "--stats"];
        let output = run(&[&problem[..], &more].concat());
        let all = text(&output.stdout);
        let (told, lines): (Vec<&str>, Vec<&str>) = all
            .lines()
            .filter(|line| !line.starts_with("positions") && !line.starts_with("table"))
            .filter(|line| !line.starts_with("cut") && !line.starts_with("refuted"))
            .partition(|line| line.starts_with("direction"));
        (lines.join("\n"), told.join("\n"), text(&output.stderr))
    };
    let (forward, told, _) = lines("h#9", "forward");
    assert!(forward.contains('#'), "there are solutions: {forward}");
    assert_eq!(told, "direction     forward");
    for direction in ["backward", "auto"] {
        let (same, told, notes) = lines("h#9", direction);
        assert_eq!(same, forward);
        assert!(told.starts_with("direction     backward, from "), "{told}");
        assert_eq!(notes, "");
    }
    let (_, told, notes) = lines("#2", "backward");
    assert_eq!(told, "direction     forward");
    assert!(notes.contains("only help play"), "{notes}");
}

#[test]
fn last_moves_are_told() {
    let fen = |fen| ["retro", "--fen", fen];
    let must = fen("kB6/PN6/5P1P/5KpP/8/8/8/8");
    assert_snapshot("retro-must", &must);
    assert_snapshot(
        "retro-must-json",
        &[&must[..], &["--format", "json"]].concat(),
    );
    let castling = fen("4k2r/8/8/8/8/8/8/7K");
    assert_snapshot("retro-castling", &castling);
    let none = ["--uncaptures", "none"];
    let two = fen("k7/P7/8/1K6/8/8/8/8 b");
    assert_snapshot(
        "retro-two-plies",
        &[&two[..], &none, &["--plies", "2"]].concat(),
    );
    let taking = [
        "retro",
        "--fen",
        "4k3/8/8/8/8/8/7P/7K",
        "--uncaptures",
        "QR",
    ];
    assert_snapshot("retro-took", &taking);
    let output = run(&[&taking[..], &["--plies", "2"]].concat());
    let last = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    assert_eq!(
        last(&text(&output.stdout)),
        last(&text(&run(&taking).stdout)),
        "as many last moves, however far one looks back"
    );
    let initial = fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert_snapshot("retro-initial", &initial);
    let impossible = fen("kB6/PN6/8/8/8/8/8/7K w");
    assert_snapshot("retro-impossible", &impossible);
}

#[test]
fn last_moves_follow_the_rule_set() {
    let reborn = ["retro", "tests/data/cli/problems.yaml", "--id", "reborn"];
    let few = ["--uncaptures", "S", "--to-move", "black"];
    assert_snapshot("retro-reborn", &[&reborn[..], &few].concat());
    let json = ["--format", "json"];
    assert_snapshot("retro-reborn-json", &[&reborn[..], &few, &json].concat());
    for (name, condition, letters) in [
        ("retro-kamikaze", "Kamikaze", "P"),
        ("retro-dynamo", "Dynamo", "S"),
        ("retro-spherical", "Spherical", "none"),
    ] {
        let fen = ["retro", "--fen", "k7/2p5/8/8/8/8/8/K7"];
        let rules = ["--condition", condition, "--uncaptures", letters];
        assert_snapshot(name, &[&fen[..], &rules].concat());
    }
}

/// Looking back from here takes longer than anybody waits.
const DEEP_PAST: [&str; 7] = [
    "retro",
    "--fen",
    "8/8/8/2k5/8/8/8/K6R",
    "--plies",
    "9",
    "--limit",
    "1000000000",
];

#[test]
fn looking_back_ends_when_the_time_is_over() {
    let output = run(&[&DEEP_PAST[..], &["--time-limit", "0.3"]].concat());
    assert_eq!(output.status.code(), Some(3));
    let printed = text(&output.stdout);
    assert!(printed.contains("\n  -1."), "what was found is told");
    assert!(printed.ends_with("partial: time limit reached\n"));
}

#[cfg(unix)]
#[test]
fn looking_back_ends_when_interrupted() {
    let arguments = [&DEEP_PAST[..], &["--format", "json", "--time-limit", "60"]].concat();
    let child = fata(&arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill exists").success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let printed = text(&output.stdout);
    assert!(printed.contains("\"status\":\"interrupted\""));
    assert!(
        !printed.contains("\"last_moves\":[]"),
        "what was found is told"
    );
    assert!(
        !printed.contains("double_step"),
        "what is not known is not told"
    );
    assert!(start.elapsed() < Duration::from_secs(5), "it ends soon");
}

#[test]
fn looking_back_too_far_is_refused() {
    let fen = ["retro", "--fen", "8/8/8/2k5/8/8/8/K7"];
    let far = ["--plies", "4", "--limit", "1000"];
    assert_snapshot("retro-limit", &[&fen[..], &far].concat());
    let json = ["--format", "json"];
    assert_snapshot("retro-limit-json", &[&fen[..], &far, &json].concat());
    let output = run(&[&fen[..], &["--uncaptures", "QX"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("`X` is not one of Q R B S P"), "{error}");
    let twice = ["retro", "tests/data/cli/problems.yaml"];
    assert_eq!(run(&twice).status.code(), Some(2));
}
