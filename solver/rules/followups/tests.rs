//! Each prospect against all moves that it is said to rule out.

use super::super::kamikaze::Kamikaze;
use super::super::orthodox::Orthodox;
use super::super::resources::tests::{Case, try_cases};
use super::super::{Captures, Kamikazes, Rules, Shape};
use super::*;
use crate::board::{Plane, Sphere};

/// How often moves were ruled out, and each time no mate followed upon the resource.
fn try_prospects<G: Geometry, C: Capture>(seed: u64, shape: Shape, captures: Captures) -> usize {
    try_cases::<G, C>(seed, (shape, captures), 30_000, |case| {
        let Case { position, mv, .. } = case;
        let mut stood = 0;
        for &(reply, resource) in case.resources {
            let prospect = Classic::<G, C>::prospect(position, reply, resource);
            if prospect.is_none_or(|it| it.allows::<G>(mv.from(), case.kind).has(mv.target())) {
                continue;
            }
            let before = format!("{position:?}");
            let first = Classic::<G, C>::make(position, mv);
            let second = Classic::<G, C>::make(position, reply);
            let mut mates = Vec::new();
            Classic::<G, C>::mating_moves(position, &mut mates, 1);
            assert!(
                mates.is_empty(),
                "{captures:?} on the {shape:?}: {mv} {reply} {mates:?} in\n{before}"
            );
            position.unmake(&second);
            position.unmake(&first);
            stood += 1;
        }
        stood
    })
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
