//! One result of a check, as a line that keeps all that reports need.

use serde::{Deserialize, Serialize};

use super::check::Checked;
use crate::chess::Color;
use crate::format::{JsonError, solution_json_with};
use crate::problem::{Claim, Finding, Part, Truth, Verdict};

/// Where a record belongs in its collection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The number of the problem in the collection, from 1.
    pub number: usize,
    /// How many problems the collection has.
    pub of: usize,
    /// The number of the record among those of its problem, from 1.
    pub phase: usize,
    /// How many records the problem has.
    pub phases: usize,
    /// Tells problems, rules and questions apart: equal keys, equal results.
    pub key: String,
    /// The time limit in seconds, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
}

/// The result of checking one phase, or of a problem that could not be checked.
///
/// It is read back from the line that [`record_line`] or [`Record::refused`] wrote; that line has
/// more, which is kept but not understood here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The problem.
    pub id: String,
    /// The twin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// Who plays White's part, of a problem for both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// What is asked.
    #[serde(default)]
    pub stipulation: String,
    /// The conditions.
    #[serde(default)]
    pub conditions: Vec<String>,
    /// `complete`, or what stopped the work.
    pub status: String,
    /// Keys of battle play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// Lines of help play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// Set play of help play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_lines: Option<Vec<String>>,
    /// What is wrong with the problem, if it could not be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<JsonError>,
    /// The verdict.
    pub verdict: Verdict,
    /// What it rests on.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// Of a part: of what, and what is known and claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartRecord>,
    /// Where it belongs.
    #[serde(flatten)]
    pub place: Place,
    /// How long it took.
    #[serde(default)]
    pub seconds: f64,
}

/// What merging the parts of a problem needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartRecord {
    /// Which part of what.
    #[serde(flatten)]
    pub part: Part,
    /// What the whole claims.
    pub claim: Claim,
    /// What is true of this part.
    pub truth: Truth,
}

/// What a checked phase has beyond a solved one.
#[derive(Serialize)]
struct More<'a> {
    verdict: Verdict,
    findings: &'a [Finding],
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<PartRecord>,
    #[serde(flatten)]
    place: &'a Place,
}

/// The line of a checked phase: what a solved phase has, and verdict, findings and place.
pub fn record_line(
    id: &str,
    part: Option<&Part>,
    checked: &Checked,
    place: &Place,
    threads: usize,
) -> String {
    let more = More {
        verdict: checked.verdict,
        findings: &checked.findings,
        part: part.map(|part| PartRecord {
            part: part.clone(),
            claim: checked.claim.clone(),
            truth: checked.truth.clone(),
        }),
        place,
    };
    solution_json_with(id, &checked.phase, &checked.solution, threads, &more)
}

impl Record {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no record.
    pub fn read(line: &str) -> Result<Record, serde_json::Error> {
        serde_json::from_str(line)
    }

    /// The record of a problem, or a twin of it, that was refused: an error, or if the claim says
    /// so, as it should be.
    pub fn refused(
        id: &str,
        twin: Option<&str>,
        side: Option<Color>,
        errors: &[JsonError],
        is_meant: bool,
        place: &Place,
    ) -> Record {
        Record {
            id: id.to_owned(),
            twin: twin.map(str::to_owned),
            side: side.map(|side| side.name().to_owned()),
            stipulation: String::new(),
            conditions: Vec::new(),
            status: "error".to_owned(),
            keys: None,
            lines: None,
            set_lines: None,
            error: errors.first().cloned(),
            verdict: if is_meant {
                Verdict::Sound
            } else {
                Verdict::Error
            },
            findings: Vec::new(),
            part: None,
            place: place.clone(),
            seconds: 0.0,
        }
    }

    /// The line of this record.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can always be written as JSON")
    }

    /// The line of an older record of the same problem, put in this place.
    pub fn placed(line: &str, number: usize, of: usize) -> Option<String> {
        // The place stands behind everything else that is called so.
        let start = line.rfind(",\"number\":")?;
        let end = start + line[start..].find(",\"phase\":")?;
        let (before, after) = (&line[..start], &line[end..]);
        Some(format!("{before},\"number\":{number},\"of\":{of}{after}"))
    }

    /// Problem, twin and side in one name.
    pub fn name(&self) -> String {
        let mut name = self.id.clone();
        // The twins of a problem that was split come one by one.
        let is_told = |twin: &&String| self.place.phases > 1 || *twin != "a";
        if let Some(twin) = self.twin.as_ref().filter(is_told) {
            name += &format!(", twin {twin}");
        }
        if let Some(side) = &self.side {
            name += &format!(", {side}");
        }
        name
    }

    /// How many solutions were found.
    pub fn solutions(&self) -> usize {
        let found = self.keys.as_ref().or(self.lines.as_ref());
        found.map_or(0, Vec::len)
    }
}
