//! The record of the effects of moves.

use crate::chess::{Beneath, Square, Unit};

/// What a square held before a change of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub square: Square,
    pub unit: Option<Unit>,
    pub beneath: Option<Beneath>,
}

/// The first change of each square among the changes of one move: what stood there before it. (One
/// unit may leave a square and another arrive.)
pub(super) fn firsts(changes: &[Change]) -> impl Iterator<Item = &Change> {
    changes
        .iter()
        .enumerate()
        .filter_map(|(index, change)| (!touch(&changes[..index], change.square)).then_some(change))
}

/// Whether the square is among those changed.
pub(super) fn touch(changes: &[Change], square: Square) -> bool {
    changes.iter().any(|change| change.square == square)
}

/// All that is needed, beside the position's own journal, to take its last move back; see
/// [`Position::unmake`](super::Position::unmake).
#[derive(Clone, Copy, Debug)]
#[must_use = "a move that is made must be taken back with its own record"]
pub struct Undo {
    pub(super) key: super::zobrist::Key,
    pub(super) ko: Ko,
    /// Where the changes of the move begin in the journal.
    pub(super) start: u32,
    pub(super) en_passant: Option<Square>,
}

/// The placement that may not be recreated: the one before the changes in this part of the journal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ko {
    pub start: u32,
    pub end: u32,
    /// What it adds to the key: 0 if nothing is forbidden.
    pub key: super::zobrist::Key,
}

impl Ko {
    pub const NONE: Ko = Ko {
        start: 0,
        end: 0,
        key: 0,
    };
}
