//! The vocabulary: squares, sets of squares, units, moves and lengths.
//!
//! Nothing here knows how a unit moves. Start with [`Square`] and [`Unit`]; a [`Move`] is what the
//! rules produce and everybody else passes on.

mod bitboard;
mod moves;
mod ply;
mod square;
mod unit;

pub use bitboard::Bitboard;
pub use moves::{Move, MoveKind};
pub use ply::Plies;
pub use square::Square;
pub use unit::{Beneath, Color, Kind, Unit};
