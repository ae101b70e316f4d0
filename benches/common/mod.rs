//! The cases of the benches, from the data of the tests.

use std::path::Path;

use fata::format::read_problems;
use fata::problem::Problem;

/// The text of a file of cases.
pub fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::read_to_string(path.join(file)).expect("the file of cases can be read")
}

/// The problems of a file.
pub fn problems(file: &str) -> Vec<Problem> {
    let documents = read_problems(file, &text(file)).into_iter();
    documents
        .filter_map(|document| document.problem.ok())
        .collect()
}

/// The problem of this name.
#[allow(dead_code, reason = "every bench is a crate of its own")]
pub fn problem(file: &str, id: &str) -> Problem {
    let found = problems(file).into_iter().find(|one| one.id == id);
    found.unwrap_or_else(|| panic!("{file} has a problem {id}"))
}
