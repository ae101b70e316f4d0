//! What is remarkable in a table: how long wins take, the longest, zugzwangs, unique solutions.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use super::index::{Boards, after};
use super::successors::CHUNK;
use super::table::Table;
use super::task::Outcome;
use crate::board::{Position, Setup};
use crate::chess::{Color, Kind, Move, Plies, Square, Unit};
use crate::problem::Stipulation;
use crate::rules::{Job, Rules};

/// The positions of a table's own class, counted up to symmetry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// Those with White, Black to move.
    pub sides: [Side; 2],
    /// Battle play: positions in which whoever is to move loses.
    pub full_zugzwangs: u64,
    /// Battle play: positions in which White, Black loses if to move, but does not lose if the other
    /// is to move, who does not lose either.
    pub half_zugzwangs: [u64; 2],
}

/// The positions with one side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// Battle play: how many the side to move wins, by plies.
    pub wins: BTreeMap<u32, u64>,
    /// Battle play: how many it loses, by plies.
    pub losses: BTreeMap<u32, u64>,
    /// Help play: how many have this shortest length in plies.
    pub helps: BTreeMap<u32, u64>,
    /// Help play: how many of them have one shortest line.
    pub unique: BTreeMap<u32, u64>,
    /// How many come to nothing.
    pub neither: u64,
    /// One that takes longest (battle play: to win), and how long.
    longest: Option<(u32, u64)>,
}

impl Side {
    /// How many there are.
    pub fn positions(&self) -> u64 {
        let counts = [&self.wins, &self.losses, &self.helps];
        self.neither
            + counts
                .iter()
                .flat_map(|counts| counts.values())
                .sum::<u64>()
    }

    fn add(&mut self, state: u64, outcome: Outcome) {
        let length = match outcome {
            Outcome::Win(plies) => {
                *self.wins.entry(plies.0).or_default() += 1;
                Some(plies.0)
            }
            Outcome::Loss(plies) => {
                *self.losses.entry(plies.0).or_default() += 1;
                None
            }
            Outcome::Help { plies, lines } => {
                *self.helps.entry(plies.0).or_default() += 1;
                if lines == 1 {
                    *self.unique.entry(plies.0).or_default() += 1;
                }
                Some(plies.0)
            }
            Outcome::Neither => {
                self.neither += 1;
                None
            }
        };
        if let Some(length) = length
            && self.longest.is_none_or(|(longest, _)| longest < length)
        {
            self.longest = Some((length, state));
        }
    }

    fn merge(&mut self, other: Side) {
        for (mine, its) in [
            (&mut self.wins, other.wins),
            (&mut self.losses, other.losses),
            (&mut self.helps, other.helps),
            (&mut self.unique, other.unique),
        ] {
            for (plies, count) in its {
                *mine.entry(plies).or_default() += count;
            }
        }
        self.neither += other.neither;
        let length = |longest: Option<(u32, u64)>| longest.map(|(length, _)| length);
        if length(other.longest) > length(self.longest) {
            self.longest = other.longest;
        }
    }
}

/// A position and the best play from it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// Its answer.
    pub outcome: Outcome,
    /// Moves of both sides that lead to the goal in that length; where several do, the first in the
    /// order of their notation.
    pub line: Vec<Move>,
}

impl Table {
    /// Counts the positions of the table's own class.
    pub fn survey(&self) -> Survey {
        let states = &self.values[self.root].states;
        let chunks = chunks(states.len() as u64).into_par_iter();
        let surveys = chunks.map(|range| {
            let mut survey = Survey::default();
            for state in range.step_by(2) {
                let [white, black] = [state, state + 1].map(|state| self.outcome(state));
                for (side, (state, outcome)) in
                    [(state, white), (state + 1, black)].into_iter().enumerate()
                {
                    if let Some(outcome) = outcome {
                        survey.sides[side].add(state, outcome);
                    }
                }
                match (white, black) {
                    (Some(Outcome::Loss(_)), Some(Outcome::Loss(_))) => survey.full_zugzwangs += 1,
                    (Some(Outcome::Loss(_)), Some(Outcome::Neither)) => {
                        survey.half_zugzwangs[0] += 1
                    }
                    (Some(Outcome::Neither), Some(Outcome::Loss(_))) => {
                        survey.half_zugzwangs[1] += 1
                    }
                    _ => {}
                }
            }
            survey
        });
        surveys
            .collect::<Vec<_>>()
            .into_iter()
            .fold(Survey::default(), |mut sum, survey| {
                for (mine, its) in sum.sides.iter_mut().zip(survey.sides) {
                    mine.merge(its);
                }
                sum.full_zugzwangs += survey.full_zugzwangs;
                for (mine, its) in sum.half_zugzwangs.iter_mut().zip(survey.half_zugzwangs) {
                    *mine += its;
                }
                sum
            })
    }

    fn outcome(&self, state: u64) -> Option<Outcome> {
        let stored = self.values[self.root].states[state as usize];
        Outcome::of(stored, self.task)
    }

    /// The longest win of the side to move, or the longest of the shortest helps, with its play.
    pub fn longest(&self, side: &Side) -> Option<Example> {
        let (_, state) = side.longest?;
        let position = self.rules().run(SetUp { table: self, state })?;
        let outcome = self.probe(&position)?;
        let line = self.line(&position);
        Some(Example {
            position,
            outcome,
            line,
        })
    }

    /// Moves of both sides from a position to the goal, none of which changes the answer but by the
    /// ply it takes; where several do, the first in the order of their notation. Empty if there
    /// is no goal, or no answer.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        self.rules().run(Follow {
            table: self,
            position,
        })
    }

    /// The positions of the table's own class that are problems of this stipulation with one solution: one
    /// line of help play, or one key, and none shorter. They come one after the other, each
    /// standing for all its images, ready to be printed as a diagram.
    pub fn unique(&self, stipulation: Stipulation) -> Vec<Setup> {
        self.rules().run(Mine {
            table: self,
            stipulation,
        })
    }

    /// The diagram of a position of this table: no king or rook may castle in it.
    pub fn diagram(&self, position: &Position) -> Setup {
        let mut setup = Setup {
            to_move: position.to_move(),
            en_passant: position.en_passant(),
            may_lack_king: Color::BOTH.map(|color| !self.material().has_king(color)),
            ..Setup::default()
        };
        // A mark that the conditions give is not written in a diagram.
        let written = |unit: Unit| {
            let bare = unit.kamikaze(false);
            if self.rules().marked(bare) == unit {
                bare
            } else {
                unit
            }
        };
        for square in position.occupied() {
            let Some(unit) = position.unit(square) else {
                continue;
            };
            setup.units.insert(square, written(unit));
            if let Some(beneath) = position.beneath(square) {
                let captured = Unit::new(!unit.color(), beneath.kind());
                setup
                    .beneath
                    .insert(square, captured.zombie(beneath.is_zombie()));
            }
            if is_home(unit, square) {
                setup.no_castling = setup.no_castling.with(square);
            }
        }
        setup
    }
}

/// Whether a diagram would take the unit to be unmoved.
fn is_home(unit: Unit, square: Square) -> bool {
    let is_home_file = match unit.kind() {
        Kind::King => square.file() == 4,
        Kind::Rook => matches!(square.file(), 0 | 7),
        _ => false,
    };
    is_home_file && square.rank() == unit.color().rank_ahead(0)
}

fn chunks(states: u64) -> Vec<Range<u64>> {
    let firsts = (0..states).step_by(CHUNK as usize);
    firsts
        .map(|first| first..states.min(first + CHUNK))
        .collect()
}

struct SetUp<'a> {
    table: &'a Table,
    state: u64,
}

impl Job for SetUp<'_> {
    type Output = Option<Position>;

    fn run<R: Rules>(self) -> Option<Position> {
        let Table { space, root, .. } = self.table;
        // The board on which it is set up still knows how to be cleared; the copy does not.
        space.at::<R, _>(&mut Boards::new(), *root, self.state, |position| {
            let mut copy = Position::empty(position.to_move());
            for square in position.occupied() {
                if let Some(unit) = position.unit(square) {
                    copy.enter(square, unit, position.beneath(square));
                }
            }
            copy.set_en_passant(position.en_passant());
            copy
        })
    }
}

struct Follow<'a> {
    table: &'a Table,
    position: &'a Position,
}

impl Job for Follow<'_> {
    type Output = Vec<Move>;

    fn run<R: Rules>(self) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut line = Vec::new();
        while let Some(left) = self.table.probe(&position).and_then(plies_left)
            && left > 0
        {
            let mut moves = Vec::new();
            R::legal_moves(&mut position, &mut moves);
            moves.sort_by_cached_key(Move::to_string);
            let is_best = |&mv: &Move| {
                after::<R, _>(&mut position, mv, |position, _| {
                    self.table.probe(position).and_then(plies_left) == Some(left - 1)
                })
            };
            let Some(mv) = moves.into_iter().find(is_best) else {
                break;
            };
            let _undo = R::make(&mut position, mv);
            line.push(mv);
        }
        line
    }
}

fn plies_left(outcome: Outcome) -> Option<u32> {
    match outcome {
        Outcome::Win(plies) | Outcome::Loss(plies) | Outcome::Help { plies, .. } => Some(plies.0),
        Outcome::Neither => None,
    }
}

struct Mine<'a> {
    table: &'a Table,
    stipulation: Stipulation,
}

impl Job for Mine<'_> {
    type Output = Vec<Setup>;

    fn run<R: Rules>(self) -> Vec<Setup> {
        let Table { space, root, .. } = self.table;
        let states = chunks(space.classes()[*root].states).into_par_iter();
        let found = states.map_init(Boards::new, |boards, range| {
            let mut found = Vec::new();
            for state in range {
                let Some(outcome) = self.table.outcome(state) else {
                    continue;
                };
                let to_move = Color::BOTH[(state & 1) as usize];
                let stipulation = self.table.task.stipulation(to_move, outcome);
                if stipulation != Some(self.stipulation) {
                    continue;
                }
                let setup = space.at::<R, _>(boards, *root, state, |position| {
                    let is_unique = match outcome {
                        Outcome::Help { lines, .. } => lines == 1,
                        Outcome::Win(plies) => self.has_one_key::<R>(position, plies),
                        _ => false,
                    };
                    is_unique.then(|| self.table.diagram(position))
                });
                found.extend(setup.flatten());
            }
            found
        });
        found.collect::<Vec<_>>().concat()
    }
}

impl Mine<'_> {
    fn has_one_key<R: Rules>(&self, position: &mut Position, plies: Plies) -> bool {
        let mut moves: Vec<Move> = Vec::new();
        R::legal_moves(position, &mut moves);
        let keys = moves.into_iter().filter(|&mv| {
            after::<R, _>(position, mv, |position, _| {
                self.table.probe(position) == Some(Outcome::Loss(Plies(plies.0 - 1)))
            })
        });
        keys.take(2).count() == 1
    }
}
