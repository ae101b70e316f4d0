//! Placements that are images of each other, told by their first two units.

use crate::board::Symmetry;
use crate::chess::Square;

/// Pairs of squares, each with the pair that stands for all its images.
pub(super) struct Fold {
    symmetries: Vec<Symmetry>,
    pairs: Vec<Pair>,
    leaders: Vec<[Square; 2]>,
}

/// A pair of squares.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The number of the pair that stands for it.
    pub number: u16,
    /// The symmetries that lead there: two, or twice the same one.
    pub by: [u8; 2],
}

impl Fold {
    /// Folds by these symmetries, the first of which is the identity.
    ///
    /// Of a pair of different squares at most one symmetry beside the identity moves neither: on
    /// the plane the reflection in their diagonal, on the sphere that in their meridian.
    pub fn new(symmetries: Vec<Symmetry>) -> Fold {
        let mut pairs = vec![None; 64 * 64];
        let mut leaders = Vec::new();
        for one in Square::all() {
            for other in Square::all() {
                if pairs[one.index() * 64 + other.index()].is_some() {
                    continue;
                }
                let number = leaders.len() as u16;
                leaders.push([one, other]);
                for image in &symmetries {
                    let (a, b) = (image.image(one), image.image(other));
                    let mut back = (0..symmetries.len() as u8).filter(|&n| {
                        let way = &symmetries[usize::from(n)];
                        (way.image(a), way.image(b)) == (one, other)
                    });
                    let first = back.next().unwrap_or(0);
                    let second = back.next().unwrap_or(first);
                    pairs[a.index() * 64 + b.index()] = Some(Pair {
                        number,
                        by: [first, second],
                    });
                }
            }
        }
        Fold {
            symmetries,
            pairs: pairs.into_iter().flatten().collect(),
            leaders,
        }
    }

    /// The number of pairs that stand for others.
    pub fn len(&self) -> u64 {
        self.leaders.len() as u64
    }

    #[inline]
    pub fn pair(&self, one: Square, other: Square) -> Pair {
        self.pairs[one.index() * 64 + other.index()]
    }

    #[inline]
    pub fn leaders(&self, number: usize) -> [Square; 2] {
        self.leaders[number]
    }

    #[inline]
    pub fn symmetry(&self, number: u8) -> &Symmetry {
        &self.symmetries[usize::from(number)]
    }
}
