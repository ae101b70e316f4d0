//! Moves as printed.

use std::collections::BTreeMap;

use fata::board::Position;
use fata::chess::Move;
use fata::format::{Language, Scribe, quick_problem};
use fata::rules::{Job, RuleSet, Rules, enter};

const INITIAL_ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const RICH: &str = "r3k2r/1P3pp1/n1q2b2/3pP3/2Q2pPp/B4N2/P2p2P1/R3K2R";

/// Shows every legal move of a position.
struct ShowAll {
    position: Position,
    language: Language,
}

impl Job for ShowAll {
    type Output = BTreeMap<String, String>;

    fn run<R: Rules>(mut self) -> Self::Output {
        let mut moves: Vec<Move> = Vec::new();
        R::legal_moves(&mut self.position, &mut moves);
        let mut scribe = Scribe::<R>::new(self.position, self.language);
        moves
            .iter()
            .map(|&mv| (mv.to_string(), scribe.show(mv)))
            .collect()
    }
}

fn start(fen: &str, conditions: &[&str]) -> (Position, RuleSet) {
    let conditions: Vec<String> = conditions.iter().map(|&name| name.to_owned()).collect();
    let problem = quick_problem(fen, None, &conditions, &[]).problem.unwrap();
    let position = enter(&problem.setup, problem.rules, problem.setup.to_move).unwrap();
    (position, problem.rules)
}

fn printed(fen: &str, conditions: &[&str], language: Language) -> BTreeMap<String, String> {
    let (position, rules) = start(fen, conditions);
    rules.run(ShowAll { position, language })
}

#[track_caller]
fn assert_printed(fen: &str, conditions: &[&str], machine: &str, expected: &str) {
    let all = printed(fen, conditions, Language::English);
    assert_eq!(all.get(machine).map(String::as_str), Some(expected));
}

#[test]
fn captures_promotions_castlings_and_signs_are_printed() {
    let fen = "r2qk3/2P5/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_printed(fen, &[], "c7d8q", "c7*d8=Q +");
    assert_printed(fen, &[], "c7c8s", "c7-c8=S");
    assert_printed(fen, &[], "a1a8", "Ra1*a8");
    assert_printed(fen, &[], "O-O", "0-0");
    assert_printed("7k/8/8/8/8/8/8/K7 w - - 0 1", &[], "a1b1", "Ka1-b1");
    assert_printed("k7/8/1K6/8/8/8/8/7R w - - 0 1", &[], "h1h8", "Rh1-h8 #");
    assert_printed("k7/8/8/1K6/2Q5/8/8/8 w - - 0 1", &[], "c4c7", "Qc4-c7 =");
    assert_printed(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        &[],
        "e5d6",
        "e5*d6 ep.",
    );
}

#[test]
fn kamikaze_captures_say_who_vanishes() {
    assert_printed(
        "r6k/8/8/8/8/8/8/R3K3 w - - 0 1",
        &["Kamikaze"],
        "a1a8",
        "Ra1*a8[-Ra8]",
    );
    assert_printed(
        "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1",
        &["Kamikaze"],
        "e7d8",
        "e7*d8[-Pd8]",
    );
    assert_printed(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        &["Kamikaze"],
        "e5d6",
        "e5*d6 ep.[-Pd6]",
    );
    let exclusive = ["Kamikaze RexExclusive"];
    assert_printed(
        "7k/8/8/8/8/8/1p6/K7 w - - 0 1",
        &exclusive,
        "a1b2",
        "Ka1*b2",
    );
}

#[test]
fn spherical_castlings_round_the_back_are_told_apart() {
    let fen = "4k3/8/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1";
    let names: Vec<String> = printed(fen, &["Spherical"], Language::English)
        .into_iter()
        .filter(|(machine, _)| machine.contains('O'))
        .map(|(_, printed)| printed)
        .collect();
    assert_eq!(names, ["0-0", "0-0-0"]);
    let alone = "4k3/8/8/8/8/8/PPPPPPPP/4K2R w K - 0 1";
    assert_printed(alone, &["Spherical"], "CO-O-O", "C0-0-0");
}

#[test]
fn letters_follow_the_language() {
    let fen = "4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1";
    for (language, expected) in [
        (
            Language::English,
            ["Ra1-a2", "Sb1-a3", "Bc1-b2", "Qd1-d2", "Ke1-e2"],
        ),
        (
            Language::German,
            ["Ta1-a2", "Sb1-a3", "Lc1-b2", "Dd1-d2", "Ke1-e2"],
        ),
        (
            Language::French,
            ["Ta1-a2", "Cb1-a3", "Fc1-b2", "Dd1-d2", "Re1-e2"],
        ),
        (
            Language::Italian,
            ["Ta1-a2", "Cb1-a3", "Ac1-b2", "Dd1-d2", "Re1-e2"],
        ),
    ] {
        let all = printed(fen, &[], language);
        let shown = ["a1a2", "b1a3", "c1b2", "d1d2", "e1e2"].map(|machine| all[machine].as_str());
        assert_eq!(shown, expected);
    }
}

/// Plays at random and compares the texts of all moves on the way.
struct Wander {
    position: Position,
    plies: u32,
    seed: u64,
}

impl Job for Wander {
    type Output = Vec<String>;

    fn run<R: Rules>(mut self) -> Vec<String> {
        let mut born = Vec::new();
        for _ in 0..self.plies {
            let before = self.position.clone();
            let mut moves: Vec<Move> = Vec::new();
            R::legal_moves(&mut self.position, &mut moves);
            let mut scribe = Scribe::<R>::new(self.position.clone(), Language::English);
            let mut seen: BTreeMap<String, Move> = BTreeMap::new();
            for &mv in &moves {
                let text = scribe.show(mv);
                assert!(
                    *scribe.position() == before,
                    "showing {mv} changes {before:?}"
                );
                if before.beneath(mv.from()).is_some() {
                    born.push(text.clone());
                }
                if let Some(other) = seen.insert(text.clone(), mv) {
                    panic!("{mv} and {other} are both printed `{text}` in {before:?}");
                }
            }
            if moves.is_empty() {
                break;
            }
            self.seed = self
                .seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let mv = moves[(self.seed >> 33) as usize % moves.len()];
            let _undo = R::make(&mut self.position, mv);
        }
        born
    }
}

#[test]
fn different_moves_are_printed_differently() {
    let conditions: [&[&str]; 8] = [
        &[],
        &["Kamikaze"],
        &["Kamikaze RexExclusive"],
        &["Reincarnation"],
        &["Dynamo"],
        &["Spherical"],
        &["Spherical", "Kamikaze"],
        &["Spherical", "Reincarnation"],
    ];
    for conditions in conditions {
        for fen in [INITIAL_ARRAY, RICH] {
            // On the sphere the initial array has both kings in check.
            let is_sphere = conditions.contains(&"Spherical");
            let fen = if is_sphere { RICH_SPHERE } else { fen };
            for seed in 0..12 {
                let (position, rules) = start(fen, conditions);
                rules.run(Wander {
                    position,
                    plies: 60,
                    seed,
                });
            }
        }
    }
}

const RICH_SPHERE: &str = "rn2k2r/p1pp1ppp/8/8/8/8/PPP2PPP/R3K1NR";

#[test]
fn births_are_printed_with_the_move_that_frees_them() {
    let (position, rules) = start(INITIAL_ARRAY, &["Reincarnation"]);
    let mut births = Vec::new();
    for seed in 0..12 {
        let position = position.clone();
        births.extend(rules.run(Wander {
            position,
            plies: 80,
            seed,
        }));
    }
    assert!(!births.is_empty(), "somebody captures and moves on");
    for text in &births {
        let (_, born) = text
            .split_once('/')
            .expect("a birth is written after a slash");
        assert!(
            born.trim_start_matches('Z')
                .starts_with(['P', 'S', 'B', 'R', 'Q']),
            "{text}"
        );
    }
}
