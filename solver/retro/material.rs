//! Which positions belong together: those with the same units, and what is remembered under them.

use std::fmt;

use crate::chess::{Beneath, Color, Kind, Unit};
use crate::rules::RuleSet;

/// The most units of a class, remembered ones among them.
pub const MOST_UNITS: usize = 6;

/// A unit of a class, without the right to castle, and what is remembered under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Member {
    /// What stands on the square.
    pub unit: Unit,
    /// What the square remembers.
    pub beneath: Option<Beneath>,
}

impl Member {
    /// Kings come first, pawns last, White's units before Black's. Different members differ in it.
    #[inline]
    pub(super) fn rank(self) -> u16 {
        let Member { unit, beneath } = self;
        let beneath = beneath.map_or(0, |beneath| beneath.code() as u16);
        (Kind::King as u16 - unit.kind() as u16) << 7
            | (unit.color() as u16) << 6
            | u16::from(unit.is_zombie()) << 5
            | u16::from(unit.is_kamikaze()) << 4
            | beneath
    }

    /// Whether ranks matter to it: it is a pawn, or a pawn may be born under it.
    pub(super) fn is_pawnish(self) -> bool {
        let kinds = [Some(self.unit.kind()), self.beneath.map(Beneath::kind)];
        kinds.contains(&Some(Kind::Pawn))
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zombie = |yes| if yes { "Z" } else { "" };
        write!(
            f,
            "{}{}",
            zombie(self.unit.is_zombie()),
            self.unit.kind().letter()
        )?;
        match self.beneath {
            Some(beneath) => {
                let letter = beneath.kind().letter();
                write!(f, "/{}{letter}", zombie(beneath.is_zombie()))
            }
            None => Ok(()),
        }
    }
}

/// A class of positions by what they are made of, written `KQ-KR`: White's units, then Black's. A
/// zombie is written `ZQ`, a unit over a memory `Q/R`.
///
/// ```
/// use fata::retro::Material;
/// use fata::rules::RuleSet;
/// let material = Material::read("kbnk", RuleSet::default()).unwrap();
/// assert_eq!(material.to_string(), "KBS-K");
/// assert_eq!(material.units(), 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Material {
    members: Vec<Member>,
}

/// The text is not a class that a table can be made for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MaterialError {
    /// The two sides are not told apart.
    #[error(
        "`{0}` does not say which units are Black's: expected White's units, a dash and Black's, \
         as in `KQ-KR`"
    )]
    Sides(String),
    /// Not a unit.
    #[error("`{found}` in `{text}` is not a unit: expected letters of K Q R B S P, as in `KQ-KR`")]
    Unit {
        /// The whole text.
        text: String,
        /// What is wrong in it.
        found: String,
    },
    /// More than one king.
    #[error("{} has {count} kings: expected one at most", color.name())]
    ManyKings {
        /// The side.
        color: Color,
        /// How many it has.
        count: usize,
    },
    /// No king at all.
    #[error("neither side has a king: expected one at least, as nobody else is ever mated")]
    NoKings,
    /// Too many units.
    #[error("{found} units, remembered ones among them: expected at most {most}", most = MOST_UNITS)]
    ManyUnits {
        /// How many.
        found: usize,
    },
    /// A zombie or a memory under other rules.
    #[error("zombies (`ZQ`) and memories (`Q/R`) exist under the condition Reincarnation only")]
    NoMemories,
    /// A zombie king, or a king captured.
    #[error("a king is never a zombie and never captured")]
    King,
    /// Normal over zombie or the other way round.
    #[error(
        "normal units capture normal units only, zombies only zombies: a memory is of the kind of the unit over it, as in `Q/R` or `ZQ/ZR`"
    )]
    Memory,
}

impl Material {
    /// The class of these members.
    pub(super) fn new(mut members: Vec<Member>) -> Material {
        members.sort_by_key(|member| member.rank());
        Material { members }
    }

    /// Reads a class as it is written, its units marked as the rule set wants. The dash may be
    /// missing where each side has a king, and capitals do not matter.
    ///
    /// # Errors
    /// The first thing wrong with the text.
    pub fn read(text: &str, rules: RuleSet) -> Result<Material, MaterialError> {
        let shown = || text.chars().take(40).collect::<String>();
        let upper = text.trim().to_uppercase();
        let (white, black) = sides(&upper).ok_or_else(|| MaterialError::Sides(shown()))?;
        let mut members = Vec::new();
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            let unit_error = |found: &str| MaterialError::Unit {
                text: shown(),
                found: found.chars().take(8).collect(),
            };
            let mut rest = side;
            while !rest.is_empty() {
                let (kind, is_zombie, after) = letter(rest).ok_or_else(|| unit_error(rest))?;
                rest = after;
                let unit = rules.marked(Unit::new(color, kind).zombie(is_zombie));
                let mut beneath = None;
                if let Some(memory) = rest.strip_prefix('/') {
                    let (kind, is_zombie, after) =
                        letter(memory).ok_or_else(|| unit_error(memory))?;
                    rest = after;
                    if is_zombie != unit.is_zombie() {
                        return Err(MaterialError::Memory);
                    }
                    if kind == Kind::King {
                        return Err(MaterialError::King);
                    }
                    beneath = Some(Beneath::of(Unit::new(!color, kind).zombie(is_zombie)));
                }
                members.push(Member { unit, beneath });
                if members.len() > 64 {
                    return Err(MaterialError::ManyUnits { found: upper.len() });
                }
            }
        }
        let material = Material::new(members);
        material.check(rules)?;
        Ok(material)
    }

    fn check(&self, rules: RuleSet) -> Result<(), MaterialError> {
        let counts = Color::BOTH.map(|color| self.kings(color));
        for (color, count) in Color::BOTH.into_iter().zip(counts) {
            if count > 1 {
                return Err(MaterialError::ManyKings { color, count });
            }
        }
        if counts == [0, 0] {
            return Err(MaterialError::NoKings);
        }
        let remembered = |member: &&Member| member.beneath.is_some();
        let found = self.members.len() + self.members.iter().filter(remembered).count();
        if found > MOST_UNITS {
            return Err(MaterialError::ManyUnits { found });
        }
        for &Member { unit, beneath } in &self.members {
            if (unit.is_zombie() || beneath.is_some()) && !rules.nature().memories {
                return Err(MaterialError::NoMemories);
            }
            if unit.is_zombie() && unit.kind() == Kind::King {
                return Err(MaterialError::King);
            }
        }
        Ok(())
    }

    /// The number of units on the board.
    pub fn units(&self) -> usize {
        self.members.len()
    }

    /// Whether the side has a king.
    pub fn has_king(&self, color: Color) -> bool {
        self.kings(color) > 0
    }

    fn kings(&self, color: Color) -> usize {
        let is_king =
            |member: &&Member| member.unit.kind() == Kind::King && member.unit.color() == color;
        self.members.iter().filter(is_king).count()
    }

    /// The members, kings first.
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    /// A number that no other class has.
    pub(super) fn key(&self) -> u128 {
        self.members
            .iter()
            .fold(0, |key, member| add_to_key(key, member.rank()))
    }

    /// This class with the members at two places, which may be one, replaced.
    pub(super) fn with(&self, places: [usize; 2], changed: &[Member]) -> Material {
        let kept = self.members.iter().enumerate();
        let kept = kept.filter(|(place, _)| !places.contains(place));
        Material::new(
            kept.map(|(_, &member)| member)
                .chain(changed.iter().copied())
                .collect(),
        )
    }
}

/// The key of a class with one member more, whose rank is not below those before.
#[inline]
pub(super) fn add_to_key(key: u128, rank: u16) -> u128 {
    (key << 11) | (u128::from(rank) + 1)
}

fn sides(text: &str) -> Option<(&str, &str)> {
    if let Some(sides) = text.split_once('-') {
        return Some(sides);
    }
    let mut kings = text.match_indices('K').map(|(at, _)| at);
    let (first, second) = (kings.next()?, kings.next()?);
    (first == 0).then(|| text.split_at(second))
}

/// The unit that the text begins with, whether it is a zombie, and the text after it.
fn letter(text: &str) -> Option<(Kind, bool, &str)> {
    let (is_zombie, text) = match text.strip_prefix('Z') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let letter = text.chars().next()?;
    let kind = Kind::from_letter(letter)?;
    Some((kind, is_zombie, &text[letter.len_utf8()..]))
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::BOTH {
            if color == Color::Black {
                f.write_str("-")?;
            }
            for member in &self.members {
                if member.unit.color() == color {
                    member.write(f)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Captures, Shape};

    fn read(text: &str, captures: Captures) -> Result<String, String> {
        let rules = RuleSet::new(Shape::Plane, captures).expect("a rule set of the plane");
        Material::read(text, rules)
            .map(|material| material.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn classes_are_read_as_they_are_written() {
        for (text, written) in [
            ("KQ-K", "KQ-K"),
            ("krkn", "KR-KS"),
            ("KPR-KBB", "KRP-KBB"),
            ("Q-K", "Q-K"),
        ] {
            assert_eq!(read(text, Captures::Orthodox).as_deref(), Ok(written));
        }
        let written = read("KQ/RZP-KZB/ZS", Captures::Reincarnation);
        assert_eq!(written.as_deref(), Ok("KQ/RZP-KZB/ZS"));
    }

    #[test]
    fn what_is_no_class_is_refused_with_the_reason() {
        for (text, captures, reason) in [
            ("KQ", Captures::Orthodox, "Black's"),
            ("KX-K", Captures::Orthodox, "`X`"),
            ("KK-K", Captures::Orthodox, "2 kings"),
            ("Q-R", Captures::Orthodox, "neither side"),
            ("KQRB-KQR", Captures::Orthodox, "at most 6"),
            ("KZQ-K", Captures::Orthodox, "Reincarnation only"),
            ("KQ/R-K", Captures::Dynamo, "Reincarnation only"),
            ("KQ/ZR-K", Captures::Reincarnation, "normal units"),
            ("ZK-K", Captures::Reincarnation, "never a zombie"),
            ("Ké-K", Captures::Orthodox, "not a unit"),
        ] {
            let error = read(text, captures).expect_err("it is no class");
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
