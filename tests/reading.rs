//! Problem files are read as they are meant.

use std::path::Path;

use fata::chess::{Color, Kind, Square, Unit};
use fata::format::{Document, quick_problem, read_problems};
use fata::problem::{Duplex, Edit, Mirror, Problem, Rotation, Twin};
use fata::rules::{Captures, Kamikazes, Shape};

fn file(name: &str) -> Vec<Document> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    read_problems(name, &text)
}

fn one(text: &str) -> Problem {
    let mut documents = read_problems("FILE", text);
    assert_eq!(documents.len(), 1, "{text}");
    let document = documents.remove(0);
    document
        .problem
        .unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A problem with bare kings and these fields.
fn with(fields: &str) -> Problem {
    one(&format!(
        "algebraic: {{white: [Ke1, Ra1], black: [Ke8]}}\n{fields}"
    ))
}

fn with_twin(text: &str) -> Twin {
    with(&format!("twins: {{b: '{text}'}}")).twins.remove(0)
}

#[test]
fn all_published_problems_are_read_but_for_unsupported_stipulations() {
    let mut read = 0;
    for name in [
        "published.yaml",
        "benchmark.yaml",
        "hard.yaml",
        "problems_small.yaml",
        "perft.yaml",
        "reports.yaml",
    ] {
        for document in file(name) {
            assert!(document.warnings.is_empty(), "{:?}", document.warnings);
            match document.problem {
                Ok(problem) => {
                    read += 1;
                    assert!(problem.setup.units.len() >= 2);
                }
                Err(errors) if document.id == "input-1" => assert_eq!(errors.len(), 1),
                Err(errors) => {
                    for error in errors {
                        let field = error.field().unwrap_or_default();
                        assert!(
                            matches!(field, "stipulation" | "twins")
                                && error.message().contains("is not supported: expected #n"),
                            "{error}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(read, 279);
}

#[test]
fn problems_that_need_other_rules_are_refused() {
    let documents = file("kamikaze_unsupported.yaml");
    assert_eq!(documents.len(), 7);
    for document in documents {
        let errors = document.problem.unwrap_err();
        let text = errors
            .iter()
            .map(|error| error.message())
            .collect::<Vec<_>>();
        assert!(text.concat().contains("not supported"), "{text:?}");
    }
}

#[test]
fn all_published_twins_can_be_formed() {
    for name in ["published.yaml", "benchmark.yaml", "reports.yaml"] {
        for problem in file(name)
            .into_iter()
            .filter_map(|document| document.problem.ok())
        {
            let stipulation = problem.stipulation.unwrap();
            for phase in problem.phases(stipulation) {
                assert!(phase.is_ok(), "{}: {phase:?}", problem.id);
            }
        }
    }
}

#[test]
fn units_may_be_a_list_or_one_text() {
    let list = one("algebraic: {white: [Ke1, Sb1, Pa2, Pb2], black: [Ke8]}");
    let text = one("algebraic: {white: 'Ke1, Nb1 Pa2b2', black: Ke8}");
    assert_eq!(list, text);
}

#[test]
fn a_knight_may_be_s_or_n() {
    let problem = one("algebraic: {white: [Ke1, Nb1], black: [Ke8, Sb8]}");
    let board = one("fen: 1s2k3/8/8/8/8/8/8/1N2K3");
    assert_eq!(problem.setup, board.setup);
}

#[test]
fn an_attribute_holds_for_all_units_of_its_item() {
    let problem =
        one("algebraic: {white: ['Ke1', 'Kamikaze Pa2 Ph2'], black: 'Ke8, kamikaze Rd8 Ra8, Rh8'}");
    let marked = problem
        .setup
        .units
        .iter()
        .filter(|(_, unit)| unit.is_kamikaze());
    let marked: Vec<_> = marked.map(|(square, _)| square.to_string()).collect();
    assert_eq!(marked, ["a2", "h2", "a8", "d8"]);
    assert_eq!(
        problem.rules.captures(),
        Captures::Kamikaze(Kamikazes::Marked)
    );
}

#[test]
fn one_kamikaze_unit_selects_the_rules_on_the_sphere_too() {
    let problem =
        one("algebraic: {white: [Ke1, Kamikaze Ra1], black: [Ke8]}\nconditions: [spherical]");
    assert_eq!(
        problem.rules.captures(),
        Captures::Kamikaze(Kamikazes::Marked)
    );
    assert_eq!(problem.rules.shape(), Shape::Sphere);
    let all = one(
        "algebraic: {white: [Ke1, Kamikaze Ra1], black: [Ke8]}\nconditions: Kamikaze RexExclusive",
    );
    assert_eq!(
        all.rules.captures(),
        Captures::Kamikaze(Kamikazes::AllButKings)
    );
}

#[test]
fn zombies_and_memories_are_read() {
    let problem = one(
        "algebraic: {white: [Ke1, ZPa2, Rd4], black: [Ke8]}\nbeneath: {d4: bZN, a2: bZP}\n\
         conditions: Reincarnation",
    );
    assert!(problem.setup.units[&square("a2")].is_zombie());
    let knight = Unit::new(Color::Black, Kind::Knight).zombie(true);
    assert_eq!(problem.setup.beneath[&square("d4")], knight);
}

#[test]
fn a_full_fen_gives_side_castling_and_en_passant() {
    let problem = one("fen: r3k2r/8/8/8/3p4/8/4P3/R3K2R b Kq - 0 1");
    assert_eq!(problem.setup.to_move, Color::Black);
    let moved: Vec<_> = problem
        .setup
        .no_castling
        .map(|square| square.to_string())
        .collect();
    assert_eq!(moved, ["a1", "h8"]);
    let passed = one("fen: 4k3/8/8/8/3pP3/8/8/4K3 b - e3");
    assert_eq!(passed.setup.en_passant, Some(square("e3")));
    assert_eq!(passed.setup.no_castling.len(), 6);
    assert!(
        one("fen: r3k3/8/8/8/8/8/8/4K3")
            .setup
            .no_castling
            .is_empty()
    );
}

#[test]
fn options_may_share_an_item_and_stand_with_conditions() {
    let problem = with(
        "stipulation: h#2\noptions: [SetPlay Duplex, 'kamikaze REXEXCLUSIVE maxsolutions 3', \
         MaxTime 5 NoBk, Intelligent 2, Beep, NoBoard, MoveNumbers, 'StartMoveNumber 2, UpToMoveNumber 4']",
    );
    assert!(problem.options.set_play);
    assert_eq!(problem.options.duplex, Duplex::Both);
    assert_eq!(problem.options.max_solutions, Some(3));
    assert_eq!(problem.options.max_time.unwrap().as_secs(), 5);
    assert_eq!(
        (problem.options.start_move, problem.options.up_to_move),
        (Some(2), Some(4))
    );
    assert_eq!(problem.setup.may_lack_king, [false, true]);
    assert_eq!(problem.rules.conditions(), ["Kamikaze RexExclusive"]);
}

#[test]
fn options_of_battle_play_are_read() {
    let problem = with("stipulation: '#2'\noptions: [Try, Defence 3, Variation, NoThreat]");
    assert_eq!(problem.options.tries, 3);
    assert!(problem.options.variations && problem.options.no_threat);
    let after = with("stipulation: '#2'\noptions: PostKeyPlay");
    assert!(after.options.post_key_play && after.options.variations);
}

#[test]
fn a_passed_square_may_be_given_alone_or_as_a_double_step() {
    for text in ["EnPassant d6", "EnPassant d7d6d5", "EnPassant d7 d6 d5"] {
        let problem = with(&format!("options: [{text}]"));
        assert_eq!(problem.setup.en_passant, Some(square("d6")), "{text}");
    }
}

#[test]
fn castling_squares_may_be_one_word_or_several() {
    for text in [
        "[NoCastling e1a8]",
        "[NoCastling e1 a8]",
        "[NoCastling e1, NoCastling a8]",
    ] {
        let problem = with(&format!("options: {text}"));
        let moved: Vec<_> = problem
            .setup
            .no_castling
            .map(|square| square.to_string())
            .collect();
        assert_eq!(moved, ["e1", "a8"], "{text}");
    }
}

#[test]
fn options_without_effect_are_reset_with_a_warning() {
    for (stipulation, option, message) in [
        ("h#2", "PostKeyPlay", "`PostKeyPlay` has no effect with h#2"),
        ("#2", "WhiteToPlay", "`WhiteToPlay` has no effect with #2"),
        (
            "h#2.5",
            "WhiteToPlay",
            "`WhiteToPlay` has no effect with h#2.5",
        ),
        ("h#2", "Try", "`Try` has no effect with h#2"),
        ("h#2", "Defence 2", "`Try` has no effect with h#2"),
        ("h#2", "Variations", "`Variation` has no effect with h#2"),
        ("h#2", "NoThreat", "`NoThreat` has no effect with h#2"),
        ("#1", "SetPlay", "`SetPlay` has no effect with #1"),
        ("h#0.5", "SetPlay", "`SetPlay` has no effect with h#0.5"),
        (
            "s#2",
            "PostKeyPlay SetPlay",
            "`SetPlay` has no effect with s#2 after the key",
        ),
    ] {
        let text = format!(
            "{{fen: 4k3/8/8/8/8/8/8/4K3, stipulation: '{stipulation}', options: [{option}]}}"
        );
        let document = read_problems("FILE", &text).remove(0);
        let warnings: Vec<_> = document
            .warnings
            .iter()
            .map(|warning| warning.message())
            .collect();
        assert_eq!(warnings, [message]);
        let problem = document.problem.unwrap();
        assert_eq!(problem.options.idle(problem.stipulation.unwrap()), []);
    }
}

#[test]
fn an_option_counts_if_the_stipulation_of_a_twin_wants_it() {
    let problem = with("stipulation: h#2.5\noptions: WhiteToPlay\ntwins: {b: Stipulation h#2}");
    let phases = problem.phases(problem.stipulation.unwrap());
    let phases: Vec<_> = phases.into_iter().map(Result::unwrap).collect();
    assert!(!phases[0].options.white_to_play);
    assert!(phases[1].options.white_to_play);
}

#[test]
fn all_twin_commands_are_read() {
    let [a1, b2, c3] = ["a1", "b2", "c3"].map(square);
    let cases: &[(&str, &[Edit])] = &[
        ("Move a1 b2", &[Edit::Move { from: a1, to: b2 }]),
        ("move a1b2", &[Edit::Move { from: a1, to: b2 }]),
        ("Exchange a1 b2", &[Edit::Exchange(a1, b2)]),
        (
            "Remove a1b2 Remove c3",
            &[Edit::Remove(a1), Edit::Remove(b2), Edit::Remove(c3)],
        ),
        (
            "Add White Kamikaze Ra1 Black ZNb2",
            &[
                Edit::Add {
                    unit: Unit::new(Color::White, Kind::Rook).kamikaze(true),
                    square: a1,
                },
                Edit::Add {
                    unit: Unit::new(Color::Black, Kind::Knight).zombie(true),
                    square: b2,
                },
            ],
        ),
        (
            "Substitute Q S",
            &[Edit::Substitute {
                old: Kind::Queen,
                new: Kind::Knight,
            }],
        ),
        ("Shift a1 b2", &[Edit::Shift { from: a1, to: b2 }]),
        (
            "Rotate 90 Rotate 180",
            &[
                Edit::Rotate(Rotation::Quarter),
                Edit::Rotate(Rotation::Half),
            ],
        ),
        ("Mirror a1<-->h1", &[Edit::Mirror(Mirror::A1H1)]),
        ("Mirror h8<->a1", &[Edit::Mirror(Mirror::A1H8)]),
        ("Mirror h1a8", &[Edit::Mirror(Mirror::A8H1)]),
        ("PolishType", &[Edit::PolishType]),
        (
            "Stipulation h=2",
            &[Edit::Stipulation("h=2".parse().unwrap())],
        ),
    ];
    for (text, edits) in cases {
        let twin = with_twin(text);
        assert_eq!(twin.edits, *edits, "{text}");
        let again = twin
            .edits
            .iter()
            .map(Edit::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(with_twin(&again).edits, *edits, "{again}");
    }
}

#[test]
fn a_condition_of_a_twin_ends_at_the_next_command() {
    let twin = with_twin("Continued Condition Spherical Kamikaze RexExclusive Move a1 b2");
    assert!(twin.continued);
    assert_eq!(twin.edits.len(), 2);
    let Edit::Condition(rules) = twin.edits[0] else {
        panic!("{twin:?}")
    };
    assert_eq!(rules.conditions(), ["Spherical", "Kamikaze RexExclusive"]);
}

#[test]
fn twins_keep_the_order_of_the_file() {
    let problem = with("twins: {c: Move a1 a2, b: Move a1 a3, 1: Remove a1}");
    let names: Vec<_> = problem
        .twins
        .iter()
        .map(|twin| twin.name.as_str())
        .collect();
    assert_eq!(names, ["c", "b", "1"]);
    assert!(!problem.is_zeroposition);
}

#[test]
fn a_zeroposition_is_not_solved_itself() {
    for fields in [
        "twins: {a: Move a1 a2, b: Remove a1}",
        "zeroposition: Move a1 a2\ntwins: {b: Remove a1}",
    ] {
        let problem = with(fields);
        assert!(problem.is_zeroposition);
        let phases = problem.phases("h#2".parse().unwrap());
        let twins: Vec<_> = phases
            .into_iter()
            .map(|phase| phase.unwrap().twin)
            .collect();
        assert_eq!(twins, ["a", "b"]);
    }
}

#[test]
fn continued_twins_build_on_the_twin_before() {
    let problem = with(
        "twins: {b: Move a1 a2, c: Continued Move a2 a3, d: Move a1 a4, e: Move b7 b8, f: Continued Remove a1, g: Remove a1}",
    );
    let phases = problem.phases("h#2".parse().unwrap());
    let stands = |at: usize| {
        let phase = phases[at].as_ref().unwrap();
        let units = phase.setup.units.iter();
        let rook = units.filter(|(_, unit)| unit.kind() == Kind::Rook);
        rook.map(|(square, _)| square.to_string())
            .collect::<String>()
    };
    assert_eq!([0, 1, 2, 3, 6].map(stands), ["a1", "a2", "a3", "a4", ""]);
    let failed = |at: usize| {
        let (name, error) = phases[at].as_ref().unwrap_err();
        format!("{name}: {error}")
    };
    assert_eq!(failed(4), "e: `Move b7 b8`: nobody stands on b7");
    assert_eq!(
        failed(5),
        "f: `Continued`: it builds on twin e, which cannot be formed"
    );
}

#[test]
fn claims_and_credits_are_kept() {
    let problem = with(
        "authors: ['Surname, Name', B]\nsource: {name: X, problemid: 12, date: {year: 1996, month: 3}}\n\
         intended-solutions: 2.1...\nsolution: |\n  1.Ra1\nexpected: {lines: [a1a2]}",
    );
    assert_eq!(problem.credits.authors, ["Surname, Name", "B"]);
    assert_eq!(problem.credits.source.unwrap(), "X, no. 12, 1996-03");
    assert_eq!(problem.claims.intended_solutions.unwrap(), "2.1...");
    assert_eq!(problem.claims.solution.unwrap(), "1.Ra1\n");
    assert!(problem.claims.expected.unwrap().get("lines").is_some());
    assert_eq!(
        with("intended-solutions: 2")
            .claims
            .intended_solutions
            .unwrap(),
        "2"
    );
}

#[test]
fn empty_fields_count_as_absent() {
    let problem = with(
        "fen:\nbeneath: {}\nstipulation: ''\nto-move:\noptions: []\nconditions:\ntwins: {}\n\
         intended-solutions:\nsolution: ''\nexpected:\nid: ''",
    );
    assert_eq!(problem, with(""));
    assert_eq!(problem.id, "FILE#1");
}

#[test]
fn streams_and_lists_are_split_into_documents() {
    let kings = "algebraic: {white: [Ke1], black: [Ke8]}";
    let stream = format!(
        "\u{feff}# comment\n%YAML 1.2\n---\nid: 1\n{kings}\n---\n# nothing\n...\n--- {{id: 2, {kings}}}\n...\n\
         ---\r\n- id: 3\n  {kings}\n- {{id: 4, {kings}}}\n---\n{kings}\n"
    );
    let documents = read_problems("FILE", &stream);
    let ids: Vec<_> = documents
        .iter()
        .map(|document| document.id.as_str())
        .collect();
    assert_eq!(ids, ["1", "2", "3", "4", "FILE#5"]);
    for document in &documents {
        assert!(document.problem.is_ok(), "{document:?}");
    }
}

#[test]
fn an_error_does_not_stop_the_documents_after_it() {
    let kings = "algebraic: {white: [Ke1], black: [Ke8]}";
    let stream =
        format!("id: [\n---\nid: x\n{kings}\n---\n- id: y\n  {kings}\n- {{\n- id: z\n  {kings}\n");
    let documents = read_problems("FILE", &stream);
    let fine: Vec<_> = documents
        .iter()
        .map(|document| document.problem.is_ok())
        .collect();
    assert_eq!(fine, [false, true, true, false, true]);
}

#[test]
fn a_quick_problem_equals_the_one_of_a_file() {
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|&word| word.to_owned())
            .collect::<Vec<_>>()
    };
    let quick = quick_problem(
        "8/8/8/8/8/1K6/7R/k7",
        Some("h#2"),
        &words(&["Kamikaze RexExclusive", "Spherical"]),
        &words(&["SetPlay", "MaxSolutions 5"]),
    );
    let mut quick = quick.problem.unwrap();
    let file = one(
        "{fen: 8/8/8/8/8/1K6/7R/k7, stipulation: h#2, conditions: [Kamikaze RexExclusive, Spherical], options: [SetPlay, MaxSolutions 5]}",
    );
    quick.id = file.id.clone();
    assert_eq!(quick, file);
    let errors = quick_problem("8/8", None, &words(&["Kamikazi"]), &[]);
    let errors = errors.problem.unwrap_err();
    let errors: Vec<_> = errors.iter().map(|error| error.to_string()).collect();
    assert_eq!(
        errors,
        [
            "command line, field `conditions`: unknown condition `Kamikazi`: did you mean `Kamikaze`?",
            "command line, field `fen`: the board has 2 ranks: expected 8",
        ]
    );
}
