//! Positions of a class by number, and back.
//!
//! A *placement* says which member stands where; images of each other have one number, which is
//! made of the pair of the first two members (kings come first) and the squares of the others, with
//! equal members in the order of their squares. Numbers whose members would stand on each other, or
//! that are not the smallest that a placement can be given, belong to no placement. A *state* is
//! a placement and the side to move: twice the placement's number, one more if Black is to move.
//!
//! Left out are rights to castle: a position that has any is in no table. A pawn that has just made
//! a double step and may be taken en passant is numbered as standing on its own first rank, where
//! no pawn can stand under those rules. The placement forbidden by ko is kept beside the index,
//! see `build.rs`.

use super::closure::may_stand;
use super::fold::Fold;
use super::material::{MOST_UNITS, Material, Member, add_to_key};
use crate::board::{Position, Undo};
use crate::chess::{Color, Kind, Move, MoveKind, Square};
use crate::rules::{Nature, RuleSet, Rules};

use std::collections::HashMap;

/// The squares of the members in their order; those after the last count for nothing.
pub(super) type Squares = [Square; MOST_UNITS];

/// The classes of a table, each with the numbers of its positions.
pub(super) struct Space {
    rules: RuleSet,
    nature: Nature,
    folds: [Fold; 2],
    classes: Vec<Class>,
    numbers: HashMap<u128, usize>,
}

/// One class.
pub(super) struct Class {
    pub material: Material,
    key: u128,
    /// Which fold: 1 if ranks matter.
    fold: usize,
    /// How many places from the second on are taken by members equal to the second.
    equal_seconds: usize,
    /// Runs of equal members from the third place on: first and end.
    runs: Vec<(usize, usize)>,
    /// How many numbers there are for each pair of leaders.
    rest: u64,
    /// How many states there are.
    pub states: u64,
}

/// Where a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub class: usize,
    pub state: u64,
    /// The symmetry that leads from the position to the one that has the number.
    pub symmetry: u8,
}

/// What a position is made of: its class by key, and the squares of the members.
pub(super) struct Content {
    pub key: u128,
    squares: Squares,
    to_move: Color,
}

impl Content {
    /// `None` if the position has rights to castle or too many units. With `swapped` the sides change
    /// colours and the ends of the board, which changes nothing else.
    #[inline]
    pub fn of(position: &Position, swapped: bool) -> Option<Content> {
        let mut ranks = [0; MOST_UNITS];
        let mut squares = [Square::from_index(0); MOST_UNITS];
        let mut count = 0;
        let stepped = position
            .en_passant()
            .map(|passed| step_of(!position.to_move(), passed));
        for square in position.occupied() {
            let mut unit = position.unit(square)?;
            if count == MOST_UNITS || unit.is_unmoved() {
                return None;
            }
            let beneath = position.beneath(square);
            let mut square = match stepped {
                Some((arrival, home)) if arrival == square => home,
                _ => square,
            };
            if swapped {
                unit = unit.recolored();
                square = Square::new(square.file(), 7 - square.rank());
            }
            let rank = Member { unit, beneath }.rank();
            let mut place = count;
            while place > 0 && ranks[place - 1] > rank {
                ranks[place] = ranks[place - 1];
                squares[place] = squares[place - 1];
                place -= 1;
            }
            ranks[place] = rank;
            squares[place] = square;
            count += 1;
        }
        let key = ranks[..count]
            .iter()
            .fold(0, |key, &rank| add_to_key(key, rank));
        let to_move = position.to_move();
        Some(Content {
            key,
            squares,
            to_move: if swapped { !to_move } else { to_move },
        })
    }
}

/// What is needed to set up positions: one board for each side to move.
pub(super) struct Boards {
    positions: [Position; 2],
    moves: Vec<Move>,
}

impl Boards {
    pub fn new() -> Boards {
        // To set up a position is a move of the other side from the empty board.
        Boards {
            positions: [Color::Black, Color::White].map(Position::empty),
            moves: Vec::new(),
        }
    }
}

impl Class {
    fn new(material: Material, folds: &[Fold; 2]) -> Class {
        let members = material.members();
        let fold = usize::from(members.iter().any(|member| member.is_pawnish()));
        let equal_seconds = match members.get(1) {
            Some(second) => members[1..]
                .iter()
                .filter(|&member| member == second)
                .count(),
            None => 0,
        };
        let mut runs = Vec::new();
        let mut first = 2;
        while first < members.len() {
            let equal = members[first..].iter();
            let end = first
                + equal
                    .take_while(|&member| *member == members[first])
                    .count();
            if end > first + 1 {
                runs.push((first, end));
            }
            first = end;
        }
        let rest = 1 << (6 * members.len().saturating_sub(2));
        Class {
            key: material.key(),
            fold,
            equal_seconds,
            runs,
            rest,
            states: folds[fold].len() * rest * 2,
            material,
        }
    }

    /// The number of a placement and the symmetry that leads to it.
    #[inline]
    fn number(&self, fold: &Fold, squares: &Squares) -> (u64, u8) {
        let count = self.material.units();
        let mut best = (u64::MAX, u8::MAX);
        // Any of the members equal to the second may lead.
        for leader in 1..=self.equal_seconds.max(1) {
            let mut squares = *squares;
            if leader < count {
                squares.swap(1, leader);
            }
            let second = if count > 1 { squares[1] } else { squares[0] };
            let pair = fold.pair(squares[0], second);
            for (n, &by) in pair.by.iter().enumerate() {
                if n == 1 && by == pair.by[0] {
                    break;
                }
                let symmetry = fold.symmetry(by);
                let mut images = squares;
                for square in &mut images[2.min(count)..count] {
                    *square = symmetry.image(*square);
                }
                for &(first, end) in &self.runs {
                    images[first..end].sort_unstable();
                }
                let mut number = u64::from(pair.number);
                for square in &images[2.min(count)..count] {
                    number = number << 6 | square.index() as u64;
                }
                best = best.min((number, by));
            }
        }
        best
    }

    /// The squares of a placement's members; not every number belongs to a placement.
    fn squares(&self, fold: &Fold, number: u64) -> Squares {
        let count = self.material.units();
        let [first, second] = fold.leaders((number / self.rest) as usize);
        let mut squares = [first; MOST_UNITS];
        let mut number = number;
        for place in (2..count).rev() {
            squares[place] = Square::from_index(number as usize & 63);
            number >>= 6;
        }
        if count > 1 {
            squares[1] = second;
        }
        squares
    }
}

impl Space {
    pub fn new(rules: RuleSet, classes: Vec<Material>) -> Space {
        let symmetries = rules.symmetries();
        let folds = [false, true].map(|with_pawns| {
            let keeps = symmetries.iter();
            let keeps = keeps.filter(|symmetry| !with_pawns || symmetry.keeps_ranks());
            Fold::new(keeps.copied().collect())
        });
        let classes: Vec<Class> = classes
            .into_iter()
            .map(|material| Class::new(material, &folds))
            .collect();
        let numbers = classes.iter().enumerate();
        let numbers = numbers.map(|(number, class)| (class.key, number)).collect();
        Space {
            rules,
            nature: rules.nature(),
            folds,
            classes,
            numbers,
        }
    }

    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    pub fn nature(&self) -> Nature {
        self.nature
    }

    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// How many states all classes have.
    pub fn states(&self) -> u64 {
        self.classes.iter().map(|class| class.states).sum()
    }

    pub fn class_of(&self, material: &Material) -> Option<usize> {
        self.numbers.get(&material.key()).copied()
    }

    /// Where a position is found; `near` is a class where it may well be. `None` if it has rights
    /// to castle or is made of other units.
    #[inline]
    pub fn find(&self, position: &Position, near: usize) -> Option<Found> {
        let content = Content::of(position, false)?;
        let class = if self.classes[near].key == content.key {
            near
        } else {
            *self.numbers.get(&content.key)?
        };
        Some(self.find_content(&content, class))
    }

    /// Whether this is what positions of the class are made of.
    pub fn is_of(&self, content: &Content, class: usize) -> bool {
        self.classes[class].key == content.key
    }

    /// Where what a position is made of is found in its class.
    #[inline]
    pub fn find_content(&self, content: &Content, class: usize) -> Found {
        let found = &self.classes[class];
        let (placement, symmetry) = found.number(&self.folds[found.fold], &content.squares);
        Found {
            class,
            state: placement * 2 + content.to_move.index() as u64,
            symmetry,
        }
    }

    /// Where the image of a state's placement under a symmetry is found: the same number, and the
    /// symmetry that leads back.
    pub fn way_back(&self, class: usize, state: u64, symmetry: u8) -> u8 {
        let class = &self.classes[class];
        let fold = &self.folds[class.fold];
        let image = fold.symmetry(symmetry);
        let squares = class
            .squares(fold, state / 2)
            .map(|square| image.image(square));
        class.number(fold, &squares).1
    }

    /// Where a placement is found that a position, itself found here, leads to, seen from the state
    /// that stands for that position.
    pub fn find_after(&self, after: &Position, from: Found) -> Option<Found> {
        let found = self.find(after, from.class)?;
        Some(self.seen_from(found, from))
    }

    /// The same for a placement that is found already.
    pub fn seen_from(&self, found: Found, from: Found) -> Found {
        let class = &self.classes[found.class];
        let fold = &self.folds[class.fold];
        // The image of the placement under the symmetry that led to the state.
        let [first, then] = [found.symmetry, from.symmetry];
        let stood = class.squares(fold, found.state / 2);
        let squares = stood.map(|square| {
            let square = fold.symmetry(first).source(square);
            fold.symmetry(then).image(square)
        });
        let (placement, symmetry) = class.number(fold, &squares);
        Found {
            class: found.class,
            state: placement * 2 + (found.state & 1),
            symmetry,
        }
    }

    /// Whether ranks matter to a class, so that fewer symmetries hold.
    pub fn has_ranks(&self, class: usize) -> bool {
        self.classes[class].fold == 1
    }

    /// Sets up a state, does something with the position and clears the board. `None` if the number
    /// belongs to no position, or to one in which the side that waits is in check.
    #[inline]
    pub fn at<R: Rules, T>(
        &self,
        boards: &mut Boards,
        class: usize,
        state: u64,
        visit: impl FnOnce(&mut Position) -> T,
    ) -> Option<T> {
        let color = Color::BOTH[(state & 1) as usize];
        let moves = &mut boards.moves;
        let position = &mut boards.positions[color.index()];
        let undo = position.begin();
        let result = if self.place::<R>(position, moves, class, state) {
            Some(visit(position))
        } else {
            None
        };
        // Whatever stands where no position is has no side to move yet.
        if position.to_move() != color {
            position.finish();
        }
        position.unmake(&undo);
        result
    }

    fn place<R: Rules>(
        &self,
        position: &mut Position,
        moves: &mut Vec<Move>,
        class: usize,
        state: u64,
    ) -> bool {
        let class = &self.classes[class];
        let fold = &self.folds[class.fold];
        let squares = class.squares(fold, state / 2);
        let waiting = position.to_move();
        let mut passed = None;
        for (place, &Member { unit, beneath }) in class.material.members().iter().enumerate() {
            let mut square = squares[place];
            let is_at_home =
                unit.kind() == Kind::Pawn && square.rank() == unit.color().rank_ahead(0);
            if is_at_home && self.nature.en_passant {
                if passed.is_some() || unit.color() != waiting {
                    return false;
                }
                passed = Some(Square::new(square.file(), unit.color().rank_ahead(2)));
                square = Square::new(square.file(), unit.color().rank_ahead(3));
            } else if !may_stand(
                Member { unit, beneath },
                square,
                self.nature.first_rank_pawns,
            ) {
                return false;
            }
            if position.unit(square).is_some() {
                return false;
            }
            position.replace(square, unit, beneath);
        }
        if class.number(fold, &squares).0 != state / 2 {
            return false;
        }
        if let Some(passed) = passed {
            let start = Square::new(passed.file(), waiting.rank_ahead(1));
            if position.unit(passed).is_some() || position.unit(start).is_some() {
                return false;
            }
            position.set_en_passant(Some(passed));
        }
        position.finish();
        if R::is_in_check(position, waiting) {
            return false;
        }
        if passed.is_none() {
            return true;
        }
        moves.clear();
        R::pseudo_moves(position, moves);
        moves.iter().any(|mv| mv.kind() == MoveKind::EnPassant)
    }
}

/// The squares of a pawn of this colour that has just passed over a square: where it stands, and on
/// its first rank.
fn step_of(color: Color, passed: Square) -> (Square, Square) {
    let on = |steps| Square::new(passed.file(), color.rank_ahead(steps));
    (on(3), on(0))
}

/// Takes a move back, as in [`Position::unmake`], after doing something with the position reached.
#[inline]
pub(super) fn after<R: Rules, T>(
    position: &mut Position,
    mv: Move,
    visit: impl FnOnce(&mut Position, &Undo) -> T,
) -> T {
    let undo = R::make(position, mv);
    let result = visit(position, &undo);
    position.unmake(&undo);
    result
}
