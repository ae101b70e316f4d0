//! What is claimed about a phase, and the verdict on it.
//!
//! Moves are written in machine notation here, because claims come as text and may name moves that
//! do not exist; a line is its moves with one blank between.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a problem claims about one phase.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Claim {
    /// All solutions: lines, or keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// Every solution found must be one of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_of: Option<Vec<String>>,
    /// The lines of the set play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_lines: Option<Vec<String>>,
    /// The lines that are shorter than stipulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_lines: Option<Vec<String>>,
    /// Tries, each with its only refutation; there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<BTreeMap<String, String>>,
    /// The number of first moves with exactly one refutation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub try_count: Option<u64>,
    /// The number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// How the solutions branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<Intended>,
    /// What the author's own words say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<Written>,
    /// What could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
}

/// The number of solutions, or of the branches at each half-move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intended {
    /// So many solutions.
    Count(u64),
    /// So many moves at each half-move in turn; beyond the last one each.
    Branches(Vec<u64>),
}

/// A solution as an author writes it, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Written {
    /// The lines, or the keys.
    pub solutions: Vec<String>,
    /// The lines of the set play of a help problem.
    pub set_lines: Vec<String>,
    /// First moves that fail, with the refutations named.
    pub tries: Vec<(String, Vec<String>)>,
    /// Play after first moves of battle play, from the first move on; `pass` stands for a move of
    /// the other side that is left out.
    pub variations: Vec<Vec<String>>,
    /// Moves that could not be read, with the reason.
    pub unread: Vec<String>,
    /// Whether `solutions` are all that is written: no line, or no first move, could not be read.
    pub is_whole: bool,
}

/// The truth about a phase, as far as a claim can contradict it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Truth {
    /// Whether keys are asked for, not lines.
    pub is_battle: bool,
    /// Whether nothing else exists.
    pub is_complete: bool,
    /// Lines or keys, sorted.
    pub solutions: Vec<String>,
    /// The lines of the set play of a help problem, if asked for and possible.
    pub set_lines: Option<Vec<String>>,
    /// Solutions that are shorter than stipulated.
    pub short: Vec<Short>,
    /// Continuations that are not unique, after each key.
    pub duals: Vec<Dual>,
    /// First moves with exactly one refutation, if asked for.
    pub tries: Option<BTreeMap<String, String>>,
    /// The moves that refute the key that the diagram has already seen, if that was asked.
    pub post_key_refutations: Option<Vec<String>>,
}

/// Solutions that are shorter than stipulated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Short {
    /// The stipulation that they fulfil.
    pub stipulation: String,
    /// Whether the side begins that the stipulation lets begin, and not the other one.
    pub same_side: bool,
    /// Lines or keys.
    pub solutions: Vec<String>,
}

/// A point at which the attacker has more than one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Dual {
    /// The number of the attacker's move, 2 or more.
    #[serde(rename = "move")]
    pub number: u32,
    /// Whether these moves all reach the goal at once.
    pub ends: bool,
    /// Whether they are threats, all of them.
    pub threat: bool,
    /// The moves before it from the key on; `pass` where a threat is carried out.
    pub after: String,
    /// The moves that work.
    pub continuations: Vec<String>,
}

/// One thing found about a phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Finding {
    /// It should have been refused and was not.
    NotRefused,
    /// It does not solve.
    NoSolution,
    /// A post-key diagram whose attacker has been refuted already.
    Refuted {
        /// The moves that refute.
        refutations: Vec<String>,
    },
    /// Solutions that nobody meant; of battle play without a claim all keys, if more than one.
    Cooks {
        /// Lines or keys.
        solutions: Vec<String>,
    },
    /// Claimed solutions that do not solve.
    Missing {
        /// Lines or keys.
        solutions: Vec<String>,
    },
    /// Solutions that are shorter than stipulated, and not claimed as such.
    Short(Short),
    /// Claimed short solutions that are none.
    ShortMissing {
        /// Lines.
        solutions: Vec<String>,
    },
    /// The number or the branching of the solutions is not what is claimed.
    Intended {
        /// What is claimed.
        claimed: String,
        /// What is true.
        found: String,
    },
    /// The set play is not what is claimed.
    SetPlay {
        /// Claimed, but not true.
        missing: Vec<String>,
        /// True, but not claimed.
        unclaimed: Vec<String>,
    },
    /// Tries are not what is claimed.
    Tries {
        /// What is claimed.
        claimed: String,
        /// What is true.
        found: String,
    },
    /// The first point where the author's words differ from the truth.
    Difference {
        /// The moves up to there.
        line: String,
        /// What is different there.
        message: String,
    },
    /// A continuation that is not unique.
    Dual(Dual),
    /// Parts of the claim that could not be read.
    Unread {
        /// What, and why not.
        items: Vec<String>,
    },
    /// More than one line, and nothing is claimed.
    NoClaim {
        /// How many.
        count: usize,
    },
    /// A second, plain search finds something else.
    NotConfirmed {
        /// What only one of the searches finds.
        moves: Vec<String>,
    },
    /// The second search did not come to its end.
    NotVerified,
    /// A limit stopped the work.
    Limit {
        /// Which.
        status: String,
    },
}

/// The verdict, from good to bad; of several reasons the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All that is claimed is true, and nothing else is.
    Sound,
    /// Only some first moves of a problem were looked at, so that nothing is said of the whole.
    Part,
    /// Solutions exist, and nothing is claimed about them.
    NoClaim,
    /// Solved as claimed, but before the last move the attacker has a choice somewhere.
    Dual,
    /// A limit left it open.
    Unchecked,
    /// The set play is not what is claimed.
    SetPlayDiffers,
    /// The author's words, tries or numbers are not true.
    ClaimDiffers,
    /// The number or the branching of the solutions is not what is claimed.
    IntendedNotMet,
    /// The goal can be reached sooner.
    Short,
    /// There are solutions that nobody meant.
    Cooked,
    /// There is no solution.
    NoSolution,
    /// A second, plain search finds something else: a fault of this program.
    NotConfirmed,
    /// It cannot be worked on.
    Error,
}

impl Verdict {
    /// All, from good to bad.
    pub const ALL: [Verdict; 13] = [
        Verdict::Sound,
        Verdict::Part,
        Verdict::NoClaim,
        Verdict::Dual,
        Verdict::Unchecked,
        Verdict::SetPlayDiffers,
        Verdict::ClaimDiffers,
        Verdict::IntendedNotMet,
        Verdict::Short,
        Verdict::Cooked,
        Verdict::NoSolution,
        Verdict::NotConfirmed,
        Verdict::Error,
    ];

    /// How it is said.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Part => "part of a problem",
            Verdict::NoClaim => "no claim",
            Verdict::Dual => "dual",
            Verdict::Unchecked => "unchecked (limit)",
            Verdict::SetPlayDiffers => "set play differs from claim",
            Verdict::ClaimDiffers => "claim differs",
            Verdict::IntendedNotMet => "intended-solutions not met",
            Verdict::Short => "short",
            Verdict::Cooked => "cooked",
            Verdict::NoSolution => "no solution",
            Verdict::NotConfirmed => "not confirmed",
            Verdict::Error => "error",
        }
    }

    /// Whether the problem is unsound, or a claim about it untrue.
    pub fn is_unsound(self) -> bool {
        self >= Verdict::SetPlayDiffers && self != Verdict::Error
    }
}

impl Finding {
    /// The verdict to which this alone would lead.
    pub fn verdict(&self) -> Verdict {
        match self {
            Finding::NoSolution | Finding::Refuted { .. } => Verdict::NoSolution,
            Finding::Cooks { .. } => Verdict::Cooked,
            Finding::Short(short) if short.same_side => Verdict::Short,
            Finding::Intended { .. } => Verdict::IntendedNotMet,
            Finding::SetPlay { .. } => Verdict::SetPlayDiffers,
            Finding::NotRefused
            | Finding::Missing { .. }
            | Finding::ShortMissing { .. }
            | Finding::Tries { .. }
            | Finding::Difference { .. } => Verdict::ClaimDiffers,
            Finding::Dual(dual) if !dual.ends && !dual.threat => Verdict::Dual,
            Finding::NoClaim { .. } => Verdict::NoClaim,
            Finding::NotConfirmed { .. } => Verdict::NotConfirmed,
            Finding::Limit { .. } | Finding::NotVerified => Verdict::Unchecked,
            Finding::Short(_) | Finding::Dual(_) | Finding::Unread { .. } => Verdict::Sound,
        }
    }
}
