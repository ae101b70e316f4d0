//! Whether a mate is still conceivable.
//!
//! A lower bound on the moves that a mate takes, on a board where nobody is ever in the way. For each
//! square that the defender's king can still reach, every square of the king's field and the king's
//! own must in the end be attacked, or (but for the king's own) blocked by a unit of its side. The
//! bound is *admissible*, it never denies a mate that exists, since each step only adds
//! possibilities:
//!
//! - A unit attacks from any square at most what it attacks from there on the empty board.
//! - To get somewhere takes at least the moves it takes on the empty board. A pawn may capture with
//!   every step, and promotes to a queen (which does what rook and bishop do) or a knight.
//! - A unit of the defender that now stands in the field may stay; each move that the defender has
//!   beside those of his king may bring one more there.
//! - Castling moves two units at once: it saves at most two moves of the attacker, and the defender
//!   gets his king two squares away and one square blocked.
//! - A unit that captures and vanishes (Kamikaze) attacks no more; a king that cannot capture is
//!   also denied the squares where attackers stand.
//!
//! Births (Reincarnation) and displacements (Dynamo) bring units to squares by other means: there
//! the bound does not hold and is not asked for.

use crate::board::{Geometry, Position, Tables};
use crate::chess::{Bitboard, Color, Kind, Square};

/// How many moves of the attacker the bound looks ahead.
const MOST_ATTACKS: u32 = 3;
/// With more units on the attacker's side the bound would hardly ever cut.
const MOST_UNITS: usize = 16;
/// After so many steps a mate counts as conceivable.
const MOST_STEPS: u32 = 400;

/// Whether the attacker might mate with so many more moves of his and of the defender's, both
/// helping. May say yes wrongly, never no.
pub(super) fn mate_is_conceivable<G: Geometry>(
    position: &Position,
    attacker: Color,
    attacks: u32,
    defences: u32,
) -> bool {
    let Some(king) = position.king(!attacker) else {
        return false;
    };
    let attacks = if may_castle(position, attacker) {
        attacks + 2
    } else {
        attacks
    };
    let attackers = position.color(attacker);
    if attacks > MOST_ATTACKS || attackers.len() as usize > MOST_UNITS {
        return true;
    }
    let mut force = Force {
        units: [(Kind::Pawn, king); MOST_UNITS],
        len: 0,
        color: attacker,
        gains: [0; MOST_ATTACKS as usize + 1],
    };
    for square in attackers {
        if let Some(unit) = position.unit(square) {
            force.add::<G>(unit.kind(), square, attacks);
        }
    }
    let castles = may_castle(position, !attacker);
    let blockers = position.color(!attacker).without(king);
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
            };
            let blocks = defences - moves + u32::from(castles);
            let required = field.minus(blockers).with(target);
            if net.closes::<G>(&force.units, 0, required, attacks, blocks, &mut steps) {
                return true;
            }
        }
        seen |= near;
    }
    // Farther squares are not looked at.
    defences > Tables::MOST_MOVES as u32
}

fn may_castle(position: &Position, color: Color) -> bool {
    let king = position.king(color).and_then(|king| position.unit(king));
    king.is_some_and(|king| king.is_unmoved())
}

/// The attacker's units.
struct Force {
    units: [(Kind, Square); MOST_UNITS],
    len: usize,
    color: Color,
    /// By number of moves: the most squares of a king's field and its own that so many moves can
    /// newly cover, since each move lets one unit more cover what its kind at best can.
    gains: [u32; MOST_ATTACKS as usize + 1],
}

impl Force {
    fn add<G: Geometry>(&mut self, kind: Kind, square: Square, attacks: u32) {
        self.units[self.len] = (kind, square);
        self.len += 1;
        let color = self.color;
        let promotion = Square::new(square.file(), color.rank_ahead(7));
        let best = match kind {
            Kind::Pawn if pawn_moves(color, square, promotion) <= attacks => Kind::Queen,
            kind => kind,
        };
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
        let flights = open.without(self.target).len();
        if checks && flights <= blocks {
            return true;
        }
        if moves == 0 || open.len() > blocks + self.force.gains[moves as usize] {
            return false;
        }
        if *steps == 0 {
            return true;
        }
        *steps -= 1;
        let Some(square) = (if checks {
            open.first()
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
            let closes = self.ways::<G>((kind, at), square, moves, &mut |kind, to, cost| {
                if cost == moves {
                    let open = left_open.minus(self.covered::<G>(kind, to));
                    return !open.has(self.target) && open.len() <= blocks;
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
        blocks > 0
            && square != self.target
            && self.closes::<G>(
                units,
                moved,
                required.without(square),
                moves,
                blocks - 1,
                steps,
            )
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
        for post in posts {
            let cost = pawn_moves(color, from, post);
            if cost <= moves && ask(Kind::Pawn, post, cost) {
                return true;
            }
        }
        let last = color.rank_ahead(7);
        if pawn_moves(color, from, Square::new(from.file(), last)) > moves {
            return false;
        }
        for promotion in Bitboard::rank(last) {
            let cost = pawn_moves(color, from, promotion);
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

/// The fewest moves in which a pawn gets to a square, capturing at will, on a board whose files
/// may or may not close to a ring; a large number if it never does.
fn pawn_moves(color: Color, from: Square, to: Square) -> u32 {
    let ahead =
        |square: Square| i32::from(square.rank()) * if color == Color::White { 1 } else { -1 };
    let ranks = ahead(to) - ahead(from);
    let files = i32::from(from.file().abs_diff(to.file()));
    let files = files.min(8 - files);
    let starts = from.rank() == color.rank_ahead(1);
    if starts && ranks >= 2 && files <= ranks - 2 {
        ranks as u32 - 1
    } else if ranks >= 1 && files <= ranks {
        ranks as u32
    } else {
        u32::MAX
    }
}
