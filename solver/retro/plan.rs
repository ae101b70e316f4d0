//! What a table will take, told before the work begins.

use super::closure::groups;
use super::index::{Boards, Space};
use super::material::Material;
use super::successors::{CHUNK, NUMBER};
use crate::rules::{Job, RuleSet, Rules};

/// More classes than this are not worked on: no machine holds their tables.
pub(super) const MOST_CLASSES: usize = 20_000;

/// States looked at in each class for an estimate.
const SAMPLE: u64 = 400;

/// The classes of a table, in the order in which they are solved.
pub struct Plan {
    pub(super) space: Space,
    /// The classes of each group.
    pub(super) groups: Vec<Vec<usize>>,
    /// The class asked for.
    pub(super) root: usize,
    size: Size,
}

/// How large a table will be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The number of classes, the one asked for among them.
    pub classes: usize,
    /// The number of states: positions up to symmetry, and numbers that belong to no position.
    pub states: u64,
    /// About how much memory the work takes, in bytes.
    pub memory: u64,
}

/// Why no table can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Too many classes.
    #[error("{material} can turn into more than {most} other classes: no table is made of so many")]
    ManyClasses {
        /// The class asked for.
        material: String,
        /// How many are too many.
        most: usize,
    },
    /// More states than can be numbered.
    #[error("{material} has {states} states that lead to each other: expected at most {most}")]
    ManyStates {
        /// One of the classes.
        material: String,
        /// How many.
        states: u64,
        /// How many can be.
        most: u64,
    },
}

impl Plan {
    /// Finds out what a table of this class takes under the rules.
    ///
    /// # Errors
    /// If no machine could make it.
    pub fn new(rules: RuleSet, material: &Material) -> Result<Plan, PlanError> {
        let named =
            groups(rules, material, MOST_CLASSES).ok_or_else(|| PlanError::ManyClasses {
                material: material.to_string(),
                most: MOST_CLASSES,
            })?;
        let space = Space::new(rules, named.iter().flatten().cloned().collect());
        let mut next = 0;
        let groups = named.iter().map(|group| {
            next += group.len();
            (next - group.len()..next).collect()
        });
        let groups: Vec<Vec<usize>> = groups.collect();
        let most = u64::from(if space.nature().ko {
            NUMBER
        } else {
            u32::MAX - 1
        });
        for group in &groups {
            let states = group
                .iter()
                .map(|&class| space.classes()[class].states)
                .sum();
            if states > most {
                return Err(PlanError::ManyStates {
                    material: space.classes()[group[0]].material.to_string(),
                    states,
                    most,
                });
            }
        }
        let root = space.class_of(material).unwrap_or(0);
        let memory = rules.run(Estimate {
            space: &space,
            groups: &groups,
        });
        let size = Size {
            classes: space.classes().len(),
            states: space.states(),
            memory,
        };
        Ok(Plan {
            space,
            groups,
            root,
            size,
        })
    }

    /// How large the table will be.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The classes of the table, that asked for last.
    pub fn classes(&self) -> impl Iterator<Item = &Material> {
        self.space.classes().iter().map(|class| &class.material)
    }
}

struct Estimate<'a> {
    space: &'a Space,
    groups: &'a [Vec<usize>],
}

impl Job for Estimate<'_> {
    type Output = u64;

    fn run<R: Rules>(self) -> u64 {
        let mut boards = Boards::new();
        let mut finished = 0;
        let mut most = 0;
        for group in self.groups {
            let states = |class: &usize| self.space.classes()[*class].states;
            let count: u64 = group.iter().map(states).sum();
            let moves: u64 = group
                .iter()
                .map(|&class| self.moves::<R>(&mut boards, class))
                .sum();
            // Values; where the moves of each state end and what those out of the group come to;
            // the exceptions under ko; the moves, with some room for growth.
            let ko = if self.space.nature().ko { 8 } else { 0 };
            let chunks = count.div_ceil(CHUNK) * 256;
            let working = count * (2 + 4 + 4 + ko) + moves * 4 * 9 / 8 + chunks;
            most = most.max(finished + working + count * 2);
            finished += count * 2;
        }
        most
    }
}

impl Estimate<'_> {
    /// About how many moves all states of a class have.
    fn moves<R: Rules>(&self, boards: &mut Boards, class: usize) -> u64 {
        let states = self.space.classes()[class].states;
        let sample = SAMPLE.min(states);
        let mut moves = Vec::new();
        let mut found = 0;
        for n in 0..sample {
            // Steps that share no factor with the powers of two in the numbering.
            let state = (n * (states / sample) + n * 37) % states;
            let count = self.space.at::<R, _>(boards, class, state, |position| {
                moves.clear();
                R::legal_moves(position, &mut moves);
                moves.len() as u64
            });
            found += count.unwrap_or(0);
        }
        found * states / sample
    }
}
