//! The classes that the positions of a class can turn into, in groups that are solved together.
//!
//! A move changes at most two units, its mover and one more. So what the moves make of a class
//! follows from what they make of its pairs, and that is found by playing all moves with all
//! placements of two units alone on the board: units that are missing could only be in the way.

use std::collections::HashMap;
use std::rc::Rc;

use super::material::{Material, Member};
use crate::board::Position;
use crate::chess::{Beneath, Color, Kind, Move, Square};
use crate::rules::{Job, RuleSet, Rules};

/// Classes that can turn into each other form a group; each group comes after those that it can
/// turn into. More than `most` classes are not listed: `None`.
pub(super) fn groups(
    rules: RuleSet,
    material: &Material,
    most: usize,
) -> Option<Vec<Vec<Material>>> {
    let turns = rules.run(Explore {
        rules,
        material,
        most,
    })?;
    let mut search = Components {
        turns: &turns.next,
        order: vec![None; turns.classes.len()],
        low: vec![0; turns.classes.len()],
        stack: Vec::new(),
        is_on_stack: vec![false; turns.classes.len()],
        count: 0,
        groups: Vec::new(),
    };
    search.visit(0);
    let groups = search.groups.into_iter();
    let named = groups.map(|group| {
        let mut group: Vec<usize> = group;
        group.sort_unstable();
        group
            .into_iter()
            .map(|class| turns.classes[class].clone())
            .collect()
    });
    Some(named.collect())
}

/// The classes, the first being the one asked for, and for each those that one move leads to.
struct Turns {
    classes: Vec<Material>,
    next: Vec<Vec<usize>>,
}

struct Explore<'a> {
    rules: RuleSet,
    material: &'a Material,
    most: usize,
}

impl Job for Explore<'_> {
    type Output = Option<Turns>;

    fn run<R: Rules>(self) -> Option<Turns> {
        let mut pairs = Pairs {
            rules: self.rules,
            known: HashMap::new(),
            moves: Vec::new(),
        };
        let mut classes = vec![self.material.clone()];
        let mut numbers = HashMap::from([(self.material.clone(), 0)]);
        let mut next = Vec::new();
        while next.len() < classes.len() {
            let class = classes[next.len()].clone();
            let members = class.members();
            let mut found = Vec::new();
            for one in 0..members.len() {
                for other in one..members.len() {
                    let partner = (other != one).then(|| members[other]);
                    if partner.is_none() && members.len() > 1 {
                        continue;
                    }
                    for changed in pairs.changes::<R>(members[one], partner).iter() {
                        let turned = class.with([one, other], changed);
                        let number = *numbers.entry(turned.clone()).or_insert_with(|| {
                            classes.push(turned);
                            classes.len() - 1
                        });
                        found.push(number);
                    }
                    if classes.len() > self.most {
                        return None;
                    }
                }
            }
            found.sort_unstable();
            found.dedup();
            next.push(found);
        }
        Some(Turns { classes, next })
    }
}

type Changes = Rc<Vec<Vec<Member>>>;

/// What moves make of pairs of units.
struct Pairs {
    rules: RuleSet,
    known: HashMap<(Member, Option<Member>), Changes>,
    moves: Vec<Move>,
}

impl Pairs {
    fn changes<R: Rules>(&mut self, one: Member, other: Option<Member>) -> Changes {
        if let Some(known) = self.known.get(&(one, other)) {
            return known.clone();
        }
        let mut before: Vec<Member> = [Some(one), other].into_iter().flatten().collect();
        before.sort_by_key(|member| member.rank());
        let mut found: Vec<Vec<Member>> = Vec::new();
        for first in Square::all() {
            if !self.may_stand(one, first) {
                continue;
            }
            for second in Square::all() {
                let is_idle = other.is_none() && second != first;
                let is_bad =
                    other.is_some_and(|other| second == first || !self.may_stand(other, second));
                if is_idle || is_bad {
                    continue;
                }
                for to_move in Color::BOTH {
                    let mut position = Position::empty(to_move);
                    position.enter(first, one.unit, one.beneath);
                    if let Some(other) = other {
                        position.enter(second, other.unit, other.beneath);
                    }
                    self.moves.clear();
                    R::pseudo_moves(&mut position, &mut self.moves);
                    for &mv in &self.moves {
                        let undo = R::make(&mut position, mv);
                        let after = members(&position);
                        position.unmake(&undo);
                        if after != before && !found.contains(&after) {
                            found.push(after);
                        }
                    }
                }
            }
        }
        let found = Rc::new(found);
        self.known.insert((one, other), found.clone());
        found
    }

    fn may_stand(&self, member: Member, square: Square) -> bool {
        may_stand(member, square, self.rules.nature().first_rank_pawns)
    }
}

/// Whether a member can stand on a square: pawns, also remembered ones, are never on the last rank,
/// and on their first only under some rules.
pub(super) fn may_stand(member: Member, square: Square, first_rank_pawns: bool) -> bool {
    let rank = square.rank();
    let color = member.unit.color();
    if member.beneath.map(Beneath::kind) == Some(Kind::Pawn) && matches!(rank, 0 | 7) {
        return false;
    }
    member.unit.kind() != Kind::Pawn
        || rank != color.rank_ahead(7) && (first_rank_pawns || rank != color.rank_ahead(0))
}

fn members(position: &Position) -> Vec<Member> {
    let member = |square| {
        position.unit(square).map(|unit| Member {
            unit,
            beneath: position.beneath(square),
        })
    };
    let mut members: Vec<Member> = position.occupied().filter_map(member).collect();
    members.sort_by_key(|member| member.rank());
    members
}

/// Tarjan's search for classes that turn into each other; it meets a group after all those that the
/// group can turn into.
struct Components<'a> {
    turns: &'a [Vec<usize>],
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    is_on_stack: Vec<bool>,
    count: usize,
    groups: Vec<Vec<usize>>,
}

impl Components<'_> {
    fn visit(&mut self, class: usize) {
        let order = self.count;
        self.count += 1;
        self.order[class] = Some(order);
        self.low[class] = order;
        self.stack.push(class);
        self.is_on_stack[class] = true;
        let turns = self.turns;
        for &next in &turns[class] {
            match self.order[next] {
                None => {
                    self.visit(next);
                    self.low[class] = self.low[class].min(self.low[next]);
                }
                Some(order) if self.is_on_stack[next] => {
                    self.low[class] = self.low[class].min(order);
                }
                Some(_) => {}
            }
        }
        if self.low[class] == order {
            let at = self.stack.iter().rposition(|&other| other == class);
            let group = self.stack.split_off(at.unwrap_or(0));
            for &member in &group {
                self.is_on_stack[member] = false;
            }
            self.groups.push(group);
        }
    }
}
