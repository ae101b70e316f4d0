//! The rules once more, slowly: a plain model of every rule set, to compare the fast code with.
//!
//! Nothing here is shared with the solver. A position is 64 cells; a move is made on a copy, and
//! the copy is the move; a move is legal if the copy leaves the own king out of check. There is no
//! table, no undo and no cut. Sections and choices
//! are those of docs/rules.md.
//!
//! The rules of all capturing rule sets are here; those of Dynamo are in `dynamo.rs`, and the
//! stipulations, by trying everything, in `stipulations.rs`.

mod dynamo;
mod stipulations;

/// What becomes of the two units when one takes the other's square.
///
/// `Kamikaze` is an attribute of single units, so `Orthodox` and `Kamikaze` are played alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    Orthodox,
    Kamikaze,
    Reincarnation,
    Dynamo,
}

/// One unit on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unit {
    white: bool,
    kind: char,
    zombie: bool,
    kamikaze: bool,
    /// The home square of a king or rook that may still castle; `None` for all other units.
    home: Option<usize>,
    /// Type and zombiehood of the last unit captured where this one stands (section 2).
    beneath: Option<(char, bool)>,
}

/// Colour and type of the unit on each square: what the ko rule compares (choice 4).
type Placement = [Option<(bool, char)>; 64];

/// Files and ranks of one step or jump.
type Vector = (i32, i32);

/// A move in machine notation and the position it leads to.
type Move = (String, Model);

/// What one unit does in a move: from, to (`None` is over the edge), promotion.
type Leg = (usize, Option<usize>, Option<char>);

/// One position under one rule set. Equal models have the same play ahead of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    spherical: bool,
    capture: Capture,
    cells: [Option<Unit>; 64],
    white: bool,
    /// The square the last double step passed over.
    en_passant: Option<usize>,
    /// Dynamo: the placement before the last move, which the answer must not bring back.
    ko: Option<Placement>,
}

const LINES: [Vector; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONALS: [Vector; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const HIGH_JUMPS: [Vector; 4] = [(1, 2), (1, -2), (-1, -2), (-1, 2)];
const WIDE_JUMPS: [Vector; 4] = [(2, 1), (2, -1), (-2, -1), (-2, 1)];
const PROMOTIONS: [char; 4] = ['Q', 'R', 'B', 'S'];

/// The usual two ways of castling (section 0) and the two round the back of the sphere (section 3):
/// where the rook comes from, where it and the king arrive, which squares must be empty (all as
/// files, a = 0), and whether it needs the sphere.
type Castling = (&'static str, i32, i32, i32, &'static [i32], bool);
const CASTLINGS: [Castling; 4] = [
    ("O-O", 7, 5, 6, &[5, 6], false),
    ("O-O-O", 0, 3, 2, &[1, 2, 3], false),
    ("CO-O", 0, 5, 6, &[7, 6, 5], true),
    ("CO-O-O", 7, 3, 2, &[0, 1, 2, 3], true),
];

fn at(file: i32, rank: i32) -> usize {
    usize::try_from(rank * 8 + file).expect("file and rank lie on the board")
}

fn file(square: usize) -> i32 {
    (square % 8) as i32
}

fn rank(square: usize) -> i32 {
    (square / 8) as i32
}

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

fn parse(square: &str) -> usize {
    let found = (0..64).find(|&s| name(s) == square);
    found.expect("a square is written a1 to h8")
}

/// The square one vector away on the flat board; `None` over the edge.
fn offset(from: usize, (df, dr): Vector) -> Option<usize> {
    let (f, r) = (file(from) + df, rank(from) + dr);
    ((0..8).contains(&f) && (0..8).contains(&r)).then(|| at(f, r))
}

/// All squares of the flat board from a square to the edge, the square itself left out.
fn squares_to_edge(from: usize, direction: Vector) -> Vec<usize> {
    let mut squares = Vec::new();
    let mut next = offset(from, direction);
    while let Some(square) = next {
        squares.push(square);
        next = offset(square, direction);
    }
    squares
}

/// The rank counted from the side's own: 0 is its first, 1 its second, 7 its last.
fn own_rank(white: bool, square: usize) -> i32 {
    let first = if white { 0 } else { 7 };
    (rank(square) - first).abs()
}

fn forward(white: bool) -> i32 {
    if white { 1 } else { -1 }
}

/// How far a pawn may go or push straight on: two squares from its second rank, else one.
fn pawn_steps(white: bool, from: usize) -> usize {
    let on_second_rank = own_rank(white, from) == 1;
    if on_second_rank { 2 } else { 1 }
}

fn is_rider(kind: char) -> bool {
    matches!(kind, 'Q' | 'R' | 'B')
}

/// The vectors along which a piece moves; a rider repeats them. Pawns have their own rules.
fn vectors(kind: char) -> Vec<Vector> {
    match kind {
        'R' => LINES.to_vec(),
        'B' => DIAGONALS.to_vec(),
        'S' => [HIGH_JUMPS, WIDE_JUMPS].concat(),
        'K' | 'Q' => [LINES, DIAGONALS].concat(),
        _ => Vec::new(),
    }
}

/// One part of the machine notation: from, to, and the promotion if any (section 6).
fn notation((from, to, promotion): Leg) -> String {
    let to = to.map_or("--".to_string(), name);
    let promotion = promotion.map(|kind| kind.to_ascii_lowercase().to_string());
    format!("{}{to}{}", name(from), promotion.unwrap_or_default())
}

impl Unit {
    /// A unit that begins on this square, in the diagram or by rebirth. A king, or a rook that is
    /// no zombie, may castle if it begins at home (section 0, choices 2 and 5).
    fn new(white: bool, kind: char, zombie: bool, square: usize) -> Unit {
        let home_files: &[i32] = match kind {
            'K' => &[4],
            'R' if !zombie => &[0, 7],
            _ => &[],
        };
        let is_home = own_rank(white, square) == 0 && home_files.contains(&file(square));
        Unit {
            white,
            kind,
            zombie,
            kamikaze: false,
            home: is_home.then_some(square),
            beneath: None,
        }
    }
}

/// The positions and their play.
impl Model {
    /// The empty board, White to move.
    pub fn new(spherical: bool, capture: Capture) -> Model {
        Model {
            spherical,
            capture,
            cells: [None; 64],
            white: true,
            en_passant: None,
            ko: None,
        }
    }

    /// Puts a unit of the diagram on the board. A king or rook at home may castle.
    pub fn put(&mut self, square: &str, white: bool, kind: char, zombie: bool, kamikaze: bool) {
        let square = parse(square);
        let unit = Unit::new(white, kind, zombie, square);
        self.cells[square] = Some(Unit { kamikaze, ..unit });
    }

    /// Says what the unit on the square captured there last; so it has moved and cannot castle.
    pub fn set_beneath(&mut self, square: &str, kind: char, zombie: bool) {
        let cell = &mut self.cells[parse(square)];
        let unit = cell.as_mut().expect("a memory lies under a unit");
        unit.beneath = Some((kind, zombie));
        unit.home = None;
    }

    /// Says who begins. To let a side move twice in a row, see `same_side_again`.
    pub fn set_to_move(&mut self, white: bool) {
        self.white = white;
    }

    /// Takes the right to castle from the king or rook on the square.
    pub fn forbid_castling(&mut self, square: &str) {
        if let Some(unit) = self.cells[parse(square)].as_mut() {
            unit.home = None;
        }
    }

    /// Names the square that the last move's double step passed over.
    pub fn set_en_passant(&mut self, square: &str) {
        self.en_passant = Some(parse(square));
    }

    pub fn white_to_move(&self) -> bool {
        self.white
    }

    /// After a move: the side that made it moves once more, as inside a series. There is then no
    /// ko and no en passant (section 8).
    pub fn same_side_again(&self) -> Model {
        let mut again = self.turned();
        again.ko = None;
        again
    }

    /// All units, sorted: colour, `Z` for a zombie, type, square (`wKe1`, `bZPd4`), and under a
    /// unit with a memory the remembered one with the colour it had (`wRa1/bS`, `wZRa1/bZS`).
    /// Kamikaze units are not marked, as a unit keeps that attribute as long as it lives.
    pub fn units(&self) -> Vec<String> {
        let unit_text = |white: bool, zombie: bool, kind: char| {
            let colour = if white { 'w' } else { 'b' };
            let zombie = if zombie { "Z" } else { "" };
            format!("{colour}{zombie}{kind}")
        };
        let mut units = Vec::new();
        for (square, unit) in self.all_units() {
            let mut text = unit_text(unit.white, unit.zombie, unit.kind) + &name(square);
            if let Some((kind, was_zombie)) = unit.beneath {
                text += &format!("/{}", unit_text(!unit.white, was_zombie, kind));
            }
            units.push(text);
        }
        units.sort();
        units
    }

    /// The legal moves in machine notation, sorted, each once.
    pub fn legal_moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|(text, _)| text).collect()
    }

    /// The position after a move; `None` if it is not legal.
    pub fn play(&self, mv: &str) -> Option<Model> {
        let mut moves = self.legal().into_iter();
        moves.find(|(text, _)| text == mv).map(|(_, next)| next)
    }

    pub fn is_in_check(&self) -> bool {
        self.in_check(self.white)
    }

    /// In check and without a legal move.
    pub fn is_mate(&self) -> bool {
        self.is_in_check() && self.legal().is_empty()
    }

    /// Not in check and without a legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_in_check() && self.legal().is_empty()
    }

    /// The number of legal move sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => {
                let moves = self.legal();
                moves.iter().map(|(_, next)| next.perft(depth - 1)).sum()
            }
        }
    }
}

/// What all rule sets share (section 0), the two boards, and check.
impl Model {
    /// The legal moves with the positions they lead to, sorted by text, each once.
    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, unit) in self.all_units() {
            if unit.white != self.white {
                continue;
            }
            if self.capture == Capture::Dynamo {
                self.dynamo_plain_moves(from, unit, &mut moves);
                self.dynamo_displacing_moves(from, unit, &mut moves);
            } else if unit.kind == 'P' {
                self.pawn_moves(from, unit, &mut moves);
            } else {
                self.piece_moves(from, unit, &mut moves);
            }
            if unit.kind == 'K' {
                self.castlings(from, unit, &mut moves);
            }
        }
        moves.retain(|(_, next)| !next.in_check(self.white) && !self.breaks_ko(next));
        moves.sort_by(|(a, _), (b, _)| a.cmp(b));
        moves.dedup_by(|(a, _), (b, _)| a == b);
        moves
    }

    fn all_units(&self) -> impl Iterator<Item = (usize, Unit)> {
        (0..64).filter_map(|square| self.cells[square].map(|unit| (square, unit)))
    }

    fn unit_on(&self, square: usize) -> Unit {
        self.cells[square].expect("a unit stands where a move begins")
    }

    fn is_empty(&self, square: usize) -> bool {
        self.cells[square].is_none()
    }

    /// How many squares of a line are empty up to the first unit on it.
    fn empty_squares(&self, line: &[usize]) -> usize {
        let is_empty = |square: &&usize| self.is_empty(**square);
        line.iter().take_while(is_empty).count()
    }

    /// The same board with the other side to move, to make a move on.
    fn turned(&self) -> Model {
        let mut next = self.clone();
        next.white = !self.white;
        next.en_passant = None;
        next.ko = (self.capture == Capture::Dynamo).then(|| self.placement());
        next
    }

    /// Whether the side's king could be captured or, in Dynamo, expelled by the other side.
    ///
    /// An attacker counts though it is pinned, though it would die (section 1), and though it is a
    /// kamikaze king that could not capture (choice 1). Zombies do not see kings (section 2).
    fn in_check(&self, white: bool) -> bool {
        let is_king = |unit: Unit| unit.kind == 'K' && unit.white == white;
        let Some((king, _)) = self.all_units().find(|&(_, unit)| is_king(unit)) else {
            return false;
        };
        self.all_units().any(|(from, unit)| {
            if unit.white == white || unit.zombie {
                false
            } else if self.capture == Capture::Dynamo {
                let mut ways = self.displacements(from, unit, king).into_iter();
                ways.any(|way| way.passive_to.is_none())
            } else {
                self.attacked_squares(from, unit).contains(&king)
            }
        })
    }

    /// One step or jump on the board in force, and the vector with which the ride goes on.
    ///
    /// Section 3: on the sphere the files are a ring, and a step over the pole lands on the same
    /// rank, four files away, from where ranks are counted the other way.
    fn step(&self, from: usize, (df, dr): Vector) -> Option<(usize, Vector)> {
        if !self.spherical {
            return offset(from, (df, dr)).map(|to| (to, (df, dr)));
        }
        let (f, r) = (file(from) + df, rank(from) + dr);
        Some(match r {
            0..8 => (at(f.rem_euclid(8), r), (df, dr)),
            8.. => (at((f + 4).rem_euclid(8), 15 - r), (df, -dr)),
            _ => (at((f + 4).rem_euclid(8), -1 - r), (df, -dr)),
        })
    }

    /// The squares a unit attacks, each once, whoever stands on them.
    ///
    /// A ride ends on the first occupied square or, on the sphere, before its own start.
    fn attacked_squares(&self, from: usize, unit: Unit) -> Vec<usize> {
        let mut squares = Vec::new();
        if unit.kind == 'P' {
            for df in [-1, 1] {
                let capture = self.step(from, (df, forward(unit.white)));
                squares.extend(capture.map(|(to, _)| to));
            }
        }
        for vector in vectors(unit.kind) {
            let mut next = self.step(from, vector);
            while let Some((to, onward)) = next {
                if to == from {
                    break;
                }
                squares.push(to);
                if !is_rider(unit.kind) || !self.is_empty(to) {
                    break;
                }
                next = self.step(to, onward);
            }
        }
        squares.sort();
        squares.dedup();
        squares
    }

    /// The empty squares straight ahead of a pawn, as far as it may go.
    fn pawn_advances(&self, from: usize, white: bool) -> Vec<usize> {
        let mut ahead = squares_to_edge(from, (0, forward(white)));
        ahead.truncate(pawn_steps(white, from));
        ahead.truncate(self.empty_squares(&ahead));
        ahead
    }

    /// What a unit becomes on arrival: a pawn on its last rank one of four, all else stays.
    fn promotions(&self, from: usize, to: Option<usize>) -> Vec<Option<char>> {
        let unit = self.unit_on(from);
        let is_last_rank = |square| own_rank(unit.white, square) == 7;
        if unit.kind == 'P' && to.is_some_and(is_last_rank) {
            PROMOTIONS.map(Some).to_vec()
        } else {
            vec![None]
        }
    }

    /// Castling: both units at home with their rights, the way empty, the king never in check.
    /// The square where the king arrives is looked at like that of any other move.
    fn castlings(&self, from: usize, king: Unit, moves: &mut Vec<Move>) {
        if king.home != Some(from) || self.in_check(king.white) {
            return;
        }
        let on = |file: i32| at(file, rank(from));
        for (text, rook_file, rook_to, king_to, empty, on_sphere_only) in CASTLINGS {
            let rook_from = on(rook_file);
            let has_right = self.cells[rook_from].is_some_and(|rook| {
                rook.kind == 'R' && rook.white == king.white && rook.home == Some(rook_from)
            });
            let is_free = empty.iter().all(|&file| self.is_empty(on(file)));
            if !has_right || !is_free || (on_sphere_only && !self.spherical) {
                continue;
            }
            // The king passes over the square where the rook will stand.
            if self.is_king_checked_on(on(rook_to), from) {
                continue;
            }
            let mut next = self.turned();
            for (from, to) in [(from, on(king_to)), (rook_from, on(rook_to))] {
                let unit = next.lift(from);
                next.cells[to] = Some(Unit { home: None, ..unit });
            }
            moves.push((text.to_string(), next));
        }
    }

    /// Whether the king on `from` would be in check on `square`, in place of what stands there (the
    /// mover of choice 3, which is taken off then).
    fn is_king_checked_on(&self, square: usize, from: usize) -> bool {
        let mut there = self.clone();
        let king = there.lift(from);
        there.cells[square] = Some(king);
        there.in_check(king.white)
    }
}

/// Moves and captures in all rule sets but Dynamo (sections 0 to 3).
impl Model {
    /// An enemy of the same sort, normal or zombie; never a king, and never by a kamikaze king.
    fn can_capture(&self, unit: Unit, to: usize) -> bool {
        self.cells[to].is_some_and(|victim| {
            victim.white != unit.white
                && victim.zombie == unit.zombie
                && victim.kind != 'K'
                && !(unit.kind == 'K' && unit.kamikaze)
        })
    }

    fn piece_moves(&self, from: usize, unit: Unit, moves: &mut Vec<Move>) {
        for to in self.attacked_squares(from, unit) {
            if self.is_empty(to) || self.can_capture(unit, to) {
                moves.push(self.moved(from, to, None));
            }
        }
    }

    fn pawn_moves(&self, from: usize, pawn: Unit, moves: &mut Vec<Move>) {
        for to in self.pawn_advances(from, pawn.white) {
            for promotion in self.promotions(from, Some(to)) {
                moves.push(self.moved(from, to, promotion));
            }
        }
        for to in self.attacked_squares(from, pawn) {
            if !self.can_capture(pawn, to) && !self.is_en_passant(from, pawn, to) {
                continue;
            }
            // Section 1: a pawn that vanishes has nothing to choose.
            if pawn.kamikaze {
                moves.push(self.moved(from, to, None));
                continue;
            }
            for promotion in self.promotions(from, Some(to)) {
                moves.push(self.moved(from, to, promotion));
            }
        }
    }

    /// The square of the pawn that is taken when a pawn on `from` captures en passant on `to`.
    fn passed_pawn(from: usize, to: usize) -> usize {
        at(file(to), rank(from))
    }

    /// En passant needs the double step just made; Reincarnation has abolished it (section 2).
    fn is_en_passant(&self, from: usize, pawn: Unit, to: usize) -> bool {
        let passed = self.cells[Model::passed_pawn(from, to)];
        self.capture != Capture::Reincarnation
            && self.en_passant == Some(to)
            && own_rank(pawn.white, to) == 5
            && self.is_empty(to)
            && passed.is_some_and(|unit| unit.kind == 'P' && unit.white != pawn.white)
    }

    /// A unit's move, with or without capture.
    fn moved(&self, from: usize, to: usize, promotion: Option<char>) -> Move {
        let mut next = self.turned();
        let mut unit = next.lift(from);
        let mut victim = next.cells[to].take();
        if unit.kind == 'P' && victim.is_none() && file(from) != file(to) {
            victim = next.cells[Model::passed_pawn(from, to)].take();
        }
        let is_double_step = unit.kind == 'P' && (rank(to) - rank(from)).abs() == 2;
        if is_double_step && self.capture != Capture::Reincarnation {
            next.en_passant = Some(at(file(from), (rank(from) + rank(to)) / 2));
        }
        unit.kind = promotion.unwrap_or(unit.kind);
        unit.home = None;
        // Section 2: only the last capture on a square is remembered.
        let remembered = victim.filter(|_| self.capture == Capture::Reincarnation);
        unit.beneath = remembered.map(|taken| (taken.kind, taken.zombie));
        // Section 1: a kamikaze unit goes with what it captured.
        let vanishes = victim.is_some() && unit.kamikaze;
        next.cells[to] = (!vanishes).then_some(unit);
        (notation((from, Some(to), promotion)), next)
    }

    /// Takes a unit from its square. What it had captured there appears on it: its type, the
    /// colour of the unit that leaves, and a zombie if it was none and none if it was (section 2).
    fn lift(&mut self, from: usize) -> Unit {
        let unit = self.unit_on(from);
        let reborn =
            |(kind, was_zombie): (char, bool)| Unit::new(unit.white, kind, !was_zombie, from);
        self.cells[from] = unit.beneath.map(reborn);
        unit
    }
}
