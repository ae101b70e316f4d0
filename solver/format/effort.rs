//! What is said of a search beside its answer: whether it was verified, and where the work went.

use serde::Serialize;

use super::page::{Line, Role};
use crate::problem::{Solution, Verification};

/// Whether a second, plain search agrees, for people.
pub fn verification_line(verification: &Verification) -> Line {
    match verification {
        Verification::Agrees => Line::new(Role::Note, "verified: the plain search agrees"),
        Verification::Unfinished => {
            Line::new(Role::Partial, "not verified: stopped before the end")
        }
        Verification::Differs(moves) => {
            let moves = moves.join("; ");
            let text = format!("NOT CONFIRMED: the plain search differs in {moves}");
            Line::new(Role::Partial, text)
        }
    }
}

/// Where the work of a search went, for people.
pub fn effort_lines(solution: &Solution) -> Vec<Line> {
    let effort = &solution.effort;
    let seconds = solution.time.as_secs_f64();
    let speed = solution.nodes as f64 / seconds.max(1e-6) / 1e6;
    let (held, room) = effort.entries;
    let direction = match effort.goals {
        Some(goals) => format!("direction     backward, from {goals} goals in reach"),
        None => "direction     forward".to_owned(),
    };
    let texts = [
        direction,
        format!(
            "positions     {} in {seconds:.3} s: {speed:.2} million a second",
            solution.nodes
        ),
        format!(
            "table         {} look-ups, {} answered ({:.1} %); {held} of {room} entries used ({:.1} %)",
            effort.probes,
            effort.hits,
            percent(effort.hits, effort.probes),
            percent(held, room),
        ),
        format!(
            "cut           {} positions from which the goal is out of reach",
            effort.hopeless
        ),
        format!(
            "refuted       {} attacks by a move known from elsewhere",
            effort.killed
        ),
        format!(
            "known         {} positions from tables of endings",
            effort.known
        ),
    ];
    texts.map(|text| Line::new(Role::Note, text)).into()
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The same for programs: fields to add to those of a solution.
#[derive(Serialize)]
pub struct EffortJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<VerifiedJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "result", content = "moves")]
enum VerifiedJson<'a> {
    Agrees,
    Differs(&'a [String]),
    Unfinished,
}

#[derive(Serialize)]
struct StatsJson {
    table_probes: u64,
    table_hits: u64,
    table_entries: u64,
    table_room: u64,
    hopeless: u64,
    killed: u64,
    known: u64,
    goals: Option<u64>,
    nodes_per_second: u64,
}

impl<'a> EffortJson<'a> {
    /// The verification, and the effort if it is wanted.
    pub fn new(
        solution: &Solution,
        verification: Option<&'a Verification>,
        with_stats: bool,
    ) -> EffortJson<'a> {
        let effort = &solution.effort;
        let speed = solution.nodes as f64 / solution.time.as_secs_f64().max(1e-6);
        EffortJson {
            verified: verification.map(|verification| match verification {
                Verification::Agrees => VerifiedJson::Agrees,
                Verification::Differs(moves) => VerifiedJson::Differs(moves),
                Verification::Unfinished => VerifiedJson::Unfinished,
            }),
            stats: with_stats.then_some(StatsJson {
                table_probes: effort.probes,
                table_hits: effort.hits,
                table_entries: effort.entries.0,
                table_room: effort.entries.1,
                hopeless: effort.hopeless,
                killed: effort.killed,
                known: effort.known,
                goals: effort.goals,
                nodes_per_second: speed as u64,
            }),
        }
    }
}
