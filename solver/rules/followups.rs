//! The last move but one of a directmate: after which moves may a mate follow, whatever the defender
//! does?
//!
//! As in `resources`, the defender's resources are found before any move is played. A move that does
//! not touch the footprint of a resource must make a mate possible after it. A mate needs a unit that
//! gives check, and no free flight: each *flight* that the defender's king has after the resource must
//! be guarded by the first move or by the second. Let *w* be the first move, of the unit *U*, and *m* the
//! second, the check. All lines below are drawn as if the attacker's units were air, so that neither
//! move can open more of them. Then one of these holds, or *w* is refuted by the resource:
//!
//! - *w* captures, promotes, brings a pawn next to its promotion, or (where capturers vanish) a capture
//!   might open a line to the king;
//! - *w* arrives on a line between a rider of its side and the king, or, being a rider, where it bears on the
//!   king: *m* may open that line;
//! - *U* makes both moves, and there is a square on which it gives check and guards each flight
//!   that is not opened to a rider by its leaving;
//! - another unit makes *m*, and *w* guards (from where it arrives, or by leaving a line, or by standing there) each
//!   flight that *m* does not.
//!
//! Whether the check can be parried does not matter: that would only refute more.

use std::marker::PhantomData;

use super::classic::{Capture, Classic, Filter, reach_among};
use super::resources::Resource;
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Move, Square, Unit};

#[cfg(test)]
mod tests;

/// How many resources are looked at.
const MOST_RESOURCES: usize = 4;
/// A king has eight squares around him.
const MOST_FLIGHTS: usize = 8;
/// How many sets of flights that a second move guards are told apart.
const MOST_GUARDED: usize = 8;

/// Some of the flights of one prospect, as bits.
type Flights = u8;

/// A square to which the defender's king may step after a resource.
#[derive(Clone, Copy)]
struct Flight {
    /// From where a unit guards it, by kind, the square itself included.
    guards: [Bitboard; 6],
    /// Where a unit of the attacker stands between it and one of his riders.
    lines: Bitboard,
}

impl Flight {
    const NONE: Flight = Flight {
        guards: [Bitboard::EMPTY; 6],
        lines: Bitboard::EMPTY,
    };
}

/// What a mate after a resource needs.
struct Prospect {
    resource: Resource,
    /// The first moves to these squares are not ruled out, by kind.
    targets: [Bitboard; 6],
    /// The flights.
    flights: [Flight; MOST_FLIGHTS],
    flights_len: usize,
    /// From where units give check, by kind.
    checks: [Bitboard; 6],
    /// What second moves guard, none of them part of another.
    guarded: [Flights; MOST_GUARDED],
    guarded_len: usize,
    /// What stops riders.
    stops: Bitboard,
}

/// Lets the moves pass after which a mate may follow.
pub(super) struct Followups<G> {
    prospects: Vec<Prospect>,
    geometry: PhantomData<G>,
}

impl<G: Geometry> Filter for Followups<G> {
    fn allows(&self, from: Square, kind: Kind) -> Bitboard {
        let prospects = &self.prospects;
        prospects.iter().fold(Bitboard::ALL, |allowed, prospect| {
            if allowed.is_empty() {
                return allowed;
            }
            allowed & prospect.allows::<G>(from, kind)
        })
    }
}

impl Prospect {
    fn flights(&self) -> &[Flight] {
        &self.flights[..self.flights_len]
    }

    /// The flights of which this holds.
    fn flights_where(&self, holds: impl Fn(&Flight) -> bool) -> Flights {
        let flights = self.flights().iter().enumerate();
        flights.fold(0, |found, (n, flight)| {
            found | Flights::from(holds(flight)) << n
        })
    }

    /// From where a unit of this kind guards all flights but these.
    fn guarding(&self, kind: Kind, but: Flights) -> Bitboard {
        let flights = self.flights().iter().enumerate();
        let wanted = flights.filter(|(n, _)| but >> n & 1 == 0);
        wanted.fold(Bitboard::ALL, |all, (_, flight)| {
            all & flight.guards[kind.index()]
        })
    }

    /// Where the unit may go so that a mate may follow the resource, or that it does not stay at hand.
    fn allows<G: Geometry>(&self, from: Square, kind: Kind) -> Bitboard {
        self.resource.is_touched(from, kind) | self.helpful::<G>(from, kind)
    }

    /// Where the first move of the unit may help.
    fn helpful<G: Geometry>(&self, from: Square, kind: Kind) -> Bitboard {
        let opened = self.flights_where(|flight| flight.lines.has(from));
        let guarded = &self.guarded[..self.guarded_len];
        let helpful = guarded
            .iter()
            .fold(self.targets[kind.index()], |helpful, guarded| {
                helpful | self.guarding(kind, guarded | opened)
            });
        let alone = self.checks[kind.index()] & self.guarding(kind, opened);
        if kind == Kind::Pawn && !alone.is_empty() {
            return Bitboard::ALL;
        }
        alone.fold(helpful, |helpful, last| {
            helpful | reach_among::<G>(kind, last, self.stops)
        })
    }

    /// Notes what a second move guards; fails if too many of them differ.
    fn add_guarded(&mut self, guarded: Flights) -> bool {
        let known = &mut self.guarded[..self.guarded_len];
        if known.iter().any(|&other| other & guarded == guarded) {
            return true;
        }
        if let Some(part) = known.iter_mut().find(|other| **other & guarded == **other) {
            *part = guarded;
            return true;
        }
        if self.guarded_len == MOST_GUARDED {
            return false;
        }
        self.guarded[self.guarded_len] = guarded;
        self.guarded_len += 1;
        true
    }
}

/// Where a pawn may get in one move, whatever stands there.
fn pawn_reach<G: Geometry>(from: Square, color: Color) -> Bitboard {
    let ahead = if color == Color::White { 8 } else { 56 };
    let one = Square::from_index((from.index() + ahead) % 64);
    let moves = G::TABLES.pawn_hits[color.index()][from.index()].with(one);
    if from.rank() == color.rank_ahead(1) {
        moves.with(Square::from_index((one.index() + ahead) % 64))
    } else {
        moves
    }
}

impl<G: Geometry, C: Capture> Classic<G, C> {
    /// What moves may prepare a mate; `None` if nothing is known of that.
    pub(super) fn followups(position: &Position) -> Option<Followups<G>> {
        let us = position.to_move();
        let own_king = position.king(us)?;
        let may_castle = position.unit(own_king).is_some_and(Unit::is_unmoved);
        if C::REMEMBERS || may_castle {
            return None;
        }
        let scene = Self::scene(position)?;
        let mut prospects = Vec::new();
        Self::each_resource(position, &scene, |reply, resource| {
            prospects.extend(Self::prospect(position, reply, resource));
            prospects.len() < MOST_RESOURCES
        });
        Some(Followups {
            prospects,
            geometry: PhantomData,
        })
    }

    /// What a mate after this resource needs; `None` if that is not seen to rule out anything.
    fn prospect(position: &Position, reply: Move, resource: Resource) -> Option<Prospect> {
        let us = position.to_move();
        let (own_king, home) = (position.king(us)?, position.king(!us)?);
        let (from, to) = (reply.from(), reply.target());
        let king = if home == from { to } else { home };
        // The position after the resource.
        let ours = position.color(us).without(to);
        let theirs = position.color(!us).without(from).with(to);
        let stops = theirs.without(king);
        let queens = position.kind(Kind::Queen);
        let rooks = (position.kind(Kind::Rook) | queens) & ours;
        let bishops = (position.kind(Kind::Bishop) | queens) & ours;
        let checks = Self::attackers_of(king, us, stops);
        if C::CAPTURERS_VANISH {
            let near = (G::rook(king, stops) | G::bishop(king, stops)) & stops;
            let is_hidden_from_a_rider = G::rook(king, stops ^ near).meets(rooks)
                || G::bishop(king, stops ^ near).meets(bishops);
            if is_hidden_from_a_rider {
                return None;
            }
        }
        // The squares between this one and the riders from which it is attacked.
        let lines_to = |square: Square, attackers: &[Bitboard; 6]| {
            let along = |riders: Bitboard, lines: Bitboard| {
                riders.fold(Bitboard::EMPTY, |squares, rider| {
                    squares | G::between(square, rider) & lines
                })
            };
            along(rooks & attackers[Kind::Rook.index()], G::rook_lines(square))
                | along(
                    bishops & attackers[Kind::Bishop.index()],
                    G::bishop_lines(square),
                )
        };
        let batteries = lines_to(king, &checks);
        let mut prospect = Prospect {
            resource,
            targets: Self::unguarding_targets(position, king, &checks)
                .map(|targets| targets | batteries),
            flights: [Flight::NONE; MOST_FLIGHTS],
            flights_len: 0,
            checks,
            guarded: [0; MOST_GUARDED],
            guarded_len: 0,
            stops,
        };
        let prey = Self::prey_of(position, home, ours.without(own_king));
        for square in G::TABLES.king[king.index()] & (!(ours | theirs) | ours & prey) {
            let absent = Bitboard::of(square).with(to);
            if Self::is_attacked(position, square, us, ours | stops, absent) {
                continue;
            }
            let mut guards = Self::attackers_of(square, us, stops);
            let lines = lines_to(square, &guards);
            guards[Kind::King.index()] = G::TABLES.king[square.index()];
            let guards = guards.map(|squares| squares.with(square));
            prospect.flights[prospect.flights_len] = Flight { guards, lines };
            prospect.flights_len += 1;
        }
        if prospect.flights_len == 0 {
            return None;
        }
        let all = prospect.flights_where(|_| true);
        for from in ours {
            let kind = position.unit(from)?.kind();
            let moves = match kind {
                Kind::Pawn => pawn_reach::<G>(from, us),
                _ => reach_among::<G>(kind, from, stops),
            };
            let opened = prospect.flights_where(|flight| flight.lines.has(from));
            let promotes = moves.meets(Bitboard::rank(us.rank_ahead(7)));
            let becomes: &[Kind] = match kind {
                // A queen does what rook and bishop do.
                Kind::Pawn if promotes => &[Kind::Knight, Kind::Queen],
                _ => &[kind],
            };
            for &kind in becomes {
                let checks = match batteries.has(from) {
                    true => moves,
                    false => moves & checks[kind.index()],
                };
                for to in checks {
                    let guarded = opened
                        | prospect.flights_where(|flight| flight.guards[kind.index()].has(to));
                    if guarded == all || !prospect.add_guarded(guarded) {
                        return None;
                    }
                }
            }
        }
        Some(prospect)
    }

    /// Where first moves may help though they guard nothing, by kind: captures, promotions and pawns
    /// next to them, riders that a second move may uncover.
    fn unguarding_targets(
        position: &Position,
        king: Square,
        checks: &[Bitboard; 6],
    ) -> [Bitboard; 6] {
        let us = position.to_move();
        let (bishop, rook) = match C::CAPTURERS_VANISH {
            true => (G::bishop_lines(king), G::rook_lines(king)),
            false => (checks[Kind::Bishop.index()], checks[Kind::Rook.index()]),
        };
        let pawn = Bitboard::rank(us.rank_ahead(6)) | Bitboard::rank(us.rank_ahead(7));
        let none = Bitboard::EMPTY;
        [pawn, none, bishop, rook, bishop | rook, none].map(|targets| targets | position.color(!us))
    }
}
