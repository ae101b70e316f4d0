//! Game scores: moves with their numbers and signs.
//!
//! A game is a document with the fields of a problem file for its position and rules (without a
//! diagram it begins at the initial array), and these:
//!
//! ```yaml
//! players: [White, Black]
//! cadence: normal            # or progressive
//! language: it               # of the letters; else it is guessed from those that occur
//! moves: |                   # a score as printed, with comments in braces; or a list of moves,
//!   1.e4 d5 2.e5 d4          # or, in progressive play, a list of lists
//! signs: ["", "+"]           # the sign of each move (progressive: series), if the moves have none
//! final: {white: [..], black: [..]}    # the position after the last move
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_yaml::{Mapping, Value};

use super::field_error::{FieldError, Report};
use super::fields::{given, kind_of, text, texts};
use super::file_format::FileFormat;
use super::move_text::{MoveText, Sign};
use super::notation::Language;
use super::units::algebraic;
use super::words::shown;
use super::yaml::{Draft, document, raw_documents};
use crate::board::Setup;
use crate::chess::{Color, Square, Unit};
use crate::problem::Problem;
use crate::rules::{Cadence, RuleSet};

/// The position that games begin with.
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// More moves than any game has.
const MOST: usize = 20_000;

/// A game as its score has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameScore {
    /// The name by which messages refer to it.
    pub id: String,
    /// White and Black, and where they played, in one line.
    pub title: Option<String>,
    /// Where the game begins.
    pub setup: Setup,
    /// Under which rules.
    pub rules: RuleSet,
    /// Who moves how often.
    pub cadence: Cadence,
    /// The language of the letters.
    pub language: Language,
    /// The moves, series by series; in normal cadence each is a series.
    pub series: Vec<Vec<MoveText>>,
    /// The sign of each series, if signs are told at all: those of the moves or those listed apart.
    pub signs: Option<Vec<Sign>>,
    /// What should stand where after the last move, if told; marks but for zombies do not count.
    pub last: Option<BTreeMap<Square, Unit>>,
}

/// One document of a file of games.
#[derive(Clone, PartialEq, Debug)]
pub struct GameDocument {
    /// Its id, or `FILE#N`.
    pub id: String,
    /// The game, or everything that is wrong with its document.
    pub game: Result<GameScore, Vec<FieldError>>,
    /// What may not be meant so.
    pub warnings: Vec<FieldError>,
}

/// Reads a file of games, whose name serves for ids and messages.
pub fn read_games(file: &str, text: &str) -> Vec<GameDocument> {
    let name: Arc<str> = file.into();
    let drafts = raw_documents(FileFormat::of_name(file), text);
    let drafts = drafts.into_iter().enumerate();
    drafts
        .map(|(at, draft)| game_document(&name, at + 1, draft))
        .collect()
}

fn game_document(file: &Arc<str>, number: usize, draft: Result<Draft, String>) -> GameDocument {
    let fields = draft
        .as_ref()
        .map_or_else(|_| Mapping::new(), |it| it.fields.clone());
    let draft = draft.map(|mut draft| {
        let is_diagram = |name: &str| draft.fields.contains_key(name);
        if !is_diagram("fen") && !is_diagram("algebraic") {
            draft.fields.insert("fen".into(), ARRAY.into());
        }
        draft
    });
    let (id, mut report, read) = document(file, number, draft);
    let game = read.map(|(problem, _)| score(problem, &fields, &mut report));
    let game = match game {
        Some(game) if report.errors.is_empty() => Ok(game),
        _ => Err(report.errors),
    };
    GameDocument {
        id,
        game,
        warnings: report.warnings,
    }
}

/// The game. It is of use only if no error was reported.
fn score(problem: Problem, fields: &Mapping, report: &mut Report) -> GameScore {
    let cadence = cadence(fields, report);
    let series = moves(fields, cadence, report);
    let language = language(fields, &series, report);
    let signs = signs(fields, &series, report);
    let last = given(fields, "final", report).map(|value| {
        let mut units = BTreeMap::new();
        algebraic(value, &mut units, report);
        units
    });
    GameScore {
        id: problem.id,
        title: title(fields),
        setup: problem.setup,
        rules: problem.rules,
        cadence,
        language,
        series,
        signs,
        last,
    }
}

fn title(fields: &Mapping) -> Option<String> {
    let players = fields.get("players").and_then(|value| texts(value).ok());
    let event = fields.get("event").and_then(|value| text(value).ok());
    let players = players.filter(|players| !players.is_empty());
    let parts = players.map(|players| players.join(" - ")).into_iter();
    let parts: Vec<String> = parts.chain(event).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn cadence(fields: &Mapping, report: &mut Report) -> Cadence {
    let Some(value) = given(fields, "cadence", report) else {
        return Cadence::Normal;
    };
    match value.as_str().map(str::to_lowercase).as_deref() {
        Some("normal") => Cadence::Normal,
        Some("progressive") => Cadence::Progressive,
        _ => {
            let found = value.as_str().map_or_else(
                || kind_of(value).to_owned(),
                |text| format!("`{}`", shown(text)),
            );
            report.error(format!("expected `normal` or `progressive`, found {found}"));
            Cadence::Normal
        }
    }
}

fn moves(fields: &Mapping, cadence: Cadence, report: &mut Report) -> Vec<Vec<MoveText>> {
    let Some(value) = given(fields, "moves", report) else {
        report.error("there are no moves: expected a score or a list of moves");
        return Vec::new();
    };
    let series = match value {
        Value::String(text) => printed(text, cadence),
        Value::Sequence(items) => listed(items, cadence),
        _ => Err(format!(
            "expected a score or a list of moves, found {}",
            kind_of(value)
        )),
    };
    let series = report.take(series).unwrap_or_default();
    if series.iter().map(Vec::len).sum::<usize>() > MOST {
        report.error(format!("there are more than {MOST} moves"));
        return Vec::new();
    }
    series
}

fn move_text(text: &str) -> Result<MoveText, String> {
    MoveText::new(text).ok_or_else(|| format!("`{}` is not a move", shown(text)))
}

fn listed(items: &[Value], cadence: Cadence) -> Result<Vec<Vec<MoveText>>, String> {
    let one = |value: &Value| match value.as_str() {
        Some(text) => move_text(text),
        None => Err(format!("expected a move, found {}", kind_of(value))),
    };
    let series = items.iter().map(|item| match (item, cadence) {
        (Value::Sequence(moves), Cadence::Progressive) => moves.iter().map(one).collect(),
        (item, Cadence::Normal) => one(item).map(|mv| vec![mv]),
        (item, Cadence::Progressive) => Err(format!(
            "expected a list of moves for each series, found {}",
            kind_of(item)
        )),
    });
    series.collect()
}

/// Reads a score as printed: numbers, moves, judgements, comments in braces or parentheses.
fn printed(text: &str, cadence: Cadence) -> Result<Vec<Vec<MoveText>>, String> {
    let mut series: Vec<Vec<MoveText>> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut is_over = false;
    for word in score_words(text)? {
        if is_over {
            return Err(format!("`{}` follows the end of the game", shown(&word)));
        }
        if let Some((number, is_black)) = number(&word) {
            flush(&mut texts, cadence, &mut series)?;
            let expected = match cadence {
                Cadence::Normal => series.len() / 2 + 1,
                Cadence::Progressive => series.len() + 1,
            };
            let follows = match cadence {
                // A dot or three: after a comment the number is repeated for Black.
                Cadence::Normal => is_black == (series.len() % 2 == 1),
                Cadence::Progressive => true,
            };
            if number != expected || !follows {
                let dots = if cadence == Cadence::Normal && series.len() % 2 == 1 {
                    "..."
                } else {
                    "."
                };
                return Err(format!(
                    "expected the move number `{expected}{dots}`, found `{}`",
                    shown(&word)
                ));
            }
            if cadence == Cadence::Progressive {
                series.push(Vec::new());
            }
        } else if is_result(&word) {
            is_over = true;
        } else if let (true, Some(last)) = (is_suffix(&word), texts.last_mut()) {
            *last += &word;
        } else {
            texts.push(word);
        }
    }
    flush(&mut texts, cadence, &mut series)?;
    Ok(series)
}

/// Puts the moves since the last number in their place.
fn flush(
    texts: &mut Vec<String>,
    cadence: Cadence,
    series: &mut Vec<Vec<MoveText>>,
) -> Result<(), String> {
    for text in texts.drain(..) {
        let mv = move_text(&text)?;
        match (cadence, series.last_mut()) {
            (Cadence::Normal, _) => series.push(vec![mv]),
            (Cadence::Progressive, Some(last)) => last.push(mv),
            (Cadence::Progressive, None) => {
                return Err("expected the number of a series before its moves".to_owned());
            }
        }
    }
    Ok(())
}

/// The words of a score without its comments. A number that leans on its move is a word of its own.
fn score_words(text: &str) -> Result<Vec<String>, String> {
    let mut plain = String::new();
    let mut open: Vec<char> = Vec::new();
    for c in text.chars() {
        match c {
            '{' | '(' => open.push(c),
            '}' | ')' => {
                let opening = if c == '}' { '{' } else { '(' };
                if open.pop() != Some(opening) {
                    return Err(format!("`{c}` closes no comment"));
                }
                plain.push(' ');
            }
            _ if open.is_empty() => plain.push(c),
            _ => {}
        }
    }
    if let Some(open) = open.pop() {
        return Err(format!("the comment after `{open}` does not end"));
    }
    let mut words: Vec<String> = Vec::new();
    for word in plain.split_whitespace() {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = word[digits..].len() - word[digits..].trim_start_matches(['.', '…']).len();
        if dots > 0 && (digits > 0 || words.last().is_some_and(|last| number(last).is_some())) {
            let (number, rest) = word.split_at(digits + dots);
            match words.last_mut() {
                // `7. ...`: the dots of a number may stand apart.
                Some(last) if digits == 0 => *last += number,
                _ => words.push(number.to_owned()),
            }
            if !rest.is_empty() {
                words.push(rest.to_owned());
            }
        } else {
            words.push(word.to_owned());
        }
    }
    Ok(words)
}

/// `7.` for White, `7...` for Black.
fn number(word: &str) -> Option<(usize, bool)> {
    let digits = word.trim_end_matches(['.', '…']);
    let dots = word[digits.len()..].chars();
    let dots: usize = dots.map(|c| if c == '…' { 3 } else { 1 }).sum();
    let number = digits.parse().ok()?;
    (dots > 0).then_some((number, dots >= 2))
}

fn is_result(word: &str) -> bool {
    matches!(
        word,
        "1-0" | "0-1" | "1/2-1/2" | "½-½" | "resigns" | "Resigns" | "abbandona" | "Abbandona"
    )
}

/// What belongs to the move before, though a blank stands between.
fn is_suffix(word: &str) -> bool {
    let is_sign = |c: char| matches!(c, '+' | '#' | '!' | '?' | '=');
    word.chars().all(is_sign) || matches!(word, "ep" | "ep." | "e.p." | "e.p")
}

fn language(fields: &Mapping, series: &[Vec<MoveText>], report: &mut Report) -> Language {
    if let Some(value) = given(fields, "language", report) {
        return match value.as_str() {
            Some("en") => Language::English,
            Some("de") => Language::German,
            Some("fr") => Language::French,
            Some("it") => Language::Italian,
            _ => {
                report.error("expected `en`, `de`, `fr` or `it`");
                Language::English
            }
        };
    }
    let letters: Vec<char> = series
        .iter()
        .flatten()
        .flat_map(MoveText::letters)
        .collect();
    let has = |language: Language, letter: char| {
        let mut kinds = crate::chess::Kind::ALL.into_iter();
        let is_n = language == Language::English && letter == 'N';
        is_n || kinds.any(|kind| language.letter(kind) == letter)
    };
    let fits = |&language: &Language| letters.iter().all(|&letter| has(language, letter));
    Language::ALL.into_iter().find(fits).unwrap_or_default()
}

/// The sign of each series. Moves in machine notation have none of their own.
fn signs(fields: &Mapping, series: &[Vec<MoveText>], report: &mut Report) -> Option<Vec<Sign>> {
    let Some(value) = given(fields, "signs", report) else {
        let mut moves = series.iter().flatten();
        let is_told = moves.any(|mv| !mv.is_machine() || mv.sign != Sign::None);
        let last = |series: &Vec<MoveText>| series.last().map_or(Sign::None, |mv| mv.sign);
        return is_told.then(|| series.iter().map(last).collect());
    };
    let Some(items) = value.as_sequence() else {
        let found = kind_of(value);
        report.error(format!("expected a list of signs, found {found}"));
        return None;
    };
    let mut signs = Vec::new();
    for item in items {
        match item.as_str().and_then(Sign::from_text) {
            Some(sign) => signs.push(sign),
            None => {
                let found = item.as_str().map_or_else(
                    || kind_of(item).to_owned(),
                    |text| format!("`{}`", shown(text)),
                );
                report.error(format!(
                    "expected `+`, `#`, `=` or an empty text, found {found}"
                ));
                return None;
            }
        }
    }
    if signs.len() != series.len() {
        let (found, expected) = (signs.len(), series.len());
        report.error(format!(
            "there are {found} signs for {expected} moves or series"
        ));
        return None;
    }
    Some(signs)
}

impl GameScore {
    /// The side that makes the moves of this series, counted from 0.
    pub fn side(&self, series: usize) -> Color {
        if series.is_multiple_of(2) {
            self.setup.to_move
        } else {
            !self.setup.to_move
        }
    }
}
