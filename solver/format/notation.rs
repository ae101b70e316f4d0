//! Moves as the literature prints them.
//!
//! | play | printed |
//! |---|---|
//! | plain moves, pawns without a letter | `Ka1-b1`, `e2-e4` |
//! | captures | `Sd4*e6`, `e5*d6 ep.` |
//! | a kamikaze capturer that vanishes | `Ra1*a8[-Ra8]` |
//! | promotion | `e7-e8=Q` |
//! | castling, also round the back of the sphere | `0-0`, `0-0-0`, `C0-0`, `C0-0-0` |
//! | zombies | `ZSd4-c6`, `ZPd4-d5`, `ZPe7-e8=ZQ` |
//! | a unit born on the square left | `Sd4-c6/ZPd4` |
//! | Dynamo, where a unit that stays is written with its square alone, `E` being the edge | `Qd1-d3/d2-d6`, `Rh5/h3-h4`, `Sf4/Rh5E` |
//! | check, mate, stalemate | ` +`, ` #`, ` =` |
//!
//! Different moves of one position are printed differently.

use std::marker::PhantomData;

use crate::board::{Position, Undo};
use crate::chess::{Kind, Move, MoveKind, Square, Unit};
use crate::rules::Rules;

/// The language of the letters for units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// K Q R B S P
    #[default]
    English,
    /// K D T L S B
    German,
    /// R D T F C P
    French,
    /// R D T A C P
    Italian,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Italian,
    ];

    /// The letter of a kind, upper case.
    ///
    /// ```
    /// use fata::chess::Kind;
    /// use fata::format::Language;
    /// assert_eq!(Language::Italian.letter(Kind::King), 'R');
    /// ```
    pub const fn letter(self, kind: Kind) -> char {
        let letters = match self {
            Language::English => b"PSBRQK",
            Language::German => b"BSLTDK",
            Language::French => b"PCFTDR",
            Language::Italian => b"PCATDR",
        };
        letters[kind.index()] as char
    }

    /// A unit with its letter, after a `Z` if it is a zombie.
    pub fn unit(self, unit: Unit) -> String {
        let zombie = if unit.is_zombie() { "Z" } else { "" };
        format!("{zombie}{}", self.letter(unit.kind()))
    }

    /// A unit as it begins a move: normal pawns go without their letter.
    fn mover(self, unit: Unit) -> String {
        if unit.kind() == Kind::Pawn && !unit.is_zombie() {
            String::new()
        } else {
            self.unit(unit)
        }
    }
}

/// Plays moves and writes them down.
///
/// ```
/// use fata::board::Setup;
/// use fata::chess::{Color, Kind, Move, Unit};
/// use fata::format::{Language, Scribe};
/// use fata::rules::{Job, RuleSet, Rules, enter};
///
/// struct Write(Setup);
/// impl Job for Write {
///     type Output = String;
///     fn run<R: Rules>(self) -> String {
///         let position = enter(&self.0, RuleSet::default(), Color::White).unwrap();
///         let [h2, h1] = ["h2", "h1"].map(|name| name.parse().unwrap());
///         Scribe::<R>::new(position, Language::German).show(Move::plain(h2, h1))
///     }
/// }
///
/// let mut setup = Setup::default();
/// for (square, color, kind) in [
///     ("a1", Color::Black, Kind::King),
///     ("b3", Color::White, Kind::King),
///     ("h2", Color::White, Kind::Rook),
/// ] {
///     setup.units.insert(square.parse().unwrap(), Unit::new(color, kind));
/// }
/// assert_eq!(RuleSet::default().run(Write(setup)), "Th2-h1 #");
/// ```
#[derive(Debug)]
pub struct Scribe<R> {
    position: Position,
    language: Language,
    scratch: Vec<Move>,
    rules: PhantomData<R>,
}

impl<R: Rules> Scribe<R> {
    /// Begins at this position.
    pub fn new(position: Position, language: Language) -> Scribe<R> {
        Scribe {
            position,
            language,
            scratch: Vec::new(),
            rules: PhantomData,
        }
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a legal move and writes it down with its sign.
    pub fn play(&mut self, mv: Move) -> (String, Undo) {
        let (mut text, undo) = self.play_unsigned(mv);
        text += self.sign();
        (text, undo)
    }

    /// Writes a legal move down without its sign; the position stays.
    pub fn show_unsigned(&mut self, mv: Move) -> String {
        let (text, undo) = self.play_unsigned(mv);
        self.take_back(&undo);
        text
    }

    fn play_unsigned(&mut self, mv: Move) -> (String, Undo) {
        let mut text = self.body(mv);
        let from = mv.from();
        let buried = self.position.beneath(from);
        let undo = R::make(&mut self.position, mv);
        if buried.is_some()
            && let Some(born) = self.position.unit(from)
        {
            text += &format!("/{}{from}", self.language.unit(born));
        }
        (text, undo)
    }

    /// Lets the side to move pass.
    pub fn pass(&mut self) -> Undo {
        self.position.pass()
    }

    /// Takes back the last move or pass.
    pub fn take_back(&mut self, undo: &Undo) {
        self.position.unmake(undo);
    }

    /// Writes a legal move down with its sign; the position stays.
    pub fn show(&mut self, mv: Move) -> String {
        let (text, undo) = self.play(mv);
        self.take_back(&undo);
        text
    }

    fn sign(&mut self) -> &'static str {
        let is_check = R::is_in_check(&self.position, self.position.to_move());
        let is_stuck = !R::has_legal_move(&mut self.position, &mut self.scratch);
        match (is_check, is_stuck) {
            (true, true) => " #",
            (true, false) => " +",
            (false, true) => " =",
            (false, false) => "",
        }
    }

    /// The move without births and sign.
    fn body(&self, mv: Move) -> String {
        let Some(unit) = self.position.unit(mv.from()) else {
            return mv.to_string();
        };
        match mv.kind() {
            MoveKind::Castling => mv.to_string().replace('O', "0"),
            MoveKind::EnPassant => self.capture(unit, mv, " ep."),
            MoveKind::Plain | MoveKind::Promotion(_) => match (mv.passive(), mv.to()) {
                (Some(passive), _) => self.joint(unit, mv, passive),
                (None, Some(to)) if self.position.unit(to).is_some() => self.capture(unit, mv, ""),
                (None, to) => self.part(unit, mv.from(), to, promotion(mv)),
            },
        }
    }

    fn capture(&self, unit: Unit, mv: Move, en_passant: &str) -> String {
        let (from, to) = (mv.from(), mv.target());
        let mut text = format!("{}{from}*{to}", self.language.mover(unit));
        text += &self.promoted(unit, promotion(mv));
        text += en_passant;
        if unit.is_kamikaze() {
            text += &format!("[-{}{to}]", self.language.unit(unit));
        }
        text
    }

    fn joint(&self, unit: Unit, mv: Move, (from, to): (Square, Option<Square>)) -> String {
        let promotion = promotion(mv);
        // As in machine notation: the promotion is the passive's if that stays on the board.
        let (on_mover, on_passive) = if to.is_some() {
            (None, promotion)
        } else {
            (promotion, None)
        };
        let mover = self.part(unit, mv.from(), mv.to(), on_mover);
        match self.position.unit(from) {
            Some(passive) => format!("{mover}/{}", self.part(passive, from, to, on_passive)),
            None => mover,
        }
    }

    fn part(&self, unit: Unit, from: Square, to: Option<Square>, kind: Option<Kind>) -> String {
        let name = self.language.mover(unit);
        match to {
            None => format!("{name}{from}E"),
            Some(to) if to == from => format!("{name}{from}"),
            Some(to) => format!("{name}{from}-{to}{}", self.promoted(unit, kind)),
        }
    }

    fn promoted(&self, unit: Unit, kind: Option<Kind>) -> String {
        match kind {
            Some(kind) => format!("={}", self.language.unit(unit.promoted(kind))),
            None => String::new(),
        }
    }
}

fn promotion(mv: Move) -> Option<Kind> {
    match mv.kind() {
        MoveKind::Promotion(kind) => Some(kind),
        _ => None,
    }
}
