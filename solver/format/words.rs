//! Words: splitting texts into them, finding the one that was meant.

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::vec::IntoIter;

use crate::chess::Square;

/// The words of a text, taken one by one.
pub(super) type Words<'a> = Peekable<IntoIter<&'a str>>;

/// The words of a text, which blanks and commas divide.
pub(super) fn words(text: &str) -> Words<'_> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words: Vec<&str> = text
        .split(is_between)
        .filter(|word| !word.is_empty())
        .collect();
    words.into_iter().peekable()
}

/// A text from outside, short and harmless enough to be shown in a message.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// A text from outside with every sign that would be lost on a terminal, or change it, written out
/// (`\u{1b}`).
///
/// ```
/// assert_eq!(fata::format::escaped("a\u{7}b"), "a\\u{7}b");
/// ```
pub fn escaped(text: &str) -> String {
    // What turns the direction of writing can pretend another text.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut clean = String::new();
    for c in text.chars() {
        if c.is_control() || turns(c) {
            clean.extend(c.escape_default());
        } else {
            clean.push(c);
        }
    }
    clean
}

/// The name in the list that is this word but for capitals.
pub(super) fn named(word: &str, names: &[&'static str]) -> Option<&'static str> {
    names
        .iter()
        .copied()
        .find(|name| name.eq_ignore_ascii_case(word))
}

/// `: did you mean ..?` with the name most like the word, or nothing.
pub(super) fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    // Comparing takes time in proportion to both lengths, and no name is as long.
    if word.len() > 60 {
        return String::new();
    }
    let word = word.to_lowercase();
    let near = names
        .into_iter()
        .map(|name| {
            let lower = name.to_lowercase();
            let is_beginning = word.len() >= 4 && lower.starts_with(&word);
            let distance = strsim::damerau_levenshtein(&word, &lower);
            (if is_beginning { 1 } else { distance }, name)
        })
        .filter(|&(distance, name)| distance <= 1.max(name.len().min(word.len()) / 3))
        .min_by_key(|&(distance, _)| distance);
    near.map_or_else(String::new, |(_, name)| format!(": did you mean `{name}`?"))
}

/// The squares of a word like `e1a1`.
pub(super) fn squares(word: &str) -> Option<Vec<Square>> {
    if word.is_empty() || !word.len().is_multiple_of(2) {
        return None;
    }
    (0..word.len())
        .step_by(2)
        .map(|at| word.get(at..at + 2)?.parse().ok())
        .collect()
}

/// The number that must follow a word, here named for messages.
///
/// # Errors
/// If there is none in the range.
pub(super) fn number(
    name: &str,
    words: &mut Words<'_>,
    range: RangeInclusive<u64>,
) -> Result<u64, String> {
    let is_number =
        |word: &&str| word.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
    let found = words.next_if(is_number);
    match found.map(str::parse) {
        Some(Ok(number)) if range.contains(&number) => Ok(number),
        _ => {
            let found = found.or_else(|| words.peek().copied());
            let found =
                found.map_or_else(String::new, |found| format!(", found `{}`", shown(found)));
            let (least, most) = range.into_inner();
            Err(format!(
                "`{name}` needs a number from {least} to {most}{found}"
            ))
        }
    }
}

/// The squares, so many of them, that must follow a word.
///
/// # Errors
/// If other words follow.
pub(super) fn square_arguments<const N: usize>(
    name: &str,
    words: &mut Words<'_>,
) -> Result<[Square; N], String> {
    let mut found: Vec<Square> = Vec::new();
    while found.len() < N
        && let Some(more) = words.peek().and_then(|word| squares(word))
    {
        found.extend(more);
        words.next();
    }
    found.try_into().map_err(|found: Vec<Square>| {
        let needs = if N == 1 {
            "one square".to_owned()
        } else {
            format!("{N} squares")
        };
        match words.peek() {
            Some(word) if found.len() < N => {
                format!("`{name}` needs {needs}, found `{}`", shown(word))
            }
            _ => format!("`{name}` needs {needs}, found {}", found.len()),
        }
    })
}
