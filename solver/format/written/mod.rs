//! Solutions as authors write them, in any of four languages, long or short.
//!
//! `tokens` cuts the text, `matching` finds the legal move that a word means, `reader` follows
//! numbers, brackets and alternatives through the play.

mod matching;
mod reader;
mod tokens;

use super::notation::Language;
use crate::problem::{Phase, Written};
use crate::rules::enter;
use reader::Reading;
pub(super) use tokens::section as section_of;

/// Longer texts are read up to here, so that none takes long.
const MOST_TOKENS: usize = 10_000;

/// Of more moves that could not be read only the number is told.
const MOST_UNREAD: usize = 20;

/// Reads the part of the text that concerns this phase; `None` if there is none, or if the diagram
/// cannot be played. The language is the one in which most can be read.
///
/// ```
/// use fata::format::{read_problems, read_solution};
/// let text = "{fen: 8/8/8/8/8/1K6/7R/1k6, stipulation: h#1}";
/// let problem = read_problems("FILE", text).remove(0).problem.unwrap();
/// let phase = problem.phases(problem.stipulation.unwrap()).remove(0).unwrap();
/// for text in ["1.Kb1-a1 Rh2-h1 #", "1. Ka1 Rh1#", "1.Ka1 Th1‡"] {
///     let written = read_solution(text, &phase, false).unwrap();
///     assert_eq!(written.solutions, ["b1a1 h2h1"], "{text}");
/// }
/// let written = read_solution("1.Kb3 Rh1#", &phase, false).unwrap();
/// assert_eq!(written.unread, ["1.Kb3: no such move here"]);
/// ```
pub fn read_solution(text: &str, phase: &Phase, has_twins: bool) -> Option<Written> {
    let section = tokens::section(text, &phase.twin, has_twins)?;
    let mut tokens = tokens::tokens(&section);
    let is_too_long = tokens.len() > MOST_TOKENS;
    tokens.truncate(MOST_TOKENS);
    let position = enter(&phase.setup, phase.rules, phase.first_to_move()).ok()?;
    let mut best: Option<Written> = None;
    for language in Language::ALL {
        let written = phase.rules.run(Reading {
            tokens: &tokens,
            phase,
            position: position.clone(),
            language,
        });
        let is_better = best
            .as_ref()
            .is_none_or(|best| written.unread.len() < best.unread.len());
        if is_better {
            best = Some(written);
        }
        if best.as_ref().is_some_and(|best| best.unread.is_empty()) {
            break;
        }
    }
    if let Some(best) = &mut best {
        let more = best.unread.len().saturating_sub(MOST_UNREAD);
        if more > 0 {
            best.unread.truncate(MOST_UNREAD);
            best.unread.push(format!("and {more} more"));
        }
        if is_too_long {
            best.is_whole = false;
            best.unread
                .push(format!("all beyond the first {MOST_TOKENS} words"));
        }
    }
    let is_empty = |written: &Written| {
        *written
            == Written {
                is_whole: true,
                ..Written::default()
            }
    };
    best.filter(|written| !is_empty(written))
}
