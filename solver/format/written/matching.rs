//! The legal move that a word means.

use super::super::notation::{Language, Scribe};
use crate::chess::{Kind, Move, MoveKind, Square};
use crate::rules::Rules;

/// Why a word names no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unclear {
    /// No legal move is called so.
    None,
    /// More than one is.
    Many,
    /// The line is as long as the stipulation allows already.
    Late,
    /// A move is left out before it by a side in check.
    InCheck,
}

/// The legal move in the position of the scribe that the word means in its language.
pub(super) fn matching<R: Rules>(
    word: &str,
    scribe: &mut Scribe<R>,
    language: Language,
) -> Result<Move, Unclear> {
    let mut moves: Vec<Move> = Vec::new();
    R::legal_moves(&mut scribe.position().clone(), &mut moves);
    if let Some(&mv) = moves.iter().find(|mv| mv.to_string() == word) {
        return Ok(mv);
    }
    let short = Short::read(word, language);
    let fits = |mv: &&Move| match (&short, scribe.position().unit(mv.from())) {
        (Some(short), Some(unit)) => {
            mv.kind() != MoveKind::Castling
                && mv.to() == Some(short.to)
                && short.kind == unit.kind()
                && short.zombie == unit.is_zombie()
                && short.file.is_none_or(|file| file == mv.from().file())
                && short.rank.is_none_or(|rank| rank == mv.from().rank())
                && short.promotion == promotion(**mv)
                && (mv.kind() == MoveKind::EnPassant || mv.passive().is_none())
        }
        _ => false,
    };
    let fitting: Vec<Move> = moves.iter().filter(fits).copied().collect();
    match fitting[..] {
        [only] => return Ok(only),
        [_, _, ..] => return Err(Unclear::Many),
        [] => {}
    }
    let wanted = bare(word);
    let mut named = Vec::new();
    for &mv in &moves {
        let name = bare(&scribe.show(mv));
        // What is born on the square left need not be written.
        let is_birth = mv.passive().is_none();
        let without_birth = name.split('/').next().filter(|_| is_birth);
        if name == wanted {
            return Ok(mv);
        }
        if without_birth == Some(wanted.as_str()) {
            named.push(mv);
        }
    }
    match named[..] {
        [only] => Ok(only),
        [] => Err(Unclear::None),
        _ => Err(Unclear::Many),
    }
}

/// A move as printed, without signs and strokes, castling with zeros.
fn bare(text: &str) -> String {
    let text = text.split([' ', '[']).next().unwrap_or_default();
    text.chars()
        .filter(|letter| !"-*x:=+#!?".contains(*letter))
        .map(|letter| if letter == 'O' { '0' } else { letter })
        .collect()
}

/// A move like `Sxd4`, `S2d4`, `Sb3d4`, `bxa8=Q`.
struct Short {
    kind: Kind,
    zombie: bool,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<Kind>,
}

impl Short {
    fn read(word: &str, language: Language) -> Option<Short> {
        let word = word
            .trim_end_matches('.')
            .trim_end_matches("e.p")
            .trim_end_matches("ep")
            .trim();
        let mut letters: Vec<char> = word
            .chars()
            .filter(|letter| !"-*x:=".contains(*letter))
            .collect();
        let zombie = letters.first() == Some(&'Z');
        if zombie {
            letters.remove(0);
        }
        let kind = match letters.first() {
            Some(letter) if letter.is_ascii_uppercase() => {
                let kind = unit(*letter, language)?;
                letters.remove(0);
                kind
            }
            _ => Kind::Pawn,
        };
        let promotion = match letters.last() {
            Some(letter) if letter.is_ascii_uppercase() => {
                let kind = unit(*letter, language)?;
                letters.pop();
                if letters.last() == Some(&'Z') {
                    letters.pop();
                }
                Some(kind)
            }
            _ => None,
        };
        let rank = letters.pop()?;
        let file = letters.pop()?;
        let to = square(file, rank)?;
        let (mut file, mut rank) = (None, None);
        for letter in letters {
            match letter {
                'a'..='h' if file.is_none() && rank.is_none() => file = Some(letter as u8 - b'a'),
                '1'..='8' if rank.is_none() => rank = Some(letter as u8 - b'1'),
                _ => return None,
            }
        }
        Some(Short {
            kind,
            zombie,
            file,
            rank,
            to,
            promotion,
        })
    }
}

fn square(file: char, rank: char) -> Option<Square> {
    match (file, rank) {
        ('a'..='h', '1'..='8') => Some(Square::new(file as u8 - b'a', rank as u8 - b'1')),
        _ => None,
    }
}

/// The kind with this letter; in English N is a knight too.
fn unit(letter: char, language: Language) -> Option<Kind> {
    let is_named = |kind: &Kind| language.letter(*kind) == letter;
    let kind = Kind::ALL.into_iter().find(is_named);
    kind.or((language == Language::English && letter == 'N').then_some(Kind::Knight))
}

fn promotion(mv: Move) -> Option<Kind> {
    match mv.kind() {
        MoveKind::Promotion(kind) => Some(kind),
        _ => None,
    }
}
