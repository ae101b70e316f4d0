//! How far a search may go, and who watches it.

use std::time::Duration;

/// What a search may use and what it is to show.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Threads to use: 1 searches on the caller's thread, any other number means all threads of the
    /// rayon pool that the search is called in.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub memory: usize,
    /// Stop after so long.
    pub time: Option<Duration>,
    /// Stop after so many solutions (lines or keys).
    pub max_solutions: Option<u64>,
    /// Whether to work out the play after keys and tries.
    pub play: ShowPlay,
    /// From which end to search help play.
    pub direction: Direction,
}

/// From which end help play is searched; the answer is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Direction {
    /// Backwards where that promises to be quicker.
    #[default]
    Auto,
    /// From the first position: branches from which the goal is out of reach are cut.
    Forward,
    /// From the goals: those that the units can reach are drawn first, then only moves towards one of them
    /// are played. Forward where the rule set does not allow it or there are too many goals.
    Backward,
}

/// When to work out threats and variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ShowPlay {
    /// If the problem asks for it, or has at most three moves.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never: keys alone.
    Never,
}

/// Somebody who watches a search, maybe to stop it. Called from any thread.
pub trait Watcher: Sync {
    /// So many of the first moves have been dealt with.
    fn progress(&self, _done: u64, _total: u64) {}

    /// Whether to stop as soon as possible.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {}
