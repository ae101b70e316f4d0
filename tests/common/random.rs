//! Random diagrams and random play, the same in every run.

use fata::board::{Position, Setup};
use fata::chess::{Color, Kind, Move, MoveKind, Square, Unit};
use fata::rules::{Captures, Kamikazes, RuleSet, enter};

use super::diagram;
use super::engine::Engine;

/// A chain of random numbers (splitmix64).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn color(&mut self) -> Color {
        self.pick(&Color::BOTH)
    }
}

/// How many units a random diagram has besides the kings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Crowd {
    /// Up to four: the matter of small problems.
    Few,
    /// Up to 25.
    Any,
}

/// A random diagram that can be played, with the side to move.
pub fn setup(rng: &mut Rng, rules: RuleSet, crowd: Crowd) -> (Setup, Color) {
    loop {
        let to_move = rng.color();
        let setup = any_setup(rng, rules, to_move, crowd);
        if enter(&setup, rules, to_move).is_ok() {
            return (setup, to_move);
        }
    }
}

/// The units, each on a square of its own.
pub fn scattered(rng: &mut Rng, units: &[&str]) -> Setup {
    let mut squares: Vec<Square> = Vec::new();
    while squares.len() < units.len() {
        let square = Square::from_index(rng.below(64));
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    let words = units.iter().zip(&squares);
    let words: Vec<String> = words.map(|(unit, at)| format!("{unit}{at}")).collect();
    diagram(&words.join(" "))
}

fn any_setup(rng: &mut Rng, rules: RuleSet, to_move: Color, crowd: Crowd) -> Setup {
    let mut setup = Setup {
        may_lack_king: [true; 2],
        ..Setup::default()
    };
    let may_castle = rng.once_in(3);
    for color in Color::BOTH {
        let is_home = may_castle && !rng.once_in(4);
        if is_home {
            let on = |file| Square::new(file, color.rank_ahead(0));
            setup.units.insert(on(4), Unit::new(color, Kind::King));
            for file in [0, 7] {
                if !rng.once_in(4) {
                    setup.units.insert(on(file), Unit::new(color, Kind::Rook));
                }
                if rng.once_in(6) {
                    setup.no_castling = setup.no_castling.with(on(file));
                }
            }
            if rng.once_in(8) {
                setup.no_castling = setup.no_castling.with(on(4));
            }
        } else if crowd == Crowd::Few || !rng.once_in(20) {
            let at = free_square(rng, &setup);
            setup.units.insert(at, Unit::new(color, Kind::King));
        }
    }
    let count = match crowd {
        Crowd::Few => 1 + rng.below(4),
        Crowd::Any => {
            let most = rng.pick(&[5, 12, 25]);
            rng.below(most)
        }
    };
    for _ in 0..count {
        add_unit(rng, &mut setup, rules);
    }
    add_memories(rng, &mut setup, rules);
    let has_en_passant = matches!(rules.captures(), Captures::Orthodox | Captures::Kamikaze(_));
    if has_en_passant && rng.once_in(6) {
        add_double_step(rng, &mut setup, !to_move);
    }
    if rules.captures() == Captures::Kamikaze(Kamikazes::Marked) {
        for unit in setup.units.values_mut() {
            *unit = unit.kamikaze(rng.once_in(2));
        }
    }
    setup
}

fn free_square(rng: &mut Rng, setup: &Setup) -> Square {
    loop {
        let at = Square::from_index(rng.below(64));
        if !setup.units.contains_key(&at) {
            return at;
        }
    }
}

fn add_unit(rng: &mut Rng, setup: &mut Setup, rules: RuleSet) {
    const KINDS: [Kind; 8] = [
        Kind::Pawn,
        Kind::Pawn,
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Rook,
        Kind::Queen,
    ];
    let color = rng.color();
    let kind = rng.pick(&KINDS);
    let mut at = free_square(rng, setup);
    if kind == Kind::Pawn {
        // Half of them stand before promotion or before a double step.
        if rng.once_in(2) {
            let ahead = rng.pick(&[1, 6]);
            at = Square::new(at.file(), color.rank_ahead(ahead));
        }
        let is_displaced = rules.captures() == Captures::Dynamo && at.rank() == color.rank_ahead(0);
        if setup.units.contains_key(&at) || (matches!(at.rank(), 0 | 7) && !is_displaced) {
            return;
        }
    }
    let is_zombie = rules.captures() == Captures::Reincarnation && rng.once_in(3);
    setup
        .units
        .insert(at, Unit::new(color, kind).zombie(is_zombie));
}

fn add_memories(rng: &mut Rng, setup: &mut Setup, rules: RuleSet) {
    if rules.captures() != Captures::Reincarnation {
        return;
    }
    let kinds = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
    ];
    for (&at, &unit) in &setup.units {
        let kind = rng.pick(&kinds);
        if rng.once_in(4) && !(kind == Kind::Pawn && matches!(at.rank(), 0 | 7)) {
            let captured = Unit::new(!unit.color(), kind).zombie(unit.is_zombie());
            setup.beneath.insert(at, captured);
        }
    }
}

/// Lets a pawn of this colour just have made a double step, maybe beside pawns that may take it.
fn add_double_step(rng: &mut Rng, setup: &mut Setup, color: Color) {
    let file = rng.below(8) as u8;
    let on = |ahead| Square::new(file, color.rank_ahead(ahead));
    if [1, 2, 3]
        .iter()
        .any(|&ahead| setup.units.contains_key(&on(ahead)))
    {
        return;
    }
    setup.units.insert(on(3), Unit::new(color, Kind::Pawn));
    setup.en_passant = Some(on(2));
    for side in [1, 7] {
        let beside = Square::new((file + side) % 8, color.rank_ahead(3));
        if rng.once_in(2) {
            let hunter = Unit::new(!color, Kind::Pawn);
            setup.units.entry(beside).or_insert(hunter);
        }
    }
}

/// A random move; castlings, promotions, captures and the like more often than their share.
pub fn pick_move(rng: &mut Rng, position: &Position, moves: &[Move]) -> Option<Move> {
    if moves.is_empty() {
        return None;
    }
    let is_special = |mv: &&Move| {
        let captures = mv.to().is_some_and(|to| position.unit(to).is_some());
        mv.kind() != MoveKind::Plain || captures || position.beneath(mv.from()).is_some()
    };
    let special: Vec<Move> = moves.iter().filter(is_special).copied().collect();
    if !special.is_empty() && rng.once_in(3) {
        return Some(rng.pick(&special));
    }
    Some(rng.pick(moves))
}

/// Visits `count` positions of random games under the rules, each of up to 16 plies from a random
/// diagram.
pub fn visit_positions(
    engine: &Engine,
    seed: u64,
    count: usize,
    crowd: Crowd,
    mut visit: impl FnMut(&mut Position, &mut Rng),
) {
    let mut rng = Rng::new(seed);
    let mut visited = 0;
    while visited < count {
        let (setup, to_move) = setup(&mut rng, engine.rules, crowd);
        let mut position = engine.enter(&setup, to_move);
        for _ in 0..16 {
            visit(&mut position, &mut rng);
            visited += 1;
            let moves = engine.moves(&position);
            let Some(mv) = pick_move(&mut rng, &position, &moves) else {
                break;
            };
            let _ = (engine.make)(&mut position, mv);
        }
    }
}
