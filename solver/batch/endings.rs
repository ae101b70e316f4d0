//! Tables that tell a search how endings go.

use std::io;
use std::path::{Path, PathBuf};

use crate::board::Position;
use crate::chess::Color;
use crate::problem::{Distance, Phase};
use crate::retro::{FileError, Shelf, Table, Task};
use crate::rules::RuleSet;
use crate::search::{Endings, NothingKnown};

/// Tables for solving, read from files.
#[derive(Default)]
pub struct Tables {
    shelves: Vec<Shelf>,
}

/// Why the tables of a folder are not used.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The folder.
    #[error("{}: the folder cannot be read: {reason}", folder.display())]
    Folder {
        /// Its name.
        folder: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// One of its files.
    #[error("{}: {reason}", file.display())]
    File {
        /// Its name.
        file: PathBuf,
        /// What is wrong with it.
        reason: FileError,
    },
}

impl Tables {
    /// Reads all tables of a folder, and keeps those under whose rules and for whose task something is
    /// to be solved: at most so many bytes of them in all. Folders in it and files whose names begin
    /// with a dot are passed over.
    ///
    /// # Errors
    /// If the folder cannot be read, or one of its files is no table, damaged or too large.
    pub fn load(
        folder: &Path,
        most: u64,
        is_wanted: impl Fn(RuleSet, Task) -> bool,
    ) -> Result<Tables, TablesError> {
        let mut tables = Tables::default();
        let mut left = most;
        let files = files(folder).map_err(|reason| TablesError::Folder {
            folder: folder.to_owned(),
            reason,
        })?;
        for file in files {
            let table =
                Table::load(&file, left).map_err(|reason| TablesError::File { file, reason })?;
            if is_wanted(table.rules(), table.task()) {
                left = left.saturating_sub(table.memory());
                tables.add(table);
            }
        }
        Ok(tables)
    }

    /// Adds a table.
    pub fn add(&mut self, table: Table) {
        let (rules, task) = (table.rules(), table.task());
        let mut shelves = self.shelves.iter_mut();
        match shelves.find(|shelf| shelf.has(rules, task)) {
            Some(shelf) => shelf.add(table),
            None => self.shelves.push(Shelf::new(table)),
        }
    }

    /// What the tables know of the endings of a phase.
    pub fn endings(&self, phase: &Phase) -> &dyn Endings {
        let (rules, task) = (phase.rules, Task::of(phase.stipulation));
        let mut shelves = self.shelves.iter();
        match shelves.find(|shelf| shelf.has(rules, task)) {
            Some(shelf) => shelf,
            None => &NothingKnown,
        }
    }
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !is_hidden && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

impl Endings for Shelf {
    fn most_units(&self) -> u32 {
        Shelf::most_units(self)
    }

    fn distance(&self, position: &Position, attacker: Color) -> Option<Distance> {
        Shelf::distance(self, position, attacker)
    }
}
