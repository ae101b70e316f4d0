//! Boards in one line, as in Forsyth-Edwards notation.

use std::collections::BTreeMap;

use super::JsonError;
use super::words::shown;
use crate::board::Setup;
use crate::chess::{Bitboard, Color, Kind, Square, Unit};

/// What a text in this notation says. Only the board must be there.
#[derive(Clone, Debug)]
pub(super) struct Fen {
    pub(super) units: BTreeMap<Square, Unit>,
    pub(super) to_move: Option<Color>,
    /// Kings and rooks without the right to castle, if the castling field is there.
    pub(super) no_castling: Bitboard,
    pub(super) en_passant: Option<Square>,
}

/// Why a text is not in this notation; characters are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum FenError {
    #[error("the board is missing")]
    Empty,
    #[error("character {at} (`{found}`): expected a unit K Q R B S N P, a digit 1-8 or `/`")]
    Character { at: usize, found: String },
    #[error("rank {rank} has {found} squares: expected 8")]
    Length { rank: usize, found: usize },
    #[error("the board has {0} ranks: expected 8")]
    Ranks(usize),
    #[error("`{0}` is not a side to move: expected `w` or `b`")]
    ToMove(String),
    #[error("`{0}` is not a castling field: expected letters of `KQkq`, each once, or `-`")]
    Castling(String),
    #[error("castling right `{letter}`: king and rook are not on {king} and {rook}")]
    CastlingUnits {
        letter: char,
        king: Square,
        rook: Square,
    },
    #[error("`{0}` is not an en passant square: expected one on rank {1}, or `-`")]
    EnPassant(String, u8),
    #[error("no pawn can just have passed over {0}")]
    EnPassantPawn(Square),
    #[error("`{0}` is not a number of moves")]
    Clock(String),
    #[error("{0} fields: expected at most 6")]
    Fields(usize),
}

/// Reads a board, or a board with side to move, castling, en passant and move counters.
///
/// # Errors
/// The first fault.
pub(super) fn read(text: &str) -> Result<Fen, FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() > 6 {
        return Err(FenError::Fields(fields.len()));
    }
    let mut fields = fields.into_iter();
    let units = board(fields.next().ok_or(FenError::Empty)?)?;
    let mut fen = Fen {
        units,
        to_move: None,
        no_castling: Bitboard::EMPTY,
        en_passant: None,
    };
    if let Some(field) = fields.next() {
        fen.to_move = Some(match field {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::ToMove(shown(field))),
        });
    }
    if let Some(field) = fields.next() {
        fen.no_castling = castling(field, &fen.units)?;
    }
    if let (Some(field), Some(to_move)) = (fields.next(), fen.to_move) {
        fen.en_passant = en_passant(field, to_move, &fen.units)?;
    }
    match fields.find(|field| !field.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(field) => Err(FenError::Clock(shown(field))),
        None => Ok(fen),
    }
}

fn board(text: &str) -> Result<BTreeMap<Square, Unit>, FenError> {
    let mut units = BTreeMap::new();
    let (mut rank, mut file) = (8, 0);
    let end_rank = |rank, file| match file {
        8 => Ok(()),
        found => Err(FenError::Length { rank, found }),
    };
    for (at, found) in text.chars().enumerate() {
        let unit = Kind::from_letter(found.to_ascii_uppercase());
        match found {
            '/' => {
                end_rank(rank, file)?;
                if rank == 1 {
                    return Err(FenError::Ranks(1 + text.matches('/').count()));
                }
                (rank, file) = (rank - 1, 0);
            }
            '1'..='8' => file += found as usize - '0' as usize,
            _ => {
                let Some(kind) = unit else {
                    return Err(FenError::Character {
                        at: at + 1,
                        found: shown(&found.to_string()),
                    });
                };
                let color = if found.is_ascii_uppercase() {
                    Color::White
                } else {
                    Color::Black
                };
                if file < 8 {
                    let square = Square::new(file as u8, rank as u8 - 1);
                    units.insert(square, Unit::new(color, kind));
                }
                file += 1;
            }
        }
    }
    end_rank(rank, file)?;
    if rank == 1 {
        Ok(units)
    } else {
        Err(FenError::Ranks(9 - rank))
    }
}

/// Where kings and rooks stand that have moved: on all homes but those of the rights listed.
fn castling(text: &str, units: &BTreeMap<Square, Unit>) -> Result<Bitboard, FenError> {
    let wrong = || FenError::Castling(shown(text));
    let mut unmoved = Bitboard::EMPTY;
    let letters = if text == "-" { "" } else { text };
    for (at, letter) in letters.char_indices() {
        if letters[..at].contains(letter) {
            return Err(wrong());
        }
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let home = |file| Square::new(file, color.rank_ahead(0));
        let (king, rook) = match letter {
            'K' | 'k' => (home(4), home(7)),
            'Q' | 'q' => (home(4), home(0)),
            _ => return Err(wrong()),
        };
        let stands = |square, kind| units.get(&square) == Some(&Unit::new(color, kind));
        if !stands(king, Kind::King) || !stands(rook, Kind::Rook) {
            return Err(FenError::CastlingUnits { letter, king, rook });
        }
        unmoved = unmoved.with(king).with(rook);
    }
    Ok(HOMES
        .into_iter()
        .map(|(file, rank)| Square::new(file, rank))
        .collect::<Bitboard>()
        .minus(unmoved))
}

/// Files and ranks, from 0, where castling kings and rooks stand.
const HOMES: [(u8, u8); 6] = [(0, 0), (4, 0), (7, 0), (0, 7), (4, 7), (7, 7)];

fn en_passant(
    text: &str,
    to_move: Color,
    units: &BTreeMap<Square, Unit>,
) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let rank = (!to_move).rank_ahead(2);
    let square: Option<Square> = text.parse().ok();
    let passed = square
        .filter(|square| square.rank() == rank)
        .ok_or_else(|| FenError::EnPassant(shown(text), rank + 1))?;
    let at = |steps| {
        passed
            .offset(0, steps)
            .and_then(|square| units.get(&square))
    };
    let (arrival, departure) = if to_move == Color::Black {
        (1, -1)
    } else {
        (-1, 1)
    };
    let pawn = Unit::new(!to_move, Kind::Pawn);
    if at(arrival) == Some(&pawn) && at(0).is_none() && at(departure).is_none() {
        Ok(Some(passed))
    } else {
        Err(FenError::EnPassantPawn(passed))
    }
}

/// A diagram in one line: board, side to move, castling, en passant and the usual counters.
///
/// # Errors
/// What this notation cannot say, by field: zombies, kamikaze units, memories.
pub fn fen_line(setup: &Setup, to_move: Color) -> Result<String, Vec<JsonError>> {
    let mut errors = Vec::new();
    let mut refuse = |yes: bool, field: &str, what: &str| {
        if yes {
            errors.push(JsonError {
                field: field.to_owned(),
                message: format!("Forsyth notation cannot show {what}"),
            });
        }
    };
    let mut units = setup.units.values();
    refuse(
        units.clone().any(|unit| unit.is_zombie()),
        "algebraic",
        "zombies",
    );
    refuse(
        units.any(|unit| unit.is_kamikaze()),
        "algebraic",
        "single kamikaze units",
    );
    refuse(
        !setup.beneath.is_empty(),
        "beneath",
        "what squares remember",
    );
    if !errors.is_empty() {
        return Err(errors);
    }
    let side = match to_move {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let passed = setup.en_passant.filter(|passed| {
        // The other fields of the line would contradict a double step of the side to move.
        passed.rank() == (!to_move).rank_ahead(2)
    });
    let passed = passed.map_or_else(|| "-".to_owned(), |square| square.to_string());
    Ok(format!(
        "{} {side} {} {passed} 0 1",
        board_text(&setup.units),
        rights(setup)
    ))
}

fn board_text(units: &BTreeMap<Square, Unit>) -> String {
    let ranks = (0..8).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            match units.get(&Square::new(file, rank)) {
                None => empty += 1,
                Some(unit) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    // The rest of the world writes a knight as N.
                    let letter = match unit.kind() {
                        Kind::Knight => 'N',
                        kind => kind.letter(),
                    };
                    text.push(match unit.color() {
                        Color::White => letter,
                        Color::Black => letter.to_ascii_lowercase(),
                    });
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

fn rights(setup: &Setup) -> String {
    let may_castle = |(_, color, rook): &(char, Color, u8)| {
        let home = |file| Square::new(file, color.rank_ahead(0));
        let is_unmoved = |file, kind| {
            let square = home(file);
            let unit = setup.units.get(&square).map(|unit| unit.plain());
            unit == Some(Unit::new(*color, kind)) && !setup.no_castling.has(square)
        };
        is_unmoved(4, Kind::King) && is_unmoved(*rook, Kind::Rook)
    };
    let all = [
        ('K', Color::White, 7),
        ('Q', Color::White, 0),
        ('k', Color::Black, 7),
        ('q', Color::Black, 0),
    ];
    let rights: String = all
        .iter()
        .filter(|it| may_castle(it))
        .map(|it| it.0)
        .collect();
    if rights.is_empty() {
        "-".to_owned()
    } else {
        rights
    }
}
