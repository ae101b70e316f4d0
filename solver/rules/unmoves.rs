//! Moves of the capturing rule sets taken back, by geometry.
//!
//! What the move changed is put back: the mover to where it may have come from, what it captured to
//! where it stood. Units in the way, checks and the like are not looked at more closely than is
//! convenient; `retro` confirms each guess by the rules as they run forwards. A guess that
//! is missing would never be noticed there, hence:
//!
//! - lines and leaps are symmetric, so that the squares from which a unit may have come are those
//!   that it reaches from where it stands;
//! - a unit that stands over a memory has captured with its last move, one without has not
//!   (Reincarnation); what was captured may have stood over any memory itself;
//! - a unit may have left a square that is empty, or that holds a unit of its side that was born
//!   there;
//! - where capturers vanish, nothing shows where a capture took place: every empty square may be it.

use super::castling::{Rights, each_rights};
use super::classic::{Capture, Classic};
use super::uncaptures::Uncaptures;
use crate::board::{Geometry, Position};
use crate::chess::{Beneath, Bitboard, Color, Kind, Move, Square, Unit};

/// A square, and what it held before the move.
pub(super) type Former = (Square, Option<(Unit, Option<Beneath>)>);

/// Visits the position before each move that may have led here, and that move.
pub(super) fn each_guess<G: Geometry, C: Capture>(
    position: &mut Position,
    uncaptures: &Uncaptures,
    visit: &mut impl FnMut(&mut Position, Move),
) {
    let us = !position.to_move();
    let mut guesses = Guesses::<G, C, _> {
        us,
        ahead: if us == Color::White { 8 } else { 56 },
        position,
        uncaptures,
        visit,
        rules: std::marker::PhantomData,
    };
    for to in guesses.position.color(us) {
        if let Some(unit) = guesses.position.unit(to).filter(|unit| !unit.is_unmoved()) {
            guesses.arrivals(to, unit);
        }
    }
    guesses.castlings();
    if C::CAPTURERS_VANISH {
        guesses.mutual_captures();
    }
}

struct Guesses<'a, G, C, V> {
    /// The side that moved.
    us: Color,
    /// Added to a square's number, one square forward for that side.
    ahead: usize,
    position: &'a mut Position,
    uncaptures: &'a Uncaptures,
    visit: &'a mut V,
    rules: std::marker::PhantomData<(G, C)>,
}

impl<G: Geometry, C: Capture, V: FnMut(&mut Position, Move)> Guesses<'_, G, C, V> {
    /// Moves of the unit that stands on the square.
    fn arrivals(&mut self, to: Square, unit: Unit) {
        let captured = self.captured_on(to, unit);
        let vacated = self.vacated(unit);
        if unit.kind() == Kind::Pawn {
            self.pawn_arrivals((to, unit, None), &captured, vacated);
            if C::EN_PASSANT && !vanishes::<C>(unit) {
                self.en_passant(to, unit, Some((unit, None)));
            }
            return;
        }
        let origins = Classic::<G, C>::reach(self.position, unit.kind(), to) & vacated;
        for from in origins {
            for &captured in &captured {
                let mv = Move::plain(from, to);
                self.guess(mv, self.left_behind(from, unit), (to, captured));
            }
        }
        let promotes = to.rank() == self.us.rank_ahead(7) && unit.kind() != Kind::King;
        if promotes {
            let pawn = unit.promoted(Kind::Pawn);
            self.pawn_arrivals((to, pawn, Some(unit.kind())), &captured, vacated);
        }
    }

    fn pawn_arrivals(
        &mut self,
        (to, pawn, promotion): (Square, Unit, Option<Kind>),
        captured: &[Option<(Unit, Option<Beneath>)>],
        vacated: Bitboard,
    ) {
        let last = Bitboard::rank(self.us.rank_ahead(7));
        if promotion.is_none() && last.has(to) {
            return;
        }
        let vacated = vacated.minus(Bitboard::rank(0) | Bitboard::rank(7));
        let hits = G::TABLES.pawn_hits[(!self.us).index()][to.index()];
        let one = self.back(to);
        let two = self.back(one);
        let mut straight = Bitboard::of(one);
        if self.position.unit(one).is_none() && two.rank() == self.us.rank_ahead(1) {
            straight = straight.with(two);
        }
        for &captured in captured {
            let origins = match captured {
                Some(_) => hits,
                None => straight,
            };
            for from in origins & vacated {
                let mv = Move::plain(from, to);
                let mv = promotion.map_or(mv, |kind| mv.promoting(kind));
                self.guess(mv, self.left_behind(from, pawn), (to, captured));
            }
        }
    }

    /// A pawn has taken in passing and arrived on `to`, where now stands what is in `stands`.
    fn en_passant(&mut self, to: Square, pawn: Unit, stands: Option<(Unit, Option<Beneath>)>) {
        let taken_on = self.back(to);
        let is_free = |position: &Position, square| position.unit(square).is_none();
        if to.rank() != self.us.rank_ahead(5) || !is_free(self.position, taken_on) {
            return;
        }
        debug_assert_eq!(self.position.unit(to), stands.map(|(unit, _)| unit));
        let hits = G::TABLES.pawn_hits[(!self.us).index()][to.index()];
        let origins = hits.minus(self.position.occupied());
        let uncaptures = self.uncaptures;
        for &taken in uncaptures.of_color(!self.us) {
            if taken.kind() != Kind::Pawn {
                continue;
            }
            for from in origins {
                let mv = Move::en_passant(from, to, taken_on);
                self.try_out(
                    mv,
                    &[
                        (from, Some((pawn, None))),
                        (to, None),
                        (taken_on, Some((taken, None))),
                    ],
                );
            }
        }
    }

    fn castlings(&mut self) {
        for row in G::CASTLINGS[self.us.index()] {
            let holds = |square, kind| {
                let unit = Unit::new(self.us, kind);
                let found = self.position.unit(square);
                found.filter(|found| found.plain() == unit)
            };
            let king = holds(row.king.1, Kind::King);
            let rook = holds(row.rook.1, Kind::Rook);
            if let (Some(king), Some(rook)) = (king, rook) {
                self.try_out(
                    Move::castling(row.king, row.rook),
                    &[
                        (row.king.1, None),
                        (row.rook.1, None),
                        (row.king.0, Some((king, None))),
                        (row.rook.0, Some((rook, None))),
                    ],
                );
            }
        }
    }

    /// Captures in which both units left the board.
    fn mutual_captures(&mut self) {
        let uncaptures = self.uncaptures;
        let free = !self.position.occupied();
        let edge = Bitboard::rank(0) | Bitboard::rank(7);
        let capturers = uncaptures.of_color(self.us).iter();
        for &capturer in capturers.filter(|unit| unit.is_kamikaze()) {
            for to in free {
                let origins = match capturer.kind() {
                    Kind::Pawn => G::TABLES.pawn_hits[(!self.us).index()][to.index()].minus(edge),
                    kind => Classic::<G, C>::reach(self.position, kind, to),
                };
                for from in origins & free {
                    for &captured in uncaptures.of_color(!self.us) {
                        let captured = (to, Some((captured, None)));
                        self.guess(Move::plain(from, to), (from, capturer, None), captured);
                    }
                }
                if C::EN_PASSANT && capturer.kind() == Kind::Pawn {
                    self.en_passant(to, capturer, None);
                }
            }
        }
    }

    /// What may have been captured by the unit that stands on the square; `None` stands for no
    /// capture.
    fn captured_on(&self, to: Square, unit: Unit) -> Vec<Option<(Unit, Option<Beneath>)>> {
        let them = !self.us;
        if C::REMEMBERS {
            let Some(memory) = self.position.beneath(to) else {
                return vec![None];
            };
            let captured = Unit::new(them, memory.kind()).zombie(memory.is_zombie());
            let memories = self.uncaptures.memories(them, captured.is_zombie());
            return memories.map(|memory| Some((captured, memory))).collect();
        }
        let mut all = vec![None];
        if !vanishes::<C>(unit) {
            let units = self.uncaptures.of_color(them);
            all.extend(units.iter().map(|&unit| Some((unit, None))));
        }
        all
    }

    /// The squares that a unit may have left.
    fn vacated(&self, unit: Unit) -> Bitboard {
        let free = !self.position.occupied();
        if !C::REMEMBERS {
            return free;
        }
        let own = self
            .position
            .color(self.us)
            .minus(self.position.remembered());
        let born = own.filter(|&square| {
            let born = self.position.unit(square);
            born.is_some_and(|born| {
                born.kind() != Kind::King && born.is_zombie() != unit.is_zombie()
            })
        });
        free | born.collect()
    }

    /// The unit as it stood on the square that it left, over the memory of what was born there.
    fn left_behind(&self, from: Square, unit: Unit) -> (Square, Unit, Option<Beneath>) {
        let born = self.position.unit(from);
        let captured = born.map(|born| Beneath::of(born.zombie(!born.is_zombie())));
        (from, unit, captured)
    }

    fn guess(
        &mut self,
        mv: Move,
        (from, unit, beneath): (Square, Unit, Option<Beneath>),
        (to, captured): Former,
    ) {
        let edge = Bitboard::rank(0) | Bitboard::rank(7);
        let is_pawn = |kind| kind == Kind::Pawn;
        let captured_is_pawn = captured.is_some_and(|(unit, _)| is_pawn(unit.kind()));
        let memories = [
            (from, beneath),
            (to, captured.and_then(|(_, beneath)| beneath)),
        ];
        let remembers_pawn = memories.iter().any(|&(square, memory)| {
            edge.has(square) && memory.is_some_and(|memory| is_pawn(memory.kind()))
        });
        if captured_is_pawn && edge.has(to) || remembers_pawn {
            return;
        }
        self.try_out(mv, &[(from, Some((unit, beneath))), (to, captured)]);
    }

    /// Puts back what the squares held, and visits with all rights to castle and all double steps
    /// that are possible then.
    fn try_out(&mut self, mv: Move, formers: &[Former]) {
        let (us, visit) = (self.us, &mut *self.visit);
        let undo = put_back(self.position, formers);
        let may_have_lost = |color, kinds: &[Kind]| {
            formers.iter().any(|(_, former)| {
                let unit = former.map(|(unit, _)| unit);
                unit.is_some_and(|unit| unit.color() == color && kinds.contains(&unit.kind()))
            })
        };
        let ours = may_have_lost(us, &[Kind::King, Kind::Rook]);
        let theirs = may_have_lost(!us, &[Kind::Rook]);
        let rights = Rights {
            travel: false,
            rooks_may_come: C::REMEMBERS,
        };
        each_rights(self.position, us, ours, rights, &mut |position| {
            each_rights(position, !us, theirs, rights, &mut |position| {
                each_double_step::<G, C>(position, mv, visit);
            });
        });
        self.position.unmake(&undo);
    }

    fn back(&self, square: Square) -> Square {
        Square::from_index(square.index() + 64 - self.ahead)
    }
}

/// Takes a move back as a change of the position that `unmake` undoes.
pub(super) fn put_back(position: &mut Position, formers: &[Former]) -> crate::board::Undo {
    let undo = position.begin();
    for &(square, former) in formers {
        match former {
            Some((unit, beneath)) => position.replace(square, unit, beneath),
            None => {
                if position.unit(square).is_some() {
                    position.lift(square);
                }
            }
        }
    }
    position.set_ko(None);
    position.set_en_passant(None);
    position.finish();
    undo
}

/// Visits the position without and with each double step that may have come before the move.
fn each_double_step<G: Geometry, C: Capture>(
    position: &mut Position,
    mv: Move,
    visit: &mut impl FnMut(&mut Position, Move),
) {
    let is_en_passant = mv.kind() == crate::chess::MoveKind::EnPassant;
    if !is_en_passant {
        visit(position, mv);
    }
    if !C::EN_PASSANT {
        return;
    }
    let us = position.to_move();
    let them = !us;
    let doubled = position.units_of(them, Kind::Pawn) & Bitboard::rank(them.rank_ahead(3));
    for pawn in doubled {
        let passed = Square::new(pawn.file(), them.rank_ahead(2));
        let start = Square::new(pawn.file(), them.rank_ahead(1));
        let is_free = !position.occupied().meets(Bitboard::of(passed).with(start));
        let hunters = G::TABLES.pawn_hits[them.index()][passed.index()];
        let is_hunted = hunters.meets(position.units_of(us, Kind::Pawn));
        if is_free && is_hunted && (!is_en_passant || mv.target() == passed) {
            position.set_en_passant(Some(passed));
            visit(position, mv);
            position.set_en_passant(None);
        }
    }
}

/// Whether the unit leaves the board when it captures.
fn vanishes<C: Capture>(unit: Unit) -> bool {
    C::CAPTURERS_VANISH && unit.is_kamikaze()
}
