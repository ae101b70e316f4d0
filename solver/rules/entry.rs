//! From a diagram to a position ready for play, or all the reasons against it.

use super::Rules;
use super::castling::drop_idle_rights;
use super::rule_set::{Captures, Job, RuleSet, Shape};
use crate::board::{Geometry, Plane, Position, Setup};
use crate::chess::{Beneath, Color, Kind, Square, Unit};

/// A reason why a diagram cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Too many kings.
    #[error("{} has {count} kings: expected one at most", color.name())]
    ManyKings {
        /// The side.
        color: Color,
        /// How many it has.
        count: usize,
    },
    /// No king.
    #[error(
        "{} has no king: expected one, or the option `{option}`", color.name()
    )]
    NoKing {
        /// The side.
        color: Color,
        /// The option that would allow it.
        option: &'static str,
    },
    /// A pawn where none can stand.
    #[error("there is a pawn on {square}: expected none on rank {}", square.rank() + 1)]
    PawnOnEdge {
        /// Where.
        square: Square,
    },
    /// A zombie under other rules.
    #[error(
        "the unit on {square} is a zombie: zombies exist under the condition Reincarnation only"
    )]
    Zombie {
        /// Where.
        square: Square,
    },
    /// A zombie king.
    #[error("the king on {square} is a zombie: kings are always normal")]
    ZombieKing {
        /// Where.
        square: Square,
    },
    /// A kamikaze unit under rules that do not know them.
    #[error(
        "the unit on {square} is kamikaze, which cannot be combined with {condition}: {reason}"
    )]
    KamikazeUnit {
        /// Where.
        square: Square,
        /// The condition in force.
        condition: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A memory under other rules.
    #[error("{square} remembers a captured unit: that exists under Reincarnation only")]
    Memory {
        /// Where.
        square: Square,
    },
    /// A memory under nobody.
    #[error("{square} remembers a captured unit, but nobody stands there: expected its capturer")]
    MemoryUnderNobody {
        /// Where.
        square: Square,
    },
    /// A memory that the standing unit cannot have made.
    #[error("{square} cannot remember this unit: {reason}")]
    ImpossibleMemory {
        /// Where.
        square: Square,
        /// Why not.
        reason: &'static str,
    },
    /// En passant under rules without it.
    #[error("en passant does not exist under {condition}")]
    NoEnPassant {
        /// The condition in force.
        condition: &'static str,
    },
    /// No pawn can just have passed the square.
    #[error("no pawn can just have passed over {square}: {reason}")]
    EnPassant {
        /// The square.
        square: Square,
        /// Why not.
        reason: &'static str,
    },
    /// The side that is not to move is in check.
    #[error(
        "{}, who is not to move, is in check from {checker}", color.name()
    )]
    InCheck {
        /// The side in check.
        color: Color,
        /// The checking unit and its square, as `Qe4`.
        checker: String,
    },
}

impl SetupError {
    /// The field of a problem that the error is about.
    pub fn field(&self) -> &'static str {
        match self {
            SetupError::Memory { .. }
            | SetupError::MemoryUnderNobody { .. }
            | SetupError::ImpossibleMemory { .. } => "beneath",
            SetupError::NoEnPassant { .. } | SetupError::EnPassant { .. } => "options",
            _ => "algebraic",
        }
    }
}

/// The position of a diagram with `to_move` to move, its units marked as the rule set wants.
///
/// A pawn said to have passed a square counts only if it belongs to the side that moved last.
///
/// # Errors
/// All reasons why the diagram cannot be played under the rule set.
pub fn enter(setup: &Setup, rules: RuleSet, to_move: Color) -> Result<Position, Vec<SetupError>> {
    let mut errors = Vec::new();
    check_kings(setup, &mut errors);
    check_units(setup, rules, &mut errors);
    check_memories(setup, rules, &mut errors);
    let en_passant = setup
        .en_passant
        .filter(|square| square.rank() == (!to_move).rank_ahead(2));
    check_en_passant(setup, rules, en_passant, to_move, &mut errors);
    if errors.is_empty() {
        rules.run(Entry {
            setup,
            rules,
            to_move,
            en_passant,
        })
    } else {
        Err(errors)
    }
}

fn check_kings(setup: &Setup, errors: &mut Vec<SetupError>) {
    for color in Color::BOTH {
        let is_king = |unit: &&Unit| unit.kind() == Kind::King && unit.color() == color;
        match setup.units.values().filter(is_king).count() {
            0 if !setup.may_lack_king[color.index()] => errors.push(SetupError::NoKing {
                color,
                option: if color == Color::White {
                    "NoWk"
                } else {
                    "NoBk"
                },
            }),
            0 | 1 => {}
            count => errors.push(SetupError::ManyKings { color, count }),
        }
    }
}

fn check_units(setup: &Setup, rules: RuleSet, errors: &mut Vec<SetupError>) {
    for (&square, unit) in &setup.units {
        if unit.kind() == Kind::Pawn && matches!(square.rank(), 0 | 7) {
            let is_displaced =
                rules.captures() == Captures::Dynamo && square.rank() == unit.color().rank_ahead(0);
            if !is_displaced {
                errors.push(SetupError::PawnOnEdge { square });
            }
        }
        if unit.is_zombie() {
            if rules.captures() != Captures::Reincarnation {
                errors.push(SetupError::Zombie { square });
            } else if unit.kind() == Kind::King {
                errors.push(SetupError::ZombieKing { square });
            }
        }
        if unit.is_kamikaze() {
            let (condition, reason) = match rules.captures() {
                Captures::Reincarnation => (
                    "Reincarnation",
                    "a kamikaze capturer never stands on the capture square",
                ),
                Captures::Dynamo => ("Dynamo", "Dynamo has no captures"),
                Captures::Orthodox | Captures::Kamikaze(_) => continue,
            };
            errors.push(SetupError::KamikazeUnit {
                square,
                condition,
                reason,
            });
        }
    }
}

fn check_memories(setup: &Setup, rules: RuleSet, errors: &mut Vec<SetupError>) {
    for (&square, captured) in &setup.beneath {
        if rules.captures() != Captures::Reincarnation {
            errors.push(SetupError::Memory { square });
            continue;
        }
        let Some(capturer) = setup.units.get(&square) else {
            errors.push(SetupError::MemoryUnderNobody { square });
            continue;
        };
        let reason = if captured.kind() == Kind::King {
            "a king is never captured"
        } else if captured.color() == capturer.color() {
            "it has the colour of the unit that stands there"
        } else if captured.is_zombie() != capturer.is_zombie() {
            "normal units capture normal units only, zombies only zombies"
        } else if captured.is_kamikaze() {
            "kamikaze units cannot be combined with Reincarnation"
        } else if captured.kind() == Kind::Pawn && matches!(square.rank(), 0 | 7) {
            "a pawn cannot have been captured on this rank"
        } else {
            continue;
        };
        errors.push(SetupError::ImpossibleMemory { square, reason });
    }
}

fn check_en_passant(
    setup: &Setup,
    rules: RuleSet,
    passed: Option<Square>,
    to_move: Color,
    errors: &mut Vec<SetupError>,
) {
    let condition = match rules.captures() {
        Captures::Reincarnation => Some("Reincarnation"),
        Captures::Dynamo => Some("Dynamo"),
        Captures::Orthodox | Captures::Kamikaze(_) => None,
    };
    if let (Some(condition), Some(_)) = (condition, setup.en_passant) {
        errors.push(SetupError::NoEnPassant { condition });
        return;
    }
    if let Some(square) = setup.en_passant
        && !matches!(square.rank(), 2 | 5)
    {
        let reason = "a double step passes over rank 3 or 6";
        errors.push(SetupError::EnPassant { square, reason });
    }
    let Some(square) = passed else { return };
    let forward = if to_move == Color::Black { 1 } else { -1 };
    let unit_at = |steps: i8| {
        square
            .offset(0, forward * steps)
            .and_then(|square| setup.units.get(&square))
    };
    let is_their_pawn =
        |unit: &Unit| unit.kind() == Kind::Pawn && unit.color() != to_move && !unit.is_zombie();
    let reason = if !unit_at(1).is_some_and(is_their_pawn) {
        "no pawn of the side that moved last stands beyond it"
    } else if unit_at(0).is_some() || unit_at(-1).is_some() {
        "the squares behind the pawn are not empty"
    } else {
        return;
    };
    errors.push(SetupError::EnPassant { square, reason });
}

struct Entry<'a> {
    setup: &'a Setup,
    rules: RuleSet,
    to_move: Color,
    en_passant: Option<Square>,
}

impl Job for Entry<'_> {
    type Output = Result<Position, Vec<SetupError>>;

    fn run<R: Rules>(self) -> Self::Output {
        let mut position = Position::empty(self.to_move);
        for (&square, &unit) in &self.setup.units {
            let unit = self.marked(unit, square);
            let beneath = self
                .setup
                .beneath
                .get(&square)
                .map(|&captured| Beneath::of(captured));
            position.enter(square, unit, beneath);
        }
        let rooks_may_come = self.rules.captures() == Captures::Reincarnation;
        drop_idle_rights(&mut position, rooks_may_come);
        if let Some(passed) = self.en_passant {
            let hunters = self.pawns_that_hit(&position, passed);
            position.set_en_passant(hunters.then_some(passed));
        }
        let waiting = !self.to_move;
        match R::checkers(&position, waiting).first() {
            Some(square) => {
                let letter = position
                    .unit(square)
                    .map_or('?', |unit| unit.kind().letter());
                let checker = format!("{letter}{square}");
                Err(vec![SetupError::InCheck {
                    color: waiting,
                    checker,
                }])
            }
            None => Ok(position),
        }
    }
}

impl Entry<'_> {
    /// The unit with the marks that follow from the rule set and from castling.
    fn marked(&self, unit: Unit, square: Square) -> Unit {
        let unit = self.rules.marked(unit);
        let is_home = Plane::CASTLINGS[unit.color().index()]
            .iter()
            .any(|row| match unit.kind() {
                Kind::King => square == row.king.0,
                Kind::Rook => square == row.rook.0,
                _ => false,
            });
        let has_moved = self.setup.no_castling.has(square)
            || unit.is_zombie()
            || self.setup.beneath.contains_key(&square);
        if is_home && !has_moved {
            unit.unmoved_from(square)
        } else {
            unit
        }
    }

    fn pawns_that_hit(&self, position: &Position, passed: Square) -> bool {
        let us = self.to_move;
        let tables = match self.rules.shape() {
            Shape::Plane => Plane::TABLES,
            Shape::Sphere => crate::board::Sphere::TABLES,
        };
        let hunters = tables.pawn_hits[(!us).index()][passed.index()];
        hunters.meets(position.units_of(us, Kind::Pawn))
    }
}
