//! Orthodox chess against another program, cozy-chess.

mod common;

use common::engine::Engine;
use common::orthodox;
use common::random::{Crowd, visit_positions};
use cozy_chess::{Board, Piece, Square as CozySquare};
use fata::board::Position;
use fata::chess::{Color, Kind, Square};
use fata::format::quick_problem;

/// The position in Forsyth-Edwards notation.
fn fen(position: &Position) -> String {
    let mut board = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some(unit) = position.unit(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                board += &empty.to_string();
                empty = 0;
            }
            let letter = match unit.kind() {
                Kind::Knight => 'N',
                kind => kind.letter(),
            };
            board.push(match unit.color() {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            });
        }
        if empty > 0 {
            board += &empty.to_string();
        }
        if rank > 0 {
            board.push('/');
        }
    }
    let may_castle = |at: &str| {
        let at = common::square(at);
        position
            .unit(at)
            .is_some_and(|unit| unit.is_unmoved_from(at))
    };
    let mut rights: String = [
        ("e1", "h1", 'K'),
        ("e1", "a1", 'Q'),
        ("e8", "h8", 'k'),
        ("e8", "a8", 'q'),
    ]
    .into_iter()
    .filter(|(king, rook, _)| may_castle(king) && may_castle(rook))
    .map(|(_, _, letter)| letter)
    .collect();
    if rights.is_empty() {
        rights.push('-');
    }
    let side = &position.to_move().name()[..1];
    let passed = position.en_passant();
    let passed = passed.map_or("-".to_owned(), |square| square.to_string());
    format!("{board} {side} {rights} {passed} 0 1")
}

/// Their legal moves in our notation, sorted.
fn their_moves(board: &Board) -> Vec<String> {
    let mut texts = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            // They let the king take its own rook to castle.
            let is_castling = board.color_on(mv.to) == Some(board.side_to_move());
            texts.push(match (is_castling, mv.to > mv.from) {
                (true, true) => "O-O".to_owned(),
                (true, false) => "O-O-O".to_owned(),
                (false, _) => {
                    let promotion = match mv.promotion {
                        None => "",
                        Some(Piece::Queen) => "q",
                        Some(Piece::Rook) => "r",
                        Some(Piece::Bishop) => "b",
                        Some(_) => "s",
                    };
                    format!("{}{}{promotion}", mv.from, mv.to)
                }
            });
        }
        false
    });
    texts.sort();
    texts
}

fn their_perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                count += their_perft(&next, depth - 1);
            }
        }
        false
    });
    count
}

fn ours(fen: &str) -> Position {
    let problem = quick_problem(fen, None, &[], &[])
        .problem
        .expect("a full position");
    let engine = Engine::of(orthodox());
    engine.enter(&problem.setup, problem.setup.to_move)
}

fn compare(engine: &Engine, position: &Position) -> bool {
    let fen = fen(position);
    // They refuse what no game can reach, such as too many units of a side.
    let Ok(board) = Board::from_fen(&fen, false) else {
        return false;
    };
    assert_eq!(engine.texts(position), their_moves(&board), "{fen}");
    assert_eq!(
        engine.in_check(position),
        !board.checkers().is_empty(),
        "{fen}"
    );
    true
}

#[test]
fn moves_from_random_diagrams_are_theirs() {
    let engine = Engine::of(orthodox());
    let mut compared = 0;
    for (seed, crowd) in [(1, Crowd::Any), (2, Crowd::Few)] {
        visit_positions(&engine, seed, 30_000, crowd, |position, _| {
            compared += usize::from(compare(&engine, position));
        });
    }
    assert!(
        compared > 30_000,
        "only {compared} positions are theirs too"
    );
}

#[test]
fn moves_in_random_games_are_theirs() {
    let engine = Engine::of(orthodox());
    let mut rng = common::random::Rng::new(3);
    for _ in 0..100 {
        let mut position = ours("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for _ in 0..150 {
            assert!(compare(&engine, &position), "{position:?}");
            let moves = engine.moves(&position);
            let Some(mv) = common::random::pick_move(&mut rng, &position, &moves) else {
                break;
            };
            position = engine.after(&position, mv);
        }
    }
}

#[test]
fn counts_are_theirs() {
    let positions = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            4,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            4,
        ),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
    ];
    let engine = Engine::of(orthodox());
    for (fen, depth) in positions {
        let board = Board::from_fen(fen, false).expect("a position of theirs");
        let count = (engine.perft)(&mut ours(fen), depth);
        assert_eq!(count, their_perft(&board, depth), "{fen}");
    }
}

#[test]
fn squares_are_numbered_alike() {
    let their_name = |at: Square| CozySquare::index(at.index()).to_string();
    assert!(Square::all().all(|at| at.to_string() == their_name(at)));
}
