//! A record for people.

use super::record::Record;
use super::report::remark;
use crate::format::{Language, Line, Role, printed_line};
use crate::problem::{Finding, Phase, Short, Verdict};

/// More lines of one kind than this are only counted.
const MOST: usize = 10;

/// The same for lines that are no fault.
const FEW: usize = 2;

/// Verdict and findings of a record in lines, moves as the literature prints them if the phase is
/// at hand.
pub fn record_lines(record: &Record, phase: Option<&Phase>, language: Language) -> Vec<Line> {
    let role = match record.verdict {
        verdict if verdict.is_unsound() => Role::Partial,
        Verdict::Unchecked | Verdict::Error => Role::Try,
        _ => Role::Solution,
    };
    let mut words = vec![format!("{}: {}", record.name(), record.verdict.words())];
    if !record.stipulation.is_empty() {
        words.push(record.stipulation.clone());
        let word = if record.keys.is_some() {
            "key"
        } else {
            "solution"
        };
        words.push(match record.solutions() {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        });
    } else if record.verdict == Verdict::Sound {
        words.push("refused, as claimed".to_owned());
    }
    let mut lines = vec![Line::new(role, words.join("  "))];
    if let (Some(error), Verdict::Error) = (&record.error, record.verdict) {
        let text = format!("   {}: {}", error.field, error.message);
        lines.push(Line::new(Role::Play, text));
    }
    for finding in &record.findings {
        let mut speaker = Speaker {
            phase,
            language,
            lines: &mut lines,
        };
        speaker.finding(finding);
    }
    lines
}

struct Speaker<'a> {
    phase: Option<&'a Phase>,
    language: Language,
    lines: &'a mut Vec<Line>,
}

impl Speaker<'_> {
    fn say(&mut self, text: &str) {
        self.lines.push(Line::new(Role::Play, format!("   {text}")));
    }

    /// A line of the phase, after those moves.
    fn printed(&self, line: &str) -> String {
        match self.phase {
            Some(phase) => printed_line(phase, line, self.language),
            None => line.to_owned(),
        }
    }

    fn list(&mut self, what: &str, before: &str, lines: &[String]) {
        self.first(MOST, what, before, lines);
    }

    fn first(&mut self, most: usize, what: &str, before: &str, lines: &[String]) {
        for line in lines.iter().take(most) {
            let line = self.printed(&format!("{before}{line}"));
            self.say(&format!("{what}: {line}"));
        }
        if lines.len() > most {
            self.say(&format!("{what}: {} more", lines.len() - most));
        }
    }

    fn finding(&mut self, finding: &Finding) {
        match finding {
            Finding::NoSolution | Finding::NoClaim { .. } => {}
            Finding::Cooks { solutions } => self.list("unintended", "", solutions),
            Finding::Missing { solutions } => {
                self.list("claimed, but does not solve", "", solutions);
            }
            Finding::Refuted { refutations } => self.list("refuted by", "", refutations),
            Finding::SetPlay { missing, unclaimed } => {
                self.list("set play claimed, but not there", "pass ", missing);
                self.list("set play not claimed", "pass ", unclaimed);
            }
            Finding::Short(short) => self.short(short),
            Finding::Difference { line, message } => {
                let line = self.printed(line);
                self.say(&format!(
                    "the written solution differs at {line}: {message}"
                ));
            }
            Finding::Dual(dual) => {
                let what = match (dual.threat, dual.ends) {
                    (true, _) => "several threats",
                    (false, true) => "dual at the mating move",
                    (false, false) => "dual",
                };
                let ways: Vec<String> = dual
                    .continuations
                    .iter()
                    .map(|mv| self.last(&format!("{} {mv}", dual.after)))
                    .collect();
                let before = self.printed(dual.after.trim_end_matches(" pass"));
                self.say(&format!(
                    "{what} (move {}): {before} {}",
                    dual.number,
                    ways.join(", ")
                ));
            }
            Finding::Unread { items } => {
                for item in items {
                    self.say(&format!("not read: {item}"));
                }
            }
            other => self.say(&remark(other)),
        }
    }

    /// The last move of a line, with its number.
    fn last(&self, line: &str) -> String {
        let printed = self.printed(line);
        let is_before_number = |&(at, letter): &(usize, char)| {
            letter == ' ' && printed[at + 1..].starts_with(|c: char| c.is_ascii_digit())
        };
        let at = printed.char_indices().rfind(is_before_number);
        match at {
            Some((at, _)) => printed[at + 1..].to_owned(),
            None => printed,
        }
    }

    fn short(&mut self, short: &Short) {
        let what = if short.same_side {
            format!("short, {}", short.stipulation)
        } else {
            format!("other side to begin, {}", short.stipulation)
        };
        let most = if short.same_side { MOST } else { FEW };
        let shorter = self.phase.and_then(|phase| {
            let mut phase = phase.clone();
            phase.stipulation = short.stipulation.parse().ok()?;
            phase.options.white_to_play = false;
            Some(phase)
        });
        let mut speaker = Speaker {
            phase: shorter.as_ref(),
            language: self.language,
            lines: self.lines,
        };
        speaker.first(most, &what, "", &short.solutions);
    }
}
