//! Lines in machine notation, as the literature prints them.

use super::notation::{Language, Scribe};
use crate::board::Position;
use crate::chess::Move;
use crate::problem::{Aim, Phase};
use crate::rules::{Job, Rules, enter};

/// A line of a phase as printed; `pass` in it is a move left out. Moves from the first on that is
/// not legal stay as they are.
///
/// ```
/// use fata::format::{Language, printed_line, read_problems};
/// let text = "{fen: 8/8/8/8/8/1K6/7R/1k6, stipulation: h#1}";
/// let problem = read_problems("FILE", text).remove(0).problem.unwrap();
/// let phase = problem.phases(problem.stipulation.unwrap()).remove(0).unwrap();
/// let line = printed_line(&phase, "b1a1 h2h1", Language::German);
/// assert_eq!(line, "1.Kb1-a1 Th2-h1 #");
/// assert_eq!(printed_line(&phase, "pass h2h1", Language::English), "1...Rh2-h1 #");
/// assert_eq!(printed_line(&phase, "b1b8", Language::English), "1.b1b8");
/// ```
pub fn printed_line(phase: &Phase, line: &str, language: Language) -> String {
    match enter(&phase.setup, phase.rules, phase.first_to_move()) {
        Ok(position) => phase.rules.run(Speak {
            phase,
            line,
            position,
            language,
        }),
        Err(_) => line.to_owned(),
    }
}

struct Speak<'a> {
    phase: &'a Phase,
    line: &'a str,
    position: Position,
    language: Language,
}

impl Job for Speak<'_> {
    type Output = String;

    fn run<R: Rules>(self) -> String {
        let options = &self.phase.options;
        let is_late = match self.phase.stipulation.aim {
            Aim::Help => self.phase.stipulation.half || options.white_to_play,
            Aim::Direct | Aim::Selfmate => options.post_key_play,
        };
        let mut scribe = Some(Scribe::<R>::new(self.position, self.language));
        let mut words: Vec<String> = Vec::new();
        for (n, name) in self.line.split(' ').enumerate() {
            let ply = n + usize::from(is_late);
            if name == "pass" {
                if let Some(scribe) = &mut scribe {
                    let _ = scribe.pass();
                }
                continue;
            }
            let text = match &mut scribe {
                Some(known) => match named(known, name) {
                    Some(mv) => known.play(mv).0,
                    None => {
                        scribe = None;
                        name.to_owned()
                    }
                },
                None => name.to_owned(),
            };
            words.push(match (ply % 2, words.is_empty()) {
                (0, _) => format!("{}.{text}", ply / 2 + 1),
                (_, true) => format!("{}...{text}", ply / 2 + 1),
                _ => text,
            });
        }
        words.join(" ")
    }
}

fn named<R: Rules>(scribe: &Scribe<R>, name: &str) -> Option<Move> {
    let mut moves: Vec<Move> = Vec::new();
    R::legal_moves(&mut scribe.position().clone(), &mut moves);
    moves.into_iter().find(|mv| mv.to_string() == name)
}
