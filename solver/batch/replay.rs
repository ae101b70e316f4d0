//! Playing through game scores: every move must be legal and every sign right.

use crate::board::Position;
use crate::chess::{Color, Move, Square, Unit};
use crate::format::{GameScore, Language, Meant, MoveText, Scribe, Sign, unit_name};
use crate::rules::{Cadence, Game, Job, Rules, SetupError, Standing, enter};

/// How many moves are offered in place of one that does not exist.
const OFFERED: usize = 3;

/// A game played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The moves that were played, in order; after an illegal move there are none.
    pub moves: Vec<Replayed>,
    /// Everything that is wrong, in order.
    pub mistakes: Vec<Mistake>,
    /// Whether signs were told, so that they could be checked.
    pub has_signs: bool,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The number of its series, from 0; in normal cadence each move is a series.
    pub series: usize,
    /// Machine notation.
    pub machine: String,
    /// As the literature prints it, with the right sign.
    pub printed: String,
}

/// Something wrong with a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Where: `7.`, `7...`, in progressive play `7.` with the number of the move in the series, as in
    /// `7. move 3`; `final` for the position at the end.
    pub place: String,
    /// What stands there.
    pub written: String,
    /// What is wrong.
    pub kind: MistakeKind,
    /// What would be right, as far as it can be told.
    pub right: String,
}

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MistakeKind {
    /// No such move is legal.
    Move,
    /// More than one move fits.
    Ambiguous,
    /// The sign is not what the position says.
    Sign,
    /// The unit that appears behind the mover is not named.
    Birth,
    /// A check before the last move of a series.
    EarlyCheck,
    /// A series is not as long as it must be.
    Length,
    /// The position at the end is another.
    Final,
}

impl MistakeKind {
    /// A word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            MistakeKind::Move => "move",
            MistakeKind::Ambiguous => "ambiguous",
            MistakeKind::Sign => "sign",
            MistakeKind::Birth => "birth",
            MistakeKind::EarlyCheck => "early-check",
            MistakeKind::Length => "length",
            MistakeKind::Final => "final",
        }
    }
}

impl Mistake {
    /// What is wrong and what would be right, in a sentence.
    pub fn message(&self) -> String {
        let Mistake { written, right, .. } = self;
        match self.kind {
            MistakeKind::Move if right.is_empty() => format!("`{written}` is not legal"),
            MistakeKind::Move => format!("`{written}` is not legal: {right}"),
            MistakeKind::Ambiguous => format!("`{written}` may be {right}"),
            MistakeKind::Sign if written.is_empty() => {
                format!("there is no sign: right is `{right}`")
            }
            MistakeKind::Sign if right.is_empty() => {
                format!("the sign is `{written}`: right is none")
            }
            MistakeKind::Sign => format!("the sign is `{written}`: right is `{right}`"),
            MistakeKind::Birth => format!("`{written}` lets a unit appear: right is `{right}`"),
            MistakeKind::EarlyCheck => {
                format!("`{written}` gives check before the last move of the series")
            }
            MistakeKind::Length => format!("the series has {written}: right is {right}"),
            MistakeKind::Final => format!("{written}: right is {right}"),
        }
    }
}

/// Plays through a score, up to the first move that is not legal. Moves are printed in this language.
///
/// # Errors
/// If the position that the game begins with cannot be played.
pub fn replay(score: &GameScore, language: Language) -> Result<Replay, Vec<SetupError>> {
    let position = enter(&score.setup, score.rules, score.setup.to_move)?;
    Ok(score.rules.run(PlayThrough {
        score,
        language,
        position,
    }))
}

struct PlayThrough<'a> {
    score: &'a GameScore,
    language: Language,
    position: Position,
}

impl Job for PlayThrough<'_> {
    type Output = Replay;

    fn run<R: Rules>(self) -> Replay {
        let mut player = Player {
            score: self.score,
            language: self.language,
            game: Game::<R>::new(self.position, self.score.cadence),
            replay: Replay {
                moves: Vec::new(),
                mistakes: Vec::new(),
                has_signs: self.score.signs.is_some(),
            },
        };
        let is_through = (0..self.score.series.len()).all(|number| player.series(number).is_some());
        if is_through {
            player.last();
        }
        player.replay
    }
}

struct Player<'a, R> {
    score: &'a GameScore,
    language: Language,
    game: Game<R>,
    replay: Replay,
}

impl<R: Rules> Player<'_, R> {
    fn mistake(&mut self, place: String, kind: MistakeKind, written: &str, right: String) {
        self.replay.mistakes.push(Mistake {
            place,
            written: written.to_owned(),
            kind,
            right,
        });
    }

    fn place(&self, series: usize, number: usize) -> String {
        match self.score.cadence {
            Cadence::Progressive => format!("{}. move {}", series + 1, number + 1),
            Cadence::Normal => {
                // A game that Black begins has its first move on White's half of no number.
                let plies = series + usize::from(self.score.setup.to_move == Color::Black);
                let dots = if plies.is_multiple_of(2) { "." } else { "..." };
                format!("{}{dots}", plies / 2 + 1)
            }
        }
    }

    /// Plays a series; nothing if it could not be played to its end.
    fn series(&mut self, series: usize) -> Option<()> {
        let score = self.score;
        let moves = &score.series[series];
        let is_last = series + 1 == score.series.len();
        for (number, text) in moves.iter().enumerate() {
            self.single(series, number, text)?;
            if text.sign != Sign::None && number + 1 < moves.len() {
                let place = self.place(series, number);
                let written = text.sign.to_string();
                self.mistake(place, MistakeKind::Sign, &written, String::new());
            }
        }
        self.game.end_series();
        let standing = self.game.standing();
        let length = if score.cadence == Cadence::Progressive {
            series + 1
        } else {
            1
        };
        // The last series may break off, as when a side cannot complete it.
        if moves.len() > length || (moves.len() < length && !is_last) {
            let place = format!("{}.", series + 1);
            let count = |count: usize| match count {
                1 => "1 move".to_owned(),
                count => format!("{count} moves"),
            };
            let written = count(moves.len());
            self.mistake(place, MistakeKind::Length, &written, count(length));
        }
        let right = sign(standing);
        if let Some(last) = self.replay.moves.last_mut()
            && right != Sign::None
        {
            last.printed += &format!(" {right}");
        }
        let told = score.signs.as_ref().map(|signs| signs[series]);
        let in_text = moves.last().map_or(Sign::None, |mv| mv.sign);
        let wrong = [told, (in_text != Sign::None).then_some(in_text)]
            .into_iter()
            .flatten()
            .find(|&told| told != right);
        if let Some(wrong) = wrong {
            let place = self.place(series, moves.len().saturating_sub(1));
            self.mistake(
                place,
                MistakeKind::Sign,
                &wrong.to_string(),
                right.to_string(),
            );
        }
        Some(())
    }

    fn single(&mut self, series: usize, number: usize, text: &MoveText) -> Option<()> {
        let before = self.game.before_next();
        let moves = self.game.legal_moves();
        let place = self.place(series, number);
        let mut scribe = Scribe::<R>::new(before.clone(), self.language);
        let chosen = match text.meant(&before, &moves, self.score.language) {
            Meant::One(chosen) => chosen,
            Meant::None => {
                let right = self.advice(text, &before, &moves, &mut scribe);
                self.mistake(place, MistakeKind::Move, &text.text, right);
                return None;
            }
            Meant::Several(numbers) => {
                let names = numbers
                    .iter()
                    .map(|&n| format!("`{}`", scribe.show_unsigned(moves[n].0)));
                let names = names.collect::<Vec<_>>().join(" or ");
                self.mistake(place, MistakeKind::Ambiguous, &text.text, names);
                return None;
            }
        };
        let (mv, after) = moves.into_iter().nth(chosen)?;
        let printed = scribe.show_unsigned(mv);
        let is_birth = before.beneath(mv.from()).is_some() && after.unit(mv.from()).is_some();
        if is_birth && !text.names_birth() && !text.is_machine() {
            self.mistake(
                place.clone(),
                MistakeKind::Birth,
                &text.text,
                printed.clone(),
            );
        }
        self.replay.moves.push(Replayed {
            series,
            machine: mv.to_string(),
            printed,
        });
        let is_check = self.game.make(mv, after);
        if is_check
            && number + 1 < self.game.length()
            && number + 1 < self.score.series[series].len()
        {
            self.mistake(place, MistakeKind::EarlyCheck, &text.text, String::new());
        }
        Some(())
    }

    /// Why a move is not legal, or what may have been meant.
    fn advice(
        &self,
        text: &MoveText,
        before: &Position,
        moves: &[(Move, Position)],
        scribe: &mut Scribe<R>,
    ) -> String {
        if moves.is_empty() {
            return "the game is over".to_owned();
        }
        let barred = self.game.moves_but_for_legality();
        let barred_move = match text.meant(before, &barred, self.score.language) {
            Meant::One(number) => barred.get(number),
            Meant::Several(numbers) => numbers.first().and_then(|&number| barred.get(number)),
            Meant::None => None,
        };
        if let Some((_, after)) = barred_move {
            let is_exposed = R::is_in_check(after, !after.to_move());
            return if is_exposed {
                "it leaves the king in check".to_owned()
            } else {
                "it restores the position before the last move, or takes the king over an attacked \
                 square"
                    .to_owned()
            };
        }
        let mut names: Vec<(String, f64)> = moves
            .iter()
            .map(|&(mv, _)| {
                let name = scribe.show_unsigned(mv);
                let machine = strsim::jaro_winkler(&text.text, &mv.to_string());
                let likeness = strsim::jaro_winkler(&text.text, &name).max(machine);
                (name, likeness)
            })
            .collect();
        names.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let best: Vec<String> = names
            .into_iter()
            .take(OFFERED)
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        format!("nearest are {}", best.join(", "))
    }

    /// Compares the position at the end.
    fn last(&mut self) {
        let Some(expected) = &self.score.last else {
            return;
        };
        let position = self.game.position();
        let differing = Square::all().filter_map(|square| {
            let found = position.unit(square);
            let expected = expected.get(&square).copied();
            let plain =
                |unit: Option<Unit>| unit.map(|unit| (unit.color(), unit.kind(), unit.is_zombie()));
            (plain(found) != plain(expected)).then_some((square, expected, found))
        });
        let differing: Vec<_> = differing.collect();
        for (square, expected, found) in differing {
            let written = format!("{} on {square}", unit_name(expected, self.language));
            let right = unit_name(found, self.language);
            self.mistake("final".to_owned(), MistakeKind::Final, &written, right);
        }
    }
}

fn sign(standing: Standing) -> Sign {
    match standing {
        Standing::Free => Sign::None,
        Standing::Check => Sign::Check,
        Standing::Mate => Sign::Mate,
        Standing::Stalemate => Sign::Stalemate,
    }
}
