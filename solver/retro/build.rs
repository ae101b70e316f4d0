//! Fills a table: group by group of classes, layer by layer of distances.
//!
//! A *layer* is a distance in plies plus 1, as it is stored. Layer by layer, every state not yet
//! decided is asked whether its successors now decide it; what is decided in a layer counts for
//! the next, so that neither the order nor the number of threads matters. In battle play layers
//! alternate between those in which the side to move may win and those in which it may lose.
//!
//! # Ko
//!
//! Under Dynamo's ko the placement that may not be recreated is part of the position. Its only
//! effect is to take away the moves that lead there. So a placement is worth the same whatever is
//! forbidden, but for one case: that the moves that decide its worth all lead to one placement and
//! that one is forbidden. Beside the worth of each state (nothing forbidden) the builder keeps this
//! *exception*: the placement, and what the state is worth without the moves to it. The two become
//! known each in its own layer, and the placement never changes once it is known: it is named when
//! the other moves already decide, or when it alone has decided.
//!
//! Only a placement of the same class can be recreated, as units that leave the board or promote
//! do not come back.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::index::{Boards, Space};
use super::successors::{Begun, CHUNK, Chunk, Edge, NUMBER, Recorder, edge, symmetry};
use super::task::{MOST_BATTLE, MOST_HELP, NEVER, Task, UNKNOWN, help, help_layer, help_lines};
use super::watch::Watcher;
use crate::problem::Aim;
use crate::rules::{Job, Rules};

/// Why a table was not finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The watcher wanted an end.
    #[error("stopped before the table was finished")]
    Stopped,
    /// A distance that cannot be stored.
    #[error(
        "some positions of {material} are more than {most} plies away from the goal: such lengths are not stored"
    )]
    TooLong {
        /// The class.
        material: String,
        /// The longest that can be stored.
        most: u16,
    },
}

/// What is stored for one class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Values {
    /// By state.
    pub states: Vec<u16>,
    /// Under ko, by state: what it is worth if the placement that decides it is forbidden.
    pub exceptions: Vec<Exception>,
}

/// See the head of this file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Exception {
    pub state: u32,
    pub forbidden: Edge,
    pub value: u16,
}

/// Solves the groups of classes, each of which only needs those before it.
pub(super) struct Build<'a> {
    pub space: &'a Space,
    pub task: Task,
    /// The classes of each group.
    pub groups: &'a [Vec<usize>],
    pub watcher: &'a dyn Watcher,
}

impl Job for Build<'_> {
    type Output = Result<Vec<Values>, BuildError>;

    fn run<R: Rules>(self) -> Self::Output {
        let classes = self.space.classes();
        let total = self.space.states();
        let done = AtomicU64::new(0);
        let mut finished: Vec<Vec<u16>> = classes.iter().map(|_| Vec::new()).collect();
        let mut exceptions: Vec<Vec<Exception>> = classes.iter().map(|_| Vec::new()).collect();
        for group in self.groups {
            let solved = {
                let progress = Progress {
                    watcher: self.watcher,
                    done: &done,
                    total,
                };
                let table = Group::record::<R>(self.space, self.task, group, &finished, &progress)?;
                table.settle_all(&progress)?;
                table.finish()
            };
            for (&class, values) in group.iter().zip(solved) {
                finished[class] = values.states;
                exceptions[class] = values.exceptions;
            }
        }
        let values = finished.into_iter().zip(exceptions);
        Ok(values
            .map(|(states, exceptions)| Values { states, exceptions })
            .collect())
    }
}

/// How far the work is. It counts half a state when its moves are recorded, and half when it is decided.
struct Progress<'a> {
    watcher: &'a dyn Watcher,
    /// In halves.
    done: &'a AtomicU64,
    total: u64,
}

impl Progress<'_> {
    fn go_on(&self) -> Result<(), BuildError> {
        if self.watcher.should_stop() {
            Err(BuildError::Stopped)
        } else {
            Ok(())
        }
    }

    /// So many states are half done.
    fn advance(&self, states: u64) {
        let done = self.done.fetch_add(states, Relaxed) + states;
        self.watcher.progress(done / 2, self.total);
    }
}

/// A group while it is solved.
struct Group<'a> {
    space: &'a Space,
    task: Task,
    classes: &'a [usize],
    chunks: Vec<Chunk>,
    /// By number of the state in the group.
    values: Vec<AtomicU16>,
    /// The same under ko, else empty.
    ko: Vec<Ko>,
}

/// The exception of a state.
struct Ko {
    forbidden: AtomicU32,
    value: AtomicU16,
}

const NO_EXCEPTION: u32 = u32::MAX;

impl<'a> Group<'a> {
    /// Records the moves of all states of the group.
    fn record<R: Rules>(
        space: &'a Space,
        task: Task,
        classes: &'a [usize],
        finished: &[Vec<u16>],
        progress: &Progress<'_>,
    ) -> Result<Group<'a>, BuildError> {
        let mut bases = vec![None; space.classes().len()];
        let mut count = 0;
        let mut work = Vec::new();
        for &class in classes {
            bases[class] = Some(count as u32);
            let states = space.classes()[class].states;
            count += states;
            work.extend(
                (0..states)
                    .step_by(CHUNK as usize)
                    .map(|first| (class, first..states.min(first + CHUNK))),
            );
        }
        let values: Vec<AtomicU16> = (0..count).map(|_| AtomicU16::new(UNKNOWN)).collect();
        let ko_count = if space.nature().ko { count } else { 0 };
        let no_exception = |_| Ko {
            forbidden: AtomicU32::new(NO_EXCEPTION),
            value: AtomicU16::new(UNKNOWN),
        };
        let ko: Vec<Ko> = (0..ko_count).map(no_exception).collect();
        let recorder = Recorder {
            space,
            task,
            bases: &bases,
            finished,
        };
        let record = |boards: &mut Boards, (class, states): (usize, std::ops::Range<u64>)| {
            progress.go_on()?;
            let first = bases[class].unwrap_or(0) as usize + states.start as usize;
            let length = states.end - states.start;
            let begin = |place: usize, Begun { value, only }| {
                values[first + place].store(value, Relaxed);
                if let Some((forbidden, value)) = only {
                    ko[first + place].forbidden.store(forbidden, Relaxed);
                    ko[first + place].value.store(value, Relaxed);
                }
            };
            let chunk = recorder.record::<R>(boards, class, states, begin);
            progress.advance(length);
            Ok(chunk)
        };
        let chunks: Result<Vec<Chunk>, BuildError> =
            work.into_par_iter().map_init(Boards::new, record).collect();
        Ok(Group {
            space,
            task,
            classes,
            chunks: chunks?,
            values,
            ko,
        })
    }

    /// Decides layer after layer until nothing more can be decided.
    fn settle_all(&self, progress: &Progress<'_>) -> Result<(), BuildError> {
        let latest = self.chunks.iter();
        let latest = latest.map(|chunk| chunk.latest_outside(self.task));
        let latest = latest.max().unwrap_or(0);
        let most = if self.task.aim == Aim::Help {
            MOST_HELP
        } else {
            MOST_BATTLE
        };
        // What was decided by the moves out of the group, or never will be, counts in the end.
        let mut open = self.values.len() as u64;
        let mut idle = 0;
        let mut layer = 2;
        while idle < 2 || layer <= latest {
            let settle = |chunk: &Chunk| {
                progress.go_on()?;
                let places = 0..(chunk.states.end - chunk.states.start) as usize;
                let settled = places.filter(|&place| self.settle(chunk, place, layer));
                Ok(settled.count())
            };
            let settled: Result<Vec<usize>, BuildError> =
                self.chunks.par_iter().map(settle).collect();
            let settled: usize = settled?.into_iter().sum();
            // Under ko a state may be counted twice: once for its exception.
            let decided = open.min(settled as u64);
            progress.advance(decided);
            open -= decided;
            idle = if settled == 0 { idle + 1 } else { 0 };
            if settled > 0 && layer > most {
                let classes = self.classes.iter();
                let names = classes.map(|&class| self.space.classes()[class].material.to_string());
                return Err(BuildError::TooLong {
                    material: names.collect::<Vec<_>>().join(", "),
                    most: most - 1,
                });
            }
            layer += 1;
        }
        progress.advance(open);
        Ok(())
    }

    /// Whether something about a state is decided in this layer.
    #[inline]
    fn settle(&self, chunk: &Chunk, place: usize, layer: u16) -> bool {
        let number = chunk.base as usize + place;
        let value = self.values[number].load(Relaxed);
        if self.ko.is_empty() {
            return value == UNKNOWN && {
                let decided = self.decided(chunk, place, layer);
                if decided != UNKNOWN {
                    self.values[number].store(decided, Relaxed);
                }
                decided != UNKNOWN
            };
        }
        let ko = &self.ko[number];
        let forbidden = ko.forbidden.load(Relaxed);
        let is_open = forbidden != NO_EXCEPTION && ko.value.load(Relaxed) == UNKNOWN;
        (value == UNKNOWN || is_open) && self.settle_under_ko(chunk, place, layer)
    }

    /// What the successors of a state make of it in this layer, without ko.
    #[inline]
    fn decided(&self, chunk: &Chunk, place: usize, layer: u16) -> u16 {
        let edges = chunk.edges(place);
        let outside = chunk.outside(place);
        let value = |edge: &Edge| self.values[*edge as usize].load(Relaxed);
        if self.task.aim == Aim::Help {
            let mut lines = if outside[0] == layer - 1 {
                u32::from(outside[1])
            } else {
                0
            };
            for value in edges.iter().map(value) {
                if value < NEVER && help_layer(value) == layer - 1 {
                    lines += help_lines(value);
                }
            }
            return if lines > 0 {
                help(layer, lines)
            } else {
                UNKNOWN
            };
        }
        let decides = if self.task.wins(layer - 1) {
            outside[0] == layer || edges.iter().any(|edge| value(edge) == layer - 1)
        } else {
            // What is decided so far and did not let this state win is won by the enemy.
            outside[1] < layer
                && edges.iter().all(|edge| {
                    let value = value(edge);
                    value != UNKNOWN && value < layer
                })
        };
        if decides { layer } else { UNKNOWN }
    }

    /// Decides what can be decided in this layer of a state's worth and of its exception.
    fn settle_under_ko(&self, chunk: &Chunk, place: usize, layer: u16) -> bool {
        let number = chunk.base + place as u32;
        let ko = &self.ko[number as usize];
        let value = self.values[number as usize].load(Relaxed);
        let forbidden = ko.forbidden.load(Relaxed);
        let edges = chunk.edges(place);
        let outside = chunk.outside(place);
        let is_help = self.task.aim == Aim::Help;
        let is_losing = !is_help && !self.task.wins(layer - 1);
        // Moves that bring the goal about in this layer; where the side to move can only lose,
        // moves that keep it from losing.
        let is_telling = |edge: &Edge| {
            let value = self.value_after(number, *edge);
            if is_help {
                value < NEVER && help_layer(value) == layer - 1
            } else if is_losing {
                value == UNKNOWN || value >= layer
            } else {
                value == layer - 1
            }
        };
        let is_outside_telling = if is_help {
            outside[0] == layer - 1
        } else if is_losing {
            outside[1] >= layer
        } else {
            outside[0] == layer
        };
        let lines = |without: u32| {
            let mut lines = if is_outside_telling {
                u32::from(outside[1])
            } else {
                0
            };
            for edge in edges.iter().filter(|&&edge| edge != without) {
                if is_telling(edge) {
                    lines += self.lines_after(number, *edge, without == NO_EXCEPTION);
                }
            }
            lines
        };
        let stored = |without: u32| {
            if is_help {
                help(layer, lines(without))
            } else {
                layer
            }
        };
        let mut telling = edges.iter().filter(|edge| is_telling(edge)).copied();
        let first = telling.next();
        let only = first.filter(|first| !is_outside_telling && telling.all(|edge| edge == *first));
        let any = is_outside_telling || first.is_some();
        let mut settled = false;
        if value == UNKNOWN && any != is_losing {
            self.values[number as usize].store(stored(NO_EXCEPTION), Relaxed);
            settled = true;
        }
        if forbidden == NO_EXCEPTION {
            match only {
                Some(only) if value == UNKNOWN => {
                    // It alone wins, so that without it the matter is open; or it alone keeps the
                    // side to move from losing, so that without it the matter is decided. That all
                    // moves lead there is known from the beginning.
                    if is_losing {
                        ko.value.store(layer, Relaxed);
                    }
                    ko.forbidden.store(only, Relaxed);
                    return true;
                }
                _ => return settled,
            }
        }
        if ko.value.load(Relaxed) == UNKNOWN {
            let any = is_outside_telling
                || edges
                    .iter()
                    .any(|edge| *edge != forbidden && is_telling(edge));
            if any != is_losing {
                ko.value.store(stored(forbidden), Relaxed);
                settled = true;
            }
        }
        settled
    }

    /// What the successor is worth, given that the state it is reached from may not be recreated.
    #[inline]
    fn value_after(&self, from: u32, edge: Edge) -> u16 {
        let to = (edge & NUMBER) as usize;
        let forbidden = self.ko[to].forbidden.load(Relaxed);
        let may_be = forbidden != NO_EXCEPTION && forbidden & NUMBER == from;
        if may_be && forbidden == self.back(from, edge) {
            self.ko[to].value.load(Relaxed)
        } else {
            self.values[to].load(Relaxed)
        }
    }

    /// In how many ways the successor's shortest help goes on, given the same.
    ///
    /// Lines of the successor that come back at once are taken out. If the way there is a shortest one
    /// from a state whose own shortest ways are all open (`is_shortest`), there are none, as they
    /// would be longer by two plies, but for one case: coming back mates at once, as it leaves no
    /// move but the one that is then forbidden.
    fn lines_after(&self, from: u32, edge: Edge, is_shortest: bool) -> u32 {
        let value = self.value_after(from, edge);
        let layer = help_layer(value);
        if is_shortest && layer != 2 {
            return help_lines(value);
        }
        let to = edge & NUMBER;
        let back = self.back(from, edge);
        if layer < 2 || self.ko[to as usize].forbidden.load(Relaxed) == back {
            return help_lines(value);
        }
        let chunk = &self.chunks[(u64::from(to) / CHUNK) as usize];
        let place = (to - chunk.base) as usize;
        let outside = chunk.outside(place);
        let mut lines = 0;
        if outside[0] == layer - 1 {
            lines += u32::from(outside[1]);
        }
        for &next in chunk.edges(place).iter().filter(|&&next| next != back) {
            let value = self.value_after(to, next);
            if value < NEVER && help_layer(value) == layer - 1 {
                lines += self.lines_after(to, next, true);
            }
        }
        lines
    }

    /// The successor's way back to the state it was reached from.
    #[inline]
    fn back(&self, from: u32, to: Edge) -> Edge {
        let class = self.classes[0];
        let way = self.space.way_back(class, u64::from(from), symmetry(to));
        edge(from, way)
    }

    /// The values by class.
    fn finish(self) -> Vec<Values> {
        let known = |value: u16| if value == NEVER { UNKNOWN } else { value };
        let mut values = self.values.into_iter();
        let mut ko = self.ko.into_iter();
        let by_class = self.classes.iter().map(|&class| {
            let count = self.space.classes()[class].states as usize;
            let states: Vec<u16> = values
                .by_ref()
                .take(count)
                .map(|value| known(value.into_inner()))
                .collect();
            let exceptions = ko.by_ref().take(count).zip(0..);
            let exceptions = exceptions.filter_map(|(ko, state)| {
                let forbidden = ko.forbidden.into_inner();
                (forbidden != NO_EXCEPTION).then(|| Exception {
                    state,
                    forbidden,
                    value: known(ko.value.into_inner()),
                })
            });
            Values {
                exceptions: exceptions.collect(),
                states,
            }
        });
        by_class.collect()
    }
}
