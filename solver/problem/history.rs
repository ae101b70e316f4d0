//! What may have come before a diagram.

use crate::board::Position;
use crate::chess::{Beneath, Move, Square, Unit};

use super::solution::Status;

/// The possible play before a diagram, as far back as asked for, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// Whether that is all: a search that was stopped knows some of the last moves.
    pub status: Status,
    /// Every move that may have been the last, in the order of its notation. Where more plies are asked
    /// for, those without a history so long are left out.
    pub last_moves: Vec<Unmove>,
    /// The diagram is the initial array with White to move: nothing need have come before.
    pub is_initial_array: bool,
    /// Whether the last move was a double step.
    pub double_step: DoubleStep,
    /// For each right to castle that the diagram shows, whether it may still be there; left out where
    /// the search was stopped before it was known.
    pub castlings: Vec<CastlingRight>,
}

/// A move taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmove {
    /// The move.
    pub mv: Move,
    /// The position before it, with the rights that the play after it needs.
    pub before: Position,
    /// What it took where it went, or expelled, and what that unit stood over.
    pub took: Option<(Unit, Option<Beneath>)>,
    /// The moves before it, if they are asked for.
    pub earlier: Vec<Unmove>,
}

/// Whether the last move was the double step of a pawn, so that it can be taken in passing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DoubleStep {
    /// The search was stopped before all last moves were known.
    Unknown,
    /// The rule set has no en passant.
    NoEnPassant,
    /// It was none.
    Not,
    /// It may have been one over one of these squares, or another move.
    Maybe(Vec<Square>),
    /// It must have been the one over this square; by convention the pawn may be taken with these
    /// moves.
    Must(Square, Vec<Move>),
}

/// A right to castle that the diagram shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRight {
    /// The king's square.
    pub king: Square,
    /// The rook's square.
    pub rook: Square,
    /// Whether some history leaves both unmoved.
    pub is_possible: bool,
}
