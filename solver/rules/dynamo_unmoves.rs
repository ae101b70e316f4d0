//! Moves of Dynamo taken back.
//!
//! Mover and passive always travel in the same direction, on one line: with a step (files, ranks)
//! and whole numbers, the mover went from *a* to *a + m* steps and the passive from *c* to *c + n*
//! steps, where *c* lies on the mover's line too; either may have gone over the edge. So a guess
//! is the mover (on the board, or one that left it), its departure, the passive (none, on the board,
//! or expelled) and its departure. Of these the distances that the kind of mover does not know and
//! lines that are not empty are ruled out here, the rest by the rules as they run forwards.
//!
//! Nothing is forbidden by ko in the positions found: each stands for all that differ from it only in
//! a forbidden placement, other than the one that the move leads to.

use super::castling::{Rights, each_rights};
use super::uncaptures::Uncaptures;
use super::unmoves::{Former, put_back};
use crate::board::{Geometry, JUMPS, Plane, Position, STEPS};
use crate::chess::{Bitboard, Color, Kind, Move, Square, Unit};

/// A unit's way: what it was, whence it came, where it now is.
#[derive(Clone, Copy)]
struct Way {
    unit: Unit,
    from: Square,
    to: Option<Square>,
    /// How many steps it went; none if it went over the edge.
    steps: Option<i8>,
    /// What it has become, if it was a pawn.
    promotion: Option<Kind>,
}

/// Visits the position before each move that may have led here, and that move.
pub(super) fn each_guess(
    position: &mut Position,
    uncaptures: &Uncaptures,
    visit: &mut impl FnMut(&mut Position, Move),
) {
    let us = !position.to_move();
    let mut guesses = Guesses {
        us,
        position,
        uncaptures,
        visit,
    };
    for to in guesses.position.color(us) {
        if let Some(unit) = guesses.position.unit(to) {
            guesses.mover(unit, Some(to), None);
            if to.rank() == us.rank_ahead(7) && Kind::PROMOTIONS.contains(&unit.kind()) {
                guesses.mover(unit.promoted(Kind::Pawn), Some(to), Some(unit.kind()));
            }
        }
    }
    for &unit in uncaptures.of_color(us) {
        if unit.kind() != Kind::Pawn {
            guesses.mover(unit, None, None);
        }
    }
    guesses.castlings();
}

struct Guesses<'a, V> {
    us: Color,
    position: &'a mut Position,
    uncaptures: &'a Uncaptures,
    visit: &'a mut V,
}

impl<V: FnMut(&mut Position, Move)> Guesses<'_, V> {
    /// All departures of a mover, in each of its directions.
    fn mover(&mut self, unit: Unit, to: Option<Square>, promotion: Option<Kind>) {
        let forward = if self.us == Color::White { 1 } else { -1 };
        let pawn_steps = [(0, forward), (1, forward), (-1, forward)];
        let (steps, most): (&[(i8, i8)], i8) = match unit.kind() {
            Kind::Pawn => (&pawn_steps, 2),
            Kind::Knight => (&JUMPS, 1),
            Kind::King => (&STEPS, 1),
            Kind::Bishop | Kind::Rook | Kind::Queen => (&STEPS, 7),
        };
        let goes = |&(files, ranks): &(i8, i8)| match unit.kind() {
            Kind::Bishop => files != 0 && ranks != 0,
            Kind::Rook => files == 0 || ranks == 0,
            _ => true,
        };
        for (n, step) in steps.iter().copied().filter(goes).enumerate() {
            match to {
                Some(to) => {
                    for m in 0..=most {
                        let moved = m > 0;
                        // A unit that has moved by itself has no right to castle left; a pawn that
                        // stays does not promote.
                        if moved && unit.is_unmoved() || !moved && promotion.is_some() {
                            continue;
                        }
                        if let Some(from) = to.offset(-m * step.0, -m * step.1) {
                            let mover = Way {
                                unit,
                                from,
                                to: Some(to),
                                steps: Some(m),
                                promotion,
                            };
                            self.passives(mover, step, n == 0);
                        }
                    }
                }
                None => {
                    for from in Square::all() {
                        let mover = Way {
                            unit,
                            from,
                            to: None,
                            steps: None,
                            promotion,
                        };
                        self.passives(mover, step, n == 0);
                    }
                }
            }
        }
    }

    /// All passives of a mover with this departure, in this direction; without a passive the
    /// direction in which the mover leaves makes no difference.
    fn passives(&mut self, mover: Way, step: (i8, i8), is_first: bool) {
        let stays = mover.to == Some(mover.from);
        if !stays && (mover.to.is_some() || is_first) {
            self.guess(mover, None);
        }
        // Where only expulsion shows the direction, it is the one from mover to passive.
        let is_shown = mover.to.is_some() && !stays;
        let leaps = matches!(mover.unit.kind(), Kind::King | Kind::Knight);
        let far = if leaps { 2 } else { 7 };
        for j in -far..=far {
            let at = mover.from.offset(j * step.0, j * step.1);
            let Some(at) = at else { continue };
            let now = self.position.unit(at).filter(|_| Some(at) != mover.to);
            if let Some(unit) = now {
                self.displaced(mover, (unit, None), (at, j), step);
                let turns = at.rank() == unit.color().rank_ahead(7);
                if turns && Kind::PROMOTIONS.contains(&unit.kind()) {
                    let pawn = unit.promoted(Kind::Pawn);
                    self.displaced(mover, (pawn, Some(unit.kind())), (at, j), step);
                }
            }
            if (j > 0 || j < 0 && is_shown) && self.is_vacant(at, mover) {
                let uncaptures = self.uncaptures;
                for color in Color::BOTH {
                    for &unit in uncaptures.of_color(color) {
                        let passive = Way {
                            unit,
                            from: at,
                            to: None,
                            steps: None,
                            promotion: None,
                        };
                        if may_displace(mover, passive, j, step) {
                            self.guess(mover, Some(passive));
                        }
                    }
                }
            }
        }
    }

    /// All departures of a passive that now stands on `to`, `j` steps from the mover's departure.
    fn displaced(
        &mut self,
        mover: Way,
        (unit, promotion): (Unit, Option<Kind>),
        (to, j): (Square, i8),
        step: (i8, i8),
    ) {
        for n in 1..=7 {
            let from = to.offset(-n * step.0, -n * step.1);
            let Some(from) = from.filter(|&from| from != mover.from) else {
                continue;
            };
            if self.is_vacant(from, mover) {
                let passive = Way {
                    unit,
                    from,
                    to: Some(to),
                    steps: Some(n),
                    promotion,
                };
                if may_displace(mover, passive, j - n, step) {
                    self.guess(mover, Some(passive));
                }
            }
        }
    }

    /// Whether a unit may have stood there that is now elsewhere.
    fn is_vacant(&self, square: Square, mover: Way) -> bool {
        self.position.unit(square).is_none() || mover.to == Some(square)
    }

    fn guess(&mut self, mover: Way, passive: Option<Way>) {
        if mover.promotion.is_some() && passive.is_some_and(|passive| passive.to.is_some()) {
            return;
        }
        let departs_freely = |way: Way| {
            let unit = self.position.unit(way.from);
            let arrived = passive.and_then(|passive| passive.to);
            unit.is_none() || mover.to == Some(way.from) || arrived == Some(way.from)
        };
        let may_stand = |way: Way| {
            way.unit.kind() != Kind::Pawn || way.from.rank() != way.unit.color().rank_ahead(7)
        };
        let ways = std::iter::once(mover).chain(passive);
        if !ways
            .clone()
            .all(|way| departs_freely(way) && may_stand(way))
        {
            return;
        }
        let departures: Bitboard = ways.clone().map(|way| way.from).collect();
        let arrivals: Bitboard = ways.clone().filter_map(|way| way.to).collect();
        let crossed = ways
            .clone()
            .filter_map(|way| way.to.map(|to| Plane::between(way.from, to)));
        let crossed = crossed.fold(Bitboard::EMPTY, |all, crossed| all | crossed);
        if crossed
            .minus(departures | arrivals)
            .meets(self.position.occupied())
        {
            return;
        }
        let to = |way: Way| way.to;
        let mv = match passive {
            Some(passive) => Move::joint((mover.from, to(mover)), (passive.from, to(passive))),
            None => mover
                .to
                .map_or(Move::leaving(mover.from), |to| Move::plain(mover.from, to)),
        };
        let promotion = mover
            .promotion
            .or(passive.and_then(|passive| passive.promotion));
        let mv = promotion.map_or(mv, |kind| mv.promoting(kind));
        let cleared = arrivals.minus(departures).map(|square| (square, None));
        let set = ways.clone().map(|way| (way.from, Some((way.unit, None))));
        let formers: Vec<Former> = cleared.chain(set).collect();
        let mover_moved = mover.to != Some(mover.from);
        let loses = |color| {
            let ours = mover.unit.color() == color
                && mover_moved
                && matches!(mover.unit.kind(), Kind::King | Kind::Rook);
            ours || passive.is_some_and(|passive| {
                let unit = passive.unit;
                unit.color() == color && unit.kind() == Kind::Rook && passive.to.is_none()
            })
        };
        let loses = [loses(self.us), loses(!self.us)];
        self.try_out(mv, &formers, loses);
    }

    fn castlings(&mut self) {
        for row in Plane::CASTLINGS[self.us.index()] {
            let holds = |square, kind| {
                let found = self.position.unit(square);
                found.filter(|&found| found == Unit::new(self.us, kind))
            };
            let king = holds(row.king.1, Kind::King);
            let rook = holds(row.rook.1, Kind::Rook);
            let is_free = |square| self.position.unit(square).is_none();
            if let (Some(king), Some(rook), true) =
                (king, rook, is_free(row.king.0) && is_free(row.rook.0))
            {
                let formers = [
                    (row.king.1, None),
                    (row.rook.1, None),
                    (row.king.0, Some((king, None))),
                    (row.rook.0, Some((rook, None))),
                ];
                let mv = Move::castling(row.king, row.rook);
                self.try_out(mv, &formers, [true, false]);
            }
        }
    }

    /// Puts back what the squares held, and visits with all rights to castle that are possible then.
    fn try_out(&mut self, mv: Move, formers: &[Former], [ours, theirs]: [bool; 2]) {
        let (us, visit) = (self.us, &mut *self.visit);
        let undo = put_back(self.position, formers);
        let rights = Rights {
            travel: true,
            rooks_may_come: false,
        };
        each_rights(self.position, us, ours, rights, &mut |position| {
            each_rights(position, !us, theirs, rights, &mut |position| {
                visit(position, mv);
            });
        });
        self.position.unmake(&undo);
    }
}

/// Whether a unit of the mover's kind may go its way in this direction while it displaces a passive
/// that stands `k` steps ahead (behind, if negative).
fn may_displace(mover: Way, passive: Way, k: i8, step: (i8, i8)) -> bool {
    let (m, n) = (mover.steps, passive.steps);
    match mover.unit.kind() {
        Kind::Bishop | Kind::Rook | Kind::Queen => match (m, n) {
            (Some(m), Some(n)) if k > 0 => m < k + n,
            (Some(m), Some(n)) => n < m - k,
            (Some(_), None) => k > 0,
            (None, Some(_)) => k < 0,
            (None, None) => true,
        },
        Kind::King | Kind::Knight => {
            let pushes = k == 1 && n.is_none_or(|n| n == 1) && m.is_some_and(|m| m <= 1);
            pushes || k == -1 && n == Some(1) && m.is_none_or(|m| m == 1)
        }
        Kind::Pawn => {
            let straight = step.0 == 0;
            let most = if straight { 2 } else { 1 };
            let is_within = |steps: Option<i8>| steps.is_none_or(|steps| steps <= most);
            straight == (mover.unit.color() == passive.unit.color())
                && (1..=most).contains(&k)
                && is_within(m)
                && is_within(n)
        }
    }
}
