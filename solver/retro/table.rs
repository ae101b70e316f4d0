//! A finished table, and the answers in it.

use super::build::{Build, BuildError, Exception, Values};
use super::index::{Content, Found, Space, after};
use super::material::Material;
use super::plan::Plan;
use super::successors::edge;
use super::task::{Outcome, Task, help_layer, help_lines};
use super::watch::Watcher;
use crate::board::Position;
use crate::chess::{Move, Plies};
use crate::rules::{Job, RuleSet, Rules};

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

    /// About how much memory its answers take, in bytes.
    pub fn memory(&self) -> u64 {
        let bytes = |values: &Values| {
            size_of_val(values.states.as_slice()) + size_of_val(values.exceptions.as_slice())
        };
        self.values.iter().map(|values| bytes(values) as u64).sum()
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
        let (stored, is_exact) = self.stored(position, found, false);
        let outcome = Outcome::of(stored, self.task)?;
        if let (Outcome::Help { plies, .. }, false) = (outcome, is_exact)
            && plies > Plies(0)
        {
            let lines = self.rules().run(Recount {
                table: self,
                position,
                layer: help_layer(stored),
            });
            return Some(Outcome::Help { plies, lines });
        }
        Some(outcome)
    }

    /// What a position that is found here is worth, maybe with colours swapped.
    pub(super) fn worth(&self, position: &Position, found: Found, swapped: bool) -> u16 {
        match self.exception(found.class, found.state) {
            Some(_) => self.stored(position, found, swapped).0,
            None => self.values[found.class].states[found.state as usize],
        }
    }

    /// What is stored for a position that is found here, maybe with colours swapped, and whether that
    /// is all there is to say: where a placement is forbidden and yet makes no difference to the
    /// distance, there may be fewer lines.
    pub(super) fn stored(&self, position: &Position, found: Found, swapped: bool) -> (u16, bool) {
        let stored = self.values[found.class].states[found.state as usize];
        if !self.space.nature().ko {
            return (stored, true);
        }
        let mut former = position.clone();
        if !former.restore_forbidden() {
            return (stored, true);
        }
        let content = Content::of(&former, swapped);
        // A placement of another class cannot be recreated.
        let content = content.filter(|content| self.space.is_of(content, found.class));
        let placement = content.map(|content| {
            let placement = self.space.find_content(&content, found.class);
            let placement = self.space.seen_from(placement, found);
            edge(placement.state as u32, placement.symmetry)
        });
        let exception = self.exception(found.class, found.state);
        match exception.filter(|exception| Some(exception.forbidden) == placement) {
            Some(exception) => (exception.value, true),
            None => (stored, false),
        }
    }

    /// The exception of a state, if it has one.
    pub(super) fn exception(&self, class: usize, state: u64) -> Option<&Exception> {
        let exceptions = &self.values[class].exceptions;
        let place = exceptions.binary_search_by_key(&state, |exception| u64::from(exception.state));
        exceptions.get(place.ok()?)
    }
}

/// Counts the lines of shortest help from a position in which a placement is forbidden.
///
/// Of the positions after the first move those lines are stored that do not come back to it, which
/// is right but for one case, see `lines_after` in `build.rs`.
struct Recount<'a> {
    table: &'a Table,
    position: &'a Position,
    layer: u16,
}

impl Job for Recount<'_> {
    type Output = u32;

    fn run<R: Rules>(self) -> u32 {
        let lines = self.lines::<R>(&mut self.position.clone(), self.layer);
        lines.min(Outcome::MOST_LINES)
    }
}

impl Recount<'_> {
    fn lines<R: Rules>(&self, position: &mut Position, layer: u16) -> u32 {
        let mut moves: Vec<Move> = Vec::new();
        R::legal_moves(position, &mut moves);
        let lines = moves.into_iter().map(|mv| {
            after::<R, _>(position, mv, |position, _| {
                let Some(found) = self.table.space.find(position, self.table.root) else {
                    return 0;
                };
                let (stored, is_exact) = self.table.stored(position, found, false);
                if help_layer(stored) != layer - 1 {
                    0
                } else if layer == 3 && !is_exact {
                    self.lines::<R>(position, 2)
                } else {
                    help_lines(stored)
                }
            })
        });
        lines.sum()
    }
}
