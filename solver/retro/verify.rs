//! Checks each answer of a table against those of its successors.
//!
//! Nothing of the builder is used: moves are found on the plain path, answers are probed as anybody
//! else probes them, and each position is laid on the board in one of its images, another one from
//! state to state. That the answers fit together makes them right: by induction on the distance,
//! no other answers do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::index::{Boards, after};
use super::successors::{CHUNK, edge};
use super::table::Table;
use super::task::{Outcome, Task};
use super::watch::Watcher;
use crate::board::Position;
use crate::chess::{Color, Move, Plies};
use crate::problem::{Aim, Goal};
use crate::rules::{Job, Rules};

/// What a check came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// So many positions were checked.
    pub positions: u64,
    /// Whether that were all.
    pub is_complete: bool,
}

/// An answer that cannot be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{material}: the table says {found:?}, but the moves say {expected:?}, in\n{position}")]
pub struct Contradiction {
    /// The class.
    pub material: String,
    /// The position, drawn.
    pub position: String,
    /// The answer; `None` if the table has none.
    pub found: Option<Outcome>,
    /// What the successors make of it.
    pub expected: Option<Outcome>,
}

impl Table {
    /// Checks all answers, on all threads of the rayon pool that this is called in.
    ///
    /// # Errors
    /// One of the answers that do not fit together.
    pub fn verify(&self, watcher: &dyn Watcher) -> Result<Checked, Box<Contradiction>> {
        self.rules().run(Verify {
            table: self,
            watcher,
        })
    }
}

struct Verify<'a> {
    table: &'a Table,
    watcher: &'a dyn Watcher,
}

/// A move's destination: where it is seen from the state, and what it is worth.
struct Successor {
    edge: Option<u32>,
    outcome: Option<Outcome>,
}

impl Job for Verify<'_> {
    type Output = Result<Checked, Box<Contradiction>>;

    fn run<R: Rules>(self) -> Self::Output {
        let space = &self.table.space;
        let classes = space.classes();
        let total: u64 = classes.iter().map(|class| class.states).sum();
        let (done, positions) = (AtomicU64::new(0), AtomicU64::new(0));
        let chunks = classes.iter().enumerate().flat_map(|(class, found)| {
            let firsts = (0..found.states).step_by(CHUNK as usize);
            firsts.map(move |first| (class, first..found.states.min(first + CHUNK)))
        });
        let chunks: Vec<_> = chunks.collect();
        let is_complete = chunks
            .into_par_iter()
            .map_init(
                Boards::new,
                |boards, (class, states)| -> Result<bool, Box<Contradiction>> {
                    if self.watcher.should_stop() {
                        return Ok(false);
                    }
                    let length = states.end - states.start;
                    for state in states {
                        let checked = self.state::<R>(boards, class, state)?;
                        positions.fetch_add(u64::from(checked), Relaxed);
                    }
                    let done = done.fetch_add(length, Relaxed) + length;
                    self.watcher.progress(done, total);
                    Ok(true)
                },
            )
            .try_reduce(|| true, |one, other| Ok(one && other))?;
        Ok(Checked {
            positions: positions.into_inner(),
            is_complete,
        })
    }
}

impl Verify<'_> {
    /// Whether the number belongs to a position; its answer fits.
    fn state<R: Rules>(
        &self,
        boards: &mut Boards,
        class: usize,
        state: u64,
    ) -> Result<bool, Box<Contradiction>> {
        let table = self.table;
        let stored = table.values[class].states[state as usize];
        let image = table.space.at::<R, _>(boards, class, state, |position| {
            let symmetries = table.rules().symmetries();
            let has_ranks = table.space.has_ranks(class);
            let may_be = |n: &usize| !has_ranks || symmetries[*n].keeps_ranks();
            let first = (state.wrapping_mul(0x9e37_79b9) >> 7) as usize % symmetries.len();
            let mut images = (0..symmetries.len()).map(|n| (n + first) % symmetries.len());
            let number = images.find(may_be).unwrap_or(0);
            let symmetry = &symmetries[number];
            let mut image = Position::empty(position.to_move());
            for square in position.occupied() {
                if let Some(unit) = position.unit(square) {
                    image.enter(symmetry.image(square), unit, position.beneath(square));
                }
            }
            image.set_en_passant(position.en_passant().map(|passed| symmetry.image(passed)));
            image
        });
        let Some(mut position) = image else {
            if stored == super::task::INVALID {
                return Ok(false);
            }
            return Err(Box::new(Contradiction {
                material: table.space.classes()[class].material.to_string(),
                position: format!("no position: state {state}"),
                found: Outcome::of(stored, table.task),
                expected: None,
            }));
        };
        let successors = self.successors::<R>(&mut position);
        let is_check = !R::checkers(&position, position.to_move()).is_empty();
        let contradiction = |found, expected| {
            Err(Box::new(Contradiction {
                material: table.space.classes()[class].material.to_string(),
                position: format!("{position:?}"),
                found,
                expected,
            }))
        };
        let found = table.probe(&position);
        let expected = expected(table.task, position.to_move(), is_check, successors.iter());
        if found.is_none() || found != expected {
            return contradiction(found, expected);
        }
        if !table.space.nature().ko {
            return Ok(true);
        }
        let exception = table.exception(class, state);
        for forbidden in successors.iter().filter_map(|successor| successor.edge) {
            let others = successors.iter();
            let others = others.filter(|successor| successor.edge != Some(forbidden));
            let expected = self::expected(table.task, position.to_move(), is_check, others);
            let matching = exception.filter(|exception| exception.forbidden == forbidden);
            let found = Outcome::of(matching.map_or(stored, |found| found.value), table.task);
            // Lines are counted anew where a placement is forbidden without effect on the distance.
            let is_right = match (found, expected) {
                (Some(Outcome::Help { plies: a, .. }), Some(Outcome::Help { plies: b, .. }))
                    if matching.is_none() =>
                {
                    a == b
                }
                _ => found == expected,
            };
            if !is_right {
                return contradiction(found, expected);
            }
        }
        Ok(true)
    }

    fn successors<R: Rules>(&self, position: &mut Position) -> Vec<Successor> {
        let table = self.table;
        let from = table.space.find(position, table.root);
        let mut moves: Vec<Move> = Vec::new();
        R::pseudo_moves(position, &mut moves);
        let mut successors = Vec::new();
        for mv in moves {
            let successor = after::<R, _>(position, mv, |position, undo| {
                if !R::was_legal(position, undo) {
                    return None;
                }
                let seen = from.and_then(|from| {
                    let seen = table.space.find_after(position, from)?;
                    (seen.class == from.class).then(|| edge(seen.state as u32, seen.symmetry))
                });
                Some(Successor {
                    edge: seen.filter(|_| table.space.nature().ko),
                    outcome: table.probe(position),
                })
            });
            successors.extend(successor);
        }
        successors
    }
}

/// What the successors make of a position; `None` if one of them has no answer.
fn expected<'a>(
    task: Task,
    to_move: Color,
    is_check: bool,
    successors: impl Iterator<Item = &'a Successor>,
) -> Option<Outcome> {
    let outcomes: Option<Vec<Outcome>> = successors.map(|successor| successor.outcome).collect();
    let outcomes = outcomes?;
    let is_goal = outcomes.is_empty() && is_check == (task.goal == Goal::Mate);
    let none = Plies(0);
    Some(match task.aim {
        Aim::Help if is_goal && to_move == Color::Black => Outcome::Help {
            plies: none,
            lines: 1,
        },
        Aim::Direct if is_goal => Outcome::Loss(none),
        Aim::Selfmate if is_goal => Outcome::Win(none),
        _ if outcomes.is_empty() => Outcome::Neither,
        Aim::Help => help(&outcomes),
        Aim::Direct | Aim::Selfmate => battle(&outcomes),
    })
}

fn help(outcomes: &[Outcome]) -> Outcome {
    let ways = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Help { plies, lines } => Some((*plies, *lines)),
        _ => None,
    });
    let Some(least) = ways.clone().map(|(plies, _)| plies).min() else {
        return Outcome::Neither;
    };
    let shortest = ways.filter(|(plies, _)| *plies == least);
    let lines: u32 = shortest.map(|(_, lines)| lines).sum();
    Outcome::Help {
        plies: Plies(least.0 + 1),
        lines: lines.min(Outcome::MOST_LINES),
    }
}

fn battle(outcomes: &[Outcome]) -> Outcome {
    let lost = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Loss(plies) => Some(plies.0),
        _ => None,
    });
    if let Some(least) = lost.min() {
        return Outcome::Win(Plies(least + 1));
    }
    let won = outcomes.iter().map(|outcome| match outcome {
        Outcome::Win(plies) => Some(plies.0),
        _ => None,
    });
    match won.collect::<Option<Vec<u32>>>() {
        Some(won) => Outcome::Loss(Plies(won.into_iter().max().unwrap_or(0) + 1)),
        None => Outcome::Neither,
    }
}
