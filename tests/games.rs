//! Game scores, replayed with every sign and the final position: the annotated games of the sources in
//! machine notation and as printed, and what is said about scores that are wrong.

mod common;

use std::path::Path;

use common::program::{assert_snapshot, run, status, stdout};
use fata::batch::{Mistake, MistakeKind, Replay, replay};
use fata::format::{GameScore, Language, Sign, read_games};

fn games(name: &str) -> Vec<GameScore> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let games = read_games(name, &text).into_iter();
    games
        .map(|document| document.game.unwrap_or_else(|errors| panic!("{errors:?}")))
        .collect()
}

fn played(score: &GameScore) -> Replay {
    replay(score, Language::English).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// What is wrong with a game of these fields.
fn mistakes(fields: &str) -> Vec<Mistake> {
    let document = read_games("FILE", fields).remove(0);
    played(&document.game.unwrap()).mistakes
}

#[test]
fn the_games_in_machine_notation_are_right() {
    let games = games("games.yaml");
    assert_eq!(games.len(), 4);
    for game in &games {
        let played = played(game);
        assert_eq!(played.mistakes, [], "{}", game.id);
        assert!(played.has_signs && game.last.is_some(), "{}", game.id);
        let count = game.series.iter().map(Vec::len).sum::<usize>();
        assert_eq!(played.moves.len(), count);
    }
}

#[test]
fn the_games_as_printed_are_the_same_but_for_one_sign() {
    let machine = games("games.yaml");
    let printed = games("games/printed.yaml");
    assert_eq!(printed.len(), 4);
    for (printed, machine) in printed.iter().zip(&machine) {
        assert_eq!(printed.language, Language::Italian);
        let names = |score| {
            let moves = played(score).moves.into_iter();
            moves.map(|mv| (mv.machine, mv.printed)).collect::<Vec<_>>()
        };
        assert_eq!(names(printed), names(machine), "{}", printed.id);
        let found: Vec<String> = played(printed)
            .mistakes
            .iter()
            .map(Mistake::message)
            .collect();
        if printed.id == "missing-sign" {
            assert_eq!(found, ["there is no sign: right is `+`"]);
        } else {
            assert!(found.is_empty(), "{}: {found:?}", printed.id);
        }
    }
}

#[test]
fn every_changed_sign_is_found() {
    for game in games("games.yaml") {
        let signs = game.signs.clone().unwrap();
        for (number, &sign) in signs.iter().enumerate() {
            let mut game = game.clone();
            let changed = if sign == Sign::Check {
                Sign::None
            } else {
                Sign::Check
            };
            game.signs.as_mut().unwrap()[number] = changed;
            let found = played(&game).mistakes;
            assert_eq!(found.len(), 1, "{} {number}", game.id);
            assert_eq!(found[0].kind, MistakeKind::Sign);
        }
    }
}

#[test]
fn what_is_printed_can_be_read_back() {
    for game in games("games.yaml")
        .iter()
        .filter(|game| game.series[1].len() == 1)
    {
        for language in Language::ALL {
            let played = replay(game, language).unwrap();
            let texts: Vec<String> = played.moves.iter().map(|mv| mv.printed.clone()).collect();
            let code = match language {
                Language::English => "en",
                Language::German => "de",
                Language::French => "fr",
                Language::Italian => "it",
            };
            let fields = format!(
                "conditions: {:?}\nlanguage: {code}\nmoves: {texts:?}",
                game.rules.conditions()
            );
            assert_eq!(mistakes(&fields), [], "{fields}");
        }
    }
}

#[test]
fn en_passant_in_progressive_play_belongs_to_the_first_move() {
    let first =
        "cadence: progressive\nmoves: [[e4], [a6, h6], [e5, a3, h3], [d5, f5, Nc6, Nf6], [exd6ep]]";
    assert_eq!(mistakes(first), []);
    let later = "cadence: progressive\nmoves: [[e4], [a6, h6], [e5, a3, h3], [d5, f5, Nc6, Nf6], [b3, exd6ep]]";
    assert_eq!(mistakes(later)[0].kind, MistakeKind::Move);
}

#[test]
fn wrong_games_are_told_what_would_be_right() {
    assert_snapshot("replay-wrong", &["replay", "tests/data/games/wrong.yaml"]);
    let json = ["replay", "tests/data/games/wrong.yaml", "--format", "json"];
    assert_snapshot("replay-wrong-json", &json);
}

#[test]
fn games_are_printed_with_a_row_for_each_number() {
    let file = "tests/data/games/printed.yaml";
    let one = [
        "replay",
        file,
        "--id",
        "kamikaze-printed",
        "--language",
        "de",
    ];
    assert_snapshot("replay-progressive", &one);
    assert_eq!(status(&["replay", file]), 1);
    assert_eq!(status(&["replay", "tests/data/games.yaml"]), 0);
    assert_eq!(status(&["replay", file, "--id", "nobody"]), 2);
    assert_eq!(status(&["replay", "tests/data/nowhere.yaml"]), 2);
    assert!(stdout(&["replay", "tests/data/games.yaml"]).ends_with("36 moves, all right\n"));
}

#[test]
fn hostile_scores_never_panic() {
    let texts = [
        "moves: '['",
        "moves: [[]]",
        "moves: ['']",
        "moves: [[e4], 5]",
        "moves: 5",
        "moves: '{{{'",
        "moves: '1.e4 1-0 e5'",
        "moves: '99999999999999999999.e4'",
        "moves: ['ü', 'Zü', 'E', '=', 'a1=', '/', 'a1/', 'ZE=Z']",
        "moves: ['É4']",
        "cadence: other\nmoves: [e4]",
        "cadence: progressive\nmoves: e4",
        "language: xx\nmoves: [e4]",
        "fen: 8/8/8/8/8/8/8/8\nmoves: [e4]",
        "signs: 5\nmoves: [e4]",
        "final: 5\nmoves: [e4]",
    ];
    for text in texts {
        for document in read_games("FILE", text) {
            if let Ok(score) = document.game {
                let _ = replay(&score, Language::English);
            }
        }
    }
    let many = format!("moves: {:?}", vec!["Nf3"; 30_000]);
    assert!(read_games("FILE", &many)[0].game.is_err());
    assert!(!run(&["replay", "-"]).status.success());
}
