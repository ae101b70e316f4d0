//! Counts of the move tree by rule set, and beside another program. Each count is known.
//!
//! `counted` lists the last moves without making them, as `fata perft` does. `every_leaf_made` makes
//! the last moves too, here and in cozy-chess, so that the two rates can be compared line by line. On
//! a busy machine the column `fastest` is the one to compare.

mod common;

use std::time::Duration;

use divan::Bencher;
use divan::counter::ItemsCount;
use fata::board::Position;
use fata::chess::Move;
use fata::problem::Problem;
use fata::rules::{Job, Rules, enter, perft};
use serde_yaml::Value;

fn main() {
    divan::Divan::default()
        .sample_count(200)
        .max_time(Duration::from_secs(3))
        .config_with_args()
        .main();
}

/// The opening and a middlegame under each rule set.
const BY_RULE_SET: [&str; 16] = [
    "orthodox-01",
    "orthodox-02",
    "kamikaze-01",
    "kamikaze-02",
    "kamikaze-rex-exclusive-01",
    "kamikaze-rex-exclusive-02",
    "reincarnation-01",
    "reincarnation-06",
    "spherical-01",
    "spherical-04",
    "spherical-kamikaze-01",
    "spherical-kamikaze-03",
    "spherical-reincarnation-01",
    "spherical-reincarnation-05",
    "dynamo-01",
    "dynamo-02",
];

#[divan::bench(args = BY_RULE_SET)]
fn counted(bencher: Bencher<'_, '_>, id: &str) {
    Case::named(id).count(bencher, Leaves::Counted);
}

mod every_leaf_made {
    use super::{Bencher, Case, Leaves, cozy};

    const POSITIONS: [&str; 3] = ["orthodox-01", "orthodox-02", "orthodox-03"];

    #[divan::bench(args = POSITIONS)]
    fn cozy_chess(bencher: Bencher<'_, '_>, id: &str) {
        cozy::count(bencher, &Case::named(id));
    }

    #[divan::bench(args = POSITIONS)]
    fn fata(bencher: Bencher<'_, '_>, id: &str) {
        Case::named(id).count(bencher, Leaves::Made);
    }
}

/// A bench counts as deep as it takes no more leaves than this.
const MOST_LEAVES: u64 = 1_000_000;

/// A position whose tree is known down to this depth.
struct Case {
    problem: Problem,
    depth: u32,
    leaves: u64,
}

impl Case {
    fn named(id: &str) -> Case {
        let text = common::text("perft.yaml");
        let cases: Vec<Value> = serde_yaml::from_str(&text).expect("a list of cases");
        let case = cases.iter().find(|case| case["id"].as_str() == Some(id));
        let counts = case.and_then(|case| case["perft"].as_sequence());
        let counts = counts.unwrap_or_else(|| panic!("{id} is a case with counts"));
        let leaves = (1..).zip(counts.iter().filter_map(Value::as_u64));
        let (depth, leaves) = leaves
            .take_while(|&(_, leaves)| leaves <= MOST_LEAVES)
            .last()
            .expect("some count is within the budget");
        Case {
            problem: common::problem("perft.yaml", id),
            depth,
            leaves,
        }
    }

    fn position(&self) -> Position {
        let Problem { setup, rules, .. } = &self.problem;
        enter(setup, *rules, setup.to_move).expect("the diagram of a case can be played")
    }

    fn count(&self, bencher: Bencher<'_, '_>, leaves: Leaves) {
        self.problem.rules.run(Count {
            bencher,
            case: self,
            leaves,
        });
    }
}

#[derive(Clone, Copy)]
enum Leaves {
    Counted,
    Made,
}

struct Count<'a, 'b, 'c> {
    bencher: Bencher<'a, 'b>,
    case: &'c Case,
    leaves: Leaves,
}

impl Job for Count<'_, '_, '_> {
    type Output = ();

    fn run<R: Rules>(self) {
        let Case { depth, leaves, .. } = *self.case;
        let mut position = self.case.position();
        let mut moves = Vec::with_capacity(1024);
        let bencher = self.bencher.counter(ItemsCount::new(leaves));
        match self.leaves {
            Leaves::Counted => bencher.bench_local(|| {
                assert_eq!(perft::<R>(&mut position, depth), leaves);
            }),
            Leaves::Made => bencher.bench_local(|| {
                let made = make_all::<R>(&mut position, depth, &mut moves);
                assert_eq!(made, leaves);
            }),
        }
    }
}

/// Makes every move of the tree, the last ones included.
fn make_all<R: Rules>(position: &mut Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = moves.len();
    R::legal_moves(position, moves);
    let mut leaves = 0;
    for n in start..moves.len() {
        let undo = R::make(position, moves[n]);
        leaves += make_all::<R>(position, depth - 1, moves);
        position.unmake(&undo);
    }
    moves.truncate(start);
    leaves
}

mod cozy {
    use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Piece, Square};
    use divan::Bencher;
    use divan::counter::ItemsCount;
    use fata::board::Position;
    use fata::chess::{self, Kind};

    use super::Case;

    pub fn count(bencher: Bencher<'_, '_>, case: &Case) {
        let board = board(&case.position());
        let bencher = bencher.counter(ItemsCount::new(case.leaves));
        bencher.bench_local(|| assert_eq!(make_all(&board, case.depth), case.leaves));
    }

    /// Makes every move of the tree, the last ones included, each on a copy of the board: it has no
    /// way to take moves back.
    fn make_all(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                leaves += make_all(&after, depth - 1);
            }
            false
        });
        leaves
    }

    fn board(position: &Position) -> Board {
        let mut builder = BoardBuilder::empty();
        for at in position.occupied() {
            let unit = position.unit(at).expect("an occupied square has a unit");
            let piece = match unit.kind() {
                Kind::Pawn => Piece::Pawn,
                Kind::Knight => Piece::Knight,
                Kind::Bishop => Piece::Bishop,
                Kind::Rook => Piece::Rook,
                Kind::Queen => Piece::Queen,
                Kind::King => Piece::King,
            };
            *builder.square_mut(Square::index(at.index())) = Some((piece, color(unit.color())));
            if unit.is_unmoved() && piece == Piece::Rook {
                let rights = builder.castle_rights_mut(color(unit.color()));
                match at.file() {
                    0 => rights.long = Some(File::A),
                    _ => rights.short = Some(File::H),
                }
            }
        }
        builder.side_to_move = color(position.to_move());
        let board = builder.build().expect("an orthodox position");
        assert_eq!(board.occupied(), BitBoard(position.occupied().0));
        board
    }

    fn color(color: chess::Color) -> Color {
        match color {
            chess::Color::White => Color::White,
            chess::Color::Black => Color::Black,
        }
    }
}
