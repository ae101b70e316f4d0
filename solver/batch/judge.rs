//! A claim against the truth.

use std::collections::{BTreeMap, BTreeSet};

use crate::problem::{Claim, Finding, Intended, Short, Truth, Verdict, Written};

/// Everything in which the truth differs from the claim or makes the problem unsound, worst first.
///
/// What is missing from a truth that is not complete proves nothing, so that only what was found
/// is held against the claim. Who claims nothing claims one key; how many lines, he leaves open.
pub fn judge(claim: &Claim, truth: &Truth) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !truth.is_complete {
        findings.push(Finding::Limit {
            status: "stopped before all was found".to_owned(),
        });
    }
    solutions(claim, truth, &mut findings);
    if let Some(intended) = &claim.intended {
        findings.extend(branching(intended, truth));
    }
    if let Some(count) = claim.count {
        let found = truth.solutions.len() as u64;
        if found > count || (truth.is_complete && found < count) {
            findings.push(Finding::Intended {
                claimed: count.to_string(),
                found: found.to_string(),
            });
        }
    }
    short(claim, truth, &mut findings);
    set_play(claim, truth, &mut findings);
    tries(claim, truth, &mut findings);
    if let Some(written) = &claim.written {
        findings.extend(first_difference(written, truth));
    }
    let known = known(claim);
    let is_meant = |key: &str| match known {
        Some(known) => known.iter().any(|one| one == key),
        None => true,
    };
    let meant = truth.duals.iter().filter(|dual| {
        let key = dual.after.split(' ').next().unwrap_or_default();
        is_meant(key)
    });
    findings.extend(meant.cloned().map(Finding::Dual));
    let unread: Vec<String> = claim
        .unread
        .iter()
        .chain(claim.written.iter().flat_map(|written| &written.unread))
        .cloned()
        .collect();
    if !unread.is_empty() {
        findings.push(Finding::Unread { items: unread });
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.verdict()));
    findings
}

/// The verdict to which findings lead.
pub fn verdict(findings: &[Finding]) -> Verdict {
    let worst = findings.iter().map(Finding::verdict).max();
    worst.unwrap_or(Verdict::Sound)
}

/// The solutions that are meant, if the claim says so completely.
fn known(claim: &Claim) -> Option<&Vec<String>> {
    claim.solutions.as_ref().or_else(|| {
        let written = claim.written.as_ref()?;
        (written.is_whole && !written.solutions.is_empty()).then_some(&written.solutions)
    })
}

fn solutions(claim: &Claim, truth: &Truth, findings: &mut Vec<Finding>) {
    if let Some(refutations) = &truth.post_key_refutations {
        if !refutations.is_empty() {
            findings.push(Finding::Refuted {
                refutations: refutations.clone(),
            });
        }
        return;
    }
    let claims_none = claim.solutions.as_ref().is_some_and(Vec::is_empty)
        || claim.count == Some(0)
        || claim.intended == Some(Intended::Count(0));
    if truth.solutions.is_empty() && truth.is_complete && !claims_none {
        findings.push(Finding::NoSolution);
    }
    if let (Some(claimed), true) = (&claim.solutions, truth.is_complete) {
        let missing = without(claimed, &truth.solutions);
        if !missing.is_empty() {
            findings.push(Finding::Missing { solutions: missing });
        }
    }
    let is_counted = claim.intended.is_some() || claim.count.is_some();
    let count = truth.solutions.len();
    let unmeant = match known(claim).or(claim.any_of.as_ref()) {
        Some(meant) => without(&truth.solutions, meant),
        None if is_counted || count < 2 => Vec::new(),
        None if truth.is_battle => truth.solutions.clone(),
        None => {
            findings.push(Finding::NoClaim { count });
            Vec::new()
        }
    };
    if !unmeant.is_empty() {
        findings.push(Finding::Cooks { solutions: unmeant });
    }
}

/// How the solutions branch, against how they should.
fn branching(intended: &Intended, truth: &Truth) -> Option<Finding> {
    if truth.post_key_refutations.is_some() {
        return None;
    }
    let found = truth.solutions.len() as u64;
    let differs = |claimed: String, found: String| Some(Finding::Intended { claimed, found });
    match intended {
        Intended::Count(count) => {
            let is_off = found > *count || (truth.is_complete && found != *count);
            is_off
                .then(|| differs(count.to_string(), found.to_string()))
                .flatten()
        }
        Intended::Branches(claimed) => {
            if !truth.is_complete {
                return None;
            }
            let observed = branches(&truth.solutions);
            let is_met = observed.iter().enumerate().all(|(ply, counts)| {
                let wanted = claimed.get(ply).copied().unwrap_or(1);
                counts.iter().all(|&count| count == wanted)
            });
            // Keys say nothing of the moves after them, so that only the first number binds.
            let reaches = observed.len() >= claimed.len() || truth.is_battle;
            if is_met && reaches && !observed.is_empty() {
                return None;
            }
            let claimed: Vec<String> = claimed.iter().map(u64::to_string).collect();
            let observed: Vec<String> = observed
                .iter()
                .map(|counts| {
                    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
                    counts.join("/")
                })
                .collect();
            let found = if observed.is_empty() {
                "none".to_owned()
            } else {
                observed.join(".")
            };
            differs(claimed.join("."), found)
        }
    }
}

/// For each half-move, how many ways go on from the points reached; all numbers that occur.
fn branches(lines: &[String]) -> Vec<BTreeSet<u64>> {
    let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    let plies = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut observed = Vec::new();
    for ply in 0..plies {
        let longer: BTreeSet<&[&str]> = lines.iter().filter_map(|line| line.get(..=ply)).collect();
        let mut ways: BTreeMap<&[&str], u64> = BTreeMap::new();
        for line in longer {
            *ways.entry(&line[..ply]).or_default() += 1;
        }
        observed.push(ways.into_values().collect());
    }
    observed
}

fn short(claim: &Claim, truth: &Truth, findings: &mut Vec<Finding>) {
    let claimed = claim.short_lines.as_deref().unwrap_or_default();
    for short in &truth.short {
        let solutions = without(&short.solutions, claimed);
        if !solutions.is_empty() {
            findings.push(Finding::Short(Short {
                solutions,
                ..short.clone()
            }));
        }
    }
    let found: Vec<String> = truth
        .short
        .iter()
        .flat_map(|short| &short.solutions)
        .cloned()
        .collect();
    let missing = without(claimed, &found);
    if truth.is_complete && !missing.is_empty() {
        findings.push(Finding::ShortMissing { solutions: missing });
    }
}

fn set_play(claim: &Claim, truth: &Truth, findings: &mut Vec<Finding>) {
    let Some(claimed) = &claim.set_lines else {
        return;
    };
    let found = truth.set_lines.as_deref().unwrap_or_default();
    let missing = without(claimed, found);
    let unclaimed = without(found, claimed);
    let is_certain = truth.is_complete || !unclaimed.is_empty();
    if is_certain && !(missing.is_empty() && unclaimed.is_empty()) {
        findings.push(Finding::SetPlay { missing, unclaimed });
    }
}

fn tries(claim: &Claim, truth: &Truth, findings: &mut Vec<Finding>) {
    let (Some(found), true) = (&truth.tries, truth.is_complete) else {
        return;
    };
    if let Some(count) = claim.try_count
        && count != found.len() as u64
    {
        findings.push(Finding::Tries {
            claimed: format!("{count} first moves with one refutation"),
            found: found.len().to_string(),
        });
    }
    for (mv, refutation) in claim.tries.iter().flatten() {
        let is_key = truth.solutions.contains(mv);
        let differs = match found.get(mv) {
            Some(only) if only == refutation => continue,
            Some(only) => format!("it fails to {only}"),
            None if is_key => "it solves".to_owned(),
            None => "it does not fail to one move alone".to_owned(),
        };
        findings.push(Finding::Tries {
            claimed: format!("{mv} fails to {refutation}"),
            found: differs,
        });
    }
}

/// The first line or key that is written and does not solve.
fn first_difference(written: &Written, truth: &Truth) -> Option<Finding> {
    if !truth.is_complete {
        return None;
    }
    let none = Vec::new();
    let set_lines = truth.set_lines.as_ref().unwrap_or(&none);
    let pairs = [
        (&written.set_lines, set_lines, "set play: "),
        (&written.solutions, &truth.solutions, ""),
    ];
    for (claimed, found, what) in pairs {
        let Some(line) = claimed.iter().find(|line| !found.contains(line)) else {
            continue;
        };
        let moves: Vec<&str> = line.split(' ').collect();
        let shared = |length: &usize| {
            let before = &moves[..*length];
            let goes = |line: &String| line.split(' ').take(*length).eq(before.iter().copied());
            found.iter().any(goes)
        };
        let right = (0..moves.len()).rev().find(shared).unwrap_or(0);
        let message = if truth.is_battle {
            format!("{what}{} does not solve", moves[right])
        } else {
            format!("{what}{} leads to no solution", moves[right])
        };
        return Some(Finding::Difference {
            line: moves[..=right].join(" "),
            message,
        });
    }
    None
}

/// Those that are not among the others.
fn without(these: &[String], others: &[String]) -> Vec<String> {
    let others: BTreeSet<&String> = others.iter().collect();
    these
        .iter()
        .filter(|one| !others.contains(one))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    fn help(lines: &[&str]) -> Truth {
        Truth {
            is_complete: true,
            solutions: texts(lines),
            ..Truth::default()
        }
    }

    fn found(claim: &Claim, truth: &Truth) -> Verdict {
        verdict(&judge(claim, truth))
    }

    #[test]
    fn branching_is_compared_half_move_by_half_move() {
        let truth = help(&["a b c d", "e f g h"]);
        let claim = |branches: &[u64]| Claim {
            intended: Some(Intended::Branches(branches.to_vec())),
            ..Claim::default()
        };
        assert_eq!(found(&claim(&[2, 1]), &truth), Verdict::Sound);
        assert_eq!(found(&claim(&[1, 2]), &truth), Verdict::IntendedNotMet);
        let uneven = help(&["a b", "a c", "d e"]);
        let findings = judge(&claim(&[2, 2]), &uneven);
        let wanted = Finding::Intended {
            claimed: "2.2".to_owned(),
            found: "2.1/2".to_owned(),
        };
        assert_eq!(findings, [wanted]);
    }

    #[test]
    fn who_claims_nothing_claims_one_key_and_no_number_of_lines() {
        let two = help(&["a", "b"]);
        assert_eq!(found(&Claim::default(), &two), Verdict::NoClaim);
        let keys = Truth {
            is_battle: true,
            ..two
        };
        assert_eq!(found(&Claim::default(), &keys), Verdict::Cooked);
    }

    #[test]
    fn what_was_not_found_in_time_proves_nothing() {
        let claim = Claim {
            solutions: Some(texts(&["a", "b"])),
            ..Claim::default()
        };
        let part = Truth {
            is_complete: false,
            ..help(&["a"])
        };
        assert_eq!(found(&claim, &part), Verdict::Unchecked);
        let cooked = Truth {
            is_complete: false,
            ..help(&["c"])
        };
        assert_eq!(found(&claim, &cooked), Verdict::Cooked);
        assert_eq!(found(&claim, &help(&["a"])), Verdict::ClaimDiffers);
        assert_eq!(found(&claim, &help(&[])), Verdict::NoSolution);
    }

    #[test]
    fn the_first_difference_is_where_no_true_line_goes_on() {
        let claim = Claim {
            written: Some(Written {
                solutions: texts(&["a b c d", "a b x y"]),
                is_whole: true,
                ..Written::default()
            }),
            ..Claim::default()
        };
        let wanted = Finding::Difference {
            line: "a b x".to_owned(),
            message: "x leads to no solution".to_owned(),
        };
        assert_eq!(judge(&claim, &help(&["a b c d"])), [wanted]);
    }
}
