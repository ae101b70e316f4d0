//! `fata check` from outside: verdicts, reports, runs that were cut short.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const VERDICTS: &str = "tests/data/check/verdicts.yaml";

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

/// A folder for this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("folders can be made");
    folder
}

fn records(text: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(text).expect("output is UTF-8");
    let read = |line| serde_json::from_str(line).expect("every line is an object");
    text.lines().map(read).collect()
}

/// Lines without what differs from run to run.
fn steady(text: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(text).expect("output is UTF-8");
    let line = |line: &str| match line.find(",\"seconds\":") {
        Some(at) => line[..at].to_owned(),
        None => line.to_owned(),
    };
    text.lines().map(line).collect()
}

/// Helpmates that take a moment each: a black king walks in front of a white king and rook.
fn collection(count: usize) -> String {
    let squares = |n: usize| format!("{}{}", (b'a' + (n % 8) as u8) as char, n / 8 % 8 + 1);
    let document = |n: usize| {
        let (king, rook, knight) = (squares(n % 8), squares(16 + n % 40), squares(56 + n % 8));
        format!(
            "---\nid: n{n} # kept\nalgebraic: {{white: [Kd5, R{rook}, S{knight}], black: [K{king}, Pe3]}}\n\
             stipulation: h#3\n"
        )
    };
    (0..count).map(document).collect()
}

#[test]
fn every_verdict_is_found() {
    let output = run(&["check", VERDICTS, "--format", "json"]);
    let found: BTreeMap<String, String> = records(&output.stdout)
        .iter()
        .map(|record| {
            let text = |name: &str| record[name].as_str().expect("a text").to_owned();
            (text("id"), text("verdict"))
        })
        .collect();
    assert_eq!(found.len(), 18);
    for (id, verdict) in &found {
        let wanted = match id.as_str() {
            "intended-not-met" | "set-play-differs" | "no-claim" => id.as_str(),
            "no-solution" | "unchecked" | "error" => id.as_str(),
            "tries-claim-differs" | "claim-differs" | "claim-differs-not-refused" => {
                "claim-differs"
            }
            other => other.split('-').next().expect("a word"),
        };
        assert_eq!(verdict, wanted, "{id}");
    }
    assert_eq!(output.status.code(), Some(2), "one of them is an error");
}

#[test]
fn exit_status_tells_the_worst() {
    let of = |ids: &[&str]| {
        let mut arguments = vec!["check", VERDICTS];
        ids.iter().for_each(|id| arguments.extend(["--id", id]));
        run(&arguments).status.code()
    };
    assert_eq!(of(&["sound", "no-claim"]), Some(0));
    assert_eq!(of(&["sound", "unchecked"]), Some(3));
    assert_eq!(of(&["cooked", "unchecked"]), Some(1));
    assert_eq!(of(&["cooked", "error"]), Some(2));
}

#[test]
fn unintended_lines_are_named_in_any_language() {
    let output = run(&["check", VERDICTS, "--id", "cooked", "--language", "de"]);
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert_eq!(
        text,
        "cooked: cooked  h#1.5  2 solutions\n   unintended: 1...Lf8-h6 2.Sf6-h7 Lh6-g7 #\n   \
         other side to begin, h#1: 1.Sf6-h7 Lf8-g7 #\n\n1  cooked\n1  in all\n"
    );
}

#[test]
fn threads_make_no_difference_to_results_and_their_order() {
    let folder = folder("threads");
    let file = folder.join("many.yaml");
    fs::write(&file, collection(12)).expect("files can be written");
    let file = file.to_str().expect("a name");
    let with = |threads| run(&["check", file, "--format", "json", "--threads", threads]).stdout;
    let one = steady(&with("1"));
    assert_eq!(one.len(), 12);
    assert_eq!(one, steady(&with("4")));
}

#[test]
fn a_killed_run_is_resumed_to_the_same_report() {
    let folder = folder("killed");
    let file = folder.join("many.yaml");
    fs::write(&file, collection(40)).expect("files can be written");
    let file = file.to_str().expect("a name");
    let path = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let (whole, cut) = (path("whole.jsonl"), path("cut.jsonl"));
    run(&["check", file, "--threads", "2", "--report", &whole]);

    let mut child = fata(&["check", file, "--threads", "2", "--report", &cut])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let part = format!("{cut}.part");
    let start = Instant::now();
    let lines = |name: &str| fs::read_to_string(name).map_or(0, |text| text.lines().count());
    while lines(&part) < 3 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let mut printed = String::new();
    let stdout = child.stdout.as_mut().expect("its output");
    stdout
        .read_to_string(&mut printed)
        .expect("output is UTF-8");
    assert!(!Path::new(&cut).exists(), "no report before all is done");
    let kept = lines(&part);
    assert!(kept >= 3, "what was done is kept");
    assert!(printed.matches("n").count() <= 200, "{printed}");

    let refused = run(&["check", file, "--report", &cut]);
    assert_eq!(
        refused.status.code(),
        Some(2),
        "it is not overwritten unasked"
    );
    run(&[
        "check",
        file,
        "--threads",
        "2",
        "--report",
        &cut,
        "--resume",
        &cut,
    ]);
    assert!(!Path::new(&part).exists());
    let read = |name: &str| steady(&fs::read(name).expect("a report"));
    assert_eq!(read(&cut), read(&whole));
}

#[test]
fn an_edited_problem_is_checked_again_and_no_other() {
    let folder = folder("edited");
    let file = folder.join("many.yaml");
    let name = file.to_str().expect("a name");
    let path = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let (first, second) = (path("first.jsonl"), path("second.jsonl"));
    fs::write(&file, collection(4)).expect("files can be written");
    run(&["check", name, "--report", &first]);
    // The record is marked, to tell it from a new one.
    let text = fs::read_to_string(&first).expect("a report");
    fs::write(
        &first,
        text.replace(",\"seconds\":", ",\"old\":1,\"seconds\":"),
    )
    .expect("written");
    fs::write(&file, collection(4).replacen("Pe3", "Pe4", 1)).expect("files can be written");
    run(&["check", name, "--report", &second, "--resume", &first]);
    let old = |record: &Value| record["old"].is_number();
    let found: Vec<bool> = records(&fs::read(&second).expect("a report"))
        .iter()
        .map(old)
        .collect();
    assert_eq!(found, [false, true, true, true]);
}

#[test]
fn shards_are_even_and_make_up_the_whole() {
    let shard = |shard| {
        let output = run(&["check", VERDICTS, "--format", "json", "--shard", shard]);
        let numbers = records(&output.stdout);
        let numbers = numbers.iter().map(|record| record["number"].as_u64());
        numbers.collect::<Option<Vec<_>>>().expect("numbers")
    };
    let shards = [shard("1/3"), shard("2/3"), shard("3/3")];
    assert!(shards.iter().all(|shard| shard.len() == 6));
    let mut all = shards.concat();
    all.sort_unstable();
    assert_eq!(all, (1..=18).collect::<Vec<_>>());
}

#[test]
fn the_yaml_report_is_the_input_with_claims_that_hold() {
    let folder = folder("yaml");
    let file = folder.join("many.yaml");
    fs::write(&file, collection(3)).expect("files can be written");
    let report = folder.join("report.yaml");
    let [file, report] = [&file, &report].map(|path| path.to_str().expect("a name"));
    run(&["check", file, "--report", report]);
    let text = fs::read_to_string(report).expect("a report");
    assert!(
        text.starts_with("---\nid: n0 # kept\nalgebraic: {white:"),
        "{text}"
    );
    assert!(text.contains("fata:\n  verdict: "), "{text}");
    let again = run(&["check", report, "--format", "json"]);
    for record in records(&again.stdout) {
        let verdict = record["verdict"].as_str().expect("a text");
        assert!(
            matches!(verdict, "sound" | "short" | "no-solution"),
            "{record}"
        );
    }
}

#[test]
fn tables_hold_every_record_with_awkward_text_escaped() {
    let folder = folder("tables");
    for (ending, wanted) in [
        ("csv", "15,error,,,,,error,0,\"algebraic: white: `Rh9`"),
        ("html", "<td>short, #1: h2h1</td>"),
    ] {
        let report = folder.join(format!("report.{ending}"));
        let report = report.to_str().expect("a name");
        run(&["check", VERDICTS, "--report", report]);
        let text = fs::read_to_string(report).expect("a report");
        assert!(text.contains(wanted), "{text}");
    }
}

#[test]
fn folders_and_patterns_are_searched() {
    let folder = folder("folders");
    fs::create_dir_all(folder.join("deep")).expect("folders can be made");
    fs::write(folder.join("deep/b.yml"), collection(1)).expect("files can be written");
    fs::write(folder.join("a.yaml"), collection(2)).expect("files can be written");
    fs::write(folder.join("c.txt"), "no problem").expect("files can be written");
    let name = folder.to_str().expect("a name");
    let count = |what: &str| records(&run(&["check", what, "--format", "json"]).stdout).len();
    assert_eq!(count(name), 3);
    assert_eq!(count(&format!("{name}/*.yaml")), 2);
    let none = run(&["check", &format!("{name}/*.yam")]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("as a pattern it matches none"));
}

#[test]
fn merged_shards_are_the_whole_and_gaps_and_contradictions_are_told() {
    let folder = folder("merge");
    let path = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let reports: Vec<String> = (1..=3).map(|n| path(&format!("{n}.jsonl"))).collect();
    for (n, report) in reports.iter().enumerate() {
        let shard = format!("{}/3", n + 1);
        run(&["check", VERDICTS, "--shard", &shard, "--report", report]);
    }
    let [one, two, three] = [&reports[0], &reports[1], &reports[2]];
    let merged = run(&["merge", three, one, two, "--format", "json"]);
    let whole = run(&["check", VERDICTS, "--format", "json"]);
    let verdicts = |output: &Output| -> Vec<String> {
        let records = records(&output.stdout);
        let text = |record: &Value| format!("{} {}", record["id"], record["verdict"]);
        records.iter().map(text).collect()
    };
    assert_eq!(verdicts(&merged), verdicts(&whole));
    assert_eq!(merged.status.code(), Some(2));

    let gap = run(&["merge", one, two]);
    let stderr = String::from_utf8_lossy(&gap.stderr);
    assert!(stderr.contains("missing: 3, 6, 9, 12, 15, 18"), "{stderr}");

    let text = fs::read_to_string(two).expect("a report");
    let other = path("other.jsonl");
    fs::write(&other, text.replace("f8h6", "f8g7")).expect("files can be written");
    let output = run(&["merge", one, two, three, &other]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("have different results"), "{stderr}");
}

#[test]
fn a_split_problem_is_judged_as_the_whole() {
    let folder = folder("split");
    let path = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    let (file, report) = (path("parts.yaml"), path("parts.jsonl"));
    let verdicts = |output: &Output| -> Vec<String> {
        let records = records(&output.stdout);
        let text = |record: &Value| {
            format!(
                "{} {} {} {} {}",
                record["id"], record["twin"], record["verdict"], record["lines"], record["keys"]
            )
        };
        records.iter().map(text).collect()
    };
    for (source, id) in [
        ("tests/data/published.yaml", "hannelius-1950"),
        ("tests/data/published.yaml", "gvozdjak-1989-m2"),
        ("tests/data/reports.yaml", "ep-1"),
        (VERDICTS, "cooked"),
        (VERDICTS, "short-key"),
    ] {
        let parts = run(&["split", source, "--id", id, "--parts", "4"]);
        assert_eq!(parts.status.code(), Some(0), "{id}");
        fs::write(&file, &parts.stdout).expect("files can be written");
        let _ = fs::remove_file(&report);
        let checked = run(&["check", &file, "--report", &report]);
        assert_eq!(checked.status.code(), Some(0), "{id}: parts are not judged");
        let merged = run(&["merge", &report, "--format", "json"]);
        let whole = run(&["check", source, "--id", id, "--format", "json"]);
        assert_eq!(verdicts(&merged), verdicts(&whole), "{id}");
        assert_eq!(merged.status.code(), whole.status.code(), "{id}");
    }
}

#[test]
fn a_second_search_confirms() {
    let output = run(&[
        "check", VERDICTS, "--id", "sound", "--id", "cooked", "--verify",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("not confirmed"));
}

#[test]
fn phases_stand_side_by_side() {
    let fen = "k7/8/2K5/8/8/8/8/1Q6";
    let solve = ["solve", "--fen", fen, "--stipulation", "#2", "--table"];
    let output = run(&solve);
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    let at = text.find("keys\n").or(text.find("key\n")).expect("a count");
    let table = &text[at..];
    assert!(table.contains("set play"), "{table}");
    assert!(table.contains("1.Kc6-c7 !"), "{table}");
}

#[test]
fn what_cannot_be_done_is_refused_before_any_work() {
    let folder = folder("refused");
    let other = folder.join("other.jsonl");
    fs::write(&other, "{\"id\":\"x\"}\n").expect("files can be written");
    let other = other.to_str().expect("a name");
    let nowhere = folder.join("nowhere/report.csv");
    let nowhere = nowhere.to_str().expect("a name");
    for (arguments, wanted) in [
        (
            vec!["check", VERDICTS, "--report", "x.txt"],
            ".jsonl, .csv, .html or .yaml",
        ),
        (
            vec!["check", VERDICTS, "--shard", "0/3"],
            "expected a share like 2/4",
        ),
        (
            vec!["check", VERDICTS, "--resume", other],
            "line 1: not a record",
        ),
        (
            vec!["check", VERDICTS, "--report", nowhere],
            "cannot be written",
        ),
        (
            vec!["check", VERDICTS, "--report", other],
            "exists: choose another name",
        ),
        (vec!["merge", other], "line 1: not a record"),
        (vec!["merge", nowhere], "cannot be read"),
        (
            vec!["split", VERDICTS, "--id", "error"],
            "`Rh9` is not a unit",
        ),
    ] {
        let output = run(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(wanted), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
