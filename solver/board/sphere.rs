//! The spherical board in Nadvorney's form (docs/rules.md, section 3).
//!
//! The a- and h-files are neighbours, and a step over a pole lands on the same rank four files on.

use super::geometry::{CastlingRow, Geometry, JUMPS, STEPS, Tables};
use super::symmetry::Symmetry;
use crate::chess::{Bitboard, Color, Square};

/// The board folded to a sphere.
///
/// Each rider's line closes: a rank is a ring of 8 squares, every other line one of 16. A ride ends
/// on the square before its own departure.
#[derive(Clone, Copy, Debug)]
pub struct Sphere;

impl Geometry for Sphere {
    const TABLES: &'static Tables = &TABLES;

    const MOST_LINES: u32 = 8;

    const CASTLINGS: [&'static [CastlingRow]; 2] = [
        &[
            CastlingRow::on_first_rank(Color::White, 6, (7, 5), 0b0110_0000),
            CastlingRow::on_first_rank(Color::White, 2, (0, 3), 0b0000_1110),
            CastlingRow::on_first_rank(Color::White, 6, (0, 5), 0b1110_0000),
            CastlingRow::on_first_rank(Color::White, 2, (7, 3), 0b0000_1111),
        ],
        &[
            CastlingRow::on_first_rank(Color::Black, 6, (7, 5), 0b0110_0000),
            CastlingRow::on_first_rank(Color::Black, 2, (0, 3), 0b0000_1110),
            CastlingRow::on_first_rank(Color::Black, 6, (0, 5), 0b1110_0000),
            CastlingRow::on_first_rank(Color::Black, 2, (7, 3), 0b0000_1111),
        ],
    ];

    const SYMMETRIES: &'static [Symmetry] = &SYMMETRIES;

    #[inline]
    fn rook(from: Square, occupied: Bitboard) -> Bitboard {
        ride(from, 0, occupied)
    }

    #[inline]
    fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
        ride(from, 1, occupied)
    }

    #[inline]
    fn between(_: Square, _: Square) -> Bitboard {
        // Two lines may join the squares, so that the exact set takes work; callers only use it to
        // rule squares out.
        Bitboard::ALL
    }

    #[inline]
    fn rook_lines(from: Square) -> Bitboard {
        LINES[0][from.index()]
    }

    #[inline]
    fn bishop_lines(from: Square) -> Bitboard {
        LINES[1][from.index()]
    }
}

/// Folds a square of the endless sheet back on the board: files go round, and beyond a pole the
/// ranks come back four files on. Valid for up to 8 ranks beyond either pole.
const fn fold(file: i8, rank: i8) -> Square {
    let (file, rank) = match rank {
        0..8 => (file, rank),
        8.. => (file + 4, 15 - rank),
        _ => (file + 4, -1 - rank),
    };
    Square::new(file.rem_euclid(8) as u8, rank as u8)
}

/// One step of a ride: where it leads and the direction of the next.
const fn step(from: Square, (files, ranks): (i8, i8)) -> (Square, (i8, i8)) {
    let rank = from.rank() as i8 + ranks;
    let crosses = rank < 0 || rank > 7;
    let to = fold(from.file() as i8 + files, rank);
    (
        to,
        if crosses {
            (files, -ranks)
        } else {
            (files, ranks)
        },
    )
}

/// The squares of a ride in order.
#[derive(Clone, Copy)]
struct Ray {
    squares: [Square; 15],
    len: u8,
}

/// Rays by departure and direction; even directions are a rook's.
static RAYS: [[Ray; 8]; 64] = {
    let none = Ray {
        squares: [Square::new(0, 0); 15],
        len: 0,
    };
    let mut rays = [[none; 8]; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            let ray = &mut rays[index][direction];
            let (mut at, mut way) = step(from, STEPS[direction]);
            while at.index() != index {
                ray.squares[ray.len as usize] = at;
                ray.len += 1;
                (at, way) = step(at, way);
            }
            direction += 1;
        }
        index += 1;
    }
    rays
};

/// The squares on a rook's (0) and a bishop's (1) lines.
static LINES: [[Bitboard; 64]; 2] = {
    let mut lines = [[Bitboard::EMPTY; 64]; 2];
    let mut index = 0;
    while index < 64 {
        let mut direction = 0;
        while direction < 8 {
            let ray = &RAYS[index][direction];
            let mut next = 0;
            while next < ray.len as usize {
                let line = &mut lines[direction % 2][index];
                *line = line.with(ray.squares[next]);
                next += 1;
            }
            direction += 1;
        }
        index += 1;
    }
    lines
};

#[inline]
fn ride(from: Square, first_direction: usize, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for ray in RAYS[from.index()].iter().skip(first_direction).step_by(2) {
        for &square in &ray.squares[..ray.len as usize] {
            reached = reached.with(square);
            if occupied.has(square) {
                break;
            }
        }
    }
    reached
}

static SYMMETRIES: [Symmetry; 32] = {
    let mut symmetries = [Symmetry::of_sphere(0); 32];
    let mut number = 1;
    while number < 32 {
        symmetries[number] = Symmetry::of_sphere(number);
        number += 1;
    }
    symmetries
};

static TABLES: Tables = {
    let (mut knight, mut king) = ([Bitboard::EMPTY; 64], [Bitboard::EMPTY; 64]);
    let mut pawn_hits = [[Bitboard::EMPTY; 64]; 2];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let (file, rank) = (from.file() as i8, from.rank() as i8);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = STEPS[direction];
            king[index] = king[index].with(fold(file + files, rank + ranks));
            let (files, ranks) = JUMPS[direction];
            knight[index] = knight[index].with(fold(file + files, rank + ranks));
            direction += 1;
        }
        if rank < 7 {
            pawn_hits[0][index] =
                Bitboard::of(fold(file + 1, rank + 1)).with(fold(file - 1, rank + 1));
        }
        if rank > 0 {
            pawn_hits[1][index] =
                Bitboard::of(fold(file + 1, rank - 1)).with(fold(file - 1, rank - 1));
        }
        index += 1;
    }
    let [rook, bishop] = LINES;
    Tables::new(knight, king, pawn_hits, bishop, rook)
};

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("tests name squares of the board")
    }

    #[test]
    fn a_king_in_the_corner_touches_three_squares_over_the_pole() {
        let expected = ["b1", "h1", "a2", "b2", "h2", "e1", "f1", "d1"];
        let expected: Bitboard = expected.into_iter().map(square).collect();
        assert_eq!(Sphere::TABLES.king[square("a1").index()], expected);
    }

    #[test]
    fn a_knight_crosses_the_pole() {
        let reached = Sphere::TABLES.knight[square("d1").index()];
        assert!(reached.has(square("g2")) && reached.has(square("a2")));
    }

    #[test]
    fn riders_take_the_roads_of_the_source() {
        let road = |from: &str, direction: usize, until: &str| {
            let ray = &RAYS[square(from).index()][direction];
            let squares = ray.squares[..ray.len as usize]
                .iter()
                .map(Square::to_string);
            let mut road: Vec<String> = squares.collect();
            let last = road
                .iter()
                .position(|at| at == until)
                .expect("the road leads there");
            road.truncate(last + 1);
            road.join("-")
        };
        assert_eq!(road("a3", 6, "e4"), "a2-a1-e1-e2-e3-e4");
        assert_eq!(road("h3", 5, "g3"), "g2-f1-a1-h2-g3");
        assert_eq!(road("d3", 7, "e3"), "e2-f1-c1-d2-e3");
    }

    #[test]
    fn every_ride_ends_before_its_own_square_and_meets_no_square_twice() {
        for from in Square::all() {
            for (direction, ray) in RAYS[from.index()].iter().enumerate() {
                let squares = &ray.squares[..ray.len as usize];
                let set: Bitboard = squares.iter().copied().collect();
                assert_eq!(set.len() as usize, squares.len());
                assert_eq!(squares.len(), if direction % 4 == 0 { 7 } else { 15 });
                assert!(!set.has(from));
            }
        }
    }
}
