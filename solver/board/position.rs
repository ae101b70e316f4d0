//! The position: one type for all rule sets.

use std::fmt;

use super::undo::{Change, Ko, Undo, firsts, touch};
use super::zobrist::{self, Key};
use crate::chess::{Beneath, Bitboard, Color, Kind, Square, Unit};

/// Units on squares, who is to move, and what else bears on the play: memories under units
/// (Reincarnation), the square passed over by a pawn (en passant), the placement that may not be
/// recreated (Dynamo's ko). What a rule set does not use stays empty and adds nothing to the key.
///
/// The board changes only between [`begin`](Position::begin) and [`finish`](Position::finish),
/// through [`put`](Position::put), [`lift`](Position::lift) and
/// [`replace`](Position::replace), which keep squares, sets and key in step;
/// [`unmake`](Position::unmake) takes any move back and knows no rules.
#[derive(Clone)]
pub struct Position {
    units: [Option<Unit>; 64],
    beneath: [Option<Beneath>; 64],
    colors: [Bitboard; 2],
    kinds: [Bitboard; 6],
    zombies: Bitboard,
    remembered: Bitboard,
    to_move: Color,
    en_passant: Option<Square>,
    ko: Ko,
    /// What the moves made and not taken back have changed.
    journal: Vec<Change>,
    key: Key,
}

impl Position {
    /// The empty board.
    pub fn empty(to_move: Color) -> Position {
        Position {
            units: [None; 64],
            beneath: [None; 64],
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 6],
            zombies: Bitboard::EMPTY,
            remembered: Bitboard::EMPTY,
            to_move,
            en_passant: None,
            ko: Ko::NONE,
            journal: Vec::new(),
            key: if to_move == Color::Black {
                zobrist::BLACK_TO_MOVE
            } else {
                0
            },
        }
    }

    /// The unit on the square.
    #[inline]
    pub fn unit(&self, square: Square) -> Option<Unit> {
        self.units[square.index()]
    }

    /// What the square remembers under the unit on it.
    #[inline]
    pub fn beneath(&self, square: Square) -> Option<Beneath> {
        self.beneath[square.index()]
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's units.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all units of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of one side's units of a kind.
    #[inline]
    pub fn units_of(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// The squares of all zombies.
    #[inline]
    pub fn zombies(&self) -> Bitboard {
        self.zombies
    }

    /// The squares that remember a captured unit.
    #[inline]
    pub fn remembered(&self) -> Bitboard {
        self.remembered
    }

    /// The square of a side's king, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.units_of(color, Kind::King).first()
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The square that a pawn has just passed over and on which it may be taken.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The key: equal for equal positions, and for no others but with probability 2^-128. It covers
    /// units with their marks, memories, the side to move, en passant and the placement under ko.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Sets up a unit, over a memory if there is one, on an empty square of the diagram.
    pub fn enter(&mut self, square: Square, unit: Unit, beneath: Option<Beneath>) {
        self.fill(square, unit, beneath);
    }

    /// Starts a move: the record to pass to every change of the board.
    #[inline]
    pub fn begin(&self) -> Undo {
        Undo {
            key: self.key,
            ko: self.ko,
            start: self.journal.len() as u32,
            en_passant: self.en_passant,
        }
    }

    /// Takes the unit and any memory off a square and returns the unit.
    ///
    /// # Panics
    /// If the square is empty.
    #[inline]
    pub fn lift(&mut self, square: Square) -> Unit {
        let unit = self
            .unit(square)
            .expect("a move lifts a unit from an occupied square");
        self.note(square);
        self.clear(square);
        unit
    }

    /// Puts a unit on an empty square.
    #[inline]
    pub fn put(&mut self, square: Square, unit: Unit) {
        self.note(square);
        self.fill(square, unit, None);
    }

    /// Puts a unit, over a memory if there is one, on a square that may be occupied.
    #[inline]
    pub fn replace(&mut self, square: Square, unit: Unit, beneath: Option<Beneath>) {
        self.note(square);
        self.clear(square);
        self.fill(square, unit, beneath);
    }

    /// Allows an en passant capture on the square, or none.
    #[inline]
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(square) = self.en_passant {
            self.key ^= zobrist::passed(square);
        }
        if let Some(square) = square {
            self.key ^= zobrist::passed(square);
        }
        self.en_passant = square;
    }

    /// Ends a move: the other side is to move.
    #[inline]
    pub fn finish(&mut self) {
        self.to_move = !self.to_move;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Forbids the next move to recreate the placement before the move that made this record; with
    /// `None` forbids nothing.
    pub fn set_ko(&mut self, undo: Option<&Undo>) {
        self.key ^= self.ko.key;
        self.ko = Ko::NONE;
        if let Some(undo) = undo {
            let (start, end) = (undo.start, self.journal.len() as u32);
            let changes = firsts(self.changes(start, end));
            let differs = changes.filter(|change| !self.is_back(change));
            let key = differs.fold(0, |key, change| {
                key ^ zobrist::former(change.unit, change.square)
            });
            self.ko = Ko { start, end, key };
        }
        self.key ^= self.ko.key;
    }

    /// Whether the move that made this record, the last one, has recreated the placement that it
    /// found forbidden: which kind and colour stands on which square, nothing else.
    pub fn has_recreated(&self, undo: &Undo) -> bool {
        let older = self.changes(undo.ko.start, undo.ko.end);
        let newer = self.changes(undo.start, self.journal.len() as u32);
        undo.ko.key != 0
            && firsts(older).all(|change| self.is_back(change))
            && firsts(newer).all(|change| touch(older, change.square) || self.is_back(change))
    }

    /// Puts back the placement that may not be recreated, its units without the right to castle, and
    /// forbids nothing any more; there is nothing to take this back. Says whether any is forbidden.
    pub fn restore_forbidden(&mut self) -> bool {
        let (start, end) = (self.ko.start, self.ko.end);
        if self.ko.key == 0 {
            return false;
        }
        let changes: Vec<Change> = firsts(self.changes(start, end)).copied().collect();
        for change in &changes {
            self.clear(change.square);
        }
        for change in changes {
            if let Some(unit) = change.unit {
                self.fill(change.square, unit.moved(), None);
            }
        }
        self.set_ko(None);
        self.finish();
        true
    }

    fn changes(&self, start: u32, end: u32) -> &[Change] {
        &self.journal[start as usize..end as usize]
    }

    /// Whether the square holds, marks aside, what it held before the change.
    fn is_back(&self, change: &Change) -> bool {
        let plain = |unit: Option<Unit>| unit.map(Unit::plain);
        plain(self.unit(change.square)) == plain(change.unit)
    }

    /// Takes back the last move, which made this record.
    #[inline]
    pub fn unmake(&mut self, undo: &Undo) {
        while self.journal.len() > undo.start as usize {
            let Some(change) = self.journal.pop() else {
                break;
            };
            let square = change.square;
            if let Some(unit) = self.units[square.index()] {
                self.toggle(square, unit);
            }
            if let Some(unit) = change.unit {
                self.toggle(square, unit);
            }
            self.units[square.index()] = change.unit;
            if self.remembered.has(square) || change.beneath.is_some() {
                self.remember(square, change.beneath);
            }
        }
        self.ko = undo.ko;
        self.en_passant = undo.en_passant;
        self.to_move = !self.to_move;
        self.key = undo.key;
    }

    /// Lets the other side move instead; nothing is forbidden after a pass.
    pub fn pass(&mut self) -> Undo {
        let undo = self.begin();
        self.set_ko(None);
        self.set_en_passant(None);
        self.finish();
        undo
    }

    /// The key computed anew, for checking [`key`](Position::key).
    pub fn key_from_scratch(&self) -> u128 {
        let units = self
            .occupied()
            .filter_map(|square| Some((square, self.unit(square)?)));
        let mut key = self.ko.key;
        for (square, unit) in units {
            key ^= zobrist::unit(unit, square);
            key ^= self
                .beneath(square)
                .map_or(0, |beneath| zobrist::beneath(beneath, square));
        }
        key ^= self.en_passant.map_or(0, zobrist::passed);
        key ^ if self.to_move == Color::Black {
            zobrist::BLACK_TO_MOVE
        } else {
            0
        }
    }

    /// Whether the diagrams are the same: which units with which memories, and who is to move.
    /// What a diagram does not show, rights to castle, en passant and ko, may differ.
    pub fn is_same_diagram(&self, other: &Position) -> bool {
        let shown = |unit: Option<Unit>| unit.map(Unit::moved);
        self.to_move == other.to_move
            && self.colors == other.colors
            && self.kinds == other.kinds
            && self.zombies == other.zombies
            && self.remembered == other.remembered
            && { self.occupied() }.all(|at| shown(self.unit(at)) == shown(other.unit(at)))
            && { self.remembered }.all(|at| self.beneath(at) == other.beneath(at))
    }

    #[inline]
    fn note(&mut self, square: Square) {
        self.journal.push(Change {
            square,
            unit: self.unit(square),
            beneath: self.beneath(square),
        });
    }

    #[inline]
    fn clear(&mut self, square: Square) {
        if let Some(unit) = self.units[square.index()].take() {
            self.toggle(square, unit);
            self.key ^= zobrist::unit(unit, square);
            if self.remembered.has(square) {
                self.key ^= self
                    .beneath(square)
                    .map_or(0, |old| zobrist::beneath(old, square));
                self.remember(square, None);
            }
        }
    }

    #[inline]
    fn fill(&mut self, square: Square, unit: Unit, beneath: Option<Beneath>) {
        debug_assert!(
            self.unit(square).is_none(),
            "a unit is put on an empty square"
        );
        self.units[square.index()] = Some(unit);
        self.toggle(square, unit);
        self.key ^= zobrist::unit(unit, square);
        if let Some(memory) = beneath {
            self.remember(square, beneath);
            self.key ^= zobrist::beneath(memory, square);
        }
    }

    /// Enters the unit in the sets, or strikes it out.
    #[inline]
    fn toggle(&mut self, square: Square, unit: Unit) {
        let bit = Bitboard::of(square);
        self.colors[unit.color().index()] ^= bit;
        self.kinds[unit.kind().index()] ^= bit;
        self.zombies.0 ^= (unit.is_zombie() as u64) << square.index();
    }

    fn remember(&mut self, square: Square, beneath: Option<Beneath>) {
        self.beneath[square.index()] = beneath;
        self.remembered = match beneath {
            Some(_) => self.remembered.with(square),
            None => self.remembered.without(square),
        };
    }
}

/// Equal if nothing that bears on the play differs.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.units == other.units
            && self.beneath == other.beneath
            && self.colors == other.colors
            && self.kinds == other.kinds
            && self.zombies == other.zombies
            && self.to_move == other.to_move
            && self.en_passant == other.en_passant
            && self.ko.key == other.ko.key
            && self.key == other.key
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                match self.unit(Square::new(file, rank)) {
                    Some(unit) => write!(f, " {unit:?}")?,
                    None => f.write_str("  . ")?,
                }
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "{} to move, en passant {:?}",
            self.to_move.name(),
            self.en_passant
        )
    }
}
