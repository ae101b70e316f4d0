//! One of the 64 squares.

use std::fmt;
use std::str::FromStr;

/// A square of the board, `a1` to `h8`, numbered rank by rank: a1 = 0, h1 = 7, a8 = 56.
///
/// ```
/// use fata::chess::Square;
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// assert_eq!(e4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on `file` and `rank`, both counted from 0.
    ///
    /// # Panics
    /// If `file` or `rank` exceeds 7.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(file < 8 && rank < 8, "file and rank run from 0 to 7");
        Square(rank * 8 + file)
    }

    /// The square with this number, of which only the low six bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..64).map(Square)
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The number of the square, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square `files` to the right and `ranks` up, if it is on the flat board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square::new(file as u8, rank as u8))
        } else {
            None
        }
    }

    /// The same square seen from the other side of the board: e2 for e7.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }
}

/// The text is not one of `a1` .. `h8`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a square: expected a letter a-h and a digit 1-8, as in `e4`")]
pub struct ParseSquareError(String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
