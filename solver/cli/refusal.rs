//! What is said about problems that cannot be worked on.

use std::io;

use super::output::{Notes, Output};
use crate::format::JsonError;
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
    let Subject { place, id, twin } = subject;
    let twin_name = twin.map_or(String::new(), |twin| format!(", twin `{twin}`"));
    for error in errors {
        let JsonError { field, message } = error;
        notes.error(&format!("{place}{twin_name}, field `{field}`: {message}"));
    }
    output.error(id, twin, errors)
}

/// The reasons against a diagram, by field.
pub fn setup_errors(errors: &[SetupError]) -> Vec<JsonError> {
    let describe = |error: &SetupError| JsonError {
        field: error.field().to_owned(),
        message: error.to_string(),
    };
    errors.iter().map(describe).collect()
}
