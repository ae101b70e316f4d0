//! Popeye's input is read as Popeye reads it, and written so that it asks the same question.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::random::{Crowd, Rng, setup};
use common::{kamikaze, marked_kamikaze, orthodox, rule_set};
use fata::chess::{Color, Kind, Square, Unit};
use fata::format::{
    Document, FileFormat, popeye_input, popeye_problem, problem_fields, read_problems,
    read_problems_as, yaml_document,
};
use fata::problem::{Duplex, Edit, Mirror, Options, Phase, Problem, Rotation, Stipulation, Twin};
use fata::rules::{Captures, Kamikazes, RuleSet, Shape};

fn file(name: &str) -> Vec<Document> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let bytes = std::fs::read(&path).unwrap();
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    read_problems(name, &text)
}

fn problems(name: &str) -> Vec<Problem> {
    let documents = file(name).into_iter();
    documents
        .map(|document| {
            document
                .problem
                .unwrap_or_else(|errors| panic!("{errors:?}"))
        })
        .collect()
}

fn popeye(text: &str) -> Vec<Document> {
    read_problems_as(FileFormat::Popeye, "FILE", text)
}

fn errors(text: &str) -> Vec<String> {
    let documents = popeye(text).into_iter();
    let errors = documents.flat_map(|document| document.problem.err().unwrap_or_default());
    errors.map(|error| error.to_string()).collect()
}

fn units(problem: &Problem) -> String {
    let units = problem.setup.units.iter().map(|(square, unit)| {
        let side = if unit.color() == Color::White {
            'w'
        } else {
            'b'
        };
        let mark = if unit.is_kamikaze() { "*" } else { "" };
        format!("{side}{mark}{}{square}", unit.kind().letter())
    });
    units.collect::<Vec<_>>().join(" ")
}

fn twins(problem: &Problem) -> Vec<String> {
    let text = |twin: &Twin| {
        let edits: Vec<String> = twin.edits.iter().map(Edit::to_string).collect();
        let continued = if twin.continued { "+" } else { "" };
        format!("{continued}{}) {}", twin.name, edits.join(", "))
    };
    problem.twins.iter().map(text).collect()
}

#[test]
fn english_input_is_read() {
    let found = problems("popeye/english.inp");
    assert_eq!(found.len(), 3);
    let [one, two, three] = &found[..] else {
        unreachable!()
    };
    assert_eq!(one.id, "mate-in-two");
    assert_eq!(one.credits.authors, ["A. Composer", "B. Composer"]);
    assert_eq!(one.credits.source.as_deref(), Some("Example 1999"));
    assert_eq!(units(one), "wQa1 wPb2 wKf6 bPg7 wPh7 bKh8");
    assert!(one.options.variations && one.options.tries == 1);

    assert_eq!(units(two), "w*Ra1 wBc1 w*Ke1 w*Ra2 bKg8");
    let form = Captures::Kamikaze(Kamikazes::AllButKings);
    assert_eq!(two.rules.captures(), form);
    assert_eq!(two.stipulation.unwrap().to_string(), "h#2.5");
    assert!(two.options.set_play);
    assert_eq!(two.options.max_time.unwrap().as_secs(), 60);
    let barred: Vec<String> = two
        .setup
        .no_castling
        .map(|square| square.to_string())
        .collect();
    assert_eq!(barred, ["e8", "h8"], "the last `NoCastling` counts");
    assert_eq!(
        twins(two),
        [
            "b) Move a1 b1",
            "+c) Exchange b1 a2",
            "d) Add Black Kamikaze Pd7, Add Black Kamikaze Qd8, Remove e1, Stipulation h=2",
            "e) Mirror a1<-->h1, Rotate 90, PolishType",
        ]
    );

    assert_eq!(units(three), "wKe1 wPd4 bPe4 bRa8 bKe8 bRh8");
    assert_eq!(three.stipulation.unwrap().to_string(), "h=1");
    assert_eq!(three.setup.en_passant.unwrap().to_string(), "d3");
    assert_eq!(three.options.duplex, Duplex::Both);
    assert!(three.is_zeroposition && three.setup.may_lack_king[0]);
    assert_eq!(twins(three), ["a) Move e1 f1", "b) Exchange e1 e8"]);
}

#[test]
fn german_input_is_read() {
    let found = problems("popeye/german.inp");
    let [one, two] = &found[..] else {
        panic!("{}", found.len())
    };
    assert_eq!(one.credits.authors, ["Jürgen Müller"]);
    assert_eq!(units(one), "wSb1 wBc1 wQd1 b*Ka6 b*Pb7 b*Rf7 wKc8");
    assert!(one.options.set_play);
    assert_eq!(
        twins(one),
        ["b) Move c8 d8", "+c) Exchange d8 a6, Add White Rb8"]
    );
    assert!(two.options.no_threat && two.options.max_solutions == Some(7));
    assert_eq!(
        twins(two),
        ["a) Remove h7", "b) Substitute S R, Rotate 180"]
    );
}

#[test]
fn french_input_is_read() {
    let found = problems("popeye/french.inp");
    let [one, two] = &found[..] else {
        panic!("{}", found.len())
    };
    assert_eq!(units(one), "wRa1 wKc1 wBf1 wPa2 wQb2 wSc3 bKh8");
    assert!(one.options.variations && one.options.tries == 1);
    assert!(one.setup.no_castling.has("a1".parse().unwrap()));
    assert_eq!(two.setup.units.len(), 32);
    assert_eq!(two.stipulation.unwrap().to_string(), "h=2.5");
}

#[test]
fn what_is_not_known_is_refused_by_name_and_line() {
    let documents = file("popeye/refused.inp");
    let errors = documents.iter().map(|document| {
        let errors = document.problem.as_ref().expect_err("all are refused");
        let texts = errors.iter().map(|error| {
            let field = error.field().unwrap_or("-");
            format!("{field}: {}", error.message())
        });
        texts.collect::<Vec<_>>().join("\n")
    });
    let found = errors.collect::<Vec<_>>().join("\n--\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/popeye-refused.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&path).unwrap_or_default());
}

#[test]
fn files_that_are_no_input_say_so() {
    assert_eq!(
        errors("hello"),
        [
            "FILE, document 1: line 1: `hello` begins no input for Popeye: expected `BeginProblem`, \
          `AnfangProblem` or `DebutProbleme`"
        ]
    );
    assert_eq!(
        errors("BeginProblem\nPieces White Kc1 Black Kh8\nStipulation #2\n"),
        ["FILE, document 1: line 3: the file ends inside a problem: expected `EndProblem`"]
    );
    assert!(popeye(" \n\n").is_empty());
}

#[test]
fn another_file_may_follow_the_end() {
    let one = "BeginProblem\nPieces White Kc1 Black Kh8 Qa2\nStipulation h#1\nEndProblem\n";
    let documents = popeye(&format!("{one}=====\n{one}"));
    assert_eq!(documents.len(), 2);
    assert!(documents.iter().all(|document| document.problem.is_ok()));
    assert_eq!(documents[0].warnings.len(), 1);
    assert!(documents[0].warnings[0].message().contains("line 5"));
}

/// All that bears on the solutions of a phase, whether a unit is kamikaze by condition or attribute.
#[derive(PartialEq, Debug)]
struct Asked {
    units: BTreeMap<Square, Unit>,
    is_sphere: bool,
    no_castling: fata::chess::Bitboard,
    en_passant: Option<Square>,
    side: Color,
    stipulation: Stipulation,
    options: Options,
}

fn asked(problem: &Problem) -> Vec<Asked> {
    let phases = problem.phases(problem.stipulation.unwrap()).into_iter();
    let phases = phases.map(|phase| phase.unwrap_or_else(|error| panic!("{error:?}")));
    phases.map(asked_in).collect()
}

fn asked_in(phase: Phase) -> Asked {
    let by_rule = |unit: Unit| match phase.rules.captures() {
        Captures::Kamikaze(Kamikazes::All) => true,
        Captures::Kamikaze(Kamikazes::AllButKings) => unit.kind() != Kind::King,
        _ => false,
    };
    let units = phase.setup.units.iter();
    Asked {
        units: units
            .map(|(&square, &unit)| (square, unit.kamikaze(unit.is_kamikaze() || by_rule(unit))))
            .collect(),
        is_sphere: phase.rules.shape() == Shape::Sphere,
        no_castling: phase.setup.no_castling,
        en_passant: phase.setup.en_passant,
        side: phase.side,
        stipulation: phase.stipulation,
        options: phase.options,
    }
}

/// Writes for Popeye, reads that, writes YAML, reads that.
#[track_caller]
fn assert_round_trip(problem: &Problem) {
    let text = popeye_problem(problem, &Default::default());
    let text = popeye_input(&[text.unwrap_or_else(|errors| panic!("{errors:?}: {problem:?}"))]);
    let documents = popeye(&text);
    let [document] = &documents[..] else {
        panic!("{text}")
    };
    let read = document.problem.as_ref();
    let read = read.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert_eq!(read.id, problem.id);
    assert_eq!(asked(read), asked(problem), "{text}");
    let yaml = yaml_document(&problem_fields(read, &document.kept)).unwrap();
    let again = read_problems("FILE", &yaml).remove(0).problem;
    let again = again.unwrap_or_else(|errors| panic!("{errors:?}\n{yaml}"));
    assert_eq!(&again, read, "{yaml}");
}

#[test]
fn published_problems_survive_the_way_to_popeye_and_back() {
    let mut written = 0;
    for name in [
        "published.yaml",
        "reports.yaml",
        "problems_small.yaml",
        "benchmark.yaml",
        "hard.yaml",
        "../../problems/kamikaze.yaml",
        "../../problems/orthodox.yaml",
    ] {
        for document in file(name) {
            let Ok(problem) = document.problem else {
                continue;
            };
            match popeye_problem(&problem, &document.kept) {
                Ok(_) => {
                    assert_round_trip(&problem);
                    written += 1;
                }
                Err(errors) => {
                    for error in errors {
                        assert!(error.message.contains("Popeye knows no"), "{error:?}");
                    }
                }
            }
        }
    }
    assert!(written > 150, "{written}");
}

#[test]
fn every_file_survives_being_written_as_yaml() {
    for name in [
        "published.yaml",
        "reports.yaml",
        "problems_small.yaml",
        "perft.yaml",
        "popeye/english.inp",
        "../../problems/dynamo.yaml",
        "../../problems/reincarnation.yaml",
        "../../problems/combined.yaml",
    ] {
        for document in file(name) {
            let Ok(problem) = document.problem else {
                continue;
            };
            let yaml = yaml_document(&problem_fields(&problem, &document.kept)).unwrap();
            let again = read_problems("FILE", &yaml).remove(0);
            assert_eq!(again.problem.as_ref(), Ok(&problem), "{yaml}");
            assert_eq!(again.kept, document.kept);
        }
    }
}

fn random_twin(rng: &mut Rng, name: &str, problem: &Problem) -> Twin {
    let square = |rng: &mut Rng| Square::from_index(rng.below(64));
    let standing: Vec<Square> = problem.setup.units.keys().copied().collect();
    let edit = match rng.below(9) {
        0 => Edit::Move {
            from: rng.pick(&standing),
            to: square(rng),
        },
        1 => Edit::Exchange(rng.pick(&standing), rng.pick(&standing)),
        2 => Edit::Remove(rng.pick(&standing)),
        3 => Edit::Add {
            unit: Unit::new(rng.color(), Kind::Queen).kamikaze(rng.once_in(2)),
            square: square(rng),
        },
        4 => Edit::Rotate(rng.pick(&[Rotation::Quarter, Rotation::Half, Rotation::ThreeQuarters])),
        5 => Edit::Mirror(rng.pick(&Mirror::ALL)),
        6 => Edit::PolishType,
        7 => Edit::Stipulation("h=2".parse().unwrap()),
        _ => Edit::Condition(rng.pick(&[
            orthodox(),
            kamikaze(),
            rule_set(Shape::Plane, Captures::Kamikaze(Kamikazes::AllButKings)),
        ])),
    };
    let is_bare = matches!(edit, Edit::Condition(rules) if rules == RuleSet::default());
    Twin {
        name: name.to_owned(),
        continued: rng.once_in(2),
        // No condition has no name.
        edits: if is_bare {
            vec![Edit::PolishType]
        } else {
            vec![edit]
        },
    }
}

#[test]
fn random_problems_survive_the_way_to_popeye_and_back() {
    let mut rng = Rng::new(20_26);
    let all_but_kings = rule_set(Shape::Plane, Captures::Kamikaze(Kamikazes::AllButKings));
    let mut round_trips = 0;
    for number in 0..600 {
        let rules = rng.pick(&[orthodox(), kamikaze(), marked_kamikaze(), all_but_kings]);
        let (setup, _) = setup(&mut rng, rules, Crowd::Few);
        let is_marked = setup.units.values().any(|unit| unit.is_kamikaze());
        let rules = if rules == marked_kamikaze() && !is_marked {
            orthodox()
        } else {
            rules
        };
        let stipulation: Stipulation = rng
            .pick(&["#2", "s#3", "h#2", "h#2.5", "h=3"])
            .parse()
            .unwrap();
        let options = Options {
            set_play: rng.once_in(3),
            duplex: rng.pick(&[Duplex::No, Duplex::Both, Duplex::Half]),
            tries: rng.below(3) as u32,
            variations: rng.once_in(2),
            no_threat: rng.once_in(3),
            max_solutions: rng.once_in(4).then_some(7),
            ..Options::default()
        };
        let mut problem = Problem {
            id: format!("random-{number}"),
            credits: Default::default(),
            setup,
            rules,
            stipulation: Some(stipulation),
            options: options.fitted(stipulation),
            twins: Vec::new(),
            is_zeroposition: false,
            part: None,
            claims: Default::default(),
        };
        problem.setup.to_move = Color::White;
        let is_zero = rng.once_in(4);
        let names = if is_zero { ["a", "b"] } else { ["b", "c"] };
        for name in &names[..rng.below(3)] {
            let twin = random_twin(&mut rng, name, &problem);
            problem.twins.push(twin);
        }
        problem.is_zeroposition = problem.twins.iter().any(|twin| twin.name == "a");
        // Twins that cannot be formed, or lose the pawn of `EnPassant`, are refused for that.
        if popeye_problem(&problem, &Default::default()).is_ok() {
            assert_round_trip(&problem);
            round_trips += 1;
        }
    }
    assert!(round_trips > 400, "{round_trips}");
}

#[test]
fn what_popeye_lacks_is_refused_by_name() {
    let refusals = |text: &str| {
        let problem = read_problems("FILE", text).remove(0).problem.unwrap();
        let errors = popeye_problem(&problem, &Default::default()).unwrap_err();
        let texts = errors
            .into_iter()
            .map(|error| format!("{}: {}", error.field, error.message));
        texts.collect::<Vec<_>>()
    };
    let board = "fen: 4k3/8/8/8/8/8/8/4K3\nstipulation: h#2\n";
    for name in ["Spherical", "Reincarnation", "Dynamo"] {
        assert_eq!(
            refusals(&format!("{board}conditions: [{name}]")),
            [format!("conditions: Popeye knows no {name}")]
        );
        assert_eq!(
            refusals(&format!("{board}twins: {{b: Condition {name}}}")),
            [format!("twins: twin `b`: Popeye knows no {name}")]
        );
    }
    assert_eq!(
        refusals("fen: 4k3/8/8/8/8/8/8/4K3"),
        ["stipulation: there is none, and Popeye only solves"]
    );
    assert_eq!(
        refusals(&format!("{board}options: [StartMoveNumber 3]")),
        ["options: Popeye counts the first moves in another order: leave out `StartMoveNumber 3`"]
    );
    assert_eq!(
        refusals(&format!("{board}twins: {{b: Move a1 a2}}")),
        ["twins: twin `b` cannot be formed"]
    );
}

#[test]
fn mangled_input_never_panics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/popeye");
    let mut rng = Rng::new(7);
    for name in ["english.inp", "german.inp", "french.inp", "refused.inp"] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        for _ in 0..400 {
            let mut bytes = bytes.clone();
            for _ in 0..=rng.below(4) {
                let at = rng.below(bytes.len());
                let end = (at + rng.below(25)).min(bytes.len());
                match rng.below(4) {
                    0 => bytes[at] ^= 1 << rng.below(8),
                    1 => {
                        bytes.drain(at..end);
                    }
                    2 => {
                        let copy = bytes[at..end].to_vec();
                        let to = rng.below(bytes.len());
                        bytes.splice(to..to, copy);
                    }
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            for document in popeye(&text) {
                let errors = document.problem.err().unwrap_or_default();
                assert!(errors.iter().all(|error| error.to_string().len() < 1000));
            }
        }
    }
}

#[test]
fn very_long_input_is_read_in_time() {
    let one = "Pieces White Kc1 Black Kh8 Qa2\nStipulation h#1\nNextProblem\n";
    let text = format!("BeginProblem\n{}EndProblem\n", one.repeat(20_000));
    assert_eq!(popeye(&text).len(), 20_001);
    let junk = "x".repeat(1_000_000);
    assert_eq!(errors(&format!("BeginProblem {junk} EndProblem")).len(), 1);
    let squares = "a1".repeat(200_000);
    let crowded = popeye(&format!(
        "BeginProblem
Pieces White K{squares}
EndProblem"
    ));
    assert_eq!(crowded[0].warnings.len(), 1);
}
