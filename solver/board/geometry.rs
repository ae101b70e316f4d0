//! What a board is to the units on it: which squares a leap, a pawn's hit or a line reaches.

use super::symmetry::Symmetry;
use crate::chess::{Bitboard, Color, Square};

/// The shape of a board. The two boards, [`Plane`](super::Plane) and [`Sphere`](super::Sphere), are
/// chosen by type, so that looking up an attack costs no branch.
///
/// All relations are symmetric: if a leap or a free line leads from one square to another, the same
/// kind of leap or line leads back. Pawn hits mirror each other: a white pawn on *s* hits *t* if and
/// only if a black pawn on *t* hits *s*.
pub trait Geometry: Copy + Send + Sync + 'static {
    /// Leaps and hits.
    const TABLES: &'static Tables;

    /// The ways to castle, White's first.
    const CASTLINGS: [&'static [CastlingRow]; 2];

    /// The ways in which the board can be laid on itself, the identity first.
    const SYMMETRIES: &'static [Symmetry];

    /// The most lines on which one rider attacks one square.
    const MOST_LINES: u32;

    /// The squares that a rook on `from` reaches when the units of `occupied` stand on the board;
    /// the first unit in each direction is included.
    fn rook(from: Square, occupied: Bitboard) -> Bitboard;

    /// The same for a bishop.
    fn bishop(from: Square, occupied: Bitboard) -> Bitboard;

    /// Squares on which a unit may stand so as to block *every* line between the two squares. May
    /// name more squares than that, never fewer.
    fn between(a: Square, b: Square) -> Bitboard;

    /// The squares that a queen's kind of line joins to `from` on the empty board.
    fn rook_lines(from: Square) -> Bitboard;

    /// The same for a bishop.
    fn bishop_lines(from: Square) -> Bitboard;
}

/// The leaps of a board, by departure square, and how far units get on the empty board.
pub struct Tables {
    /// Where a knight goes.
    pub knight: [Bitboard; 64],
    /// Where a king goes.
    pub king: [Bitboard; 64],
    /// Where a pawn captures, by colour.
    pub pawn_hits: [[Bitboard; 64]; 2],
    /// Where the officers get in at most 1, 2, .. 7 moves on the empty board, by kind, departure
    /// and number of moves less 1. Pawns get nowhere here.
    pub reach: [[[Bitboard; Tables::MOST_MOVES]; 64]; 6],
    /// Where a pawn that captures at will gets in at most 1, 2, .. moves, until it is promoted, by
    /// colour, departure and number of moves less 1.
    pub pawn_reach: [[[Bitboard; Tables::MOST_MOVES]; 64]; 2],
    /// The most squares that one unit of a kind attacks among a king's square and its field, on
    /// the empty board.
    pub most_covered: [u32; 6],
}

impl Tables {
    /// How many moves [`reach`](Tables::reach) looks ahead.
    pub const MOST_MOVES: usize = 7;

    /// The tables that follow from one move of each officer and the hits of pawns.
    pub(super) const fn new(
        knight: [Bitboard; 64],
        king: [Bitboard; 64],
        pawn_hits: [[Bitboard; 64]; 2],
        bishop: [Bitboard; 64],
        rook: [Bitboard; 64],
    ) -> Tables {
        let mut queen = [Bitboard::EMPTY; 64];
        let mut square = 0;
        while square < 64 {
            queen[square] = Bitboard(bishop[square].0 | rook[square].0);
            square += 1;
        }
        let reach = [
            [[Bitboard::EMPTY; Tables::MOST_MOVES]; 64],
            repeated(&knight),
            repeated(&bishop),
            repeated(&rook),
            repeated(&queen),
            repeated(&king),
        ];
        let pawn_reach = [
            repeated(&pawn_steps(&pawn_hits[0], Color::White)),
            repeated(&pawn_steps(&pawn_hits[1], Color::Black)),
        ];
        let most_covered = [
            most_covered(&pawn_hits[0], &king),
            most_covered(&knight, &king),
            most_covered(&bishop, &king),
            most_covered(&rook, &king),
            most_covered(&queen, &king),
            most_covered(&king, &king),
        ];
        Tables {
            knight,
            king,
            pawn_hits,
            reach,
            pawn_reach,
            most_covered,
        }
    }
}

/// The most squares of any king's square and field that are attacked from one square.
const fn most_covered(attacks: &[Bitboard; 64], king: &[Bitboard; 64]) -> u32 {
    let mut most = 0;
    let mut from = 0;
    while from < 64 {
        let mut target = 0;
        while target < 64 {
            let net = king[target].0 | 1 << target;
            let covered = (attacks[from].0 & net).count_ones();
            if covered > most {
                most = covered;
            }
            target += 1;
        }
        from += 1;
    }
    most
}

/// Where a pawn may get in one move.
const fn pawn_steps(hits: &[Bitboard; 64], color: Color) -> [Bitboard; 64] {
    let mut steps = [Bitboard::EMPTY; 64];
    let ahead = if let Color::White = color { 8 } else { 56 };
    let mut from = 8;
    while from < 56 {
        let one = Square::from_index(from + ahead);
        steps[from] = hits[from].with(one);
        if from / 8 == color.rank_ahead(1) as usize {
            steps[from] = steps[from].with(Square::from_index(one.index() + ahead));
        }
        from += 1;
    }
    steps
}

/// The squares reached in at most 1, 2, .. of these moves.
const fn repeated(moves: &[Bitboard; 64]) -> [[Bitboard; Tables::MOST_MOVES]; 64] {
    let mut reach = [[Bitboard::EMPTY; Tables::MOST_MOVES]; 64];
    let mut from = 0;
    while from < 64 {
        let mut reached = moves[from];
        let mut n = 0;
        while n < Tables::MOST_MOVES {
            reach[from][n] = reached;
            let mut rest = reached.0;
            while rest != 0 {
                reached = Bitboard(reached.0 | moves[rest.trailing_zeros() as usize].0);
                rest &= rest - 1;
            }
            n += 1;
        }
        from += 1;
    }
    reach
}

/// One way to castle: king and rook go from the first square to the second.
#[derive(Clone, Copy, Debug)]
pub struct CastlingRow {
    /// The king's departure and arrival.
    pub king: (Square, Square),
    /// The rook's departure and arrival.
    pub rook: (Square, Square),
    /// The square that the king crosses.
    pub crossed: Square,
    /// The squares that must be empty.
    pub empty: Bitboard,
}

impl CastlingRow {
    /// A row on the first rank of `color`, from files counted from 0 and the bits of the files that must be empty.
    pub(super) const fn on_first_rank(
        color: Color,
        king_to: u8,
        rook: (u8, u8),
        empty_files: u8,
    ) -> CastlingRow {
        let rank = color.rank_ahead(0);
        CastlingRow {
            king: (Square::new(4, rank), Square::new(king_to, rank)),
            rook: (Square::new(rook.0, rank), Square::new(rook.1, rank)),
            crossed: Square::new((4 + king_to) / 2, rank),
            empty: Bitboard((empty_files as u64) << (8 * rank)),
        }
    }
}

/// The eight steps of a king: files and ranks. Even entries are a rook's directions.
pub(crate) const STEPS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The eight jumps of a knight.
pub(crate) const JUMPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
