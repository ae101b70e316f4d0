//! What is asked beside the stipulation.

use std::time::Duration;

/// Whether the problem is also, or only, to be solved with the sides exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplex {
    /// White plays White's part.
    #[default]
    No,
    /// First White, then Black plays White's part.
    Both,
    /// Black plays White's part.
    Half,
}

/// The options of a problem that bear on the question. Those of the diagram (castling, en passant,
/// missing kings) are in its [`Setup`](crate::board::Setup).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Ask for the set play too.
    pub set_play: bool,
    /// Exchange the sides.
    pub duplex: Duplex,
    /// In help play, leave out Black's first move: White begins.
    pub white_to_play: bool,
    /// The diagram is the position after the key: Black is to move.
    pub post_key_play: bool,
    /// Show first moves with at most so many refutations; 0 asks for no tries.
    pub tries: u32,
    /// Show the play after the keys, however long.
    pub variations: bool,
    /// Leave threats out of the play shown.
    pub no_threat: bool,
    /// Stop after so many solutions (lines or keys).
    pub max_solutions: Option<u64>,
    /// Stop after so long.
    pub max_time: Option<Duration>,
    /// Try only the first moves from this one on, counted from 1 in the order of their notation.
    pub start_move: Option<u64>,
    /// Try only the first moves up to this one.
    pub up_to_move: Option<u64>,
}
