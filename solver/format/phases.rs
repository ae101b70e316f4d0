//! Set play, tries and solution side by side, as composers draw them by hand.
//!
//! ```text
//!                set play      1.Qd1-d5 ?         1.Qd1-d4 !
//! threat                       Qd5-h1 #           zugzwang
//! 1...Ka8-b8     Qd1-d8 #      Qd5-d8 #           Qd4-b6 #   changed
//! 1...g7-g5                    refutes            Qd4-h8 #
//! ```

use std::collections::BTreeMap;

use super::notation::{Language, Scribe};
use super::page::{Line, Role};
use crate::board::Position;
use crate::problem::{Attack, Battle, Defence, Phase, Play, Solution, Threats};
use crate::rules::{Job, Rules, enter};

/// More tries than this make no table that can be read.
const MOST_TRIES: usize = 6;

/// The table of a directmate or selfmate in two or three moves: a row for each defence, a column for
/// each phase, in each cell the answers. Nothing for other problems, or where one phase is all.
/// Tries beyond the sixth are left out; quiet ones and those with the fewest refutations come first.
pub fn phase_table(phase: &Phase, solution: &Solution, language: Language) -> Vec<Line> {
    let Play::Battle(battle) = &solution.play else {
        return Vec::new();
    };
    if !(2..=3).contains(&phase.stipulation.moves) {
        return Vec::new();
    }
    let Ok(position) = enter(&phase.setup, phase.rules, phase.first_to_move()) else {
        return Vec::new();
    };
    let columns = phase.rules.run(Columns {
        battle,
        position,
        language,
    });
    if columns.len() < 2 {
        return Vec::new();
    }
    let rows = rows(&columns);
    printed(&rows)
}

/// One phase: title, threat, and by the machine notation of each defence its name and the answers.
struct Column {
    title: String,
    threat: String,
    cells: BTreeMap<String, (String, String)>,
}

struct Columns<'a> {
    battle: &'a Battle,
    position: Position,
    language: Language,
}

impl Job for Columns<'_> {
    type Output = Vec<Column>;

    fn run<R: Rules>(self) -> Vec<Column> {
        let mut scribe = Scribe::<R>::new(self.position, self.language);
        let mut columns = Vec::new();
        if let Some(set_play) = self.battle.set_play.as_ref().filter(|set| !set.is_empty()) {
            let undo = scribe.pass();
            columns.push(Column {
                title: "set play".to_owned(),
                threat: String::new(),
                cells: cells(&mut scribe, set_play),
            });
            scribe.take_back(&undo);
        }
        let mut tries: Vec<_> = self.battle.tries.iter().collect();
        // Checks are the least interesting: they threaten nothing.
        tries.sort_by_key(|attempt| {
            let is_check = attempt.attack.threats == Threats::None;
            (is_check, attempt.refutations.len())
        });
        for attempt in tries.into_iter().take(MOST_TRIES) {
            let mut column = column(&mut scribe, &attempt.attack, '?');
            if let Some(mv) = attempt.attack.mv {
                let (_, undo) = scribe.play(mv);
                for &refutation in &attempt.refutations {
                    let name = format!("1...{}", scribe.show(refutation));
                    let cell = (name, "refutes".to_owned());
                    column.cells.insert(refutation.to_string(), cell);
                }
                scribe.take_back(&undo);
            }
            columns.push(column);
        }
        for key in &self.battle.keys {
            columns.push(column(&mut scribe, key, '!'));
        }
        columns
    }
}

fn column<R: Rules>(scribe: &mut Scribe<R>, attack: &Attack, mark: char) -> Column {
    let Some(mv) = attack.mv else {
        return Column {
            title: format!("1.pass {mark}"),
            threat: String::new(),
            cells: BTreeMap::new(),
        };
    };
    let (text, undo) = scribe.play(mv);
    let threat = match &attack.threats {
        Threats::None => String::new(),
        Threats::Zugzwang => "zugzwang".to_owned(),
        Threats::Moves(threats) => {
            let undo = scribe.pass();
            let text = answers(scribe, threats);
            scribe.take_back(&undo);
            text
        }
    };
    let cells = cells(scribe, &attack.defences);
    scribe.take_back(&undo);
    Column {
        title: format!("1.{text} {mark}"),
        threat,
        cells,
    }
}

fn cells<R: Rules>(
    scribe: &mut Scribe<R>,
    defences: &[Defence],
) -> BTreeMap<String, (String, String)> {
    let mut cells = BTreeMap::new();
    for defence in defences.iter().filter(|defence| !defence.is_idle) {
        let (name, undo) = scribe.play(defence.mv);
        let answers = answers(scribe, &defence.answers);
        scribe.take_back(&undo);
        cells.insert(defence.mv.to_string(), (format!("1...{name}"), answers));
    }
    cells
}

fn answers<R: Rules>(scribe: &mut Scribe<R>, attacks: &[Attack]) -> String {
    let names = attacks.iter().map(|attack| match attack.mv {
        Some(mv) => scribe.show(mv),
        None => "pass".to_owned(),
    });
    names.collect::<Vec<_>>().join(", ")
}

fn rows(columns: &[Column]) -> Vec<Vec<String>> {
    let mut names: BTreeMap<&String, &String> = BTreeMap::new();
    for column in columns {
        for (mv, (name, _)) in &column.cells {
            names.entry(mv).or_insert(name);
        }
    }
    let title = |column: &Column| column.title.clone();
    let head = [String::new()].into_iter().chain(columns.iter().map(title));
    let mut rows = vec![head.collect::<Vec<_>>()];
    if columns.iter().any(|column| !column.threat.is_empty()) {
        let threat = |column: &Column| column.threat.clone();
        let row = ["threat".to_owned()]
            .into_iter()
            .chain(columns.iter().map(threat));
        rows.push(row.collect());
    }
    for (mv, name) in names {
        let mut row = vec![name.clone()];
        let mut answers = Vec::new();
        for column in columns {
            let answer = column.cells.get(mv).map_or("", |(_, answer)| answer);
            row.push(answer.to_owned());
            if !answer.is_empty() && answer != "refutes" && !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        if answers.len() > 1 {
            row.push("changed".to_owned());
        }
        rows.push(row);
    }
    rows
}

fn printed(rows: &[Vec<String>]) -> Vec<Line> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let print = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let padded = cells.map(|(cell, width)| format!("{cell:width$}"));
        let text = padded.collect::<Vec<_>>().join("   ");
        Line::new(Role::Note, text.trim_end())
    };
    rows.iter().map(print).collect()
}
