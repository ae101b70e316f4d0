//! Boards and headings as printed.

use super::notation::Language;
use super::page::{Line, Role};
use super::words::escaped;
use crate::board::Setup;
use crate::chess::{Color, Kind, Square, Unit};
use crate::problem::{Edit, Phase, Problem, Twin};
use crate::rules::RuleSet;

/// The heading of a problem: authors, source, name, the diagram with what does not show on it, what
/// is asked, and the twins.
pub fn heading(problem: &Problem, language: Language) -> Vec<Line> {
    framed(problem, board(&problem.setup, language), language)
}

/// The same with chess symbols on the board instead of letters.
pub fn symbol_heading(problem: &Problem, language: Language) -> Vec<Line> {
    framed(problem, symbols(&problem.setup), language)
}

fn framed(problem: &Problem, board: Vec<String>, language: Language) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut say = |role, text: String| lines.push(Line::new(role, text));
    for line in titles(problem) {
        say(Role::Heading, line);
    }
    for row in board {
        say(Role::Diagram, row);
    }
    say(Role::Heading, question(problem));
    let marks = Marks {
        kamikaze: "*",
        remembers: "'",
    };
    for fact in unseen(&problem.setup, &marks, language) {
        say(Role::Note, fact);
    }
    lines
}

/// Authors, source and name.
pub(super) fn titles(problem: &Problem) -> Vec<String> {
    let authors = &problem.credits.authors;
    let authors = (!authors.is_empty()).then(|| authors.join(" & "));
    let lines = authors.into_iter().chain(problem.credits.source.clone());
    let lines = lines.chain([problem.id.clone()]);
    lines.map(|line| escaped(&line)).collect()
}

/// What is asked under which conditions, and how many units there are.
pub(super) fn question(problem: &Problem) -> String {
    let [white, black] = problem.setup.counts();
    let stipulation = problem
        .stipulation
        .map(|stipulation| stipulation.to_string());
    let begins = problem.options.white_to_play;
    let begins = begins.then(|| "White to play".to_owned());
    let facts = stipulation
        .into_iter()
        .chain(conditions(problem.rules))
        .chain(begins)
        .chain([format!("({white}+{black})")]);
    facts.collect::<Vec<_>>().join("  ")
}

/// The heading of one phase: which twin, what is asked in it if that differs from the problem, and
/// which side plays White's part. Nothing if the problem has no other phase.
pub fn phase_heading(problem: &Problem, phase: &Phase) -> Option<Line> {
    let mut facts = Vec::new();
    if !problem.twins.is_empty() {
        facts.push(format!("{})", phase.twin));
        let twin = problem.twins.iter().find(|twin| twin.name == phase.twin);
        facts.extend(twin.and_then(changes));
        if Some(phase.stipulation) != problem.stipulation {
            facts.push(phase.stipulation.to_string());
        }
        if phase.rules != problem.rules {
            let names = conditions(phase.rules);
            let none = names.is_empty().then(|| "no condition".to_owned());
            facts.extend(names.into_iter().chain(none));
        }
    }
    if phase.is_duplex {
        facts.push(match phase.side {
            Color::White => "as it stands".to_owned(),
            Color::Black => "with the sides exchanged".to_owned(),
        });
    }
    (!facts.is_empty()).then(|| Line::new(Role::Heading, facts.join("  ")))
}

/// The signs by which a board shows what is special about a unit.
pub(super) struct Marks {
    pub(super) kamikaze: &'static str,
    pub(super) remembers: &'static str,
}

/// What a twin changes on the board, in the words of problem files.
fn changes(twin: &Twin) -> Option<String> {
    let continued = twin.continued.then(|| "Continued".to_owned());
    let is_on_board = |edit: &&Edit| !matches!(edit, Edit::Stipulation(_) | Edit::Condition(_));
    let edits = twin.edits.iter().filter(is_on_board).map(Edit::to_string);
    let words: Vec<String> = continued.into_iter().chain(edits).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The conditions in words, among them the form of Kamikaze in force.
pub fn conditions(rules: RuleSet) -> Vec<String> {
    let mut names: Vec<String> = rules.conditions().into_iter().map(str::to_owned).collect();
    if let Some(form) = rules.kamikaze_form() {
        names.retain(|name| !name.starts_with("Kamikaze"));
        names.push(format!("Kamikaze ({form})"));
    }
    names
}

/// The board in ten rows: capitals for White, small letters for Black, `Z` before a zombie, `*`
/// after a unit marked as kamikaze, `'` after a unit on a square that remembers another.
fn board(setup: &Setup, language: Language) -> Vec<String> {
    rows(setup, |unit, remembers| cell(unit, remembers, language))
}

fn rows(setup: &Setup, cell: impl Fn(Unit, bool) -> String) -> Vec<String> {
    let files = "    a   b   c   d   e   f   g   h".to_owned();
    let mut rows = vec![files.clone()];
    for rank in (0..8).rev() {
        let mut row = format!("{} ", rank + 1);
        for file in 0..8 {
            let square = Square::new(file, rank);
            row += &match setup.units.get(&square) {
                Some(&unit) => cell(unit, setup.beneath.contains_key(&square)),
                None => "  . ".to_owned(),
            };
        }
        rows.push(format!("{row} {}", rank + 1));
    }
    rows.push(files);
    rows
}

/// The same board in chess symbols.
fn symbols(setup: &Setup) -> Vec<String> {
    let plain = |unit: Unit| {
        let symbols = match unit.color() {
            Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
            Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
        };
        // Without the selector, pawns may be drawn as little pictures.
        let zombie = if unit.is_zombie() { "Z" } else { "" };
        format!("{zombie}{}\u{fe0e}", symbols[unit.kind().index()])
    };
    rows(setup, |unit, remembers| {
        let pad = if unit.is_zombie() { 1 } else { 2 };
        format!("{:pad$}{}{}", "", plain(unit), mark(unit, remembers))
    })
}

fn cell(unit: Unit, remembers: bool, language: Language) -> String {
    let name = match unit.color() {
        Color::White => language.unit(unit),
        Color::Black => language.unit(unit).to_lowercase(),
    };
    format!("{name:>3}{}", mark(unit, remembers))
}

fn mark(unit: Unit, remembers: bool) -> char {
    match (unit.is_kamikaze(), remembers) {
        (true, _) => '*',
        (false, true) => '\'',
        (false, false) => ' ',
    }
}

/// What the board alone does not tell.
pub(super) fn unseen(setup: &Setup, marks: &Marks, language: Language) -> Vec<String> {
    let mut facts = Vec::new();
    if setup.units.values().any(|unit| unit.is_kamikaze()) {
        facts.push(format!("{} kamikaze", marks.kamikaze));
    }
    if !setup.beneath.is_empty() {
        let memories: Vec<String> = setup
            .beneath
            .iter()
            .map(|(square, &unit)| {
                let side = if unit.color() == Color::White {
                    'w'
                } else {
                    'b'
                };
                format!("{square} {side}{}", language.unit(unit))
            })
            .collect();
        facts.push(format!(
            "{} remembers: {}",
            marks.remembers,
            memories.join(", ")
        ));
    }
    let may_castle = |square: &Square| {
        let kind = setup.units.get(square).map(|unit| unit.kind());
        kind == Some(match square.file() {
            4 => Kind::King,
            _ => Kind::Rook,
        })
    };
    let barred = setup.no_castling.filter(may_castle);
    let squares: Vec<String> = barred.map(|square| square.to_string()).collect();
    if !squares.is_empty() {
        facts.push(format!("no castling: {}", squares.join(" ")));
    }
    if let Some(square) = setup.en_passant {
        facts.push(format!("en passant on {square}"));
    }
    facts
}
