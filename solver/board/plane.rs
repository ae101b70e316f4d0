//! The flat board.

use super::geometry::{CastlingRow, Geometry, JUMPS, STEPS, Tables};
use super::symmetry::Symmetry;
use crate::chess::{Bitboard, Color, Square};

/// The flat board of orthodox chess.
///
/// Lines are found by subtracting the rider from the units on its line, forwards and on the
/// mirrored board ("hyperbola quintessence"): small tables, no start-up work.
#[derive(Clone, Copy, Debug)]
pub struct Plane;

impl Geometry for Plane {
    const TABLES: &'static Tables = &TABLES;

    const MOST_LINES: u32 = 1;

    const CASTLINGS: [&'static [CastlingRow]; 2] = [
        &[
            CastlingRow::on_first_rank(Color::White, 6, (7, 5), 0b0110_0000),
            CastlingRow::on_first_rank(Color::White, 2, (0, 3), 0b0000_1110),
        ],
        &[
            CastlingRow::on_first_rank(Color::Black, 6, (7, 5), 0b0110_0000),
            CastlingRow::on_first_rank(Color::Black, 2, (0, 3), 0b0000_1110),
        ],
    ];

    const SYMMETRIES: &'static [Symmetry] = &SYMMETRIES;

    #[inline]
    fn rook(from: Square, occupied: Bitboard) -> Bitboard {
        let rank = (occupied.0 >> (8 * from.rank())) as usize >> 1 & 63;
        let along_rank = (RANK_RIDES[from.file() as usize][rank] as u64) << (8 * from.rank());
        Bitboard(along_rank | along(LINES[from.index()].file, from, occupied))
    }

    #[inline]
    fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
        let lines = &LINES[from.index()];
        Bitboard(along(lines.rising, from, occupied) | along(lines.falling, from, occupied))
    }

    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        BETWEEN[a.index()][b.index()]
    }

    #[inline]
    fn rook_lines(from: Square) -> Bitboard {
        let rank = Bitboard::rank(from.rank()).without(from);
        Bitboard(LINES[from.index()].file) | rank
    }

    #[inline]
    fn bishop_lines(from: Square) -> Bitboard {
        let lines = &LINES[from.index()];
        Bitboard(lines.rising | lines.falling)
    }
}

/// The ride along a line (without the rider's square) that meets each rank at most once.
#[inline]
const fn along(line: u64, from: Square, occupied: Bitboard) -> u64 {
    let rider = 1u64 << from.index();
    let on_line = occupied.0 & line;
    let up = on_line.wrapping_sub(rider);
    let down = on_line
        .swap_bytes()
        .wrapping_sub(rider.swap_bytes())
        .swap_bytes();
    (up ^ down) & line
}

/// The three lines through a square that meet each rank at most once, without the square.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    rising: u64,
    falling: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines {
        file: 0,
        rising: 0,
        falling: 0,
    }; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        lines[index] = Lines {
            file: ray(from, (0, 1)) | ray(from, (0, -1)),
            rising: ray(from, (1, 1)) | ray(from, (-1, -1)),
            falling: ray(from, (1, -1)) | ray(from, (-1, 1)),
        };
        index += 1;
    }
    lines
};

const fn ray(from: Square, step: (i8, i8)) -> u64 {
    let mut squares = 0;
    let mut at = from;
    while let Some(next) = at.offset(step.0, step.1) {
        squares |= 1 << next.index();
        at = next;
    }
    squares
}

/// Rides along a rank by the rider's file and the units on the six inner files.
static RANK_RIDES: [[u8; 64]; 8] = {
    let mut rides = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u8) << 1;
            let mut ride = 0;
            let mut right = file + 1;
            while right < 8 {
                ride |= 1 << right;
                if occupied >> right & 1 != 0 {
                    break;
                }
                right += 1;
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                ride |= 1 << left;
                if occupied >> left & 1 != 0 {
                    break;
                }
            }
            rides[file][inner] = ride;
            inner += 1;
        }
        file += 1;
    }
    rides
};

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            let step = STEPS[direction];
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = at.offset(step.0, step.1) {
                between[index][next.index()] = Bitboard(passed);
                passed |= 1 << next.index();
                at = next;
            }
            direction += 1;
        }
        index += 1;
    }
    between
};

static SYMMETRIES: [Symmetry; 8] = {
    let mut symmetries = [Symmetry::of_plane(0); 8];
    let mut number = 1;
    while number < 8 {
        symmetries[number] = Symmetry::of_plane(number);
        number += 1;
    }
    symmetries
};

static TABLES: Tables = {
    let (mut knight, mut king) = ([Bitboard::EMPTY; 64], [Bitboard::EMPTY; 64]);
    let mut pawn_hits = [[Bitboard::EMPTY; 64]; 2];
    let (mut bishop, mut rook) = ([Bitboard::EMPTY; 64], [Bitboard::EMPTY; 64]);
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            king[index] = leap(king[index], from, STEPS[direction]);
            knight[index] = leap(knight[index], from, JUMPS[direction]);
            direction += 1;
        }
        let white = leap(Bitboard::EMPTY, from, (1, 1));
        pawn_hits[0][index] = leap(white, from, (-1, 1));
        let black = leap(Bitboard::EMPTY, from, (1, -1));
        pawn_hits[1][index] = leap(black, from, (-1, -1));
        let lines = &LINES[index];
        bishop[index] = Bitboard(lines.rising | lines.falling);
        rook[index] = Bitboard(lines.file | ray(from, (1, 0)) | ray(from, (-1, 0)));
        index += 1;
    }
    Tables::new(knight, king, pawn_hits, bishop, rook)
};

const fn leap(squares: Bitboard, from: Square, jump: (i8, i8)) -> Bitboard {
    match from.offset(jump.0, jump.1) {
        Some(to) => squares.with(to),
        None => squares,
    }
}
