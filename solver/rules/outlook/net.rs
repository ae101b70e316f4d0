//! Closing the king's field: can the attacker's units cover its squares in so many moves?

use super::blocks::Blocks;
use super::{files_of_pawn, may_castle};
use crate::board::{Geometry, Position, Tables};
use crate::chess::{Bitboard, Color, Kind, Square};

/// How many moves of the attacker are looked ahead.
pub(super) const MOST_ATTACKS: u32 = 7;
/// With more units on the attacker's side the net could hardly ever be ruled out.
const MOST_UNITS: usize = 16;
/// After so many steps a net counts as closed.
const MOST_STEPS: u32 = 400;

/// Whether the attacker, with so many moves and all others out of the way, might take from the king
/// every square of its field that no unit of its side blocks; and give check, if that is asked for.
/// With so many `defences` the king goes elsewhere and units block its field.
pub(super) fn closes<G: Geometry>(
    position: &Position,
    king: Square,
    attacks: u32,
    defences: u32,
    blocks: &Blocks,
    checks: bool,
) -> bool {
    let defender = position
        .unit(king)
        .map_or(Color::Black, |king| king.color());
    let attacker = !defender;
    let attackers = position.color(attacker);
    if attacks > MOST_ATTACKS || attackers.len() as usize > MOST_UNITS {
        return true;
    }
    let mut force = Force {
        units: [(Kind::Pawn, king); MOST_UNITS],
        files: [Bitboard::ALL; MOST_UNITS],
        len: 0,
        color: attacker,
        gains: [0; MOST_ATTACKS as usize + 1],
        cover: [Bitboard::EMPTY; MOST_ATTACKS as usize + 1],
    };
    for square in attackers {
        if let Some(unit) = position.unit(square) {
            let files = match unit.kind() {
                Kind::Pawn => files_of_pawn::<G>(position, attacker, square, defences),
                _ => Bitboard::ALL,
            };
            force.add::<G>(unit.kind(), square, files, attacks);
        }
    }
    let castles = may_castle(position, defender);
    let cannot_capture = position.unit(king).is_some_and(|king| king.is_kamikaze());
    let mut steps = MOST_STEPS;
    let king_moves = &G::TABLES.reach[Kind::King.index()][king.index()];
    let within = |moves: u32| match moves {
        0 => Bitboard::of(king),
        moves => king_moves[(moves as usize).min(Tables::MOST_MOVES) - 1].with(king),
    };
    // Castling takes a king as far as two steps do.
    let mut seen = Bitboard::EMPTY;
    for moves in 0..=defences.min(Tables::MOST_MOVES as u32) {
        let near = if castles && moves > 0 {
            within(moves + 1)
        } else {
            within(moves)
        };
        for target in near.minus(seen) {
            let field = G::TABLES.king[target.index()];
            let net = Net {
                target,
                field,
                cannot_capture,
                force: &force,
                blocks,
            };
            let brought = defences - moves + u32::from(castles);
            let mut required = field.minus(blocks.staying);
            if checks {
                required = required.with(target);
            }
            if net.closes::<G>(&force.units, 0, required, attacks, brought, &mut steps) {
                return true;
            }
        }
        seen |= near;
    }
    // Farther squares are not looked at.
    defences > Tables::MOST_MOVES as u32
}

/// The attacker's units.
struct Force {
    units: [(Kind, Square); MOST_UNITS],
    /// The squares on the files that pawns among them may get to.
    files: [Bitboard; MOST_UNITS],
    len: usize,
    color: Color,
    /// By number of moves: the most squares of a king's field and its own that so many moves can
    /// newly cover, since each move lets one unit more cover what its kind at best can.
    gains: [u32; MOST_ATTACKS as usize + 1],
    /// By number of moves: all squares that some unit may cover after so many.
    cover: [Bitboard; MOST_ATTACKS as usize + 1],
}

impl Force {
    fn add<G: Geometry>(&mut self, kind: Kind, square: Square, files: Bitboard, attacks: u32) {
        self.units[self.len] = (kind, square);
        self.files[self.len] = files;
        self.len += 1;
        let promotion = Square::new(square.file(), self.color.rank_ahead(7));
        let best = match kind {
            Kind::Pawn if pawn_moves::<G>(self.color, square, promotion) <= attacks => Kind::Queen,
            kind => kind,
        };
        let promoting = pawn_moves::<G>(self.color, square, promotion);
        // To attack a square is to get there in one move more.
        let reach = match kind {
            Kind::Pawn => &G::TABLES.pawn_reach[self.color.index()][square.index()],
            kind => &G::TABLES.reach[kind.index()][square.index()],
        };
        for (moves, cover) in (0..=attacks).zip(&mut self.cover) {
            *cover |= match kind {
                Kind::Pawn if promoting <= moves => Bitboard::ALL,
                _ => reach[(moves as usize).min(Tables::MOST_MOVES - 1)].with(square),
            };
        }
        // One square more for the unit itself, where the king cannot capture it.
        let gain = G::TABLES.most_covered[best.index()] + 1;
        for n in (1..self.gains.len()).rev() {
            self.gains[n] = self.gains[n].max(self.gains[n - 1] + gain);
        }
    }
}

/// A square on which the defender's king is to be mated.
struct Net<'a> {
    target: Square,
    field: Bitboard,
    cannot_capture: bool,
    force: &'a Force,
    blocks: &'a Blocks,
}

impl Net<'_> {
    /// Whether, with the units where they are in `units`, the `required` squares can all be covered
    /// by moving those that are not yet `moved`, with so many moves, and blocking so many squares.
    fn closes<G: Geometry>(
        &self,
        units: &[(Kind, Square); MOST_UNITS],
        moved: u32,
        required: Bitboard,
        moves: u32,
        blocks: u32,
        steps: &mut u32,
    ) -> bool {
        let units_now = &units[..self.force.len];
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for &(kind, at) in units_now {
            let covered = self.covered::<G>(kind, at);
            twice |= once & covered;
            once |= covered;
        }
        let open = required.minus(once);
        let checks = !open.has(self.target);
        if checks && self.are_blocked(open, blocks) {
            return true;
        }
        let most_blocks = blocks.min(self.blocks.brought);
        if moves == 0 || open.len() > most_blocks + self.force.gains[moves as usize] {
            return false;
        }
        let lost = open.minus(self.force.cover[moves as usize]);
        if lost.has(self.target) || !self.are_blocked(lost, blocks) {
            return false;
        }
        if *steps == 0 {
            return true;
        }
        *steps -= 1;
        let Some(square) = (if checks {
            // Best one that is hard to block, else one that is hard to cover.
            let near = (blocks as usize).clamp(1, Tables::MOST_MOVES) - 1;
            let far = open.minus(self.blocks.within[near]);
            let far = if far.is_empty() { open } else { far };
            let hard = far.minus(self.force.cover[moves as usize - 1]);
            hard.first().or(far.first())
        } else {
            Some(self.target)
        }) else {
            return true;
        };
        for (n, &(kind, at)) in units_now.iter().enumerate() {
            if moved >> n & 1 != 0 {
                continue;
            }
            let by_others = twice | once.minus(self.covered::<G>(kind, at));
            let left_open = required.minus(by_others);
            let files = self.force.files[n];
            let closes = self.ways::<G>((kind, at), files, square, moves, &mut |kind, to, cost| {
                if cost == moves {
                    let open = left_open.minus(self.covered::<G>(kind, to));
                    return !open.has(self.target) && self.are_blocked(open, blocks);
                }
                let (moved, moves) = (moved | 1 << n, moves - cost);
                let mut units = *units;
                units[n] = (kind, to);
                self.closes::<G>(&units, moved, required, moves, blocks, steps)
            });
            if closes {
                return true;
            }
        }
        let bringing = self.blocks.moves_to(square);
        square != self.target
            && bringing <= blocks
            && self.closes::<G>(
                units,
                moved,
                required.without(square),
                moves,
                blocks - bringing,
                steps,
            )
    }

    /// Whether so many moves of the defender may bring blocks to all the squares.
    #[inline]
    fn are_blocked(&self, squares: Bitboard, moves: u32) -> bool {
        squares.is_empty()
            || squares.len() <= moves.min(self.blocks.brought)
                && squares
                    .into_iter()
                    .try_fold(moves, |left, square| {
                        left.checked_sub(self.blocks.moves_to(square))
                    })
                    .is_some()
    }

    /// What a unit takes from the king, on the empty board.
    #[inline]
    fn covered<G: Geometry>(&self, kind: Kind, at: Square) -> Bitboard {
        let attacked = match kind {
            Kind::Pawn => G::TABLES.pawn_hits[self.force.color.index()][at.index()],
            kind => G::TABLES.reach[kind.index()][at.index()][0],
        };
        if self.cannot_capture {
            attacked.with(at)
        } else {
            attacked
        }
    }

    /// Whether the question is answered with yes for one of the ways to bring the unit, within so
    /// many moves, to where it covers the square: as which kind, where, in how many moves.
    fn ways<G: Geometry>(
        &self,
        (kind, from): (Kind, Square),
        files: Bitboard,
        square: Square,
        moves: u32,
        ask: &mut impl FnMut(Kind, Square, u32) -> bool,
    ) -> bool {
        if kind != Kind::Pawn {
            return self.officer_ways::<G>(kind, from, square, moves, 0, ask);
        }
        let color = self.force.color;
        let posts = G::TABLES.pawn_hits[(!color).index()][square.index()];
        let posts = if self.cannot_capture {
            posts.with(square)
        } else {
            posts
        };
        for post in posts & files {
            let cost = pawn_moves::<G>(color, from, post);
            if cost <= moves && ask(Kind::Pawn, post, cost) {
                return true;
            }
        }
        let last = color.rank_ahead(7);
        if pawn_moves::<G>(color, from, Square::new(from.file(), last)) > moves {
            return false;
        }
        for promotion in Bitboard::rank(last) & files {
            let cost = pawn_moves::<G>(color, from, promotion);
            if cost > moves {
                continue;
            }
            for kind in [Kind::Queen, Kind::Knight] {
                if self.officer_ways::<G>(kind, promotion, square, moves - cost, cost, ask) {
                    return true;
                }
            }
        }
        false
    }

    /// The same for an officer, after `spent` moves of its pawn. Without moves it stays.
    fn officer_ways<G: Geometry>(
        &self,
        kind: Kind,
        from: Square,
        square: Square,
        moves: u32,
        spent: u32,
        ask: &mut impl FnMut(Kind, Square, u32) -> bool,
    ) -> bool {
        let reach = &G::TABLES.reach[kind.index()];
        let posts = reach[square.index()][0];
        let mut posts = if self.cannot_capture {
            posts.with(square)
        } else {
            posts
        };
        if kind == Kind::King {
            posts = posts.minus(self.field);
        }
        posts = posts.without(self.target);
        if spent > 0 && posts.has(from) && ask(kind, from, spent) {
            return true;
        }
        let mut seen = Bitboard::of(from);
        for cost in 1..=moves.min(Tables::MOST_MOVES as u32) {
            let reached = reach[from.index()][cost as usize - 1];
            for post in (reached & posts).minus(seen) {
                if ask(kind, post, spent + cost) {
                    return true;
                }
            }
            seen |= reached;
        }
        false
    }
}

/// The fewest moves in which a pawn gets to a square, capturing at will; a large number if it never
/// does.
fn pawn_moves<G: Geometry>(color: Color, from: Square, to: Square) -> u32 {
    let reach = &G::TABLES.pawn_reach[color.index()][from.index()];
    let moves = reach.iter().position(|reached| reached.has(to));
    moves.map_or(u32::MAX, |moves| moves as u32 + 1)
}
