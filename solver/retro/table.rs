//! A finished table, and the answers in it.

use super::build::{Build, BuildError, Exception, Values};
use super::index::{Found, Space};
use super::material::Material;
use super::plan::Plan;
use super::successors::{Edge, edge};
use super::task::{Outcome, Task};
use super::watch::Watcher;
use crate::board::Position;
use crate::rules::RuleSet;

/// The answers for all positions of a class and of those it can turn into, under one rule set.
///
/// Positions with a right to castle are not in it: a king and rook at home are taken to have moved.
pub struct Table {
    pub(super) space: Space,
    pub(super) task: Task,
    pub(super) root: usize,
    pub(super) values: Vec<Values>,
}

impl Table {
    /// Works out all answers, on all threads of the rayon pool that it is called in.
    ///
    /// # Errors
    /// If the watcher stops the work, or a distance is too long to be stored.
    pub fn build(plan: Plan, task: Task, watcher: &dyn Watcher) -> Result<Table, BuildError> {
        let Plan {
            space,
            groups,
            root,
            ..
        } = plan;
        let values = space.rules().run(Build {
            space: &space,
            task,
            groups: &groups,
            watcher,
        })?;
        Ok(Table {
            space,
            task,
            root,
            values,
        })
    }

    /// The rules under which the answers hold.
    pub fn rules(&self) -> RuleSet {
        self.space.rules()
    }

    /// What is answered.
    pub fn task(&self) -> Task {
        self.task
    }

    /// The class that the table was made for.
    pub fn material(&self) -> &Material {
        &self.space.classes()[self.root].material
    }

    /// All classes in the table, that it was made for last.
    pub fn classes(&self) -> impl Iterator<Item = &Material> {
        self.space.classes().iter().map(|class| &class.material)
    }

    /// The answer for a position under the rules of the table, a forbidden placement (ko) taken into
    /// account. `None` if its class is not in the table, it has a right to castle, or the side
    /// that is not to move is in check.
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        let found = self.space.find(position, self.root)?;
        Outcome::of(self.stored(position, found), self.task)
    }

    /// What is stored for a position that is found here.
    pub(super) fn stored(&self, position: &Position, found: Found) -> u16 {
        let values = &self.values[found.class];
        let exception = exceptions_of(&values.exceptions, found.state)
            .filter(|exception| self.is_forbidden(position, found, exception.forbidden));
        exception.map_or(values.states[found.state as usize], |exception| {
            exception.value
        })
    }

    /// The exception of a state, if it has one.
    pub(super) fn exception(&self, class: usize, state: u64) -> Option<&Exception> {
        exceptions_of(&self.values[class].exceptions, state)
    }

    /// Whether it is this placement, seen from the state's own, that the position may not recreate.
    fn is_forbidden(&self, position: &Position, found: Found, forbidden: Edge) -> bool {
        let mut former = position.clone();
        if !former.restore_forbidden() {
            return false;
        }
        let placement = self.space.find_after(&former, found);
        placement.is_some_and(|placement| edge(placement.state as u32, placement.symmetry) == forbidden)
    }
}

fn exceptions_of(exceptions: &[Exception], state: u64) -> Option<&Exception> {
    let place = exceptions
        .binary_search_by_key(&state, |exception| u64::from(exception.state))
        .ok()?;
    exceptions.get(place)
}
