//! How units move.
//!
//! A rule set answers the questions of the trait [`Rules`]; search, retrograde analysis and the rest
//! ask nothing else and know no rule set by name. [`RuleSet`] is the name as data;
//! [`RuleSet::run`] is the one place where it becomes a type.
//!
//! Orthodox chess, Kamikaze and Reincarnation share `Classic` (`classic.rs`), on either board,
//! and differ in the small trait `Capture`. Dynamo, which has no captures,
//! implements [`Rules`] itself.

mod cadence;
mod castling;
mod classic;
mod dynamo;
mod dynamo_unmoves;
mod entry;
mod followups;
mod kamikaze;
mod legal;
mod nature;
mod orthodox;
mod outlook;
mod perft;
mod reincarnation;
mod resources;
mod rule_set;
mod uncaptures;
mod unmoves;

use crate::board::{Position, Undo};
use crate::chess::{Bitboard, Color, Move};

pub use cadence::{Cadence, Game, Standing};
pub use entry::{SetupError, enter};
pub use legal::{is_mate, is_stalemate};
pub use nature::Nature;
pub use outlook::{Outlets, Pictures, Sitting, View};
pub use perft::{divide, perft, perft_until};
pub use rule_set::{Captures, Job, Kamikazes, RuleSet, RuleSetError, Shape};
pub use uncaptures::Uncaptures;

/// Raised whenever a rule comes to mean something else, so that older results count no more.
pub const RULES_VERSION: u32 = 1;

/// One rule set, chosen by type.
///
/// Only [`pseudo_moves`](Rules::pseudo_moves), [`make`](Rules::make),
/// [`checkers`](Rules::checkers) and [`was_legal`](Rules::was_legal) say what the rules are; the other methods follow from them, and
/// a rule set overrides them only to give the same answer sooner.
///
/// A position is ready for these questions when it comes from [`enter`] or from legal moves after it.
pub trait Rules: Copy + Send + Sync + 'static {
    /// Adds every move of the side to move that the rules allow but for what the move does to the
    /// mover's own king, and but for ko. Each distinct move is added once.
    fn pseudo_moves(position: &mut Position, list: &mut Vec<Move>);

    /// Carries out a move that [`pseudo_moves`](Rules::pseudo_moves) gave for this very position.
    fn make(position: &mut Position, mv: Move) -> Undo;

    /// The units that could take (or expel) this side's king if the other side were to move.
    fn checkers(position: &Position, color: Color) -> Bitboard;

    /// Whether this side's king is in check.
    fn is_in_check(position: &Position, color: Color) -> bool {
        !Self::checkers(position, color).is_empty()
    }

    /// Whether the move just made, with this record, was legal.
    fn was_legal(position: &Position, _undo: &Undo) -> bool {
        !Self::is_in_check(position, !position.to_move())
    }

    /// Adds every legal move.
    fn legal_moves(position: &mut Position, list: &mut Vec<Move>) {
        let start = list.len();
        Self::pseudo_moves(position, list);
        legal::keep_legal::<Self>(position, list, start, |_| false);
    }

    /// Adds legal moves that mate: all of them, or the first few if they are more than `most`.
    fn mating_moves(position: &mut Position, list: &mut Vec<Move>, most: usize) {
        let start = list.len();
        Self::legal_moves(position, list);
        legal::keep_mating::<Self>(position, list, start, most, |_, _| false);
    }

    /// Adds legal moves, among them all that leave the enemy nothing but moves that mate.
    fn compelling_moves(position: &mut Position, list: &mut Vec<Move>) {
        Self::legal_moves(position, list);
    }

    /// Adds legal moves, among them all after which a mate follows on the next move, whatever the
    /// enemy does.
    fn preparing_moves(position: &mut Position, list: &mut Vec<Move>) {
        Self::legal_moves(position, list);
    }

    /// Whether `attacker` might still mate with so many more moves of his and of the defender's, both
    /// helping: a bound that may say yes wrongly, never no.
    fn mate_is_conceivable(_: &Position, _attacker: Color, _attacks: u32, _defences: u32) -> bool {
        true
    }

    /// The same for stalemate.
    fn stalemate_is_conceivable(
        _: &Position,
        _attacker: Color,
        _attacks: u32,
        _defences: u32,
    ) -> bool {
        true
    }

    /// All mates that are in reach; `None` if they are too many, or the rule set cannot tell.
    fn mate_pictures(_: &Position, _: &Sitting<'_>) -> Option<Pictures> {
        None
    }

    /// The same for stalemates.
    fn stalemate_pictures(_: &Position, _: &Sitting<'_>) -> Option<Pictures> {
        None
    }

    /// Whether a move that was legal in some other position may be made in this one, as
    /// [`pseudo_moves`](Rules::pseudo_moves) would have it. May say no where to find out would
    /// take long. `scratch` comes back as it was.
    fn is_clearly_possible(_: &Position, _: Move, _scratch: &mut Vec<Move>) -> bool {
        false
    }

    /// Visits positions from which a move may have led here, each with that move and ready for play:
    /// every one from which it did, as `retro` states it, and maybe others, to be ruled out by
    /// making the move. The position comes back as it was.
    fn each_guess_before(
        position: &mut Position,
        uncaptures: &Uncaptures,
        visit: &mut impl FnMut(&mut Position, Move),
    );

    /// Whether the side to move has a legal move. `scratch` comes back as it was.
    fn has_legal_move(position: &mut Position, scratch: &mut Vec<Move>) -> bool {
        let start = scratch.len();
        Self::pseudo_moves(position, scratch);
        let found = (start..scratch.len()).any(|n| legal::is_legal::<Self>(position, scratch[n]));
        scratch.truncate(start);
        found
    }
}
