//! `fata moves`

use std::io;

use super::Outcome;
use super::input::usable;
use super::output::{Notes, Output};
use super::plan::PositionPlan;
use super::refusal::{Subject, refuse, setup_errors};
use crate::board::{Position, Setup};
use crate::chess::Move;
use crate::format::{JsonError, Language, Line, Role, Scribe, conditions, moves_json};
use crate::problem::{Aim, Goal, Problem, Stipulation};
use crate::rules::{Job, RuleSet, Rules, enter};

/// Lists the legal moves.
pub fn run(plan: &PositionPlan, output: &mut Output, notes: &mut Notes) -> io::Result<Outcome> {
    let Some(start) = Start::of(plan, output, notes)? else {
        return Ok(Outcome::Bad);
    };
    let job = List {
        position: start.position,
        language: output.language,
    };
    let mut moves = start.rules.run(job);
    moves.sort();
    if output.is_json() {
        let moves: Vec<String> = moves.into_iter().map(|(machine, _)| machine).collect();
        output.line(&moves_json(&start.id, start.rules, &moves))?;
    } else {
        let width = moves
            .iter()
            .map(|(machine, _)| machine.len())
            .max()
            .unwrap_or(0);
        let mut lines = vec![start.heading];
        lines.extend(moves.iter().map(|(machine, printed)| {
            Line::new(Role::Play, format!("  {machine:width$}  {printed}"))
        }));
        let count = match moves.len() {
            1 => "1 legal move".to_owned(),
            count => format!("{count} legal moves"),
        };
        lines.push(Line::new(Role::Note, count));
        output.lines(&lines)?;
    }
    Ok(Outcome::Done)
}

struct List {
    position: Position,
    language: Language,
}

impl Job for List {
    type Output = Vec<(String, String)>;

    fn run<R: Rules>(mut self) -> Self::Output {
        let mut moves: Vec<Move> = Vec::new();
        R::legal_moves(&mut self.position, &mut moves);
        let mut scribe = Scribe::<R>::new(self.position, self.language);
        moves
            .into_iter()
            .map(|mv| (mv.to_string(), scribe.show(mv)))
            .collect()
    }
}

/// The one position that `moves` and `perft` start from.
pub struct Start {
    /// Whose.
    pub id: String,
    /// Under these rules.
    pub rules: RuleSet,
    /// Ready for play.
    pub position: Position,
    /// Problem, conditions and side to move in one line.
    pub heading: Line,
}

impl Start {
    /// The position asked for; `None` if there is none or more than one, which has been reported.
    pub fn of(
        plan: &PositionPlan,
        output: &mut Output,
        notes: &mut Notes,
    ) -> io::Result<Option<Start>> {
        let is_bad = plan.input.report(output, notes)?;
        let [entry] = plan.input.entries.as_slice() else {
            if !is_bad {
                let count = plan.input.entries.len();
                notes.error(&format!(
                    "{count} problems found: expected one, chosen with --id"
                ));
            }
            return Ok(None);
        };
        let Some(problem) = usable(entry, output, notes)? else {
            return Ok(None);
        };
        if is_bad {
            return Ok(None);
        }
        let twin = plan.twin.as_deref();
        let entered = diagram(problem, twin).and_then(|(setup, rules)| {
            // As in solving: a double step is of use to the other side only.
            if let Some(passed) = setup.en_passant
                && passed.rank() == setup.to_move.rank_ahead(2)
            {
                let place = &entry.place;
                notes.warning(&format!(
                    "{place}, field `options`: en passant on {passed} has no effect: the side that \
                     made the double step is to move"
                ));
            }
            let position = enter(&setup, rules, setup.to_move);
            Ok((position.map_err(|errors| setup_errors(&errors))?, rules))
        });
        match entered {
            Ok((position, rules)) => {
                let name = twin.map_or(String::new(), |twin| format!(", twin {twin}"));
                let to_move = position.to_move().name();
                let words = [format!("{}{name}", problem.id)]
                    .into_iter()
                    .chain(conditions(rules))
                    .chain([format!("{to_move} to move")]);
                let heading = Line::new(Role::Heading, words.collect::<Vec<_>>().join("  "));
                Ok(Some(Start {
                    id: problem.id.clone(),
                    rules,
                    position,
                    heading,
                }))
            }
            Err(errors) => {
                let subject = Subject {
                    place: &entry.place,
                    id: &problem.id,
                    twin,
                    side: None,
                };
                refuse(subject, &errors, output, notes)?;
                Ok(None)
            }
        }
    }
}

/// The diagram of a problem, or of one of its twins.
fn diagram(problem: &Problem, name: Option<&str>) -> Result<(Setup, RuleSet), Vec<JsonError>> {
    match name {
        None => Ok((problem.setup.clone(), problem.rules)),
        Some(name) => twin(problem, name).map(|(setup, rules, _)| (setup, rules)),
    }
}

/// The diagram of a twin, its rules and what is asked in it.
pub fn twin(
    problem: &Problem,
    name: &str,
) -> Result<(Setup, RuleSet, Stipulation), Vec<JsonError>> {
    let error = |message| {
        vec![JsonError {
            field: "twins".to_owned(),
            message,
        }]
    };
    // Twins are formed from a whole question; which one makes no difference to the diagram.
    let any = Stipulation {
        aim: Aim::Direct,
        goal: Goal::Mate,
        moves: 1,
        half: false,
    };
    for phase in problem.phases(problem.stipulation.unwrap_or(any)) {
        match phase {
            Ok(phase) if phase.twin == name => {
                return Ok((phase.setup, phase.rules, phase.stipulation));
            }
            Err((twin, reason)) if twin == name => return Err(error(reason.to_string())),
            _ => {}
        }
    }
    Err(error(format!("there is no twin `{name}`")))
}
