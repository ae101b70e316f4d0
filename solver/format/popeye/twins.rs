//! Twins, put into the words of problem files.

use std::collections::BTreeMap;

use super::keywords::{COMMANDS, Command, Found, ambiguous, find};
use super::read::{Fault, Reader, fault};
use super::sections::added;
use crate::chess::{Kind, Square};
use crate::format::twins;
use crate::format::words::{shown, squares};

impl Reader<'_> {
    /// The commands of a twin. They end at the first word that is none.
    pub(super) fn twin(&mut self, line: usize) -> Result<String, Fault> {
        let mut words: Vec<String> = Vec::new();
        while let Some(token) = self.tokens.peek() {
            let command = match find(COMMANDS, self.language, token.text) {
                Found::One(command) => command,
                Found::Many(names) => return fault(token.line, ambiguous(token.text, &names)),
                Found::None => break,
            };
            self.tokens.next();
            let command_words = self.command(command, token.line)?;
            words.extend(command_words);
        }
        let text = words.join(" ");
        if let Err(message) = twins::check(&text) {
            return fault(line, message);
        }
        Ok(text)
    }

    fn command(&mut self, command: Command, line: usize) -> Result<Vec<String>, Fault> {
        let name = match command {
            Command::Move => "Move",
            Command::Exchange => "Exchange",
            Command::Stipulation => "Stipulation",
            Command::StructuredStipulation => {
                return fault(line, "structured stipulations are not supported");
            }
            Command::Add => "Add",
            Command::Remove => "Remove",
            Command::Continued => "Continued",
            Command::Rotate => "Rotate",
            Command::Condition => "Condition",
            Command::PolishType => "PolishType",
            Command::Mirror => "Mirror",
            Command::Shift => "Shift",
            Command::Substitute => "Substitute",
        };
        let mut words = vec![name.to_owned()];
        match command {
            Command::Continued | Command::PolishType | Command::StructuredStipulation => {}
            Command::Move | Command::Exchange | Command::Shift | Command::Remove => {
                let is_squares = |word: &str| squares(&word.to_ascii_lowercase()).is_some();
                while let Some(token) = self.tokens.next_if(is_squares) {
                    words.push(token.text.to_ascii_lowercase());
                }
            }
            Command::Add => {
                let units: BTreeMap<Square, _> = self.units(line)?.into_iter().collect();
                words.extend(added(&units));
            }
            Command::Rotate | Command::Mirror => {
                let is_argument = |word: &str| word.contains(|c: char| c.is_ascii_digit());
                words.extend(self.tokens.next_if(is_argument).map(|t| t.text.to_owned()));
            }
            Command::Stipulation => words.push(self.goal(line)?),
            Command::Condition => {
                let language = self.language;
                let ends = move |word: &str| find(COMMANDS, language, word).one().is_some();
                words.extend(self.condition_words(line, ends)?);
            }
            Command::Substitute => {
                for _ in 0..2 {
                    let kind = self.substituted(line)?;
                    words.push(kind.letter().to_string());
                }
            }
        }
        Ok(words)
    }

    fn substituted(&mut self, line: usize) -> Result<Kind, Fault> {
        let Some(token) = self.tokens.next() else {
            return fault(line, "`Substitute` needs two units");
        };
        match self.kind(token.text) {
            Some(kind) => Ok(kind),
            None => {
                let word = shown(token.text);
                fault(token.line, self.no_unit(&word, &word))
            }
        }
    }
}
