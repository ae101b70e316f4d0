//! Moves taken back: *q* is among the predecessors of *p* if and only if *p* is among the successors of *q*.

mod common;

use std::collections::{BTreeSet, HashMap, HashSet};

use common::engine::Engine;
use common::random::{Crowd, pick_move, visit_positions};
use common::{
    all_rule_sets, dynamo, kamikaze, marked_kamikaze, orthodox, rule_set, spherical, square, title,
    unit_named,
};
use fata::board::{Position, Setup};
use fata::chess::{Beneath, Color, Kind, Move, Square, Unit};
use fata::retro::{Known, each_predecessor};
use fata::rules::{Captures, Job, Kamikazes, RuleSet, Rules, Shape, Uncaptures, enter};
use rayon::prelude::*;

/// A predecessor by its key, and the packed move.
type Edge = (u128, u32);

struct Predecessors<'a> {
    position: &'a Position,
    known: Known,
    uncaptures: &'a Uncaptures,
}

impl Job for Predecessors<'_> {
    type Output = Vec<(Position, Move)>;

    fn run<R: Rules>(self) -> Self::Output {
        let mut found = Vec::new();
        let mut position = self.position.clone();
        each_predecessor::<R>(
            &mut position,
            self.known,
            self.uncaptures,
            &mut |before, mv| found.push((before.clone(), mv)),
        );
        assert!(
            position == *self.position,
            "it comes back as it was:\n{position:?}"
        );
        found
    }
}

fn predecessors(
    rules: RuleSet,
    position: &Position,
    known: Known,
    uncaptures: &Uncaptures,
) -> Vec<(Position, Move)> {
    rules.run(Predecessors {
        position,
        known,
        uncaptures,
    })
}

fn edges(found: &[(Position, Move)], title: &str) -> BTreeSet<Edge> {
    let edges: BTreeSet<Edge> = found
        .iter()
        .map(|(before, mv)| (before.key(), mv.bits()))
        .collect();
    assert_eq!(edges.len(), found.len(), "{title}: none is given twice");
    edges
}

/// A predecessor's diagram, and the packed move.
type ShownEdge = (String, u32);

fn shown_edges(found: &[(Position, Move)], title: &str) -> BTreeSet<ShownEdge> {
    let edges: BTreeSet<ShownEdge> = found
        .iter()
        .map(|(before, mv)| (shown(before), mv.bits()))
        .collect();
    assert_eq!(edges.len(), found.len(), "{title}: none is given twice");
    edges
}

fn without_ko(position: &Position) -> Position {
    let mut position = position.clone();
    position.set_ko(None);
    position
}

/// The units and memories that the move touches, among them all that are gone after it.
fn touched(before: &Position, mv: Move) -> Uncaptures {
    let squares = [Some(mv.from()), mv.to(), mv.passive().map(|(from, _)| from)];
    let mut units = Vec::new();
    for at in squares.into_iter().flatten() {
        let Some(unit) = before.unit(at) else {
            continue;
        };
        units.push(unit);
        if let Some(memory) = before.beneath(at) {
            let captured = Unit::new(!unit.color(), memory.kind());
            units.push(captured.zombie(memory.is_zombie()));
        }
    }
    Uncaptures::of(units.into_iter().filter(|unit| unit.kind() != Kind::King))
}

#[test]
fn every_legal_move_is_taken_back() {
    for (seed, rules) in (501..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        for (crowd, count) in [(Crowd::Any, 16), (Crowd::Few, 32)] {
            visit_positions(&engine, seed, count, crowd, |before, rng| {
                let moves = engine.moves(before);
                for mv in (0..5).filter_map(|_| pick_move(rng, before, &moves)) {
                    let after = engine.after(before, mv);
                    let uncaptures = touched(before, mv);
                    let found = predecessors(rules, &after, Known::All, &uncaptures);
                    let edge = (without_ko(before).key(), mv.bits());
                    let title = format!("{}: {mv} in\n{before:?}", title(rules));
                    assert!(edges(&found, &title).contains(&edge), "{title}");
                    let mut bare = after.clone();
                    bare.set_ko(None);
                    bare.set_en_passant(None);
                    let found = predecessors(rules, &bare, Known::AtLeast, &uncaptures);
                    let edge = (shown(before), mv.bits());
                    assert!(shown_edges(&found, &title).contains(&edge), "{title}");
                }
            });
        }
    }
}

/// The diagram that shows this position.
fn setup_of(position: &Position) -> Setup {
    let mut setup = Setup {
        may_lack_king: [true; 2],
        to_move: position.to_move(),
        en_passant: position.en_passant(),
        ..Setup::default()
    };
    for at in position.occupied() {
        let unit = position.unit(at).unwrap();
        setup.units.insert(at, unit.moved());
        if !unit.is_unmoved() {
            setup.no_castling = setup.no_castling.with(at);
        }
        if let Some(memory) = position.beneath(at) {
            let captured = Unit::new(!unit.color(), memory.kind());
            setup
                .beneath
                .insert(at, captured.zombie(memory.is_zombie()));
        }
    }
    setup
}

#[test]
fn every_predecessor_is_a_legal_position_and_leads_here() {
    for (seed, rules) in (601..).zip(all_rule_sets()) {
        let engine = Engine::of(rules);
        let uncaptures = Uncaptures::any(rules);
        let count = match rules.captures() {
            Captures::Kamikaze(Kamikazes::Marked) | Captures::Dynamo => 1,
            Captures::Kamikaze(_) => 3,
            Captures::Orthodox | Captures::Reincarnation => 16,
        };
        for crowd in [Crowd::Few, Crowd::Any] {
            visit_positions(&engine, seed, count, crowd, |position, _| {
                let found = predecessors(rules, position, Known::All, &uncaptures);
                edges(&found, &title(rules));
                // Where there are thousands, some of them.
                let share = 1 + found.len() / 300;
                for (before, mv) in found.into_iter().step_by(share) {
                    let context = format!("{}: {mv} in\n{before:?}", title(rules));
                    assert_eq!(before.key(), before.key_from_scratch(), "{context}");
                    if rules.captures() != Captures::Dynamo {
                        let entered = enter(&setup_of(&before), rules, before.to_move());
                        assert!(entered.as_ref() == Ok(&before), "{context}\n{entered:?}");
                    }
                    assert!(engine.moves(&before).contains(&mv), "{context}");
                    assert_eq!(engine.after(&before, mv).key(), position.key(), "{context}");
                }
            });
        }
    }
}

/// All positions of some units on some squares.
struct World {
    rules: RuleSet,
    squares: &'static str,
    /// How many of the squares count.
    most: usize,
    /// Each stands on one of the squares or, but for kings, nowhere.
    units: &'static str,
    /// What captured units may be remembered.
    memories: &'static str,
}

impl World {
    fn positions(&self) -> Vec<Position> {
        let squares: Vec<Square> = self
            .squares
            .split_whitespace()
            .map(square)
            .take(self.most)
            .collect();
        let units: Vec<Unit> = self.units.split_whitespace().map(unit_named).collect();
        let mut setups = vec![Setup {
            may_lack_king: [true; 2],
            ..Setup::default()
        }];
        for &unit in &units {
            let mut more = Vec::new();
            for setup in &setups {
                if unit.kind() != Kind::King {
                    more.push(setup.clone());
                }
                for &at in squares.iter().filter(|at| !setup.units.contains_key(at)) {
                    more.extend(self.placed(setup, unit, at));
                }
            }
            setups = more;
        }
        let mut positions = HashMap::new();
        for setup in setups {
            for to_move in Color::BOTH {
                for en_passant in self.double_steps(&setup) {
                    let setup = Setup {
                        en_passant,
                        ..setup.clone()
                    };
                    if let Ok(position) = enter(&setup, self.rules, to_move) {
                        positions.insert(position.key(), position);
                    }
                }
            }
        }
        positions.into_values().collect()
    }

    /// No double step just made, and each that may have been.
    fn double_steps(&self, setup: &Setup) -> Vec<Option<Square>> {
        let captures = self.rules.captures();
        let has_any = matches!(captures, Captures::Orthodox | Captures::Kamikaze(_));
        let doubled = setup.units.iter().filter_map(|(at, unit)| {
            let color = unit.color();
            let is_doubled = unit.kind() == Kind::Pawn && at.rank() == color.rank_ahead(3);
            is_doubled.then(|| Some(Square::new(at.file(), color.rank_ahead(2))))
        });
        std::iter::once(None)
            .chain(doubled.filter(|_| has_any))
            .collect()
    }

    /// The unit put on the square, with and without the right to castle, over every memory.
    fn placed(&self, setup: &Setup, unit: Unit, at: Square) -> Vec<Setup> {
        let mut with = setup.clone();
        with.units.insert(at, unit);
        let mut all = vec![with.clone()];
        if matches!(unit.kind(), Kind::King | Kind::Rook) {
            let mut moved = with.clone();
            moved.no_castling = moved.no_castling.with(at);
            all.push(moved);
        }
        // Two memories, of capturer and captured, are what a move may meet.
        let most = if self.units.split_whitespace().count() < 4 {
            2
        } else {
            1
        };
        let memories = self.memories.split_whitespace();
        for memory in memories.filter(|_| setup.beneath.len() < most) {
            let mut over = with.clone();
            over.beneath.insert(at, unit_named(memory));
            all.push(over);
        }
        all
    }

    fn uncaptures(&self) -> Uncaptures {
        let units = self
            .units
            .split_whitespace()
            .chain(self.memories.split_whitespace());
        let units = units
            .map(unit_named)
            .filter(|unit| unit.kind() != Kind::King);
        let zombies = units.flat_map(|unit| {
            let both = [unit, unit.zombie(!unit.is_zombie())];
            let count = if self.rules.captures() == Captures::Reincarnation {
                2
            } else {
                1
            };
            both.into_iter().take(count)
        });
        let form = self.rules.captures();
        let marked = |unit: Unit| match form {
            Captures::Kamikaze(Kamikazes::All | Kamikazes::AllButKings) => unit.kamikaze(true),
            _ => unit,
        };
        Uncaptures::of(zombies.map(marked))
    }

    /// Compares what is found backwards with what is found forwards, for one in so many of the
    /// positions.
    fn check(&self, share: u128) {
        let start = std::time::Instant::now();
        let engine = Engine::of(self.rules);
        let positions = self.positions();
        let diagrams: HashSet<String> = positions.iter().map(shown).collect();
        let keys: HashSet<u128> = positions.iter().map(Position::key).collect();
        let name = format!("{} {} on {}", title(self.rules), self.units, self.squares);
        let mut into: HashMap<u128, BTreeSet<Edge>> = HashMap::new();
        let mut onto: HashMap<String, Vec<(Position, ShownEdge)>> = HashMap::new();
        let mut reached: HashMap<u128, Position> = HashMap::new();
        for before in &positions {
            for mv in engine.moves(before) {
                let after = engine.after(before, mv);
                let edge = (before.key(), mv.bits());
                into.entry(after.key()).or_default().insert(edge);
                let shown_edge = (shown(before), mv.bits());
                let all = onto.entry(shown(&after)).or_default();
                all.push((after.clone(), shown_edge));
                reached.insert(after.key(), after);
            }
        }
        let uncaptures = self.uncaptures();
        let chosen = |position: &&Position| position.key().is_multiple_of(share);
        let all: Vec<&Position> = reached.values().chain(&positions).filter(chosen).collect();
        let compared = all.into_par_iter().map(|position| {
            let found = predecessors(self.rules, position, Known::All, &uncaptures);
            let mut found = edges(&found, &name);
            found.retain(|(before, _)| keys.contains(before));
            let expected = into.get(&position.key()).cloned().unwrap_or_default();
            assert_eq!(found, expected, "{name}:\n{position:?}");
            found.len()
        });
        let inner: usize = compared.sum();
        assert!(
            inner > 0,
            "{name} is a world in which something happens: {inner}"
        );
        let all: Vec<&Position> = positions.iter().filter(chosen).collect();
        all.into_par_iter().for_each(|position| {
            let mut found = predecessors(self.rules, position, Known::AtLeast, &uncaptures);
            found.retain(|(before, _)| rights_are_at_home(before));
            let mut found = shown_edges(&found, &name);
            found.retain(|(before, _)| diagrams.contains(before));
            let same = onto.get(&shown(position)).into_iter().flatten();
            let expected: BTreeSet<ShownEdge> = same
                .filter(|(after, _)| includes(after, position))
                .map(|(_, edge)| edge.clone())
                .collect();
            assert_eq!(found, expected, "{name}, at least:\n{position:?}");
        });
        eprintln!(
            "{name}: {} positions, {:.1} s",
            positions.len(),
            start.elapsed().as_secs_f64()
        );
    }
}

/// Units and memories, as text.
fn shown(position: &Position) -> String {
    let units: Vec<String> = position
        .occupied()
        .map(|at| {
            let (unit, memory) = (position.unit(at).unwrap().moved(), position.beneath(at));
            format!("{unit:?}{at}{:?}", memory.map(Beneath::code))
        })
        .collect();
    format!("{:?} {units:?}", position.to_move())
}

/// Whether no unit with a right to castle has been displaced, as in all positions of a world.
fn rights_are_at_home(position: &Position) -> bool {
    position.occupied().all(|at| {
        let unit = position.unit(at).unwrap();
        let is_home = at.rank() == unit.color().rank_ahead(0)
            && match unit.kind() {
                Kind::King => at.file() == 4,
                _ => matches!(at.file(), 0 | 7) && unit.is_unmoved_from(at),
            };
        !unit.is_unmoved() || is_home
    })
}

fn includes(position: &Position, needed: &Position) -> bool {
    let unmoved = |position: &Position, at| position.unit(at).is_some_and(Unit::is_unmoved);
    let passed = needed.en_passant();
    (passed.is_none() || passed == position.en_passant())
        && needed
            .occupied()
            .all(|at| !unmoved(needed, at) || unmoved(position, at))
}

/// Rule set, squares, units, memories.
type Case = (RuleSet, &'static str, &'static str, &'static str);

fn worlds() -> Vec<Case> {
    let castling = ("e1 h1 f1 g1 e3 a1 c1 d1", "wK wR bK bS");
    let two_rooks = ("e8 a8 d8 h8 e6 g8 h7", "bK bR bR wK");
    let en_passant = ("b2 b4 a4 b3 d6 c4 h4 c3", "wK wP bK bP");
    let promotion = ("a7 b7 a8 b8 d2 d1 c8 c6", "wK wP bK bR wQ");
    let form = |shape, form| rule_set(shape, Captures::Kamikaze(form));
    let rex_exclusive = form(Shape::Plane, Kamikazes::AllButKings);
    let mut worlds = Vec::new();
    let mut add = |rules, (squares, units)| worlds.push((rules, squares, units, ""));
    for rules in [orthodox(), spherical()] {
        for world in [castling, two_rooks, en_passant, promotion] {
            add(rules, world);
        }
    }
    add(kamikaze(), en_passant);
    add(kamikaze(), two_rooks);
    add(rex_exclusive, castling);
    add(form(Shape::Sphere, Kamikazes::All), en_passant);
    add(
        marked_kamikaze(),
        ("a7 b7 a8 b8 c8 c6 d1", "w*K w*P bK bR b*S"),
    );
    add(
        marked_kamikaze(),
        ("b2 b4 a4 b3 h8 c4 c3", "wK wP b*P bP bK"),
    );
    add(dynamo(), ("a1 b1 d1 g1 h1 a2 a8", "wK wR bK bQ"));
    add(dynamo(), ("a1 b2 c3 e5 h8 f6 g2", "wK wB bK bP"));
    add(dynamo(), ("a6 a7 a8 b7 b8 c8 d8", "wK wP wS bK"));
    add(dynamo(), ("b1 b2 b3 b4 c3 d4 a3", "wK wP bK bP"));
    add(dynamo(), ("e1 f1 g1 h1 h2 h3", "wK wR bK bR"));
    for shape in [Shape::Plane, Shape::Sphere] {
        let rules = rule_set(shape, Captures::Reincarnation);
        worlds.push((
            rules,
            "a1 b1 c2 e1 d3 h8",
            "wK wR bK bZS",
            "bP bZS bR wP wZR wZS",
        ));
        worlds.push((rules, "a7 b7 a8 c6 d5 h1", "wK wP bK bR", "bP bZP wP wQ"));
        worlds.push((rules, "e1 h1 g1 f1 e3", "wK wS bK", "bR bS bZR"));
    }
    worlds
}

/// Compares all worlds of some captures, with so many squares at most, at one in so many positions.
fn check(is_chosen: impl Fn(Captures) -> bool, most: usize, share: u128) {
    for (rules, squares, units, memories) in worlds() {
        let world = World {
            rules,
            squares,
            most,
            units,
            memories,
        };
        if is_chosen(rules.captures()) {
            world.check(share);
        }
    }
}

#[test]
fn small_worlds_run_backwards() {
    check(|_| true, 6, 211);
}

#[test]
#[ignore = "takes minutes: every position of the worlds, of which the default run takes a share"]
fn small_worlds_run_backwards_everywhere() {
    let is_classic = |captures| matches!(captures, Captures::Orthodox | Captures::Kamikaze(_));
    check(is_classic, usize::MAX, 1);
}

#[test]
#[ignore = "takes a quarter of an hour: every position of the worlds, of which the default run takes a share"]
fn small_worlds_of_dynamo_run_backwards_everywhere() {
    check(|captures| captures == Captures::Dynamo, usize::MAX, 1);
}

#[test]
#[ignore = "takes seconds: every position of the worlds, of which the default run takes a share"]
fn small_worlds_of_reincarnation_run_backwards_everywhere() {
    check(
        |captures| captures == Captures::Reincarnation,
        usize::MAX,
        1,
    );
}
