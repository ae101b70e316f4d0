//! What is said about problems that cannot be worked on.

use std::io;

use super::output::{Notes, Output};
use crate::chess::Color;
use crate::format::{FieldError, JsonError};
use crate::problem::TwinError;
use crate::rules::SetupError;

/// Whom an error concerns.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Where the problem stands.
    pub place: &'a str,
    /// Its id.
    pub id: &'a str,
    /// The twin, if it is not the whole problem.
    pub twin: Option<&'a str>,
    /// Who plays White's part, if that is asked of both sides or of Black.
    pub side: Option<Color>,
}

/// Tells people and programs what is wrong with a problem.
///
/// # Errors
/// If standard output cannot be written.
pub fn refuse(
    subject: Subject<'_>,
    errors: &[JsonError],
    output: &mut Output,
    notes: &mut Notes,
) -> io::Result<()> {
    let Subject {
        place,
        id,
        twin,
        side,
    } = subject;
    let twin_name = twin.map_or(String::new(), |twin| format!(", twin `{twin}`"));
    let side_name = side.map_or(String::new(), |side| {
        format!(", {} in White's part", side.name())
    });
    for error in errors {
        let JsonError { field, message } = error;
        notes.error(&format!(
            "{place}{twin_name}{side_name}, field `{field}`: {message}"
        ));
    }
    output.error(id, twin, side, errors)
}

/// Tells people and programs what is wrong with a document.
///
/// # Errors
/// If standard output cannot be written.
pub fn document_errors(
    id: &str,
    errors: &[FieldError],
    output: &mut Output,
    notes: &mut Notes,
) -> io::Result<()> {
    for error in errors {
        notes.error(&error.to_string());
    }
    let describe = |error: &FieldError| JsonError {
        field: error.field().unwrap_or("document").to_owned(),
        message: error.message().to_owned(),
    };
    let errors: Vec<JsonError> = errors.iter().map(describe).collect();
    output.error(id, None, None, &errors)
}

/// A problem that asks nothing.
pub fn no_stipulation() -> JsonError {
    JsonError {
        field: "stipulation".to_owned(),
        message: "there is none: expected one, like `#2` or `h#2.5`".to_owned(),
    }
}

/// A twin that cannot be formed.
pub fn twin_error(error: &TwinError) -> JsonError {
    JsonError {
        field: "twins".to_owned(),
        message: error.to_string(),
    }
}

/// The reasons against a diagram, by field.
pub fn setup_errors(errors: &[SetupError]) -> Vec<JsonError> {
    let describe = |error: &SetupError| JsonError {
        field: error.field().to_owned(),
        message: error.to_string(),
    };
    errors.iter().map(describe).collect()
}
