//! What may have come before a diagram, for people and for programs.

use serde::Serialize;

use super::diagram::conditions;
use super::json;
use super::notation::{Language, Scribe};
use super::page::{Line, Role};
use crate::board::Position;
use crate::chess::{Beneath, Color, Square, Unit};
use crate::problem::{CastlingRight, DoubleStep, History, Status, Unmove};
use crate::rules::{Captures, Job, Kamikazes, RuleSet, Rules};

/// Stands before what a move took.
const TOOK: &str = "   took ";

/// The last moves, from the last one backwards, and what follows from them.
pub fn history_lines(
    position: &Position,
    rules: RuleSet,
    history: &History,
    language: Language,
) -> Vec<Line> {
    let moves = Moves {
        unmoves: &history.last_moves,
        rules,
        language,
    };
    let mut lines = rules.run(moves);
    // One move that may have taken this or that is one move, on however many lines.
    let moves = lines.iter().filter(|line| line.role == Role::Solution);
    let mut moves: Vec<&str> = moves
        .map(|line| line.text.split(TOOK).next().unwrap_or_default())
        .collect();
    moves.dedup();
    let count = moves.len();
    let mover = (!position.to_move()).name();
    let mut say = |text: String| lines.push(Line::new(Role::Note, text));
    let is_whole = history.status == Status::Complete;
    match count {
        0 if !is_whole => say(format!("no move of {mover} found")),
        _ if history.is_initial_array => {
            say("the initial array: no move need have been made".into())
        }
        0 => say(format!("no move of {mover} can have led to this diagram")),
        1 => say(format!("1 last move of {mover}")),
        count => say(format!("{count} last moves of {mover}")),
    }
    if count > 0 {
        let verdict = double_step(&history.double_step);
        verdict.into_iter().for_each(&mut say);
        for right in &history.castlings {
            say(castling(right, position, language));
        }
    }
    let reason = match history.status {
        Status::Complete | Status::MaxSolutions => None,
        Status::TimeLimit => Some("time limit reached"),
        Status::Interrupted => Some("interrupted"),
    };
    lines.extend(reason.map(|reason| Line::new(Role::Partial, format!("partial: {reason}"))));
    lines
}

fn double_step(found: &DoubleStep) -> Option<String> {
    match found {
        DoubleStep::Unknown | DoubleStep::NoEnPassant | DoubleStep::Not => None,
        DoubleStep::Maybe(squares) => {
            let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
            let squares = squares.join(", ");
            Some(format!(
                "en passant on {squares}: not allowed by convention, as the last move may have been another"
            ))
        }
        DoubleStep::Must(square, moves) if moves.is_empty() => Some(format!(
            "the last move must have been the double step over {square}, but no pawn can take there"
        )),
        DoubleStep::Must(square, moves) => {
            let moves: Vec<String> = moves
                .iter()
                .map(|mv| format!("{}*{square} ep.", mv.from()))
                .collect();
            Some(format!(
                "en passant on {square}: allowed by convention, as the last move must have been the \
                 double step: {}",
                moves.join(", ")
            ))
        }
    }
}

fn castling(right: &CastlingRight, position: &Position, language: Language) -> String {
    let name = |square| {
        position
            .unit(square)
            .map_or(String::new(), |unit| language.unit(unit))
    };
    let (king, rook) = (right.king, right.rook);
    let verdict = if right.is_possible {
        "possible"
    } else {
        "impossible, as one of them has moved"
    };
    format!(
        "castling of {}{king} and {}{rook}: {verdict}",
        name(king),
        name(rook)
    )
}

struct Moves<'a> {
    unmoves: &'a [Unmove],
    rules: RuleSet,
    language: Language,
}

impl Job for Moves<'_> {
    type Output = Vec<Line>;

    fn run<R: Rules>(self) -> Vec<Line> {
        let mut lines = Vec::new();
        self.tell::<R>(self.unmoves, 1, &mut lines);
        lines
    }
}

impl Moves<'_> {
    /// Moves that differ in what they took share a line, unless play before them is shown.
    fn tell<R: Rules>(&self, unmoves: &[Unmove], ply: usize, lines: &mut Vec<Line>) {
        let role = if ply == 1 { Role::Solution } else { Role::Play };
        let mut open: Option<(String, Vec<String>)> = None;
        let indent = "  ".repeat(ply);
        let close = |open: &mut Option<(String, Vec<String>)>, lines: &mut Vec<Line>| {
            if let Some((text, mut took)) = open.take() {
                took.dedup();
                let took = match took.as_slice() {
                    [] => String::new(),
                    took => format!("{TOOK}{}", took.join(" ")),
                };
                lines.push(Line::new(role, format!("{indent}-{ply}.{text}{took}")));
            }
        };
        for unmove in unmoves {
            let text = Scribe::<R>::new(unmove.before.clone(), self.language).show(unmove.mv);
            let took = unmove.took.map(|(unit, memory)| self.taken(unit, memory));
            let continues = unmove.earlier.is_empty()
                && took.is_some()
                && open
                    .as_ref()
                    .is_some_and(|(other, others)| *other == text && !others.is_empty());
            if !continues {
                close(&mut open, lines);
                open = Some((text, Vec::new()));
            }
            if let (Some((_, all)), Some(took)) = (&mut open, took) {
                all.push(took);
            }
            if !unmove.earlier.is_empty() {
                close(&mut open, lines);
                self.tell::<R>(&unmove.earlier, ply + 1, lines);
            }
        }
        close(&mut open, lines);
    }

    fn taken(&self, unit: Unit, memory: Option<Beneath>) -> String {
        let memory = memory.map(|memory| {
            let captured = Unit::new(unit.color(), memory.kind()).zombie(memory.is_zombie());
            format!("/{}", self.language.unit(captured))
        });
        let side = match self.rules.captures() {
            // An expelled unit may be of either side.
            Captures::Dynamo => side(unit.color()),
            _ => "",
        };
        format!(
            "{side}{}{}{}",
            self.language.unit(unit),
            mark(unit, self.rules),
            memory.unwrap_or_default()
        )
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// Where some units are kamikaze and others not, which of them.
fn mark(unit: Unit, rules: RuleSet) -> &'static str {
    let tells = rules.captures() == Captures::Kamikaze(Kamikazes::Marked);
    if tells && unit.is_kamikaze() { "*" } else { "" }
}

/// The same for programs, in one line.
///
/// `last_moves` holds for each move `move`, `unit` (as in `wR`, `bZS`), `took` and `over` (the unit taken or
/// expelled, and what it stood over) and `earlier` (the moves before, if asked for). `double_step` is `must`, `maybe`
/// or `not`, and missing where there is no en passant or the search was stopped; `en_passant` has the
/// squares passed over and the moves that
/// take there by convention.
pub fn history_json(
    id: &str,
    position: &Position,
    rules: RuleSet,
    plies: u32,
    history: &History,
) -> String {
    let (double_step, squares, moves) = match &history.double_step {
        DoubleStep::Unknown | DoubleStep::NoEnPassant => (None, Vec::new(), Vec::new()),
        DoubleStep::Not => (Some("not"), Vec::new(), Vec::new()),
        DoubleStep::Maybe(squares) => (Some("maybe"), squares.clone(), Vec::new()),
        DoubleStep::Must(square, moves) => (Some("must"), vec![*square], moves.clone()),
    };
    let answer = HistoryJson {
        id,
        conditions: conditions(rules),
        to_move: position.to_move().name(),
        plies,
        status: json::status(history.status),
        initial_array: history.is_initial_array,
        last_moves: history
            .last_moves
            .iter()
            .map(|unmove| UnmoveJson::new(unmove, rules))
            .collect(),
        double_step,
        en_passant: EnPassantJson {
            squares: squares.iter().map(Square::to_string).collect(),
            moves: moves.iter().map(ToString::to_string).collect(),
        },
        castlings: history.castlings.iter().map(CastlingJson::new).collect(),
    };
    serde_json::to_string(&answer).expect("names and numbers can always be written as JSON")
}

#[derive(Serialize)]
struct HistoryJson<'a> {
    id: &'a str,
    conditions: Vec<String>,
    to_move: &'static str,
    plies: u32,
    status: &'static str,
    initial_array: bool,
    last_moves: Vec<UnmoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double_step: Option<&'static str>,
    en_passant: EnPassantJson,
    castlings: Vec<CastlingJson>,
}

#[derive(Serialize)]
struct EnPassantJson {
    squares: Vec<String>,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct CastlingJson {
    king: String,
    rook: String,
    possible: bool,
}

impl CastlingJson {
    fn new(right: &CastlingRight) -> CastlingJson {
        CastlingJson {
            king: right.king.to_string(),
            rook: right.rook.to_string(),
            possible: right.is_possible,
        }
    }
}

#[derive(Serialize)]
struct UnmoveJson {
    #[serde(rename = "move")]
    mv: String,
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    took: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<UnmoveJson>,
}

impl UnmoveJson {
    fn new(unmove: &Unmove, rules: RuleSet) -> UnmoveJson {
        let name = |unit: Unit| {
            let zombie = if unit.is_zombie() { "Z" } else { "" };
            let letter = unit.kind().letter();
            format!(
                "{}{zombie}{letter}{}",
                side(unit.color()),
                mark(unit, rules)
            )
        };
        let over = unmove.took.and_then(|(unit, memory)| {
            let memory = memory?;
            Some(name(
                Unit::new(!unit.color(), memory.kind()).zombie(memory.is_zombie()),
            ))
        });
        UnmoveJson {
            mv: unmove.mv.to_string(),
            unit: unmove.before.unit(unmove.mv.from()).map(name),
            took: unmove.took.map(|(unit, _)| name(unit)),
            over,
            earlier: unmove
                .earlier
                .iter()
                .map(|earlier| UnmoveJson::new(earlier, rules))
                .collect(),
        }
    }
}
