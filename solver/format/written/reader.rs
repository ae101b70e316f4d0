//! Following a written solution through the play.

use super::super::notation::{Language, Scribe};
use super::matching::{Unclear, matching};
use super::tokens::{Mark, Token};
use crate::board::{Position, Undo};
use crate::chess::Move;
use crate::problem::{Aim, Phase, Written};
use crate::rules::{Job, Rules};

/// Reads the tokens in one language.
pub(super) struct Reading<'a> {
    pub tokens: &'a [Token],
    pub phase: &'a Phase,
    pub position: Position,
    pub language: Language,
}

impl Job for Reading<'_> {
    type Output = Written;

    fn run<R: Rules>(self) -> Written {
        let phase = self.phase;
        let is_help = phase.stipulation.aim == Aim::Help;
        let begins_late = match phase.stipulation.aim {
            Aim::Help => phase.stipulation.half || phase.options.white_to_play,
            Aim::Direct | Aim::Selfmate => phase.options.post_key_play,
        };
        let says_so = self.tokens.iter().any(|token| {
            matches!(
                token,
                Token::Number {
                    number: 1,
                    second: true
                }
            )
        });
        let skipped = u32::from(phase.options.white_to_play && !phase.stipulation.half);
        let mut reader = Reader {
            scribe: Scribe::<R>::new(self.position, self.language),
            language: self.language,
            is_help,
            plies: (phase.stipulation.plies().0.saturating_sub(skipped)) as usize,
            offset: usize::from(begins_late && says_so),
            stack: Vec::new(),
            is_fresh: false,
            is_active: false,
            broken: None,
            saved: Vec::new(),
            or: false,
            but: false,
            in_check: false,
            firsts: Vec::new(),
            written: Written {
                is_whole: true,
                ..Written::default()
            },
        };
        for token in self.tokens {
            reader.token(token);
        }
        reader.finish()
    }
}

/// A first move and what is said of it.
struct First {
    mv: Move,
    mark: Option<Mark>,
    refutations: Vec<String>,
}

struct Reader<R> {
    scribe: Scribe<R>,
    language: Language,
    is_help: bool,
    /// The length of a whole line.
    plies: usize,
    /// How many half-moves are left out before the first.
    offset: usize,
    stack: Vec<(Option<Move>, Undo)>,
    /// Whether moves were added to the line since it was noted.
    is_fresh: bool,
    /// Whether a number has told where the moves belong.
    is_active: bool,
    /// The ply at which the line could not be followed.
    broken: Option<usize>,
    /// Lengths of the line where brackets opened.
    saved: Vec<usize>,
    or: bool,
    but: bool,
    /// Whether a move was left out that cannot be.
    in_check: bool,
    firsts: Vec<First>,
    written: Written,
}

impl<R: Rules> Reader<R> {
    fn token(&mut self, token: &Token) {
        let or = std::mem::take(&mut self.or);
        match token {
            Token::Number { number, second } => {
                let ply =
                    (2 * (number.max(&1) - 1) + usize::from(*second)).checked_sub(self.offset);
                match ply {
                    Some(ply) => self.seek(ply),
                    None => self.is_active = false,
                }
            }
            Token::Open => self.saved.push(self.stack.len()),
            Token::Close => {
                if let Some(length) = self.saved.pop()
                    && length < self.stack.len()
                {
                    self.back_to(length);
                }
            }
            Token::Or => self.or = true,
            Token::But => self.but = true,
            Token::Mark(mark) => self.mark(*mark),
            Token::Move(word) => self.word(word, or),
            Token::Any => {
                if self.is_active && self.broken.is_none() {
                    self.pass();
                }
            }
        }
    }

    /// Goes where the next move belongs: back, or on by a move that the other side leaves out.
    fn seek(&mut self, ply: usize) {
        if let Some(broken) = self.broken {
            if ply > broken {
                return;
            }
            self.broken = None;
        }
        self.is_active = true;
        self.in_check = false;
        self.but &= ply > 0;
        if ply <= self.stack.len() {
            self.back_to(ply);
        } else if ply == self.stack.len() + 1 {
            self.pass();
        } else {
            self.is_active = false;
        }
    }

    fn back_to(&mut self, length: usize) {
        if self.broken.is_some_and(|ply| ply >= length) {
            self.broken = None;
        }
        if length < self.stack.len() {
            self.note_line();
        }
        while self.stack.len() > length {
            if let Some((_, undo)) = self.stack.pop() {
                self.scribe.take_back(&undo);
            }
        }
    }

    /// Leaves a move out. A side in check cannot: what follows is not read.
    fn pass(&mut self) {
        let position = self.scribe.position();
        if R::is_in_check(position, position.to_move()) {
            self.in_check = true;
            return;
        }
        let undo = self.scribe.pass();
        self.stack.push((None, undo));
    }

    fn word(&mut self, word: &str, or: bool) {
        if !self.is_active || self.broken.is_some() {
            return;
        }
        if std::mem::take(&mut self.in_check) {
            self.fail(word, Unclear::InCheck);
            return;
        }
        if or && !self.stack.is_empty() && self.instead(word) {
            return;
        }
        if self.stack.len() >= self.plies {
            self.fail(word, Unclear::Late);
            return;
        }
        // An alternative may be glued to the move: Kb8/Kc8. Dynamo's strokes are tried first.
        let mut result = self.find(word);
        let mut rest = None;
        if result.is_err()
            && let Some((first, others)) = word.split_once('/')
        {
            result = self.find(first);
            rest = result.is_ok().then_some(others);
        }
        match result {
            Ok(mv) => self.push(mv),
            Err(reason) => self.fail(word, reason),
        }
        for other in rest.into_iter().flat_map(|rest| rest.split('/')) {
            if !self.instead(other) {
                self.back_to(self.stack.len().saturating_sub(1));
                self.fail(other, Unclear::None);
                break;
            }
        }
    }

    fn find(&mut self, word: &str) -> Result<Move, Unclear> {
        matching(word, &mut self.scribe, self.language)
    }

    /// Plays the word in place of the last move, if it can be.
    fn instead(&mut self, word: &str) -> bool {
        let Some((last, undo)) = self.stack.pop() else {
            return false;
        };
        self.scribe.take_back(&undo);
        let found = self.find(word);
        let (Some(last), Ok(mv)) = (last, found) else {
            let undo = match last {
                Some(last) => self.scribe.play(last).1,
                None => self.scribe.pass(),
            };
            self.stack.push((last, undo));
            return false;
        };
        let undo = self.scribe.play(last).1;
        self.stack.push((Some(last), undo));
        self.back_to(self.stack.len() - 1);
        self.push(mv);
        true
    }

    fn push(&mut self, mv: Move) {
        let ply = self.stack.len();
        let undo = self.scribe.play(mv).1;
        self.stack.push((Some(mv), undo));
        self.is_fresh = true;
        if self.is_help {
            return;
        }
        if ply == 0 {
            if !self.firsts.iter().any(|first| first.mv == mv) {
                self.firsts.push(First {
                    mv,
                    mark: None,
                    refutations: Vec::new(),
                });
            }
        } else if ply == 1 && self.but {
            self.refutation();
        } else if ply.is_multiple_of(2) {
            self.written.variations.push(self.texts());
        }
    }

    fn mark(&mut self, mark: Mark) {
        if self.is_help || !self.is_active || self.broken.is_some() {
            return;
        }
        match self.stack[..] {
            [(Some(mv), _)] => {
                let first = self.firsts.iter_mut().find(|first| first.mv == mv);
                if let Some(first) = first
                    && first.mark != Some(Mark::Good)
                {
                    first.mark = Some(mark);
                }
            }
            [_, (Some(_), _)] if mark == Mark::Good => self.refutation(),
            _ => {}
        }
    }

    /// The line is a first move and the move that refutes it.
    fn refutation(&mut self) {
        let [(Some(first), _), (Some(mv), _)] = self.stack[..] else {
            return;
        };
        let refutation = mv.to_string();
        let first = self.firsts.iter_mut().find(|one| one.mv == first);
        if let Some(first) = first
            && !first.refutations.contains(&refutation)
        {
            first.refutations.push(refutation);
        }
    }

    fn fail(&mut self, word: &str, reason: Unclear) {
        let ply = self.stack.len();
        self.broken = Some(ply);
        let counted = ply + self.offset;
        let dots = if counted.is_multiple_of(2) {
            "."
        } else {
            "..."
        };
        let reason = match reason {
            Unclear::None => "no such move here",
            Unclear::Many => "more than one move here",
            Unclear::Late => "beyond the end of the play",
            Unclear::InCheck => "the move before it is left out, though it parries a check",
        };
        let word = super::super::words::shown(word);
        self.written
            .unread
            .push(format!("{}{dots}{word}: {reason}", counted / 2 + 1));
        if self.is_help || ply == 0 {
            self.written.is_whole = false;
        }
        // A line that could not be followed is no claim.
        self.is_fresh = false;
    }

    fn texts(&self) -> Vec<String> {
        let text = |(mv, _): &(Option<Move>, Undo)| match mv {
            Some(mv) => mv.to_string(),
            None => "pass".to_owned(),
        };
        self.stack.iter().map(text).collect()
    }

    /// Notes the line reached if it is a whole one and new.
    fn note_line(&mut self) {
        if !std::mem::take(&mut self.is_fresh) || !self.is_help {
            return;
        }
        let mut texts = self.texts();
        let length = texts.len();
        let is_set = matches!(self.stack.first(), Some((None, _)));
        let line = if is_set {
            texts.remove(0);
            texts.join(" ")
        } else {
            texts.join(" ")
        };
        if length != self.plies || texts.iter().any(|text| text == "pass") {
            self.written.is_whole = false;
            self.written
                .unread
                .push(format!("{line}: not as long as the stipulation asks"));
        } else if is_set {
            self.written.set_lines.push(line);
        } else {
            self.written.solutions.push(line);
        }
    }

    fn finish(mut self) -> Written {
        self.back_to(0);
        let has_keys = self
            .firsts
            .iter()
            .any(|first| first.mark == Some(Mark::Good));
        for first in self.firsts {
            let is_key = match first.mark {
                Some(Mark::Good) => true,
                Some(Mark::Bad) => false,
                None => !has_keys && first.refutations.is_empty(),
            };
            if is_key {
                self.written.solutions.push(first.mv.to_string());
            } else if first.mark == Some(Mark::Bad) || !first.refutations.is_empty() {
                self.written
                    .tries
                    .push((first.mv.to_string(), first.refutations));
            }
        }
        self.written
    }
}
