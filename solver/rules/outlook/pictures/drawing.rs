//! What the drawing of mates and of stalemates share: the board as far as posts are manned, and the
//! ways to man one more.

use super::paths::{Form, Paths};
use super::{Post, View};
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Square, Unit};

/// A picture being drawn.
pub(super) struct Drawing<'a> {
    pub position: &'a Position,
    pub view: &'a View,
    pub paths: &'a Paths,
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
    /// How many pictures more may be drawn, and how many steps more that may take.
    pub most: usize,
    pub steps: usize,
    pub should_stop: &'a dyn Fn() -> bool,
    pub finished: Vec<Vec<Post>>,
}

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

    /// Goes on with the king on each square in turn.
    pub fn kings_on_all_squares(&mut self, go_on: fn(&mut Self) -> Option<()>) -> Option<()> {
        let king = self.position.king(!self.attacker)?;
        let unit = self.view.units[king.index()];
        for square in Bitboard::ALL {
            let post = Post {
                unit,
                form: Form::Itself,
                square,
            };
            let moves = self.paths.officer(Kind::King, king, square);
            if moves <= self.left[(!self.attacker).index()] {
                self.with(&Way { post, moves }, go_on)?;
            }
        }
        Some(())
    }

    /// Counts a step; `None` if it is one too many, or drawing is to stop.
    pub fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let stops = self.steps.is_multiple_of(1 << 12) && (self.should_stop)();
        (!stops).then_some(())
    }

    /// The picture is complete; `None` if there are too many.
    pub fn finish(&mut self) -> Option<()> {
        if self.finished.len() >= self.most {
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
        let left = self.left[self.attacker.index()];
        for (number, from, unit) in self.free(self.attacker) {
            let rows = self.paths.rows(number, unit.kind(), from);
            for &form in forms_of(unit.kind()) {
                let posts = match (form, unit.kind()) {
                    (Form::Pawn, _) => {
                        G::TABLES.pawn_hits[(!self.attacker).index()][square.index()]
                    }
                    (Form::Itself, Kind::King) => {
                        G::TABLES.king[square.index()].minus(G::TABLES.king[target.index()])
                    }
                    (form, kind) => attacks::<G>(form, kind, square, taken),
                };
                for at in posts.minus(taken).without(target) {
                    self.add_way(number, rows[form as usize], form, at, left, &mut ways);
                }
            }
        }
        ways
    }

    /// The ways in which one more unit of a side may stand on the square.
    pub fn stands_on(&self, square: Square, color: Color, ways: &mut Vec<Way>) {
        let left = self.left[color.index()];
        for (number, from, unit) in self.free(color) {
            let rows = self.paths.rows(number, unit.kind(), from);
            for &form in forms_of(unit.kind()) {
                self.add_way(number, rows[form as usize], form, square, left, ways);
            }
        }
    }

    fn add_way(
        &self,
        unit: u8,
        row: Option<&[u8; 64]>,
        form: Form,
        square: Square,
        left: u8,
        ways: &mut Vec<Way>,
    ) {
        let moves = row.map_or(Paths::NEVER, |row| row[square.index()]);
        if moves <= left {
            let post = Post { unit, form, square };
            ways.push(Way { post, moves });
        }
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
