//! Diagrams for LaTeX's package `diagram`, which German problemists use.

use super::diagram::{Marks, conditions, unseen};
use super::notation::Language;
use crate::chess::{Color, Unit};
use crate::problem::Problem;

/// A `diagram` environment. Zombies stand on their heads, units marked as kamikaze lie on their right
/// side.
pub fn latex_diagram(problem: &Problem, language: Language) -> String {
    let mut text = "\\begin{diagram}\n".to_owned();
    let mut say = |command: &str, content: &str| {
        if !content.is_empty() {
            text += &format!("\\{command}{{{content}}}\n");
        }
    };
    let credits = &problem.credits;
    let authors: Vec<String> = credits.authors.iter().map(|it| plain(it)).collect();
    say("author", &authors.join("; "));
    say("source", &plain(credits.source.as_deref().unwrap_or("")));
    let [white, black] = problem.setup.counts();
    let units = problem.setup.units.iter();
    let units: Vec<String> = units
        .map(|(at, &unit)| format!("{}{at}", code(unit)))
        .collect();
    say(&format!("pieces[{white}+{black}]"), &units.join(", "));
    let stipulation = problem.stipulation.map(|it| it.to_string());
    let asked = [
        stipulation,
        problem
            .options
            .white_to_play
            .then(|| "White to play".to_owned()),
    ];
    let asked: Vec<String> = asked.into_iter().flatten().collect();
    say("stipulation", &plain(&asked.join(", ")));
    say("condition", &plain(&conditions(problem.rules).join(", ")));
    let twins = problem.twins.iter().map(|twin| {
        let continued = twin.continued.then(|| "Continued".to_owned());
        let edits = twin.edits.iter().map(|edit| edit.to_string());
        let words: Vec<String> = continued.into_iter().chain(edits).collect();
        plain(&format!("{}) {}", twin.name, words.join(", ")))
    });
    say("twins", &twins.collect::<Vec<_>>().join("\\newline "));
    let marks = Marks {
        kamikaze: "turned right:",
        remembers: "the board",
    };
    let mut facts = unseen(&problem.setup, &marks, language);
    if problem.setup.units.values().any(|unit| unit.is_zombie()) {
        facts.insert(0, "upside down: zombie".to_owned());
    }
    let facts: Vec<String> = facts.iter().map(|fact| plain(fact)).collect();
    say("remark", &facts.join("\\newline "));
    text + "\\end{diagram}\n"
}

/// Colour, kind and turn in the package's German letters.
fn code(unit: Unit) -> String {
    let side = match unit.color() {
        Color::White => 'w',
        Color::Black => 's',
    };
    let turn = match (unit.is_zombie(), unit.is_kamikaze()) {
        (true, _) => "U",
        (false, true) => "R",
        (false, false) => "",
    };
    format!("{side}{}{turn}", Language::German.letter(unit.kind()))
}

/// A text without anything that LaTeX would take for a command.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                plain.push('\\');
                plain.push(c);
            }
            '\\' => plain += "\\textbackslash{}",
            '^' => plain += "\\textasciicircum{}",
            '~' => plain += "\\textasciitilde{}",
            '<' => plain += "\\textless{}",
            '>' => plain += "\\textgreater{}",
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}
