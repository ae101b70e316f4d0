//! Each resource against all moves that it is said to refute.

use super::super::classic::Classic;
use super::super::kamikaze::Kamikaze;
use super::super::orthodox::Orthodox;
use super::super::{Captures, Kamikazes, RuleSet, Rules, Shape, enter};
use super::*;
use crate::board::{Plane, Setup, Sphere};
use crate::chess::MoveKind;

/// A chain of random numbers (xorshift), the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// A random position with both kings, if it can be played.
fn position(dice: &mut Dice, rules: RuleSet, marks: bool) -> Option<Position> {
    let mut setup = Setup::default();
    for color in Color::BOTH {
        let at = Square::from_index(dice.below(64));
        setup.units.insert(at, Unit::new(color, Kind::King));
    }
    for _ in 0..2 + dice.below(16) {
        let color = Color::BOTH[dice.below(2)];
        let kinds = [
            Kind::Pawn,
            Kind::Pawn,
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
        ];
        let kind = kinds[dice.below(6)];
        let at = match kind {
            Kind::Pawn => Square::from_index(8 + dice.below(48)),
            _ => Square::from_index(dice.below(64)),
        };
        setup.units.entry(at).or_insert(Unit::new(color, kind));
    }
    if marks {
        for unit in setup.units.values_mut() {
            *unit = unit.kamikaze(dice.below(2) == 0);
        }
    }
    enter(&setup, rules, Color::BOTH[dice.below(2)]).ok()
}

/// One legal move, neither castling nor en passant, in a position with its resources.
pub(in crate::rules) struct Case<'a> {
    pub position: &'a mut Position,
    pub mv: Move,
    pub kind: Kind,
    pub resources: &'a [(Move, Resource)],
}

/// Counts what `try_case` finds in all moves of so many random positions.
pub(in crate::rules) fn try_cases<G: Geometry, C: Capture>(
    seed: u64,
    (shape, captures): (Shape, Captures),
    positions: usize,
    try_case: impl Fn(Case<'_>) -> usize,
) -> usize {
    let rules = RuleSet::new(shape, captures).expect("the two combine");
    let marks = captures == Captures::Kamikaze(Kamikazes::Marked);
    let mut dice = Dice(seed);
    let mut found = 0;
    for _ in 0..positions {
        let Some(mut position) = position(&mut dice, rules, marks) else {
            continue;
        };
        let Some(scene) = Classic::<G, C>::scene(&position) else {
            continue;
        };
        let mut resources = Vec::new();
        Classic::<G, C>::each_resource(&position, &scene, |mv, resource| {
            resources.push((mv, resource));
            true
        });
        let mut moves = Vec::new();
        Classic::<G, C>::legal_moves(&mut position, &mut moves);
        let filtered = |mv: &Move| matches!(mv.kind(), MoveKind::Plain | MoveKind::Promotion(_));
        for mv in moves.into_iter().filter(filtered) {
            let kind = position.unit(mv.from()).map_or(Kind::Pawn, Unit::kind);
            found += try_case(Case {
                position: &mut position,
                mv,
                kind,
                resources: &resources,
            });
        }
    }
    found
}

/// How often resources stood the test.
fn try_resources<G: Geometry, C: Capture>(seed: u64, shape: Shape, captures: Captures) -> usize {
    try_cases::<G, C>(seed, (shape, captures), 12_000, |case| {
        let Case { position, mv, .. } = case;
        let us = position.to_move();
        let before = format!("{position:?}");
        let undo = Classic::<G, C>::make(position, mv);
        let mut stood = 0;
        for &(reply, ref resource) in case.resources {
            if resource.is_touched(mv.from(), case.kind).has(mv.target()) {
                continue;
            }
            let what = format!("{captures:?} on the {shape:?}: {mv} and {reply} in\n{before}");
            let scratch = &mut Vec::new();
            let is_possible = Classic::<G, C>::is_clearly_possible(position, reply, scratch);
            assert!(is_possible, "{what}");
            let replied = Classic::<G, C>::make(position, reply);
            assert!(Classic::<G, C>::was_legal(position, &replied), "{what}");
            assert!(!Classic::<G, C>::is_in_check(position, us), "{what}");
            position.unmake(&replied);
            stood += 1;
        }
        position.unmake(&undo);
        stood
    })
}

#[test]
fn a_resource_refutes_every_move_that_does_not_touch_it() {
    let stood = [
        try_resources::<Plane, Orthodox>(1, Shape::Plane, Captures::Orthodox),
        try_resources::<Plane, Kamikaze>(2, Shape::Plane, Captures::Kamikaze(Kamikazes::All)),
        try_resources::<Plane, Kamikaze>(
            3,
            Shape::Plane,
            Captures::Kamikaze(Kamikazes::AllButKings),
        ),
        try_resources::<Plane, Kamikaze>(4, Shape::Plane, Captures::Kamikaze(Kamikazes::Marked)),
        try_resources::<Sphere, Orthodox>(5, Shape::Sphere, Captures::Orthodox),
        try_resources::<Sphere, Kamikaze>(6, Shape::Sphere, Captures::Kamikaze(Kamikazes::Marked)),
    ];
    assert!(stood.iter().all(|&times| times > 50_000), "{stood:?}");
}
