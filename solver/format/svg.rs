//! Diagrams as pictures. The units are drawn in outlines of their own, so that no font is needed for
//! the board.

use std::fmt::Write;

use super::diagram::{Marks, question, titles, unseen};
use super::notation::Language;
use crate::chess::{Color, Kind, Square, Unit};
use crate::problem::Problem;

/// The side of a square; the outlines of units are drawn in a square of that size.
const SIDE: u32 = 100;

/// Around the board.
const MARGIN: u32 = 60;

/// From line to line of text.
const LEADING: u32 = 46;

/// How many letters of the caption go on a line.
const WIDTH: usize = 44;

/// A picture of the diagram with a caption: authors, source and name above, what is asked below.
/// Zombies stand on their heads; a star marks single kamikaze units; what a square remembers is drawn
/// small in its corner.
pub fn svg_diagram(problem: &Problem, language: Language) -> String {
    let mut above: Vec<String> = Vec::new();
    for title in titles(problem) {
        above.extend(wrapped(&title));
    }
    let mut below = wrapped(&question(problem));
    let marks = Marks {
        kamikaze: "star:",
        remembers: "small units: the board",
    };
    for fact in unseen(&problem.setup, &marks, language) {
        below.extend(wrapped(&fact));
    }
    let lines = |lines: &[String]| u32::try_from(lines.len()).unwrap_or(u32::MAX / 2 / LEADING);
    let top = MARGIN + lines(&above) * LEADING;
    let width = 2 * MARGIN + 8 * SIDE;
    let height = top + 8 * SIDE + 2 * MARGIN + lines(&below) * LEADING;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\" font-family=\"serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        width / 2,
        height / 2
    );
    let mut caption = |lines: &[String], start: u32| {
        for (n, line) in (1..).zip(lines) {
            let y = start + n * LEADING;
            let line = quoted(line);
            push(
                &mut svg,
                format_args!("<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"36\">{line}</text>\n"),
            );
        }
    };
    caption(&above, MARGIN / 3);
    caption(&below, top + 8 * SIDE + MARGIN);
    board(&mut svg, top);
    for (&square, &unit) in &problem.setup.units {
        let (x, y) = corner(square, top);
        draw(&mut svg, unit, &format!("translate({x} {y})"));
        if unit.is_kamikaze() {
            push(
                &mut svg,
                format_args!(
                    "<path d=\"{STAR}\" transform=\"translate({x} {y})\" fill=\"#c00\" \
                     stroke=\"#fff\" stroke-width=\"2\"/>\n"
                ),
            );
        }
    }
    for (&square, &unit) in &problem.setup.beneath {
        let (x, y) = corner(square, top);
        let (x, y) = (x + 2, y + 62);
        push(
            &mut svg,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"36\" height=\"36\" rx=\"5\" fill=\"#fff\" \
                 stroke=\"#000\" stroke-width=\"2\"/>\n"
            ),
        );
        draw(&mut svg, unit, &format!("translate({x} {y}) scale(.36)"));
    }
    svg + "</svg>\n"
}

/// Writing to a string cannot fail.
fn push(svg: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = svg.write_fmt(text);
}

/// The top left corner of a square.
fn corner(square: Square, top: u32) -> (u32, u32) {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    (MARGIN + SIDE * file, top + SIDE * (7 - rank))
}

/// Squares, frame, names of files and ranks.
fn board(svg: &mut String, top: u32) {
    let side = 8 * SIDE;
    for square in Square::all() {
        let (x, y) = corner(square, top);
        if (square.file() + square.rank()).is_multiple_of(2) {
            push(
                svg,
                format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#c8c8c8\"/>\n"
                ),
            );
        }
    }
    push(
        svg,
        format_args!(
            "<rect x=\"{MARGIN}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
             stroke=\"#000\" stroke-width=\"4\"/>\n"
        ),
    );
    for (n, file) in (0..).zip('a'..='h') {
        let x = MARGIN + SIDE * n + SIDE / 2;
        let y = top + side + 38;
        push(
            svg,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"30\" text-anchor=\"middle\">{file}</text>\n"
            ),
        );
    }
    for rank in 1..=8 {
        let y = top + SIDE * (8 - rank) + SIDE / 2 + 10;
        push(
            svg,
            format_args!(
                "<text x=\"{}\" y=\"{y}\" font-size=\"30\" text-anchor=\"middle\">{rank}</text>\n",
                MARGIN / 2
            ),
        );
    }
}

/// A unit, in a square of [`SIDE`] that is put in place.
fn draw(svg: &mut String, unit: Unit, place: &str) {
    let (fill, detail) = match unit.color() {
        Color::White => ("#fff", "#000"),
        Color::Black => ("#000", "#fff"),
    };
    let turn = if unit.is_zombie() {
        " rotate(180 50 50)"
    } else {
        ""
    };
    let (outline, details) = shape(unit.kind());
    // The outline in white around black units keeps them apart from what lies beneath.
    push(
        svg,
        format_args!(
            "<g transform=\"{place}{turn}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
             <path d=\"{outline}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"4\"/>\
             <path d=\"{details}\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"3\"/></g>\n"
        ),
    );
}

/// The sign of a kamikaze unit, in the upper right corner of a square.
const STAR: &str = "M84 2 L87.5 10.5 96.5 8.5 91.5 16 98 22.5 89 22.5 86.5 31 \
                    82.5 23 73.5 25.5 78 17.5 71 12 80 11 Z";

/// The outline of a kind, and the lines inside it.
fn shape(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Pawn => (
            "M28 86 H72 V78 C70 66 60 62 58 50 H63 V44 H57 A13 13 0 1 0 43 44 H37 V50 H42 \
             C40 62 30 66 28 78 Z",
            "M32 78 H68",
        ),
        Kind::Knight => (
            "M30 86 H76 C80 56 74 32 52 26 L47 15 L40 26 C31 33 26 45 20 57 C20 65 27 68 32 64 \
             L43 58 C47 58 51 55 54 51 C54 62 34 64 30 78 Z",
            "M37 39 L41 37 M25 58 L28 60 M34 78 H70",
        ),
        Kind::Bishop => (
            "M24 86 H76 V78 H62 C58 72 60 68 64 64 C76 52 70 38 53 25 A7 7 0 1 0 47 25 \
             C30 38 24 52 36 64 C40 68 42 72 38 78 H24 Z",
            "M50 38 V56 M42 46 H58 M38 66 H62",
        ),
        Kind::Rook => (
            "M22 86 H78 V78 H71 L67 48 H74 V22 H63 V31 H55.5 V22 H44.5 V31 H37 V22 H26 V48 H33 \
             L29 78 H22 Z",
            "M33 48 H67 M29 78 H71",
        ),
        Kind::Queen => (
            "M26 86 H74 V78 L71 66 L86 36 A6 6 0 1 0 79 33 L66 50 L68 26 A6 6 0 1 0 60 25 L50 48 \
             L40 25 A6 6 0 1 0 32 26 L34 50 L21 33 A6 6 0 1 0 14 36 L29 66 L26 78 Z",
            "M29 66 C43 62 57 62 71 66 M27 78 H73",
        ),
        Kind::King => (
            "M26 86 H74 V78 L72 68 C88 58 86 38 70 37 C62 37 56 42 53 48 V30 H61 V23 H53 V14 H47 \
             V23 H39 V30 H47 V48 C44 42 38 37 30 37 C14 38 12 58 28 68 L26 78 Z",
            "M28 68 C42 63 58 63 72 68 M50 48 V63 M27 78 H73",
        ),
    }
}

/// A text in lines that are not too long.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text without anything that a picture would take for its own.
fn quoted(text: &str) -> String {
    let clean = text.chars().filter(|c| !c.is_control()).collect::<String>();
    clean
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
