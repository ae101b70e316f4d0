//! Which problems to work on.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::output::{Notes, Output};
use super::refusal::document_errors;
use crate::chess::Color;
use crate::format::{
    Document, FileFormat, JsonError, problem_fields, quick_problem, read_problems_as, yaml_document,
};
use crate::problem::{Phase, Problem};

/// What problem files found in folders end in.
const ENDINGS: [&str; 4] = ["yaml", "yml", "olv", "inp"];

/// Where problems come from.
#[derive(Debug)]
pub enum Source {
    /// From files; only those with one of the ids, if any are given.
    Files {
        /// The files; `-` is standard input.
        files: Vec<PathBuf>,
        /// The ids.
        ids: Vec<String>,
        /// The format, if not the one that the name of each file tells.
        format: Option<FileFormat>,
    },
    /// From the command line.
    Quick {
        /// The diagram.
        fen: String,
        /// What is asked.
        stipulation: Option<String>,
        /// The conditions.
        conditions: Vec<String>,
        /// The options.
        options: Vec<String>,
    },
}

/// The problems read, and what could not be read.
#[derive(Debug, Default)]
pub struct Input {
    /// The problems, in order.
    pub entries: Vec<Entry>,
    /// What went wrong beside the documents.
    pub errors: Vec<InputError>,
    /// The files read, with their names.
    pub files: Vec<(String, String)>,
}

/// A document, and where it stands.
#[derive(Debug)]
pub struct Entry {
    /// The file and the number in it, for messages.
    pub place: String,
    /// What was read there.
    pub document: Document,
    /// The numbers, from 0, of its file among those read and of the document in it.
    pub origin: Option<(usize, usize)>,
}

/// Why there is nothing to work on.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A file.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// Its name.
        file: String,
        /// Why not.
        reason: io::Error,
    },
    /// A pattern that no file matches.
    #[error("{pattern}: no such file, and as a pattern it {reason}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A folder without problem files.
    #[error("{folder}: holds no file that ends in .yaml or .yml")]
    EmptyFolder {
        /// Its name.
        folder: String,
    },
    /// A file of blanks and comments.
    #[error("{file}: holds no problem")]
    Empty {
        /// Its name.
        file: String,
    },
    /// An id that no problem has.
    #[error("there is no problem with the id `{id}`{}", near.as_ref().map_or(String::new(), |near| format!(": did you mean `{near}`?")))]
    UnknownId {
        /// The id.
        id: String,
        /// One like it.
        near: Option<String>,
    },
}

impl Source {
    /// Reads all problems, so that what cannot be read is known before any work begins.
    pub fn read(self, to_move: Option<Color>) -> Input {
        let mut input = match self {
            Source::Files { files, ids, format } => read_files(&files, &ids, format),
            Source::Quick {
                fen,
                stipulation,
                conditions,
                options,
            } => {
                let document = quick_problem(&fen, stipulation.as_deref(), &conditions, &options);
                let entries = vec![Entry {
                    place: "command line".to_owned(),
                    document,
                    origin: None,
                }];
                Input {
                    entries,
                    ..Input::default()
                }
            }
        };
        if let Some(color) = to_move {
            let entries = input.entries.iter_mut();
            for problem in entries.flat_map(|entry| &mut entry.document.problem) {
                problem.setup.to_move = color;
            }
        }
        input
    }
}

impl Input {
    /// Lets the side move that the stipulation asks to, where there is one.
    pub fn let_stipulations_say_who_moves(&mut self) {
        let entries = self.entries.iter_mut();
        for problem in entries.flat_map(|entry| &mut entry.document.problem) {
            let phases = problem.stipulation.map(|asked| problem.phases(asked));
            let first = phases.iter().flatten().flatten().next();
            if let Some(to_move) = first.map(Phase::first_to_move) {
                problem.setup.to_move = to_move;
            }
        }
    }

    /// Reports everything that could not be read, and returns whether there was anything.
    pub fn report(&self, output: &mut Output, notes: &mut Notes) -> io::Result<bool> {
        for error in &self.errors {
            notes.error(&error.to_string());
            if let InputError::UnknownId { id, .. } = error {
                let error = JsonError {
                    field: "id".to_owned(),
                    message: error.to_string(),
                };
                output.error(id, None, None, &[error])?;
            }
        }
        Ok(!self.errors.is_empty())
    }
}

/// Reports what is wrong with a document; the problem if it can be worked on.
pub fn usable<'a>(
    Entry { document, .. }: &'a Entry,
    output: &mut Output,
    notes: &mut Notes,
) -> io::Result<Option<&'a Problem>> {
    for warning in &document.warnings {
        notes.warning(&warning.to_string());
    }
    match &document.problem {
        Ok(problem) => Ok(Some(problem)),
        Err(errors) => {
            document_errors(&document.id, errors, output, notes)?;
            Ok(None)
        }
    }
}

fn read_files(files: &[PathBuf], ids: &[String], format: Option<FileFormat>) -> Input {
    let mut input = Input::default();
    for file in &found(files, &mut input.errors) {
        let name = file.display().to_string();
        let format = format.unwrap_or_else(|| FileFormat::of_name(&name));
        match read_text(file, format) {
            Ok(text) => {
                let before = input.entries.len();
                let at = input.files.len();
                input.entries.extend(entries(format, &name, &text, at));
                if input.entries.len() == before {
                    input.errors.push(InputError::Empty { file: name.clone() });
                }
                let text = match format {
                    FileFormat::Yaml => text,
                    _ => as_yaml(&input.entries[before..]),
                };
                input.files.push((name, text));
            }
            Err(reason) => input
                .errors
                .push(InputError::Unreadable { file: name, reason }),
        }
    }
    if ids.is_empty() {
        return input;
    }
    let (chosen, rest): (Vec<Entry>, Vec<Entry>) = input
        .entries
        .into_iter()
        .partition(|entry| ids.contains(&entry.document.id));
    let is_missing = |id: &&String| chosen.iter().all(|entry| entry.document.id != **id);
    for id in ids.iter().filter(is_missing) {
        let others = chosen
            .iter()
            .chain(&rest)
            .map(|entry| entry.document.id.as_str());
        let near = nearest(id, others);
        input.errors.push(InputError::UnknownId {
            id: id.clone(),
            near,
        });
    }
    input.entries = chosen;
    if !input.errors.is_empty() {
        // A document that could not be read may have been the one asked for.
        input.entries.extend(
            rest.into_iter()
                .filter(|entry| entry.document.problem.is_err()),
        );
    }
    input
}

/// The documents in YAML, one for each, so that results can be added to them.
fn as_yaml(entries: &[Entry]) -> String {
    let document = |entry: &Entry| {
        let Document {
            id, problem, kept, ..
        } = &entry.document;
        let fields = match problem {
            Ok(problem) => problem_fields(problem, kept),
            Err(_) => [("id".into(), id.clone().into())].into_iter().collect(),
        };
        yaml_document(&fields).unwrap_or_else(|_| "---\n{}\n".to_owned())
    };
    entries.iter().map(document).collect()
}

fn entries(format: FileFormat, file: &str, text: &str, at: usize) -> impl Iterator<Item = Entry> {
    read_problems_as(format, file, text)
        .into_iter()
        .enumerate()
        .map(move |(index, document)| {
            let number = index + 1;
            let id = &document.id;
            // An id that the document does not give itself says no more than the place.
            let is_own = *id != format!("{file}#{number}");
            let id = if is_own {
                format!(" (id `{id}`)")
            } else {
                String::new()
            };
            Entry {
                place: format!("{file}, document {number}{id}"),
                document,
                origin: Some((at, index)),
            }
        })
}

/// The files meant: themselves, all problem files in folders and below, all that match patterns;
/// what was found is sorted by name.
fn found(files: &[PathBuf], errors: &mut Vec<InputError>) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for file in files {
        let pattern = file.to_string_lossy();
        if file.is_dir() {
            let before = all.len();
            if let Err(reason) = below(file, &mut all) {
                errors.push(InputError::Unreadable {
                    file: pattern.into_owned(),
                    reason,
                });
            } else if all.len() == before {
                errors.push(InputError::EmptyFolder {
                    folder: pattern.into_owned(),
                });
            }
        } else if pattern.contains(['*', '?', '[']) && !file.exists() {
            let matches = glob::glob(&pattern).map_err(|error| error.to_string());
            let mut matches: Vec<PathBuf> = match matches {
                Ok(paths) => paths.flatten().filter(|path| path.is_file()).collect(),
                Err(reason) => {
                    errors.push(InputError::Pattern {
                        pattern: pattern.into_owned(),
                        reason: format!("cannot be read: {reason}"),
                    });
                    continue;
                }
            };
            if matches.is_empty() {
                errors.push(InputError::Pattern {
                    pattern: pattern.into_owned(),
                    reason: "matches none".to_owned(),
                });
            }
            matches.sort();
            all.extend(matches);
        } else {
            all.push(file.clone());
        }
    }
    all
}

/// All problem files in a folder and the folders in it, but for hidden ones.
fn below(folder: &Path, all: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut items: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    items.sort_by_key(fs::DirEntry::file_name);
    for item in items {
        let path = item.path();
        if item.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        // Links to folders are not followed, so that no way leads round in a circle.
        if item.file_type()?.is_dir() {
            below(&path, all)?;
        } else if path
            .extension()
            .and_then(|ending| ending.to_str())
            .is_some_and(|ending| ENDINGS.contains(&ending))
        {
            all.push(path);
        }
    }
    Ok(())
}

/// The text of a file. Input for Popeye that is not in UTF-8 is taken for Latin-1, as old as it is.
pub fn read_text(file: &Path, format: FileFormat) -> io::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(file)?;
    }
    String::from_utf8(bytes).or_else(|error| match format {
        FileFormat::Popeye => Ok(error.into_bytes().into_iter().map(char::from).collect()),
        _ => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is not text in UTF-8",
        )),
    })
}

fn nearest<'a>(id: &str, others: impl Iterator<Item = &'a str>) -> Option<String> {
    let (likeness, near) = others
        .map(|other| (strsim::jaro_winkler(id, other), other))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    (likeness > 0.8).then(|| near.to_owned())
}
