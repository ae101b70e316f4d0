//! What the drawing of mates and of stalemates share: the board as far as posts are manned, and the
//! ways to man one more.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::paths::{Form, Paths};
use super::{Post, View};
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Square, Unit};

/// A picture being drawn.
#[derive(Clone)]
pub(super) struct Drawing<'a> {
    pub position: &'a Position,
    pub view: &'a View,
    pub paths: &'a Paths,
    /// The units, by colour.
    pub men: &'a [Vec<Man<'a>>; 2],
    /// Who makes the last move.
    pub attacker: Color,
    /// Whether the king to be mated or stalemated is a kamikaze.
    pub cannot_capture: bool,
    /// The moves that are left, by colour.
    pub left: [u8; 2],
    /// The king first.
    pub posts: Vec<Post>,
    /// Bit by bit the units that have a post.
    pub manned: u32,
    /// How many pictures may be drawn, and how many steps all drawings together may take.
    pub most: usize,
    pub most_steps: usize,
    /// The pictures of all drawings.
    pub all_pictures: &'a AtomicUsize,
    /// The steps of this one, and those of all.
    pub steps: usize,
    pub all_steps: &'a AtomicUsize,
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    pub finished: Vec<Vec<Post>>,
}

/// After so many steps they are counted among those of all, and somebody is asked whether to stop.
const STEPS_TO_REPORT: usize = 1 << 11;

/// A way to man a post, and the moves that it takes.
pub(super) struct Way {
    pub post: Post,
    pub moves: u8,
}

/// The board as the posts have it.
pub(super) struct Board {
    /// The squares of all posts but the king's.
    pub taken: Bitboard,
    /// What the attackers on posts attack.
    pub covered: Bitboard,
    /// What the king cannot step on for those who stand there.
    pub held: Bitboard,
    /// Where units of the king's side stand.
    pub own: Bitboard,
}

impl<'a> Drawing<'a> {
    /// The unit with this number, and where it is in the first position.
    pub fn unit(&self, number: u8) -> Option<(Square, Unit)> {
        let square = Square::from_index(self.view.squares[usize::from(number)] as usize);
        Some((square, self.position.unit(square)?))
    }

    /// The units of a side that have no post.
    pub fn free(&self, color: Color) -> impl Iterator<Item = (u8, Square, Unit)> + use<'a> {
        let manned = self.manned;
        let (position, view) = (self.position, self.view);
        position.color(color).filter_map(move |square| {
            let number = view.units[square.index()];
            (manned >> number & 1 == 0).then_some((number, square, position.unit(square)?))
        })
    }

    /// Goes on with one more post.
    pub fn with(&mut self, way: &Way, go_on: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let number = way.post.unit;
        let side = self.unit(number)?.1.color().index();
        let Some(left) = self.left[side].checked_sub(way.moves) else {
            return Some(());
        };
        self.left[side] = left;
        self.posts.push(way.post);
        self.manned |= 1 << number;
        let outcome = go_on(self);
        self.manned &= !(1 << number);
        self.posts.pop();
        self.left[side] += way.moves;
        outcome
    }

    /// Draws all pictures with the king on the square; `None` if they are too many.
    pub fn all_with_king_on(
        mut self,
        square: Square,
        go_on: fn(&mut Self) -> Option<()>,
    ) -> Option<Vec<Vec<Post>>> {
        let king = self.position.king(!self.attacker)?;
        let post = Post {
            unit: self.view.units[king.index()],
            form: Form::Itself,
            square,
        };
        let moves = self.paths.officer(Kind::King, king, square);
        if moves <= self.left[(!self.attacker).index()] {
            self.with(&Way { post, moves }, go_on)?;
        }
        self.report()?;
        Some(self.finished)
    }

    /// Counts the steps among those of all; `None` if they are too many.
    fn report(&mut self) -> Option<()> {
        let steps = std::mem::take(&mut self.steps);
        let all = self.all_steps.fetch_add(steps, Relaxed) + steps;
        (all <= self.most_steps).then_some(())
    }

    /// Counts a step; `None` if it is one too many, or drawing is to stop.
    pub fn step(&mut self) -> Option<()> {
        self.steps += 1;
        if self.steps == STEPS_TO_REPORT {
            self.report()?;
            return (!(self.should_stop)()).then_some(());
        }
        Some(())
    }

    /// The picture is complete; `None` if there are too many.
    pub fn finish(&mut self) -> Option<()> {
        if self.all_pictures.fetch_add(1, Relaxed) >= self.most {
            return None;
        }
        let mut posts = self.posts.clone();
        posts.sort_unstable();
        self.finished.push(posts);
        Some(())
    }

    pub fn board<G: Geometry>(&self) -> Board {
        let others = self.posts.iter().skip(1).filter(|post| post.form.stands());
        let taken = others.clone().map(|post| post.square).collect();
        let mut board = Board {
            taken,
            covered: Bitboard::EMPTY,
            held: Bitboard::EMPTY,
            own: Bitboard::EMPTY,
        };
        for post in others {
            let is_attacker = self.is_of(post.unit, self.attacker);
            if is_attacker {
                board.covered |= self.attacks::<G>(post, taken);
            } else {
                board.own = board.own.with(post.square);
            }
            if !is_attacker || self.cannot_capture {
                board.held = board.held.with(post.square);
            }
        }
        board
    }

    pub fn is_of(&self, number: u8, color: Color) -> bool {
        self.unit(number)
            .is_some_and(|(_, unit)| unit.color() == color)
    }

    /// What the unit attacks from its post while these squares are occupied: at most that.
    pub fn attacks<G: Geometry>(&self, post: &Post, occupied: Bitboard) -> Bitboard {
        let Some((_, unit)) = self.unit(post.unit) else {
            return Bitboard::EMPTY;
        };
        match post.form {
            Form::Pawn => G::TABLES.pawn_hits[unit.color().index()][post.square.index()],
            form => attacks::<G>(form, unit.kind(), post.square, occupied),
        }
    }

    /// The ways in which one more attacker may attack the square, while a king on `target` is not
    /// touched by the other.
    pub fn attacks_on<G: Geometry>(
        &self,
        square: Square,
        target: Square,
        taken: Bitboard,
    ) -> Vec<Way> {
        let mut ways = Vec::new();
        for man in self.free_men(self.attacker) {
            let posts = match (man.form, man.kind) {
                (Form::Pawn, _) => G::TABLES.pawn_hits[(!self.attacker).index()][square.index()],
                (Form::Itself, Kind::King) => {
                    G::TABLES.king[square.index()].minus(G::TABLES.king[target.index()])
                }
                (form, kind) => attacks::<G>(form, kind, square, taken),
            };
            let posts = posts & man.near(self.left[self.attacker.index()]);
            ways.extend(posts.minus(taken).without(target).map(|at| man.way_to(at)));
        }
        ways
    }

    /// The ways in which one more unit of a side may stand on the square.
    pub fn stands_on(&self, square: Square, color: Color, ways: &mut Vec<Way>) {
        let left = self.left[color.index()];
        let near = self
            .free_men(color)
            .filter(|man| man.near(left).has(square));
        ways.extend(near.map(|man| man.way_to(square)));
    }

    /// For each square of the king's field that nobody on a post deals with, the ways to do so; `None`
    /// if there is none for one of them.
    pub fn ways_to_close<G: Geometry>(
        &self,
        board: &Board,
        target: Square,
    ) -> Option<Vec<Vec<Way>>> {
        let open = G::TABLES.king[target.index()].minus(board.covered | board.held);
        let ways_to_deal_with = |square| {
            let mut ways = self.attacks_on::<G>(square, target, board.taken);
            if !board.taken.has(square) {
                self.stands_on(square, !self.attacker, &mut ways);
                if self.cannot_capture {
                    self.stands_on(square, self.attacker, &mut ways);
                }
            }
            (!ways.is_empty()).then_some(ways)
        };
        open.map(ways_to_deal_with).collect()
    }

    /// Goes on with each of the ways.
    pub fn with_each(&mut self, ways: &[Way], go_on: fn(&mut Self) -> Option<()>) -> Option<()> {
        ways.iter().try_for_each(|way| self.with(way, go_on))
    }

    fn free_men(&self, color: Color) -> impl Iterator<Item = &'a Man<'a>> {
        let manned = self.manned;
        { self.men[color.index()].iter() }.filter(move |man| manned >> man.number & 1 == 0)
    }
}

/// A unit, and as what it may stand on a post.
pub(super) struct Man<'a> {
    number: u8,
    kind: Kind,
    form: Form,
    /// The moves that it takes to each square.
    moves: &'a [u8; 64],
    /// By number of moves: the squares that it takes at most so many to.
    near: [Bitboard; Man::FAR],
}

impl<'a> Man<'a> {
    /// No unit needs so many moves to a square that it ever gets to.
    const FAR: usize = 16;

    /// All units of a side, as all that they may be.
    pub fn all(position: &Position, view: &View, paths: &'a Paths, color: Color) -> Vec<Man<'a>> {
        let mut men = Vec::new();
        for from in position.color(color) {
            let number = view.units[from.index()];
            let kind = view.kinds[usize::from(number)];
            let rows = paths.rows(number, kind, from);
            for &form in forms_of(kind) {
                let Some(moves) = rows[form as usize] else {
                    continue;
                };
                let near = std::array::from_fn(|most| {
                    let is_near = |square: &Square| usize::from(moves[square.index()]) <= most;
                    Bitboard::ALL.filter(is_near).collect()
                });
                men.push(Man {
                    number,
                    kind,
                    form,
                    moves,
                    near,
                });
            }
        }
        men
    }

    #[inline]
    fn near(&self, moves: u8) -> Bitboard {
        self.near[usize::from(moves).min(Man::FAR - 1)]
    }

    fn way_to(&self, square: Square) -> Way {
        let post = Post {
            unit: self.number,
            form: self.form,
            square,
        };
        let moves = self.moves[square.index()];
        Way { post, moves }
    }
}

/// As what a unit of this kind may stand on a post.
pub(super) fn forms_of(kind: Kind) -> &'static [Form] {
    match kind {
        Kind::Pawn => &[Form::Pawn, Form::Rider, Form::Knight],
        _ => &[Form::Itself],
    }
}

/// What an officer or king attacks, or from where it attacks the square.
pub(super) fn attacks<G: Geometry>(
    form: Form,
    kind: Kind,
    at: Square,
    occupied: Bitboard,
) -> Bitboard {
    match (form, kind) {
        (Form::Rider, _) | (Form::Itself, Kind::Queen) => {
            G::rook(at, occupied) | G::bishop(at, occupied)
        }
        (Form::Itself, Kind::Rook) => G::rook(at, occupied),
        (Form::Itself, Kind::Bishop) => G::bishop(at, occupied),
        (Form::Itself, Kind::King) => G::TABLES.king[at.index()],
        _ => G::TABLES.knight[at.index()],
    }
}

/// Whether a unit on the square may be pinned by the one on the post. (On the sphere several lines
/// may join the squares: there yes is said too often.)
pub(super) fn may_pin<G: Geometry>(
    drawing: &Drawing<'_>,
    post: &Post,
    at: Square,
    target: Square,
) -> bool {
    let lines = drawing.attacks::<G>(post, Bitboard::EMPTY);
    lines.has(at) && lines.has(target) && G::between(post.square, target).has(at)
}
