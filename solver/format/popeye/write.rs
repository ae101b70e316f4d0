//! Problems as input for Popeye that asks the same question.

use std::collections::BTreeMap;

use serde_yaml::{Mapping, Value};

use super::sections::added;
use crate::board::Setup;
use crate::chess::{Kind, Square, Unit};
use crate::format::JsonError;
use crate::format::write::option_words;
use crate::problem::{Edit, Phase, Problem, Twin};
use crate::rules::{Captures, Kamikazes, RuleSet, Shape};

/// A remark that begins so holds the id of the problem.
pub(super) const ID: &str = "id:";

/// A problem as Popeye's input has it between `BeginProblem`, `NextProblem` and `EndProblem`; `kept`
/// are the fields of its document that do not bear on it.
///
/// The condition Kamikaze, which Popeye does not know, becomes an attribute of each unit. What a
/// problem claims about its solution has no place there.
///
/// # Errors
/// Everything that Popeye has no words for, by field.
pub fn popeye_problem(problem: &Problem, kept: &Mapping) -> Result<String, Vec<JsonError>> {
    let mut writer = Writer {
        text: String::new(),
        errors: Vec::new(),
    };
    writer.credits(problem, kept);
    writer.question(problem);
    if writer.errors.is_empty() {
        Ok(writer.text)
    } else {
        Err(writer.errors)
    }
}

/// Problems that [`popeye_problem`] has written, as one file; nothing if there are none.
pub fn popeye_input(problems: &[String]) -> String {
    if problems.is_empty() {
        return String::new();
    }
    format!(
        "BeginProblem\n{}EndProblem\n",
        problems.join("NextProblem\n")
    )
}

struct Writer {
    text: String,
    errors: Vec<JsonError>,
}

impl Writer {
    fn line(&mut self, keyword: &str, text: &str) {
        self.text += &format!("{keyword} {text}\n");
    }

    /// A line of free text, which ends where the line ends.
    fn free(&mut self, keyword: &str, text: &str) {
        let clean: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        if !clean.trim().is_empty() {
            self.line(keyword, clean.trim());
        }
    }

    fn error(&mut self, field: &str, message: impl Into<String>) {
        self.errors.push(JsonError {
            field: field.to_owned(),
            message: message.into(),
        });
    }

    fn credits(&mut self, problem: &Problem, kept: &Mapping) {
        self.free("Remark", &format!("{ID} {}", problem.id));
        for author in &problem.credits.authors {
            self.free("Author", author);
        }
        if let Some(source) = &problem.credits.source {
            self.free("Origin", source);
        }
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        if let Some(title) = text(kept.get("title")) {
            self.free("Title", &title);
        }
        let award = kept
            .get("award")
            .and_then(|award| award.get("distinction"))
            .or_else(|| kept.get("distinction"));
        if let Some(award) = text(award) {
            self.free("Award", &award);
        }
    }

    fn question(&mut self, problem: &Problem) {
        let rules = problem.rules;
        if let Some(name) = foreign(rules) {
            self.error("conditions", format!("Popeye knows no {name}"));
        }
        if !problem.setup.beneath.is_empty() {
            self.error(
                "beneath",
                "Popeye knows no Reincarnation, so that no square remembers a unit",
            );
        }
        if problem.setup.units.values().any(|unit| unit.is_zombie()) {
            self.error("algebraic", "Popeye knows no zombies");
        }
        let Some(stipulation) = problem.stipulation else {
            self.error("stipulation", "there is none, and Popeye only solves");
            return;
        };
        self.line("Stipulation", &stipulation.to_string());
        let options = self.options(problem);
        if !options.is_empty() {
            self.line("Option", &options.join(" "));
        }
        let units = added(&marked(&problem.setup, rules));
        let mut text = String::from("Pieces");
        for word in units {
            let begins = matches!(word.as_str(), "White" | "Black");
            text += if begins { "\n  " } else { " " };
            text += &word;
        }
        self.text += &format!("{text}\n");
        self.twins(problem, &problem.phases(stipulation).into_iter().collect());
    }

    fn options(&mut self, problem: &Problem) -> Vec<String> {
        let setup = &problem.setup;
        let mut words = Vec::new();
        for word in option_words(problem) {
            if word.starts_with("StartMoveNumber") || word.starts_with("UpToMoveNumber") {
                self.error(
                    "options",
                    format!("Popeye counts the first moves in another order: leave out `{word}`"),
                );
            } else if !word.starts_with("EnPassant") {
                words.push(word);
            }
        }
        if let Some(passed) = setup.en_passant {
            words.push(format!("EnPassant {}", double_step(passed)));
        }
        let exchanges = |twin: &Twin| twin.edits.contains(&Edit::PolishType);
        if setup.may_lack_king.contains(&true) && problem.twins.iter().any(exchanges) {
            // A missing king changes sides in a twin, but Popeye's options do not.
            let missing = ["NoWk", "NoBk"].map(str::to_owned);
            words.retain(|word| !missing.contains(word));
            words.extend(missing);
        }
        words
    }

    fn twins(&mut self, problem: &Problem, phases: &Phases) {
        let diagram = marked(&problem.setup, problem.rules);
        // What Popeye has in front of it when the twin before is done.
        let mut before = (diagram.clone(), problem.rules);
        for (number, twin) in problem.twins.iter().enumerate() {
            let Some(phase) = phases.of(&twin.name) else {
                self.error("twins", format!("twin `{}` cannot be formed", twin.name));
                continue;
            };
            if let Some(name) = foreign(phase.rules) {
                self.error(
                    "twins",
                    format!("twin `{}`: Popeye knows no {name}", twin.name),
                );
                continue;
            }
            if problem.setup.en_passant != phase.setup.en_passant {
                self.error(
                    "twins",
                    format!(
                        "twin `{}`: the pawn of `EnPassant` is gone, and Popeye then refuses the twin",
                        twin.name
                    ),
                );
            }
            let goal = marked(&phase.setup, phase.rules);
            let base = if twin.continued { &before.0 } else { &diagram };
            let words = if is_literal(twin, base, &phase) {
                literal(twin, phase.rules)
            } else {
                // Whatever else changes, the units are put anew.
                let gone: String = diagram
                    .keys()
                    .filter(|square| !goal.contains_key(square))
                    .map(Square::to_string)
                    .collect();
                let remove = (!gone.is_empty()).then(|| format!("Remove {gone}"));
                let add = format!("Add {}", added(&goal).join(" "));
                let other = Some(phase.stipulation) != problem.stipulation;
                let stipulation = other.then(|| format!("Stipulation {}", phase.stipulation));
                let words = remove.into_iter().chain([add]).chain(stipulation);
                words.collect::<Vec<_>>().join(" ")
            };
            before = (goal, phase.rules);
            if number == 0 && problem.is_zeroposition && !words.is_empty() {
                self.line("ZeroPosition", &words);
            } else if !words.is_empty() {
                self.line("Twin", &words);
            }
        }
    }
}

/// The phases of a problem by twin.
struct Phases(Vec<Phase>);

impl<E> FromIterator<Result<Phase, E>> for Phases {
    fn from_iter<I: IntoIterator<Item = Result<Phase, E>>>(phases: I) -> Phases {
        Phases(phases.into_iter().flatten().collect())
    }
}

impl Phases {
    fn of(&self, twin: &str) -> Option<Phase> {
        self.0.iter().find(|phase| phase.twin == twin).cloned()
    }
}

/// A condition that Popeye does not know, not even by attributes of units.
fn foreign(rules: RuleSet) -> Option<&'static str> {
    match (rules.shape(), rules.captures()) {
        (Shape::Sphere, _) => Some("Spherical"),
        (_, Captures::Reincarnation) => Some("Reincarnation"),
        (_, Captures::Dynamo) => Some("Dynamo"),
        _ => None,
    }
}

/// The units with the attribute Kamikaze on all that it holds for.
fn marked(setup: &Setup, rules: RuleSet) -> BTreeMap<Square, Unit> {
    let units = setup.units.iter();
    units
        .map(|(&square, &unit)| (square, marked_unit(unit, rules)))
        .collect()
}

fn marked_unit(unit: Unit, rules: RuleSet) -> Unit {
    let by_rule = match rules.captures() {
        Captures::Kamikaze(Kamikazes::All) => true,
        Captures::Kamikaze(Kamikazes::AllButKings) => unit.kind() != Kind::King,
        _ => false,
    };
    unit.kamikaze(unit.is_kamikaze() || by_rule)
}

/// Whether the twin's own commands have the same effect in Popeye: attributes go with units there.
fn is_literal(twin: &Twin, base: &BTreeMap<Square, Unit>, phase: &Phase) -> bool {
    let has_condition = |edit: &Edit| matches!(edit, Edit::Condition(_));
    if twin.edits.iter().any(has_condition) {
        return false;
    }
    let setup = Setup {
        units: base.clone(),
        ..Setup::default()
    };
    let start = Phase {
        setup,
        ..phase.clone()
    };
    let edits = twin.edits.iter().map(|edit| match *edit {
        Edit::Add { unit, square } => Edit::Add {
            unit: marked_unit(unit, phase.rules),
            square,
        },
        edit => edit,
    });
    let twin = Twin {
        edits: edits.collect(),
        ..twin.clone()
    };
    let reached = twin.apply(&start);
    reached.is_ok_and(|reached| reached.setup.units == marked(&phase.setup, phase.rules))
}

/// The commands of a twin as they are.
fn literal(twin: &Twin, rules: RuleSet) -> String {
    let continued = twin.continued.then(|| "Continued".to_owned());
    let edits = twin.edits.iter().map(|edit| match *edit {
        Edit::Add { unit, square } => {
            let unit = marked_unit(unit, rules);
            format!("Add {}", added(&BTreeMap::from([(square, unit)])).join(" "))
        }
        edit => edit.to_string(),
    });
    continued
        .into_iter()
        .chain(edits)
        .collect::<Vec<_>>()
        .join(" ")
}

/// `d2d3d4`, for the square passed over.
fn double_step(passed: Square) -> String {
    let file = passed.file();
    let ranks = if passed.rank() == 2 {
        [1, 2, 3]
    } else {
        [6, 5, 4]
    };
    ranks
        .into_iter()
        .map(|rank| Square::new(file, rank).to_string())
        .collect()
}
