//! What a position is made of under a rule set, for those who number positions.

use super::rule_set::{Captures, Kamikazes, RuleSet, Shape};
use crate::board::{Geometry, Plane, Sphere, Symmetry};
use crate::chess::{Kind, Unit};

/// What else than the places of units, the side to move and the rights to castle tells positions
/// of a rule set apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nature {
    /// A pawn that has just made a double step may be taken en passant.
    pub en_passant: bool,
    /// Squares remember captured units, and units may be zombies.
    pub memories: bool,
    /// The placement before the last move may not be recreated.
    pub ko: bool,
    /// Pawns may stand on their own first rank.
    pub first_rank_pawns: bool,
}

impl RuleSet {
    /// What a position is made of.
    pub fn nature(self) -> Nature {
        let captures = self.captures();
        let is_dynamo = captures == Captures::Dynamo;
        Nature {
            en_passant: matches!(captures, Captures::Orthodox | Captures::Kamikaze(_)),
            memories: captures == Captures::Reincarnation,
            ko: is_dynamo,
            first_rank_pawns: is_dynamo,
        }
    }

    /// The symmetries of the board, the identity first. A position without castling rights is worth
    /// the same as its images; with pawns, also remembered ones, only images that keep ranks count.
    pub fn symmetries(self) -> &'static [Symmetry] {
        match self.shape() {
            Shape::Plane => Plane::SYMMETRIES,
            Shape::Sphere => Sphere::SYMMETRIES,
        }
    }

    /// The unit with the mark that the conditions give it.
    pub fn marked(self, unit: Unit) -> Unit {
        let is_kamikaze = match self.captures() {
            Captures::Kamikaze(Kamikazes::All) => true,
            Captures::Kamikaze(Kamikazes::AllButKings) => unit.kind() != Kind::King,
            Captures::Kamikaze(Kamikazes::Marked) => unit.is_kamikaze(),
            _ => false,
        };
        unit.kamikaze(is_kamikaze)
    }

    /// The rule set with these conditions, as [`conditions`](RuleSet::conditions) names them.
    pub fn with_conditions(names: &[&str]) -> Option<RuleSet> {
        let captures = [
            Captures::Orthodox,
            Captures::Kamikaze(Kamikazes::All),
            Captures::Kamikaze(Kamikazes::AllButKings),
            Captures::Reincarnation,
            Captures::Dynamo,
        ];
        let shapes = [Shape::Plane, Shape::Sphere].into_iter();
        let mut all = shapes.flat_map(|shape| {
            let combined = captures.map(|captures| RuleSet::new(shape, captures));
            combined.into_iter().flatten()
        });
        all.find(|rules| rules.conditions() == names)
    }
}
