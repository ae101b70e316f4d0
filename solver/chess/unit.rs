//! Units: what stands on a square.

use std::num::NonZeroU8;
use std::ops::Not;

use super::Square;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Color {
    /// The side that moves up the board.
    White,
    /// The side that moves down the board.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in English, without a capital.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The rank (from 0) that lies `steps` ahead of this side's own first rank.
    #[inline]
    pub const fn rank_ahead(self, steps: u8) -> u8 {
        match self {
            Color::White => steps,
            Color::Black => 7 - steps,
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// How a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Kind {
    /// P
    Pawn = 1,
    /// S (N is accepted on input)
    Knight,
    /// B
    Bishop,
    /// R
    Rook,
    /// Q
    Queen,
    /// K
    King,
}

impl Kind {
    /// All kinds, pawn first, king last.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];

    /// What a pawn may turn into.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The English letter: `P S B R Q K`.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'S',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The kind with this English letter, upper case; `N` counts as `S`.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter {
            'P' => Some(Kind::Pawn),
            'S' | 'N' => Some(Kind::Knight),
            'B' => Some(Kind::Bishop),
            'R' => Some(Kind::Rook),
            'Q' => Some(Kind::Queen),
            'K' => Some(Kind::King),
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn from_code(code: u8) -> Kind {
        match code {
            1 => Kind::Pawn,
            2 => Kind::Knight,
            3 => Kind::Bishop,
            4 => Kind::Rook,
            5 => Kind::Queen,
            _ => Kind::King,
        }
    }
}

/// A unit: colour, kind and marks, in one byte that is never 0.
///
/// ```text
/// bit   7       6        5         4       3      2 1 0
///       h-side  unmoved  kamikaze  zombie  black  kind (1 = pawn .. 6 = king)
/// ```
///
/// The marks say what else distinguishes units of one kind: a *zombie* (Reincarnation), a
/// *kamikaze* unit, and an *unmoved* king or rook, which may still castle. As in Dynamo an unmoved
/// rook may be displaced, its mark tells which of the two rooks it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit(NonZeroU8);

impl Unit {
    const BLACK: u8 = 1 << 3;
    const ZOMBIE: u8 = 1 << 4;
    const KAMIKAZE: u8 = 1 << 5;
    const UNMOVED: u8 = 1 << 6;
    const H_SIDE: u8 = 1 << 7;

    /// Every code is smaller than this.
    pub(crate) const CODES: usize = 256;

    #[inline]
    const fn from_bits(bits: u8) -> Unit {
        Unit(NonZeroU8::new(bits).expect("a unit has a kind, so its code is not 0"))
    }

    /// A unit without marks.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Unit {
        Unit::from_bits((color as u8) << 3 | kind as u8)
    }

    /// The packed code, 1 to 255.
    #[inline]
    pub const fn code(self) -> usize {
        self.0.get() as usize
    }

    /// The side it belongs to.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & Unit::BLACK == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// How it moves.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::from_code(self.0.get() & 7)
    }

    /// Whether it is a zombie.
    #[inline]
    pub const fn is_zombie(self) -> bool {
        self.0.get() & Unit::ZOMBIE != 0
    }

    /// Whether it vanishes when it captures.
    #[inline]
    pub const fn is_kamikaze(self) -> bool {
        self.0.get() & Unit::KAMIKAZE != 0
    }

    /// Whether it is a king or rook that may still castle.
    #[inline]
    pub const fn is_unmoved(self) -> bool {
        self.0.get() & Unit::UNMOVED != 0
    }

    /// The same unit, zombie or not.
    #[inline]
    pub const fn zombie(self, yes: bool) -> Unit {
        self.marked(Unit::ZOMBIE, yes)
    }

    /// The same unit, kamikaze or not.
    #[inline]
    pub const fn kamikaze(self, yes: bool) -> Unit {
        self.marked(Unit::KAMIKAZE, yes)
    }

    /// The same unit, with the right to castle from `home`.
    #[inline]
    pub const fn unmoved_from(self, home: Square) -> Unit {
        self.marked(Unit::UNMOVED, true)
            .marked(Unit::H_SIDE, home.file() == 7)
    }

    /// Whether it is a king or rook that may castle from `home` if it stands there.
    #[inline]
    pub const fn is_unmoved_from(self, home: Square) -> bool {
        self.is_unmoved() && (self.0.get() & Unit::H_SIDE != 0) == (home.file() == 7)
    }

    /// The same unit without the right to castle.
    #[inline]
    pub const fn moved(self) -> Unit {
        self.marked(Unit::UNMOVED | Unit::H_SIDE, false)
    }

    /// The same unit of another kind; colour and marks stay.
    #[inline]
    pub const fn promoted(self, kind: Kind) -> Unit {
        Unit::from_bits(self.0.get() & !7 | kind as u8)
    }

    /// The same unit in the other colour.
    #[inline]
    pub const fn recolored(self) -> Unit {
        Unit::from_bits(self.0.get() ^ Unit::BLACK)
    }

    /// Colour and kind alone, without any mark.
    #[inline]
    pub const fn plain(self) -> Unit {
        Unit::from_bits(self.0.get() & (Unit::BLACK | 7))
    }

    #[inline]
    const fn marked(self, mark: u8, yes: bool) -> Unit {
        let bits = self.0.get() & !mark;
        Unit::from_bits(if yes { bits | mark } else { bits })
    }
}

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = |yes, text| if yes { text } else { "" };
        write!(
            f,
            "{}{}{}{}{}",
            if self.color() == Color::White {
                'w'
            } else {
                'b'
            },
            mark(self.is_zombie(), "Z"),
            self.kind().letter(),
            mark(self.is_kamikaze(), "*"),
            mark(self.is_unmoved(), "'"),
        )
    }
}

/// What a square remembers under the unit that captured there (Reincarnation): kind and
/// normal or zombie of the last unit captured. Its colour is always the standing unit's opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Beneath(NonZeroU8);

impl Beneath {
    /// Every code is smaller than this.
    pub(crate) const CODES: usize = 16;

    /// The memory of this captured unit.
    #[inline]
    pub const fn of(captured: Unit) -> Beneath {
        let bits = captured.0.get();
        let code = bits & 7 | (bits & Unit::ZOMBIE) >> 1;
        Beneath(NonZeroU8::new(code).expect("a captured unit has a kind, so its code is not 0"))
    }

    /// The packed code, 1 to 15.
    #[inline]
    pub const fn code(self) -> usize {
        (self.0.get() & 15) as usize
    }

    /// How the captured unit moved.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::from_code(self.0.get() & 7)
    }

    /// Whether the captured unit was a zombie.
    #[inline]
    pub const fn is_zombie(self) -> bool {
        self.0.get() & 8 != 0
    }
}
