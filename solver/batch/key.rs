//! What tells one question from another.

use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::rules::RULES_VERSION;
use crate::search::Limits;

/// A text that changes with everything that the result of checking depends on: the problem but for
/// its credits, the version of the rules, the questions asked beside. Time, memory and threads do
/// not matter: a result that a limit cut short says so itself.
pub fn key(problem: &Problem, limits: &Limits, verifies: bool) -> String {
    let Problem {
        id,
        credits: _,
        setup,
        rules,
        stipulation,
        options,
        twins,
        is_zeroposition,
        claims,
        part,
    } = problem;
    let content = format!(
        "{RULES_VERSION} {id:?} {setup:?} {rules:?} {stipulation:?} {options:?} {twins:?} \
         {is_zeroposition} {claims:?} {part:?} {:?} {:?} {verifies}",
        limits.max_solutions, limits.play,
    );
    let digest = Sha256::digest(content.as_bytes());
    digest
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
