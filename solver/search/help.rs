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

/// A move, and the goals that were in reach before it.
#[derive(Clone, Copy)]
struct Approach<'a> {
    pictures: &'a Pictures,
    before: &'a View,
    mv: Move,
}

/// What is in reach in a position.
enum Prospect {
    /// No goal.
    Nothing,
    /// Some of those drawn.
    Goals(View),
    /// Nobody knows.
    Unknown,
}

/// From how many plies on a node's moves are shared out among the threads.
const SPLIT_PLIES: u32 = 4;
/// From how many plies on lines found are kept for when the position is met again.
const KEPT_PLIES: u32 = 3;
/// From how many plies on, if nothing is asked for, goals are drawn: shorter play is searched sooner.
const DRAWN_PLIES: u32 = 5;
/// Up to this length the drawing must be quick.
const SHORT_PLIES: u32 = 6;
/// How many goals may be drawn, and in how many steps, if nothing is asked for.
const MOST_IN_SHORT: (usize, usize) = (12_000, 150_000);
const MOST_IN_LONG: (usize, usize) = (50_000, 2_000_000);

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
        let search_first = |mv: &Move| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let mut lines = Vec::new();
            // A stop is kept by the control; the lines found before it count.
            let approach = pictures.as_ref().map(|pictures| Approach {
                pictures,
                before: pictures.view(),
                mv: *mv,
            });
            let _: Result<(), Stopped> = worker.after(*mv, |worker| {
                self.search(worker, plies.0 - 1, approach, &mut lines)
            });
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
        let (most, most_steps) = match self.direction {
            Direction::Forward => return None,
            Direction::Backward => (self.most_pictures, usize::MAX),
            Direction::Auto if plies.0 < DRAWN_PLIES => return None,
            Direction::Auto if plies.0 <= SHORT_PLIES => MOST_IN_SHORT,
            Direction::Auto => MOST_IN_LONG,
        };
        let draw = match self.goal {
            Goal::Mate => R::mate_pictures,
            Goal::Stalemate => R::stalemate_pictures,
        };
        let sitting = Sitting {
            attacker: attacker(position.to_move(), plies.0),
            attacks: plies.0.div_ceil(2),
            defences: plies.0 / 2,
            most,
            most_steps,
            parallel: self.parallel,
            should_stop: &|| self.control.is_to_stop(),
        };
        let pictures = draw(position, &sitting)?;
        self.control.drawn(pictures.len());
        Some(pictures)
    }

    /// Adds the lines of the position, each from its last move to its first.
    fn search<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        plies: u32,
        approach: Option<Approach<'_>>,
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
                // Mates are found as soon as they are ruled out.
                let is_asked = self.goal == Goal::Stalemate || approach.is_some();
                if !is_asked || !self.prospect(worker, 1, approach).is_nothing() {
                    self.search_last(worker, lines);
                }
                return Ok(());
            }
            _ => worker.check_stop()?,
        }
        let is_early = plies < KEPT_PLIES && approach.is_none();
        if is_early && self.prospect(worker, plies, None).is_nothing() {
            return Ok(());
        }
        let key = worker.position.key();
        let known = self.table.probe(key).unwrap_or(0);
        worker.tally(Tally::Probe);
        if known & failure(plies) != 0 {
            worker.tally(Tally::Hit);
            return Ok(());
        }
        let keeps = plies >= KEPT_PLIES;
        if let (true, Some(found)) = (keeps, self.found.get(key, plies)) {
            worker.tally(Tally::Hit);
            lines.extend(found.iter().cloned());
            return Ok(());
        }
        let prospect = match is_early {
            true => Prospect::Unknown,
            false => self.prospect(worker, plies, approach),
        };
        let ahead = match (&prospect, approach) {
            (Prospect::Nothing, _) => {
                self.table.store(key, known | failure(plies), plies);
                return Ok(());
            }
            (Prospect::Goals(view), Some(Approach { pictures, .. })) => Some((pictures, view)),
            _ => None,
        };
        let before = lines.len();
        let start = push_moves(worker, plies, ahead);
        let go_on = |worker: &mut Worker<'_, R>, mv, lines: &mut Vec<Line>| {
            let approach = ahead.map(|(pictures, before)| Approach {
                pictures,
                before,
                mv,
            });
            let found = lines.len();
            let outcome =
                worker.after(mv, |worker| self.search(worker, plies - 1, approach, lines));
            lines[found..].iter_mut().for_each(|line| line.push(mv));
            outcome
        };
        if self.parallel && plies >= SPLIT_PLIES {
            let moves = worker.moves.split_off(start);
            self.split(worker, &moves, go_on, lines)?;
        } else {
            for n in start..worker.moves.len() {
                if lines.len() >= self.max_lines {
                    break;
                }
                go_on(worker, worker.moves[n], lines)?;
            }
            worker.moves.truncate(start);
        }
        if lines.len() >= self.max_lines {
            // There may be more.
        } else if lines.len() == before {
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

    /// What is in reach with so many plies.
    fn prospect<R: Rules>(
        &self,
        worker: &mut Worker<'_, R>,
        plies: u32,
        approach: Option<Approach<'_>>,
    ) -> Prospect {
        let (attacks, defences) = (plies.div_ceil(2), plies / 2);
        let prospect = match approach {
            Some(Approach {
                pictures,
                before,
                mv,
            }) => {
                // As many moves are left to the side that has just moved.
                let view = pictures.after(before, mv, defences);
                view.map_or(Prospect::Nothing, Prospect::Goals)
            }
            None => {
                let attacker = attacker(worker.position.to_move(), plies);
                let is_conceivable = match self.goal {
                    Goal::Mate => R::mate_is_conceivable,
                    Goal::Stalemate => R::stalemate_is_conceivable,
                };
                match is_conceivable(&worker.position, attacker, attacks, defences) {
                    true => Prospect::Unknown,
                    false => Prospect::Nothing,
                }
            }
        };
        if prospect.is_nothing() {
            worker.tally(Tally::Hopeless);
        }
        prospect
    }

    /// Adds the lines after each of the moves, which are shared out among the threads; they come in
    /// the order of the moves.
    fn split<R: Rules>(
        &self,
        worker: &Worker<'_, R>,
        moves: &[Move],
        add_lines: impl Fn(&mut Worker<'_, R>, Move, &mut Vec<Line>) -> Result<(), Stopped> + Sync,
        lines: &mut Vec<Line>,
    ) -> Result<(), Stopped> {
        let position = &worker.position;
        let by_move = moves.par_iter().with_max_len(1).map(|&mv| {
            let mut worker = Worker::<R>::new(position.clone(), self.control);
            let mut lines = Vec::new();
            let outcome = add_lines(&mut worker, mv, &mut lines);
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

impl Prospect {
    fn is_nothing(&self) -> bool {
        matches!(self, Prospect::Nothing)
    }
}

/// Puts the legal moves on the stack that may keep a goal in reach, and returns where they begin.
fn push_moves<R: Rules>(
    worker: &mut Worker<'_, R>,
    plies: u32,
    ahead: Option<(&Pictures, &View)>,
) -> usize {
    let start = worker.push_legal_moves();
    if let Some((pictures, view)) = ahead {
        let outlets = pictures.outlets(view, worker.position.to_move(), plies.div_ceil(2));
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
