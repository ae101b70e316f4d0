//! What is asked beside the stipulation.

use std::time::Duration;

use super::stipulation::{Aim, Stipulation};

/// Whether the problem is also, or only, to be solved with the sides exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplex {
    /// White plays White's part.
    #[default]
    No,
    /// First White, then Black plays White's part.
    Both,
    /// Black plays White's part.
    Half,
}

/// The options of a problem that bear on the question. Those of the diagram (castling, en passant,
/// missing kings) are in its [`Setup`](crate::board::Setup).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Ask for the set play too.
    pub set_play: bool,
    /// Exchange the sides.
    pub duplex: Duplex,
    /// In help play, leave out Black's first move: White begins.
    pub white_to_play: bool,
    /// The diagram is the position after the key: Black is to move.
    pub post_key_play: bool,
    /// Show first moves with at most so many refutations; 0 asks for no tries.
    pub tries: u32,
    /// Show the play after the keys, however long.
    pub variations: bool,
    /// Leave threats out of the play shown.
    pub no_threat: bool,
    /// Stop after so many solutions (lines or keys).
    pub max_solutions: Option<u64>,
    /// Stop after so long.
    pub max_time: Option<Duration>,
    /// Try only the first moves from this one on, counted from 1 in the order of their notation.
    pub start_move: Option<u64>,
    /// Try only the first moves up to this one.
    pub up_to_move: Option<u64>,
}

/// An option that bears on some stipulations only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `SetPlay`
    SetPlay,
    /// `WhiteToPlay`
    WhiteToPlay,
    /// `PostKeyPlay`
    PostKeyPlay,
    /// `Try`, `Defence n`
    Tries,
    /// `Variation`
    Variations,
    /// `NoThreat`
    NoThreat,
}

impl Choice {
    /// The word that asks for it.
    pub const fn word(self) -> &'static str {
        match self {
            Choice::SetPlay => "SetPlay",
            Choice::WhiteToPlay => "WhiteToPlay",
            Choice::PostKeyPlay => "PostKeyPlay",
            Choice::Tries => "Try",
            Choice::Variations => "Variation",
            Choice::NoThreat => "NoThreat",
        }
    }
}

impl Options {
    /// The options chosen that have no effect with this stipulation: keys, tries, threats and
    /// variations belong to battle play, the side that begins can change in help play of whole
    /// moves only, and the shortest stipulations have no set play.
    pub fn idle(&self, stipulation: Stipulation) -> Vec<Choice> {
        let is_help = stipulation.aim == Aim::Help;
        let may_skip_black = is_help && !stipulation.half && stipulation.moves > 0;
        let after_key = self.post_key_play && !is_help;
        let plies = stipulation.plies().0 - u32::from(self.white_to_play && may_skip_black);
        [
            (self.set_play && (plies <= 1 || after_key), Choice::SetPlay),
            (self.white_to_play && !may_skip_black, Choice::WhiteToPlay),
            (self.post_key_play && is_help, Choice::PostKeyPlay),
            (self.tries > 0 && (is_help || after_key), Choice::Tries),
            (self.variations && is_help, Choice::Variations),
            (self.no_threat && is_help, Choice::NoThreat),
        ]
        .into_iter()
        .filter_map(|(is_idle, choice)| is_idle.then_some(choice))
        .collect()
    }

    /// The options without this one.
    #[must_use]
    pub fn without(mut self, choice: Choice) -> Options {
        match choice {
            Choice::SetPlay => self.set_play = false,
            Choice::WhiteToPlay => self.white_to_play = false,
            Choice::PostKeyPlay => self.post_key_play = false,
            Choice::Tries => self.tries = 0,
            Choice::Variations => self.variations = false,
            Choice::NoThreat => self.no_threat = false,
        }
        self
    }

    /// The options that have an effect with this stipulation.
    #[must_use]
    pub fn fitted(&self, stipulation: Stipulation) -> Options {
        self.idle(stipulation)
            .into_iter()
            .fold(self.clone(), Options::without)
    }
}
