//! The last move of a selfmate: which moves may leave the enemy nothing but moves that mate?
//!
//! Before any of them is played, the enemy's *resources* are found: moves that he could make if the
//! side to move passed, and that would not give check. A resource stays at hand, and refutes, unless
//! the move touches its footprint. With two or three resources apart from each other hardly more
//! than the checks touch them all.
//!
//! Let *w* be a move of the side to move (whose king is the *own* king), neither castling nor en passant nor promotion, and *r* a
//! resource: to an empty square, by a unit that hides neither king from a rider, not onto a
//! square from which it gives check. Then *r* may follow *w*, and gives no check, if
//!
//! - *w* arrives neither where *r* departs, passes or arrives: *r* can still be made;
//! - *w* does not expose the enemy's king: it does not arrive where its unit attacks that king once
//!   *r* has left its square, nor depart between that king and a rider that bears on it along a line,
//!   whatever else stands there. (A rider does not reach a line to the king by leaving the square
//!   that blocked it: from there it would have attacked the king.) Where capturers vanish, *w* does not arrive between them either;
//! - *w* does not expose the own king to a check by *r*: the same for the riders that bear on the own king,
//!   that of *r* on its new square among them. If *w* is a step of the own king, it does not arrive where *r* attacks, nor on a line with the square
//!   that *r* leaves, nor depart from a line to the enemy's king.
//!
//! A step of the enemy's king is a resource in the same way, with the square it steps to in place of
//! the king's. There no step of the own king is ruled out.

use super::classic::{Capture, Classic, Filter};
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Square};

/// How many resources are looked at.
const MOST_RESOURCES: usize = 6;

/// What a move must touch so as to meet a resource.
#[derive(Clone, Copy)]
struct Resource {
    /// Units that leave these squares may go anywhere.
    departures: Bitboard,
    /// Others only to these, by kind.
    arrivals: [Bitboard; 6],
}

/// The moves that touch the footprints of all resources.
pub(super) struct Resources {
    list: [Resource; MOST_RESOURCES],
    len: usize,
    within: Bitboard,
}

impl Resources {
    fn add(&mut self, resource: Resource) {
        self.list[self.len] = resource;
        self.len += 1;
    }

    fn are_enough(&self) -> bool {
        self.len == MOST_RESOURCES
    }
}

impl Filter for Resources {
    #[inline]
    fn allows(&self, from: Square, kind: Kind) -> Bitboard {
        let bound = if kind == Kind::King {
            Bitboard::ALL
        } else {
            self.within
        };
        let hindering = self.list[..self.len]
            .iter()
            .filter(|resource| !resource.departures.has(from));
        hindering.fold(bound, |allowed, resource| {
            allowed & resource.arrivals[kind.index()]
        })
    }

    fn bound(&mut self, within: Bitboard) {
        self.within &= within;
    }
}

impl<G: Geometry, C: Capture> Classic<G, C> {
    /// What the enemy could do if the side to move passed; `None` if that is not known.
    pub(super) fn resources(position: &Position) -> Option<Resources> {
        let us = position.to_move();
        let own_king = position.king(us)?;
        let king = position.king(!us)?;
        // What is born may give check.
        if C::REMEMBERS {
            return None;
        }
        let occupied = position.occupied();
        let mut resources = Resources {
            list: [Resource {
                departures: Bitboard::EMPTY,
                arrivals: [Bitboard::EMPTY; 6],
            }; MOST_RESOURCES],
            len: 0,
            within: Bitboard::ALL,
        };
        let hiding_own = Self::screens(position, own_king, !us);
        let lines_to_own = Self::lines_from_riders(position, own_king, !us);
        if !hiding_own.has(king) {
            let flights = Self::king_steps(position, king)
                .filter(|&to| Self::may_step(position, king, to))
                .take(2);
            for flight in flights {
                let lines = Self::lines_from_riders(position, flight, us) | lines_to_own;
                let mut arrivals =
                    Self::attacking_squares(flight, us, occupied.without(king), lines);
                arrivals
                    .iter_mut()
                    .for_each(|squares| *squares = squares.with(flight));
                arrivals[Kind::King.index()] = Bitboard::ALL;
                resources.add(Resource {
                    departures: lines,
                    arrivals,
                });
            }
        }
        let hiding = Self::screens(position, king, us) | hiding_own;
        let lines_to_king = Self::lines_from_riders(position, king, us);
        let prey = position.color(us).without(own_king);
        for from in position.color(!us).minus(hiding).without(king) {
            let Some(unit) = position.unit(from) else {
                continue;
            };
            let vanishes = C::CAPTURERS_VANISH && unit.is_kamikaze();
            let prey = if vanishes { Bitboard::EMPTY } else { prey };
            let left = occupied.without(from);
            let mut targets = match unit.kind() {
                Kind::Pawn => Self::pawn_steps(position, from, !us, prey),
                kind => Self::reach(position, kind, from) & (!occupied | prey),
            };
            let mut wanted = 2;
            while let Some(to) = targets.first() {
                if resources.are_enough() {
                    return Some(resources);
                }
                targets = targets.without(to);
                let kind = match unit.kind() {
                    Kind::Pawn if to.rank() == us.rank_ahead(0) => Kind::Knight,
                    kind => kind,
                };
                let checks = match kind {
                    Kind::Pawn => G::TABLES.pawn_hits[us.index()][own_king.index()].has(to),
                    Kind::Knight => G::TABLES.knight[own_king.index()].has(to),
                    Kind::Bishop => G::bishop(own_king, left).has(to),
                    Kind::Rook => G::rook(own_king, left).has(to),
                    _ => (G::bishop(own_king, left) | G::rook(own_king, left)).has(to),
                };
                if checks {
                    continue;
                }
                let (attacks, way, to_own) = Self::lines_of(kind, !us, from, to, own_king);
                let lines = lines_to_king | lines_to_own | to_own;
                let footprint = way.with(from).with(to);
                let mut arrivals = Self::attacking_squares(king, us, left, lines);
                arrivals
                    .iter_mut()
                    .for_each(|squares| *squares |= footprint);
                arrivals[Kind::King.index()] =
                    footprint | attacks | G::rook_lines(from) | G::bishop_lines(from);
                // A pawn takes only what is there.
                let taken = Bitboard::of(to) & prey;
                let departures = if unit.kind() == Kind::Pawn {
                    lines | taken
                } else {
                    lines
                };
                resources.add(Resource {
                    departures,
                    arrivals,
                });
                wanted -= 1;
                if wanted == 0 {
                    break;
                }
                // The farthest one shares the least with the nearest.
                targets = Bitboard(targets.0.reverse_bits())
                    .first()
                    .map_or(Bitboard::EMPTY, |last| {
                        Bitboard::of(Square::from_index(63 - last.index()))
                    });
            }
        }
        Some(resources)
    }

    /// The squares where a unit may stand in the way of a rider of `by` that bears on the square.
    fn lines_from_riders(position: &Position, square: Square, by: Color) -> Bitboard {
        let units = C::checkers(position, position.color(by));
        let queens = position.kind(Kind::Queen);
        let along = |riders: Bitboard, lines: Bitboard| {
            let between = |rider| G::between(square, rider) & lines;
            (riders & units & lines)
                .fold(Bitboard::EMPTY, |squares, rider| squares | between(rider))
        };
        along(position.kind(Kind::Rook) | queens, G::rook_lines(square))
            | along(
                position.kind(Kind::Bishop) | queens,
                G::bishop_lines(square),
            )
    }

    /// The squares from which a unit of `by` attacks the square, by kind; where a promotion or a
    /// capture may do more than that, these squares too.
    fn attacking_squares(
        square: Square,
        by: Color,
        occupied: Bitboard,
        lines: Bitboard,
    ) -> [Bitboard; 6] {
        let (bishop, rook) = (G::bishop(square, occupied), G::rook(square, occupied));
        let knight = G::TABLES.knight[square.index()];
        let promoted = knight | G::bishop_lines(square) | G::rook_lines(square);
        let last = Bitboard::rank(by.rank_ahead(7));
        let mut squares = [
            G::TABLES.pawn_hits[(!by).index()][square.index()] | promoted & last,
            knight,
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ];
        if C::CAPTURERS_VANISH {
            squares.iter_mut().for_each(|squares| *squares |= lines);
        }
        squares
    }

    /// For a unit that goes from one square to another: what it may attack from there, what it
    /// passes, and what may stand in its way to the king on its new square.
    fn lines_of(
        kind: Kind,
        color: Color,
        from: Square,
        to: Square,
        king: Square,
    ) -> (Bitboard, Bitboard, Bitboard) {
        let none = Bitboard::EMPTY;
        let lines = |square| match kind {
            Kind::Bishop => G::bishop_lines(square),
            Kind::Rook => G::rook_lines(square),
            Kind::Queen => G::bishop_lines(square) | G::rook_lines(square),
            _ => none,
        };
        match kind {
            Kind::Pawn => (G::TABLES.pawn_hits[color.index()][to.index()], none, none),
            Kind::Knight => (G::TABLES.knight[to.index()], none, none),
            _ => {
                let attacks = lines(to);
                let to_king = if attacks.has(king) {
                    G::between(to, king) & attacks
                } else {
                    none
                };
                (attacks, G::between(from, to) & lines(from), to_king)
            }
        }
    }

    /// A pawn's step to the next square, if that is empty, and its captures.
    fn pawn_steps(position: &Position, from: Square, color: Color, prey: Bitboard) -> Bitboard {
        let ahead = if color == Color::White { 8 } else { 56 };
        let to = Square::from_index(from.index() + ahead);
        Bitboard::of(to).minus(position.occupied())
            | G::TABLES.pawn_hits[color.index()][from.index()] & prey
    }
}
