//! What is asked for: `#3`, `s#2`, `h#2.5`, `h=4`.

use std::fmt;
use std::str::FromStr;

use crate::chess::{Color, Plies};

/// Who works towards the goal, and against whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Aim {
    /// White forces Black into the goal.
    Direct,
    /// White forces Black to bring White into the goal.
    Selfmate,
    /// Both sides help to bring Black into the goal.
    Help,
}

/// How the play ends: the state of the side to move after the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Goal {
    /// `#`
    Mate,
    /// `=`
    Stalemate,
}

/// Aim, goal and length.
///
/// ```
/// use fata::problem::{Aim, Stipulation};
/// let stipulation: Stipulation = "h#2.5".parse().unwrap();
/// assert_eq!(stipulation.aim, Aim::Help);
/// assert_eq!(stipulation.plies().0, 5);
/// assert_eq!(stipulation.to_string(), "h#2.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Stipulation {
    /// Who works for what.
    pub aim: Aim,
    /// How the play ends.
    pub goal: Goal,
    /// Length in moves, rounded down.
    pub moves: u32,
    /// Whether half a move is added in front (`h#n.5`: White begins).
    pub half: bool,
}

impl Stipulation {
    /// The longest accepted length, in moves.
    pub const MAX_MOVES: u32 = 100;

    /// The length in plies: 2n for `h#n` and `s#n`, 2n - 1 for `#n`.
    pub fn plies(self) -> Plies {
        let plies = 2 * self.moves + u32::from(self.half);
        Plies(if self.aim == Aim::Direct {
            plies - 1
        } else {
            plies
        })
    }

    /// The side that begins if White plays White's part.
    pub fn first_to_move(self) -> Color {
        match self.aim {
            Aim::Help if !self.half => Color::Black,
            _ => Color::White,
        }
    }
}

/// The text is not a stipulation that can be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StipulationError {
    /// Not understood at all.
    #[error(
        "`{0}` is not a stipulation: expected one like `#2`, `s#3`, `h#2`, `h#2.5` or `h=3` \
         (in YAML put it in quotes)"
    )]
    Unknown(String),
    /// Understood, but not solved by this program.
    #[error("`{text}` ({name}) is not supported: expected #n, s#n, h#n or h#n.5, with # or =")]
    Unsupported {
        /// The text.
        text: String,
        /// What it means.
        name: &'static str,
    },
    /// A length of nothing or of far too much.
    #[error("`{0}` has no usable length: expected 1 to {max} moves", max = Stipulation::MAX_MOVES)]
    Length(String),
    /// Half a move where only whole moves make sense.
    #[error("`{0}` has half a move: only help play does")]
    Half(String),
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let shown = || text.chars().take(40).collect::<String>();
        let lower: String = text.to_lowercase().split_whitespace().collect();
        let Some(at) = lower.find(['#', '=']) else {
            return Err(StipulationError::Unknown(shown()));
        };
        let (aim, rest) = lower.split_at(at);
        let aim = match aim {
            "" => Aim::Direct,
            "s" => Aim::Selfmate,
            "h" => Aim::Help,
            "r" => return Err(unsupported(shown(), "reflexmate")),
            "semi-r" => return Err(unsupported(shown(), "semi-reflexmate")),
            "hs" => return Err(unsupported(shown(), "helpselfmate")),
            "hr" => return Err(unsupported(shown(), "help-reflexmate")),
            _ if aim.starts_with("ser-") => return Err(unsupported(shown(), "series play")),
            _ if aim.starts_with("pser-") => {
                return Err(unsupported(shown(), "parry series play"));
            }
            _ => return Err(StipulationError::Unknown(shown())),
        };
        let goal = if rest.starts_with('#') {
            Goal::Mate
        } else {
            Goal::Stalemate
        };
        let length = &rest[1..];
        let (moves, half) = match length.split_once('.') {
            Some((moves, "5")) => (moves, true),
            Some((_, _)) => return Err(StipulationError::Unknown(shown())),
            None => (length, false),
        };
        if moves.is_empty() || !moves.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(StipulationError::Unknown(shown()));
        }
        let moves: u32 = moves.parse().unwrap_or(u32::MAX);
        if moves > Stipulation::MAX_MOVES || (moves == 0 && !half) {
            return Err(StipulationError::Length(shown()));
        }
        if half && aim != Aim::Help {
            return Err(StipulationError::Half(shown()));
        }
        Ok(Stipulation {
            aim,
            goal,
            moves,
            half,
        })
    }
}

fn unsupported(text: String, name: &'static str) -> StipulationError {
    StipulationError::Unsupported { text, name }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Direct => "",
            Aim::Selfmate => "s",
            Aim::Help => "h",
        };
        let goal = match self.goal {
            Goal::Mate => '#',
            Goal::Stalemate => '=',
        };
        let half = if self.half { ".5" } else { "" };
        write!(f, "{aim}{goal}{}{half}", self.moves)
    }
}
