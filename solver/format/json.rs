//! Results for programs: one object a line, names stable, more fields may come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chess::{Color, Move};
use crate::problem::{Attack, Battle, Defence, Help, Phase, Play, Solution, Status, Threats, Try};
use crate::rules::RuleSet;

/// The answer to one phase, in one line.
///
/// `lines` and `set_lines` for help play; `keys`, `short` (keys faster than stipulated, with their
/// length), `tries`, `set_play` and `tree` for the rest. `tree` holds the play after each key if it
/// was worked out. `post_key`, if asked for, is like a try with the move `null`: the diagram has
/// already seen it. The fields of `more` come on top.
pub fn solution_json_with<M: Serialize>(
    id: &str,
    phase: &Phase,
    solution: &Solution,
    threads: usize,
    more: &M,
) -> String {
    let head = Head {
        id,
        twin: &phase.twin,
        side: phase.is_duplex.then(|| phase.side.name()),
        stipulation: phase.stipulation.to_string(),
        conditions: phase.rules.conditions(),
        kamikaze: phase.rules.kamikaze_form(),
        first_to_move: phase.first_to_move().name(),
        status: status(solution.status),
    };
    let tail = Tail {
        seconds: solution.time.as_secs_f64(),
        nodes: solution.nodes,
        threads,
    };
    match &solution.play {
        Play::Help(help) => line(&Answer {
            head,
            play: HelpJson::new(help),
            more,
            tail,
        }),
        Play::Battle(battle) => {
            let play = BattleJson::new(battle, phase.stipulation.moves);
            line(&Answer {
                head,
                play,
                more,
                tail,
            })
        }
    }
}

/// Something wrong with a problem: the field and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonError {
    /// The field of the document.
    pub field: String,
    /// What is wrong.
    pub message: String,
}

/// A problem, or one twin or side of it, that cannot be worked on. `error` is the first error; if there are
/// more, `errors` has all.
pub fn error_json(
    id: &str,
    twin: Option<&str>,
    side: Option<Color>,
    errors: &[JsonError],
) -> String {
    #[derive(Serialize)]
    struct Failure<'a> {
        id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        twin: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<&'static str>,
        status: &'static str,
        error: Option<&'a JsonError>,
        #[serde(skip_serializing_if = "Option::is_none")]
        errors: Option<&'a [JsonError]>,
    }
    line(&Failure {
        id,
        twin,
        side: side.map(Color::name),
        status: "error",
        error: errors.first(),
        errors: (errors.len() > 1).then_some(errors),
    })
}

/// The legal moves of a position, which come sorted.
pub fn moves_json(id: &str, rules: RuleSet, moves: &[String]) -> String {
    #[derive(Serialize)]
    struct Moves<'a> {
        id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        kamikaze: Option<&'static str>,
        moves: &'a [String],
    }
    line(&Moves {
        id,
        kamikaze: rules.kamikaze_form(),
        moves,
    })
}

/// The number of move sequences, in sum and if asked for by first move. A `status` says if the count
/// was cut short: then `nodes` is less than all, and `divide` has the first moves that were counted to
/// the end.
pub fn perft_json(
    id: &str,
    rules: RuleSet,
    depth: u32,
    nodes: u64,
    divide: Option<&BTreeMap<String, u64>>,
    ended: Status,
) -> String {
    #[derive(Serialize)]
    struct Perft<'a> {
        id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        kamikaze: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<&'static str>,
        depth: u32,
        nodes: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        divide: Option<&'a BTreeMap<String, u64>>,
    }
    line(&Perft {
        id,
        kamikaze: rules.kamikaze_form(),
        status: (ended != Status::Complete).then(|| status(ended)),
        depth,
        nodes,
        divide,
    })
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers can always be written as JSON")
}

/// The word for it.
pub(super) fn status(status: Status) -> &'static str {
    match status {
        Status::Complete => "complete",
        Status::TimeLimit => "time-limit",
        Status::MaxSolutions => "max-solutions",
        Status::Interrupted => "interrupted",
    }
}

#[derive(Serialize)]
struct Answer<'a, P, M> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    play: P,
    #[serde(flatten)]
    more: &'a M,
    #[serde(flatten)]
    tail: Tail,
}

#[derive(Serialize)]
struct Head<'a> {
    id: &'a str,
    twin: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    stipulation: String,
    conditions: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kamikaze: Option<&'static str>,
    first_to_move: &'static str,
    status: &'static str,
}

#[derive(Serialize)]
struct Tail {
    seconds: f64,
    nodes: u64,
    threads: usize,
}

#[derive(Serialize)]
struct HelpJson {
    lines: Vec<String>,
    set_lines: Vec<String>,
}

impl HelpJson {
    fn new(help: &Help) -> HelpJson {
        let texts =
            |lines: &[Vec<Move>]| lines.iter().map(|line| machine(line).join(" ")).collect();
        HelpJson {
            lines: texts(&help.lines),
            set_lines: texts(help.set_lines.as_deref().unwrap_or_default()),
        }
    }
}

#[derive(Serialize)]
struct BattleJson {
    keys: Vec<String>,
    short: Vec<ShortJson>,
    tries: Vec<TryJson>,
    set_play: Vec<DefenceJson>,
    tree: Vec<AttackJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_key: Option<TryJson>,
}

#[derive(Serialize)]
struct ShortJson {
    key: String,
    length: u32,
}

#[derive(Serialize)]
struct TryJson {
    #[serde(flatten)]
    attack: AttackJson,
    refutations: Vec<String>,
}

#[derive(Serialize)]
struct AttackJson {
    #[serde(rename = "move")]
    mv: Option<String>,
    length: u32,
    threats: Vec<AttackJson>,
    zugzwang: bool,
    defences: Vec<DefenceJson>,
}

#[derive(Serialize)]
struct DefenceJson {
    #[serde(rename = "move")]
    mv: String,
    ends: bool,
    idle: bool,
    answers: Vec<AttackJson>,
}

impl BattleJson {
    fn new(battle: &Battle, stipulated: u32) -> BattleJson {
        let moves = |attack: &Attack| attack.mv.map(|mv| mv.to_string());
        let is_short = |key: &&Attack| key.length < stipulated;
        let short = |key: &Attack| {
            Some(ShortJson {
                key: moves(key)?,
                length: key.length,
            })
        };
        let has_play = |key: &Attack| key.threats != Threats::None || !key.defences.is_empty();
        let shown = if battle.keys.iter().any(has_play) {
            battle.keys.as_slice()
        } else {
            &[]
        };
        BattleJson {
            keys: battle.keys.iter().filter_map(moves).collect(),
            short: battle
                .keys
                .iter()
                .filter(is_short)
                .filter_map(short)
                .collect(),
            tries: battle.tries.iter().map(TryJson::new).collect(),
            set_play: battle
                .set_play
                .iter()
                .flatten()
                .map(DefenceJson::new)
                .collect(),
            tree: shown.iter().map(AttackJson::new).collect(),
            post_key: battle.post_key.as_ref().map(TryJson::new),
        }
    }
}

impl TryJson {
    fn new(attempt: &Try) -> TryJson {
        TryJson {
            attack: AttackJson::new(&attempt.attack),
            refutations: machine(&attempt.refutations),
        }
    }
}

impl AttackJson {
    fn new(attack: &Attack) -> AttackJson {
        let threats = match &attack.threats {
            Threats::Moves(threats) => threats.as_slice(),
            Threats::None | Threats::Zugzwang => &[],
        };
        AttackJson {
            mv: attack.mv.map(|mv| mv.to_string()),
            length: attack.length,
            threats: threats.iter().map(AttackJson::new).collect(),
            zugzwang: attack.threats == Threats::Zugzwang,
            defences: attack.defences.iter().map(DefenceJson::new).collect(),
        }
    }
}

impl DefenceJson {
    fn new(defence: &Defence) -> DefenceJson {
        DefenceJson {
            mv: defence.mv.to_string(),
            ends: defence.ends,
            idle: defence.is_idle,
            answers: defence.answers.iter().map(AttackJson::new).collect(),
        }
    }
}

fn machine(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
