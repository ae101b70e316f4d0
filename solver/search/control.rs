//! When to stop.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::limits::Watcher;
use crate::problem::Status;

/// A search was broken off: what it would have returned is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// What is counted besides visited positions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tally {
    /// A look-up in the table.
    Probe,
    /// A look-up that answered the question.
    Hit,
    /// A position from which the goal is not conceivable.
    Hopeless,
    /// An attack refuted by a move known from elsewhere.
    Killed,
    /// A position whose play was known beforehand.
    Known,
}

impl Tally {
    pub const COUNT: usize = 5;
}

/// What all workers of a search share to stop in time.
pub(super) struct Control<'a> {
    watcher: &'a dyn Watcher,
    deadline: Option<Instant>,
    reason: AtomicU8,
    nodes: AtomicU64,
    tallies: [AtomicU64; Tally::COUNT],
    /// Whether goals were drawn before the search, and how many.
    has_drawn: AtomicBool,
    goals: AtomicU64,
    done: AtomicU64,
    total: AtomicU64,
}

const RUNNING: u8 = 0;
const TIME_LIMIT: u8 = 1;
const INTERRUPTED: u8 = 2;

impl<'a> Control<'a> {
    pub fn new(watcher: &'a dyn Watcher, deadline: Option<Instant>) -> Control<'a> {
        Control {
            watcher,
            deadline,
            reason: AtomicU8::new(RUNNING),
            nodes: AtomicU64::new(0),
            tallies: [const { AtomicU64::new(0) }; Tally::COUNT],
            has_drawn: AtomicBool::new(false),
            goals: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
        }
    }

    /// Adds visited positions and what happened there, and looks at clock and watcher.
    pub fn count(&self, nodes: u64, tallies: &[u32; Tally::COUNT]) {
        self.nodes.fetch_add(nodes, Relaxed);
        for (sum, &tally) in self.tallies.iter().zip(tallies) {
            sum.fetch_add(tally.into(), Relaxed);
        }
        self.look();
    }

    /// Looks at clock and watcher, and says whether to stop.
    pub fn is_to_stop(&self) -> bool {
        self.look();
        self.is_stopped()
    }

    fn look(&self) {
        if self.watcher.should_stop() {
            self.reason.store(INTERRUPTED, Relaxed);
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.reason.store(TIME_LIMIT, Relaxed);
        }
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.reason.load(Relaxed) != RUNNING
    }

    /// So many goals were drawn.
    pub fn drawn(&self, goals: usize) {
        self.has_drawn.store(true, Relaxed);
        self.goals.fetch_add(goals as u64, Relaxed);
    }

    /// How many goals were drawn before the search; `None` if it went forward.
    pub fn goals_drawn(&self) -> Option<u64> {
        let goals = self.goals.load(Relaxed);
        self.has_drawn.load(Relaxed).then_some(goals)
    }

    /// So many more first moves are to be dealt with.
    pub fn expect(&self, first_moves: usize) {
        self.total.fetch_add(first_moves as u64, Relaxed);
    }

    /// One of the first moves has been dealt with.
    pub fn dealt_with_one(&self) {
        let done = self.done.fetch_add(1, Relaxed) + 1;
        self.watcher.progress(done, self.total.load(Relaxed));
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// How often something happened.
    pub fn tally(&self, tally: Tally) -> u64 {
        self.tallies[tally as usize].load(Relaxed)
    }

    /// How the search ended, if no limit on solutions cut it.
    pub fn status(&self) -> Status {
        match self.reason.load(Relaxed) {
            TIME_LIMIT => Status::TimeLimit,
            INTERRUPTED => Status::Interrupted,
            _ => Status::Complete,
        }
    }
}

/// A branch whose answer is no longer wanted, with the branches that it is part of.
pub(super) struct Branch<'a> {
    parent: Option<&'a Branch<'a>>,
    closed: AtomicBool,
}

impl<'a> Branch<'a> {
    pub fn new(parent: Option<&'a Branch<'a>>) -> Branch<'a> {
        Branch {
            parent,
            closed: AtomicBool::new(false),
        }
    }

    pub fn close(&self) {
        self.closed.store(true, Relaxed);
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Relaxed) || self.parent.is_some_and(Branch::is_closed)
    }
}
