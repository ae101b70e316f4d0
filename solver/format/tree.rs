//! Solutions as printed.
//!
//! Help play is a list of lines. In the play of `#` and `s#` every line that begins deeper than the
//! one before belongs to it:
//!
//! ```text
//!   1.Qd1-d5 ? threat: 2.Qd5-h1 #
//!      1...Ka8-b8 2.Qd5-d8 #
//!      but 1...g7-g5 !
//!   1.Qd1-d4 ! zugzwang.
//!      1...Ka8-b8 2.Qd4-d8 #, 2.Qd4-b6 #
//! ```
//!
//! Answers separated by commas all work: duals are shown, never chosen from. Defences against which
//! all threats work are left out.

use super::notation::{Language, Scribe};
use super::page::{Line, Role};
use super::phrases::{Phrases, phrases};
use crate::board::Undo;
use crate::chess::Move;
use crate::problem::{
    Aim, Attack, Battle, Defence, Goal, Help, Phase, Play, Solution, Status, Threats, Try,
};
use crate::rules::{Job, Rules, SetupError, enter};

/// A solution for people: the play, then how many solutions there are and whether any may be missing.
///
/// # Errors
/// If the diagram of the phase cannot be played, so that it has no solution either.
pub fn solution_lines(
    phase: &Phase,
    solution: &Solution,
    language: Language,
) -> Result<Vec<Line>, Vec<SetupError>> {
    let position = enter(&phase.setup, phase.rules, phase.first_to_move())?;
    Ok(phase.rules.run(Print {
        phase,
        solution,
        position,
        language,
    }))
}

struct Print<'a> {
    phase: &'a Phase,
    solution: &'a Solution,
    position: crate::board::Position,
    language: Language,
}

impl Job for Print<'_> {
    type Output = Vec<Line>;

    fn run<R: Rules>(self) -> Vec<Line> {
        let scribe = Scribe::<R>::new(self.position, self.language);
        let mut printer = Printer {
            scribe,
            words: phrases(self.language),
            phase: self.phase,
            lines: Vec::new(),
        };
        match &self.solution.play {
            Play::Help(help) => printer.help(help),
            Play::Battle(battle) => printer.battle(battle),
        }
        printer.verdict(self.solution);
        printer.lines
    }
}

struct Printer<'a, R> {
    scribe: Scribe<R>,
    words: &'static Phrases,
    phase: &'a Phase,
    lines: Vec<Line>,
}

impl<R: Rules> Printer<'_, R> {
    fn say(&mut self, role: Role, depth: usize, text: &str) {
        self.lines
            .push(Line::new(role, format!("{:1$}{text}", "", 2 + 3 * depth)));
    }

    fn note(&mut self, text: &str) {
        self.lines.push(Line::new(Role::Note, text));
    }

    fn verdict(&mut self, solution: &Solution) {
        let words = self.words;
        let (count, [one, several]) = match &solution.play {
            Play::Help(help) => (help.lines.len(), words.solutions),
            Play::Battle(battle) => (battle.keys.len(), words.keys),
        };
        let is_post_key_sound = match &solution.play {
            Play::Battle(Battle {
                post_key: Some(attempt),
                ..
            }) => attempt.refutations.is_empty(),
            _ => false,
        };
        match (count, solution.status) {
            (0, _) if is_post_key_sound => {}
            (0, Status::Complete) => self.note(words.no_solution),
            (0, _) => self.note(words.none_found),
            (1, _) => self.note(&format!("1 {one}")),
            _ => self.note(&format!("{count} {several}")),
        }
        let reason = match solution.status {
            Status::Complete => return,
            Status::TimeLimit => words.time_limit,
            Status::MaxSolutions => words.enough,
            Status::Interrupted => words.interrupted,
        };
        self.lines.push(Line::new(
            Role::Partial,
            format!("{} {reason}", words.partial),
        ));
    }

    /// The title of the set play. Nothing is said where it was not asked for, cannot be (the
    /// side that would wait is in check) or was not reached.
    fn set_play(&mut self, count: Option<usize>) {
        match count {
            Some(0) => self.note(self.words.no_set_play),
            Some(_) => self.note(self.words.set_play),
            None => {}
        }
    }

    fn help(&mut self, help: &Help) {
        // The half-moves of a help problem count from Black's first, in h#n.5 a half-move left out.
        let stipulation = self.phase.stipulation;
        let is_late = stipulation.half || self.phase.options.white_to_play;
        let first = usize::from(is_late);
        self.set_play(help.set_lines.as_ref().map(Vec::len));
        if let Some(set_lines) = &help.set_lines {
            let undo = self.scribe.pass();
            for line in set_lines {
                self.line(line, first + 1, Role::Play);
            }
            self.scribe.take_back(&undo);
        }
        for line in &help.lines {
            self.line(line, first, Role::Solution);
        }
    }

    fn line(&mut self, moves: &[Move], first: usize, role: Role) {
        let mut words = Vec::new();
        let mut undos = Vec::new();
        for (n, &mv) in moves.iter().enumerate() {
            let (text, undo) = self.scribe.play(mv);
            undos.push(undo);
            let ply = first + n;
            words.push(match (ply % 2, n) {
                (0, _) => format!("{}.{text}", ply / 2 + 1),
                (_, 0) => format!("{}...{text}", ply / 2 + 1),
                _ => text,
            });
        }
        for undo in undos.iter().rev() {
            self.scribe.take_back(undo);
        }
        self.say(role, 0, &words.join(" "));
    }

    fn battle(&mut self, battle: &Battle) {
        self.set_play(battle.set_play.as_ref().map(Vec::len));
        if let Some(defences) = &battle.set_play {
            let undo = self.scribe.pass();
            for defence in defences {
                self.defence(defence, 1, 1);
            }
            self.scribe.take_back(&undo);
        }
        for attempt in &battle.tries {
            self.attempt(attempt);
        }
        for key in &battle.keys {
            let (text, undo) = self.begin(key, 1);
            let text = format!("{text} !{}", self.short(key));
            self.after(key, 1, text, 0, Role::Solution);
            self.end(undo);
        }
        if let Some(attempt) = &battle.post_key {
            // The diagram is the position after the key: there is no move to play.
            self.after(
                &attempt.attack,
                1,
                self.words.post_key_play.to_owned(),
                0,
                Role::Solution,
            );
            self.refutations(attempt);
        }
    }

    fn attempt(&mut self, attempt: &Try) {
        let (text, undo) = self.begin(&attempt.attack, 1);
        self.after(&attempt.attack, 1, format!("{text} ?"), 0, Role::Try);
        self.refutations(attempt);
        self.end(undo);
    }

    fn refutations(&mut self, attempt: &Try) {
        let show = |&mv: &Move| format!("1...{} !", self.scribe.show(mv));
        let refutations: Vec<String> = attempt.refutations.iter().map(show).collect();
        if !refutations.is_empty() {
            let but = self.words.but;
            self.say(Role::Try, 1, &format!("{but} {}", refutations.join(", ")));
        }
    }

    /// A remark on a key that is faster than stipulated.
    fn short(&self, key: &Attack) -> String {
        let words = self.words;
        let stipulation = self.phase.stipulation;
        if key.length >= stipulation.moves {
            return String::new();
        }
        let goal = match (stipulation.aim, stipulation.goal) {
            (Aim::Selfmate, Goal::Mate) => words.selfmate,
            (Aim::Selfmate, Goal::Stalemate) => words.self_stalemate,
            (_, Goal::Mate) => words.mate,
            (_, Goal::Stalemate) => words.stalemate,
        };
        let Phrases { short, within, .. } = words;
        format!(" ({short} {goal} {within} {})", key.length)
    }

    /// Plays the move of an attack, or passes.
    fn begin(&mut self, attack: &Attack, number: u32) -> (String, Undo) {
        match attack.mv {
            Some(mv) => {
                let (text, undo) = self.scribe.play(mv);
                (format!("{number}.{text}"), undo)
            }
            None => (format!("{number}.{}", self.words.pass), self.scribe.pass()),
        }
    }

    fn end(&mut self, undo: Undo) {
        self.scribe.take_back(&undo);
    }

    fn attack(&mut self, attack: &Attack, number: u32, depth: usize) {
        let (text, undo) = self.begin(attack, number);
        self.after(attack, number, text, depth, Role::Play);
        self.end(undo);
    }

    /// Ends the line `text`, in which the attack has been played, with what it threatens, and adds
    /// the defences.
    fn after(&mut self, attack: &Attack, number: u32, mut text: String, depth: usize, role: Role) {
        match &attack.threats {
            Threats::None => self.say(role, depth, &text),
            Threats::Zugzwang => self.say(role, depth, &format!("{text} {}", self.words.zugzwang)),
            Threats::Moves(threats) => {
                text += &format!(" {}", self.words.threat);
                let undo = self.scribe.pass();
                self.answers(threats, number + 1, text, depth, role);
                self.scribe.take_back(&undo);
            }
        }
        for defence in attack.defences.iter().filter(|defence| !defence.is_idle) {
            self.defence(defence, number, depth + 1);
        }
    }

    fn defence(&mut self, defence: &Defence, number: u32, depth: usize) {
        let (text, undo) = self.scribe.play(defence.mv);
        let text = format!("{number}...{text}");
        match defence.answers.as_slice() {
            [answer] if !is_brief(answer) => {
                let (continued, undo) = self.begin(answer, number + 1);
                let text = format!("{text} {continued}");
                self.after(answer, number + 1, text, depth, Role::Play);
                self.end(undo);
            }
            answers => self.answers(answers, number + 1, text, depth, Role::Play),
        }
        self.end(undo);
    }

    /// Ends the line `text` with the attacks that work now if each fits in, or lists them below.
    fn answers(&mut self, answers: &[Attack], number: u32, text: String, depth: usize, role: Role) {
        if answers.iter().all(is_brief) {
            let brief: Vec<String> = answers
                .iter()
                .map(|answer| self.brief(answer, number))
                .collect();
            let blank = if brief.is_empty() { "" } else { " " };
            self.say(role, depth, &format!("{text}{blank}{}", brief.join(", ")));
        } else {
            self.say(role, depth, &text);
            for answer in answers {
                self.attack(answer, number, depth + 1);
            }
        }
    }

    /// An attack with all its play in a few words.
    fn brief(&mut self, attack: &Attack, number: u32) -> String {
        let (mut text, undo) = self.begin(attack, number);
        if let [last] = attack.defences.as_slice() {
            text += &format!(" {}", self.scribe.show(last.mv));
        }
        self.end(undo);
        text
    }
}

/// Whether nothing follows the attack, or only the one move that ends a selfmate.
fn is_brief(attack: &Attack) -> bool {
    let threatens = matches!(attack.threats, Threats::Moves(_));
    match attack.defences.as_slice() {
        [] => attack.threats == Threats::None,
        [only] => only.ends && !threatens,
        _ => false,
    }
}
