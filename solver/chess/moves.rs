//! A move in one word.

use std::fmt;

use super::{Kind, Square};

/// What is special about a move, beyond who goes where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MoveKind {
    /// Nothing.
    Plain,
    /// A pawn of the move turns into this kind.
    Promotion(Kind),
    /// The mover is the king, the passive the rook.
    Castling,
    /// A pawn takes en passant; the passive names the pawn taken.
    EnPassant,
}

/// A move: the *mover* and where it goes, and for castling, en passant and Dynamo the *passive* unit
/// and where that goes. A destination that is missing means over the edge.
///
/// ```text
/// bits  0-5    mover's departure
///       6-12   mover's arrival, 64 = off the board
///       13-19  passive's departure, 64 = there is no passive
///       20-26  passive's arrival, 64 = off the board
///       27-29  0 plain, 2-5 promotion (code of the kind), 6 castling, 7 en passant
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

const OFF: u32 = 64;
const NO_PASSIVE: u32 = OFF << 13 | OFF << 20;
const CASTLING: u32 = 6;
const EN_PASSANT: u32 = 7;

#[inline]
const fn arrival(square: Option<Square>) -> u32 {
    match square {
        Some(square) => square.index() as u32,
        None => OFF,
    }
}

#[inline]
const fn square(bits: u32) -> Option<Square> {
    if bits & OFF == 0 {
        Some(Square::from_index(bits as usize & 63))
    } else {
        None
    }
}

impl Move {
    /// The mover goes from `from` to `to`.
    #[inline]
    pub const fn plain(from: Square, to: Square) -> Move {
        Move(from.index() as u32 | (to.index() as u32) << 6 | NO_PASSIVE)
    }

    /// The mover leaves the board by itself.
    pub const fn leaving(from: Square) -> Move {
        Move(from.index() as u32 | OFF << 6 | NO_PASSIVE)
    }

    /// Mover and passive each go from the first square to the second, or over the edge.
    pub const fn joint(mover: (Square, Option<Square>), passive: (Square, Option<Square>)) -> Move {
        Move(
            mover.0.index() as u32
                | arrival(mover.1) << 6
                | (passive.0.index() as u32) << 13
                | arrival(passive.1) << 20,
        )
    }

    /// King and rook each go from the first square to the second.
    pub const fn castling(king: (Square, Square), rook: (Square, Square)) -> Move {
        let joint = Move::joint((king.0, Some(king.1)), (rook.0, Some(rook.1)));
        Move(joint.0 | CASTLING << 27)
    }

    /// A pawn takes the pawn on `taken` in passing.
    pub const fn en_passant(from: Square, to: Square, taken: Square) -> Move {
        let joint = Move::joint((from, Some(to)), (taken, None));
        Move(joint.0 | EN_PASSANT << 27)
    }

    /// The same move with a promotion to `kind`.
    #[inline]
    pub const fn promoting(self, kind: Kind) -> Move {
        Move(self.0 | (kind as u32) << 27)
    }

    /// Where the mover stands before the move.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as usize & 63)
    }

    /// Where the mover stands after the move; `None` if it left the board.
    #[inline]
    pub const fn to(self) -> Option<Square> {
        square(self.0 >> 6 & 127)
    }

    /// The mover's arrival in rule sets where nobody leaves the board by a move.
    #[inline]
    pub const fn target(self) -> Square {
        Square::from_index(self.0 as usize >> 6 & 63)
    }

    /// The passive: where it stands before and after the move.
    #[inline]
    pub const fn passive(self) -> Option<(Square, Option<Square>)> {
        match square(self.0 >> 13 & 127) {
            Some(from) => Some((from, square(self.0 >> 20 & 127))),
            None => None,
        }
    }

    /// What is special about the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 27 {
            0 => MoveKind::Plain,
            CASTLING => MoveKind::Castling,
            EN_PASSANT => MoveKind::EnPassant,
            code => MoveKind::Promotion(Kind::from_code(code as u8)),
        }
    }

    /// `O-O` or `O-O-O`, with a `C` before it if king and rook go round the back of the sphere.
    const fn castling_name(self) -> &'static str {
        let kingside = self.target().file() > self.from().file();
        let rook_beyond_king = match self.passive() {
            Some((rook, _)) => (rook.file() > self.from().file()) == kingside,
            None => true,
        };
        match (kingside, rook_beyond_king) {
            (true, true) => "O-O",
            (false, true) => "O-O-O",
            (true, false) => "CO-O",
            (false, false) => "CO-O-O",
        }
    }

    /// The packed word, which tells moves of one position apart.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move with this packed word, which must come from [`Move::bits`].
    #[inline]
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

/// The machine notation of the project: `e2e4`, `e7e8q`, `O-O`, `d1d3/d2d6`, `a1--`.
///
/// ```
/// use fata::chess::{Kind, Move};
/// let [e7, e8] = ["e7", "e8"].map(|name| name.parse().unwrap());
/// assert_eq!(Move::plain(e7, e8).promoting(Kind::Queen).to_string(), "e7e8q");
/// let push = Move::joint((e7, Some(e8)), (e8, None)).promoting(Kind::Knight);
/// assert_eq!(push.to_string(), "e7e8s/e8--");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passive = match self.kind() {
            MoveKind::Castling => return f.write_str(self.castling_name()),
            MoveKind::EnPassant => None,
            _ => self.passive(),
        };
        let promotion = match self.kind() {
            MoveKind::Promotion(kind) => kind.letter().to_ascii_lowercase().to_string(),
            _ => String::new(),
        };
        // A pawn that promotes as mover stands before the edge, so that whatever it pushes falls
        // off; a promoting passive stays on the board. Hence the letter is never ambiguous.
        let (on_mover, on_passive) = match passive {
            Some((_, Some(_))) => ("", promotion.as_str()),
            _ => (promotion.as_str(), ""),
        };
        part(f, self.from(), self.to(), on_mover)?;
        if let Some((from, to)) = passive {
            f.write_str("/")?;
            part(f, from, to, on_passive)?;
        }
        Ok(())
    }
}

fn part(
    f: &mut fmt::Formatter<'_>,
    from: Square,
    to: Option<Square>,
    promotion: &str,
) -> fmt::Result {
    match to {
        Some(to) => write!(f, "{from}{to}{promotion}"),
        None => write!(f, "{from}--"),
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
