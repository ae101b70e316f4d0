//! What is remarkable in a table, for people and for programs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::board::{Position, Setup};
use crate::chess::{Color, Kind, Move, Square, Unit};
use crate::format::{Language, Line, Role, Scribe, conditions, heading};
use crate::problem::{Aim, Claims, Credits, Options, Problem, Stipulation};
use crate::retro::{Example, Outcome, Side, Survey, Table};
use crate::rules::{Job, Rules};

/// What a table holds.
pub struct Report {
    survey: Survey,
    longest: [Option<Play>; 2],
}

/// A position, its answer and the best play.
struct Play {
    example: Example,
    printed: Vec<String>,
}

impl Report {
    /// Looks through the table.
    pub fn new(table: &Table, language: Language) -> Report {
        let survey = table.survey();
        let longest = [0, 1].map(|side| {
            let example = table.longest(&survey.sides[side])?;
            let printed = write(table, &example.position, &example.line, language);
            Some(Play { example, printed })
        });
        Report { survey, longest }
    }

    /// For people.
    pub fn lines(&self, table: &Table, language: Language) -> Vec<Line> {
        let names = [table.material().to_string(), table.task().to_string()];
        let names: Vec<String> = names.into_iter().chain(conditions(table.rules())).collect();
        let mut lines = vec![Line::new(Role::Heading, names.join("  "))];
        let is_help = table.task().aim == Aim::Help;
        for (color, side) in Color::BOTH.into_iter().zip(&self.survey.sides) {
            let counts = if is_help {
                let helped: u64 = side.helps.values().sum();
                format!("{helped} with the goal, {} without", side.neither)
            } else {
                let [won, lost] =
                    [&side.wins, &side.losses].map(|counts| counts.values().sum::<u64>());
                format!("{won} won, {lost} lost, {} neither", side.neither)
            };
            let positions = side.positions();
            let text = format!(
                "{} to move: {positions} positions up to symmetry, {counts}",
                color.name()
            );
            lines.push(Line::new(Role::Note, text));
        }
        lines.extend(histogram(&self.survey.sides, is_help));
        if !is_help {
            let [white, black] = self.survey.half_zugzwangs;
            let full = self.survey.full_zugzwangs;
            let text = format!(
                "mutual zugzwang: {full} lost by whoever is to move, {white} lost only if White is to \
                 move, {black} only if Black is"
            );
            lines.push(Line::new(Role::Note, text));
        }
        for (color, play) in Color::BOTH.into_iter().zip(&self.longest) {
            let Some(Play { example, printed }) = play else {
                continue;
            };
            let stipulation = table.task().stipulation(color, example.outcome);
            let setup = table.diagram(&example.position);
            let mut problem = problem(table, setup, stipulation);
            problem.id = format!(
                "longest with {} to move: {}",
                color.name(),
                words(example.outcome)
            );
            lines.push(Line::new(Role::Diagram, ""));
            lines.extend(heading(&problem, language));
            if !printed.is_empty() {
                lines.push(Line::new(
                    Role::Play,
                    format!("  {}", numbered(color, printed, is_help)),
                ));
            }
        }
        lines
    }

    /// For programs.
    pub fn json(&self, table: &Table, seconds: f64, threads: usize) -> String {
        let side = |n: usize| {
            let side = &self.survey.sides[n];
            let longest = self.longest[n].as_ref();
            SideJson {
                positions: side.positions(),
                wins: &side.wins,
                losses: &side.losses,
                helps: &side.helps,
                unique: &side.unique,
                neither: side.neither,
                longest: longest.map(|play| LongestJson {
                    position: PositionJson::new(&table.diagram(&play.example.position)),
                    plies: plies(play.example.outcome),
                    line: machine(&play.example.line),
                }),
            }
        };
        let json = StatsJson {
            table: table.material().to_string(),
            goal: table.task().to_string(),
            conditions: table.rules().conditions(),
            kamikaze: table.rules().kamikaze_form(),
            status: "complete",
            classes: table.classes().count(),
            white_to_move: side(0),
            black_to_move: side(1),
            full_zugzwangs: self.survey.full_zugzwangs,
            half_zugzwangs: self.survey.half_zugzwangs,
            seconds,
            threads,
        };
        to_line(&json)
    }
}

/// An answer, with the best play.
pub struct Answer {
    outcome: Outcome,
    line: Vec<Move>,
    printed: Vec<String>,
    to_move: Color,
    is_help: bool,
}

/// The answer for a position, with the best play.
pub fn answer(table: &Table, position: &Position, outcome: Outcome, language: Language) -> Answer {
    let line = table.line(position);
    Answer {
        outcome,
        printed: write(table, position, &line, language),
        line,
        to_move: position.to_move(),
        is_help: table.task().aim == Aim::Help,
    }
}

impl Answer {
    /// For people.
    pub fn text(&self) -> String {
        let outcome = words(self.outcome);
        if self.printed.is_empty() {
            outcome
        } else {
            format!(
                "{outcome}  {}",
                numbered(self.to_move, &self.printed, self.is_help)
            )
        }
    }

    /// For programs.
    pub fn json(&self, fen: &str) -> String {
        let (result, lines) = match self.outcome {
            Outcome::Win(_) => ("win", None),
            Outcome::Loss(_) => ("loss", None),
            Outcome::Help { lines, .. } => ("help", Some(lines)),
            Outcome::Neither => ("neither", None),
        };
        let plies = (self.outcome != Outcome::Neither).then(|| plies(self.outcome));
        to_line(&AnswerJson {
            fen,
            result,
            plies,
            lines,
            line: machine(&self.line),
        })
    }
}

/// A problem made of a diagram of a table.
pub fn problem(table: &Table, setup: Setup, stipulation: Option<Stipulation>) -> Problem {
    Problem {
        id: String::new(),
        credits: Credits::default(),
        setup,
        rules: table.rules(),
        stipulation,
        options: Options::default(),
        twins: Vec::new(),
        is_zeroposition: false,
        claims: Claims::default(),
        part: None,
    }
}

/// A problem as a document of a problem file.
pub fn problem_yaml(problem: &Problem) -> Vec<Line> {
    let setup = &problem.setup;
    let position = PositionJson::new(setup);
    let mut fields = vec![format!("id: \"{}\"", problem.id)];
    let units = |units: &[String]| units.join(", ");
    fields.push(format!(
        "algebraic: {{white: [{}], black: [{}]}}",
        units(&position.white),
        units(&position.black)
    ));
    if !position.beneath.is_empty() {
        let beneath = position.beneath.iter();
        let beneath: Vec<String> = beneath.map(|(at, unit)| format!("{at}: {unit}")).collect();
        fields.push(format!("beneath: {{{}}}", beneath.join(", ")));
    }
    if let Some(stipulation) = problem.stipulation {
        fields.push(format!("stipulation: \"{stipulation}\""));
    }
    let conditions = problem.rules.conditions();
    if !conditions.is_empty() {
        fields.push(format!("conditions: [{}]", conditions.join(", ")));
    }
    if !position.options.is_empty() {
        fields.push(format!("options: [{}]", position.options.join(", ")));
    }
    let marker = ["---".to_owned()].into_iter();
    marker
        .chain(fields)
        .map(|text| Line::new(Role::Diagram, text))
        .collect()
}

/// How many positions of each length, with White and with Black to move.
fn histogram(sides: &[Side; 2], is_help: bool) -> Vec<Line> {
    let lengths: BTreeSet<u32> = sides
        .iter()
        .flat_map(|side| [&side.wins, &side.losses, &side.helps])
        .flat_map(|counts| counts.keys().copied())
        .collect();
    let count = |counts: &BTreeMap<u32, u64>, plies| counts.get(&plies).copied().unwrap_or(0);
    let row = |cells: [String; 5]| {
        let [length, a, b, c, d] = cells;
        Line::new(
            Role::Play,
            format!("{length:>7} {a:>13} {b:>13} {c:>13} {d:>13}"),
        )
    };
    let titles = if is_help {
        ["plies", "White moves", "unique", "Black moves", "unique"]
    } else {
        [
            "plies",
            "White wins",
            "White loses",
            "Black wins",
            "Black loses",
        ]
    };
    let mut lines = vec![row(titles.map(str::to_owned))];
    for plies in lengths {
        let counts = sides.iter().flat_map(|side| {
            if is_help {
                [count(&side.helps, plies), count(&side.unique, plies)]
            } else {
                [count(&side.wins, plies), count(&side.losses, plies)]
            }
        });
        let mut cells = counts.map(|count| {
            if count == 0 {
                String::new()
            } else {
                count.to_string()
            }
        });
        let mut next = || cells.next().unwrap_or_default();
        let mut line = row([plies.to_string(), next(), next(), next(), next()]);
        line.text.truncate(line.text.trim_end().len());
        lines.push(line);
    }
    lines
}

/// An answer in words.
fn words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("won in {plies}"),
        Outcome::Loss(plies) => format!("lost in {plies}"),
        Outcome::Help { plies, lines } => {
            let more = if lines == Outcome::MOST_LINES {
                " or more"
            } else {
                ""
            };
            let noun = if lines == 1 { "line" } else { "lines" };
            format!("{plies}, {lines}{more} {noun}")
        }
        Outcome::Neither => "neither side reaches the goal".to_owned(),
    }
}

fn plies(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Win(plies) | Outcome::Loss(plies) | Outcome::Help { plies, .. } => plies.0,
        Outcome::Neither => 0,
    }
}

fn machine(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// Printed moves with their numbers; in help play Black's come first.
fn numbered(to_move: Color, printed: &[String], is_help: bool) -> String {
    let first = if is_help { Color::Black } else { Color::White };
    let mut text = String::new();
    let mut number = 1;
    let mut color = to_move;
    for (n, mv) in printed.iter().enumerate() {
        if n > 0 {
            text.push(' ');
        }
        if color == first {
            text += &format!("{number}.");
        } else if n == 0 {
            text += &format!("{number}...");
        }
        text += mv;
        if color != first {
            number += 1;
        }
        color = !color;
    }
    text
}

/// The moves as the literature prints them.
fn write(table: &Table, position: &Position, line: &[Move], language: Language) -> Vec<String> {
    table.rules().run(Write {
        position,
        line,
        language,
    })
}

struct Write<'a> {
    position: &'a Position,
    line: &'a [Move],
    language: Language,
}

impl Job for Write<'_> {
    type Output = Vec<String>;

    fn run<R: Rules>(self) -> Vec<String> {
        let mut scribe = Scribe::<R>::new(self.position.clone(), self.language);
        self.line.iter().map(|&mv| scribe.play(mv).0).collect()
    }
}

#[derive(Serialize)]
struct StatsJson<'a> {
    table: String,
    goal: String,
    conditions: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kamikaze: Option<&'static str>,
    status: &'static str,
    classes: usize,
    white_to_move: SideJson<'a>,
    black_to_move: SideJson<'a>,
    full_zugzwangs: u64,
    half_zugzwangs: [u64; 2],
    seconds: f64,
    threads: usize,
}

#[derive(Serialize)]
struct SideJson<'a> {
    positions: u64,
    wins: &'a BTreeMap<u32, u64>,
    losses: &'a BTreeMap<u32, u64>,
    helps: &'a BTreeMap<u32, u64>,
    unique: &'a BTreeMap<u32, u64>,
    neither: u64,
    longest: Option<LongestJson>,
}

#[derive(Serialize)]
struct LongestJson {
    #[serde(flatten)]
    position: PositionJson,
    plies: u32,
    line: String,
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    fen: &'a str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
    line: String,
}

/// A diagram in the words of a problem file.
#[derive(Serialize)]
struct PositionJson {
    white: Vec<String>,
    black: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    beneath: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
}

impl PositionJson {
    fn new(setup: &Setup) -> PositionJson {
        let units = |color| {
            let mut units: Vec<(&Square, &Unit)> = setup
                .units
                .iter()
                .filter(|(_, unit)| unit.color() == color)
                .collect();
            units.sort_by_key(|(square, unit)| (std::cmp::Reverse(unit.kind()), **square));
            let name = |(square, unit): (&Square, &Unit)| format!("{}{square}", letter(*unit));
            units.into_iter().map(name).collect()
        };
        let beneath = setup.beneath.iter().map(|(square, unit)| {
            let side = if unit.color() == Color::White {
                'w'
            } else {
                'b'
            };
            (square.to_string(), format!("{side}{}", letter(*unit)))
        });
        let mut options = Vec::new();
        let lacks = |color: Color| {
            let is_king = |unit: &Unit| unit.kind() == Kind::King && unit.color() == color;
            !setup.units.values().any(is_king)
        };
        for (color, word) in [(Color::White, "NoWk"), (Color::Black, "NoBk")] {
            if lacks(color) {
                options.push(word.to_owned());
            }
        }
        let homes: String = setup.no_castling.map(|square| square.to_string()).collect();
        if !homes.is_empty() {
            options.push(format!("NoCastling {homes}"));
        }
        if let Some(passed) = setup.en_passant {
            options.push(format!("EnPassant {passed}"));
        }
        PositionJson {
            white: units(Color::White),
            black: units(Color::Black),
            beneath: beneath.collect(),
            options,
        }
    }
}

fn letter(unit: Unit) -> String {
    Language::English.unit(unit)
}

fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("counts and names always have a JSON form")
}
