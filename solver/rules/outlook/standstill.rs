//! Standing still: can every unit of the defender, but for the king, be without a move in the end?
//!
//! In a stalemate each of these units is gone, pinned, or blocked. What it takes to get there is
//! counted in moves that serve no two of them:
//!
//! - A move of the attacker takes at most one unit, and a unit that he cannot reach where it stands
//!   is taken only after a move of its own. A kamikaze unit takes only once, a kamikaze king never.
//! - A line unit of the attacker pins at most as many units as lines join two squares.
//! - An officer that is not pinned may step onto an empty square or an enemy's, so units of its own
//!   side must stand on all its first steps: those that are not yet there are brought by as many
//!   moves. A kamikaze unit may also be blocked by enemies, as to take one may open a line to the
//!   king.
//! - A pawn is blocked by a unit in front of it. A move that newly blocks a pawn takes nothing, but
//!   en passant; a pawn's own move may block it and another.
//! - A kamikaze unit may also vanish, by a move of its own.

use super::blocks::Blocks;
use super::{files_of_pawn, may_castle};
use crate::board::{Geometry, Position, Tables};
use crate::chess::{Bitboard, Color, Kind, Square, Unit};

/// How many of the defender's moves at most are left for his king when the others bring his units
/// to a standstill, and which units may then block the king's field; `None` if so many moves of both
/// sides cannot do that.
pub(super) fn seek<G: Geometry>(
    position: &Position,
    attacker: Color,
    attacks: u32,
    defences: u32,
) -> Option<(u32, Blocks)> {
    // Castling moves two units.
    let defences = defences + u32::from(may_castle(position, !attacker));
    let force = Force::new::<G>(position, attacker, attacks, defences);
    let mut free_pawns = 0;
    let mut blocks = Blocks::NONE;
    let mut restless = Restless::default();
    for square in position.color(!attacker).minus(position.kind(Kind::King)) {
        let Some(unit) = position.unit(square) else {
            continue;
        };
        if unit.kind() == Kind::Pawn {
            free_pawns += u32::from(position.unit(ahead(square, !attacker)).is_none());
            blocks.staying = blocks.staying.with(square);
            blocks.brought += 1;
            blocks.bring::<G>(position, !attacker, Kind::Pawn, square, defences, attacks);
            continue;
        }
        let enemies_block = unit.is_kamikaze();
        let blockers = match enemies_block {
            true => position.occupied(),
            false => position.color(!attacker),
        };
        let bringing = defences + if enemies_block { attacks } else { 0 };
        let may_vanish = enemies_block && force.has_prey;
        let blocking = moves_to_block::<G>(
            unit,
            square,
            blockers,
            defences,
            bringing,
            &mut blocks.within,
        );
        blocks.brought += u32::from(blocking.is_some());
        if blocking == Some(0) {
            blocks.staying = blocks.staying.with(square);
            continue;
        }
        let blocking = match blocking {
            Some(_) | None if may_vanish && defences > 0 => Some(1),
            blocking => blocking,
        };
        let being_taken = match force.reach.has(square) {
            true => Some(0),
            false => (defences > 0).then_some(1),
        };
        restless.add(being_taken, blocking);
    }
    let blocked =
        free_pawns.saturating_sub(2 * defences + u32::from(position.en_passant().is_some()));
    // What blocks pawns takes nothing.
    let gone = force
        .gone
        .min((attacks + force.gained).checked_sub(blocked)?);
    let own_moves = restless.own_moves(gone, force.pins)?;
    if may_castle(position, !attacker) {
        blocks.within = [Bitboard::ALL; Tables::MOST_MOVES];
    }
    if force.pins > 0 {
        blocks.staying = position.color(!attacker).minus(position.kind(Kind::King));
        blocks.brought = blocks.staying.len();
        blocks.within = [Bitboard::ALL; Tables::MOST_MOVES];
    }
    defences.checked_sub(own_moves).map(|spare| (spare, blocks))
}

/// What the attacker can do with his moves.
struct Force {
    /// The squares where he can take a unit.
    reach: Bitboard,
    /// How many units he can take or pin.
    gone: u32,
    /// How many he can pin.
    pins: u32,
    /// How many of these without giving up taking as many.
    gained: u32,
    /// Whether he has a unit that may be taken.
    has_prey: bool,
}

impl Force {
    fn new<G: Geometry>(
        position: &Position,
        attacker: Color,
        attacks: u32,
        defences: u32,
    ) -> Force {
        let units = position.color(attacker);
        let mut reach = Bitboard::EMPTY;
        let (mut takes, mut gained, mut pins) = (0, 0, 0);
        for square in units {
            let Some(unit) = position.unit(square) else {
                continue;
            };
            if unit.is_kamikaze() && unit.kind() == Kind::King {
                continue;
            }
            takes += if unit.is_kamikaze() { 1 } else { attacks };
            let is_line_unit = !matches!(unit.kind(), Kind::Pawn | Kind::Knight | Kind::King);
            let lines = if is_line_unit { G::MOST_LINES } else { 0 };
            gained += lines;
            pins += lines;
            if attacks == 0 {
                continue;
            }
            if unit.kind() != Kind::Pawn {
                let moves = (attacks as usize).min(Tables::MOST_MOVES);
                reach |= G::TABLES.reach[unit.kind().index()][square.index()][moves - 1];
                continue;
            }
            let reached = &G::TABLES.pawn_reach[attacker.index()][square.index()];
            // A kamikaze pawn gets to no other file, but may vanish there.
            let files = match unit.is_kamikaze() {
                true => Bitboard::ALL,
                false => files_of_pawn::<G>(position, attacker, square, defences),
            };
            let walk = reached[(attacks as usize).min(Tables::MOST_MOVES) - 1] & files;
            reach |= walk;
            let to_promote = u32::from(square.rank().abs_diff(attacker.rank_ahead(7)));
            let to_promote = to_promote - u32::from(square.rank() == attacker.rank_ahead(1));
            if to_promote <= attacks {
                // The moves of a pawn that takes nothing on its way are not there to take.
                let taken = (walk & position.color(!attacker)).len() + defences;
                let idle = to_promote.saturating_sub(taken);
                pins += G::MOST_LINES;
                gained += G::MOST_LINES.saturating_sub(idle);
                if attacks > to_promote {
                    reach = Bitboard::ALL;
                }
            }
        }
        Force {
            reach,
            gone: takes.min(attacks) + gained,
            pins,
            gained,
            has_prey: !units.minus(position.kind(Kind::King)).is_empty(),
        }
    }
}

/// The officers that are not at a standstill unless they are taken, pinned or moved.
#[derive(Default)]
struct Restless {
    /// Those that cannot be blocked.
    unblockable: u32,
    /// Those of them that cannot be taken either.
    only_pinned: u32,
    /// The others, by the number of moves that they make more if they are blocked than if they are
    /// taken.
    blockable: [u32; MOST_OWN_MOVES as usize + 1],
    /// The moves that they all make if they are taken.
    own_moves: u32,
}

/// How many moves on its own an officer is followed.
const MOST_OWN_MOVES: u32 = Tables::MOST_MOVES as u32 + 1;

impl Restless {
    /// Adds an officer, with the moves that it makes itself when it is taken and when it is blocked.
    fn add(&mut self, being_taken: Option<u32>, blocking: Option<u32>) {
        self.own_moves += being_taken.unwrap_or(0);
        match (being_taken, blocking) {
            (None, None) => {
                self.only_pinned += 1;
                self.unblockable += 1;
            }
            (_, None) => self.unblockable += 1,
            (taken, Some(blocking)) => {
                self.blockable[(blocking - taken.unwrap_or(0)) as usize] += 1;
            }
        }
    }

    /// The fewest moves that they make, when at most so many are gone or pinned.
    fn own_moves(&self, gone: u32, pins: u32) -> Option<u32> {
        if self.only_pinned > pins {
            return None;
        }
        let gone = gone.checked_sub(self.unblockable)?;
        let mut to_block = self.blockable.iter().sum::<u32>().saturating_sub(gone);
        let mut own_moves = self.own_moves;
        for (more, &units) in (0..).zip(&self.blockable) {
            let blocked = to_block.min(units);
            own_moves += more * blocked;
            to_block -= blocked;
        }
        // A pinned unit need not have moved.
        Some(own_moves.saturating_sub(pins))
    }
}

/// The fewest moves that an officer makes itself to be blocked in the end, when so many moves of its
/// side, and so many in all, bring it and those that block it; `None` if these are too few. Adds the
/// squares where it may then stand after moves of its own, by their number, to `within`.
fn moves_to_block<G: Geometry>(
    unit: Unit,
    from: Square,
    blockers: Bitboard,
    own_side: u32,
    in_all: u32,
    within: &mut [Bitboard; Tables::MOST_MOVES],
) -> Option<u32> {
    let blockers = blockers.without(from);
    let steps = |square: Square| match unit.kind() {
        Kind::Knight => G::TABLES.knight[square.index()],
        Kind::Bishop => G::bishop(square, Bitboard::ALL),
        Kind::Rook => G::rook(square, Bitboard::ALL),
        _ => G::TABLES.king[square.index()],
    };
    let is_blocked =
        |square: Square, moves: u32| steps(square).minus(blockers).len() + moves <= in_all;
    let mut fewest = is_blocked(from, 0).then_some(0);
    let reach = &G::TABLES.reach[unit.kind().index()][from.index()];
    let mut stands = Bitboard::EMPTY;
    let mut seen = Bitboard::EMPTY;
    for (moves, (&reached, within)) in (1..=own_side).zip(reach.iter().zip(within)) {
        for square in reached.minus(seen) {
            if is_blocked(square, moves) {
                stands = stands.with(square);
                fewest = fewest.or(Some(moves));
            }
        }
        *within |= stands;
        seen |= reached;
    }
    fewest.or((own_side > Tables::MOST_MOVES as u32).then_some(MOST_OWN_MOVES))
}

/// The square in front of a pawn.
pub(super) fn ahead(square: Square, color: Color) -> Square {
    let rank = match color {
        Color::White => square.rank() + 1,
        Color::Black => square.rank() - 1,
    };
    Square::new(square.file(), rank)
}
