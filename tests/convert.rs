//! `fata convert` and `fata draw` from outside, and the files of other programs that are read as they
//! are.

mod common;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use common::program::{assert_snapshot, fata, folder, run, status, stderr, stdout, text};
use fata::format::{FileFormat, read_problems, read_problems_as};

const KAMIKAZE: &str = "tests/data/cli/kamikaze.yaml";
const MEMORIES: &str = "tests/data/cli/memories.yaml";

#[test]
fn problems_are_written_in_every_format() {
    for to in ["yaml", "popeye", "jsonl"] {
        assert_snapshot(
            &format!("convert-{to}"),
            &[
                "convert",
                KAMIKAZE,
                "tests/data/popeye/english.inp",
                "--to",
                to,
            ],
        );
    }
    let quick = [
        "--fen",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "--condition",
        "Dynamo",
    ];
    assert_snapshot(
        "convert-fen",
        &[&["convert"], &quick[..], &["--to", "fen"]].concat(),
    );
}

#[test]
fn what_cannot_be_written_is_refused_by_name_and_does_not_stop_the_rest() {
    let files = [MEMORIES, KAMIKAZE];
    assert_snapshot(
        "convert-refused",
        &[&["convert", "--to", "popeye"], &files[..]].concat(),
    );
    assert_snapshot(
        "convert-no-fen",
        &[&["convert", "--to", "fen"], &files[..]].concat(),
    );
}

#[test]
fn input_for_popeye_is_taken_by_every_command() {
    let file = "tests/data/popeye/english.inp";
    let solved = stdout(&["solve", file, "--id", "mate-in-two"]);
    assert!(
        solved.starts_with("A. Composer & B. Composer\nExample 1999\nmate-in-two\n"),
        "{solved}"
    );
    let moves = ["moves", file, "--id", "mate-in-two", "--format", "json"];
    assert!(stdout(&moves).contains("\"f6e7\""));
    // On standard input the format must be told.
    let mut child = fata(&["convert", "-", "--from", "popeye"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes = fs::read("tests/data/popeye/german.inp").unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        text(&output.stdout).contains("Jürgen Müller"),
        "Latin-1 is understood"
    );
    assert_eq!(status(&["solve", "tests/data/popeye/refused.inp"]), 2);
}

#[test]
fn the_name_of_the_file_to_write_tells_the_format() {
    let folder = folder("convert-by-name");
    for (name, begin) in [
        ("x.inp", "BeginProblem\n"),
        ("x.jsonl", "{\"id\":\"attributes\""),
        ("x.yaml", "---\nid: attributes\n"),
        ("x.olv", "---\nid: attributes\n"),
    ] {
        let path = folder.join(name);
        let path = path.to_str().unwrap();
        assert_eq!(status(&["convert", KAMIKAZE, "--out", path]), 0);
        let written = fs::read_to_string(path).unwrap();
        assert!(written.starts_with(begin), "{written}");
        let read = read_problems(path, &written);
        assert!(read.len() == 1 && read[0].problem.is_ok(), "{name}");
        // What was written can be converted on, but not onto itself.
        let onto_itself = ["convert", path, "--out", path];
        assert_eq!(status(&onto_itself), 2);
        assert!(stderr(&onto_itself).contains("is also read"));
        assert_eq!(fs::read_to_string(path).unwrap(), written);
    }
    let nowhere = folder.join("nowhere/x.yaml");
    let nowhere = ["convert", KAMIKAZE, "--out", nowhere.to_str().unwrap()];
    assert_eq!(status(&nowhere), 2);
    assert!(stderr(&nowhere).contains("cannot be written"));
    let drawn = folder.join("x.svg");
    let draw = ["draw", KAMIKAZE, "--out", drawn.to_str().unwrap()];
    assert_eq!(status(&draw), 0);
    assert!(fs::read_to_string(&drawn).unwrap().starts_with("<svg "));
}

#[test]
fn diagrams_are_drawn_with_their_marks() {
    for to in ["text", "unicode", "latex", "svg"] {
        assert_snapshot(&format!("draw-{to}"), &["draw", MEMORIES, "--to", to]);
    }
    assert_snapshot(
        "draw-twin",
        &["draw", KAMIKAZE, "--twin", "c", "--language", "de"],
    );
    assert_snapshot("draw-latex-kamikaze", &["draw", KAMIKAZE, "--to", "latex"]);
    let svg = stdout(&["draw", KAMIKAZE, "--to", "svg", "--twin", "c"]);
    assert_eq!(
        svg.matches("fill=\"#c00\"").count(),
        3,
        "a star for each kamikaze unit"
    );
    assert_eq!(status(&["draw", KAMIKAZE, "--twin", "z"]), 2);
    assert_eq!(status(&["draw", MEMORIES, "--to", "fen"]), 2);
    let two = ["draw", MEMORIES, KAMIKAZE, "--to", "svg"];
    assert_eq!(status(&two), 2);
    assert!(stderr(&two).contains("choose one with --id"));
}

#[test]
fn texts_from_outside_stay_texts() {
    let folder = folder("hostile-texts");
    let file = folder.join("x.yaml");
    let document = "id: '</text><script>$\\input{x}'\nauthors: [\"a\\e[31mb\\nc\"]\nsource: \"d\\u202ee\"\n\
                    algebraic: {white: [Ke1], black: [Ke8]}\nstipulation: h#1\n";
    fs::write(&file, document).unwrap();
    let file = file.to_str().unwrap();
    let drawn = |to: &str| stdout(&["draw", file, "--to", to]);
    assert!(!drawn("svg").contains("<script"));
    assert!(drawn("text").contains("a\\u{1b}[31mb\\nc\nd\\u{202e}e\n"));
    assert!(!drawn("latex").contains("\\input"));
    let popeye = stdout(&["convert", file, "--to", "popeye"]);
    assert!(popeye.contains("\nAuthor a [31mb c\n"), "{popeye}");
    let solved = stdout(&["solve", file]);
    assert!(!solved.contains('\u{1b}') && solved.contains("\\u{1b}[31m"));
}

#[test]
fn collections_of_olive_are_read_as_they_are() {
    let text = fs::read_to_string("tests/data/olive/python.olv").unwrap();
    let documents = read_problems("python.olv", &text);
    assert_eq!(documents.len(), 3);
    for document in &documents {
        assert!(document.problem.is_ok(), "{document:?}");
        assert!(document.warnings.is_empty(), "{document:?}");
    }
    let problem = |n: usize| documents[n].problem.as_ref().unwrap();
    assert_eq!(
        problem(0).credits.authors,
        ["Composer, A.", "Štúň, Jaroslav"]
    );
    assert!(problem(0).options.set_play);
    assert_eq!(problem(1).stipulation.unwrap().to_string(), "=2");
    assert_eq!(problem(1).setup.units.len(), 3);
    assert!(
        problem(1)
            .claims
            .solution
            .as_ref()
            .unwrap()
            .contains("1.Qd2")
    );
    assert_eq!(
        problem(2).claims.intended_solutions.as_deref(),
        Some("2.1...")
    );
}

#[test]
fn an_answer_of_yacpdb_is_read_as_it_is() {
    let text = fs::read_to_string("tests/data/olive/answer.json").unwrap();
    let documents = read_problems("answer.json", &text);
    let ids: Vec<&str> = documents
        .iter()
        .map(|document| document.id.as_str())
        .collect();
    assert_eq!(ids, ["12345", "12346"]);
    assert!(documents.iter().all(|document| document.problem.is_ok()));
    assert_eq!(documents[0].warnings, []);
    assert_eq!(
        documents[1].warnings[0].to_string(),
        "answer.json, document 2 (id `12346`), field `solution`: expected a text, found a list: it \
         is not read"
    );
}

#[test]
fn json_lines_are_read_line_by_line() {
    let one = r#"{"id":"x","fen":"8/8/8/8/8/1K6/7R/1k6","stipulation":"h#1"}"#;
    let text = format!("{one}\n\nnonsense: [\n{}\n", one.replace("\"x\"", "\"y\""));
    let documents = read_problems_as(FileFormat::JsonLines, "FILE", &text);
    assert_eq!(documents.len(), 3);
    assert!(documents[0].problem.is_ok() && documents[2].problem.is_ok());
    let error = documents[1].problem.as_ref().unwrap_err()[0].to_string();
    assert!(
        error.contains("line 4") || error.contains("line 3"),
        "{error}"
    );
}

#[test]
fn counting_heeds_the_clock() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let perft = |rest: &[&str]| run(&[&["perft", "--fen", array], rest].concat());
    let output = perft(&["--depth", "12", "--time-limit", "0.3", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("\"status\":\"time-limit\""));
    let output = perft(&["--depth", "12", "--time-limit", "0.3"]);
    assert!(text(&output.stdout).contains("partial: time limit reached, 0 of 20 first moves"));
    let limits = [
        "--time-limit",
        "600",
        "--memory",
        "16",
        "--max-solutions",
        "5",
        "--progress",
        "never",
    ];
    let output = perft(&[&["--depth", "3"], &limits[..]].concat());
    assert!(text(&output.stdout).ends_with("depth 3: 8902\n"));
    assert_eq!(output.status.code(), Some(0));
    let moves = run(&[&["moves", "--fen", array], &limits[..]].concat());
    assert!(text(&moves.stdout).ends_with("20 legal moves\n"));
}

#[cfg(unix)]
#[test]
fn counting_ends_when_interrupted() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let child = fata(&[
        "perft",
        "--fen",
        array,
        "--depth",
        "14",
        "--time-limit",
        "120",
    ])
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("partial: interrupted"));
}

#[test]
fn an_idle_double_step_is_warned_of() {
    let board = "4k3/8/8/8/3P4/8/8/4K3";
    let moves = ["moves", "--fen", board, "--option", "EnPassant d3"];
    assert!(stderr(&moves).contains("en passant on d3 has no effect"));
    assert_eq!(stderr(&[&moves[..], &["--to-move", "black"]].concat()), "");
}

#[test]
fn solutions_speak_the_language_asked_for() {
    let problems = "tests/data/cli/problems.yaml";
    for (language, words) in [
        ("de", ["droht:", "keine Lösung", "1 Schlüssel"]),
        ("fr", ["menace :", "pas de solution", "1 clé"]),
        ("it", ["minaccia:", "nessuna soluzione", "1 chiave"]),
    ] {
        let printed = stdout(&["solve", problems, "--language", language]);
        for word in words {
            assert!(printed.contains(word), "{word} in {printed}");
        }
        assert!(!printed.contains("threat") && !printed.contains("no solution"));
    }
}
