//! Records as tables: the summary, CSV, HTML.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::record::Record;
use crate::problem::{Finding, Verdict};

/// How many phases got which verdict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    counts: BTreeMap<Verdict, usize>,
}

impl Summary {
    /// Counts a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        *self.counts.entry(verdict).or_default() += 1;
    }

    /// The worst verdict counted.
    pub fn worst(&self) -> Option<Verdict> {
        self.counts.keys().next_back().copied()
    }

    /// Whether this verdict occurred.
    pub fn has(&self, wanted: impl Fn(Verdict) -> bool) -> bool {
        self.counts.keys().any(|&verdict| wanted(verdict))
    }

    /// A table, from good to bad, with the total at its end.
    pub fn lines(&self) -> Vec<String> {
        let total: usize = self.counts.values().sum();
        let width = total.to_string().len();
        let mut lines: Vec<String> = self
            .counts
            .iter()
            .map(|(verdict, count)| format!("{count:width$}  {}", verdict.words()))
            .collect();
        lines.push(format!("{total:width$}  in all"));
        lines
    }
}

const HEAD: [&str; 9] = [
    "number",
    "id",
    "twin",
    "side",
    "stipulation",
    "conditions",
    "verdict",
    "solutions",
    "remarks",
];

fn row(record: &Record) -> [String; 9] {
    let remarks: Vec<String> = match &record.error {
        Some(error) => vec![format!("{}: {}", error.field, error.message)],
        None => record.findings.iter().map(remark).collect(),
    };
    [
        record.place.number.to_string(),
        record.id.clone(),
        record.twin.clone().unwrap_or_default(),
        record.side.clone().unwrap_or_default(),
        record.stipulation.clone(),
        record.conditions.join(" "),
        record.verdict.words().to_owned(),
        record.solutions().to_string(),
        remarks.join("; "),
    ]
}

/// A finding in one line, moves in machine notation.
pub fn remark(finding: &Finding) -> String {
    let list = |lines: &[String]| {
        const MOST: usize = 5;
        let mut text = lines
            .iter()
            .take(MOST)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        if lines.len() > MOST {
            let _ = write!(text, " and {} more", lines.len() - MOST);
        }
        text
    };
    match finding {
        Finding::NotRefused => "not refused, though claimed to be an error".to_owned(),
        Finding::NoSolution => "no solution".to_owned(),
        Finding::Refuted { refutations } => format!("refuted by {}", list(refutations)),
        Finding::Cooks { solutions } => format!("unintended: {}", list(solutions)),
        Finding::Missing { solutions } => format!("does not solve: {}", list(solutions)),
        Finding::Short(short) if short.same_side => {
            format!("short, {}: {}", short.stipulation, list(&short.solutions))
        }
        Finding::Short(short) => format!(
            "with the other side to begin, {}: {}",
            short.stipulation,
            list(&short.solutions)
        ),
        Finding::ShortMissing { solutions } => format!("no short solution: {}", list(solutions)),
        Finding::Intended { claimed, found } => {
            format!("solutions: {claimed} claimed, {found} found")
        }
        Finding::SetPlay { missing, unclaimed } => {
            let parts = [("not there", missing), ("not claimed", unclaimed)];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(_, lines)| !lines.is_empty())
                .map(|(what, lines)| format!("{what}: {}", list(lines)))
                .collect();
            format!("set play {}", parts.join("; "))
        }
        Finding::Tries { claimed, found } => format!("tries: claimed {claimed}, found {found}"),
        Finding::Difference { line, message } => format!("written: {line}: {message}"),
        Finding::Dual(dual) => {
            let what = match (dual.threat, dual.ends) {
                (true, _) => "several threats",
                (false, true) => "dual at the mating move",
                (false, false) => "dual",
            };
            format!(
                "{what}, move {}, after {}: {}",
                dual.number,
                dual.after,
                list(&dual.continuations)
            )
        }
        Finding::Unread { items } => format!("not read: {}", list(items)),
        Finding::NoClaim { count } => format!("{count} solutions, and no claim"),
        Finding::NotConfirmed { moves } => {
            format!("the plain search differs in {}", list(moves))
        }
        Finding::NotVerified => "the plain search did not come to its end".to_owned(),
        Finding::Limit { status } => status.clone(),
    }
}

/// The records as comma-separated values, with a head.
pub fn csv(records: &[Record]) -> String {
    let mut text = HEAD.join(",") + "\n";
    for record in records {
        let fields = row(record).map(|field| {
            if field.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", field.replace('"', "\"\""))
            } else {
                field
            }
        });
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

/// The records as a page for browsers, complete in itself.
pub fn html(records: &[Record]) -> String {
    let mut summary = Summary::default();
    for record in records {
        summary.add(record.verdict);
    }
    let mut text = String::from(PAGE_HEAD);
    let counts = summary.lines().join("\n");
    let _ = write!(text, "<pre>{}</pre>\n<table>\n<tr>", escaped(&counts));
    for name in HEAD {
        let _ = write!(text, "<th>{name}</th>");
    }
    text += "</tr>\n";
    for record in records {
        let class = match record.verdict {
            Verdict::Error => "error",
            verdict if verdict.is_unsound() => "unsound",
            Verdict::Unchecked => "unchecked",
            _ => "sound",
        };
        let _ = write!(text, "<tr class=\"{class}\">");
        for field in row(record) {
            let _ = write!(text, "<td>{}</td>", escaped(&field));
        }
        text += "</tr>\n";
    }
    text + "</table>\n</body>\n</html>\n"
}

const PAGE_HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<title>Problems checked</title>
<style>
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ccc; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
tr.sound td:nth-child(7) { background: #dfd; }
tr.unsound td:nth-child(7) { background: #fdd; }
tr.unchecked td:nth-child(7) { background: #ffd; }
tr.error td:nth-child(7) { background: #ddd; }
</style>
</head>
<body>
<h1>Problems checked</h1>
";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
