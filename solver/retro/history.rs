//! The possible last moves of a diagram, and what they tell about en passant and castling.
//!
//! The question is asked of the placement of the units alone: whether a game of chess may have led
//! there in the end is not looked into, only so many plies.

use super::unmoves::{Known, each_predecessor};
use super::watch::Watcher;
use crate::board::Position;
use crate::chess::{Color, Kind, Move, MoveKind, Square, Unit};
use crate::problem::{CastlingRight, DoubleStep, History, Status, Unmove};
use crate::rules::{Captures, Job, RuleSet, Rules, Uncaptures};

/// How far to look back.
#[derive(Clone, Debug)]
pub struct Question {
    /// The rule set.
    pub rules: RuleSet,
    /// How many plies, at least 1.
    pub plies: u32,
    /// What may have been captured.
    pub uncaptures: Uncaptures,
    /// How many moves may be taken back in all.
    pub limit: usize,
}

/// There are more moves to take back than the limit allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "more than {0} moves to take back: look back fewer plies, allow fewer captured units, or raise the limit"
)]
pub struct TooMany(pub usize);

/// What may have come before a position. Of its rights to castle it is asked whether they may be there; an
/// en passant square that it has is taken as known.
///
/// If the watcher stops it, the moves found so far are told, with the status `Interrupted`.
///
/// # Errors
/// If more moves would have to be taken back than the question allows.
pub fn history(
    position: &Position,
    question: &Question,
    watcher: &dyn Watcher,
) -> Result<History, TooMany> {
    question.rules.run(Recall {
        position,
        question,
        watcher,
    })
}

struct Recall<'a> {
    position: &'a Position,
    question: &'a Question,
    watcher: &'a dyn Watcher,
}

/// What may still be done.
struct Budget {
    /// So many moves may be taken back.
    left: usize,
    /// Nothing more: the watcher wants an end.
    is_stopped: bool,
}

impl Job for Recall<'_> {
    type Output = Result<History, TooMany>;

    fn run<R: Rules>(self) -> Self::Output {
        let mut bare = self.with_rights(|_| false);
        let (last_moves, is_whole) = self.back::<R>(&mut bare)?;
        let mut status = match is_whole {
            true => Status::Complete,
            false => Status::Interrupted,
        };
        let rights = rights(self.position);
        let mut castlings = Vec::new();
        for (king, rook) in rights {
            let mut needed = self.with_rights(|square| square == king || square == rook);
            let (moves, is_whole) = self.back::<R>(&mut needed)?;
            let is_possible = is_initial_array(&needed) || !moves.is_empty();
            if !is_possible && !is_whole {
                status = Status::Interrupted;
                continue;
            }
            castlings.push(CastlingRight {
                king,
                rook,
                is_possible,
            });
        }
        let is_initial_array = is_initial_array(&bare);
        let double_step = match self.question.rules.captures() {
            Captures::Reincarnation | Captures::Dynamo => DoubleStep::NoEnPassant,
            _ if is_initial_array => DoubleStep::Not,
            _ if !is_whole => DoubleStep::Unknown,
            _ => double_step::<R>(&mut bare, &last_moves),
        };
        Ok(History {
            status,
            last_moves,
            is_initial_array,
            double_step,
            castlings,
        })
    }
}

impl Recall<'_> {
    /// The position with only some of its rights to castle.
    fn with_rights(&self, stays: impl Fn(Square) -> bool) -> Position {
        let given = self.position;
        let mut position = Position::empty(given.to_move());
        for square in given.occupied() {
            if let Some(unit) = given.unit(square) {
                let unit = if stays(square) { unit } else { unit.moved() };
                position.enter(square, unit, given.beneath(square));
            }
        }
        position.set_en_passant(given.en_passant());
        position
    }

    /// The moves that may have led to the position, and whether these are all.
    fn back<R: Rules>(&self, position: &mut Position) -> Result<(Vec<Unmove>, bool), TooMany> {
        let mut budget = Budget {
            left: self.question.limit,
            is_stopped: false,
        };
        let plies = self.question.plies;
        let unmoves = self.unmoves::<R>(position, None, plies, &mut budget)?;
        Ok((unmoves, !budget.is_stopped))
    }

    /// The moves that may have led to the position, of those that so many plies may have led to. The
    /// move that follows led to `later`, which bars what would have been ko.
    fn unmoves<R: Rules>(
        &self,
        position: &mut Position,
        later: Option<&Position>,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Vec<Unmove>, TooMany> {
        let mut found = Vec::new();
        let mut is_over = false;
        let uncaptures = &self.question.uncaptures;
        each_predecessor::<R>(position, Known::AtLeast, uncaptures, &mut |before, mv| {
            budget.is_stopped |= self.watcher.should_stop();
            is_over |= budget.left == 0;
            if is_over || budget.is_stopped {
                return;
            }
            budget.left -= 1;
            if later.is_none_or(|later| !before.is_same_diagram(later)) {
                found.push((mv, before.clone()));
            }
        });
        if is_over {
            return Err(TooMany(self.question.limit));
        }
        let mut unmoves = Vec::new();
        for (mv, mut before) in found {
            let mut earlier = Vec::new();
            if plies > 1 && !is_initial_array(&before) {
                if budget.is_stopped {
                    break;
                }
                earlier = self.unmoves::<R>(&mut before, Some(position), plies - 1, budget)?;
                if earlier.is_empty() {
                    continue;
                }
            }
            let took = taken(&before, mv);
            unmoves.push(Unmove {
                mv,
                before,
                took,
                earlier,
            });
        }
        unmoves.sort_by_cached_key(|unmove| {
            let mover = unmove.before.unit(unmove.mv.from()).map(Unit::code);
            let took = unmove
                .took
                .map(|(unit, memory)| (unit.code(), memory.map(|m| m.code())));
            (unmove.mv.to_string(), mover, took)
        });
        Ok(unmoves)
    }
}

/// The unit that the move takes where it goes, or expels, with what that stands over.
fn taken(before: &Position, mv: Move) -> Option<(Unit, Option<crate::chess::Beneath>)> {
    let square = match (mv.kind(), mv.passive()) {
        (MoveKind::EnPassant | MoveKind::Castling, _) => None,
        (_, Some((from, None))) => Some(from),
        (_, Some(_)) => None,
        (_, None) => mv.to(),
    };
    let square = square?;
    Some((before.unit(square)?, before.beneath(square)))
}

/// Kings and rooks that the position lets castle.
fn rights(position: &Position) -> Vec<(Square, Square)> {
    let mut rights = Vec::new();
    for color in Color::BOTH {
        let unmoved = |kind| {
            let units = position.units_of(color, kind);
            units.filter(|&square| position.unit(square).is_some_and(Unit::is_unmoved))
        };
        for king in unmoved(Kind::King) {
            rights.extend(unmoved(Kind::Rook).map(|rook| (king, rook)));
        }
    }
    rights
}

fn double_step<R: Rules>(position: &mut Position, last_moves: &[Unmove]) -> DoubleStep {
    let passed = |unmove: &Unmove| {
        let (from, to) = (unmove.mv.from(), unmove.mv.to()?);
        let unit = unmove.before.unit(from)?;
        let is_double = unit.kind() == Kind::Pawn && from.rank().abs_diff(to.rank()) == 2;
        is_double.then(|| Square::new(from.file(), (from.rank() + to.rank()) / 2))
    };
    let mut squares: Vec<Square> = last_moves.iter().filter_map(passed).collect();
    squares.sort();
    squares.dedup();
    match squares.as_slice() {
        [] => DoubleStep::Not,
        &[square] if last_moves.iter().all(|unmove| passed(unmove).is_some()) => {
            let known = position.en_passant();
            position.set_en_passant(Some(square));
            let mut moves = Vec::new();
            R::legal_moves(position, &mut moves);
            position.set_en_passant(known);
            moves.retain(|mv| mv.kind() == MoveKind::EnPassant);
            moves.sort_by_cached_key(Move::to_string);
            DoubleStep::Must(square, moves)
        }
        _ => DoubleStep::Maybe(squares),
    }
}

/// Whether the units stand as at the start of a game, with White to move.
fn is_initial_array(position: &Position) -> bool {
    use Kind::{Bishop, King, Knight, Queen, Rook};
    const OFFICERS: [Kind; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    let stands = |color: Color, square: Square, kind| {
        let unit = position.unit(square).map(Unit::plain);
        unit == Some(Unit::new(color, kind))
    };
    position.to_move() == Color::White
        && position.occupied().len() == 32
        && position.remembered().is_empty()
        && position.zombies().is_empty()
        && Color::BOTH.iter().all(|&color| {
            (0..8).zip(OFFICERS).all(|(file, officer)| {
                let on = |ahead| Square::new(file, color.rank_ahead(ahead));
                stands(color, on(0), officer) && stands(color, on(1), Kind::Pawn)
            })
        })
}
