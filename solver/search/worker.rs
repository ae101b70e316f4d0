//! One thread's view of a search.

use std::marker::PhantomData;

use super::control::{Branch, Control, Stopped, Tally};
use super::endings::Known;
use crate::board::{Position, Undo};
use crate::chess::{Color, Move};
use crate::problem::{Distance, Goal};
use crate::rules::{self, Rules};

/// A position to play on, a stack of moves, and the way to stop.
pub(super) struct Worker<'a, R: Rules> {
    pub position: Position,
    /// The moves of all plies between the first position and this one: each ply appends its own and
    /// truncates when done, so that nothing is allocated per node.
    pub moves: Vec<Move>,
    pub control: &'a Control<'a>,
    pub branch: Option<&'a Branch<'a>>,
    /// Positions visited, and how many of them have been reported.
    visited: u64,
    reported: u64,
    tallies: [u32; Tally::COUNT],
    rules: PhantomData<R>,
}

/// How many positions are visited between two looks at the clock.
const COUNTING_INTERVAL: u64 = 4096;

impl<'a, R: Rules> Worker<'a, R> {
    pub fn new(position: Position, control: &'a Control<'a>) -> Worker<'a, R> {
        let moves = Vec::with_capacity(1024);
        Worker {
            position,
            moves,
            control,
            branch: None,
            visited: 0,
            reported: 0,
            tallies: [0; Tally::COUNT],
            rules: PhantomData,
        }
    }

    /// A worker whose results are wanted as long as the branch is.
    pub fn within(
        position: Position,
        control: &'a Control<'a>,
        branch: &'a Branch<'a>,
    ) -> Worker<'a, R> {
        let mut worker = Worker::new(position, control);
        worker.branch = Some(branch);
        worker
    }

    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        self.visited += 1;
        R::make(&mut self.position, mv)
    }

    #[inline]
    pub fn unmake(&mut self, undo: &Undo) {
        self.position.unmake(undo);
    }

    /// How many positions it has visited, or others on its behalf.
    #[inline]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Others, who report for themselves, have visited so many positions on its behalf.
    pub fn visited_for(&mut self, positions: u64) {
        self.visited += positions;
        self.reported += positions;
    }

    /// Plays a move, asks, takes it back.
    #[inline]
    pub fn after<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.make(mv);
        let answer = ask(self);
        self.unmake(&undo);
        answer
    }

    /// Fails if the search is to stop or the branch is no longer wanted.
    #[inline]
    pub fn check_stop(&mut self) -> Result<(), Stopped> {
        if self.visited - self.reported >= COUNTING_INTERVAL {
            self.report();
        }
        if self.control.is_stopped() || self.branch.is_some_and(Branch::is_closed) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Counts what has happened once more.
    #[inline]
    pub fn tally(&mut self, tally: Tally) {
        self.tallies[tally as usize] += 1;
    }

    /// How far the attacker is from the goal, if that is known beforehand.
    #[inline]
    pub fn known_distance(&mut self, known: Known<'_>, attacker: Color) -> Option<Distance> {
        let distance = known.distance(&self.position, attacker);
        if distance.is_some() {
            self.tally(Tally::Known);
        }
        distance
    }

    fn report(&mut self) {
        let nodes = self.visited - self.reported;
        self.reported = self.visited;
        self.control
            .count(nodes, &std::mem::take(&mut self.tallies));
    }

    /// Puts the legal moves on the stack and returns where they begin.
    #[inline]
    pub fn push_legal_moves(&mut self) -> usize {
        let start = self.moves.len();
        R::legal_moves(&mut self.position, &mut self.moves);
        start
    }

    /// The same for those that may leave the enemy nothing but moves that mate.
    #[inline]
    pub fn push_compelling_moves(&mut self) -> usize {
        let start = self.moves.len();
        R::compelling_moves(&mut self.position, &mut self.moves);
        start
    }

    /// The same for those after which a mate may follow on the next move, whatever the enemy does.
    #[inline]
    pub fn push_preparing_moves(&mut self) -> usize {
        let start = self.moves.len();
        R::preparing_moves(&mut self.position, &mut self.moves);
        start
    }

    /// Plays a move from elsewhere, asks, takes it back; `None` if the move is not legal here, or if
    /// that is not quickly told.
    #[inline]
    pub fn after_foreign<T>(&mut self, mv: Move, ask: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !R::is_clearly_possible(&self.position, mv, &mut self.moves) {
            return None;
        }
        let undo = self.make(mv);
        let answer = R::was_legal(&self.position, &undo).then(|| ask(self));
        self.unmake(&undo);
        answer
    }

    /// The legal moves in the order of their notation.
    pub fn sorted_moves(&mut self) -> Vec<Move> {
        let start = self.push_legal_moves();
        let mut moves = self.moves.split_off(start);
        moves.sort_by_cached_key(Move::to_string);
        moves
    }

    /// Whether the goal is reached against the side to move.
    #[inline]
    pub fn is_goal(&mut self, goal: Goal) -> bool {
        match goal {
            Goal::Mate => rules::is_mate::<R>(&mut self.position, &mut self.moves),
            Goal::Stalemate => rules::is_stalemate::<R>(&mut self.position, &mut self.moves),
        }
    }

    /// Puts legal moves that reach the goal at once on the stack: all, or the first few if they are
    /// more than `most`.
    #[inline]
    pub fn push_last_moves(&mut self, goal: Goal, most: usize) -> usize {
        let start = self.moves.len();
        match goal {
            Goal::Mate => R::mating_moves(&mut self.position, &mut self.moves, most),
            Goal::Stalemate => {
                self.push_legal_moves();
                let mut kept = start;
                for n in start..self.moves.len() {
                    let mv = self.moves[n];
                    if kept - start < most && self.after(mv, |worker| worker.is_goal(goal)) {
                        self.moves[kept] = mv;
                        kept += 1;
                    }
                }
                self.moves.truncate(kept);
            }
        }
        start
    }
}

impl<R: Rules> Drop for Worker<'_, R> {
    fn drop(&mut self) {
        self.report();
    }
}
