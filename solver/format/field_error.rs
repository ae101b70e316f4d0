//! What is wrong with a document, and where.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Something wrong, or doubtful, in one field of one document.
///
/// ```
/// let text = "{id: x, fen: 7k/8/8/8/8/8/8/K7, conditions: Kamikazi}";
/// let document = fata::format::read_problems("FILE", text).remove(0);
/// assert_eq!(
///     document.problem.unwrap_err()[0].to_string(),
///     "FILE, document 1 (id `x`), field `conditions`: \
///      unknown condition `Kamikazi`: did you mean `Kamikaze`?",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    place: Place,
    field: Option<String>,
    message: String,
}

/// A document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The name of its file as given.
    pub(super) file: Arc<str>,
    /// Its number in the file, from 1; `None` for a problem that comes from no file.
    pub(super) document: Option<usize>,
    /// Its own id.
    pub(super) id: Option<String>,
}

impl FieldError {
    /// The file, as it was named.
    pub fn file(&self) -> &str {
        &self.place.file
    }

    /// The number of the document in its file, from 1; `None` for a problem from the command line.
    pub fn document(&self) -> Option<usize> {
        self.place.document
    }

    /// The id that the document gives itself.
    pub fn id(&self) -> Option<&str> {
        self.place.id.as_deref()
    }

    /// The field; `None` if the document as a whole cannot be read.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// What is wrong, and what was expected.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place.file)?;
        if let Some(document) = self.place.document {
            write!(f, ", document {document}")?;
        }
        if let Some(id) = &self.place.id {
            write!(f, " (id `{id}`)")?;
        }
        if let Some(field) = &self.field {
            write!(f, ", field `{field}`")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for FieldError {}

/// Gathers what is found wrong while the fields of a document are read one after the other.
#[derive(Debug)]
pub(super) struct Report {
    place: Place,
    field: Option<String>,
    /// Where fields stand in the file, if the reader of its format does not say so itself.
    lines: BTreeMap<&'static str, usize>,
    pub(super) errors: Vec<FieldError>,
    pub(super) warnings: Vec<FieldError>,
}

impl Report {
    pub(super) fn new(place: Place) -> Report {
        Report {
            place,
            field: None,
            lines: BTreeMap::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// For messages whose place is known only to whoever asked for them.
    pub(super) fn unplaced() -> Report {
        Report::new(Place {
            file: "".into(),
            document: None,
            id: None,
        })
    }

    /// From now on messages about these fields begin with the line where the field stands.
    pub(super) fn at_lines(&mut self, lines: BTreeMap<&'static str, usize>) {
        self.lines = lines;
    }

    /// What follows concerns this field.
    pub(super) fn at(&mut self, field: &str) {
        self.field = Some(field.to_owned());
    }

    /// What follows concerns the document as a whole.
    pub(super) fn at_none(&mut self) {
        self.field = None;
    }

    /// What follows concerns this field, or the document as a whole.
    pub(super) fn at_maybe(&mut self, field: Option<&str>) {
        self.field = field.map(str::to_owned);
    }

    pub(super) fn error(&mut self, message: impl Into<String>) {
        let error = self.here(message.into());
        self.errors.push(error);
    }

    pub(super) fn warn(&mut self, message: impl Into<String>) {
        let warning = self.here(message.into());
        self.warnings.push(warning);
    }

    /// The value, or `None` after noting the error.
    pub(super) fn take<T>(&mut self, result: Result<T, impl fmt::Display>) -> Option<T> {
        result.map_err(|error| self.error(error.to_string())).ok()
    }

    fn here(&self, message: String) -> FieldError {
        let line = self
            .field
            .as_deref()
            .and_then(|field| self.lines.get(field));
        let message = match line {
            Some(line) => format!("line {line}: {message}"),
            None => message,
        };
        FieldError {
            place: self.place.clone(),
            field: self.field.clone(),
            message,
        }
    }
}
