//! The tables of `--tables`.

use std::path::Path;

use super::input::Input;
use super::memory;
use crate::batch::{Tables, TablesError};
use crate::problem::Phase;
use crate::retro::Task;

/// Reads the tables of a folder, if one is given, and keeps what the problems can use.
pub fn load(folder: Option<&Path>, input: &Input) -> Result<Tables, TablesError> {
    let Some(folder) = folder else {
        return Ok(Tables::default());
    };
    let mut wanted = Vec::new();
    for problem in input
        .entries
        .iter()
        .flat_map(|entry| &entry.document.problem)
    {
        let phases = problem.stipulation.map(|asked| problem.phases(asked));
        for Phase {
            rules, stipulation, ..
        } in phases.into_iter().flatten().flatten()
        {
            let key = (rules, Task::of(stipulation));
            if !wanted.contains(&key) {
                wanted.push(key);
            }
        }
    }
    let most = (memory::generous_share() as u64) << 20;
    Tables::load(folder, most, |rules, task| wanted.contains(&(rules, task)))
}
