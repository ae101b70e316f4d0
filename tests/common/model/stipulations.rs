//! The stipulations, by trying everything.

use super::{Model, Move};

impl Model {
    /// All lines of exactly this length that end with the goal reached by the attacker, sorted.
    ///
    /// There are none of a length at which the other side makes the last move.
    pub fn help_lines(&self, plies: u32, mate: bool, attacker_white: bool) -> Vec<String> {
        let attacker_moves_last = (self.white == attacker_white) == (plies % 2 == 1);
        let mut lines = Vec::new();
        if plies > 0 && attacker_moves_last {
            self.extend_help("", plies, mate, &mut lines);
        }
        lines.sort();
        lines
    }

    /// The keys: moves by which the side to move forces the goal in at most so many moves.
    pub fn direct_keys(&self, moves: u32, mate: bool) -> Vec<String> {
        self.keys(|next| moves > 0 && next.is_lost_in(moves - 1, mate))
    }

    /// The keys: moves by which the side to move forces the other to reach the goal against it.
    pub fn self_keys(&self, moves: u32, mate: bool) -> Vec<String> {
        self.keys(|next| moves > 0 && next.must_win_in(moves, mate))
    }

    fn keys(&self, forces: impl Fn(&Model) -> bool) -> Vec<String> {
        let mut moves = self.legal();
        moves.retain(|(_, next)| forces(next));
        moves.into_iter().map(|(text, _)| text).collect()
    }

    fn extend_help(&self, line: &str, plies: u32, mate: bool, lines: &mut Vec<String>) {
        for (text, next) in self.legal() {
            let longer = format!("{line} {text}");
            if plies > 1 {
                next.extend_help(&longer, plies - 1, mate, lines);
            } else if next.is_goal(mate) {
                lines.push(longer.trim_start().to_string());
            }
        }
    }

    /// The goal is reached against the side to move.
    fn is_goal(&self, mate: bool) -> bool {
        self.legal().is_empty() && self.is_in_check() == mate
    }

    /// The goal is reached, or whatever the side to move does, so many more moves reach it.
    fn is_lost_in(&self, moves: u32, mate: bool) -> bool {
        let replies = self.legal();
        let goes_on = |(_, next): &Move| !next.direct_keys(moves, mate).is_empty();
        self.is_goal(mate) || (moves > 0 && !replies.is_empty() && replies.iter().all(goes_on))
    }

    /// Each move of the side to move reaches the goal or leads to a new key of the other side.
    fn must_win_in(&self, moves: u32, mate: bool) -> bool {
        let replies = self.legal();
        let goes_on =
            |(_, next): &Move| next.is_goal(mate) || !next.self_keys(moves - 1, mate).is_empty();
        !replies.is_empty() && replies.iter().all(goes_on)
    }
}
