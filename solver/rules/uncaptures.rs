//! Which units may have left the board.

use super::rule_set::{Captures, Kamikazes, RuleSet};
use crate::chess::{Beneath, Color, Kind, Unit};

/// The units that taking back a move may put on the board again: captured, expelled, or vanished
/// with what they captured. Kings never are, nor do units carry a right to castle here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uncaptures {
    by_color: [Vec<Unit>; 2],
}

impl Uncaptures {
    /// No unit: only what the position itself tells comes back.
    pub fn none() -> Uncaptures {
        Uncaptures::default()
    }

    /// These units.
    ///
    /// # Panics
    /// If there is a king among them.
    pub fn of(units: impl IntoIterator<Item = Unit>) -> Uncaptures {
        let mut uncaptures = Uncaptures::none();
        for unit in units {
            assert!(unit.kind() != Kind::King, "no king ever leaves the board");
            uncaptures.by_color[unit.color().index()].push(unit.moved());
        }
        for units in &mut uncaptures.by_color {
            units.sort_by_key(|unit| unit.code());
            units.dedup();
        }
        uncaptures
    }

    /// Every unit that the rule set knows, with every mark that it may have there.
    pub fn any(rules: RuleSet) -> Uncaptures {
        Uncaptures::of_kinds(rules, &Kind::ALL)
    }

    /// The units of these kinds, with every mark that they may have under the rule set. Kings among
    /// the kinds are passed over.
    pub fn of_kinds(rules: RuleSet, kinds: &[Kind]) -> Uncaptures {
        let zombies: &[bool] = match rules.captures() {
            Captures::Reincarnation => &[false, true],
            _ => &[false],
        };
        let kamikazes: &[bool] = match rules.captures() {
            Captures::Kamikaze(Kamikazes::Marked) => &[false, true],
            Captures::Kamikaze(_) => &[true],
            _ => &[false],
        };
        let mut units = Vec::new();
        for color in Color::BOTH {
            for &kind in kinds.iter().filter(|&&kind| kind != Kind::King) {
                for &zombie in zombies {
                    for &kamikaze in kamikazes {
                        let unit = Unit::new(color, kind);
                        units.push(unit.zombie(zombie).kamikaze(kamikaze));
                    }
                }
            }
        }
        Uncaptures::of(units)
    }

    /// Those of one side, in a fixed order.
    pub fn of_color(&self, color: Color) -> &[Unit] {
        &self.by_color[color.index()]
    }

    /// What a unit of `color` may stand over, if it is a zombie or not: nothing, or a unit of the
    /// other side and of its own sort (Reincarnation).
    pub(super) fn memories(
        &self,
        color: Color,
        zombie: bool,
    ) -> impl Iterator<Item = Option<Beneath>> {
        let captured = self.of_color(!color).iter();
        let captured = captured.filter(move |unit| unit.is_zombie() == zombie);
        std::iter::once(None).chain(captured.map(|&unit| Some(Beneath::of(unit))))
    }
}
