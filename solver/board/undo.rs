//! The record of one move's effects.

use crate::chess::{Beneath, Square, Unit};

/// What a square held before a change of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub square: Square,
    pub unit: Option<Unit>,
    pub beneath: Option<Beneath>,
}

/// The squares that one move changed, with what they held before, in the order of the changes.
///
/// A square may be changed twice (one unit leaves it, another arrives). Mover and passive touch four squares; losing the right to castle may clear marks on three more
/// (the rooks of a king that moves, the king of a rook that goes).
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    list: [Change; Changes::CAPACITY],
    len: u8,
}

impl Changes {
    const CAPACITY: usize = 8;

    pub const NONE: Changes = Changes {
        list: [Change {
            square: Square::new(0, 0),
            unit: None,
            beneath: None,
        }; Changes::CAPACITY],
        len: 0,
    };

    /// Notes what a square held. Panics rather than lose an entry.
    #[inline]
    pub fn push(&mut self, change: Change) {
        self.list[self.len as usize] = change;
        self.len += 1;
    }

    #[inline]
    pub fn as_slice(&self) -> &[Change] {
        &self.list[..self.len as usize]
    }

    /// The first change of each square: what stood there before the move.
    pub fn firsts(&self) -> impl Iterator<Item = &Change> {
        let list = self.as_slice();
        list.iter().enumerate().filter_map(|(index, change)| {
            let is_first = list[..index]
                .iter()
                .all(|earlier| earlier.square != change.square);
            is_first.then_some(change)
        })
    }

    /// Whether the square was changed.
    pub fn touch(&self, square: Square) -> bool {
        self.as_slice().iter().any(|change| change.square == square)
    }
}

/// Equal if they stand for the same placement (docs/rules.md, choice 4), each square being changed
/// once: then neither the order of the changes matters nor the marks of the units.
impl PartialEq for Changes {
    fn eq(&self, other: &Changes) -> bool {
        let plain = |unit: Option<Unit>| unit.map(Unit::plain);
        let has_same = |one: &Change| {
            let is_same =
                |two: &Change| one.square == two.square && plain(one.unit) == plain(two.unit);
            other.as_slice().iter().any(is_same)
        };
        self.len == other.len && self.as_slice().iter().all(has_same)
    }
}

impl Eq for Changes {}

/// All that is needed to take one move back; see [`Position::unmake`](super::Position::unmake).
#[derive(Clone, Copy, Debug)]
#[must_use = "a move that is made must be taken back with its own record"]
pub struct Undo {
    pub(super) changes: Changes,
    pub(super) former: Changes,
    pub(super) key: super::zobrist::Key,
    pub(super) en_passant: Option<Square>,
}
