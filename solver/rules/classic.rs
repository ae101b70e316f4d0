//! What the three capturing rule sets share: moves, attacks, checks.

use std::marker::PhantomData;

use super::castling::{castlings, drop_idle_rights};
use super::{Pictures, Rules, Sitting, Uncaptures, legal, outlook, unmoves};
use crate::board::{Geometry, Position, Undo};
use crate::chess::{Beneath, Bitboard, Color, Kind, Move, MoveKind, Square, Unit};

/// What a capture means. All else is chess on the given board.
pub trait Capture: Copy + Send + Sync + 'static {
    /// Whether pawns take en passant.
    const EN_PASSANT: bool;
    /// Whether a capture may leave its square empty.
    const CAPTURERS_VANISH: bool;
    /// Whether squares remember captured units, which are born again.
    const REMEMBERS: bool;

    /// Which of the enemies this unit may take.
    fn prey(position: &Position, unit: Unit, enemies: Bitboard) -> Bitboard;

    /// Which of the units may give check.
    fn checkers(position: &Position, units: Bitboard) -> Bitboard;

    /// What the capture square holds afterwards; `None` if nobody stands there.
    fn outcome(capturer: Unit, captured: Unit) -> Option<Outcome>;
}

/// What a capture leaves on its square.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The unit that stands there.
    pub stands: Unit,
    /// What the square remembers under it.
    pub beneath: Option<Beneath>,
}

/// Chess on the board `G` with the capture `C`.
#[derive(Clone, Copy, Debug)]
pub struct Classic<G, C>(PhantomData<(G, C)>);

/// Which moves a generation is asked for. It may give more, never fewer.
pub(super) trait Filter {
    /// Where the unit of this kind on `from` may go.
    fn allows(&self, from: Square, kind: Kind) -> Bitboard;
}

/// A filter by squares and kinds.
struct Sieve {
    /// Units on these squares may go anywhere.
    free: Bitboard,
    /// Other units only go to these squares, by kind.
    targets: [Bitboard; 6],
}

impl Sieve {
    const ALL: Sieve = Sieve {
        free: Bitboard::ALL,
        targets: [Bitboard::ALL; 6],
    };
}

impl Filter for Sieve {
    #[inline]
    fn allows(&self, from: Square, kind: Kind) -> Bitboard {
        if self.free.has(from) {
            Bitboard::ALL
        } else {
            self.targets[kind.index()]
        }
    }
}

/// A filter that bounds every move but a king's and en passant to these squares as well.
struct Within<F> {
    filter: F,
    squares: Bitboard,
}

impl<F: Filter> Filter for Within<F> {
    #[inline]
    fn allows(&self, from: Square, kind: Kind) -> Bitboard {
        let allowed = self.filter.allows(from, kind);
        if kind == Kind::King {
            allowed
        } else {
            allowed & self.squares
        }
    }
}

impl<G: Geometry, C: Capture> Rules for Classic<G, C> {
    fn pseudo_moves(position: &mut Position, list: &mut Vec<Move>) {
        Self::generate(position, &Sieve::ALL, list);
        castlings::<Self>(position, G::CASTLINGS[position.to_move().index()], list);
    }

    fn make(position: &mut Position, mv: Move) -> Undo {
        let us = position.to_move();
        let (from, to) = (mv.from(), mv.target());
        let undo = position.begin();
        let born = if C::REMEMBERS {
            Self::born(position, from)
        } else {
            None
        };
        let unit = position.lift(from);
        if let Some(born) = born {
            position.put(from, born);
        }
        let mut rights_lost = unit.is_unmoved();
        let mover = unit.moved();
        match mv.kind() {
            MoveKind::Castling => {
                position.put(to, mover);
                if let Some((from, Some(to))) = mv.passive() {
                    let rook = position.lift(from);
                    position.put(to, rook.moved());
                }
            }
            MoveKind::EnPassant => {
                if let Some((taken, _)) = mv.passive() {
                    let pawn = position.lift(taken);
                    if let Some(outcome) = C::outcome(mover, pawn) {
                        position.put(to, outcome.stands);
                    }
                }
            }
            kind => {
                let mover = match kind {
                    MoveKind::Promotion(kind) => mover.promoted(kind),
                    _ => mover,
                };
                match position.unit(to) {
                    None => position.put(to, mover),
                    Some(captured) => {
                        rights_lost |= captured.is_unmoved();
                        match C::outcome(mover, captured) {
                            Some(Outcome { stands, beneath }) => {
                                position.replace(to, stands, beneath);
                            }
                            None => {
                                position.lift(to);
                            }
                        }
                    }
                }
            }
        }
        if rights_lost {
            drop_idle_rights(position, C::REMEMBERS);
        }
        if C::EN_PASSANT {
            let passed = passed_square(unit, from, to)
                .filter(|passed| Self::may_be_taken_on(position, *passed, us));
            if passed != position.en_passant() {
                position.set_en_passant(passed);
            }
        }
        position.finish();
        undo
    }

    fn checkers(position: &Position, color: Color) -> Bitboard {
        match position.king(color) {
            Some(king) => Self::attackers(position, king, !color),
            None => Bitboard::EMPTY,
        }
    }

    #[inline]
    fn is_in_check(position: &Position, color: Color) -> bool {
        let Some(king) = position.king(color) else {
            return false;
        };
        Self::is_attacked(position, king, !color, position.occupied(), Bitboard::EMPTY)
    }

    fn legal_moves(position: &mut Position, list: &mut Vec<Move>) {
        Self::legal_among(position, Sieve::ALL, list);
    }

    fn mating_moves(position: &mut Position, list: &mut Vec<Move>, most: usize) {
        let us = position.to_move();
        let Some(king) = position.king(!us) else {
            return;
        };
        let start = list.len();
        let filter = Within {
            filter: Self::checks_on(position, king),
            squares: Self::parries(position),
        };
        Self::generate(position, &filter, list);
        castlings::<Self>(position, G::CASTLINGS[us.index()], list);
        if list.len() > start {
            let flight = Self::king_steps(position, king)
                .find(|&to| Self::may_step(position, king, to))
                .filter(|_| !Self::is_reborn_behind(position, king));
            legal::keep_mating::<Self>(position, list, start, most, |position, mv| {
                flight.is_some_and(|flight| Self::leaves_flight(position, mv, flight))
            });
        }
    }

    fn compelling_moves(position: &mut Position, list: &mut Vec<Move>) {
        match Self::resources(position) {
            Some(resources) => Self::legal_among(position, resources, list),
            None => Self::legal_moves(position, list),
        }
    }

    fn preparing_moves(position: &mut Position, list: &mut Vec<Move>) {
        match Self::followups(position) {
            Some(followups) => Self::legal_among(position, followups, list),
            None => Self::legal_moves(position, list),
        }
    }

    fn mate_is_conceivable(
        position: &Position,
        attacker: Color,
        attacks: u32,
        defences: u32,
    ) -> bool {
        C::REMEMBERS || outlook::mate_is_conceivable::<G>(position, attacker, attacks, defences)
    }

    fn stalemate_is_conceivable(
        position: &Position,
        attacker: Color,
        attacks: u32,
        defences: u32,
    ) -> bool {
        C::REMEMBERS
            || outlook::stalemate_is_conceivable::<G>(position, attacker, attacks, defences)
    }

    fn mate_pictures(position: &Position, sitting: &Sitting<'_>) -> Option<Pictures> {
        if C::REMEMBERS {
            return None;
        }
        outlook::draw_mates::<G>(position, sitting)
    }

    fn stalemate_pictures(position: &Position, sitting: &Sitting<'_>) -> Option<Pictures> {
        if C::REMEMBERS {
            return None;
        }
        outlook::draw_stalemates::<G>(position, sitting)
    }

    fn is_clearly_possible(position: &Position, mv: Move, scratch: &mut Vec<Move>) -> bool {
        let us = position.to_move();
        let from = mv.from();
        let Some(unit) = position.unit(from).filter(|unit| unit.color() == us) else {
            return false;
        };
        let enemies = position.color(!us).minus(position.kind(Kind::King));
        if unit.kind() == Kind::Pawn {
            let start = scratch.len();
            Self::pawn_moves(position, from, enemies, &Sieve::ALL, scratch);
            let found = scratch[start..].contains(&mv);
            scratch.truncate(start);
            return found;
        }
        let open = !position.occupied() | C::prey(position, unit, enemies);
        mv == Move::plain(from, mv.target())
            && open.has(mv.target())
            && Self::reach(position, unit.kind(), from).has(mv.target())
    }

    fn each_guess_before(
        position: &mut Position,
        uncaptures: &Uncaptures,
        visit: &mut impl FnMut(&mut Position, Move),
    ) {
        unmoves::each_guess::<G, C>(position, uncaptures, visit);
    }

    fn has_legal_move(position: &mut Position, scratch: &mut Vec<Move>) -> bool {
        if let Some(king) = position.king(position.to_move())
            && !Self::is_reborn_behind(position, king)
            && Self::king_steps(position, king).any(|to| Self::may_step(position, king, to))
        {
            return true;
        }
        let start = scratch.len();
        Self::legal_among(position, Sieve::ALL, scratch);
        let found = scratch.len() > start;
        scratch.truncate(start);
        found
    }
}

impl<G: Geometry, C: Capture> Classic<G, C> {
    /// Adds the pseudo-legal moves that pass the filter, but for castlings.
    fn generate(position: &Position, filter: &impl Filter, list: &mut Vec<Move>) {
        let us = position.to_move();
        let occupied = position.occupied();
        let enemies = position.color(!us).minus(position.kind(Kind::King));
        for from in position.units_of(us, Kind::Pawn) {
            Self::pawn_moves(position, from, enemies, filter, list);
        }
        for kind in [
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
            Kind::King,
        ] {
            for from in position.units_of(us, kind) {
                let allowed = filter.allows(from, kind);
                if !allowed.is_empty() {
                    let open = !occupied | Self::prey_of(position, from, enemies);
                    let targets = Self::reach(position, kind, from) & allowed & open;
                    list.extend(targets.map(|to| Move::plain(from, to)));
                }
            }
        }
    }

    /// The squares that a unit of this kind, no pawn, attacks from here.
    #[inline]
    pub(super) fn reach(position: &Position, kind: Kind, from: Square) -> Bitboard {
        reach_among::<G>(kind, from, position.occupied())
    }

    #[inline]
    pub(super) fn prey_of(position: &Position, from: Square, enemies: Bitboard) -> Bitboard {
        match position.unit(from) {
            Some(unit) => C::prey(position, unit, enemies),
            None => Bitboard::EMPTY,
        }
    }

    fn pawn_moves(
        position: &Position,
        from: Square,
        enemies: Bitboard,
        filter: &impl Filter,
        list: &mut Vec<Move>,
    ) {
        let us = position.to_move();
        let allowed = filter.allows(from, Kind::Pawn);
        let hits = G::TABLES.pawn_hits[us.index()][from.index()];
        let ahead = if us == Color::White { 8 } else { 56 };
        let last = Bitboard::rank(us.rank_ahead(7));
        let one = Square::from_index(from.index() + ahead);
        let mut targets = hits & Self::prey_of(position, from, enemies);
        let captures = targets;
        if position.unit(one).is_none() {
            targets = targets.with(one);
            let two = Square::from_index(one.index() + ahead);
            if from.rank() == us.rank_ahead(1) && position.unit(two).is_none() {
                targets = targets.with(two);
            }
        }
        let vanishes =
            C::CAPTURERS_VANISH && position.unit(from).is_some_and(|pawn| pawn.is_kamikaze());
        for to in targets & allowed {
            let mv = Move::plain(from, to);
            if last.has(to) && !(vanishes && captures.has(to)) {
                list.extend(Kind::PROMOTIONS.map(|kind| mv.promoting(kind)));
            } else {
                list.push(mv);
            }
        }
        if let Some(passed) = position.en_passant()
            && hits.has(passed)
        {
            let taken = Square::from_index(passed.index() + 64 - ahead);
            list.push(Move::en_passant(from, passed, taken));
        }
    }

    /// Adds the legal moves that pass the filter.
    fn legal_among(position: &mut Position, filter: impl Filter, list: &mut Vec<Move>) {
        let start = list.len();
        let us = position.to_move();
        if Self::is_in_check(position, us) {
            let squares = Self::parries(position);
            Self::generate(position, &Within { filter, squares }, list);
            legal::keep_legal::<Self>(position, list, start, |_| false);
        } else {
            Self::generate(position, &filter, list);
            castlings::<Self>(position, G::CASTLINGS[us.index()], list);
            Self::keep_legal_unchecked(position, list, start);
        }
    }

    /// The squares to which units other than the king may go, so that a check is parried.
    fn parries(position: &Position) -> Bitboard {
        let us = position.to_move();
        let Some(king) = position.king(us) else {
            return Bitboard::ALL;
        };
        if !Self::is_in_check(position, us) {
            return Bitboard::ALL;
        }
        // On the sphere one unit may parry two checks, where their lines cross.
        let checkers = Self::attackers(position, king, !us);
        checkers.fold(Bitboard::ALL, |parries, checker| {
            parries & G::between(king, checker).with(checker)
        })
    }

    /// Whether the enemy king may certainly step to the square, where it may step now, after this
    /// move: the move neither attacks the square nor opens a line to it.
    fn leaves_flight(position: &Position, mv: Move, flight: Square) -> bool {
        let (from, to) = (mv.from(), mv.target());
        let lines = G::rook_lines(flight) | G::bishop_lines(flight);
        let kind = match (mv.kind(), position.unit(from)) {
            (MoveKind::Plain, Some(unit)) => unit.kind(),
            (MoveKind::Promotion(kind), _) => kind,
            _ => return false,
        };
        let attacks = match kind {
            Kind::Pawn => G::TABLES.pawn_hits[position.to_move().index()][to.index()],
            Kind::Knight => G::TABLES.knight[to.index()],
            Kind::Bishop => G::bishop_lines(to),
            Kind::Rook => G::rook_lines(to),
            Kind::Queen => G::bishop_lines(to) | G::rook_lines(to),
            Kind::King => G::TABLES.king[to.index()],
        };
        let bears_on_it = to == flight
            || attacks.has(flight)
            || lines.has(from)
            || C::CAPTURERS_VANISH && lines.has(to)
            || Self::is_reborn_behind(position, from);
        !bears_on_it
    }

    /// Drops the illegal moves from `start` on if the side to move is not in check: only moves that
    /// could bear on the own king's safety are tried out.
    fn keep_legal_unchecked(position: &mut Position, list: &mut Vec<Move>, start: usize) {
        let us = position.to_move();
        let Some(king) = position.king(us) else {
            return;
        };
        let screens = Self::screens(position, king, !us);
        let unsafe_targets = Self::emptied_screens(position, king);
        legal::keep_legal::<Self>(position, list, start, |mv| {
            mv.from() != king
                && !screens.has(mv.from())
                && !unsafe_targets.has(mv.target())
                && mv.kind() != MoveKind::EnPassant
        });
    }

    /// The occupied squares next to the king, along the lines, that hide it from riders of `by`:
    /// emptying one may expose the king, emptying any other square cannot.
    pub(super) fn screens(position: &Position, king: Square, by: Color) -> Bitboard {
        let occupied = position.occupied();
        let checkers = C::checkers(position, position.color(by));
        let queens = position.kind(Kind::Queen);
        let rooks = (position.kind(Kind::Rook) | queens) & checkers & G::rook_lines(king);
        let bishops = (position.kind(Kind::Bishop) | queens) & checkers & G::bishop_lines(king);
        let mut screens = Bitboard::EMPTY;
        if !rooks.is_empty() {
            let near = G::rook(king, occupied) & occupied;
            for rider in G::rook(king, occupied ^ near) & rooks {
                screens |= near & G::between(king, rider);
            }
        }
        if !bishops.is_empty() {
            let near = G::bishop(king, occupied) & occupied;
            for rider in G::bishop(king, occupied ^ near) & bishops {
                screens |= near & G::between(king, rider);
            }
        }
        screens
    }

    /// The squares where a capture may open a line to the king by leaving its square empty, alone or
    /// together with the square that the capturer left.
    fn emptied_screens(position: &Position, king: Square) -> Bitboard {
        if C::CAPTURERS_VANISH {
            (G::rook_lines(king) | G::bishop_lines(king)) & position.occupied()
        } else {
            Bitboard::EMPTY
        }
    }

    /// The moves that may check the enemy king on this square: those that arrive where their unit
    /// attacks it, that open a line to it, or that let a unit be born.
    fn checks_on(position: &Position, king: Square) -> Sieve {
        let us = position.to_move();
        let occupied = position.occupied();
        let screens = Self::screens(position, king, us);
        let (bishop, rook) = (G::bishop(king, occupied), G::rook(king, occupied));
        let pawn = G::TABLES.pawn_hits[(!us).index()][king.index()];
        let mut targets = [
            pawn | Bitboard::rank(us.rank_ahead(7)),
            G::TABLES.knight[king.index()],
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ];
        for targets in &mut targets {
            *targets |= Self::emptied_screens(position, king);
        }
        let births = if C::REMEMBERS {
            position.remembered()
        } else {
            Bitboard::EMPTY
        };
        Sieve {
            free: screens | births,
            targets,
        }
    }

    /// The units of `by` that attack the square.
    fn attackers(position: &Position, square: Square, by: Color) -> Bitboard {
        let occupied = position.occupied();
        let queens = position.kind(Kind::Queen);
        let tables = G::TABLES;
        let found = tables.pawn_hits[(!by).index()][square.index()] & position.kind(Kind::Pawn)
            | tables.knight[square.index()] & position.kind(Kind::Knight)
            | tables.king[square.index()] & position.kind(Kind::King)
            | G::bishop(square, occupied) & (position.kind(Kind::Bishop) | queens)
            | G::rook(square, occupied) & (position.kind(Kind::Rook) | queens);
        found & C::checkers(position, position.color(by))
    }

    /// Whether units of `by`, but those on `absent`, attack the square when `occupied` is occupied.
    #[inline]
    pub(super) fn is_attacked(
        position: &Position,
        square: Square,
        by: Color,
        occupied: Bitboard,
        absent: Bitboard,
    ) -> bool {
        let units = C::checkers(position, position.color(by)).minus(absent);
        let queens = position.kind(Kind::Queen);
        let tables = G::TABLES;
        let leapers = tables.pawn_hits[(!by).index()][square.index()] & position.kind(Kind::Pawn)
            | tables.knight[square.index()] & position.kind(Kind::Knight)
            | tables.king[square.index()] & position.kind(Kind::King);
        if leapers.meets(units) {
            return true;
        }
        let rooks = (position.kind(Kind::Rook) | queens) & units & G::rook_lines(square);
        if !rooks.is_empty() && G::rook(square, occupied).meets(rooks) {
            return true;
        }
        let bishops = (position.kind(Kind::Bishop) | queens) & units & G::bishop_lines(square);
        !bishops.is_empty() && G::bishop(square, occupied).meets(bishops)
    }

    /// The pseudo-legal steps of a king, whoever is to move.
    pub(super) fn king_steps(position: &Position, king: Square) -> Bitboard {
        let them = if position.color(Color::White).has(king) {
            Color::Black
        } else {
            Color::White
        };
        let enemies = position.color(them).minus(position.kind(Kind::King));
        let open = !position.occupied() | Self::prey_of(position, king, enemies);
        G::TABLES.king[king.index()] & open
    }

    /// Whether the king may step to the square. Holds where nothing is born behind the king.
    pub(super) fn may_step(position: &Position, king: Square, to: Square) -> bool {
        let them = if position.color(Color::White).has(king) {
            Color::Black
        } else {
            Color::White
        };
        let occupied = position.occupied().without(king);
        !Self::is_attacked(position, to, them, occupied, Bitboard::of(to))
    }

    fn is_reborn_behind(position: &Position, square: Square) -> bool {
        C::REMEMBERS && position.beneath(square).is_some()
    }

    /// The unit that appears when the unit on the square leaves it. A normal rook born at home may
    /// castle if its king has not moved (docs/rules.md, choice 2).
    fn born(position: &Position, square: Square) -> Option<Unit> {
        let beneath = position.beneath(square)?;
        let parent = position.unit(square)?;
        let color = parent.color();
        let born = Unit::new(color, beneath.kind()).zombie(!beneath.is_zombie());
        let is_home = G::CASTLINGS[color.index()]
            .iter()
            .any(|row| row.rook.0 == square);
        let king = position.king(color).and_then(|king| position.unit(king));
        let may_castle =
            born == Unit::new(color, Kind::Rook) && is_home && king.is_some_and(Unit::is_unmoved);
        Some(if may_castle {
            born.unmoved_from(square)
        } else {
            born
        })
    }

    /// Whether the side to move next has a pawn that could take on the square passed by `us`.
    fn may_be_taken_on(position: &Position, passed: Square, us: Color) -> bool {
        let hunters = G::TABLES.pawn_hits[us.index()][passed.index()];
        hunters.meets(position.units_of(!us, Kind::Pawn))
    }
}

/// The squares that a unit of this kind, no pawn, attacks from here when `occupied` is occupied.
#[inline]
pub(super) fn reach_among<G: Geometry>(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => Bitboard::EMPTY,
        Kind::Knight => G::TABLES.knight[from.index()],
        Kind::Bishop => G::bishop(from, occupied),
        Kind::Rook => G::rook(from, occupied),
        Kind::Queen => G::bishop(from, occupied) | G::rook(from, occupied),
        Kind::King => G::TABLES.king[from.index()],
    }
}

/// The square that a pawn passes over in a double step.
#[inline]
fn passed_square(unit: Unit, from: Square, to: Square) -> Option<Square> {
    let is_double = unit.kind() == Kind::Pawn && from.rank().abs_diff(to.rank()) == 2;
    is_double.then(|| Square::from_index((from.index() + to.index()) / 2))
}
