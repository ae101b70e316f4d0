//! Each prospect against all moves that it is said to rule out.

use super::super::kamikaze::Kamikaze;
use super::super::orthodox::Orthodox;
use super::super::resources::tests::{Dice, position};
use super::super::{Captures, Kamikazes, RuleSet, Rules, Shape};
use super::*;
use crate::board::{Plane, Sphere};
use crate::chess::MoveKind;

/// How often moves were ruled out, and each time no mate followed upon the resource.
fn try_prospects<G: Geometry, C: Capture>(seed: u64, shape: Shape, captures: Captures) -> usize {
    let rules = RuleSet::new(shape, captures).expect("the two combine");
    let marks = captures == Captures::Kamikaze(Kamikazes::Marked);
    let mut dice = Dice(seed);
    let mut stood = 0;
    for _ in 0..30_000 {
        let Some(mut position) = position(&mut dice, rules, marks) else {
            continue;
        };
        let Some(scene) = Classic::<G, C>::scene(&position) else {
            continue;
        };
        let mut prospects = Vec::new();
        Classic::<G, C>::each_resource(&position, &scene, |reply, resource| {
            let prospect = Classic::<G, C>::prospect(&position, reply, resource);
            prospects.extend(prospect.map(|prospect| (reply, prospect)));
            true
        });
        let mut moves = Vec::new();
        Classic::<G, C>::legal_moves(&mut position, &mut moves);
        let filtered = |mv: &Move| matches!(mv.kind(), MoveKind::Plain | MoveKind::Promotion(_));
        for mv in moves.into_iter().filter(filtered) {
            let kind = position.unit(mv.from()).map_or(Kind::Pawn, Unit::kind);
            let before = format!("{position:?}");
            for (reply, prospect) in &prospects {
                let allowed = prospect.resource.is_touched(mv.from(), kind)
                    | prospect.helpful::<G>(mv.from(), kind);
                if allowed.has(mv.target()) {
                    continue;
                }
                let first = Classic::<G, C>::make(&mut position, mv);
                let second = Classic::<G, C>::make(&mut position, *reply);
                let mut mates = Vec::new();
                Classic::<G, C>::mating_moves(&mut position, &mut mates, 1);
                assert!(
                    mates.is_empty(),
                    "{rules:?}: {mv} {reply} {mates:?} in\n{before}"
                );
                position.unmake(&second);
                position.unmake(&first);
                stood += 1;
            }
        }
    }
    stood
}

#[test]
fn no_mate_follows_upon_a_move_that_is_ruled_out() {
    let stood = [
        try_prospects::<Plane, Orthodox>(1, Shape::Plane, Captures::Orthodox),
        try_prospects::<Plane, Kamikaze>(2, Shape::Plane, Captures::Kamikaze(Kamikazes::All)),
        try_prospects::<Plane, Kamikaze>(
            3,
            Shape::Plane,
            Captures::Kamikaze(Kamikazes::AllButKings),
        ),
        try_prospects::<Plane, Kamikaze>(4, Shape::Plane, Captures::Kamikaze(Kamikazes::Marked)),
        try_prospects::<Sphere, Orthodox>(5, Shape::Sphere, Captures::Orthodox),
        try_prospects::<Sphere, Kamikaze>(6, Shape::Sphere, Captures::Kamikaze(Kamikazes::Marked)),
    ];
    assert!(stood.iter().all(|&times| times > 50_000), "{stood:?}");
}
