//! Pictures: the goals that the units can still reach, as far as it matters who stands where.
//!
//! From the first position of help play all goals are drawn that the moves left might bring about
//! (`mates.rs`, `stalemates.rs`). A *picture* is a set of *posts*: this unit on that square. Each goal
//! that can be reached shows at least one of them. How far a side is from a picture is the sum of the
//! moves that its units need to their posts on a board where nobody is ever in the way (`paths.rs`):
//! no move brings two units nearer, but castling, which is allowed for. So a move after which a side
//! is farther from each picture than it has moves left leads to no goal.
//!
//! Units are numbered in the first position and followed, as a post is a certain unit's.

mod drawing;
mod mates;
mod paths;
mod stalemates;

use std::sync::atomic::AtomicUsize;

use rayon::prelude::*;

use super::{castling_saves, standstill};
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Move, MoveKind, Square};
use drawing::{Drawing, Man};
use paths::{Form, Paths};

/// More units are not followed.
const MOST_UNITS: usize = 32;
/// Longer play is not drawn.
const MOST_MOVES: u32 = 100;
/// The square of a unit that is not on the board, and the number of no unit.
const NONE: u8 = 64;

/// A unit that is to be on a square, or to be gone from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Post {
    unit: u8,
    form: Form,
    square: Square,
}

/// Where the posts of a picture are among those of all, and, bit by bit, which units have them, which
/// of these must be on the board and which must leave it.
#[derive(Clone, Copy, Debug)]
struct Picture {
    start: u32,
    len: u32,
    units: u32,
    present: u32,
    hunted: u32,
}

/// All goals that help play from some position might end in.
pub struct Pictures {
    attacker: Color,
    paths: Paths,
    posts: Vec<Post>,
    pictures: Vec<Picture>,
    /// How many moves castling may save each side.
    saved: [u8; 2],
    /// Bit by bit the units of each side, and those that vanish when they capture.
    sides: [u32; 2],
    kamikazes: u32,
    /// The pawn that may be taken en passant in the first position, without going where it stands.
    passing: u32,
    first: View,
}

/// What is still possible in some position of the play: who is where, and the pictures in reach.
#[derive(Clone)]
pub struct View {
    /// By unit: its square, and what it is.
    squares: [u8; MOST_UNITS],
    kinds: [Kind; MOST_UNITS],
    /// By square: its unit.
    units: [u8; 64],
    open: Vec<Open>,
}

/// A picture in reach, and how far each side is from it.
#[derive(Clone, Copy, Debug)]
struct Open {
    picture: u32,
    distance: [u8; 2],
}

/// Where the units of the side to move may go if a picture is to stay in reach.
pub struct Outlets {
    by_unit: [Bitboard; MOST_UNITS],
    is_open: bool,
}

/// What to draw: the goals by `attacker` with so many moves of his and of the defender's, both helping.
#[derive(Clone, Copy)]
pub struct Sitting<'a> {
    /// Who makes the last move.
    pub attacker: Color,
    /// His moves.
    pub attacks: u32,
    /// The other side's moves: as many, or one fewer or more.
    pub defences: u32,
    /// Give up if there are more pictures.
    pub most: usize,
    /// Give up if to draw them takes more steps, of about a microsecond.
    pub most_steps: usize,
    /// Use all threads.
    pub parallel: bool,
    /// Asked now and then: give up.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
}

/// All mates in reach; `None` if it was given up.
pub(in crate::rules) fn draw_mates<G: Geometry>(
    position: &Position,
    sitting: &Sitting<'_>,
) -> Option<Pictures> {
    draw::<G>(position, sitting, mates::close::<G>)
}

/// The same for stalemates.
pub(in crate::rules) fn draw_stalemates<G: Geometry>(
    position: &Position,
    sitting: &Sitting<'_>,
) -> Option<Pictures> {
    draw::<G>(position, sitting, stalemates::settle::<G>)
}

fn draw<G: Geometry>(
    position: &Position,
    sitting: &Sitting<'_>,
    go_on: fn(&mut Drawing<'_>) -> Option<()>,
) -> Option<Pictures> {
    let &Sitting {
        attacker,
        attacks,
        defences,
        most,
        most_steps,
        parallel,
        should_stop,
    } = sitting;
    let king = position
        .king(!attacker)
        .and_then(|king| position.unit(king))?;
    let first = View::of(position).filter(|_| attacks <= MOST_MOVES)?;
    let moves = match attacker {
        Color::White => [attacks, defences],
        Color::Black => [defences, attacks],
    };
    let mut pictures = Pictures {
        attacker,
        paths: Paths::new::<G>(position, &first.squares, moves),
        posts: Vec::new(),
        pictures: Vec::new(),
        saved: Color::BOTH.map(|color| castling_saves(position, color) as u8),
        sides: Color::BOTH.map(|color| first.bits(position.color(color))),
        kamikazes: first.bits(
            { position.occupied() }
                .filter(|&square| position.unit(square).is_some_and(|unit| unit.is_kamikaze()))
                .collect(),
        ),
        passing: position.en_passant().map_or(0, |passed| {
            let pawn = standstill::ahead(passed, !position.to_move());
            first.bits(Bitboard::of(pawn))
        }),
        first,
    };
    let left = [0, 1].map(|side| moves[side] as u8 + pictures.saved[side]);
    let (all_pictures, all_steps) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let men = Color::BOTH.map(|color| Man::all(position, &pictures.first, &pictures.paths, color));
    let drawing = Drawing {
        position,
        men: &men,
        view: &pictures.first,
        paths: &pictures.paths,
        attacker,
        cannot_capture: king.is_kamikaze(),
        left,
        posts: Vec::new(),
        manned: 0,
        most,
        most_steps,
        all_pictures: &all_pictures,
        steps: 0,
        all_steps: &all_steps,
        should_stop,
        finished: Vec::new(),
    };
    let draw = |square| drawing.clone().all_with_king_on(square, go_on);
    let squares: Vec<Square> = Bitboard::ALL.collect();
    let finished: Option<Vec<_>> = match parallel {
        true => squares.into_par_iter().with_max_len(1).map(draw).collect(),
        false => squares.into_iter().map(draw).collect(),
    };
    let mut finished: Vec<Vec<Post>> = finished?.into_iter().flatten().collect();
    finished.sort_unstable();
    finished.dedup();
    for posts in finished {
        pictures.add(posts, attacks);
    }
    Some(pictures)
}

impl Pictures {
    /// What is possible in the first position.
    pub fn view(&self) -> &View {
        &self.first
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Whether there are none: the goal is out of reach.
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Where the side to move, with so many moves left, may go. May name more squares than that.
    pub fn outlets(&self, view: &View, us: Color, moves: u32) -> Outlets {
        let mut outlets = Outlets {
            by_unit: [Bitboard::EMPTY; MOST_UNITS],
            is_open: false,
        };
        let left = moves as u8 + self.saved[us.index()];
        let ours = self.sides[us.index()];
        let mut idle = 0;
        for open in &view.open {
            let spare = left - open.distance[us.index()];
            if spare >= 2 {
                outlets.is_open = true;
                return outlets;
            }
            if spare >= 1 {
                idle |= !self.pictures[open.picture as usize].units;
            }
            let posts = self.posts(open.picture).iter();
            for post in posts.filter(|post| ours >> post.unit & 1 != 0) {
                let unit = usize::from(post.unit);
                let kind = view.kinds[unit];
                if kind == Kind::Pawn || !post.form.stands() {
                    outlets.by_unit[unit] = Bitboard::ALL;
                } else if let Some(from) = view.square(post.unit) {
                    let distance = self.paths.officer(kind, from, post.square);
                    if let Some(most) = (distance + spare).checked_sub(1) {
                        outlets.by_unit[unit] |= self.paths.within(kind, post.square, most);
                    }
                }
            }
        }
        for unit in bits(idle & ours) {
            outlets.by_unit[usize::from(unit)] = Bitboard::ALL;
        }
        outlets
    }

    /// What is possible after a move, with which its side has so many moves left; `None` if nothing
    /// is.
    pub fn after(&self, view: &View, mv: Move, moves: u32) -> Option<View> {
        let (from, to) = (mv.from(), mv.target());
        let mover = view.units[from.index()];
        let us = usize::from(self.sides[1] >> mover & 1 != 0);
        let mut next = View {
            open: Vec::new(),
            ..*view
        };
        let taken = match (mv.kind(), mv.passive()) {
            (MoveKind::EnPassant, Some((taken, _))) => next.lift(taken),
            _ => next.lift(to),
        };
        let vanished = match taken != 0 && self.kamikazes >> mover & 1 != 0 {
            true => next.lift(from),
            false => 0,
        };
        let mut carried = [mover, NONE];
        next.carry(from, to);
        match (mv.kind(), mv.passive()) {
            (MoveKind::Promotion(kind), _) => next.kinds[usize::from(mover)] = kind,
            (MoveKind::Castling, Some((rook, Some(to)))) => {
                carried[1] = view.units[rook.index()];
                next.carry(rook, to);
            }
            _ => {}
        }
        let gone = taken | vanished;
        let moved = bit(carried[0]) | bit(carried[1]);
        let rows = carried.map(|unit| (unit, self.rows(view, unit), self.rows(&next, unit)));
        let left = moves as u8 + self.saved[us];
        // A move of the defender leaves the attacker as many moves and no longer ways.
        let is_attack = us == self.attacker.index();
        let hunters = match is_attack {
            true => self.hunters(&next),
            false => Vec::new(),
        };
        for open in &view.open {
            let picture = self.pictures[open.picture as usize];
            if picture.present & gone != 0 {
                continue;
            }
            let mut open = *open;
            if picture.units & (gone | moved) != 0 {
                if picture.units & taken != 0 {
                    self.forget(&mut open, taken, view);
                }
                let posts = self.posts(open.picture);
                let Some(distance) = stepped(open.distance[us], posts, &rows) else {
                    continue;
                };
                open.distance[us] = distance;
            }
            let is_near = open.distance[us] <= left
                && (!is_attack || self.can_hunt(&open, &next, &hunters, left));
            if is_near {
                next.open.push(open);
            }
        }
        (!next.open.is_empty()).then_some(next)
    }

    fn posts(&self, picture: u32) -> &[Post] {
        let Picture { start, len, .. } = self.pictures[picture as usize];
        &self.posts[start as usize..][..len as usize]
    }

    /// How far the unit is from all squares; from none if it is gone.
    fn rows<'a>(&'a self, view: &View, unit: u8) -> paths::Rows<'a> {
        match view.square(unit) {
            Some(square) => self.paths.rows(unit, view.kinds[usize::from(unit)], square),
            None => paths::GONE,
        }
    }

    /// Units that were to leave and have been taken need not move any more.
    fn forget(&self, open: &mut Open, taken: u32, view: &View) {
        for post in self.posts(open.picture) {
            if taken >> post.unit & 1 != 0 && !post.form.stands() {
                let side = usize::from(self.sides[1] >> post.unit & 1 != 0);
                let row = self.rows(view, post.unit)[post.form as usize];
                open.distance[side] -= row.map_or(0, |row| row[post.square.index()]);
            }
        }
    }

    /// Adds a picture, if it is in reach.
    fn add(&mut self, posts: Vec<Post>, attacks: u32) {
        let of = |is_one: fn(Form) -> bool| {
            let posts = posts.iter().filter(|post| is_one(post.form));
            posts.fold(0, |units, post| units | bit(post.unit))
        };
        let picture = Picture {
            start: self.posts.len() as u32,
            len: posts.len() as u32,
            units: of(|_| true),
            present: of(Form::stands),
            hunted: of(Form::is_hunted),
        };
        let mut distance = [0; 2];
        for post in &posts {
            let row = self.rows(&self.first, post.unit)[post.form as usize];
            let side = usize::from(self.sides[1] >> post.unit & 1 != 0);
            distance[side] += row.map_or(0, |row| row[post.square.index()]);
        }
        let open = Open {
            picture: self.pictures.len() as u32,
            distance,
        };
        self.pictures.push(picture);
        self.posts.extend(posts);
        let attacks = attacks as u8 + self.saved[self.attacker.index()];
        let hunters = self.hunters(&self.first);
        if self.can_hunt(&open, &self.first, &hunters, attacks) {
            self.first.open.push(open);
        } else {
            self.posts.truncate(picture.start as usize);
            self.pictures.pop();
        }
    }

    /// The attackers, and how far they are from all squares.
    fn hunters<'a>(&'a self, view: &View) -> Vec<Hunter<'a>> {
        let units = bits(self.sides[self.attacker.index()]);
        let hunter = |unit| {
            let rows = self.rows(view, unit);
            Some(Hunter {
                unit,
                kind: view.kinds[usize::from(unit)],
                rows,
                there: rows[Form::Any as usize]?,
            })
        };
        units.filter_map(hunter).collect()
    }

    /// Whether the attacker, with so many moves, may take all units that are to leave the board: each
    /// takes him a move, and maybe a way round.
    fn can_hunt(&self, open: &Open, view: &View, hunters: &[Hunter<'_>], attacks: u8) -> bool {
        let hunted = self.pictures[open.picture as usize].hunted;
        if hunted == 0 {
            return true;
        }
        let posts = self.posts(open.picture);
        let spare = attacks - open.distance[self.attacker.index()];
        let mut taken = 0;
        // A kamikaze unit may also vanish by taking.
        for unit in bits(hunted & !self.kamikazes).filter(|&unit| view.square(unit).is_some()) {
            taken += 1;
            let is_it = |post: &&Post| post.unit == unit && post.form == Form::TakenThere;
            if self.passing >> unit & 1 == 0
                && let Some(there) = posts.iter().find(is_it)
                && !hunters
                    .iter()
                    .any(|hunter| self.may_take(hunter, posts, there.square, spare))
            {
                return false;
            }
        }
        taken <= attacks
    }

    /// Whether the unit gets by a square to its post with so many moves more than it takes straight.
    fn may_take(&self, hunter: &Hunter<'_>, posts: &[Post], by: Square, spare: u8) -> bool {
        let there = hunter.there[by.index()];
        let Some(post) = posts.iter().find(|post| post.unit == hunter.unit) else {
            return there <= spare;
        };
        let straight = hunter.rows[post.form as usize].map_or(0, |row| row[post.square.index()]);
        let onwards = match hunter.kind {
            Kind::Pawn => 0,
            kind => self.paths.officer(kind, by, post.square),
        };
        there.saturating_add(onwards) <= straight.saturating_add(spare)
    }
}

/// An attacker who may take others.
struct Hunter<'a> {
    unit: u8,
    kind: Kind,
    rows: paths::Rows<'a>,
    there: &'a [u8; 64],
}

/// How far a side is after its move, with rows before and after of the units that it carried; `None`
/// if a post cannot be manned any more.
fn stepped(
    mut distance: u8,
    posts: &[Post],
    carried: &[(u8, paths::Rows<'_>, paths::Rows<'_>); 2],
) -> Option<u8> {
    for post in posts {
        for (_, before, after) in carried.iter().filter(|(unit, ..)| *unit == post.unit) {
            let moves = |rows: &paths::Rows<'_>| {
                rows[post.form as usize].map(|row| row[post.square.index()])
            };
            distance -= moves(before)?;
            match moves(after) {
                Some(Paths::NEVER) => return None,
                Some(moves) => distance += moves,
                None if post.form.stands() => return None,
                None => {}
            }
        }
    }
    Some(distance)
}

impl View {
    const EMPTY: View = View {
        squares: [NONE; MOST_UNITS],
        kinds: [Kind::Pawn; MOST_UNITS],
        units: [NONE; 64],
        open: Vec::new(),
    };

    /// The units of a position with their numbers; `None` if they are too many.
    fn of(position: &Position) -> Option<View> {
        let mut view = View::EMPTY;
        if position.occupied().len() as usize > MOST_UNITS {
            return None;
        }
        for (unit, square) in position.occupied().enumerate() {
            view.squares[unit] = square.index() as u8;
            view.kinds[unit] = position.unit(square)?.kind();
            view.units[square.index()] = unit as u8;
        }
        Some(view)
    }

    fn square(&self, unit: u8) -> Option<Square> {
        let square = *self.squares.get(usize::from(unit))?;
        (square != NONE).then(|| Square::from_index(usize::from(square)))
    }

    fn bits(&self, squares: Bitboard) -> u32 {
        squares.fold(0, |bits, square| bits | bit(self.units[square.index()]))
    }

    /// Takes off the unit on a square, if there is one, and says which, as a bit.
    fn lift(&mut self, square: Square) -> u32 {
        let unit = std::mem::replace(&mut self.units[square.index()], NONE);
        if unit != NONE {
            self.squares[usize::from(unit)] = NONE;
        }
        bit(unit)
    }

    /// Carries the unit on a square, if there is one, to another.
    fn carry(&mut self, from: Square, to: Square) {
        let unit = std::mem::replace(&mut self.units[from.index()], NONE);
        if unit != NONE {
            self.units[to.index()] = unit;
            self.squares[usize::from(unit)] = to.index() as u8;
        }
    }
}

impl Outlets {
    /// Whether the move may keep a picture in reach.
    #[inline]
    pub fn allow(&self, view: &View, mv: Move) -> bool {
        let unit = usize::from(view.units[mv.from().index()]);
        self.is_open || mv.kind() == MoveKind::Castling || self.by_unit[unit].has(mv.target())
    }
}

/// The unit's bit; nothing for no unit.
fn bit(unit: u8) -> u32 {
    if unit == NONE { 0 } else { 1 << unit }
}

/// The units whose bits are set.
fn bits(mut units: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = units.trailing_zeros() as u8;
        units &= units.checked_sub(1)?;
        Some(first)
    })
}
