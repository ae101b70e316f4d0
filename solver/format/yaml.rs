//! Problem files: streams of YAML documents, or lists, in the schema of Olive and YACPDB.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_yaml::{Mapping, Value};

use super::claims::claims_refusal;
use super::fen;
use super::field_error::{FieldError, Place, Report};
use super::fields::{
    check_names, claims, credits, given, is_empty, kept, kind_of, part, text, texts,
};
use super::file_format::FileFormat;
use super::options::Stated;
use super::popeye;
use super::stream::{documents, lines};
use super::twins::twins;
use super::units::{algebraic, beneath};
use super::words::shown;
use crate::board::Setup;
use crate::chess::Color;
use crate::problem::{Aim, Choice, Edit, Options, Phase, Problem, Stipulation, with_marked_units};

/// One document of a problem file, or a problem from the command line.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Its id, or `FILE#N` for the N-th document of a file if it has none.
    pub id: String,
    /// The problem, or everything that is wrong with it.
    pub problem: Result<Problem, Vec<FieldError>>,
    /// What may not be meant so.
    pub warnings: Vec<FieldError>,
    /// The fields without bearing on the problem, as they stand: authors and source in full, awards,
    /// comments and the like.
    pub kept: Mapping,
    /// Whether it claims of itself that it must be refused.
    pub is_meant_bad: bool,
}

/// A document before its fields are checked.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) fields: Mapping,
    /// Where fields stand, if that is to be said in messages.
    pub(super) lines: BTreeMap<&'static str, usize>,
    /// What is already known to be wrong; if there is anything, the fields are not looked at.
    pub(super) errors: Vec<Flaw>,
    /// What is already known to be doubtful.
    pub(super) warnings: Vec<Flaw>,
}

/// Something wrong in a file.
#[derive(Debug)]
pub(super) struct Flaw {
    /// The field it concerns, if any.
    pub(super) field: Option<&'static str>,
    pub(super) message: String,
}

/// Reads a problem file, whose name serves for ids and messages, and by its ending tells the format.
/// Documents with errors do not stop the others.
///
/// ```
/// let text = "
/// id: first
/// algebraic: {white: [Kf6, Pf7], black: [Kh7]}
/// stipulation: '#2'
/// ---
/// fen: 8/8/8/8/8/1K6/7R/k7
/// stipulation: h#2
/// conditions: [Kamikaze]
/// ";
/// let documents = fata::format::read_problems("FILE", text);
/// let ids: Vec<_> = documents.iter().map(|document| &document.id).collect();
/// assert_eq!(ids, ["first", "FILE#2"]);
/// assert!(documents.iter().all(|document| document.problem.is_ok()));
/// ```
pub fn read_problems(file: &str, text: &str) -> Vec<Document> {
    read_problems_as(FileFormat::of_name(file), file, text)
}

/// Reads a problem file in this format, whatever its name.
pub fn read_problems_as(format: FileFormat, file: &str, text: &str) -> Vec<Document> {
    let drafts = raw_documents(format, text);
    let file: Arc<str> = file.into();
    let mut numbers = HashMap::new();
    let read = |(at, draft): (usize, Result<Draft, String>)| {
        let number = at + 1;
        let expected = draft.as_ref().ok();
        let expected = expected.and_then(|draft| draft.fields.get("expected"));
        let is_meant_bad = claims_refusal(expected, None);
        let (id, mut report, read) = document(&file, number, draft);
        if let Some(first) = numbers.insert(id.clone(), number) {
            numbers.insert(id.clone(), first);
            report.at("id");
            report.warn(format!(
                "`{}` is also the id of document {first}",
                shown(&id)
            ));
        }
        let (problem, kept) = read.unzip();
        let problem = match problem {
            Some(problem) if report.errors.is_empty() => Ok(problem),
            _ => Err(report.errors),
        };
        Document {
            id,
            problem,
            warnings: report.warnings,
            kept: kept.unwrap_or_default(),
            is_meant_bad,
        }
    };
    drafts.into_iter().enumerate().map(read).collect()
}

/// The documents of a file, their fields unchecked.
pub(super) fn raw_documents(format: FileFormat, text: &str) -> Vec<Result<Draft, String>> {
    match format {
        FileFormat::Yaml => documents(text).into_iter().map(draft).collect(),
        FileFormat::JsonLines => lines(text).into_iter().map(draft).collect(),
        FileFormat::Popeye => popeye::drafts(text).into_iter().map(Ok).collect(),
    }
}

/// A problem given by a board in one line, or a full position in Forsyth-Edwards notation, and by
/// the words of a problem file. What is wrong with it is said by the field of a problem file that
/// would hold it.
pub fn quick_problem(
    fen: &str,
    stipulation: Option<&str>,
    conditions: &[String],
    options: &[String],
) -> Document {
    let place = Place {
        file: "command line".into(),
        document: None,
        id: None,
    };
    let mut report = Report::new(place);
    let list =
        |items: &[String]| Value::Sequence(items.iter().cloned().map(Value::String).collect());
    let mut fields = Mapping::new();
    fields.insert("fen".into(), fen.into());
    fields.insert("conditions".into(), list(conditions));
    fields.insert("options".into(), list(options));
    if let Some(stipulation) = stipulation {
        fields.insert("stipulation".into(), stipulation.into());
    }
    let id = "command-line".to_owned();
    let problem = problem(id.clone(), &fields, &mut report);
    Document {
        id,
        problem: if report.errors.is_empty() {
            Ok(problem)
        } else {
            Err(report.errors)
        },
        warnings: report.warnings,
        kept: Mapping::new(),
        is_meant_bad: false,
    }
}

/// The fields of a document in YAML.
fn draft(value: Result<Value, String>) -> Result<Draft, String> {
    match value? {
        Value::Mapping(fields) => Ok(Draft {
            fields,
            ..Draft::default()
        }),
        value => Err(format!(
            "expected a mapping of fields, found {}",
            kind_of(&value)
        )),
    }
}

/// Checks the fields of a document: its id, and the problem if it can be read as one, with the fields
/// that are kept. The report says whether it is of use, and may be continued.
pub(super) fn document(
    file: &Arc<str>,
    number: usize,
    draft: Result<Draft, String>,
) -> (String, Report, Option<(Problem, Mapping)>) {
    let mut place = Place {
        file: file.clone(),
        document: Some(number),
        id: None,
    };
    let default_id = format!("{file}#{number}");
    let Draft {
        fields,
        lines,
        errors,
        warnings,
    } = match draft {
        Ok(draft) => draft,
        Err(message) => {
            let mut report = Report::new(place);
            report.error(message);
            return (default_id, report, None);
        }
    };
    let id = fields.get("id").filter(|value| !is_empty(value)).map(id);
    if let Some(Ok(id)) = &id {
        place.id = Some(id.clone());
    }
    let mut report = Report::new(place);
    report.at("id");
    let id = id.and_then(|id| report.take(id)).unwrap_or(default_id);
    for flaw in &warnings {
        report.at_maybe(flaw.field);
        report.warn(&flaw.message);
    }
    for flaw in &errors {
        report.at_maybe(flaw.field);
        report.error(&flaw.message);
    }
    if !errors.is_empty() {
        return (id, report, None);
    }
    report.at_lines(lines);
    let problem = problem(id.clone(), &fields, &mut report);
    (id, report, Some((problem, kept(&fields))))
}

/// Reads an id.
fn id(value: &Value) -> Result<String, String> {
    const LONGEST: usize = 200;
    let id = text(value).map_err(|found| format!("expected a word or a number, found {found}"))?;
    let id = id.trim();
    if id.chars().any(char::is_control) || id.chars().nth(LONGEST).is_some() {
        return Err(format!(
            "`{}` is not an id: expected one short line",
            shown(id)
        ));
    }
    Ok(id.to_owned())
}

/// Reads all fields. The problem is of use only if no error was reported.
fn problem(id: String, fields: &Mapping, report: &mut Report) -> Problem {
    check_names(fields, report);
    let mut problem = Problem {
        id,
        credits: credits(fields),
        setup: Setup::default(),
        rules: Default::default(),
        stipulation: stipulation(fields, report),
        options: Options::default(),
        twins: Vec::new(),
        is_zeroposition: false,
        claims: claims(fields, report),
        part: part(fields, report),
    };
    let stated = stated(fields, report);
    problem.setup.no_castling = stated.no_castling;
    problem.setup.en_passant = stated.en_passant;
    problem.setup.may_lack_king = stated.may_lack_king;
    diagram(fields, &mut problem.setup, report);
    problem.rules = with_marked_units(stated.rules, &problem.setup);
    problem.twins = twins(fields, report);
    problem.is_zeroposition = problem.twins.iter().any(|twin| twin.name == "a");
    problem.options = fitted(stated.options, &problem, report);
    check_en_passant(&problem, report);
    problem
}

fn stipulation(fields: &Mapping, report: &mut Report) -> Option<Stipulation> {
    report.at("stipulation");
    match fields.get("stipulation")? {
        Value::Null => {
            report.error(
                "there is nothing: expected one like `'#2'`, in quotes, for after a blank `#` \
                 begins a comment",
            );
            None
        }
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => report.take(text.parse()),
        value => {
            let found = kind_of(value);
            report.error(format!(
                "expected a text like `'#2'` or `h#2.5`, found {found}"
            ));
            None
        }
    }
}

fn stated(fields: &Mapping, report: &mut Report) -> Stated {
    let mut stated = Stated::default();
    for name in ["conditions", "options"] {
        let Some(value) = given(fields, name, report) else {
            continue;
        };
        let items =
            texts(value).map_err(|found| format!("expected a list of words, found {found}"));
        let Some(items) = report.take(items) else {
            continue;
        };
        if name == "conditions" {
            stated.read_conditions(&items, report);
        } else {
            stated.read_options(&items, report);
        }
    }
    if let (Some(start), Some(end)) = (stated.options.start_move, stated.options.up_to_move)
        && start > end
    {
        report.error(format!(
            "`StartMoveNumber {start}` lies beyond `UpToMoveNumber {end}`"
        ));
    }
    stated
}

/// Units, side to move and memories.
fn diagram(fields: &Mapping, setup: &mut Setup, report: &mut Report) {
    let mut to_move = None;
    let fen = given(fields, "fen", report);
    let has_both = fen.is_some() && fields.contains_key("algebraic");
    match (fen, fields.get("algebraic")) {
        _ if has_both => report.error("`fen` and `algebraic` are both given: expected one of them"),
        (Some(value), _) => {
            let text = value
                .as_str()
                .ok_or(format!("expected a text, found {}", kind_of(value)));
            let fen = report
                .take(text)
                .and_then(|text| report.take(fen::read(text)));
            if let Some(fen) = fen {
                setup.units = fen.units;
                setup.no_castling = fen.no_castling | setup.no_castling;
                to_move = fen.to_move;
                match (setup.en_passant, fen.en_passant) {
                    (Some(one), Some(other)) if one != other => report.error(format!(
                        "the en passant square is {other}, but the option says {one}"
                    )),
                    (one, other) => setup.en_passant = one.or(other),
                }
            }
        }
        (None, Some(value)) => {
            report.at("algebraic");
            algebraic(value, &mut setup.units, report);
        }
        (None, None) => {
            report.at("algebraic");
            report.error("there is no diagram: expected `algebraic` or `fen`");
        }
    }
    if let Some(value) = given(fields, "to-move", report) {
        let side = value.as_str().map(|text| text.trim().to_lowercase());
        match side.as_deref() {
            Some("white" | "w") => agree(&mut to_move, Color::White, report),
            Some("black" | "b") => agree(&mut to_move, Color::Black, report),
            side => {
                let found = side.map_or_else(
                    || kind_of(value).to_owned(),
                    |side| format!("`{}`", shown(side)),
                );
                report.error(format!("expected `white` or `black`, found {found}"));
            }
        }
    }
    setup.to_move = to_move.unwrap_or(Color::White);
    if let Some(value) = given(fields, "beneath", report) {
        setup.beneath = beneath(value, report);
    }
}

fn agree(to_move: &mut Option<Color>, color: Color, report: &mut Report) {
    if to_move.is_some_and(|other| other != color) {
        report.error("`fen` says that the other side is to move");
    }
    *to_move = Some(color);
}

/// Warns of a double step that no phase can answer, as the side that made it begins.
fn check_en_passant(problem: &Problem, report: &mut Report) {
    let (Some(passed), Some(stipulation)) = (problem.setup.en_passant, problem.stipulation) else {
        return;
    };
    let may_answer = |phase: &Phase| {
        let pawn = phase.setup.en_passant.map(|passed| match passed.rank() {
            2 => Color::White,
            _ => Color::Black,
        });
        phase.options.set_play || pawn != Some(phase.first_to_move())
    };
    let phases = problem.phases(stipulation);
    let mut formed = phases.iter().flatten().peekable();
    if formed.peek().is_some() && !formed.any(may_answer) {
        report.at("options");
        report.warn(format!(
            "en passant on {passed} has no effect: the side that made the double step begins"
        ));
    }
}

/// The options that have an effect with the stipulation of the diagram or of a twin; of the others
/// it is warned.
fn fitted(options: Options, problem: &Problem, report: &mut Report) -> Options {
    let of_twins = problem
        .twins
        .iter()
        .flat_map(|twin| &twin.edits)
        .filter_map(|edit| match edit {
            Edit::Stipulation(stipulation) => Some(*stipulation),
            _ => None,
        });
    let Some(stipulation) = problem.stipulation else {
        return options;
    };
    let idle = of_twins.fold(options.idle(stipulation), |idle, other| {
        let other = options.idle(other);
        idle.into_iter()
            .filter(|choice| other.contains(choice))
            .collect::<Vec<_>>()
    });
    report.at("options");
    let is_battle = stipulation.aim != Aim::Help;
    let is_post_key = options.post_key_play;
    idle.into_iter().fold(options, |options, choice| {
        // `PostKeyPlay` brings the variations along, so they are no word of the problem's own.
        let is_brought = choice == Choice::Variations && is_post_key;
        if !is_brought {
            let reason = match choice {
                Choice::SetPlay | Choice::Tries if is_post_key && is_battle => " after the key",
                _ => "",
            };
            report.warn(format!(
                "`{}` has no effect with {stipulation}{reason}",
                choice.word()
            ));
        }
        options.without(choice)
    })
}
