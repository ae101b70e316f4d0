//! Rule sets by name, and the one place where a name becomes a type.

use super::Rules;
use super::classic::Classic;
use super::dynamo::Dynamo;
use super::kamikaze::Kamikaze;
use super::orthodox::Orthodox;
use super::reincarnation::Reincarnation;
use crate::board::{Plane, Sphere};

/// The board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Shape {
    /// The flat board.
    #[default]
    Plane,
    /// The sphere.
    Sphere,
}

/// Which units are kamikaze.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kamikazes {
    /// All, kings included: the form of Rallo, and what the bare condition means here.
    All,
    /// All but kings: the form of 1928.
    AllButKings,
    /// Those that the diagram marks.
    Marked,
}

/// What a capture means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Captures {
    /// Orthodox captures.
    #[default]
    Orthodox,
    /// Kamikaze units vanish with what they capture.
    Kamikaze(Kamikazes),
    /// Captured units are born again.
    Reincarnation,
    /// No captures: units push and pull each other.
    Dynamo,
}

/// A rule set: a board and a capture, independent of each other but for Dynamo, which needs edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct RuleSet {
    shape: Shape,
    captures: Captures,
}

/// A combination of conditions that has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleSetError {
    /// Two captures.
    #[error(
        "Kamikaze and Reincarnation cannot be combined: a kamikaze capturer never stands on the \
         capture square, so that nothing could be born there"
    )]
    KamikazeReincarnation,
    /// Dynamo and a capture rule.
    #[error("Dynamo cannot be combined with {0}: Dynamo has no captures")]
    DynamoWithoutCaptures(&'static str),
    /// Dynamo and the sphere.
    #[error("Dynamo cannot be combined with Spherical: a sphere has no edge to push units over")]
    DynamoWithoutEdge,
    /// Both forms of Kamikaze.
    #[error("Kamikaze is given both as RexInclusive and as RexExclusive: choose one")]
    BothKamikazes,
}

/// Work that is the same under every rule set.
pub trait Job {
    /// What the work yields.
    type Output;

    /// Does the work under the rules `R`.
    fn run<R: Rules>(self) -> Self::Output;
}

impl RuleSet {
    /// A rule set of this board and this capture.
    ///
    /// # Errors
    /// If the two do not combine.
    pub fn new(shape: Shape, captures: Captures) -> Result<RuleSet, RuleSetError> {
        match (shape, captures) {
            (Shape::Sphere, Captures::Dynamo) => Err(RuleSetError::DynamoWithoutEdge),
            _ => Ok(RuleSet { shape, captures }),
        }
    }

    /// This rule set with one condition more.
    ///
    /// # Errors
    /// If the condition does not combine with those before.
    pub fn with(self, more: RuleSet) -> Result<RuleSet, RuleSetError> {
        use Captures::{Dynamo, Kamikaze, Orthodox, Reincarnation};
        let shape = if self.shape == Shape::Sphere {
            self.shape
        } else {
            more.shape
        };
        let captures = match (self.captures, more.captures) {
            (Orthodox, captures) | (captures, Orthodox) => captures,
            (one, other) if one == other => one,
            (Kamikaze(Kamikazes::Marked), Kamikaze(form))
            | (Kamikaze(form), Kamikaze(Kamikazes::Marked)) => Kamikaze(form),
            (Kamikaze(_), Kamikaze(_)) => return Err(RuleSetError::BothKamikazes),
            (Kamikaze(_), Reincarnation) | (Reincarnation, Kamikaze(_)) => {
                return Err(RuleSetError::KamikazeReincarnation);
            }
            (Dynamo, other) | (other, Dynamo) => {
                let name = if other == Reincarnation {
                    "Reincarnation"
                } else {
                    "Kamikaze"
                };
                return Err(RuleSetError::DynamoWithoutCaptures(name));
            }
            (Reincarnation, Reincarnation) => Reincarnation,
        };
        RuleSet::new(shape, captures)
    }

    /// The board.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The capture.
    pub fn captures(self) -> Captures {
        self.captures
    }

    /// The conditions by name, as a problem states them; none for orthodox chess.
    pub fn conditions(self) -> Vec<&'static str> {
        let shape = match self.shape {
            Shape::Plane => None,
            Shape::Sphere => Some("Spherical"),
        };
        let captures = match self.captures {
            Captures::Orthodox | Captures::Kamikaze(Kamikazes::Marked) => None,
            Captures::Kamikaze(Kamikazes::All) => Some("Kamikaze"),
            Captures::Kamikaze(Kamikazes::AllButKings) => Some("Kamikaze RexExclusive"),
            Captures::Reincarnation => Some("Reincarnation"),
            Captures::Dynamo => Some("Dynamo"),
        };
        shape.into_iter().chain(captures).collect()
    }

    /// The form of Kamikaze in force, in words, if any: the literature means more than one by the
    /// bare name.
    pub fn kamikaze_form(self) -> Option<&'static str> {
        match self.captures {
            Captures::Kamikaze(Kamikazes::All) => Some("RexInclusive"),
            Captures::Kamikaze(Kamikazes::AllButKings) => Some("RexExclusive"),
            Captures::Kamikaze(Kamikazes::Marked) => Some("marked units"),
            _ => None,
        }
    }

    /// Does a job under these rules.
    pub fn run<J: Job>(self, job: J) -> J::Output {
        match (self.shape, self.captures) {
            (Shape::Plane, Captures::Orthodox) => job.run::<Classic<Plane, Orthodox>>(),
            (Shape::Plane, Captures::Kamikaze(_)) => job.run::<Classic<Plane, Kamikaze>>(),
            (Shape::Plane, Captures::Reincarnation) => job.run::<Classic<Plane, Reincarnation>>(),
            (Shape::Sphere, Captures::Orthodox) => job.run::<Classic<Sphere, Orthodox>>(),
            (Shape::Sphere, Captures::Kamikaze(_)) => job.run::<Classic<Sphere, Kamikaze>>(),
            (Shape::Sphere, Captures::Reincarnation) => job.run::<Classic<Sphere, Reincarnation>>(),
            (_, Captures::Dynamo) => job.run::<Dynamo>(),
        }
    }
}
