//! How many moves a unit needs to a square on the empty board.

use super::super::files_of_pawn;
use super::{MOST_UNITS, NONE};
use crate::board::{Geometry, Position};
use crate::chess::{Bitboard, Color, Kind, Square};

/// As what a unit is to stand on its post.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Form {
    /// An officer or king from the beginning, as what it is.
    Itself,
    /// As a pawn.
    Pawn,
    /// Promoted to queen, rook or bishop.
    Rider,
    /// Promoted to knight.
    Knight,
    /// Not to stand there: anywhere else, or off the board.
    Elsewhere,
    /// To be taken on this square.
    TakenThere,
    /// To leave the board on some other square.
    Taken,
    /// As anything.
    Any,
}

impl Form {
    pub const COUNT: usize = 8;

    /// Whether the unit is to leave the board.
    pub fn is_hunted(self) -> bool {
        matches!(self, Form::TakenThere | Form::Taken)
    }

    /// Whether the unit is to stand on the square.
    pub fn stands(self) -> bool {
        !matches!(self, Form::Elsewhere | Form::TakenThere | Form::Taken)
    }
}

/// How far it is to each square.
type Row = [u8; 64];
/// The same by form; `None` if the unit cannot have it.
pub(super) type Rows<'a> = [Option<&'a Row>; Form::COUNT];

/// Of a unit that has left the board.
pub(super) const GONE: Rows<'static> = [None; Form::COUNT];

/// The numbers of moves, by kind or pawn, departure and arrival.
pub(super) struct Paths {
    officers: Box<[[Row; 64]; 6]>,
    /// By unit number: the pawns among them, by form.
    pawns: [Option<Box<[[Row; 64]; Form::COUNT]>>; MOST_UNITS],
    /// How far it is from a square to anywhere else: by square.
    elsewhere: Box<[Row; 64]>,
    /// By kind, arrival and number of moves: from where it takes at most so many.
    within: Box<[[[Bitboard; MOST_STEPS]; 64]; 6]>,
}

/// No unit that gets to a square needs more moves than this less 1.
const MOST_STEPS: usize = 16;

impl Paths {
    /// The square is never reached.
    pub const NEVER: u8 = u8::MAX;

    /// For a position in which each side has so many moves.
    pub fn new<G: Geometry>(
        position: &Position,
        squares: &[u8; MOST_UNITS],
        moves: [u32; 2],
    ) -> Paths {
        let mut within = Box::new([[[Bitboard::EMPTY; MOST_STEPS]; 64]; 6]);
        let mut officers = Box::new([[[Paths::NEVER; 64]; 64]; 6]);
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Pawn) {
            let step = |at: Square| G::TABLES.reach[kind.index()][at.index()][0];
            for from in Bitboard::ALL {
                let mut reached = Bitboard::of(from);
                for n in 0..MOST_STEPS {
                    within[kind.index()][from.index()][n] = reached;
                    for to in reached {
                        let moves = &mut officers[kind.index()][from.index()][to.index()];
                        *moves = (*moves).min(n as u8);
                    }
                    reached = reached.fold(reached, |reached, at| reached | step(at));
                }
            }
        }
        let mut elsewhere = Box::new([[0; 64]; 64]);
        for (square, row) in elsewhere.iter_mut().enumerate() {
            row[square] = 1;
        }
        let mut pawns = [const { None }; MOST_UNITS];
        for (pawn, &square) in pawns
            .iter_mut()
            .zip(squares)
            .filter(|(_, square)| **square != NONE)
        {
            let square = Square::from_index(square as usize);
            if let Some(unit) = position
                .unit(square)
                .filter(|unit| unit.kind() == Kind::Pawn)
            {
                let enemy_moves = moves[(!unit.color()).index()];
                let files = files_of_pawn::<G>(position, unit.color(), square, enemy_moves);
                *pawn = Some(pawn_rows::<G>(unit.color(), files, &officers));
            }
        }
        Paths {
            officers,
            pawns,
            elsewhere,
            within,
        }
    }

    /// The moves of an officer or king from square to square.
    #[inline]
    pub fn officer(&self, kind: Kind, from: Square, to: Square) -> u8 {
        self.officers[kind.index()][from.index()][to.index()]
    }

    /// The squares from which an officer or king gets there in at most so many moves.
    #[inline]
    pub fn within(&self, kind: Kind, to: Square, moves: u8) -> Bitboard {
        self.within[kind.index()][to.index()][usize::from(moves).min(MOST_STEPS - 1)]
    }

    /// How far the unit, now of this kind and on this square, is from all squares, by the form in
    /// which it is to stand there; `None` if it cannot have that form.
    #[inline]
    pub fn rows(&self, unit: u8, kind: Kind, from: Square) -> Rows<'_> {
        let officer = &self.officers[kind.index()][from.index()];
        let elsewhere = Some(&self.elsewhere[from.index()]);
        if kind != Kind::Pawn {
            let promoted = self.pawns[usize::from(unit)].is_some();
            let is_rider = promoted && matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
            let is_knight = promoted && kind == Kind::Knight;
            return [
                (!promoted).then_some(officer),
                None,
                is_rider.then_some(officer),
                is_knight.then_some(officer),
                elsewhere,
                Some(officer),
                elsewhere,
                Some(officer),
            ];
        }
        let Some(rows) = &self.pawns[usize::from(unit)] else {
            return GONE;
        };
        let row = |form: Form| Some(&rows[form as usize][from.index()]);
        [
            None,
            row(Form::Pawn),
            row(Form::Rider),
            row(Form::Knight),
            elsewhere,
            row(Form::Any),
            elsewhere,
            row(Form::Any),
        ]
    }
}

/// The moves of a pawn that captures at will but stays on these files until it is promoted.
fn pawn_rows<G: Geometry>(
    color: Color,
    files: Bitboard,
    officers: &[[Row; 64]; 6],
) -> Box<[[Row; 64]; Form::COUNT]> {
    let mut rows = Box::new([[[Paths::NEVER; 64]; 64]; Form::COUNT]);
    let last = Bitboard::rank(color.rank_ahead(7));
    for from in Bitboard::ALL.minus(last) {
        let mut seen = Bitboard::of(from);
        rows[Form::Pawn as usize][from.index()][from.index()] = 0;
        for (n, &reached) in (1..).zip(&G::TABLES.pawn_reach[color.index()][from.index()]) {
            let reached = reached & files;
            for to in reached.minus(seen) {
                if !last.has(to) {
                    rows[Form::Pawn as usize][from.index()][to.index()] = n;
                    continue;
                }
                for (form, kind) in [(Form::Rider, Kind::Queen), (Form::Knight, Kind::Knight)] {
                    let row = &mut rows[form as usize][from.index()];
                    for (moves, &more) in row.iter_mut().zip(&officers[kind.index()][to.index()]) {
                        *moves = (*moves).min(more.saturating_add(n));
                    }
                }
            }
            seen |= reached;
        }
        for to in 0..64 {
            let [_, pawn, rider, knight, .., any] = &mut *rows;
            let least = [pawn, rider, knight].map(|rows| rows[from.index()][to]);
            any[from.index()][to] = least.into_iter().min().unwrap_or(Paths::NEVER);
        }
    }
    rows
}
