//! Where the moves of every state of a group of classes lead, recorded once.

use std::ops::Range;

use super::index::{Boards, Found, Space, after};
use super::task::{INVALID, NEVER, Task, UNKNOWN, help_layer, help_lines};
use crate::board::Position;
use crate::chess::{Color, Move};
use crate::problem::{Aim, Goal};
use crate::rules::Rules;

/// States that are worked on at a time.
pub(super) const CHUNK: u64 = 1 << 12;

/// A successor in the same group: its number in the group, and in rules with ko the symmetry that
/// leads to it in the three highest bits.
pub(super) type Edge = u32;

const SYMMETRY_SHIFT: u32 = 29;

/// A successor without its symmetry.
pub(super) const NUMBER: u32 = (1 << SYMMETRY_SHIFT) - 1;

/// A successor together with the symmetry that leads to it.
#[inline]
pub(super) const fn edge(number: u32, symmetry: u8) -> Edge {
    number | (symmetry as u32) << SYMMETRY_SHIFT
}

/// The symmetry of a successor.
#[inline]
pub(super) const fn symmetry(edge: Edge) -> u8 {
    (edge >> SYMMETRY_SHIFT) as u8
}

/// What the moves of a state that lead to finished classes come to, in two numbers.
///
/// - Battle play: when they win (as stored for the state, 0 if they do not), and the longest of the
///   enemy's wins that they lead to (as stored; `BAR` if some lead elsewhere).
/// - Help play: the least distance they lead to (as stored, 0 if none), and in how many lines.
pub(super) type Outside = [u16; 2];

/// Some move out of the group does not lose.
pub(super) const BAR: u16 = u16::MAX;

/// Where the moves of some states lead.
pub(super) struct Chunk {
    pub class: usize,
    /// The states, counted in their class.
    pub states: Range<u64>,
    /// The number of the first of them in the group.
    pub base: u32,
    ends: Vec<u32>,
    edges: Vec<Edge>,
    outside: Vec<Outside>,
}

/// What a state is known to be before any other is looked at.
pub(super) struct Begun {
    pub value: u16,
    /// Under ko: all moves lead to this one placement, and if it is forbidden the play has ended
    /// like this.
    pub only: Option<(Edge, u16)>,
}

impl Chunk {
    /// Where the moves of a state lead inside the group, once for each move.
    #[inline]
    pub fn edges(&self, place: usize) -> &[Edge] {
        let first = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[first as usize..self.ends[place] as usize]
    }

    /// What the other moves of a state come to.
    #[inline]
    pub fn outside(&self, place: usize) -> Outside {
        self.outside.get(place).copied().unwrap_or([0, 0])
    }

    /// The last layer that moves out of the group may decide.
    pub fn latest_outside(&self, task: Task) -> u16 {
        let layers = self.outside.iter().map(|&[first, second]| {
            let is_layer = task.aim != Aim::Help && second != BAR;
            first.max(if is_layer { second } else { 0 })
        });
        layers.max().map_or(0, |layer| layer + 1)
    }
}

/// Looks at the moves of states.
pub(super) struct Recorder<'a> {
    pub space: &'a Space,
    pub task: Task,
    /// Where each class begins in the group, if it is one of the group.
    pub bases: &'a [Option<u32>],
    /// The finished classes.
    pub finished: &'a [Vec<u16>],
}

impl Recorder<'_> {
    /// Records the moves of some states of a class, and tells what is known of each at once.
    pub fn record<R: Rules>(
        &self,
        boards: &mut Boards,
        class: usize,
        states: Range<u64>,
        mut begin: impl FnMut(usize, Begun),
    ) -> Chunk {
        let base = self.bases[class].unwrap_or(0) + states.start as u32;
        let mut chunk = Chunk {
            class,
            states: states.clone(),
            base,
            ends: Vec::with_capacity((states.end - states.start) as usize),
            edges: Vec::new(),
            outside: Vec::new(),
        };
        let mut moves = Vec::new();
        for (place, state) in states.enumerate() {
            let begun = self.space.at::<R, _>(boards, class, state, |position| {
                self.state::<R>(position, &mut moves, place, &mut chunk)
            });
            let none = Begun {
                value: INVALID,
                only: None,
            };
            begin(place, begun.unwrap_or(none));
            chunk.ends.push(chunk.edges.len() as u32);
        }
        chunk.edges.shrink_to_fit();
        chunk
    }

    fn state<R: Rules>(
        &self,
        position: &mut Position,
        moves: &mut Vec<Move>,
        place: usize,
        chunk: &mut Chunk,
    ) -> Begun {
        moves.clear();
        R::legal_moves(position, moves);
        let ended = self.end::<R>(position);
        if moves.is_empty() {
            return Begun {
                value: ended,
                only: None,
            };
        }
        let first = chunk.edges.len();
        let mut outside = [0, 0];
        for &mv in moves.iter() {
            let found = after::<R, _>(position, mv, |position, _| {
                self.space.find(position, chunk.class)
            });
            let Found {
                class,
                state,
                symmetry,
            } = found.expect("a move leads to one of the classes that were found to follow");
            match self.bases[class] {
                Some(base) => {
                    let symmetry = if self.space.nature().ko { symmetry } else { 0 };
                    chunk.edges.push(edge(base + state as u32, symmetry));
                }
                None => self.add_outside(&mut outside, self.finished[class][state as usize]),
            }
        }
        if outside != [0, 0] {
            chunk.outside.resize(place, [0, 0]);
            chunk.outside.push(outside);
        }
        let edges = &chunk.edges[first..];
        let is_one = edges.len() == moves.len() && edges.iter().all(|other| *other == edges[0]);
        Begun {
            value: UNKNOWN,
            only: (self.space.nature().ko && is_one).then(|| (edges[0], ended)),
        }
    }

    /// What a state without moves is.
    fn end<R: Rules>(&self, position: &Position) -> u16 {
        let is_check = R::is_in_check(position, position.to_move());
        let is_goal = is_check == (self.task.goal == Goal::Mate);
        match self.task.aim {
            _ if !is_goal => NEVER,
            Aim::Help if position.to_move() == Color::White => NEVER,
            Aim::Help => super::task::help(1, 1),
            Aim::Direct | Aim::Selfmate => 1,
        }
    }

    fn add_outside(&self, outside: &mut Outside, value: u16) {
        debug_assert_ne!(value, INVALID, "a legal move leads to a position");
        if self.task.aim == Aim::Help {
            let layer = help_layer(value);
            if layer != 0 && (outside[0] == 0 || layer < outside[0]) {
                *outside = [layer, 0];
            }
            if layer != 0 && layer == outside[0] {
                outside[1] = outside[1].saturating_add(help_lines(value) as u16);
            }
            return;
        }
        if value == UNKNOWN || !self.task.wins(value - 1) {
            outside[1] = BAR;
        } else {
            outside[1] = outside[1].max(value);
        }
        let is_won = value != UNKNOWN && !self.task.wins(value - 1);
        if is_won && (outside[0] == 0 || value + 1 < outside[0]) {
            outside[0] = value + 1;
        }
    }
}
