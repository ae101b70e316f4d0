//! Single points of the rules, made by hand: the choices where the sources are silent, and what
//! published cases do not pin. Every answer is asked of the engine and of the slow model.

mod common;

use common::engine::Engine;
use common::model::Model;
use common::{
    diagram, dynamo, kamikaze, marked_kamikaze, model_of, orthodox, reincarnation, rule_set,
    spherical, square, units,
};
use fata::board::{Position, Setup};
use fata::chess::Color;
use fata::rules::{Captures, Kamikazes, RuleSet, Shape};

/// A position, fast and slow.
struct Board {
    engine: Engine,
    position: Position,
    model: Model,
}

impl Board {
    fn new(rules: RuleSet, to_move: Color, units: &str) -> Board {
        Board::of(rules, to_move, &diagram(units))
    }

    fn of(rules: RuleSet, to_move: Color, setup: &Setup) -> Board {
        let engine = Engine::of(rules);
        Board {
            engine,
            position: engine.enter(setup, to_move),
            model: model_of(setup, rules, to_move),
        }
    }

    fn allows(&self, mv: &str) -> bool {
        let moves = self.engine.texts(&self.position);
        assert_eq!(moves, self.model.legal_moves(), "in\n{:?}", self.position);
        moves.iter().any(|text| text == mv)
    }

    fn allows_none_of(&self, moves: &str) -> bool {
        moves.split_whitespace().all(|mv| !self.allows(mv))
    }

    fn allows_all(&self, moves: &str) -> bool {
        moves.split_whitespace().all(|mv| self.allows(mv))
    }

    fn play(&self, moves: &str) -> Board {
        let mut model = self.model.clone();
        for mv in moves.split_whitespace() {
            model = model.play(mv).unwrap_or_else(|| panic!("{mv} is legal"));
        }
        Board {
            engine: self.engine,
            position: self.engine.play(&self.position, moves),
            model,
        }
    }

    fn units(&self) -> Vec<String> {
        let units = units(&self.position);
        assert_eq!(units, self.model.units());
        units
    }

    fn has(&self, unit: &str) -> bool {
        self.units().iter().any(|one| one == unit)
    }

    fn is_check(&self) -> bool {
        let is_check = self.engine.in_check(&self.position);
        assert_eq!(is_check, self.model.is_in_check());
        is_check
    }
}

fn white(rules: RuleSet, units: &str) -> Board {
    Board::new(rules, Color::White, units)
}

fn black(rules: RuleSet, units: &str) -> Board {
    Board::new(rules, Color::Black, units)
}

fn rex_exclusive() -> RuleSet {
    rule_set(Shape::Plane, Captures::Kamikaze(Kamikazes::AllButKings))
}

// Section 0: what all rule sets share.

#[test]
fn a_pinned_unit_gives_check() {
    // The rook e5 is pinned to its king, and still guards b5.
    let board = black(orthodox(), "wKe1 wRe5 bRe8 bKa6");
    assert!(!board.allows("a6b5") && !board.allows("a6a5") && board.allows("a6b6"));
}

#[test]
fn the_king_may_not_castle_out_of_through_or_into_check() {
    let castle = |enemy: &str| white(orthodox(), &format!("wKe1 wRh1 bKa8 {enemy}"));
    assert!(!castle("bRe5").allows("O-O"));
    assert!(!castle("bRf5").allows("O-O"));
    assert!(!castle("bRg5").allows("O-O"));
    assert!(castle("bRh5").allows("O-O"));
}

#[test]
fn the_rook_may_castle_over_an_attacked_square() {
    let board = white(orthodox(), "wKe1 wRa1 bKg8 bRb5");
    assert!(board.allows("O-O-O"));
}

#[test]
fn en_passant_lasts_one_move() {
    let board = black(orthodox(), "wKe1 wPe5 bKe8 bPd7 bPh7");
    let passed = board.play("d7d5");
    assert!(passed.allows("e5d6"));
    assert!(!passed.play("e5d6").has("bPd5"));
    assert!(!passed.play("e1e2 h7h6").allows("e5d6"));
}

#[test]
fn en_passant_may_not_open_the_rank_to_the_own_king() {
    let board = black(orthodox(), "wKa5 wPe5 bKe8 bPd7 bRh5").play("d7d5");
    assert!(!board.allows("e5d6"));
}

#[test]
fn a_side_without_a_king_is_never_in_check() {
    let board = white(orthodox(), "wRa1 bQa8 bKh8");
    assert!(!board.is_check() && board.allows("a1b1"));
}

// Section 1: Kamikaze.

#[test]
fn choice_1_a_kamikaze_king_guards_the_squares_around_it() {
    for rules in [kamikaze(), rex_exclusive(), orthodox()] {
        assert!(white(rules, "wKe4 bKe6").allows_none_of("e4e5 e4d5 e4f5"));
    }
}

#[test]
fn a_kamikaze_king_may_not_capture() {
    assert!(!white(kamikaze(), "wKe4 bPe5 bKa8").allows("e4e5"));
    let captured = white(rex_exclusive(), "wKe4 bPe5 bKa8").play("e4e5");
    assert_eq!(captured.units(), ["bKa8", "wKe5"]);
}

#[test]
fn a_marked_kamikaze_king_may_not_capture_but_an_unmarked_one_may() {
    assert!(!white(marked_kamikaze(), "w*Ke4 bPe5 bKa8").allows("e4e5"));
    assert!(white(marked_kamikaze(), "wKe4 bPe5 bKa8").allows("e4e5"));
}

#[test]
fn a_king_defended_by_nobody_is_safe_from_capture_by_a_kamikaze_king() {
    // The queen checks from next to the king, which cannot take her: mate though nobody defends her.
    let board = white(kamikaze(), "wKc3 wQb8 bKa1").play("b8b2");
    assert!(board.is_check() && board.model.is_mate());
    let scratch = &mut Vec::new();
    assert!((board.engine.is_mate)(&mut board.position.clone(), scratch));
}

#[test]
fn a_kamikaze_capture_with_promotion_is_one_move() {
    let board = white(kamikaze(), "wKe1 wPe7 bKa8 bSd8");
    assert!(board.allows("e7d8") && board.allows_none_of("e7d8q e7d8r e7d8b e7d8s"));
    assert!(board.allows_all("e7e8q e7e8r e7e8b e7e8s"));
    assert_eq!(board.play("e7d8").units(), ["bKa8", "wKe1"]);
}

#[test]
fn both_pawns_vanish_en_passant() {
    let board = black(kamikaze(), "wKe1 wPe5 bKe8 bPd7").play("d7d5 e5d6");
    assert_eq!(board.units(), ["bKe8", "wKe1"]);
}

#[test]
fn the_kamikaze_attribute_survives_promotion() {
    let board = white(marked_kamikaze(), "wKh1 w*Pe7 bKa7 bSe2").play("e7e8q a7a6 e8e2");
    assert_eq!(board.units(), ["bKa6", "wKh1"]);
    let board = white(marked_kamikaze(), "wKh1 wPe7 bKa7 bSe2").play("e7e8q a7a6 e8e2");
    assert!(board.has("wQe2"));
}

#[test]
fn a_kamikaze_capture_may_open_a_line_through_the_captured_unit() {
    // After Sc3xe4 both are gone, and the rook e8 attacks the king.
    let board = white(kamikaze(), "wKe1 wSc3 bPe4 bRe8 bKa8");
    assert!(!board.allows("c3e4") && board.allows("c3d5"));
}

// Section 2: Reincarnation.

#[test]
fn the_last_captured_unit_replaces_an_earlier_memory() {
    let board = white(reincarnation(), "wKa1 wPe4 bKa8 bPd5 bSf6").play("e4d5 f6d5");
    assert!(board.has("bSd5/wP"));
    let left = board.play("a1a2 d5f4");
    assert!(left.has("bZPd5") && left.has("bSf4"));
}

#[test]
fn a_captured_zombie_is_reborn_as_a_normal_unit() {
    let board = white(reincarnation(), "wKa1 wZBe4/bZS bKa8").play("e4f5");
    assert!(board.has("wSe4") && board.has("wZBf5"));
}

#[test]
fn a_king_that_leaves_gives_birth_too() {
    let board = white(reincarnation(), "wKd4/bR bKa8").play("d4d5");
    assert_eq!(board.units(), ["bKa8", "wKd5", "wZRd4"]);
}

#[test]
fn normal_units_and_zombies_only_block_each_other() {
    let board = white(reincarnation(), "wKh1 wRa1 bZPa4 bSb1 bKh8");
    assert!(board.allows_all("a1b1 a1a3") && board.allows_none_of("a1a4 a1a5 a1c1"));
    let board = white(reincarnation(), "wKh1 wZRa1 bZPa4 bPb2 bKh8");
    assert!(board.allows_all("a1a4 a1b1") && !board.allows("a1a5"));
    assert!(!white(reincarnation(), "wKa1 bZRa8 bKh8").is_check());
    assert!(white(reincarnation(), "wKa1 bRa8 bKh8").is_check());
}

#[test]
fn a_newborn_unit_gives_check_at_once() {
    let board = white(reincarnation(), "wKh1 wZSe4/bZR bKe8").play("e4c5");
    assert!(board.has("wRe4") && board.is_check());
}

#[test]
fn a_newborn_unit_shields_its_own_king() {
    // The bishop e2 would be pinned, but a zombie rook appears in its place.
    let board = white(reincarnation(), "wKe1 wBe2/bR bRe8 bKa8");
    assert!(board.allows("e2h5") && board.play("e2h5").has("wZRe2"));
    assert!(!white(reincarnation(), "wKe1 wBe2 bRe8 bKa8").allows("e2h5"));
}

#[test]
fn reincarnation_has_no_en_passant() {
    let board = black(reincarnation(), "wKe1 wPe5 bKe8 bPd7").play("d7d5");
    assert!(!board.allows("e5d6"));
}

#[test]
fn a_pawn_born_on_its_second_rank_has_the_double_step() {
    let board = white(reincarnation(), "wKa1 wSd2/bP bKa8").play("d2f3 a8b8");
    assert!(board.has("wZPd2") && board.allows("d2d4"));
}

#[test]
fn a_unit_that_has_captured_on_its_home_square_cannot_castle() {
    assert!(!white(reincarnation(), "wKe1 wRh1/bS bKe8").allows("O-O"));
    assert!(!white(reincarnation(), "wKe1/bS wRh1 bKe8").allows("O-O"));
    assert!(white(reincarnation(), "wKe1 wRh1 bKe8").allows("O-O"));
}

#[test]
fn choice_2_a_rook_born_at_home_castles_whatever_no_castling_says() {
    let mut setup = diagram("wKe1 wZBh1/bZR bKe8 bPa7");
    setup.no_castling = setup.no_castling.with(square("h1"));
    let board = Board::of(reincarnation(), Color::White, &setup).play("h1d5 a7a6");
    assert!(board.has("wRh1") && board.allows("O-O"));
    let board = white(reincarnation(), "wKe1 wZBa1/bZR bKe8 bPh7").play("a1d4 h7h6");
    assert!(board.allows("O-O-O"));
}

#[test]
fn choice_2_needs_a_king_that_has_not_moved() {
    let board = white(reincarnation(), "wKe1 wZBh1/bZR bKe8 bPa7").play("e1e2 a7a6 e2e1 a6a5");
    assert!(!board.play("h1d5 a5a4").allows("O-O"));
}

#[test]
fn choice_5_a_zombie_rook_never_castles() {
    assert!(!white(reincarnation(), "wKe1 wZRh1 bKe8").allows("O-O"));
    let board = white(reincarnation(), "wKe1 wBh1/bR bKe8 bPa7").play("h1g2 a7a6");
    assert!(board.has("wZRh1") && !board.allows("O-O"));
}

#[test]
fn a_pawn_that_captures_and_promotes_leaves_the_captured_unit_behind() {
    let board = white(reincarnation(), "wKa1 wPe7 bRd8 bKa7").play("e7d8q");
    assert!(board.has("wQd8/bR"));
    assert!(board.play("a7a6 d8h8").has("wZRd8"));
}

// Section 3: Spherical.

#[test]
fn castling_round_the_back_needs_the_rooks_way_empty_and_no_other_square() {
    let board = white(spherical(), "wKe1 wRh1 wSf1 bKf5");
    assert!(board.allows("CO-O-O") && !board.allows("O-O"));
    let castled = board.play("CO-O-O");
    assert!(castled.has("wKc1") && castled.has("wRd1"));
    for blocked in ["a1", "b1", "c1", "d1"] {
        let board = white(spherical(), &format!("wKe1 wRh1 wS{blocked} bKf5"));
        assert!(!board.allows("CO-O-O"), "{blocked}");
    }
    let board = white(spherical(), "wKe1 wRa1 wSb1 wSd1 bKf5");
    assert!(board.allows("CO-O") && !board.allows("O-O-O"));
    let castled = board.play("CO-O");
    assert!(castled.has("wKg1") && castled.has("wRf1"));
    for blocked in ["f1", "g1", "h1"] {
        let board = white(spherical(), &format!("wKe1 wRa1 wS{blocked} bKf5"));
        assert!(!board.allows("CO-O"), "{blocked}");
    }
}

#[test]
fn the_right_to_castle_round_the_back_belongs_to_the_rook_that_moves() {
    let mut setup = diagram("wKe1 wRa1 wRh1 bKf5");
    setup.no_castling = setup.no_castling.with(square("h1"));
    let board = Board::of(spherical(), Color::White, &setup);
    assert!(board.allows("O-O-O") && board.allows_none_of("O-O CO-O-O CO-O"));
}

#[test]
fn en_passant_works_across_the_seam_of_the_files() {
    let units = "wKe4 wPa5 bKe8 bPh7";
    let board = black(spherical(), units).play("h7h5");
    assert!(board.allows("a5h6") && !board.play("a5h6").has("bPh5"));
    assert!(!black(orthodox(), units).play("h7h5").allows("a5h6"));
}

#[test]
fn pawns_capture_across_the_seam_and_never_cross_a_pole() {
    let board = white(spherical(), "wKe4 wPa4 bSh5 bKe8 wPc7");
    assert!(board.allows("a4h5") && board.allows("c7c8q"));
    assert!(board.units().len() == 5);
}

#[test]
fn a_line_check_along_two_routes_is_parried_on_both_or_not_at_all() {
    let board = white(spherical(), "wKb4 wSc2 wBd3 bRe4 bKe8");
    assert!(board.is_check());
    assert!(!board.allows("c2d4") && board.allows("d3e4"));
    let board = white(spherical(), "wKb4 wSc2 wPg4 bRe4 bKe8");
    assert!(board.is_check() && board.allows("c2d4"));
}

#[test]
fn one_unit_may_parry_two_line_checks_where_their_routes_cross() {
    // The rook comes over h1, h2 .. h6, the bishop over f1, c1, d2 .. g5, h6, a7, b8, g8.
    let board = white(spherical(), "wKh7 wPd5 wRd6 wSb5 bRd1 bBe2 bKf2");
    let checkers = (board.engine.checkers)(&board.position, Color::White);
    assert_eq!(checkers.len(), 2);
    assert!(board.allows("d6h6"));
}

#[test]
fn a_lone_rider_stops_before_its_own_square_and_reaches_each_square_once() {
    let board = white(spherical(), "wRa3 wKc6 bKf6");
    let moves = board.engine.texts(&board.position);
    let of_rook = moves.iter().filter(|mv| mv.starts_with("a3")).count();
    // 7 squares of the rank, 15 of the ring through both poles; e3 is on both.
    assert_eq!(of_rook, 21);
    assert!(!board.allows("a3a3"));
}

// Section 4: Dynamo.

#[test]
fn a_king_is_in_check_only_from_what_can_expel_it() {
    assert!(white(dynamo(), "wKa1 bKb1").is_check());
    assert!(white(dynamo(), "wKa1 bKa2").is_check());
    assert!(white(dynamo(), "wKa1 bKb2").is_check());
    assert!(!white(dynamo(), "wKd4 bKd5").is_check());
    // The rook sees the king, but both ways over the edge are barred.
    assert!(!white(dynamo(), "wKe4 wPe2 bRe6 bKe8").is_check());
    assert!(white(dynamo(), "wKe4 bRe6 bKe8").is_check());
}

#[test]
fn a_knights_pull_never_gives_check() {
    assert!(!white(dynamo(), "wKd4 bSe6 bKh8").is_check());
    assert!(white(dynamo(), "wKd1 bSe3 bKh8").is_check());
}

#[test]
fn leaving_the_board_in_any_direction_is_one_move() {
    let board = black(dynamo(), "wKe1 bKh8 bRc8 bSc3");
    assert!(board.allows_all("c8-- c8--/c3--"));
    let moves = board.engine.moves(&board.position);
    let leaving = moves.iter().filter(|mv| mv.to_string() == "c8--").count();
    assert_eq!(leaving, 1);
}

#[test]
fn neither_king_nor_pawn_leaves_the_board_by_itself() {
    let board = white(dynamo(), "wKa1 wPh7 bKd8");
    assert!(board.allows_none_of("a1-- h7--"));
}

#[test]
fn a_pawn_on_its_own_first_rank_steps_once_and_then_twice_again() {
    let board = white(dynamo(), "wKa1 wPe1 bKh8 bPh7");
    assert!(board.allows("e1e2") && !board.allows("e1e3"));
    assert!(board.play("e1e2 h7h6").allows_all("e2e3 e2e4"));
}

#[test]
fn a_pawn_on_its_second_rank_pushes_its_own_side_two_squares() {
    let board = white(dynamo(), "wKa1 wPe2 wSe4 bKh8");
    assert!(board.allows_all("e2e2/e4e5 e2e2/e4e6 e2e3/e4e5 e2e4/e4e6"));
    assert!(board.allows_none_of("e2e2/e4e7 e2e5/e4e6"));
    let board = white(dynamo(), "wKa1 wPe3 wSe4 bKh8");
    assert!(board.allows_all("e3e3/e4e5 e3e4/e4e5"));
    assert!(board.allows_none_of("e3e3/e4e6 e3e4/e4e6"));
}

#[test]
fn a_pawn_pushes_the_other_side_diagonally_only() {
    let board = white(dynamo(), "wKa1 wPe4 bSd5 bSe5 bKh8");
    assert!(board.allows_all("e4e4/d5c6 e4d5/d5c6"));
    assert!(board.allows_none_of("e4e4/e5e6 e4e5/e5e6 e4d5 e4e5"));
}

#[test]
fn an_enemy_may_promote_a_pawn_by_displacing_it() {
    let board = black(dynamo(), "wKe4 wPb7 bRb1 bKg6");
    assert!(board.allows_all("b1b1/b7b8q b1b1/b7b8r b1b1/b7b8b b1b1/b7b8s"));
    assert!(!board.allows("b1b1/b7b8"));
    assert!(board.play("b1b1/b7b8q").has("wQb8"));
}

#[test]
fn a_pawn_displaced_to_its_first_rank_stays_a_pawn() {
    let board = black(dynamo(), "wKe4 wPb3 bRb8 bKg6").play("b8b8/b3b1");
    assert!(board.has("wPb1"));
}

#[test]
fn a_promoting_pawn_names_its_kind_before_the_passive() {
    let board = white(dynamo(), "wKa1 wPe7 wSe8 bKh6");
    assert!(board.allows_all("e7e8q/e8-- e7e8s/e8-- e7e7/e8--"));
}

#[test]
fn choice_3_the_owner_does_not_lead_his_king_across_a_check() {
    let board = white(dynamo(), "wRe4 wKe6 bKa8 bRh5 bPh8");
    assert!(board.allows_none_of("e4e2/e6e3 e4e2/e6e4 e4e4/e6e5"));
    // On its own square the mover is taken off, so the rook h4 looks through.
    assert!(!white(dynamo(), "wRe4 wKe5 bKa8 bRh4").allows("e4e2/e5e3"));
}

#[test]
fn choice_3_does_not_bind_the_opponent() {
    let board = white(dynamo(), "wRe4 wPe1 wKa1 wRh5 bKe6 bPe8");
    assert!(board.allows("e4e2/e6e4"));
}

#[test]
fn a_move_may_not_undo_the_opponents_last_move() {
    let board = white(dynamo(), "wKh1 wQd1 bKh8 bRd8 bPd5").play("d1d1/d5d6");
    assert!(!board.allows("d8d8/d6d5"));
    assert!(board.allows_all("d8d7/d6d5 d8d8/d6d4"));
    // One move later there is nothing left to forbid.
    let later = board.play("h8h7 h1h2");
    assert!(later.allows("d8d8/d6d5"));
}

#[test]
fn choice_4_ko_looks_at_the_placement_alone() {
    // The rook has lost its right to castle, but stands where it stood.
    let board = white(dynamo(), "wKe1 wRh1 bKa8 bRh8").play("h1h2");
    assert!(!board.allows("h8h8/h2h1") && board.allows("h8h7/h2h1"));
}

#[test]
fn the_first_move_is_free_of_ko() {
    let board = black(dynamo(), "wKh1 wQd1 bKh8 bRd8 bPd6");
    assert!(board.allows("d8d8/d6d5"));
}

#[test]
fn a_displaced_rook_keeps_its_right_to_castle() {
    let board = black(dynamo(), "wKe1 wRh1 wPb2 bKb8 bRh5").play("h5h7/h1h3");
    assert!(!board.allows("O-O"));
    assert!(board.play("b2b3 h7h7/h3h1").allows("O-O"));
}

#[test]
fn a_rook_that_stays_while_it_pushes_has_not_moved() {
    let board = white(dynamo(), "wKe1 wRh1 wPh2 bKe8 bPa7").play("h1h1/h2h3 a7a6");
    assert!(board.allows("O-O"));
}

#[test]
fn a_rook_that_has_moved_does_not_castle_when_pushed_back() {
    let board = white(dynamo(), "wKe1 wRh1 wPb2 bKb8 bRh7 bPa7").play("h1h3 a7a6 b2b3");
    let back = board.play("h7h7/h3h1");
    assert!(back.has("wRh1") && !back.allows("O-O"));
}

#[test]
fn a_foreign_rook_on_the_home_square_has_no_right_to_castle() {
    let board = white(dynamo(), "wKe1 wRg1 bKb8 bPa7").play("g1h1 a7a6");
    assert!(!board.allows("O-O"));
    // The a-rook, carried to h1 by Black, has a right of its own, but not from there.
    let board = black(dynamo(), "wKe1 wRa1 wPb2 bKb8 bRa5 bRf3 bRh8");
    let carried = board.play("a5a7/a1a3 b2b4 f3--/a3h3 b4b5 h8h8/h3h1");
    assert!(carried.has("wRh1") && carried.allows_none_of("O-O O-O-O"));
}
