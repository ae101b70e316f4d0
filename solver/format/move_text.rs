//! Moves as people write them, and which legal move is meant.
//!
//! Understood are machine notation, the long notation that solutions are printed in, and short
//! notation: `Sd4*e6`, `Cf6`, `c:d4`, `Cbd2`, `e8=D`, `ZPe4`, `Cc6/ZPe5`, `Cf4/Th5E`, `0-0`. The letters
//! depend on the language; what signs say is kept apart.

use std::fmt;

use super::notation::Language;
use crate::board::Position;
use crate::chess::{Color, Kind, Move, MoveKind, Square, Unit};

/// What follows a move: the state of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sign {
    /// Nothing.
    #[default]
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
    /// `=`
    Stalemate,
}

impl Sign {
    /// The sign of that form.
    pub fn from_text(text: &str) -> Option<Sign> {
        match text.trim() {
            "" => Some(Sign::None),
            "+" => Some(Sign::Check),
            "#" => Some(Sign::Mate),
            "=" => Some(Sign::Stalemate),
            _ => None,
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::None => "",
            Sign::Check => "+",
            Sign::Mate => "#",
            Sign::Stalemate => "=",
        })
    }
}

/// A move as it stands in a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// As written.
    pub text: String,
    /// What the sign in it says.
    pub sign: Sign,
    /// Without signs, judgements, blanks and what is said to vanish.
    core: String,
}

/// Which legal move is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    /// The one with this number.
    One(usize),
    /// None of them.
    None,
    /// Any of these.
    Several(Vec<usize>),
}

impl MoveText {
    /// Takes a move apart; nothing if there is nothing but signs.
    pub fn new(text: &str) -> Option<MoveText> {
        let text = text.trim();
        let mut core = String::new();
        let mut depth = 0;
        for c in text.chars() {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ if depth > 0 || c.is_whitespace() => {}
                '+' | '#' | '!' | '?' => {}
                '*' | ':' | '×' => core.push('x'),
                '–' | '—' => core.push('-'),
                _ => core.push(c),
            }
        }
        let is_stalemate = core.ends_with('=');
        let mut core = core.trim_end_matches('=');
        for suffix in ["e.p.", "ep.", "e.p", "ep"] {
            core = core.strip_suffix(suffix).unwrap_or(core);
        }
        let core = if core.contains("0-0") {
            core.replace('0', "O")
        } else {
            core.to_owned()
        };
        let sign = match text {
            _ if text.contains('#') => Sign::Mate,
            _ if text.contains('+') => Sign::Check,
            _ if is_stalemate => Sign::Stalemate,
            _ => Sign::None,
        };
        (!core.is_empty()).then(|| MoveText {
            text: text.to_owned(),
            sign,
            core,
        })
    }

    /// Whether this may be machine notation, which has no signs.
    pub fn is_machine(&self) -> bool {
        let is_part = |part: &str| {
            let from = part.get(..2).map(str::parse::<Square>);
            let rest = part.get(2..4);
            let to = rest.map(|to| to == "--" || to.parse::<Square>().is_ok());
            matches!(from, Some(Ok(_))) && to == Some(true)
        };
        self.core.contains("O-O") || self.core.split('/').all(is_part)
    }

    /// The letters of units in the move, but for the `Z` of zombies and the `E` of the edge.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        let is_castling = self.core.contains("O-O");
        let letters = self.core.chars().filter(|c| c.is_ascii_uppercase());
        letters.filter(move |&c| !is_castling && c != 'Z' && c != 'E')
    }

    /// Which of the legal moves in this position is meant; each comes with the position after it.
    pub fn meant(
        &self,
        before: &Position,
        moves: &[(Move, Position)],
        language: Language,
    ) -> Meant {
        let machine = moves.iter().position(|(mv, _)| mv.to_string() == self.core);
        if let Some(number) = machine {
            return Meant::One(number);
        }
        let Some(pattern) = Pattern::new(&self.core, language) else {
            return Meant::None;
        };
        let fitting = |fit: Fit| {
            let moves = moves.iter().enumerate();
            let of_fit = moves.filter(|(_, (mv, after))| pattern.fit(before, *mv, after) == fit);
            of_fit.map(|(number, _)| number).collect::<Vec<_>>()
        };
        let mut found = fitting(Fit::Exact);
        if found.is_empty() {
            found = fitting(Fit::Short);
        }
        match found[..] {
            [] => Meant::None,
            [one] => Meant::One(one),
            _ => Meant::Several(found),
        }
    }

    /// Whether the move names the unit that it lets appear where the mover stood.
    pub fn names_birth(&self) -> bool {
        self.core.contains('/')
    }
}

/// How well a move fits what is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fit {
    No,
    /// In short notation.
    Short,
    /// Square by square.
    Exact,
}

/// What is written, understood.
struct Pattern {
    mover: Part,
    /// What stands after the slash.
    other: Option<Part>,
}

/// A unit and where it goes.
struct Part {
    kind: Kind,
    is_zombie: bool,
    is_capture: bool,
    is_leaving: bool,
    promotion: Option<Kind>,
    way: Way,
}

enum Way {
    /// From here to there.
    Long(Square, Square),
    /// Whatever fits these, if given, to there.
    Hinted(Option<u8>, Option<u8>, Square),
    /// Either it stands here or goes here.
    Single(Square),
}

impl Pattern {
    fn new(core: &str, language: Language) -> Option<Pattern> {
        let mut parts = core.split('/');
        let mover = Part::new(parts.next()?, language)?;
        let other = match parts.next() {
            Some(part) => Some(Part::new(part, language)?),
            None => None,
        };
        parts.next().is_none().then_some(Pattern { mover, other })
    }

    fn fit(&self, before: &Position, mv: Move, after: &Position) -> Fit {
        let from = mv.from();
        let Some(unit) = before.unit(from) else {
            return Fit::No;
        };
        if mv.kind() == MoveKind::Castling {
            return Fit::No;
        }
        let promotion = match mv.kind() {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        };
        // Castling has been dealt with, and en passant names no second unit.
        let passive = mv.passive().filter(|_| mv.kind() != MoveKind::EnPassant);
        let Some((at, to)) = passive else {
            let is_capture = mv.kind() == MoveKind::EnPassant
                || mv.to().is_some_and(|to| before.unit(to).is_some());
            if self.mover.is_capture && !is_capture {
                return Fit::No;
            }
            let born = before.beneath(from).and(after.unit(from));
            let is_named = match (&self.other, born) {
                (None, _) => true,
                (Some(part), Some(born)) => part.names(born, from),
                (Some(_), None) => false,
            };
            return if is_named {
                self.mover.fit(unit, from, mv.to(), promotion)
            } else {
                Fit::No
            };
        };
        let (Some(other), Some(passive)) = (&self.other, before.unit(at)) else {
            return Fit::No;
        };
        // As in machine notation: the promotion is the passive's if that stays on the board.
        let (on_mover, on_passive) = if to.is_some() {
            (None, promotion)
        } else {
            (promotion, None)
        };
        match (
            self.mover.fit(unit, from, mv.to(), on_mover),
            other.fit(passive, at, to, on_passive),
        ) {
            (Fit::No, _) | (_, Fit::No) => Fit::No,
            (Fit::Exact, Fit::Exact) => Fit::Exact,
            _ => Fit::Short,
        }
    }
}

impl Part {
    fn new(text: &str, language: Language) -> Option<Part> {
        let kind_of = |letter: char| {
            let kinds = Kind::ALL.into_iter();
            let found = kinds
                .into_iter()
                .find(|&kind| language.letter(kind) == letter);
            // The rest of the world writes a knight as N.
            let is_n = language == Language::English && letter == 'N';
            found.or(is_n.then_some(Kind::Knight))
        };
        let (text, promotion) = match text.split_once('=') {
            Some((text, promoted)) => {
                let promoted = promoted.trim_matches(['(', ')']);
                let letter = promoted.strip_prefix('Z').unwrap_or(promoted);
                (text, Some(kind_of(single(letter)?)?))
            }
            None => (text, None),
        };
        let (text, is_zombie) = match text.strip_prefix('Z') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (text, kind) = match text.chars().next()? {
            letter if letter.is_ascii_uppercase() => (&text[1..], kind_of(letter)?),
            _ => (text, Kind::Pawn),
        };
        let (text, is_leaving) = match text.strip_suffix('E') {
            Some(text) => (text, true),
            None => (text, false),
        };
        // A promotion may follow its square at once.
        let (text, promotion) = match (promotion, text.chars().last()) {
            (None, Some(letter)) if letter.is_ascii_uppercase() => {
                (&text[..text.len() - 1], Some(kind_of(letter)?))
            }
            _ => (text, promotion),
        };
        let is_capture = text.contains('x');
        let plain: String = text.chars().filter(|c| !matches!(c, 'x' | '-')).collect();
        let at = plain.len().checked_sub(2)?;
        let to: Square = plain.get(at..)?.parse().ok()?;
        let hint = plain.get(..at)?;
        let way = match hint.as_bytes() {
            [] if is_capture => Way::Hinted(None, None, to),
            [] => Way::Single(to),
            [file @ b'a'..=b'h'] => Way::Hinted(Some(file - b'a'), None, to),
            [rank @ b'1'..=b'8'] => Way::Hinted(None, Some(rank - b'1'), to),
            _ => Way::Long(hint.parse().ok()?, to),
        };
        Some(Part {
            kind,
            is_zombie,
            is_capture,
            is_leaving,
            promotion,
            way,
        })
    }

    /// Whether it says that this unit stands there.
    fn names(&self, unit: Unit, square: Square) -> bool {
        let is_there = matches!(self.way, Way::Single(at) if at == square);
        is_there && unit.kind() == self.kind && unit.is_zombie() == self.is_zombie
    }

    fn fit(&self, unit: Unit, from: Square, to: Option<Square>, promotion: Option<Kind>) -> Fit {
        let is_unit = unit.kind() == self.kind && unit.is_zombie() == self.is_zombie;
        if !is_unit || promotion != self.promotion || to.is_none() != self.is_leaving {
            return Fit::No;
        }
        let fit = |fits: bool, fit: Fit| if fits { fit } else { Fit::No };
        match self.way {
            Way::Single(at) if self.is_leaving => fit(at == from, Fit::Exact),
            _ if self.is_leaving => Fit::No,
            Way::Single(at) if to == Some(from) => fit(at == from, Fit::Exact),
            Way::Single(at) => fit(to == Some(at), Fit::Short),
            Way::Long(start, end) => fit(start == from && to == Some(end), Fit::Exact),
            Way::Hinted(file, rank, end) => {
                let fits_hint = file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank());
                fit(fits_hint && to == Some(end) && end != from, Fit::Short)
            }
        }
    }
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// A unit with its colour, as in `wK` and `bZP`, or `nothing`.
pub fn unit_name(unit: Option<Unit>, language: Language) -> String {
    match unit {
        None => "nothing".to_owned(),
        Some(unit) => {
            let side = match unit.color() {
                Color::White => 'w',
                Color::Black => 'b',
            };
            format!("{side}{}", language.unit(unit))
        }
    }
}
