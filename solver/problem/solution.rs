//! The answer to a phase.

use std::time::Duration;

use crate::chess::Move;

/// Whether the answer is the whole truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Nothing else exists.
    Complete,
    /// The time was up.
    TimeLimit,
    /// As many solutions were found as asked for.
    MaxSolutions,
    /// The user stopped it.
    Interrupted,
}

/// What was found in one phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Whether anything may be missing.
    pub status: Status,
    /// The play.
    pub play: Play,
    /// Positions visited, which may differ from run to run.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Where the work went; may differ from run to run.
    pub effort: Effort,
}

/// Where the work of a search went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Look-ups in the transposition table.
    pub probes: u64,
    /// Look-ups that answered the question.
    pub hits: u64,
    /// Positions cut because the goal was not conceivable in the moves left.
    pub hopeless: u64,
    /// Attacks refuted by a move that had refuted others, before any move was generated.
    pub killed: u64,
    /// Positions that the endings known beforehand answered.
    pub known: u64,
    /// Entries that the table held in the end, estimated, and those for which there was room.
    pub entries: (u64, u64),
    /// How many goals the units could reach, as far as it matters who stands where, if the search
    /// worked from their end.
    pub goals: Option<u64>,
}

/// What a second search says of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verification {
    /// It found the same keys, or lines, and no others.
    Agrees,
    /// It did not: what one of them has and the other has not, in machine notation.
    Differs(Vec<String>),
    /// One of the searches did not come to its end.
    Unfinished,
}

/// The play, by kind of stipulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Of `h#`: lines.
    Help(Help),
    /// Of `#` and `s#`: keys and what follows them.
    Battle(Battle),
}

/// All lines of a help problem, each complete, sorted by their machine notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Help {
    /// The solutions.
    pub lines: Vec<Vec<Move>>,
    /// The set play, without Black's first move, if asked for and possible.
    pub set_lines: Option<Vec<Vec<Move>>>,
}

/// Keys, tries and set play of a directmate or selfmate; moves are sorted by machine notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Battle {
    /// First moves that reach the goal in time, against any defence.
    pub keys: Vec<Attack>,
    /// First moves with few refutations, if asked for.
    pub tries: Vec<Try>,
    /// White's answers to Black's moves in the diagram, if asked for; only moves with an answer.
    pub set_play: Option<Vec<Defence>>,
    /// The play after the key that the diagram has already seen, if asked for; its refutations
    /// are the moves without an answer.
    pub post_key: Option<Try>,
}

/// A move of the attacker that reaches the goal against any defence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The move; `None` where the diagram is the position after it, or where the move was a pass.
    pub mv: Option<Move>,
    /// The number of moves, this one included, in which the goal is reached against best defence.
    pub length: u32,
    /// What is threatened, if the play was asked for.
    pub threats: Threats,
    /// The defences in the order of their notation, if the play was asked for. Empty where the
    /// move reaches the goal at once.
    pub defences: Vec<Defence>,
}

impl Attack {
    /// An attack without the play after it.
    pub fn bare(mv: Option<Move>, length: u32) -> Attack {
        Attack {
            mv,
            length,
            threats: Threats::None,
            defences: Vec::new(),
        }
    }
}

/// What an attack threatens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Threats {
    /// Not looked for, or there can be none: the move gives check or ends the play.
    #[default]
    None,
    /// Nothing: if the defender could pass, he would be safe.
    Zugzwang,
    /// The attacks that would work if the defender passed.
    Moves(Vec<Attack>),
}

/// A move of the defender and all attacks that work after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The move.
    pub mv: Move,
    /// Whether the move itself reaches the goal, as the last move of a selfmate does.
    pub ends: bool,
    /// All answers that reach the goal in time; more than one is a dual.
    pub answers: Vec<Attack>,
    /// Whether all threats work against it, so that it defends against nothing.
    pub is_idle: bool,
}

/// A first move that fails to few refutations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The play that would be, with those defences that fail.
    pub attack: Attack,
    /// The defences that do not fail, sorted.
    pub refutations: Vec<Move>,
}
