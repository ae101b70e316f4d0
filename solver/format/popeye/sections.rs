//! The sections that state the question: units, options, conditions, stipulation.

use std::collections::{BTreeMap, BTreeSet};

use super::keywords::{
    ATTRIBUTES, Argument, Found, KAMIKAZE, OPTIONS, OWNERS, Owner, ambiguous, find, names,
};
use super::read::{Done, Fault, Reader, fault};
use super::tokens::Token;
use crate::chess::{Color, Kind, Square, Unit};
use crate::format::words::{did_you_mean, named, shown, squares};
use crate::format::{Language, conditions, fen, options};
use crate::problem::{Stipulation, StipulationError};

/// First moves are counted in different orders.
const COUNTED: [&str; 2] = ["StartMoveNumber", "UpToMoveNumber"];

impl<'a> Reader<'a> {
    /// `Pieces`
    pub(super) fn diagram(&mut self, line: usize) -> Done {
        let mut replaced = BTreeSet::new();
        for (square, unit) in self.units(line)? {
            if self.read.units.insert(square, unit).is_some() {
                replaced.insert(square);
            }
        }
        for square in replaced {
            let message = format!("another unit takes the place of the one on {square}");
            self.warn("algebraic", line, message);
        }
        Ok(())
    }

    /// Units of one side or of several: a colour, attributes, then units.
    pub(super) fn units(&mut self, line: usize) -> Result<Vec<(Square, Unit)>, Fault> {
        let mut units = Vec::new();
        let mut is_first = true;
        loop {
            let Some(token) = self.tokens.peek() else {
                return Ok(units);
            };
            let color = match find(OWNERS, self.language, token.text) {
                Found::One(Owner::White) => Color::White,
                Found::One(Owner::Black) => Color::Black,
                Found::One(Owner::Neutral) => {
                    return fault(token.line, "neutral units are not supported");
                }
                Found::One(Owner::Invisible) => {
                    return fault(token.line, "invisible units are not supported");
                }
                Found::Many(names) => return fault(token.line, ambiguous(token.text, &names)),
                Found::None if is_first => {
                    let word = shown(token.text);
                    return fault(token.line, format!("expected a colour, found `{word}`"));
                }
                Found::None => return Ok(units),
            };
            self.tokens.next();
            is_first = false;
            let is_kamikaze = self.attributes()?;
            let before = units.len();
            while let Some((kind, squares)) = self.unit()? {
                let unit = Unit::new(color, kind).kamikaze(is_kamikaze);
                units.extend(squares.into_iter().map(|square| (square, unit)));
            }
            if units.len() == before {
                let found = self.tokens.peek();
                let found = found.map_or("nothing".to_owned(), |t| format!("`{}`", shown(t.text)));
                let line = self.tokens.peek().map_or(line, |token| token.line);
                return fault(line, format!("expected units as in `Ke1`, found {found}"));
            }
        }
    }

    /// The attributes after a colour: whether `Kamikaze` is one.
    fn attributes(&mut self) -> Result<bool, Fault> {
        let mut is_kamikaze = false;
        while let Some(token) = self.tokens.peek() {
            match find(ATTRIBUTES, self.language, token.text) {
                Found::One(KAMIKAZE) if token.text.len() > 2 => is_kamikaze = true,
                Found::One(name) if token.text.len() > 2 => {
                    return fault(token.line, format!("attribute `{name}` is not supported"));
                }
                Found::Many(names) if token.text.len() > 2 => {
                    return fault(token.line, ambiguous(token.text, &names));
                }
                _ => break,
            }
            self.tokens.next();
        }
        Ok(is_kamikaze)
    }

    /// The next unit with its squares; `None` if something else follows.
    fn unit(&mut self) -> Result<Option<(Kind, Vec<Square>)>, Fault> {
        let Some(token) = self.tokens.peek() else {
            return Ok(None);
        };
        if token.text.contains('/') {
            let word = shown(token.text);
            return fault(token.line, format!("unit `{word}` is not supported"));
        }
        let (code, mut found) = split(token.text);
        if found.is_empty() {
            // The squares may follow in a word of their own.
            let mut ahead = self.tokens.clone();
            ahead.next();
            let next = ahead.next().and_then(|next| squares(&lower(next.text)));
            match next {
                Some(next) if code.len() <= 2 => found = next,
                _ => return Ok(None),
            }
            self.tokens.next();
        } else if code.is_empty() {
            // What looks like a first square may be the name of a unit.
            let message = match (&found[..], token.text.get(..2)) {
                ([_, _, ..], Some(code)) => self.no_unit(code, token.text),
                _ => {
                    let word = shown(token.text);
                    format!("`{word}` has no letter: expected one as in `K{word}`")
                }
            };
            return fault(token.line, message);
        } else if code.len() > 2 {
            return Ok(None);
        }
        self.tokens.next();
        match self.kind(code) {
            Some(kind) => Ok(Some((kind, found))),
            None => fault(token.line, self.no_unit(code, token.text)),
        }
    }

    /// The kind that a letter stands for in the language of the file.
    pub(super) fn kind(&self, code: &str) -> Option<Kind> {
        let mut letters = code.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        let is_single = letters.next().is_none();
        let is_kind = |kind: &Kind| self.language.letter(*kind) == letter;
        Kind::ALL.into_iter().find(is_kind).filter(|_| is_single)
    }

    /// The message for a unit of other games.
    pub(super) fn no_unit(&self, code: &str, word: &str) -> String {
        let letters: String = Kind::ALL
            .into_iter()
            .rev()
            .map(|kind| self.language.letter(kind))
            .collect();
        let is_rider = self.language == Language::English && code.eq_ignore_ascii_case("n");
        let hint = if is_rider {
            " (here a nightrider; a knight is `S`)"
        } else {
            ""
        };
        let (code, word) = (shown(code), shown(word));
        format!("unit `{code}` in `{word}` is not supported{hint}: expected one of {letters}")
    }

    /// `InitialGameArray`
    pub(super) fn game_array(&mut self, line: usize) -> Done {
        self.read.units.clear();
        self.board(line, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
    }

    fn board(&mut self, line: usize, text: &str) -> Done {
        match fen::read(text) {
            Ok(fen) => {
                self.read.units = fen.units;
                Ok(())
            }
            Err(error) => fault(line, error.to_string()),
        }
    }

    /// `Forsyth`: from a8 on, rank by rank; slashes are for the eye only.
    pub(super) fn forsyth(&mut self, line: usize) -> Done {
        let Some(Token { text, line }) = self.tokens.next() else {
            return fault(
                line,
                "there is no board: expected one as in `8/8/8/8/8/1K6/7R/1k6`",
            );
        };
        let mut signs = text.char_indices().peekable();
        let mut at = 0;
        while let Some((start, sign)) = signs.next() {
            match sign {
                '/' => {}
                '0'..='9' => {
                    let mut count = sign as usize - '0' as usize;
                    if let Some((_, digit)) = signs.next_if(|(_, sign)| sign.is_ascii_digit()) {
                        count = 10 * count + digit as usize - '0' as usize;
                    }
                    at += count;
                }
                '=' => return fault(line, "neutral units are not supported"),
                '.' => {
                    let code = text.get(start + 1..start + 3).unwrap_or(&text[start + 1..]);
                    return fault(line, self.no_unit(code, text));
                }
                _ => {
                    let Some(kind) = self.kind(sign.encode_utf8(&mut [0; 4])) else {
                        return fault(line, self.no_unit(&sign.to_string(), text));
                    };
                    if at >= 64 {
                        let word = shown(text);
                        return fault(line, format!("`{word}` has more than 64 squares"));
                    }
                    let color = if sign.is_ascii_uppercase() {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let square = Square::new((at % 8) as u8, 7 - (at / 8) as u8);
                    self.read.units.insert(square, Unit::new(color, kind));
                    at += 1;
                }
            }
        }
        Ok(())
    }

    /// `Option`
    pub(super) fn options(&mut self, line: usize) -> Done {
        let mut is_first = true;
        while let Some(token) = self.tokens.peek() {
            let (name, argument) = match find(OPTIONS, self.language, token.text) {
                Found::One(option) => option,
                Found::Many(names) => return fault(token.line, ambiguous(token.text, &names)),
                Found::None if is_first => {
                    let hint = did_you_mean(token.text, names(OPTIONS, self.language));
                    let word = shown(token.text);
                    return fault(token.line, format!("unknown option `{word}`{hint}"));
                }
                Found::None => return Ok(()),
            };
            self.tokens.next();
            is_first = false;
            self.option(name, argument, token)?;
        }
        if is_first {
            return fault(line, "there is no option after the keyword");
        }
        Ok(())
    }

    fn option(&mut self, name: &'static str, argument: Argument, word: Token<'a>) -> Done {
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let is_squares = |word: &str| squares(&lower(word)).is_some();
        let mut arguments = Vec::new();
        match argument {
            Argument::Nothing => {}
            Argument::Number => arguments.extend(self.tokens.next_if(is_number)),
            Argument::Numbers => {
                arguments.extend(self.tokens.next_if(is_number));
                arguments.extend(self.tokens.next_if(is_number));
            }
            Argument::MaybeNumber => {
                self.tokens.next_if(is_number);
            }
            Argument::Squares => arguments.extend(self.tokens.next_if(is_squares)),
        }
        let arguments: Vec<String> = arguments.iter().map(|token| lower(token.text)).collect();
        let line = word.line;
        let as_typed = if word.text.eq_ignore_ascii_case(name) {
            String::new()
        } else {
            format!(" (`{}`)", shown(word.text))
        };
        if COUNTED.contains(&name) {
            let message = format!(
                "option `{name}`{as_typed} is not supported here: Popeye counts the first moves in \
                 another order"
            );
            self.error(Some("options"), line, message);
            return Ok(());
        }
        if !options::is_supported(name) {
            let message = format!("option `{name}`{as_typed} is not supported");
            self.error(Some("options"), line, message);
            return Ok(());
        }
        if name == "EnPassant" && arguments.first().is_none_or(|squares| squares.len() != 6) {
            let found = arguments.first().map_or("nothing", |squares| squares);
            return fault(
                line,
                format!(
                    "`{name}` needs the three squares of the double step in one word, as in \
                     `{name} d2d3d4`; found `{found}`"
                ),
            );
        }
        let item = [&[name.to_owned()], &arguments[..]].concat().join(" ");
        for message in options::faults(&item) {
            self.error(Some("options"), line, message);
        }
        match (name, arguments.first()) {
            // The last one counts, as Popeye reads it.
            ("NoCastling", Some(squares)) => self.read.no_castling = Some(squares.clone()),
            _ => self.read.options.push(item),
        }
        Ok(())
    }

    /// `Condition`
    pub(super) fn conditions(&mut self, line: usize) -> Done {
        let conditions = self.condition_words(line, |_| false)?;
        self.read.conditions.extend(conditions);
        Ok(())
    }

    /// The conditions up to a keyword.
    pub(super) fn condition_words(
        &mut self,
        line: usize,
        ends: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, Fault> {
        let mut found: Vec<String> = Vec::new();
        while let Some(token) = self.tokens.peek() {
            let Some(name) = named(token.text, &conditions::SUPPORTED) else {
                if self.is_keyword(token.text) || ends(token.text) {
                    break;
                }
                let word = shown(token.text);
                return fault(token.line, format!("condition `{word}` is not supported"));
            };
            self.tokens.next();
            let form = self
                .tokens
                .next_if(|word| conditions::is_form(word) && name == KAMIKAZE);
            let form = form.map_or(String::new(), |form| format!(" {}", form.text));
            found.push(format!("{name}{form}"));
        }
        if found.is_empty() {
            return fault(line, "there is no condition after the keyword");
        }
        Ok(found)
    }

    /// `Stipulation`
    pub(super) fn stipulation(&mut self, line: usize) -> Done {
        if self.read.stipulation.is_some() {
            return fault(line, "the stipulation is given twice");
        }
        self.read.stipulation = Some(self.goal(line)?);
        Ok(())
    }

    /// A stipulation, whose length may stand apart.
    pub(super) fn goal(&mut self, line: usize) -> Result<String, Fault> {
        let Some(token) = self.tokens.next() else {
            return fault(line, "there is no stipulation after the keyword");
        };
        let mut text = token.text.to_owned();
        if text.ends_with(['#', '=']) {
            let length = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            if let Some(length) = self.tokens.next_if(length) {
                text += length.text;
            }
        }
        match text.parse::<Stipulation>() {
            Ok(stipulation) => Ok(stipulation.to_string()),
            Err(StipulationError::Unknown(text)) => fault(
                token.line,
                format!(
                    "stipulation `{text}` is not supported: expected #n, s#n, h#n or h#n.5, with # or ="
                ),
            ),
            Err(error) => fault(token.line, error.to_string()),
        }
    }
}

/// A word without the squares at its end, and the squares.
fn split(word: &str) -> (&str, Vec<Square>) {
    let mut code = word;
    let mut squares = Vec::new();
    while let Some(at) = code.len().checked_sub(2)
        && let Some(Ok(square)) = code.get(at..).map(|text| lower(text).parse::<Square>())
    {
        squares.push(square);
        code = &code[..at];
    }
    squares.reverse();
    (code, squares)
}

fn lower(text: &str) -> String {
    text.to_ascii_lowercase()
}

/// Units in the words of a twin command, side by side.
pub(super) fn added(units: &BTreeMap<Square, Unit>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for color in Color::BOTH {
        for is_kamikaze in [false, true] {
            let is_of_group =
                |unit: &Unit| unit.color() == color && unit.is_kamikaze() == is_kamikaze;
            let group: Vec<_> = units.iter().filter(|(_, unit)| is_of_group(unit)).collect();
            if group.is_empty() {
                continue;
            }
            let name = if color == Color::White {
                "White"
            } else {
                "Black"
            };
            words.push(name.to_owned());
            words.extend(is_kamikaze.then(|| KAMIKAZE.to_owned()));
            let name = |(at, unit): (&Square, &Unit)| format!("{}{at}", unit.kind().letter());
            words.extend(group.into_iter().map(name));
        }
    }
    words
}
