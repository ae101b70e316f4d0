//! Who moves how often (docs/rules.md, section 8).

use std::marker::PhantomData;

use super::{Rules, legal};
use crate::board::Position;
use crate::chess::{Kind, Move, Square};

/// How many moves a side makes before the other is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Cadence {
    /// One each.
    #[default]
    Normal,
    /// One, two, three and so on; check only with the last move of a series, and a check must be
    /// parried with the first.
    Progressive,
}

/// How the side to move stands before it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Not in check.
    Free,
    /// In check, which can be parried.
    Check,
    /// In check, which cannot be parried.
    Mate,
    /// Not in check and without a move to begin with.
    Stalemate,
}

/// A game, move by move.
#[derive(Clone, Debug)]
pub struct Game<R> {
    position: Position,
    cadence: Cadence,
    /// The number of the series in play, from 1.
    series: usize,
    /// How many moves of it are made.
    made: usize,
    /// Squares that pawns passed over in the series before, each with the square where the pawn
    /// still is.
    passed: Vec<(Square, Square)>,
    /// The same of the series in play.
    passing: Vec<(Square, Square)>,
    rules: PhantomData<R>,
}

impl<R: Rules> Game<R> {
    /// A game that begins at this position.
    pub fn new(position: Position, cadence: Cadence) -> Game<R> {
        Game {
            position,
            cadence,
            series: 1,
            made: 0,
            passed: Vec::new(),
            passing: Vec::new(),
            rules: PhantomData,
        }
    }

    /// The position reached, with the side to move that would be next in normal cadence.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position in which the next move is made.
    pub fn before_next(&self) -> Position {
        let mut position = self.position.clone();
        if self.made > 0 {
            let _undo = position.pass();
            position.set_en_passant(None);
        }
        position
    }

    /// How many moves the series in play has.
    pub fn length(&self) -> usize {
        match self.cadence {
            Cadence::Normal => 1,
            Cadence::Progressive => self.series,
        }
    }

    /// The legal moves, each with the position after it. Those that give check before the end of a
    /// series are among them.
    pub fn legal_moves(&self) -> Vec<(Move, Position)> {
        if self.made == 0 && self.cadence == Cadence::Progressive {
            return self.first_moves();
        }
        moves::<R>(self.before_next())
    }

    /// The moves that may begin a series: en passant against every pawn that is still where its
    /// double step led, if the square passed over is free.
    fn first_moves(&self) -> Vec<(Move, Position)> {
        let mut found: Vec<(Move, Position)> = Vec::new();
        let passed = self.passed.iter().map(|&(passed, _)| Some(passed));
        let own = self.position.en_passant();
        for passed in passed.chain([if self.series == 1 { own } else { None }, None]) {
            let mut position = self.position.clone();
            position.set_en_passant(passed.filter(|&square| position.unit(square).is_none()));
            for (mv, after) in moves::<R>(position) {
                if found.iter().all(|(other, _)| *other != mv) {
                    found.push((mv, after));
                }
            }
        }
        found
    }

    /// Makes one of the [`legal_moves`](Game::legal_moves), with the position after it. Whether it
    /// gives check.
    pub fn make(&mut self, mv: Move, after: Position) -> bool {
        self.passing.retain(|&(_, pawn)| pawn != mv.from());
        let before = if self.made > 0 {
            self.before_next()
        } else {
            self.position.clone()
        };
        let unit = before.unit(mv.from());
        let is_pawn = unit.is_some_and(|unit| unit.kind() == Kind::Pawn);
        if is_pawn && mv.passive().is_none() && mv.from().rank().abs_diff(mv.target().rank()) == 2 {
            let between = (mv.from().rank() + mv.target().rank()) / 2;
            let passed = Square::new(mv.from().file(), between);
            self.passing.push((passed, mv.target()));
        }
        self.position = after;
        self.made += 1;
        self.is_check()
    }

    /// Ends the series: the other side is to move.
    pub fn end_series(&mut self) {
        self.passed = std::mem::take(&mut self.passing);
        self.series += 1;
        self.made = 0;
    }

    /// Whether the side that does not move is in check.
    fn is_check(&self) -> bool {
        R::is_in_check(&self.position, self.position.to_move())
    }

    /// How the side to move stands at the beginning of a series.
    pub fn standing(&self) -> Standing {
        let is_check = self.is_check();
        let may_move = match self.cadence {
            Cadence::Normal => R::has_legal_move(&mut self.position.clone(), &mut Vec::new()),
            Cadence::Progressive => {
                // A check parried by a check before the last move is not parried.
                let is_quiet = |after: &Position| {
                    !R::is_in_check(after, after.to_move()) || self.length() == 1
                };
                self.first_moves().iter().any(|(_, after)| is_quiet(after))
            }
        };
        match (is_check, may_move) {
            (false, true) => Standing::Free,
            (true, true) => Standing::Check,
            (true, false) => Standing::Mate,
            (false, false) => Standing::Stalemate,
        }
    }

    /// The moves that the units could make but for what happens to their own king, and but for ko.
    pub fn moves_but_for_legality(&self) -> Vec<(Move, Position)> {
        let mut position = self.before_next();
        let mut list = Vec::new();
        R::pseudo_moves(&mut position, &mut list);
        let illegal = list
            .into_iter()
            .filter(|&mv| !legal::is_legal::<R>(&mut position.clone(), mv));
        let after = |mv| {
            let mut after = position.clone();
            let _undo = R::make(&mut after, mv);
            (mv, after)
        };
        illegal.map(after).collect()
    }
}

fn moves<R: Rules>(mut position: Position) -> Vec<(Move, Position)> {
    let mut list = Vec::new();
    R::legal_moves(&mut position, &mut list);
    let after = |mv| {
        let mut after = position.clone();
        let _undo = R::make(&mut after, mv);
        (mv, after)
    };
    list.into_iter().map(after).collect()
}
