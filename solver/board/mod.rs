//! Where units stand: the two boards as tables, the position and its key, the record that takes a
//! move back, and the diagram as read from a problem.
//!
//! Start with [`Position`]. How units move is not known here: see [`crate::rules`].

mod geometry;
mod plane;
mod position;
mod setup;
mod sphere;
mod symmetry;
mod undo;
mod zobrist;

pub use geometry::{CastlingRow, Geometry, Tables};
pub(crate) use geometry::{JUMPS, STEPS};
pub use plane::Plane;
pub use position::Position;
pub use setup::Setup;
pub use sphere::Sphere;
pub use symmetry::Symmetry;
pub use undo::Undo;
