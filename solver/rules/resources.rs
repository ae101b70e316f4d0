//! The last move of a selfmate: which moves may leave the enemy nothing but moves that mate?
//!
//! Before any of them is played, the enemy's *resources* are found: moves that he could make if the
//! side to move passed, and that would not give check. A move that does not touch the footprint of a
//! resource leaves it at hand, and is refuted by it. With a few resources apart from each other
//! hardly more than the checks touch them all.
//!
//! Let *w* be a move of the side to move, whose king is the *own* one, neither castling nor en
//! passant. Let *r* be a resource of a unit that hides neither king from a rider and that, on its new
//! square, gives no check. Then *r* may follow *w*, and gives no check, if
//!
//! - *w* does not arrive where *r* departs, passes or arrives, nor, if *r* is a pawn's capture,
//!   depart from there: so *r* can still be made;
//! - *w* does not expose the enemy's king: it does not arrive where its unit attacks that king once *r*
//!   has left its square, nor depart between that king and a rider that bears on it along a line,
//!   whatever else stands there. (A rider does not open a line for itself by leaving the square that
//!   blocked it: from there it attacked the king already, or something else still blocks.) A pawn may
//!   attack as whatever it becomes;
//! - *w* does not expose the own king: it does not depart between it and a rider of the enemy that bears on it,
//!   that of *r* on its new square among them. If *w* is a step of that king, it does not arrive
//!   where the unit of *r* attacks from its new square on the empty board, nor on a line with the
//!   square that *r* leaves;
//! - where capturers vanish, *w* does not arrive between a king and such a rider either, and *r* is no
//!   capture by a unit that would vanish.
//!
//! A step of the enemy's king is a resource too, with the square it steps to in place of the king's.
//! It rules out no step of the own king.

use super::classic::{Capture, Classic, Filter};
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Move, Square, Unit};

#[cfg(test)]
pub(super) mod tests;

/// How many resources are looked at.
const MOST_RESOURCES: usize = 6;
/// How many of them are moves of one unit, and how many of the king.
const MOST_OF_ONE: u32 = 2;

/// What a move must do so as to touch the footprint of a resource.
#[derive(Clone, Copy)]
pub(super) struct Resource {
    /// Units on these squares may go anywhere.
    departures: Bitboard,
    /// Others only to these squares, by kind.
    arrivals: [Bitboard; 6],
}

impl Resource {
    const NONE: Resource = Resource {
        departures: Bitboard::EMPTY,
        arrivals: [Bitboard::EMPTY; 6],
    };

    /// Where a unit of this kind touches it, coming from here.
    #[inline]
    pub(super) fn is_touched(&self, from: Square, kind: Kind) -> Bitboard {
        if self.departures.has(from) {
            Bitboard::ALL
        } else {
            self.arrivals[kind.index()]
        }
    }
}

/// Lets the moves pass that touch the footprints of all resources.
pub(super) struct Resources {
    found: [Resource; MOST_RESOURCES],
    len: usize,
}

impl Filter for Resources {
    #[inline]
    fn allows(&self, from: Square, kind: Kind) -> Bitboard {
        let found = &self.found[..self.len];
        found.iter().fold(Bitboard::ALL, |allowed, resource| {
            allowed & resource.is_touched(from, kind)
        })
    }
}

/// What resources have in common.
pub(super) struct Scene {
    king: Square,
    own_king: Square,
    /// The units that hide the own king from the enemy's riders.
    hiding_own: Bitboard,
    /// Where a unit may stand between the own king and such a rider.
    lines_to_own: Bitboard,
}

impl<G: Geometry, C: Capture> Classic<G, C> {
    /// What the enemy could do if the side to move passed; `None` if nothing is known of that.
    pub(super) fn resources(position: &Position) -> Option<Resources> {
        let scene = Self::scene(position)?;
        let mut resources = Resources {
            found: [Resource::NONE; MOST_RESOURCES],
            len: 0,
        };
        Self::each_resource(position, &scene, |_, resource| {
            resources.found[resources.len] = resource;
            resources.len += 1;
            resources.len < MOST_RESOURCES
        });
        Some(resources)
    }

    /// What all resources are measured by; `None` if nothing is known of that.
    pub(super) fn scene(position: &Position) -> Option<Scene> {
        // What is born may give check.
        if C::REMEMBERS {
            return None;
        }
        let us = position.to_move();
        let own_king = position.king(us)?;
        Some(Scene {
            king: position.king(!us)?,
            own_king,
            hiding_own: Self::screens(position, own_king, !us),
            lines_to_own: Self::lines_from_riders(position, own_king, !us),
        })
    }

    /// Visits resources, each with the move that it is, as long as more are wanted.
    pub(super) fn each_resource(
        position: &Position,
        scene: &Scene,
        mut visit: impl FnMut(Move, Resource) -> bool,
    ) {
        let us = position.to_move();
        let Scene { king, own_king, .. } = *scene;
        if !scene.hiding_own.has(king) {
            let flights = Self::king_steps(position, king)
                .filter(|&to| Self::may_step(position, king, to))
                .take(MOST_OF_ONE as usize);
            for to in flights {
                let resource = Self::flight(position, scene, to);
                if !visit(Move::plain(king, to), resource) {
                    return;
                }
            }
        }
        let hiding = Self::screens(position, king, us) | scene.hiding_own;
        let lines = Self::lines_from_riders(position, king, us) | scene.lines_to_own;
        for from in position.color(!us).minus(hiding).without(king) {
            let Some(unit) = position.unit(from) else {
                continue;
            };
            let vanishes = C::CAPTURERS_VANISH && unit.is_kamikaze();
            let prey = if vanishes {
                Bitboard::EMPTY
            } else {
                position.color(us).without(own_king)
            };
            let targets = match unit.kind() {
                Kind::Pawn => Self::pawn_steps(position, from, !us, prey),
                kind => Self::reach(position, kind, from) & (!position.occupied() | prey),
            };
            let left = position.occupied().without(from);
            let mut wanted = MOST_OF_ONE;
            for to in near_and_far(targets) {
                let mut mv = Move::plain(from, to);
                let mut stands = unit;
                if unit.kind() == Kind::Pawn && to.rank() == us.rank_ahead(0) {
                    // As a knight it has no lines.
                    mv = mv.promoting(Kind::Knight);
                    stands = unit.promoted(Kind::Knight);
                }
                let attackers = Self::attackers_of(own_king, !us, left);
                if attackers[stands.kind().index()].has(to) {
                    continue;
                }
                let resource = Self::unit_move(position, scene, (unit, from), (stands, to), lines);
                if !visit(mv, resource) {
                    return;
                }
                wanted -= 1;
                if wanted == 0 {
                    break;
                }
            }
        }
    }

    /// The step of the enemy's king to this square.
    fn flight(position: &Position, scene: &Scene, to: Square) -> Resource {
        let us = position.to_move();
        let lines = Self::lines_from_riders(position, to, us) | scene.lines_to_own;
        let left = position.occupied().without(scene.king);
        let mut arrivals = Self::attackers_of(to, us, left);
        for squares in &mut arrivals {
            *squares = squares.with(to) | Self::where_capturers_vanish(lines);
        }
        arrivals[Kind::King.index()] = Bitboard::ALL;
        arrivals[Kind::Pawn.index()] |= promotions::<G>(to, us);
        Resource {
            departures: lines,
            arrivals,
        }
    }

    /// The move of another unit of the enemy, which stands as the second one afterwards.
    fn unit_move(
        position: &Position,
        scene: &Scene,
        (unit, from): (Unit, Square),
        (stands, to): (Unit, Square),
        lines: Bitboard,
    ) -> Resource {
        let us = position.to_move();
        let of_kind = |square| match stands.kind() {
            Kind::Bishop => G::bishop_lines(square),
            Kind::Rook => G::rook_lines(square),
            Kind::Queen => G::bishop_lines(square) | G::rook_lines(square),
            _ => Bitboard::EMPTY,
        };
        let (way, to_own) = (of_kind(from), of_kind(to));
        let passed = if way.has(to) {
            G::between(from, to) & way
        } else {
            Bitboard::EMPTY
        };
        let lines = if to_own.has(scene.own_king) {
            lines | G::between(to, scene.own_king) & to_own
        } else {
            lines
        };
        let footprint = passed.with(from).with(to);
        let left = position.occupied().without(from);
        let mut arrivals = Self::attackers_of(scene.king, us, left);
        for squares in &mut arrivals {
            *squares |= footprint | Self::where_capturers_vanish(lines);
        }
        let attacks = match stands.kind() {
            Kind::Pawn => G::TABLES.pawn_hits[(!us).index()][to.index()],
            Kind::Knight => G::TABLES.knight[to.index()],
            _ => to_own,
        };
        arrivals[Kind::King.index()] =
            footprint | attacks | G::rook_lines(from) | G::bishop_lines(from);
        arrivals[Kind::Pawn.index()] |= promotions::<G>(scene.king, us);
        let is_pawn_capture = unit.kind() == Kind::Pawn && position.occupied().has(to);
        Resource {
            departures: if is_pawn_capture {
                lines.with(to)
            } else {
                lines
            },
            arrivals,
        }
    }

    fn where_capturers_vanish(squares: Bitboard) -> Bitboard {
        if C::CAPTURERS_VANISH {
            squares
        } else {
            Bitboard::EMPTY
        }
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

    /// The squares from which a unit of `by` attacks the square when `occupied` is occupied, by kind;
    /// none for kings.
    #[inline]
    pub(super) fn attackers_of(square: Square, by: Color, occupied: Bitboard) -> [Bitboard; 6] {
        let (bishop, rook) = (G::bishop(square, occupied), G::rook(square, occupied));
        [
            G::TABLES.pawn_hits[(!by).index()][square.index()],
            G::TABLES.knight[square.index()],
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ]
    }

    /// A pawn's step to the next square, if that is empty, and its captures.
    fn pawn_steps(position: &Position, from: Square, color: Color, prey: Bitboard) -> Bitboard {
        let ahead = if color == Color::White { 8 } else { 56 };
        let to = Square::from_index(from.index() + ahead);
        Bitboard::of(to).minus(position.occupied())
            | G::TABLES.pawn_hits[color.index()][from.index()] & prey
    }
}

/// Where a pawn of `by` that is promoted may attack the square, on the empty board.
fn promotions<G: Geometry>(square: Square, by: Color) -> Bitboard {
    let attackers =
        G::TABLES.knight[square.index()] | G::bishop_lines(square) | G::rook_lines(square);
    attackers & Bitboard::rank(by.rank_ahead(7))
}

/// The first of the squares, the last, which shares the least way with it, and the others.
fn near_and_far(squares: Bitboard) -> impl Iterator<Item = Square> {
    let first = squares.first();
    let last = Square::from_index(63 - (squares.0.leading_zeros() as usize & 63));
    let last = first.filter(|&first| first != last).map(|_| last);
    let ends: Bitboard = first.into_iter().chain(last).collect();
    first.into_iter().chain(last).chain(squares.minus(ends))
}
