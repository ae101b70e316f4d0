//! Predecessors: the positions from which a legal move leads here.
//!
//! The rule set guesses from the geometry which move may have been the last
//! ([`Rules::each_guess_before`]); each guess is then confirmed by the rules as they run forwards. So a
//! predecessor is right by construction, and that none is missing is tested: *q* is among the
//! predecessors of *p* if and only if *p* is among the successors of *q*.
//!
//! A predecessor is a whole position, legal in the sense that the side not to move is not in check.
//! What its successor does not tell ranges over all that it can be:
//!
//! - *Units that left the board* (captured, expelled, or vanished with what they captured) over the
//!   [`Uncaptures`] given.
//! - *Memories under a unit that was captured* (Reincarnation), which its capturer's own replaced: none, or
//!   one of the [`Uncaptures`].
//! - *Rights to castle* that the move took away: every set of them. In Dynamo a displaced unit keeps
//!   its right, so that king and rooks may have it on any square there.
//! - *En passant*: no double step just made, or any that an enemy pawn could answer by taking in
//!   passing, as far as it strikes the square passed over.
//! - *Ko* (Dynamo): nothing is forbidden in the predecessors given. Each stands for all that differ from
//!   it only in the placement forbidden, which may be any but the one that the move leads to.

use crate::board::Position;
use crate::chess::{Move, Unit};
use crate::rules::{Rules, Uncaptures};

/// What is known of the position whose predecessors are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// All: rights to castle, en passant and ko are those of the position.
    All,
    /// The diagram, and of the rest only what the position has: at least these rights to castle, and
    /// this double step just made if there is one; ko is not known. A predecessor is given once for each
    /// move and diagram, with no more rights than these and those that the move itself needs, and
    /// with a double step only if the move takes in passing: again all that is needed.
    AtLeast,
}

/// Visits every predecessor of the position with the move that leads from it; no pair of them
/// twice. The position comes back as it was.
///
/// ```
/// use fata::board::Setup;
/// use fata::chess::{Color, Kind, Unit};
/// use fata::retro::{Known, each_predecessor};
/// use fata::rules::{Job, RuleSet, Rules, Uncaptures, enter};
///
/// struct LastMoves(Setup);
/// impl Job for LastMoves {
///     type Output = Vec<String>;
///     fn run<R: Rules>(self) -> Vec<String> {
///         let mut position = enter(&self.0, RuleSet::default(), Color::Black).unwrap();
///         let mut moves = Vec::new();
///         let captured = Uncaptures::none();
///         each_predecessor::<R>(&mut position, Known::All, &captured, &mut |_, mv| {
///             moves.push(mv.to_string());
///         });
///         moves
///     }
/// }
///
/// // The pawn, on its second rank, has never moved: it was the king, if nothing was captured.
/// let mut setup = Setup::default();
/// for (square, color, kind) in [
///     ("a1", Color::White, Kind::King),
///     ("b2", Color::White, Kind::Pawn),
///     ("e4", Color::Black, Kind::King),
/// ] {
///     setup.units.insert(square.parse().unwrap(), Unit::new(color, kind));
/// }
/// assert_eq!(RuleSet::default().run(LastMoves(setup)), ["b1a1", "a2a1"]);
/// ```
pub fn each_predecessor<R: Rules>(
    position: &mut Position,
    known: Known,
    uncaptures: &Uncaptures,
    visit: &mut impl FnMut(&mut Position, Move),
) {
    let after = position.clone();
    let mut moves = Vec::new();
    let mut last: Option<(Position, Move)> = None;
    R::each_guess_before(position, uncaptures, &mut |before, mv| {
        // A guess comes first with no more rights than it needs, then with others.
        let is_again = |(other, m): &(Position, Move)| *m == mv && before.is_same_diagram(other);
        if last.as_ref().is_some_and(is_again) {
            return;
        }
        if leads_to::<R>(before, mv, &after, known, &mut moves) {
            if known == Known::AtLeast {
                last = Some((before.clone(), mv));
            }
            visit(before, mv);
        }
    });
}

/// Whether the move is legal in a legal position, and leads from there to the other.
fn leads_to<R: Rules>(
    before: &mut Position,
    mv: Move,
    after: &Position,
    known: Known,
    moves: &mut Vec<Move>,
) -> bool {
    if R::is_in_check(before, !before.to_move()) {
        return false;
    }
    if !R::is_clearly_possible(before, mv, moves) {
        moves.clear();
        R::pseudo_moves(before, moves);
        if !moves.contains(&mv) {
            return false;
        }
    }
    let undo = R::make(before, mv);
    let is_right = match known {
        Known::All => before.key() == after.key(),
        Known::AtLeast => includes(before, after),
    };
    let is_legal = is_right && R::was_legal(before, &undo);
    before.unmake(&undo);
    is_legal
}

/// Whether the position shows the other's diagram and has all rights and the double step that it has.
fn includes(position: &Position, needed: &Position) -> bool {
    let has_right = |position: &Position, square| {
        let unit: Option<Unit> = position.unit(square);
        unit.is_some_and(Unit::is_unmoved)
    };
    let passed = needed.en_passant();
    position.is_same_diagram(needed)
        && (passed.is_none() || position.en_passant() == passed)
        && needed
            .occupied()
            .all(|square| !has_right(needed, square) || has_right(position, square))
}
