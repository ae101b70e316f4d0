//! Lines of text with their part in the whole, so that a terminal may colour them.

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Whose problem, where from, which twin.
    Heading,
    /// The board.
    Diagram,
    /// A key or a line of help play.
    Solution,
    /// A try.
    Try,
    /// Set play and variations.
    Play,
    /// A title or a count.
    Note,
    /// A sign that something may be missing.
    Partial,
}

/// One line, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is.
    pub role: Role,
    /// What it says.
    pub text: String,
}

impl Line {
    /// A line in this role.
    pub fn new(role: Role, text: impl Into<String>) -> Line {
        Line {
            role,
            text: text.into(),
        }
    }
}
