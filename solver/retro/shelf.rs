//! Tables side by side.

use std::collections::HashMap;

use super::index::Content;
use super::table::Table;
use super::task::{Outcome, Task};
use crate::board::Position;
use crate::chess::Color;
use crate::problem::{Aim, Distance};
use crate::rules::RuleSet;

/// Tables under one rule set and for one task, in which positions of all their classes are looked up
/// at once, also with colours swapped: the table of `KQ-K` answers for `K-KQ` as well.
pub struct Shelf {
    rules: RuleSet,
    task: Task,
    tables: Vec<Table>,
    /// Table and class by the key of the class.
    places: HashMap<u128, (usize, usize)>,
    most_units: usize,
}

impl Shelf {
    /// A shelf with one table.
    pub fn new(table: Table) -> Shelf {
        let mut shelf = Shelf {
            rules: table.rules(),
            task: table.task(),
            tables: Vec::new(),
            places: HashMap::new(),
            most_units: 0,
        };
        shelf.add(table);
        shelf
    }

    /// Adds a table.
    ///
    /// # Panics
    /// If the table is of another rule set or task.
    pub fn add(&mut self, table: Table) {
        assert!(
            self.has(table.rules(), table.task()),
            "a shelf holds tables of one rule set and task"
        );
        let number = self.tables.len();
        for (n, class) in table.space.classes().iter().enumerate() {
            // Tables agree where they share a class.
            self.places
                .entry(class.material.key())
                .or_insert((number, n));
            self.most_units = self.most_units.max(class.material.units());
        }
        self.tables.push(table);
    }

    /// Whether this is where tables of this rule set and task stand.
    pub fn has(&self, rules: RuleSet, task: Task) -> bool {
        (self.rules, self.task) == (rules, task)
    }

    /// The most units of a position in one of the tables.
    pub fn most_units(&self) -> u32 {
        self.most_units as u32
    }

    /// How far a side is from having its way, if the position is in one of the tables: by force where
    /// the task is battle play, the attacker being mated himself in a selfmate; in a helpmate
    /// until the attacker mates.
    pub fn distance(&self, position: &Position, attacker: Color) -> Option<Distance> {
        let outcome = match (self.task.aim, attacker) {
            // In tables Black comes to be mated.
            (Aim::Help, attacker) => self.look_up(position, attacker == Color::Black),
            _ => {
                let seen = self.look_up(position, false);
                seen.or_else(|| self.look_up(position, true))
            }
        };
        let is_to_move = position.to_move() == attacker;
        Some(match outcome? {
            Outcome::Win(plies) if is_to_move => Distance::Plies(plies),
            Outcome::Loss(plies) if !is_to_move => Distance::Plies(plies),
            Outcome::Help { plies, .. } => Distance::Plies(plies),
            Outcome::Win(_) | Outcome::Loss(_) | Outcome::Neither => Distance::Never,
        })
    }

    fn look_up(&self, position: &Position, swapped: bool) -> Option<Outcome> {
        let content = Content::of(position, swapped)?;
        let &(table, class) = self.places.get(&content.key)?;
        let table = &self.tables[table];
        let found = table.space.find_content(&content, class);
        Outcome::of(table.worth(position, found, swapped), self.task)
    }
}
