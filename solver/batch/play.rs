//! What follows the keys: duals, and whether it is what the author writes.

use crate::problem::{Attack, Battle, Defence, Dual, Finding, Threats, Written};

/// All points after the keys where the attacker has a choice, in the order of play. Defences that
/// defend against nothing are left out, and where a choice was found, what follows it.
pub(super) fn duals(battle: &Battle) -> Vec<Dual> {
    let mut duals = Vec::new();
    for key in &battle.keys {
        if let Some(mv) = key.mv {
            after(key, 2, &mv.to_string(), &mut duals);
        }
    }
    duals.sort_by_key(|dual| dual.number);
    duals
}

fn after(attack: &Attack, number: u32, line: &str, duals: &mut Vec<Dual>) {
    if let Threats::Moves(threats) = &attack.threats {
        choice(threats, number, &format!("{line} pass"), true, duals);
    }
    for defence in attack.defences.iter().filter(|defence| !defence.is_idle) {
        let line = format!("{line} {}", defence.mv);
        choice(&defence.answers, number, &line, false, duals);
    }
}

fn choice(attacks: &[Attack], number: u32, line: &str, threat: bool, duals: &mut Vec<Dual>) {
    match attacks {
        [] => {}
        [only] => {
            let line = format!("{line} {}", name(only));
            after(only, number + 1, &line, duals);
        }
        several => duals.push(Dual {
            number,
            ends: several.iter().all(|attack| attack.length == 1),
            threat,
            after: line.to_owned(),
            continuations: several.iter().map(name).collect(),
        }),
    }
}

fn name(attack: &Attack) -> String {
    attack
        .mv
        .map_or_else(|| "pass".to_owned(), |mv| mv.to_string())
}

/// The first point where what is written differs from the play after the keys, from the set play
/// or from what refutes the tries. Play that was not worked out is not compared.
pub(super) fn first_difference(written: &Written, battle: &Battle) -> Option<Finding> {
    for (mv, refutations) in &written.tries {
        if let Some((line, message)) = false_try(mv, refutations, battle) {
            return Some(Finding::Difference { line, message });
        }
    }
    written.variations.iter().find_map(|variation| {
        let (length, message) = false_variation(variation, battle)?;
        let line = variation[..length].join(" ");
        Some(Finding::Difference { line, message })
    })
}

fn false_try(mv: &str, refutations: &[String], battle: &Battle) -> Option<(String, String)> {
    if battle.keys.iter().any(|key| name(key) == mv) {
        return Some((
            mv.to_owned(),
            format!("{mv} is written as a try, but solves"),
        ));
    }
    if refutations.is_empty() {
        return None;
    }
    let found = battle.tries.iter().find(|one| name(&one.attack) == mv);
    let Some(found) = found else {
        let message = format!(
            "{mv} fails to more moves than to {}",
            refutations.join(", ")
        );
        return Some((mv.to_owned(), message));
    };
    let found: Vec<String> = found.refutations.iter().map(ToString::to_string).collect();
    if let Some(wrong) = refutations.iter().find(|one| !found.contains(one)) {
        let message = format!("{wrong} does not refute {mv}");
        return Some((format!("{mv} {wrong}"), message));
    }
    let other = found.iter().find(|one| !refutations.contains(one))?;
    let message = format!("{mv} fails also to {other}");
    Some((mv.to_owned(), message))
}

/// How many moves of the variation lead to the first that is wrong, and what is wrong there.
fn false_variation(variation: &[String], battle: &Battle) -> Option<(usize, String)> {
    let (first, rest) = variation.split_first()?;
    if first == "pass" {
        let set_play = battle.set_play.as_ref()?;
        let (defence, rest) = rest.split_first()?;
        let answers = set_play
            .iter()
            .find(|one| one.mv.to_string() == *defence)
            .map(|one| one.answers.as_slice());
        return answer(answers.unwrap_or_default(), rest, 2);
    }
    let key = battle.keys.iter().find(|key| name(key) == *first)?;
    on(key, rest, 1)
}

/// Goes on after an attack, `length` moves from the start.
fn on(attack: &Attack, rest: &[String], length: usize) -> Option<(usize, String)> {
    let (defence, rest) = rest.split_first()?;
    if attack.defences.is_empty() {
        return None;
    }
    if defence == "pass" {
        return match &attack.threats {
            Threats::Moves(threats) => answer(threats, rest, length + 1),
            Threats::Zugzwang => Some((length + 1, "there is no threat".to_owned())),
            Threats::None => None,
        };
    }
    let is_it = |one: &&Defence| one.mv.to_string() == *defence;
    let defence = attack.defences.iter().find(is_it)?;
    answer(&defence.answers, rest, length + 1)
}

fn answer(answers: &[Attack], rest: &[String], length: usize) -> Option<(usize, String)> {
    let (mv, rest) = rest.split_first()?;
    match answers.iter().find(|one| name(one) == *mv) {
        Some(attack) => on(attack, rest, length + 1),
        None if answers.is_empty() => Some((length + 1, format!("{mv} is claimed, nothing works"))),
        None => {
            let works: Vec<String> = answers.iter().map(name).collect();
            let works = works.join(", ");
            Some((
                length + 1,
                format!("{mv} is claimed, what works is {works}"),
            ))
        }
    }
}
