//! Claims: the fields `expected`, `intended-solutions` and `solution`.

use std::collections::BTreeMap;

use serde_yaml::{Mapping, Value};

use super::fields::{kind_of, text};
use super::words::{did_you_mean, shown};
use super::written::read_solution;
use crate::chess::Color;
use crate::problem::{Aim, Claim, Duplex, Intended, Phase, Problem};

/// What `expected` may hold.
const NAMES: [&str; 12] = [
    "any_of",
    "count",
    "duplex_keys",
    "duplex_lines",
    "error",
    "keys",
    "lines",
    "set_lines",
    "short_lines",
    "tries",
    "try_count",
    "nodes",
];

/// Everything that a problem claims about one of its phases.
///
/// ```
/// use fata::format::{claim, read_problems};
/// let text = "{fen: 8/8/8/8/8/1K6/7R/1k6, stipulation: h#1, intended-solutions: 1.1,
///     expected: {lines: [b1a1 h2h1]}}";
/// let problem = read_problems("FILE", text).remove(0).problem.unwrap();
/// let phase = problem.phases(problem.stipulation.unwrap()).remove(0).unwrap();
/// let claim = claim(&problem, &phase);
/// assert_eq!(claim.solutions.unwrap(), ["b1a1 h2h1"]);
/// assert!(claim.unread.is_empty());
/// ```
pub fn claim(problem: &Problem, phase: &Phase) -> Claim {
    let mut claim = Claim::default();
    let claims = &problem.claims;
    if let Some(expected) = &claims.expected {
        match of_twin(expected, &phase.twin) {
            Some(Value::Mapping(fields)) => read_expected(fields, problem, phase, &mut claim),
            Some(Value::Null) | None => {}
            Some(other) => claim.unread.push(format!(
                "expected: a mapping like `keys: [e2e4]` was expected, found {}",
                kind_of(other)
            )),
        }
    }
    if let Some(text) = &claims.intended_solutions {
        match intended(text) {
            Some(intended) => claim.intended = Some(intended),
            None => claim.unread.push(format!(
                "intended-solutions: `{}` is neither a number nor numbers by half-move, like `2.1...`",
                shown(text)
            )),
        }
    }
    if let Some(text) = &claims.solution {
        if phase.is_duplex {
            claim.unread.push(
                "solution: the text of a problem for both sides is not read; use `expected`"
                    .to_owned(),
            );
        } else {
            claim.written = read_solution(text, phase, !problem.twins.is_empty());
        }
    }
    claim
}

/// Whether `expected` says that the problem, or this twin of it, must be refused.
pub fn claims_refusal(expected: Option<&Value>, twin: Option<&str>) -> bool {
    let refused = |value: &Value| value.get("error").and_then(Value::as_bool) == Some(true);
    let Some(expected) = expected else {
        return false;
    };
    refused(expected)
        || twin
            .and_then(|twin| expected.get(twin))
            .is_some_and(refused)
}

/// The claims about one twin: `expected` itself, or what it holds under the name of the twin.
pub(super) fn of_twin<'a>(expected: &'a Value, twin: &str) -> Option<&'a Value> {
    let is_by_twin = expected.as_mapping().is_some_and(|fields| {
        let names = fields.keys().filter_map(Value::as_str);
        fields.values().any(Value::is_mapping)
            && names.into_iter().all(|name| !NAMES.contains(&name))
    });
    if is_by_twin {
        expected.get(twin)
    } else {
        Some(expected)
    }
}

fn read_expected(fields: &Mapping, problem: &Problem, phase: &Phase, claim: &mut Claim) {
    let is_help = phase.stipulation.aim == Aim::Help;
    let is_black = phase.side == Color::Black;
    let own = match (is_help, is_black) {
        (true, false) => "lines",
        (true, true) => "duplex_lines",
        (false, false) => "keys",
        (false, true) => "duplex_keys",
    };
    // Where only Black plays White's part, the plain names can mean nothing else.
    let plain = if is_help { "lines" } else { "keys" };
    let is_half = problem.options.duplex == Duplex::Half;
    for (key, value) in fields {
        let name = key.as_str().unwrap_or_default();
        let mut unread = |reason: &str| {
            claim
                .unread
                .push(format!("expected, `{}`: {reason}", shown(name)));
        };
        let of_black = is_black && !is_half;
        match name {
            _ if name == own || (is_half && name == plain) => match lines(value) {
                Some(lines) => claim.solutions = Some(lines),
                None => unread("a list of moves in machine notation was expected"),
            },
            "lines" | "keys" | "duplex_lines" | "duplex_keys" => {
                let is_of_kind = name.ends_with("lines") == is_help;
                if !is_of_kind {
                    unread("it does not fit the stipulation");
                } else if !phase.is_duplex {
                    unread("it needs the option `Duplex`");
                }
            }
            "error" => {}
            _ if of_black && NAMES.contains(&name) => {}
            "any_of" | "set_lines" | "short_lines" => match lines(value) {
                Some(lines) if name == "any_of" => claim.any_of = Some(lines),
                Some(lines) if name == "set_lines" => claim.set_lines = Some(lines),
                Some(lines) => claim.short_lines = Some(lines),
                None => unread("a list of moves in machine notation was expected"),
            },
            "count" | "try_count" => match value.as_u64() {
                Some(count) if name == "count" => claim.count = Some(count),
                Some(count) => claim.try_count = Some(count),
                None => unread("a number was expected"),
            },
            "tries" => match tries(value) {
                Some(tries) => claim.tries = Some(tries),
                None => {
                    unread("tries with their only refutation, like `{e2e4: e7e5}`, were expected")
                }
            },
            _ => unread(&format!("unknown name{}", did_you_mean(name, NAMES))),
        }
    }
}

/// Lines, each with one blank between its moves, sorted.
fn lines(value: &Value) -> Option<Vec<String>> {
    let items = value.as_sequence()?;
    let line = |item: &Value| {
        let text = text(item).ok()?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let mut lines: Vec<String> = items.iter().map(line).collect::<Option<_>>()?;
    lines.sort();
    lines.dedup();
    Some(lines)
}

fn tries(value: &Value) -> Option<BTreeMap<String, String>> {
    let one = |(mv, refutation): (&Value, &Value)| {
        Some((mv.as_str()?.to_owned(), refutation.as_str()?.to_owned()))
    };
    value.as_mapping()?.iter().map(one).collect()
}

/// YACPDB's forms: `2`, `2.1.1.1`, `2.1...`.
fn intended(text: &str) -> Option<Intended> {
    let text = text.trim();
    let numbers = text.trim_end_matches(['.', '…']);
    let numbers: Vec<u64> = numbers
        .split('.')
        .map(|number| number.trim().parse().ok())
        .collect::<Option<_>>()?;
    match numbers[..] {
        [count] if !text.contains(['.', '…']) => Some(Intended::Count(count)),
        _ => Some(Intended::Branches(numbers)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intended_solutions_come_in_two_forms() {
        let branches = |numbers: &[u64]| Some(Intended::Branches(numbers.to_vec()));
        assert_eq!(intended("3"), Some(Intended::Count(3)));
        assert_eq!(intended("2.1..."), branches(&[2, 1]));
        assert_eq!(intended("2..."), branches(&[2]));
        assert_eq!(intended("1.2.1.1"), branches(&[1, 2, 1, 1]));
        assert_eq!(intended("two"), None);
        assert_eq!(intended("2.x"), None);
        assert_eq!(intended(""), None);
    }
}
