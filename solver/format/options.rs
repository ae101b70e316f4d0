//! Options and conditions, which may stand in one list.

use std::time::Duration;

use super::conditions::{SUPPORTED as CONDITIONS, condition, unknown};
use super::field_error::Report;
use super::words::{Words, did_you_mean, named, number, shown, squares, words};
use crate::chess::{Bitboard, Color, Square};
use crate::problem::{Duplex, Options};
use crate::rules::RuleSet;

/// What the lists say.
#[derive(Clone, Debug, Default)]
pub(super) struct Stated {
    pub(super) rules: RuleSet,
    pub(super) options: Options,
    pub(super) en_passant: Option<Square>,
    pub(super) no_castling: Bitboard,
    pub(super) may_lack_king: [bool; 2],
}

const SUPPORTED: &[&str] = &[
    "SetPlay",
    "Duplex",
    "HalfDuplex",
    "WhiteToPlay",
    "NoCastling",
    "EnPassant",
    "NoWk",
    "NoBk",
    "MaxSolutions",
    "Try",
    "Defence",
    "Variation",
    "Variations",
    "NoThreat",
    "PostKeyPlay",
    "MaxTime",
    "StartMoveNumber",
    "UpToMoveNumber",
    "Intelligent",
    "NoBoard",
    "MoveNumbers",
    "Beep",
];

/// Options of other solvers, to be refused by name.
const UNSUPPORTED: &[&str] = &[
    "CastlingMutuallyExclusive",
    "GoalIsEnd",
    "KeepMatingPiece",
    "MatesIn1",
    "MaxFlightsquares",
    "MultiSolutions",
    "MutuallyExclusiveCastling",
    "NoShortVariations",
    "NoSymmetry",
    "NonTrivial",
    "NullMoves",
    "Quodlibet",
    "Search",
    "StopOnShortSolutions",
    "SuppressGrid",
    "Threat",
    "TrivialTriesAvoid",
    "WriteGrid",
];

/// The most that a number may be: more than any search could count to.
const MOST: u64 = 1_000_000_000_000;

/// Whether an option, written as Popeye writes it, has its effect here.
pub(super) fn is_supported(name: &str) -> bool {
    SUPPORTED.contains(&name)
}

/// What is wrong with an option and its arguments, which stand alone.
pub(super) fn faults(item: &str) -> Vec<String> {
    let mut report = Report::unplaced();
    Stated::default().read_options(&[item.to_owned()], &mut report);
    let errors = report.errors.iter();
    errors.map(|error| error.message().to_owned()).collect()
}

impl Stated {
    /// Reads the field `options`, in which conditions may stand too.
    pub(super) fn read_options(&mut self, items: &[String], report: &mut Report) {
        for item in items {
            let mut words = words(item);
            while let Some(word) = words.next() {
                let read = match condition(word, &mut words) {
                    Some(condition) => condition.and_then(|rules| self.add_condition(rules)),
                    None => self.option(word, &mut words, report),
                };
                // What follows a word that is not understood may belong to it.
                if report.take(read).is_none() {
                    break;
                }
            }
        }
    }

    /// Reads the field `conditions`.
    pub(super) fn read_conditions(&mut self, items: &[String], report: &mut Report) {
        for item in items {
            let mut words = words(item);
            while let Some(word) = words.next() {
                let read = match condition(word, &mut words) {
                    Some(condition) => condition.and_then(|rules| self.add_condition(rules)),
                    None => Err(
                        match named(word, SUPPORTED).or_else(|| named(word, UNSUPPORTED)) {
                            Some(name) => {
                                format!("`{name}` is an option: it belongs under `options`")
                            }
                            None => unknown(word),
                        },
                    ),
                };
                if report.take(read).is_none() {
                    break;
                }
            }
        }
    }

    fn add_condition(&mut self, rules: RuleSet) -> Result<(), String> {
        self.rules = self.rules.with(rules).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn option(
        &mut self,
        word: &str,
        words: &mut Words<'_>,
        report: &mut Report,
    ) -> Result<(), String> {
        let Some(name) = named(word, SUPPORTED) else {
            return Err(match named(word, UNSUPPORTED) {
                Some(name) => format!("option `{name}` is not supported"),
                None => {
                    let names = SUPPORTED.iter().chain(UNSUPPORTED).chain(&CONDITIONS);
                    format!(
                        "unknown option `{}`{}",
                        shown(word),
                        did_you_mean(word, names.copied())
                    )
                }
            });
        };
        let options = &mut self.options;
        match name {
            "SetPlay" => options.set_play = true,
            "Duplex" | "HalfDuplex" => {
                let duplex = if name == "Duplex" {
                    Duplex::Both
                } else {
                    Duplex::Half
                };
                if !matches!(options.duplex, Duplex::No) && options.duplex != duplex {
                    return Err("`Duplex` and `HalfDuplex` exclude each other".to_owned());
                }
                options.duplex = duplex;
            }
            "WhiteToPlay" => options.white_to_play = true,
            "PostKeyPlay" => {
                options.post_key_play = true;
                options.variations = true;
            }
            "Try" => options.tries = options.tries.max(1),
            "Defence" => {
                let refutations = number(name, words, 0..=1000)?;
                options.tries = options
                    .tries
                    .max(u32::try_from(refutations).unwrap_or(u32::MAX));
            }
            "Variation" | "Variations" => options.variations = true,
            "NoThreat" => options.no_threat = true,
            "MaxSolutions" => once(
                name,
                &mut options.max_solutions,
                number(name, words, 1..=MOST)?,
            )?,
            "MaxTime" => {
                let time = Duration::from_secs(number(name, words, 1..=1_000_000_000)?);
                once(name, &mut options.max_time, time)?;
            }
            "StartMoveNumber" => once(
                name,
                &mut options.start_move,
                number(name, words, 1..=MOST)?,
            )?,
            "UpToMoveNumber" => once(
                name,
                &mut options.up_to_move,
                number(name, words, 1..=MOST)?,
            )?,
            "NoWk" => self.may_lack_king[Color::White.index()] = true,
            "NoBk" => self.may_lack_king[Color::Black.index()] = true,
            "NoCastling" => self.no_castling(name, words, report)?,
            "EnPassant" => {
                let passed = en_passant(name, words)?;
                once(name, &mut self.en_passant, passed)?;
            }
            // How the play is searched and shown elsewhere changes no result.
            _ => {
                if matches!(name, "Intelligent" | "Beep") {
                    words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
                }
            }
        }
        Ok(())
    }

    fn no_castling(
        &mut self,
        name: &str,
        words: &mut Words<'_>,
        report: &mut Report,
    ) -> Result<(), String> {
        let mut any = false;
        while let Some(homes) = words.peek().and_then(|word| squares(word)) {
            words.next();
            any = true;
            for square in homes {
                if matches!(square.rank(), 0 | 7) && matches!(square.file(), 0 | 4 | 7) {
                    self.no_castling = self.no_castling.with(square);
                } else {
                    report.warn(format!(
                        "`{name} {square}` has no effect: no king or rook castles from there"
                    ));
                }
            }
        }
        if any {
            Ok(())
        } else {
            Err(format!("`{name}` needs squares, as in `{name} e1a1`"))
        }
    }
}

/// Sets what may be stated once only.
fn once<T: PartialEq>(name: &str, place: &mut Option<T>, value: T) -> Result<(), String> {
    match place {
        Some(before) if *before != value => Err(format!("`{name}` is given twice")),
        _ => {
            *place = Some(value);
            Ok(())
        }
    }
}

/// The square passed over, from `d3` or from `d2d3d4`, in one word or more.
fn en_passant(name: &str, words: &mut Words<'_>) -> Result<Square, String> {
    let mut found = Vec::new();
    while found.len() < 4
        && let Some(more) = words.peek().and_then(|word| squares(word))
    {
        found.extend(more);
        words.next();
    }
    let is_passed = |square: Square| matches!(square.rank(), 2 | 5);
    let middle = |from: Square, passed: Square, to: Square| {
        let ranks = [from.rank(), passed.rank(), to.rank()];
        from.file() == passed.file()
            && passed.file() == to.file()
            && (ranks == [1, 2, 3] || ranks == [6, 5, 4])
    };
    match found[..] {
        [passed] if is_passed(passed) => Ok(passed),
        [from, passed, to] if middle(from, passed, to) => Ok(passed),
        _ => {
            let found: String = match words.peek() {
                Some(word) if found.is_empty() => format!("`{}`", shown(word)),
                _ if found.is_empty() => "nothing".to_owned(),
                _ => found.iter().map(Square::to_string).collect(),
            };
            Err(format!(
                "`{name}` needs the square passed over on rank 3 or 6, or a whole double step, as \
                 in `{name} d3` or `{name} d2d3d4`; found {found}"
            ))
        }
    }
}
