//! Solutions in words: what the program prints it can read, in every language, and authors' own ways
//! of writing too.

use std::path::Path;

use fata::format::{Language, read_problems, read_solution, solution_lines};
use fata::problem::{Help, Phase, Play, Problem, Written};
use fata::search::{Direction, Limits, ShowPlay, Unwatched, solve};

fn problems(text: &str) -> Vec<Problem> {
    let documents = read_problems("FILE", text).into_iter();
    documents
        .map(|document| document.problem.expect("a problem"))
        .collect()
}

fn phases(problem: &Problem) -> Vec<Phase> {
    let phases = problem.phases(problem.stipulation.expect("a stipulation"));
    phases
        .into_iter()
        .map(|phase| phase.expect("a phase"))
        .collect()
}

/// What is read of a text about the only phase of a problem.
#[track_caller]
fn written(problem: &str, text: &str) -> Written {
    let problem = problems(problem).remove(0);
    read_solution(text, &phases(&problem)[0], false).expect("something is written")
}

const HELP: &str = "{fen: 7k/5K2/5n2/8/8/8/8/8, stipulation: h#1}";
const BISHOP: &str = "algebraic: {white: [Kf7, Bf8], black: [Kh8, Sf6]}\nstipulation: h#1.5";
const PAWN: &str = "algebraic: {white: [Kf6, Pf7], black: [Kh7]}\nstipulation: '#2'";
const DIRECT: &str = "
algebraic:
  white: [Kb1, Qf8, Rb3, Re6, Be1, Be2, Se4, Pa6, Pc5, Pd7, Pf6]
  black: [Kd4, Rb7, Rc7, Bb6, Sf5, Sh4, Pa5, Pa7, Pd5, Pf4]
stipulation: '#2'";

#[test]
fn what_is_printed_can_be_read_in_every_language() {
    let limits = Limits {
        threads: 1,
        memory: 16,
        time: None,
        max_solutions: None,
        play: ShowPlay::Auto,
        direction: Direction::Auto,
    };
    let mut count = 0;
    for name in [
        "kamikaze",
        "reincarnation",
        "spherical",
        "dynamo",
        "combined",
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("problems/{name}.yaml"));
        let text = std::fs::read_to_string(path).expect("the collection can be read");
        for problem in problems(&text).iter().take(6) {
            for phase in phases(problem) {
                if phase.is_duplex || phase.stipulation.plies().0 > 4 {
                    continue;
                }
                let solution = solve(&phase, &limits, &Unwatched).expect("it can be played");
                for language in Language::ALL {
                    let lines = solution_lines(&phase, &solution, language).expect("printed");
                    let text: Vec<String> = lines.into_iter().map(|line| line.text).collect();
                    let text = text.join("\n");
                    let written = read_solution(&text, &phase, false);
                    let place = format!("{} {language:?}\n{text}", problem.id);
                    compare(&solution.play, written, &place);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 60, "{count}");
}

fn compare(play: &Play, written: Option<Written>, place: &str) {
    let text = |moves: &Vec<_>| {
        let moves = moves.iter().map(fata::chess::Move::to_string);
        moves.collect::<Vec<_>>().join(" ")
    };
    let wanted: Vec<String> = match play {
        Play::Help(Help { lines, .. }) => lines.iter().map(text).collect(),
        Play::Battle(battle) => {
            let keys = battle.keys.iter().filter_map(|key| key.mv);
            keys.map(|mv| mv.to_string()).collect()
        }
    };
    let written = written.unwrap_or_default();
    assert_eq!(written.unread, [""; 0], "{place}");
    assert_eq!(written.solutions, wanted, "{place}");
    if let Play::Help(Help {
        set_lines: Some(lines),
        ..
    }) = play
    {
        let wanted: Vec<String> = lines.iter().map(text).collect();
        assert_eq!(written.set_lines, wanted, "{place}");
    }
}

#[test]
fn short_notation_is_read_in_four_languages() {
    for text in [
        "1...Kg6 2.Sg8 Bg7#  1...Bh6 2.Sh7 Bg7#",
        "1...Kg6 2.Ng8 Bg7#  1...Bh6 2.Nh7 Bg7#",
        "1.– Kg6 2.Sg8 Lg7‡; 1.– Lh6 2.Sh7 Lg7‡",
        "1…Rg6 2.Cg8 Fg7 mat  1…Fh6 2.Ch7 Fg7 mat",
        "1. ... Rg6 2. Cg8 Ag7#  1. ... Ah6 2. Ch7 Ag7#",
        "1.Kg6 Sg8 2.Bg7#  1.Bh6 Sh7 2.Bg7#",
        "1...Kf7-g6 2.Sf6-g8 Bf8-g7 #\n1...Bf8-h6 2.Sf6-h7 Bh6-g7 #",
    ] {
        let written = written(BISHOP, text);
        assert_eq!(written.unread, [""; 0], "{text}");
        let wanted = ["f7g6 f6g8 f8g7", "f8h6 f6h7 h6g7"];
        assert_eq!(written.solutions, wanted, "{text}");
        assert!(written.is_whole, "{text}");
    }
}

#[test]
fn battle_play_has_keys_tries_refutations_threats_and_variations() {
    let written = written(
        DIRECT,
        "1.Sg5? (2.Bc3#) but 1...Rxc5!\n1.Sd6! threat: 2.Sb5#\n  1...Bxc5 2.Bc3#\n  \
         1...Sxd6/Se7 2.Bf2#\n  1...Kxc5 2.Sxf5#",
    );
    assert_eq!(written.unread, [""; 0]);
    assert_eq!(written.solutions, ["e4d6"]);
    assert_eq!(
        written.tries,
        [("e4g5".to_owned(), vec!["c7c5".to_owned()])]
    );
    let line = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    for wanted in [
        "e4g5 pass e1c3",
        "e4d6 pass d6b5",
        "e4d6 b6c5 e1c3",
        "e4d6 f5e7 e1f2",
    ] {
        assert!(written.variations.contains(&line(wanted)), "{wanted}");
    }
}

#[test]
fn promotions_and_first_moves_without_marks_are_read() {
    for text in [
        "1.f8=R",
        "1.f8R",
        "1.f8(R)!",
        "1.f7-f8=R !",
        "1.f8T",
        "1.f7f8r",
    ] {
        assert_eq!(written(PAWN, text).solutions, ["f7f8r"], "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_reason() {
    let unread = |problem, text| written(problem, text).unread;
    assert_eq!(
        unread(BISHOP, "1...Kh7 2.Sg8"),
        ["1...Kh7: no such move here"]
    );
    assert_eq!(
        unread(BISHOP, "1...Kg6 2.Sg8"),
        ["f7g6 f6g8: not as long as the stipulation asks"]
    );
    assert_eq!(
        unread(BISHOP, "1...Kg6 2.Sg8 Bg7 3.Kh6"),
        ["3.Kh6: beyond the end of the play"]
    );
    let twice = "algebraic: {white: [Kc1, Sb1, Sf1], black: [Ka8]}\nstipulation: '#2'";
    assert_eq!(unread(twice, "1.Sd2!"), ["1.Sd2: more than one move here"]);
    assert!(read_solution("No moves at all.", &phases(&problems(HELP)[0])[0], false).is_none());
}

#[test]
fn nonsense_of_any_length_is_read_soon() {
    for text in [
        "1.Kg6 ".repeat(50_000),
        "(((1.".repeat(50_000),
        "1.Kg6 Sg8 ".repeat(9000),
    ] {
        let problem = problems(BISHOP).remove(0);
        let _ = read_solution(&text, &phases(&problem)[0], false);
    }
}
