//! The ways in which a board can be laid on itself.

use crate::chess::Square;

/// A turn or reflection of the board under which officers move as before: where each square goes.
///
/// Pawns tell ranks apart, so that a placement with pawns may only be moved by a symmetry that
/// [keeps ranks](Symmetry::keeps_ranks).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    images: [Square; 64],
}

impl Symmetry {
    /// Where the square goes.
    #[inline]
    pub const fn image(&self, square: Square) -> Square {
        self.images[square.index()]
    }

    /// The square that goes here.
    pub fn source(&self, square: Square) -> Square {
        let mut sources = Square::all().filter(|&source| self.image(source) == square);
        sources.next().unwrap_or(square)
    }

    /// Whether every square stays on its rank.
    pub fn keeps_ranks(&self) -> bool {
        Square::all().all(|square| self.image(square).rank() == square.rank())
    }

    /// One of the eight of the flat board; the first is the identity.
    pub(super) const fn of_plane(number: usize) -> Symmetry {
        let mut images = [Square::from_index(0); 64];
        let mut index = 0;
        while index < 64 {
            let square = Square::from_index(index);
            let (mut file, mut rank) = (square.file(), square.rank());
            if number & 1 != 0 {
                file = 7 - file;
            }
            if number & 2 != 0 {
                rank = 7 - rank;
            }
            images[index] = if number & 4 != 0 {
                Square::new(rank, file)
            } else {
                Square::new(file, rank)
            };
            index += 1;
        }
        Symmetry { images }
    }

    /// One of the 32 of the sphere, which can also be turned by any number of files; the first is
    /// the identity.
    pub(super) const fn of_sphere(number: usize) -> Symmetry {
        let mut images = [Square::from_index(0); 64];
        let mut index = 0;
        while index < 64 {
            let square = Square::from_index(index);
            let (mut file, mut rank) = (square.file(), square.rank());
            if number & 8 != 0 {
                file = 7 - file;
            }
            if number & 16 != 0 {
                rank = 7 - rank;
            }
            images[index] = Square::new((file + number as u8) & 7, rank);
            index += 1;
        }
        Symmetry { images }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Geometry, Plane, Sphere};
    use crate::chess::{Bitboard, Square};

    /// Every leap and every ride on the empty board leads from image to image.
    fn check<G: Geometry>(expected: usize, keeping_ranks: usize) {
        assert_eq!(G::SYMMETRIES.len(), expected);
        let keeping = G::SYMMETRIES
            .iter()
            .filter(|symmetry| symmetry.keeps_ranks());
        assert_eq!(keeping.clone().count(), keeping_ranks);
        for (n, symmetry) in G::SYMMETRIES.iter().enumerate() {
            assert!(!G::SYMMETRIES[..n].contains(symmetry), "{n} is a new one");
            let image = |set: Bitboard| set.map(|to| symmetry.image(to)).collect::<Bitboard>();
            for from in Square::all() {
                let to = symmetry.image(from);
                assert_eq!(
                    image(G::TABLES.king[from.index()]),
                    G::TABLES.king[to.index()]
                );
                assert_eq!(
                    image(G::TABLES.knight[from.index()]),
                    G::TABLES.knight[to.index()]
                );
                for blocked in Square::all().filter(|&square| square != from) {
                    let (here, there) = (Bitboard::of(blocked), image(Bitboard::of(blocked)));
                    assert_eq!(image(G::rook(from, here)), G::rook(to, there));
                    assert_eq!(image(G::bishop(from, here)), G::bishop(to, there));
                }
            }
        }
        for symmetry in keeping {
            for (color, from) in [0, 1]
                .into_iter()
                .flat_map(|c| Square::all().map(move |s| (c, s)))
            {
                let hits = G::TABLES.pawn_hits[color][from.index()];
                let image: Bitboard = hits.map(|to| symmetry.image(to)).collect();
                let to = symmetry.image(from);
                assert_eq!(image, G::TABLES.pawn_hits[color][to.index()]);
            }
        }
    }

    #[test]
    fn units_move_the_same_on_the_image() {
        check::<Plane>(8, 2);
        check::<Sphere>(32, 16);
    }
}
