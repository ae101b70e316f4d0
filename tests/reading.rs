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
    document.problem.unwrap_or_else(|errors| panic!("{errors:?}"))
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
        let text = errors.iter().map(|error| error.message()).collect::<Vec<_>>();
        assert!(text.concat().contains("not supported"), "{text:?}");
    }
}
