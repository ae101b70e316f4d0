//! Input made to break the reader: it must be answered with errors, soon, and never with a panic.

use std::path::Path;
use std::time::{Duration, Instant};

use fata::chess::Color;
use fata::format::{Document, quick_problem, read_problems};
use fata::rules::enter;

/// Reads the text and goes as far as the first positions of its play.
fn follow(text: &str) -> Vec<Document> {
    let documents = read_problems("FILE", text);
    for document in &documents {
        let shown = document.warnings.iter().map(ToString::to_string);
        assert!(shown.map(|text| text.len()).all(|length| length < 2000));
        match &document.problem {
            Ok(problem) => {
                let stipulation = problem
                    .stipulation
                    .unwrap_or_else(|| "h#2".parse().unwrap());
                for phase in problem.phases(stipulation) {
                    match phase {
                        Ok(phase) => {
                            let _ = enter(&phase.setup, phase.rules, phase.first_to_move());
                            let _ = enter(&phase.setup, phase.rules, !phase.first_to_move());
                        }
                        Err((_, error)) => assert!(!error.to_string().is_empty()),
                    }
                }
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                for error in errors {
                    assert!(error.to_string().len() < 2000, "{error}");
                }
            }
        }
    }
    documents
}

/// Reads the text, in the time that a file of this size may take at most.
fn follow_soon(text: &str) -> Vec<Document> {
    let start = Instant::now();
    let documents = follow(text);
    let limit = Duration::from_secs(60);
    assert!(
        start.elapsed() < limit,
        "{} bytes took {:?}",
        text.len(),
        start.elapsed()
    );
    documents
}

fn is_refused(text: &str) -> bool {
    let documents = follow_soon(text);
    !documents.is_empty() && documents.iter().all(|document| document.problem.is_err())
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

const TOKENS: &[&str] = &[
    "Move",
    "Exchange",
    "Remove",
    "Add",
    "White",
    "Substitute",
    "Shift",
    "Rotate",
    "90",
    "Mirror",
    "a1<-->h1",
    "PolishType",
    "Stipulation",
    "Condition",
    "Continued",
    "Kamikaze",
    "Reincarnation",
    "Dynamo",
    "Spherical",
    "RexExclusive",
    "ZPe4",
    "Pa8",
    "Kd4",
    "e1",
    "h8",
    "bP",
    "EnPassant d6",
    "NoCastling e1",
    "NoWk",
    "NoBk",
    "Duplex",
    "SetPlay",
    "PostKeyPlay",
    "null",
    "~",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ":",
    "- ",
    "&a",
    "*a",
    "!t",
    "|",
    ">",
    "#",
    "\n---\n",
    "\n...\n",
    "\t",
    "\0",
    "99999999999999999999",
    "-1",
    "h#0.5",
    "#1",
    "<<: *a",
    "é",
    "\u{85}",
    "%",
    "?",
    "beneath:",
    "twins:",
    "fen:",
    "options:",
    "algebraic:",
    "neutral:",
];

fn mangle(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let length = bytes.len().max(1);
        let (one, other) = (random.below(length), random.below(length));
        let end = (one + random.below(30)).min(bytes.len());
        let one = one.min(end);
        match random.below(6) {
            0 if one < bytes.len() => bytes[one] ^= 1 << random.below(8),
            1 => {
                bytes.drain(one..end);
            }
            2 => {
                let copy = bytes[one..end].to_vec();
                let at = other.min(bytes.len());
                bytes.splice(at..at, copy);
            }
            3 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(one..end, token.bytes());
            }
            4 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(one..one, token.bytes());
            }
            _ => {
                let mut words: Vec<Vec<u8>> = bytes
                    .split(|&byte| byte == b' ')
                    .map(<[u8]>::to_vec)
                    .collect();
                let (one, other) = (random.below(words.len()), random.below(words.len()));
                words.swap(one, other);
                bytes = words.join(&b' ');
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mangled_documents_never_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut documents = vec![
        "algebraic: {white: [Ke1, Kamikaze Ra1, ZPe4], black: 'Ke8 Rh8'}\nbeneath: {e4: bZP}\n\
         conditions: [Reincarnation]\noptions: [EnPassant e7e6e5, NoCastling e1a1, Defence 2]\n\
         twins: {a: Move e1 f1, b: Continued Rotate 90 Mirror a1<-->h1, c: Shift a1 b1, d: PolishType}"
            .to_owned(),
        "fen: r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1\nstipulation: 'h#2'\noptions: Duplex".to_owned(),
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            let text = std::fs::read_to_string(path).unwrap();
            let text = text.replace("\n- id:", "\n---\n- id:");
            documents.extend(text.split("\n---\n").map(str::to_owned));
        }
    }
    let mut read = 0;
    for round in 0..40 {
        for document in &documents {
            let text = mangle(document, &mut random);
            let found = follow(&text);
            read += found
                .iter()
                .filter(|document| document.problem.is_ok())
                .count();
        }
        assert!(round > 0 || read > 0);
    }
}

#[test]
fn cut_documents_never_panic() {
    let text = "{algebraic: {white: [Ke1, ZPe4], black: \"Ke8\\n\"}, beneath: {e4: bZP}, twins: {a: Move e1 f1}}";
    for end in 0..=text.len() {
        follow(&text[..end]);
        follow(&text[end..]);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for depth in [33, 200, 100_000] {
        assert!(is_refused(&"[".repeat(depth)));
        assert!(is_refused(&format!(
            "a: {}{}",
            "[".repeat(depth),
            "]".repeat(depth)
        )));
        assert!(is_refused(&"{a: ".repeat(depth)));
        assert!(is_refused(&format!("expected: {}", "- ".repeat(depth))));
        assert!(is_refused(&format!("x:\n  {}1", "- ".repeat(depth))));
        assert!(is_refused(&"? ".repeat(depth)));
    }
    let stairs: String = (0..2000).map(|depth| " ".repeat(depth) + "a:\n").collect();
    assert!(is_refused(&stairs));
}

#[test]
fn deep_nesting_is_not_hidden_by_closing_brackets_in_strings() {
    assert!(is_refused(&"[']',".repeat(100_000)));
    assert!(is_refused(&format!(
        "a: |\n ]\nb: {}",
        "[\"]\",".repeat(100_000)
    )));
    assert!(is_refused(&"[a\"[[[[\"]]]],".repeat(100_000)));
    assert!(is_refused(&"{a:\"[[[[\"]]]],".repeat(100_000)));
    assert!(is_refused(&format!(
        "{}{}",
        "[".repeat(1999),
        "x,".repeat(1_000_000)
    )));
}

#[test]
fn long_lists_are_read_in_every_style() {
    let block = "- algebraic: {white: [Ke1], black: [Ke8]}\n".repeat(5000);
    let json = "{\"algebraic\": {\"white\": [\"Ke1\"], \"black\": [\"Ke8\"]}},".repeat(5000);
    for text in [block, format!("[{json}]")] {
        let documents = follow_soon(&text);
        assert_eq!(documents.len(), 5000);
        assert!(documents.iter().all(|document| document.problem.is_ok()));
    }
}

#[test]
fn alias_bombs_are_refused() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let before = format!("*a{}, ", level - 1).repeat(9);
        bomb += &format!("a{level}: &a{level} [{before}]\n");
    }
    assert!(is_refused(&bomb));
    let wide = format!(
        "a: &a [{}]\nb: [{}]",
        "x,".repeat(30_000),
        "*a,".repeat(10_000)
    );
    assert!(is_refused(&wide));
    assert!(is_refused("a: &a [*a]"));
    assert!(is_refused("a: *b"));
}

#[test]
fn an_alias_may_be_used_in_earnest() {
    let text = "- algebraic: &board {white: [Ke1], black: [Ke8]}\n- algebraic: *board";
    let documents = follow(text);
    assert_eq!(documents.len(), 2);
    assert!(documents.iter().all(|document| document.problem.is_ok()));
}

#[test]
fn huge_numbers_are_no_trouble() {
    let digits = "9".repeat(100_000);
    for number in [
        "18446744073709551616",
        "-9223372036854775809",
        "1e400",
        "0x1p3",
        ".nan",
        "-.inf",
        &digits,
    ] {
        assert!(is_refused(&format!(
            "algebraic: {number}\nstipulation: {number}"
        )));
        follow_soon(&format!(
            "fen: 4k3/8/8/8/8/8/8/4K3\nid: {number}\nintended-solutions: {number}"
        ));
        assert!(is_refused(&format!(
            "fen: 4k3/8/8/8/8/8/8/4K3\noptions: [MaxSolutions {number}]"
        )));
        assert!(is_refused(&format!(
            "fen: 4k3/8/8/8/8/8/8/4K3\nstipulation: 'h#{number}'"
        )));
        assert!(is_refused(&format!("fen: {number}/8/8/8/8/8/8/4K3")));
    }
}

#[test]
fn every_field_survives_values_of_the_wrong_type() {
    let fields = [
        "id",
        "authors",
        "source",
        "algebraic",
        "fen",
        "beneath",
        "stipulation",
        "to-move",
        "options",
        "conditions",
        "twins",
        "zeroposition",
        "intended-solutions",
        "solution",
        "expected",
        "award",
    ];
    let values = [
        "~",
        "true",
        "1",
        "-1",
        "1.5",
        ".nan",
        "''",
        "x",
        "é",
        "[]",
        "[~]",
        "[[]]",
        "[1]",
        "[é]",
        "{}",
        "{a: 1}",
        "{1: a}",
        "{[a]: {b: c}}",
        "{~: ~}",
        "{white: {a: b}}",
        "{white: [~, [a]]}",
        "{e4: ~}",
        "{date: {year: [1]}}",
        "'\u{1F600}\u{1F600}'",
        "\"\\0\"",
    ];
    for field in fields {
        for value in values {
            follow(&format!("{field}: {value}"));
            follow(&format!("fen: 4k3/8/8/8/8/8/8/4K3\n{field}: {value}"));
        }
    }
}

#[test]
fn control_characters_are_no_trouble() {
    assert!(is_refused("id: \0\nfen: 4k3/8/8/8/8/8/8/4K3"));
    assert!(is_refused("\0"));
    assert!(is_refused("fen: \"4k3/8/\\0/8/8/8/8/4K3\""));
    assert!(is_refused(
        "conditions: [\"\\u0000\"]\nfen: 4k3/8/8/8/8/8/8/4K3"
    ));
    assert!(is_refused("\r---\r---\r---\r"));
    for text in [
        "\u{85}---\u{85}---",
        "\u{feff}\u{feff}",
        "\u{2028}",
        "...",
        "---",
        "%",
        "\r",
        "--- ---",
    ] {
        follow(text);
    }
}

#[test]
fn thirty_three_kings_are_refused() {
    let kings: String = (0..33)
        .map(|n| format!("K{}{},", char::from(b'a' + n % 8), 1 + n / 8))
        .collect();
    let text = format!("algebraic: {{white: [{kings}], black: [Kh8]}}");
    let document = follow(&text).remove(0);
    let problem = document.problem.unwrap();
    let errors = enter(&problem.setup, problem.rules, Color::White).unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "white has 33 kings: expected one at most"
    );
}

#[test]
fn a_full_board_may_be_read() {
    let document =
        follow("fen: rnbqkbnr/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR")
            .remove(0);
    assert_eq!(document.problem.unwrap().setup.counts(), [32, 32]);
}

#[test]
fn very_many_documents_are_read_in_time() {
    assert!(follow_soon(&"---\n".repeat(1_000_000)).is_empty());
    assert_eq!(follow_soon(&"--- {\n".repeat(100_000)).len(), 100_000);
    assert_eq!(follow_soon(&"- {\n".repeat(100_000)).len(), 100_000);
    assert_eq!(follow_soon(&"--- x\n".repeat(200_000)).len(), 200_000);
}

#[test]
fn long_texts_are_no_trouble() {
    let long = "x".repeat(1_000_000);
    let words = "Move ".repeat(200_000);
    let units = "Ke1,".repeat(200_000);
    let squares = "a1".repeat(500_000);
    assert!(is_refused(&long));
    assert!(is_refused(&format!("{long}: {long}")));
    for text in [&long, &words, &units, &squares] {
        assert!(is_refused(&format!("fen: {text}")));
        assert!(is_refused(&format!(
            "algebraic: {{white: \"{text}\"}}\nfen: x"
        )));
        assert!(is_refused(&format!(
            "fen: x\nconditions: \"{text}\"\noptions: \"{text}\""
        )));
        assert!(is_refused(&format!(
            "fen: x\ntwins: {{b: \"{text}\", \"{text}\": x}}"
        )));
        assert!(is_refused(&format!(
            "fen: x\ntwins: {{b: \"Remove {text}\"}}"
        )));
        assert!(is_refused(&format!(
            "fen: x\ntwins: {{b: \"Mirror {text}\"}}"
        )));
        assert!(is_refused(&format!(
            "fen: x\nstipulation: \"{text}\"\nid: \"{text}\""
        )));
    }
    let names: String = (0..100_000).map(|n| format!("xyzzy{n}: 1\n")).collect();
    assert!(is_refused(&names));
}

#[test]
fn many_twins_are_no_trouble() {
    let twins: String = (0..20_000)
        .map(|n| format!("t{n}: Continued Rotate 90,"))
        .collect();
    let documents = follow_soon(&format!("fen: 4k3/8/8/8/8/8/8/4K3\ntwins: {{{twins}}}"));
    assert!(documents[0].problem.is_ok());
}

#[test]
fn quick_problems_never_panic() {
    let odd = [
        "",
        " ",
        "é",
        "\0",
        "8/8",
        "K",
        "////////",
        "9",
        "4k3/8/8/8/8/8/8/4K3 w KQ é3",
    ];
    for fen in odd {
        for word in odd {
            let words = [word.to_owned()];
            assert!(
                quick_problem(fen, Some(word), &words, &words)
                    .problem
                    .is_err()
            );
        }
    }
}
