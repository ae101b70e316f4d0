//! Dynamo (docs/rules.md, section 4); sections and choices are those of that page.

use super::{
    Leg, Model, Move, Placement, Unit, Vector, file, forward, is_rider, notation, offset,
    pawn_steps, rank, squares_to_edge, vectors,
};

/// Where a Dynamo move takes its two units; `None` is over the edge.
pub(super) struct Displacement {
    mover_to: Option<usize>,
    pub(super) passive_to: Option<usize>,
    /// The squares the passive travels over on the way.
    passive_crosses: Vec<usize>,
}

impl Displacement {
    /// The passive goes `n` squares along its track; one more than the track has is over the edge.
    fn new(mover_to: Option<usize>, track: &[usize], n: usize) -> Displacement {
        Displacement {
            mover_to,
            passive_to: track.get(n - 1).copied(),
            passive_crosses: track[..n - 1].to_vec(),
        }
    }
}

/// Dynamo (section 4).
impl Model {
    pub(super) fn placement(&self) -> Placement {
        self.cells.map(|c| c.map(|unit| (unit.white, unit.kind)))
    }

    /// Section 4.5: an answer must not bring back what stood before the move it answers.
    pub(super) fn breaks_ko(&self, next: &Model) -> bool {
        self.ko.is_some_and(|before| before == next.placement())
    }

    /// Section 4.1: moves to empty squares, and leaving the board, by king and pawn excepted.
    pub(super) fn dynamo_plain_moves(&self, from: usize, unit: Unit, moves: &mut Vec<Move>) {
        let squares = if unit.kind == 'P' {
            self.pawn_advances(from, unit.white)
        } else {
            self.attacked_squares(from, unit)
        };
        for to in squares {
            if self.is_empty(to) {
                self.add_dynamo_moves(&[(from, Some(to))], moves);
            }
        }
        let leads_out = |vector: Vector| {
            let line = squares_to_edge(from, vector);
            line.is_empty() || (is_rider(unit.kind) && self.empty_squares(&line) == line.len())
        };
        if unit.kind != 'K' && vectors(unit.kind).into_iter().any(leads_out) {
            self.add_dynamo_moves(&[(from, None)], moves);
        }
    }

    /// Sections 4.2 to 4.5: the moves that push or pull another unit, kings never over the edge.
    pub(super) fn dynamo_displacing_moves(&self, from: usize, unit: Unit, moves: &mut Vec<Move>) {
        for (passive_from, passive) in self.all_units() {
            if passive_from == from {
                continue;
            }
            // Choice 3: the own king does not cross a square where it would be in check.
            let is_own_king = passive.kind == 'K' && passive.white == unit.white;
            let is_checked_on = |&square: &usize| self.is_king_checked_on(square, passive_from);
            for way in self.displacements(from, unit, passive_from) {
                let expels_king = passive.kind == 'K' && way.passive_to.is_none();
                if expels_king || (is_own_king && way.passive_crosses.iter().any(is_checked_on)) {
                    continue;
                }
                let units = [(from, way.mover_to), (passive_from, way.passive_to)];
                self.add_dynamo_moves(&units, moves);
            }
        }
    }

    /// Adds a move of the mover, which is named first, and the passive, if any: once for each
    /// promotion of a pawn that arrives on its last rank.
    fn add_dynamo_moves(&self, units: &[(usize, Option<usize>)], moves: &mut Vec<Move>) {
        let mut choices: Vec<Vec<Leg>> = vec![Vec::new()];
        for &(from, to) in units {
            let mut longer = Vec::new();
            for legs in &choices {
                for promotion in self.promotions(from, to) {
                    longer.push([legs.as_slice(), &[(from, to, promotion)]].concat());
                }
            }
            choices = longer;
        }
        for legs in choices {
            moves.push(self.dynamo_moved(&legs));
        }
    }

    /// A Dynamo move. Only a mover that leaves its square loses the right to castle (section 4.5).
    fn dynamo_moved(&self, legs: &[Leg]) -> Move {
        let mut next = self.turned();
        for &(from, _, _) in legs {
            next.cells[from] = None;
        }
        for (index, &(from, to, promotion)) in legs.iter().enumerate() {
            let mut unit = self.unit_on(from);
            let is_mover = index == 0;
            if is_mover && to != Some(from) {
                unit.home = None;
            }
            unit.kind = promotion.unwrap_or(unit.kind);
            if let Some(to) = to {
                next.cells[to] = Some(unit);
            }
        }
        let texts: Vec<String> = legs.iter().map(|&leg| notation(leg)).collect();
        (texts.join("/"), next)
    }

    /// All ways in which a mover may push or pull the passive, kings' safety left aside.
    pub(super) fn displacements(
        &self,
        mover: usize,
        unit: Unit,
        passive: usize,
    ) -> Vec<Displacement> {
        let (df, dr) = (file(passive) - file(mover), rank(passive) - rank(mover));
        let is_in_line = df == 0 || dr == 0 || df.abs() == dr.abs();
        let direction = (df.signum(), dr.signum());
        let moves_by = |vector| vectors(unit.kind).contains(&vector);
        if unit.kind == 'P' {
            self.pawn_pushes(mover, passive, (df, dr))
        } else if is_rider(unit.kind) && is_in_line && moves_by(direction) {
            self.rider_displacements(mover, passive, direction)
        } else if !is_rider(unit.kind) && moves_by((df, dr)) {
            self.leaper_displacements(mover, passive, (df, dr))
        } else {
            Vec::new()
        }
    }

    /// Section 4.2: a rider that sees the passive pushes it on or pulls it back over itself.
    fn rider_displacements(&self, mover: usize, passive: usize, on: Vector) -> Vec<Displacement> {
        let ahead = squares_to_edge(mover, on);
        let between = self.empty_squares(&ahead);
        if ahead.get(between) != Some(&passive) {
            return Vec::new();
        }
        let distance = between + 1;
        let mut ways = Vec::new();

        // Push: the passive goes first, the mover stays behind it.
        let track = squares_to_edge(passive, on);
        let stops = [vec![mover], ahead].concat();
        let room = self.empty_squares(&track);
        for n in 1..=room {
            for &stop in &stops[..distance + n] {
                ways.push(Displacement::new(Some(stop), &track, n));
            }
        }
        if room == track.len() {
            for &stop in &stops {
                ways.push(Displacement::new(Some(stop), &track, room + 1));
            }
            ways.push(Displacement::new(None, &track, room + 1));
        }

        // Pull: the mover goes first or stays, the passive stays behind it.
        let back = (-on.0, -on.1);
        let track = squares_to_edge(passive, back);
        let retreat = squares_to_edge(mover, back);
        let room = self.empty_squares(&retreat);
        let leaves = room == retreat.len();
        let stops = [vec![mover], retreat].concat();
        for (m, &stop) in stops[..=room].iter().enumerate() {
            for n in 1..distance + m {
                ways.push(Displacement::new(Some(stop), &track, n));
            }
        }
        if leaves {
            for n in 1..=track.len() + 1 {
                ways.push(Displacement::new(None, &track, n));
            }
        }
        ways
    }

    /// Section 4.3: king and knight push by their vector, or pull by going the other way; a knight
    /// may leave the board by this.
    fn leaper_displacements(&self, mover: usize, passive: usize, v: Vector) -> Vec<Displacement> {
        let mut ways = self.pushes_by_one(mover, passive, v);
        let back = offset(mover, (-v.0, -v.1));
        let may_go_back = match back {
            Some(square) => self.is_empty(square),
            None => self.unit_on(mover).kind == 'S',
        };
        if may_go_back {
            ways.push(Displacement::new(back, &[mover], 1));
        }
        ways
    }

    /// Section 4.4: a pawn pushes its own side's units straight on, the other's diagonally.
    fn pawn_pushes(&self, mover: usize, passive: usize, (df, dr): Vector) -> Vec<Displacement> {
        let white = self.unit_on(mover).white;
        let is_own = self.unit_on(passive).white == white;
        if !is_own && df.abs() == 1 && dr == forward(white) {
            return self.pushes_by_one(mover, passive, (df, dr));
        }
        let steps = pawn_steps(white, mover);
        let ahead = squares_to_edge(mover, (0, forward(white)));
        let distance = self.empty_squares(&ahead) + 1;
        if !is_own || ahead.get(distance - 1) != Some(&passive) || distance > steps {
            return Vec::new();
        }
        let track = squares_to_edge(passive, (0, forward(white)));
        let stops = [vec![mover], ahead].concat();
        let room = self.empty_squares(&track);
        let farthest = if room == track.len() { room + 1 } else { room };
        let mut ways = Vec::new();
        for n in 1..=steps.min(farthest) {
            for &stop in &stops[..=steps.min(distance + n - 1)] {
                ways.push(Displacement::new(Some(stop), &track, n));
            }
        }
        ways
    }

    /// Pushes by the vector from mover to passive; the mover stays or follows.
    fn pushes_by_one(&self, mover: usize, passive: usize, vector: Vector) -> Vec<Displacement> {
        let beyond = offset(passive, vector);
        if beyond.is_some_and(|square| !self.is_empty(square)) {
            return Vec::new();
        }
        let track: Vec<usize> = beyond.into_iter().collect();
        let push = |stop| Displacement::new(Some(stop), &track, 1);
        vec![push(mover), push(passive)]
    }
}
