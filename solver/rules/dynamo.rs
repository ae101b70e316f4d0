//! Dynamo (Klüver and Kahl): no captures; the mover may push or pull one other unit, also over the
//! edge. See docs/rules.md, section 4.
//!
//! Two positions are the same if units and castling rights agree, and with them the placement that
//! may not be recreated (ko; docs/rules.md, choice 4). A placement that no move could recreate,
//! since a unit has left the board or a pawn has promoted, is not remembered.

use super::castling::{castlings, drop_idle_rights};
use super::{Rules, Uncaptures, dynamo_unmoves};
use crate::board::{Geometry, JUMPS, Plane, Position, STEPS, Undo};
use crate::chess::{Bitboard, Color, Kind, Move, MoveKind, Square, Unit};

/// The rules of Dynamo, on the flat board.
#[derive(Clone, Copy, Debug)]
pub struct Dynamo;

impl Rules for Dynamo {
    fn pseudo_moves(position: &mut Position, list: &mut Vec<Move>) {
        let us = position.to_move();
        for from in position.color(us) {
            let Some(unit) = position.unit(from) else {
                continue;
            };
            let mut moves = MovesOf {
                position,
                from,
                us,
                list,
            };
            match unit.kind() {
                Kind::Pawn => moves.pawn(),
                Kind::Knight => moves.leaper(&JUMPS, true),
                Kind::Bishop => moves.rider(STEPS.iter().skip(1).step_by(2)),
                Kind::Rook => moves.rider(STEPS.iter().step_by(2)),
                Kind::Queen => moves.rider(STEPS.iter()),
                Kind::King => moves.leaper(&STEPS, false),
            }
        }
        castlings::<Dynamo>(position, Plane::CASTLINGS[us.index()], list);
    }

    fn make(position: &mut Position, mv: Move) -> Undo {
        let undo = position.begin();
        let (from, to) = (mv.from(), mv.to());
        let mut mover = None;
        let mut rights_lost = false;
        let mut may_return = true;
        if to != Some(from) {
            let unit = position.lift(from);
            rights_lost |= unit.is_unmoved();
            may_return &= to.is_some();
            mover = to.map(|to| (to, unit.moved()));
        }
        let mut passive = None;
        if let Some((from, to)) = mv.passive() {
            let unit = position.lift(from);
            rights_lost |= unit.is_unmoved() && to.is_none();
            may_return &= to.is_some();
            let castles = mv.kind() == MoveKind::Castling;
            passive = to.map(|to| (to, if castles { unit.moved() } else { unit }));
        }
        if let MoveKind::Promotion(kind) = mv.kind() {
            may_return = false;
            // The letter of a move belongs to the passive if that stays on the board.
            let promoted = passive.as_mut().or(mover.as_mut());
            if let Some((_, unit)) = promoted {
                *unit = unit.promoted(kind);
            }
        }
        for (square, unit) in mover.into_iter().chain(passive) {
            position.put(square, unit);
        }
        if rights_lost {
            drop_idle_rights(position, false);
        }
        position.set_ko(may_return.then_some(&undo));
        position.finish();
        undo
    }

    fn checkers(position: &Position, color: Color) -> Bitboard {
        let Some(king) = position.king(color) else {
            return Bitboard::EMPTY;
        };
        let occupied = position.occupied();
        let enemies = position.color(!color);
        let queens = position.kind(Kind::Queen);
        let riders = Plane::rook(king, occupied) & (position.kind(Kind::Rook) | queens)
            | Plane::bishop(king, occupied) & (position.kind(Kind::Bishop) | queens);
        let expels = |&rider: &Square| {
            !BEYOND[rider.index()][king.index()].meets(occupied)
                || !BEYOND[king.index()][rider.index()].meets(occupied)
        };
        let riders: Bitboard = (riders & enemies).filter(expels).collect();
        let expellers = &EXPELLERS[king.index()];
        let pawns = expellers.pawn[(!color).index()] & position.kind(Kind::Pawn);
        let leapers = expellers.knight & position.kind(Kind::Knight)
            | expellers.king & position.kind(Kind::King);
        riders | (pawns | leapers) & enemies
    }

    fn each_guess_before(
        position: &mut Position,
        uncaptures: &Uncaptures,
        visit: &mut impl FnMut(&mut Position, Move),
    ) {
        dynamo_unmoves::each_guess(position, uncaptures, visit);
    }

    fn was_legal(position: &Position, undo: &Undo) -> bool {
        !Self::is_in_check(position, !position.to_move()) && !position.has_recreated(undo)
    }
}

/// The moves of one unit.
struct MovesOf<'a> {
    position: &'a mut Position,
    from: Square,
    us: Color,
    list: &'a mut Vec<Move>,
}

/// What a unit meets when it looks in a direction: empty squares, then a unit or the edge.
struct View {
    empty: i8,
    unit: Option<Square>,
}

impl MovesOf<'_> {
    /// Plain moves, suicide, pushes and pulls along lines (4.1, 4.2).
    fn rider<'s>(&mut self, directions: impl Iterator<Item = &'s (i8, i8)>) {
        let mut can_leave = false;
        for &step in directions {
            let ahead = self.view(self.from, step);
            for m in 1..=ahead.empty {
                self.push_move(self.at(step, m), None);
            }
            match ahead.unit {
                Some(passive) => self.rider_push(step, ahead.empty + 1, passive),
                None => can_leave = true,
            }
            let behind = self.view(self.from, opposite(step));
            if let Some(passive) = behind.unit {
                self.rider_pull(step, behind.empty + 1, passive, &ahead);
            }
        }
        if can_leave {
            self.push_move(None, None);
        }
    }

    /// The passive stands `k` squares ahead.
    fn rider_push(&mut self, step: (i8, i8), k: i8, passive: Square) {
        let beyond = self.view(passive, step);
        for n in 1..=beyond.empty {
            for m in 0..=k + n - 1 {
                self.push_move(self.at(step, m), Some((passive, self.at(step, k + n))));
            }
        }
        if beyond.unit.is_none() {
            for m in 0..=k + beyond.empty {
                self.push_move(self.at(step, m), Some((passive, None)));
            }
            self.push_move(None, Some((passive, None)));
        }
    }

    /// The passive stands `k` squares behind; the mover sees `ahead` of itself.
    fn rider_pull(&mut self, step: (i8, i8), k: i8, passive: Square, ahead: &View) {
        for m in 0..=ahead.empty {
            for n in 1..=k - 1 + m {
                self.push_move(self.at(step, m), Some((passive, self.at(step, n - k))));
            }
        }
        if ahead.unit.is_none() {
            for n in 1..=k + ahead.empty {
                self.push_move(None, Some((passive, self.at(step, n - k))));
            }
            // Both units leave the board by a push in the other direction as well, if that is
            // open: the same move.
            if self.view(passive, opposite(step)).unit.is_some() {
                self.push_move(None, Some((passive, None)));
            }
        }
    }

    /// Plain moves, pushes and pulls of king and knight (4.1, 4.3).
    fn leaper(&mut self, jumps: &[(i8, i8)], may_leave: bool) {
        let mut can_leave = false;
        for &jump in jumps {
            let Some(target) = self.at(jump, 1) else {
                can_leave = may_leave;
                continue;
            };
            if self.position.unit(target).is_none() {
                self.push_move(Some(target), None);
                continue;
            }
            let pushed_to = self.at(jump, 2);
            if self.is_free(pushed_to) {
                self.push_move(Some(self.from), Some((target, pushed_to)));
                self.push_move(Some(target), Some((target, pushed_to)));
            }
            let retreat = self.at(jump, -1);
            if self.is_free(retreat) && (may_leave || retreat.is_some()) {
                self.push_move(retreat, Some((target, Some(self.from))));
            }
        }
        if can_leave {
            self.push_move(None, None);
        }
    }

    /// Plain moves and pushes of a pawn (4.4).
    fn pawn(&mut self) {
        let forward = if self.us == Color::White { 1 } else { -1 };
        let step = (0, forward);
        let reach = if self.from.rank() == self.us.rank_ahead(1) {
            2
        } else {
            1
        };
        let ahead = self.view(self.from, step);
        for m in 1..=reach.min(ahead.empty) {
            self.push_move(self.at(step, m), None);
        }
        let k = ahead.empty + 1;
        if let Some(passive) = ahead.unit
            && k <= reach
            && self
                .position
                .unit(passive)
                .is_some_and(|unit| unit.color() == self.us)
        {
            let beyond = self.view(passive, step);
            let mut push = |n: i8, pushed_to| {
                for m in 0..=reach.min(k + n - 1) {
                    self.push_move(self.at(step, m), Some((passive, pushed_to)));
                }
            };
            if beyond.empty == 0 && beyond.unit.is_none() {
                push(1, None);
            }
            for n in 1..=reach.min(beyond.empty) {
                push(n, passive.offset(0, forward * n));
            }
        }
        for side in [-1, 1] {
            let step = (side, forward);
            if let Some(target) = self.at(step, 1)
                && self
                    .position
                    .unit(target)
                    .is_some_and(|unit| unit.color() != self.us)
                && self.is_free(self.at(step, 2))
            {
                let pushed_to = self.at(step, 2);
                self.push_move(Some(self.from), Some((target, pushed_to)));
                self.push_move(Some(target), Some((target, pushed_to)));
            }
        }
    }

    /// Adds a move, once for each promotion, unless a king would be expelled or the own king led
    /// over a square in check.
    fn push_move(&mut self, to: Option<Square>, passive: Option<(Square, Option<Square>)>) {
        let promotes = |unit: Option<Unit>, to: Option<Square>| match (unit, to) {
            (Some(unit), Some(to)) => {
                unit.kind() == Kind::Pawn && to.rank() == unit.color().rank_ahead(7)
            }
            _ => false,
        };
        let mut promotion = to != Some(self.from) && promotes(self.position.unit(self.from), to);
        let mv = match passive {
            None => match to {
                Some(to) => Move::plain(self.from, to),
                None => Move::leaving(self.from),
            },
            Some((square, pushed_to)) => {
                let unit = self.position.unit(square);
                if unit.is_some_and(|unit| unit.kind() == Kind::King)
                    && (pushed_to.is_none() || !self.may_lead_king(square, pushed_to))
                {
                    return;
                }
                promotion |= promotes(unit, pushed_to);
                Move::joint((self.from, to), (square, pushed_to))
            }
        };
        if promotion {
            self.list
                .extend(Kind::PROMOTIONS.map(|kind| mv.promoting(kind)));
        } else {
            self.list.push(mv);
        }
    }

    /// Whether the king may be displaced past the squares between: its owner may not lead it over a
    /// square on which it would be in check (docs/rules.md, choice 3). The mover still stands on its
    /// departure square, but gives way where the king passes over it.
    fn may_lead_king(&mut self, king: Square, to: Option<Square>) -> bool {
        let is_own = self
            .position
            .unit(king)
            .is_some_and(|unit| unit.color() == self.us);
        let (Some(to), true) = (to, is_own) else {
            return true;
        };
        let mut crossed = Plane::between(king, to);
        crossed.all(|square| {
            let undo = self.position.begin();
            let unit = self.position.lift(king);
            if square == self.from {
                self.position.lift(square);
            }
            self.position.put(square, unit);
            let safe = !Dynamo::is_in_check(self.position, self.us);
            self.position.finish();
            self.position.unmake(&undo);
            safe
        })
    }

    /// The square `n` steps from the mover; `None` beyond the edge.
    fn at(&self, step: (i8, i8), n: i8) -> Option<Square> {
        self.from.offset(step.0 * n, step.1 * n)
    }

    /// Whether a unit may be pushed there: to an empty square or over the edge.
    fn is_free(&self, square: Option<Square>) -> bool {
        square.is_none_or(|square| self.position.unit(square).is_none())
    }

    fn view(&self, from: Square, step: (i8, i8)) -> View {
        let mut empty = 0;
        loop {
            match from.offset(step.0 * (empty + 1), step.1 * (empty + 1)) {
                None => return View { empty, unit: None },
                Some(square) if self.position.unit(square).is_some() => {
                    return View {
                        empty,
                        unit: Some(square),
                    };
                }
                Some(_) => empty += 1,
            }
        }
    }
}

const fn opposite((files, ranks): (i8, i8)) -> (i8, i8) {
    (-files, -ranks)
}

/// From which squares a king is pushed over the edge.
#[derive(Clone, Copy)]
struct Expellers {
    knight: Bitboard,
    king: Bitboard,
    pawn: [Bitboard; 2],
}

static EXPELLERS: [Expellers; 64] = {
    let none = Bitboard::EMPTY;
    let mut table = [Expellers {
        knight: none,
        king: none,
        pawn: [none; 2],
    }; 64];
    let mut index = 0;
    while index < 64 {
        let king = Square::from_index(index);
        let entry = &mut table[index];
        entry.knight = expellers(king, &JUMPS);
        entry.king = expellers(king, &STEPS);
        entry.pawn[0] = expellers(king, &[(1, 1), (-1, 1)]);
        entry.pawn[1] = expellers(king, &[(1, -1), (-1, -1)]);
        index += 1;
    }
    table
};

/// The squares from which one of the jumps leads to the king, and once more over the edge.
const fn expellers(king: Square, jumps: &[(i8, i8)]) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut n = 0;
    while n < jumps.len() {
        let (files, ranks) = jumps[n];
        if king.offset(files, ranks).is_none()
            && let Some(from) = king.offset(-files, -ranks)
        {
            squares = squares.with(from);
        }
        n += 1;
    }
    squares
}

/// The squares beyond the second square, seen from the first along a line.
static BEYOND: [[Bitboard; 64]; 64] = {
    let mut beyond = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = STEPS[direction];
            let mut near = from.offset(files, ranks);
            while let Some(via) = near {
                let mut squares = Bitboard::EMPTY;
                let mut far = via.offset(files, ranks);
                while let Some(square) = far {
                    squares = squares.with(square);
                    far = square.offset(files, ranks);
                }
                beyond[index][via.index()] = squares;
                near = via.offset(files, ranks);
            }
            direction += 1;
        }
        index += 1;
    }
    beyond
};
