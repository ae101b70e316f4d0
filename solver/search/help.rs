//! Help play: all lines of exactly the given length that end in the goal.
//!
//! Positions are searched, not sequences of moves: once the lines of some length of a position are
//! known, or that there are none, it is not searched for them again, by whatever order of moves it
//! is reached.
//!
//! Where the goals that are in reach can be drawn beforehand, the search works from their end: it
//! plays only moves that bring the units nearer to one of them, or that they can spare. Else, and where
//! there are too many, it goes forward and cuts branches from which no goal is conceivable.

use rayon::prelude::*;

use super::control::{Control, Stopped, Tally};
use super::endings::Known;
use super::found::Found;
use super::limits::Direction;
use super::table::Table;
use super::worker::Worker;
use crate::board::Position;
use crate::chess::{Color, Move, Plies};
use crate::problem::Goal;
use crate::rules::{Pictures, Rules, Sitting, View};

/// One line of play.
pub(super) type Line = Vec<Move>;

/// A help search.
pub(super) struct HelpSearch<'a> {
    pub goal: Goal,
    pub table: &'a Table,
    pub known: Known<'a>,
    pub control: &'a Control<'a>,
    pub parallel: bool,
    /// Stop each branch after so many lines.
    pub max_lines: usize,
    /// The lines of positions met before, while all are wanted.
    pub found: Found,
    pub direction: Direction,
    /// So many pictures of goals may be drawn if backward play is asked for.
    pub most_pictures: usize,
}

/// The goals that are in reach.
#[derive(Clone, Copy)]
struct Sight<'a> {
    pictures: &'a Pictures,
    view: &'a View,
}

/// From how many plies on a node's moves are shared out among the threads.
const SPLIT_PLIES: u32 = 4;
/// From how many plies on lines found are kept for when the position is met again.
const KEPT_PLIES: u32 = 3;
/// From how many plies on, if nothing is asked for, goals are drawn, and how many at most: shorter play
/// is searched sooner.
const DRAWN_PLIES: u32 = 5;
const MOST_PICTURES: usize = 50_000;

impl HelpSearch<'_> {
    /// The lines that begin with one of the first moves, in the order of these; if the search was
    /// stopped, those found so far.
    pub fn lines<R: Rules>(
        &self,
        position: &Position,
        first_moves: &[Move],
        plies: Plies,
    ) -> Vec<Line> {
        let pictures = self.pictures::<R>(position, plies);
        let sight = pictures.as_ref().map(|pictures| Sight {
            pictures,
            view: pictures.view(),
        });
        let search_first = |mv: &Move| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let mut lines = Vec::new();
            // A stop is kept by the control; the lines found before it count.
            let _: Result<(), Stopped> =
                self.search_after(&mut worker, *mv, plies.0, sight, &mut lines);
            for line in &mut lines {
                line.push(*mv);
                line.reverse();
            }
            lines
        };
        self.control.expect(first_moves.len());
        let watched = |mv: &Move| {
            let lines = search_first(mv);
            self.control.dealt_with_one();
            lines
        };
        let by_first_move: Vec<Vec<Line>> = if self.parallel && plies.0 >= SPLIT_PLIES {
            first_moves
                .par_iter()
                .with_max_len(1)
                .map(watched)
                .collect()
        } else {
            first_moves.iter().map(watched).collect()
        };
        by_first_move
            .into_iter()
            .flatten()
            .take(self.max_lines)
            .collect()
    }

    /// The goals in reach, if the search is to begin with them.
    fn pictures<R: Rules>(&self, position: &Position, plies: Plies) -> Option<Pictures> {
        let most = match self.direction {
            Direction::Forward => return None,
            Direction::Auto if plies.0 < DRAWN_PLIES => return None,
            Direction::Auto => MOST_PICTURES,
            Direction::Backward => self.most_pictures,
        };
        let us = position.to_move();
        let draw = match self.goal {
            Goal::Mate => R::mate_pictures,
            Goal::Stalemate => R::stalemate_pictures,
        };
        let sitting = Sitting {
            attacker: if plies.0 % 2 == 1 { us } else { !us },
            attacks: plies.0.div_ceil(2),
            defences: plies.0 / 2,
            most,
            should_stop: &|| self.control.is_to_stop(),
        };
        let pictures = draw(position, &sitting)?;
        self.control.drawn(pictures.len());
        Some(pictures)
    }

    /// Adds the lines, so many plies long, that begin with the move; the move itself is left to the
    /// caller.
    fn search_after<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        mv: Move,
        plies: u32,
        sight: Option<Sight<'_>>,
        lines: &mut Vec<Line>,
    ) -> Result<(), Stopped> {
        let Some(Sight { pictures, view }) = sight else {
            return worker.after(mv, |worker| self.search(worker, plies - 1, None, lines));
        };
        let Some(view) = pictures.after(view, mv, plies.div_ceil(2) - 1) else {
            worker.tally(Tally::Hopeless);
            return Ok(());
        };
        let sight = Some(Sight {
            pictures,
            view: &view,
        });
        worker.after(mv, |worker| self.search(worker, plies - 1, sight, lines))
    }

    /// Adds the lines of the position, each from its last move to its first.
    fn search<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        plies: u32,
        sight: Option<Sight<'_>>,
        lines: &mut Vec<Line>,
    ) -> Result<(), Stopped> {
        if self.is_known_to_fail(worker, plies) {
            return Ok(());
        }
        match plies {
            0 => {
                if worker.is_goal(self.goal) {
                    lines.push(Line::new());
                }
                return Ok(());
            }
            1 => {
                if self.goal == Goal::Mate || sight.is_some() || !self.is_hopeless(worker, 1) {
                    self.search_last(worker, lines);
                }
                return Ok(());
            }
            _ => worker.check_stop()?,
        }
        let is_dim = sight.is_none();
        if is_dim && plies < KEPT_PLIES && self.is_hopeless(worker, plies) {
            return Ok(());
        }
        let key = worker.position.key();
        let known = self.table.probe(key).unwrap_or(0);
        worker.tally(Tally::Probe);
        if known & failure(plies) != 0 {
            worker.tally(Tally::Hit);
            return Ok(());
        }
        let keeps = plies >= KEPT_PLIES && self.max_lines == usize::MAX;
        if let (true, Some(found)) = (keeps, self.found.get(key, plies)) {
            worker.tally(Tally::Hit);
            lines.extend(found.iter().cloned());
            return Ok(());
        }
        if is_dim && plies >= KEPT_PLIES && self.is_hopeless(worker, plies) {
            self.table.store(key, known | failure(plies), plies);
            return Ok(());
        }
        let before = lines.len();
        if self.parallel && plies >= SPLIT_PLIES {
            self.search_split(worker, plies, sight, lines)?;
        } else {
            let start = push_moves(worker, plies, sight);
            for n in start..worker.moves.len() {
                if lines.len() >= self.max_lines {
                    break;
                }
                let mv = worker.moves[n];
                let found = lines.len();
                let outcome = self.search_after(worker, mv, plies, sight, lines);
                lines[found..].iter_mut().for_each(|line| line.push(mv));
                outcome?;
            }
            worker.moves.truncate(start);
        }
        if lines.len() == before && before < self.max_lines {
            self.table.store(key, known | failure(plies), plies);
        } else if keeps {
            self.found.keep(key, plies, &lines[before..]);
        }
        Ok(())
    }

    /// Whether it is known beforehand that there is no line of so many plies.
    #[inline]
    fn is_known_to_fail<R: Rules>(&self, worker: &mut Worker<'_, R>, plies: u32) -> bool {
        let attacker = attacker(worker.position.to_move(), plies);
        let distance = worker.known_distance(self.known, attacker);
        distance.is_some_and(|distance| !distance.is_within(plies))
    }

    /// Whether no line of so many plies can exist, as the attacker makes the last of them.
    fn is_hopeless<R: Rules>(&self, worker: &mut Worker<'_, R>, plies: u32) -> bool {
        let attacker = attacker(worker.position.to_move(), plies);
        let (attacks, defences) = (plies.div_ceil(2), plies / 2);
        let is_conceivable = match self.goal {
            Goal::Mate => R::mate_is_conceivable,
            Goal::Stalemate => R::stalemate_is_conceivable,
        };
        let is_hopeless = !is_conceivable(&worker.position, attacker, attacks, defences);
        if is_hopeless {
            worker.tally(Tally::Hopeless);
        }
        is_hopeless
    }

    /// The same with the moves shared out among the threads; the lines come in the same order.
    fn search_split<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        plies: u32,
        sight: Option<Sight<'_>>,
        lines: &mut Vec<Line>,
    ) -> Result<(), Stopped> {
        let start = push_moves(worker, plies, sight);
        let moves = worker.moves.split_off(start);
        let position = &worker.position;
        let by_move = moves.par_iter().with_max_len(1).map(|&mv| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let mut lines = Vec::new();
            let outcome = self.search_after(&mut worker, mv, plies, sight, &mut lines);
            lines.iter_mut().for_each(|line| line.push(mv));
            (outcome, lines)
        });
        let by_move: Vec<_> = by_move.collect();
        for (outcome, found) in by_move {
            lines.extend(found);
            outcome?;
        }
        Ok(())
    }

    fn search_last<R: Rules>(&self, worker: &mut Worker<'_, R>, lines: &mut Vec<Line>) {
        let start = worker.push_last_moves(self.goal, usize::MAX);
        lines.extend(worker.moves.drain(start..).map(|mv| vec![mv]));
    }
}

/// Who makes the last of so many plies.
#[inline]
fn attacker(to_move: Color, plies: u32) -> Color {
    if plies % 2 == 1 { to_move } else { !to_move }
}

/// Puts the legal moves on the stack that may keep a goal in sight, and returns where they begin.
fn push_moves<R: Rules>(worker: &mut Worker<'_, R>, plies: u32, sight: Option<Sight<'_>>) -> usize {
    let start = worker.push_legal_moves();
    if let Some(Sight { pictures, view }) = sight {
        let us = worker.position.to_move();
        let outlets = pictures.outlets(view, us, plies.div_ceil(2));
        let mut kept = start;
        for n in start..worker.moves.len() {
            let mv = worker.moves[n];
            if outlets.allow(view, mv) {
                worker.moves[kept] = mv;
                kept += 1;
            }
        }
        worker.moves.truncate(kept);
    }
    start
}

/// The fact that the position has no line of exactly so many plies. As the side to move is part of
/// the key, the length is odd or even by position, and half of it tells lengths apart; from 52
/// plies on failures are not kept.
fn failure(plies: u32) -> u32 {
    if plies / 2 < 26 { 1 << (plies / 2) } else { 0 }
}
