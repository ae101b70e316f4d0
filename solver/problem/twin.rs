//! Twins as edits of a problem.

use super::problem::Phase;

/// One twin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// Its letter.
    pub name: String,
    /// Whether it builds on the twin before, not on the diagram.
    pub continued: bool,
    /// What changes, in order.
    pub edits: Vec<Edit>,
}

/// One change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {}

/// Why a twin cannot be formed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TwinError {}

impl Twin {
    /// The phase after the edits.
    ///
    /// # Errors
    /// If an edit does not fit the diagram.
    pub fn apply(&self, base: &Phase) -> Result<Phase, TwinError> {
        Ok(base.clone())
    }
}
