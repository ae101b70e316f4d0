//! What a table answers, and how the answer for one position is stored.

use std::fmt;
use std::str::FromStr;

use crate::chess::{Color, Plies};
use crate::problem::{Aim, Goal, Stipulation, StipulationError};

/// What is asked of every position of a table.
///
/// - Directmate and selfmate: whether the side to move, or its opponent, can force the goal, and in
///   how many plies. Both sides are taken to have the same aim; as a side that cannot reach it tries
///   only to stop the other, this says for either side what its own problem would.
/// - Helpmate: the fewest plies in which Black comes to be mated, and in how many ways.
///
/// With stalemate for mate likewise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Task {
    /// Who works for what.
    pub aim: Aim,
    /// How the play ends.
    pub goal: Goal,
}

impl Task {
    /// All tasks by name.
    pub const NAMED: [(&'static str, Task); 6] = [
        ("directmate", Task::new(Aim::Direct, Goal::Mate)),
        ("selfmate", Task::new(Aim::Selfmate, Goal::Mate)),
        ("helpmate", Task::new(Aim::Help, Goal::Mate)),
        ("stalemate", Task::new(Aim::Direct, Goal::Stalemate)),
        ("selfstalemate", Task::new(Aim::Selfmate, Goal::Stalemate)),
        ("helpstalemate", Task::new(Aim::Help, Goal::Stalemate)),
    ];

    const fn new(aim: Aim, goal: Goal) -> Task {
        Task { aim, goal }
    }

    /// What a stipulation asks, its length aside.
    pub fn of(Stipulation { aim, goal, .. }: Stipulation) -> Task {
        Task { aim, goal }
    }

    /// The stipulation that a position with this answer fulfils, if it has one: only White's problems
    /// do, and only up to the longest that can be asked.
    pub fn stipulation(self, to_move: Color, outcome: Outcome) -> Option<Stipulation> {
        let plies = match outcome {
            Outcome::Win(plies) | Outcome::Help { plies, .. } => plies.0,
            Outcome::Loss(_) | Outcome::Neither => return None,
        };
        let (moves, half, begins) = match self.aim {
            Aim::Direct => (plies.div_ceil(2), false, Color::White),
            Aim::Selfmate => (plies / 2, false, Color::White),
            Aim::Help if plies % 2 == 1 => (plies / 2, true, Color::White),
            Aim::Help => (plies / 2, false, Color::Black),
        };
        let is_asked = plies > 0 && moves <= Stipulation::MAX_MOVES && begins == to_move;
        is_asked.then_some(Stipulation {
            aim: self.aim,
            goal: self.goal,
            moves,
            half,
        })
    }

    /// The stipulation of this task with a length in moves, like `3` or `2.5`.
    ///
    /// # Errors
    /// If the length is none.
    pub fn stipulation_of(self, length: &str) -> Result<Stipulation, StipulationError> {
        let aim = match self.aim {
            Aim::Direct => "",
            Aim::Selfmate => "s",
            Aim::Help => "h",
        };
        let goal = match self.goal {
            Goal::Mate => '#',
            Goal::Stalemate => '=',
        };
        format!("{aim}{goal}{}", length.trim()).parse()
    }

    /// Whether the side to move wins when the goal is this many plies away: the goal is reached by a
    /// ply of the winner (directmate) or of the loser (selfmate).
    #[inline]
    pub(super) fn wins(self, plies: u16) -> bool {
        (plies % 2 == 1) == (self.aim == Aim::Direct)
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Task::NAMED.iter().find(|(_, task)| task == self);
        f.write_str(named.map_or("?", |(name, _)| name))
    }
}

/// The text names no task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no goal of tables: expected directmate, selfmate, helpmate, stalemate, \
     selfstalemate or helpstalemate"
)]
pub struct TaskError(String);

impl FromStr for Task {
    type Err = TaskError;

    fn from_str(text: &str) -> Result<Task, TaskError> {
        let named = Task::NAMED.iter();
        let mut named = named.filter(|(name, _)| name.eq_ignore_ascii_case(text));
        let found = named.next().map(|&(_, task)| task);
        found.ok_or_else(|| TaskError(text.chars().take(40).collect()))
    }
}

/// The answer for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move reaches its aim in so many plies, and no sooner, whatever the other does.
    Win(Plies),
    /// The other side does, if the side to move holds out as long as it can.
    Loss(Plies),
    /// The goal is at best so many plies away when both help, and there are so many lines of this
    /// length.
    Help {
        /// How far away.
        plies: Plies,
        /// How many lines; [`MOST_LINES`](Outcome::MOST_LINES) means that many or more.
        lines: u32,
    },
    /// Nobody can force the goal, or no help leads to it.
    Neither,
}

impl Outcome {
    /// Lines of help play are counted up to this number.
    pub const MOST_LINES: u32 = 254;
}

/// Nothing known yet; in the end: no goal.
pub(super) const UNKNOWN: u16 = 0;

/// The number of no position.
pub(super) const INVALID: u16 = u16::MAX;

/// The play has ended without the goal. Known while a table is built; in the end like the others
/// without goal.
pub(super) const NEVER: u16 = u16::MAX - 1;

/// Longer help is not counted: the distance has a byte beside that of the number of lines.
pub(super) const MOST_HELP: u16 = 250;

/// Longer battle play is not counted.
pub(super) const MOST_BATTLE: u16 = 60_000;

/// The distance of stored help, plus 1; 0 if there is none.
#[inline]
pub(super) const fn help_layer(stored: u16) -> u16 {
    stored & 0xff
}

/// The number of lines of stored help.
#[inline]
pub(super) const fn help_lines(stored: u16) -> u32 {
    (stored >> 8) as u32
}

/// Help to be stored; too many lines are cut.
#[inline]
pub(super) fn help(layer: u16, lines: u32) -> u16 {
    layer | (lines.min(Outcome::MOST_LINES) as u16) << 8
}

impl Outcome {
    /// The meaning of what is stored for a position; `None` if it is stored for no position.
    pub(super) fn of(stored: u16, task: Task) -> Option<Outcome> {
        match stored {
            INVALID => None,
            UNKNOWN | NEVER => Some(Outcome::Neither),
            stored if task.aim == Aim::Help => Some(Outcome::Help {
                plies: Plies(u32::from(help_layer(stored)) - 1),
                lines: help_lines(stored),
            }),
            stored => {
                let plies = Plies(u32::from(stored) - 1);
                Some(if task.wins(stored - 1) {
                    Outcome::Win(plies)
                } else {
                    Outcome::Loss(plies)
                })
            }
        }
    }
}
