//! The questions of [`Rules`] under a rule set chosen at run time, so that a test can loop over
//! rule sets.

use fata::board::{Position, Setup, Undo};
use fata::chess::{Bitboard, Color, Move};
use fata::rules::{self, Job, Pictures, RuleSet, Rules, Sitting};

type AddMoves = fn(&mut Position, &mut Vec<Move>);
type Ask = fn(&mut Position, &mut Vec<Move>) -> bool;
type Draw = fn(&Position, &Sitting<'_>) -> Option<Pictures>;

/// One rule set's answers.
#[derive(Clone, Copy)]
pub struct Engine {
    pub rules: RuleSet,
    pub pseudo_moves: AddMoves,
    pub legal_moves: AddMoves,
    pub mating_moves: fn(&mut Position, &mut Vec<Move>, usize),
    pub compelling_moves: AddMoves,
    pub has_legal_move: Ask,
    pub is_clearly_possible: fn(&Position, Move, &mut Vec<Move>) -> bool,
    pub mate_is_conceivable: fn(&Position, Color, u32, u32) -> bool,
    pub stalemate_is_conceivable: fn(&Position, Color, u32, u32) -> bool,
    pub mate_pictures: Draw,
    pub stalemate_pictures: Draw,
    pub is_mate: Ask,
    pub is_stalemate: Ask,
    pub make: fn(&mut Position, Move) -> Undo,
    pub was_legal: fn(&Position, &Undo) -> bool,
    pub is_in_check: fn(&Position, Color) -> bool,
    pub checkers: fn(&Position, Color) -> Bitboard,
    pub perft: fn(&mut Position, u32) -> u64,
    pub divide: fn(&mut Position, u32) -> Vec<(Move, u64)>,
}

struct Questions(RuleSet);

impl Job for Questions {
    type Output = Engine;

    fn run<R: Rules>(self) -> Engine {
        Engine {
            rules: self.0,
            pseudo_moves: R::pseudo_moves,
            legal_moves: R::legal_moves,
            mating_moves: R::mating_moves,
            compelling_moves: R::compelling_moves,
            has_legal_move: R::has_legal_move,
            is_clearly_possible: R::is_clearly_possible,
            mate_is_conceivable: R::mate_is_conceivable,
            stalemate_is_conceivable: R::stalemate_is_conceivable,
            mate_pictures: R::mate_pictures,
            stalemate_pictures: R::stalemate_pictures,
            is_mate: rules::is_mate::<R>,
            is_stalemate: rules::is_stalemate::<R>,
            make: R::make,
            was_legal: R::was_legal,
            is_in_check: R::is_in_check,
            checkers: R::checkers,
            perft: rules::perft::<R>,
            divide: rules::divide::<R>,
        }
    }
}

impl Engine {
    pub fn of(rules: RuleSet) -> Engine {
        rules.run(Questions(rules))
    }

    /// The diagram, ready for play.
    pub fn enter(&self, setup: &Setup, to_move: Color) -> Position {
        rules::enter(setup, self.rules, to_move)
            .unwrap_or_else(|errors| panic!("the diagram can be played: {errors:?}"))
    }

    /// The moves that one of the questions gives, found on a copy of the position.
    pub fn list(&self, ask: AddMoves, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        ask(&mut position.clone(), &mut moves);
        moves
    }

    /// Every legal move.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        self.list(self.legal_moves, position)
    }

    /// Every legal move in machine notation, sorted.
    pub fn texts(&self, position: &Position) -> Vec<String> {
        texts(&self.moves(position))
    }

    /// The legal move with this text.
    pub fn find(&self, position: &Position, text: &str) -> Option<Move> {
        let mut moves = self.moves(position).into_iter();
        moves.find(|mv| mv.to_string() == text)
    }

    /// Whether the move with this text is legal.
    pub fn allows(&self, position: &Position, text: &str) -> bool {
        self.find(position, text).is_some()
    }

    /// The position after a legal move.
    pub fn after(&self, position: &Position, mv: Move) -> Position {
        let mut next = position.clone();
        let _ = (self.make)(&mut next, mv);
        next
    }

    /// The position after these legal moves, given as text.
    pub fn play(&self, position: &Position, moves: &str) -> Position {
        let mut position = position.clone();
        for text in moves.split_whitespace() {
            let mv = self.find(&position, text).unwrap_or_else(|| {
                let legal = self.texts(&position);
                panic!("{text} is not legal, but {legal:?} in\n{position:?}")
            });
            position = self.after(&position, mv);
        }
        position
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self, position: &Position) -> bool {
        (self.is_in_check)(position, position.to_move())
    }
}

/// Moves in machine notation, sorted.
pub fn texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}
