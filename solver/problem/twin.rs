//! Twins as edits of a problem.

use std::collections::BTreeMap;
use std::fmt;

use super::problem::Phase;
use super::stipulation::Stipulation;
use crate::board::Setup;
use crate::chess::{Color, Kind, Square, Unit};
use crate::rules::{Captures, Kamikazes, RuleSet};

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

/// One change. Units take along what their square remembers beneath them.
///
/// The options of the problem stay as they are: the squares of `NoCastling` and `EnPassant` do not
/// turn with the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A unit goes to another square; whoever stands there disappears.
    Move {
        /// Where the unit stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Two units change places.
    Exchange(Square, Square),
    /// A unit disappears.
    Remove(Square),
    /// A unit comes in place of whoever stands there.
    Add {
        /// The unit, with its marks.
        unit: Unit,
        /// Where it comes.
        square: Square,
    },
    /// All units of one kind, of both sides, become units of another; colour and marks stay.
    Substitute {
        /// The kind that disappears.
        old: Kind,
        /// What it becomes.
        new: Kind,
    },
    /// All units go the way from one square to another.
    Shift {
        /// Where the way begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// The board is turned.
    Rotate(Rotation),
    /// The board is reflected.
    Mirror(Mirror),
    /// All units change colour, on their squares.
    PolishType,
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Other conditions, in place of all those of the diagram.
    Condition(RuleSet),
}

/// A turn of the board, against the clock: 90 degrees bring a1 to h1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotation {
    /// By 90 degrees.
    Quarter,
    /// By 180 degrees.
    Half,
    /// By 270 degrees.
    ThreeQuarters,
}

/// A reflection of the board, named after two corners that change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// Left and right.
    A1H1,
    /// Top and bottom.
    A1A8,
    /// In the diagonal from a8 to h1.
    A1H8,
    /// In the diagonal from a1 to h8.
    A8H1,
}

/// Why a twin cannot be formed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TwinError {
    /// A command names a square where nobody stands.
    #[error("`{edit}`: nobody stands on {square}")]
    EmptySquare {
        /// The command.
        edit: Edit,
        /// The square.
        square: Square,
    },
    /// A unit would be shifted over the edge.
    #[error("`{edit}`: the unit on {square} would leave the board")]
    OffBoard {
        /// The command.
        edit: Edit,
        /// Where the unit stands.
        square: Square,
    },
    /// No unit of the kind to be substituted.
    #[error("`{edit}`: there is no unit {}", kind.letter())]
    NoUnit {
        /// The command.
        edit: Edit,
        /// The kind.
        kind: Kind,
    },
    /// The twin before, on which this one builds, cannot be formed.
    #[error("`Continued`: it builds on twin {before}, which cannot be formed")]
    Before {
        /// The name of the twin before.
        before: String,
    },
}

impl Twin {
    /// The phase after the edits.
    ///
    /// A pawn that `EnPassant` lets be captured may have gone by then: with it goes that right.
    /// Castling needs no care, for rights are given when the play is set up. If the edits bring in
    /// a kamikaze unit under orthodox captures, the rules become Kamikaze for marked units.
    ///
    /// # Errors
    /// If an edit does not fit the diagram.
    pub fn apply(&self, base: &Phase) -> Result<Phase, TwinError> {
        let mut phase = Phase {
            twin: self.name.clone(),
            ..base.clone()
        };
        for edit in &self.edits {
            edit.apply(&mut phase)?;
        }
        let setup = &mut phase.setup;
        setup.en_passant = setup
            .en_passant
            .filter(|&passed| has_passing_pawn(setup, passed));
        phase.rules = with_marked_units(phase.rules, setup);
        Ok(phase)
    }
}

/// The rule set that a diagram with single kamikaze units selects: under orthodox captures it is
/// Kamikaze for marked units, else the one given.
pub(crate) fn with_marked_units(rules: RuleSet, setup: &Setup) -> RuleSet {
    let is_marked = setup.units.values().any(|unit| unit.is_kamikaze());
    if is_marked && rules.captures() == Captures::Orthodox {
        RuleSet::new(rules.shape(), Captures::Kamikaze(Kamikazes::Marked)).unwrap_or(rules)
    } else {
        rules
    }
}

fn has_passing_pawn(setup: &Setup, passed: Square) -> bool {
    let (color, forward) = if passed.rank() < 4 {
        (Color::White, 1)
    } else {
        (Color::Black, -1)
    };
    let arrival = passed.offset(0, forward);
    arrival
        .and_then(|square| setup.units.get(&square))
        .is_some_and(|unit| unit.kind() == Kind::Pawn && unit.color() == color)
}

impl Edit {
    fn apply(self, phase: &mut Phase) -> Result<(), TwinError> {
        let setup = &mut phase.setup;
        match self {
            Edit::Move { from, to } => {
                let moved = self.lift(setup, from)?;
                put(setup, to, moved);
            }
            Edit::Exchange(one, other) => {
                for square in [one, other] {
                    self.demand_unit(setup, square)?;
                }
                let there = self.lift(setup, other)?;
                if one != other {
                    let here = self.lift(setup, one)?;
                    put(setup, other, here);
                }
                put(setup, one, there);
            }
            Edit::Remove(square) => {
                self.lift(setup, square)?;
            }
            Edit::Add { unit, square } => put(setup, square, (unit, None)),
            Edit::Substitute { old, new } => {
                let mut found = false;
                for unit in setup.units.values_mut().filter(|unit| unit.kind() == old) {
                    *unit = unit.promoted(new);
                    found = true;
                }
                if !found {
                    return Err(TwinError::NoUnit {
                        edit: self,
                        kind: old,
                    });
                }
            }
            Edit::Shift { from, to } => {
                let files = to.file() as i8 - from.file() as i8;
                let ranks = to.rank() as i8 - from.rank() as i8;
                self.carry(setup, |square| square.offset(files, ranks))?;
            }
            Edit::Rotate(rotation) => self.carry(setup, |square| Some(rotation.turn(square)))?,
            Edit::Mirror(mirror) => self.carry(setup, |square| Some(mirror.reflect(square)))?,
            Edit::PolishType => {
                let units = setup.units.values_mut().chain(setup.beneath.values_mut());
                units.for_each(|unit| *unit = unit.recolored());
                setup.may_lack_king.swap(0, 1);
            }
            Edit::Stipulation(stipulation) => phase.stipulation = stipulation,
            Edit::Condition(rules) => phase.rules = rules,
        }
        Ok(())
    }

    fn demand_unit(self, setup: &Setup, square: Square) -> Result<Unit, TwinError> {
        let unit = setup.units.get(&square).copied();
        unit.ok_or(TwinError::EmptySquare { edit: self, square })
    }

    /// Takes the unit off the square, together with what is beneath it.
    fn lift(self, setup: &mut Setup, square: Square) -> Result<(Unit, Option<Unit>), TwinError> {
        let unit = self.demand_unit(setup, square)?;
        setup.units.remove(&square);
        Ok((unit, setup.beneath.remove(&square)))
    }

    /// Brings every unit and every memory to its new square.
    fn carry(
        self,
        setup: &mut Setup,
        to: impl Fn(Square) -> Option<Square>,
    ) -> Result<(), TwinError> {
        for units in [&mut setup.units, &mut setup.beneath] {
            *units = units
                .iter()
                .map(|(&square, &unit)| match to(square) {
                    Some(square) => Ok((square, unit)),
                    None => Err(TwinError::OffBoard { edit: self, square }),
                })
                .collect::<Result<BTreeMap<_, _>, _>>()?;
        }
        Ok(())
    }
}

fn put(setup: &mut Setup, square: Square, (unit, beneath): (Unit, Option<Unit>)) {
    setup.units.insert(square, unit);
    match beneath {
        Some(beneath) => setup.beneath.insert(square, beneath),
        None => setup.beneath.remove(&square),
    };
}

impl Rotation {
    /// The angle in degrees.
    pub const fn degrees(self) -> u16 {
        match self {
            Rotation::Quarter => 90,
            Rotation::Half => 180,
            Rotation::ThreeQuarters => 270,
        }
    }

    /// Where a square is brought.
    pub const fn turn(self, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        match self {
            Rotation::Quarter => Square::new(7 - rank, file),
            Rotation::Half => Square::new(7 - file, 7 - rank),
            Rotation::ThreeQuarters => Square::new(rank, 7 - file),
        }
    }
}

impl Mirror {
    /// All reflections.
    pub const ALL: [Mirror; 4] = [Mirror::A1H1, Mirror::A1A8, Mirror::A1H8, Mirror::A8H1];

    /// The two corners that change places, written as usual in twins.
    pub const fn name(self) -> &'static str {
        match self {
            Mirror::A1H1 => "a1<-->h1",
            Mirror::A1A8 => "a1<-->a8",
            Mirror::A1H8 => "a1<-->h8",
            Mirror::A8H1 => "a8<-->h1",
        }
    }

    /// Where a square is brought.
    pub const fn reflect(self, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        match self {
            Mirror::A1H1 => Square::new(7 - file, rank),
            Mirror::A1A8 => Square::new(file, 7 - rank),
            Mirror::A1H8 => Square::new(7 - rank, 7 - file),
            Mirror::A8H1 => Square::new(rank, file),
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Edit::Move { from, to } => write!(f, "Move {from} {to}"),
            Edit::Exchange(one, other) => write!(f, "Exchange {one} {other}"),
            Edit::Remove(square) => write!(f, "Remove {square}"),
            Edit::Add { unit, square } => {
                let color = if unit.color() == Color::White {
                    "White"
                } else {
                    "Black"
                };
                let kamikaze = if unit.is_kamikaze() { "Kamikaze " } else { "" };
                let zombie = if unit.is_zombie() { "Z" } else { "" };
                write!(
                    f,
                    "Add {color} {kamikaze}{zombie}{}{square}",
                    unit.kind().letter()
                )
            }
            Edit::Substitute { old, new } => {
                write!(f, "Substitute {} {}", old.letter(), new.letter())
            }
            Edit::Shift { from, to } => write!(f, "Shift {from} {to}"),
            Edit::Rotate(rotation) => write!(f, "Rotate {}", rotation.degrees()),
            Edit::Mirror(mirror) => write!(f, "Mirror {}", mirror.name()),
            Edit::PolishType => f.write_str("PolishType"),
            Edit::Stipulation(stipulation) => write!(f, "Stipulation {stipulation}"),
            Edit::Condition(rules) => write!(f, "Condition {}", rules.conditions().join(" ")),
        }
    }
}

#[cfg(test)]
mod tests;
