//! `fata draw`

use std::io;

use super::Outcome;
use super::convert::first_to_move;
use super::input::usable;
use super::output::{Notes, Output};
use super::plan::{DrawPlan, Drawing};
use super::refusal::{Subject, refuse};
use crate::format::{
    JsonError, Language, Line, fen_line, heading, latex_diagram, svg_diagram, symbol_heading,
};
use crate::problem::Problem;

/// Draws all diagrams.
pub fn run(plan: &DrawPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    if !plan.target.is_usable(notes) {
        return Ok(Outcome::Bad);
    }
    let to = plan.to.unwrap_or_else(|| by_name(plan));
    let mut is_bad = plan.input.report(output, notes)?;
    let mut drawings = Vec::new();
    for entry in &plan.input.entries {
        let Some(problem) = usable(entry, output, notes)? else {
            is_bad = true;
            continue;
        };
        let twin = plan.twin.as_deref();
        let drawn = diagram(problem, twin).and_then(|problem| draw(to, &problem, output.language));
        match drawn {
            Ok(drawing) => drawings.push(drawing),
            Err(errors) => {
                is_bad = true;
                let subject = Subject {
                    place: &entry.place,
                    id: &problem.id,
                    twin,
                    side: None,
                };
                refuse(subject, &errors, output, notes)?;
            }
        }
    }
    if to == Drawing::Svg && drawings.len() > 1 {
        let count = drawings.len();
        notes.error(&format!(
            "a picture shows one problem, and {count} are found: choose one with --id"
        ));
        return Ok(Outcome::Bad);
    }
    let is_apart = matches!(to, Drawing::Text | Drawing::Unicode);
    if is_apart && plan.target.ending().is_none() {
        for (number, drawing) in drawings.iter().enumerate() {
            if number > 0 {
                output.line("")?;
            }
            output.lines(drawing)?;
        }
    } else {
        let texts: Vec<String> = drawings.iter().map(|lines| text(lines)).collect();
        let between = if is_apart { "\n" } else { "" };
        is_bad |= !plan.target.write(&texts.join(between), output, notes)?;
    }
    Ok(if is_bad { Outcome::Bad } else { Outcome::Done })
}

fn text(lines: &[Line]) -> String {
    lines
        .iter()
        .map(|line| format!("{}\n", line.text))
        .collect()
}

/// How the name of the file to write says to draw.
fn by_name(plan: &DrawPlan) -> Drawing {
    match plan.target.ending().as_deref() {
        Some("svg") => Drawing::Svg,
        Some("tex") => Drawing::Latex,
        Some("fen") => Drawing::Fen,
        _ => Drawing::Text,
    }
}

fn draw(to: Drawing, problem: &Problem, language: Language) -> Result<Vec<Line>, Vec<JsonError>> {
    use crate::format::Role;
    let whole = |text: String| {
        let lines = text.lines().map(|line| Line::new(Role::Diagram, line));
        lines.collect()
    };
    match to {
        Drawing::Text => Ok(heading(problem, language)),
        Drawing::Unicode => Ok(symbol_heading(problem, language)),
        Drawing::Svg => Ok(whole(svg_diagram(problem, language))),
        Drawing::Latex => Ok(whole(latex_diagram(problem, language))),
        Drawing::Fen => fen_line(&problem.setup, first_to_move(problem)).map(whole),
    }
}

/// The problem, or one of its twins as a problem of its own.
fn diagram(problem: &Problem, twin: Option<&str>) -> Result<Problem, Vec<JsonError>> {
    let Some(name) = twin else {
        return Ok(problem.clone());
    };
    let (setup, rules, stipulation) = super::moves::twin(problem, name)?;
    Ok(Problem {
        id: format!("{} {name})", problem.id),
        setup,
        rules,
        stipulation: problem.stipulation.and(Some(stipulation)),
        twins: Vec::new(),
        is_zeroposition: false,
        ..problem.clone()
    })
}
