//! `fata replay`

use std::io;
use std::path::Path;

use serde::Serialize;

use super::Outcome;
use super::input::read_text;
use super::output::{Notes, Output};
use super::plan::ReplayPlan;
use super::refusal::{document_errors, setup_errors};
use crate::batch::{Replay, replay};
use crate::format::{
    FileFormat, GameDocument, GameScore, Line, Role, conditions, escaped, read_games,
};
use crate::rules::Cadence;

/// Plays through all games and says what is wrong with them.
pub fn run(plan: &ReplayPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    let mut outcome = Outcome::Done;
    let mut games = Vec::new();
    for file in &plan.files {
        match read(file) {
            Ok(found) => games.extend(found),
            Err(message) => {
                notes.error(&message);
                outcome = Outcome::Bad;
            }
        }
    }
    if !plan.ids.is_empty() {
        for id in &plan.ids {
            if games.iter().all(|game| game.id != *id) {
                notes.error(&format!("there is no game with the id `{id}`"));
                outcome = Outcome::Bad;
            }
        }
        games.retain(|game| plan.ids.contains(&game.id));
    }
    let mut is_first = true;
    for game in &games {
        outcome = outcome.max(one(game, &mut is_first, output, notes)?);
    }
    Ok(outcome)
}

fn read(file: &Path) -> Result<Vec<GameDocument>, String> {
    let name = file.display().to_string();
    let text = read_text(file, FileFormat::Yaml)
        .map_err(|reason| format!("{name}: cannot be read: {reason}"))?;
    let games = read_games(&name, &text);
    if games.is_empty() {
        return Err(format!("{name}: holds no game"));
    }
    Ok(games)
}

fn one(
    document: &GameDocument,
    is_first: &mut bool,
    output: &mut Output,
    notes: &mut Notes,
) -> io::Result<Outcome> {
    for warning in &document.warnings {
        notes.warning(&warning.to_string());
    }
    let score = match &document.game {
        Ok(score) => score,
        Err(errors) => {
            document_errors(&document.id, errors, output, notes)?;
            return Ok(Outcome::Bad);
        }
    };
    let played = match replay(score, output.language) {
        Ok(played) => played,
        Err(errors) => {
            let errors = setup_errors(&errors);
            for error in &errors {
                notes.error(&format!(
                    "{}, field `{}`: {}",
                    score.id, error.field, error.message
                ));
            }
            output.error(&score.id, None, None, &errors)?;
            return Ok(Outcome::Bad);
        }
    };
    if output.is_json() {
        output.line(&json(score, &played))?;
    } else {
        if !std::mem::replace(is_first, false) {
            output.line("")?;
        }
        output.lines(&lines(score, &played))?;
    }
    Ok(if played.mistakes.is_empty() {
        Outcome::Done
    } else {
        Outcome::Unsound
    })
}

/// A game for people: what was played, then what is wrong.
fn lines(score: &GameScore, played: &Replay) -> Vec<Line> {
    let heading = [escaped(&score.id)]
        .into_iter()
        .chain(score.title.as_deref().map(escaped))
        .chain(conditions(score.rules));
    let heading = heading.collect::<Vec<_>>().join("  ");
    let mut lines = vec![Line::new(Role::Heading, heading)];
    let mut row = String::new();
    let mut last = None;
    for mv in &played.moves {
        let plies = mv.series + score.setup.to_move.index();
        let begins_row = match score.cadence {
            Cadence::Normal => plies.is_multiple_of(2) || last.is_none(),
            Cadence::Progressive => last != Some(mv.series),
        };
        if begins_row {
            if !row.is_empty() {
                lines.push(Line::new(Role::Play, std::mem::take(&mut row)));
            }
            row = match score.cadence {
                Cadence::Normal if plies.is_multiple_of(2) => format!("  {}.", plies / 2 + 1),
                Cadence::Normal => format!("  {}...", plies / 2 + 1),
                Cadence::Progressive => format!("  {}.", mv.series + 1),
            };
        } else {
            row.push(' ');
        }
        row += &mv.printed;
        last = Some(mv.series);
    }
    if !row.is_empty() {
        lines.push(Line::new(Role::Play, row));
    }
    for mistake in &played.mistakes {
        let text = format!(
            "  wrong: {}: {}",
            mistake.place,
            escaped(&mistake.message())
        );
        lines.push(Line::new(Role::Partial, text));
    }
    let signs = if played.has_signs {
        ""
    } else {
        "; signs are not told"
    };
    let count = match played.moves.len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    lines.push(match played.mistakes.len() {
        0 => Line::new(Role::Note, format!("{count}, all right{signs}")),
        1 => Line::new(Role::Note, format!("{count} played, 1 mistake{signs}")),
        wrong => Line::new(
            Role::Note,
            format!("{count} played, {wrong} mistakes{signs}"),
        ),
    });
    lines
}

#[derive(Serialize)]
struct GameJson<'a> {
    id: &'a str,
    status: &'static str,
    conditions: Vec<&'static str>,
    cadence: &'static str,
    moves: Vec<&'a str>,
    signs_checked: bool,
    mistakes: Vec<MistakeJson<'a>>,
}

#[derive(Serialize)]
struct MistakeJson<'a> {
    place: &'a str,
    kind: &'static str,
    written: &'a str,
    right: &'a str,
    message: String,
}

/// A game for programs.
fn json(score: &GameScore, played: &Replay) -> String {
    let mistakes = played.mistakes.iter().map(|mistake| MistakeJson {
        place: &mistake.place,
        kind: mistake.kind.name(),
        written: &mistake.written,
        right: &mistake.right,
        message: mistake.message(),
    });
    let game = GameJson {
        id: &score.id,
        status: if played.mistakes.is_empty() {
            "right"
        } else {
            "wrong"
        },
        conditions: score.rules.conditions(),
        cadence: match score.cadence {
            Cadence::Normal => "normal",
            Cadence::Progressive => "progressive",
        },
        moves: played.moves.iter().map(|mv| mv.machine.as_str()).collect(),
        signs_checked: played.has_signs,
        mistakes: mistakes.collect(),
    };
    serde_json::to_string(&game).expect("names and numbers can always be written as JSON")
}
