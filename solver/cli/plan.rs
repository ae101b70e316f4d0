//! What a command is to do, checked before any work begins.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::input::Input;
use super::table::TablePlan;
use super::target::Target;
use crate::chess::Kind;
use crate::format::Language;
use crate::search::Limits;

/// What to do, checked.
#[derive(Debug)]
pub enum Plan {
    /// Solve all problems.
    Solve(SolvePlan),
    /// Check all problems.
    Check(CheckPlan),
    /// Put reports together.
    Merge(MergePlan),
    /// Write problems in parts.
    Split(SplitPlan),
    /// List moves.
    Moves(PositionPlan),
    /// Count sequences of moves.
    Perft(PerftPlan),
    /// Work out a table.
    Table(TablePlan),
    /// Write problems.
    Convert(ConvertPlan),
    /// Draw diagrams.
    Draw(DrawPlan),
    /// Play through games.
    Replay(ReplayPlan),
    /// Take moves back.
    Retro(RetroPlan),
}

/// How to print, for every command.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting {
    /// For whom.
    pub format: Format,
    /// In which language.
    pub language: Language,
    /// In colours?
    pub color: When,
}

/// Which problems to solve, and how far.
#[derive(Debug)]
pub struct SolvePlan {
    /// The problems.
    pub input: Input,
    /// How far.
    pub limits: Limits,
    /// The folder with tables of endings to make use of.
    pub tables: Option<PathBuf>,
    /// Overrides the number of refutations of the tries asked for.
    pub tries: Option<u32>,
    /// Whether to show progress.
    pub progress: When,
    /// Whether to compare phases.
    pub table: bool,
    /// Whether to solve once more without short cuts.
    pub verify: bool,
    /// Whether to tell where the work went.
    pub stats: bool,
}

/// Which problems to check, and what to do with the results.
#[derive(Debug)]
pub struct CheckPlan {
    /// The problems.
    pub input: Input,
    /// How far.
    pub limits: Limits,
    /// Whether the user said how much memory each problem may take.
    pub is_memory_given: bool,
    /// The folder with tables of endings to make use of.
    pub tables: Option<PathBuf>,
    /// Overrides the number of refutations of the tries asked for.
    pub tries: Option<u32>,
    /// Whether to show progress.
    pub progress: When,
    /// Whether to solve once more without short cuts.
    pub verify: bool,
    /// The report to write.
    pub report: Option<Report>,
    /// Whether it may replace a file.
    pub overwrite: bool,
    /// Where to take results from.
    pub resume: Option<PathBuf>,
    /// Which share of the problems.
    pub shard: Option<Shard>,
}

/// Which problems to write in parts.
#[derive(Debug)]
pub struct SplitPlan {
    /// The problems.
    pub input: Input,
    /// How many parts; one for each first move if nobody says.
    pub parts: Option<u32>,
}

/// Which reports to put together.
#[derive(Debug)]
pub struct MergePlan {
    /// The reports.
    pub reports: Vec<PathBuf>,
    /// The report to write.
    pub report: Option<Report>,
    /// Whether it may replace a file.
    pub overwrite: bool,
}

/// A report, by the ending of its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// How to write it.
    pub kind: ReportKind,
}

/// How to write a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportKind {
    /// The records as they are.
    JsonLines,
    /// A table for other programs.
    Csv,
    /// A table for browsers.
    Html,
    /// The problem files with their verdicts.
    Yaml,
}

/// The k-th of n shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1.
    pub number: usize,
    /// How many.
    pub of: usize,
}

impl Shard {
    /// Whether the problem with this number, from 0, is in the share.
    pub fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

/// One position.
#[derive(Debug)]
pub struct PositionPlan {
    /// Must come to one problem.
    pub input: Input,
    /// Which twin of it, if not the diagram.
    pub twin: Option<String>,
}

/// What to count.
#[derive(Debug)]
pub struct PerftPlan {
    /// From where.
    pub position: PositionPlan,
    /// How deep, in plies.
    pub depth: u32,
    /// For each first move apart?
    pub divide: bool,
    /// On how many threads.
    pub threads: usize,
    /// Stop after so long.
    pub time_limit: Option<Duration>,
    /// Whether to show progress.
    pub progress: When,
}

/// What to write.
#[derive(Debug)]
pub struct ConvertPlan {
    /// The problems.
    pub input: Input,
    /// The format; `None` if the name of the target may tell it.
    pub to: Option<ToFormat>,
    /// Where to.
    pub target: Target,
}

/// What to draw.
#[derive(Debug)]
pub struct DrawPlan {
    /// The problems.
    pub input: Input,
    /// How; `None` if the name of the target may tell it.
    pub to: Option<Drawing>,
    /// Which twin of them, if not the diagram.
    pub twin: Option<String>,
    /// Where to.
    pub target: Target,
}

/// Which games to play through.
#[derive(Debug)]
pub struct ReplayPlan {
    /// The files; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// Only those with one of these ids, if there are any.
    pub ids: Vec<String>,
}

/// What to take back.
#[derive(Debug)]
pub struct RetroPlan {
    /// From where.
    pub position: PositionPlan,
    /// How far, in plies.
    pub plies: u32,
    /// Which kinds of units may come back.
    pub uncaptures: Vec<Kind>,
    /// How many moves in all.
    pub limit: usize,
    /// Stop after so long.
    pub time_limit: Option<Duration>,
}

/// What problems can be written as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToFormat {
    /// YAML, with the fields of Olive and YACPDB.
    Yaml,
    /// The same fields in JSON, one problem a line.
    Jsonl,
    /// Input for Popeye.
    Popeye,
    /// The diagrams alone, each in Forsyth-Edwards notation on a line.
    Fen,
}

/// How diagrams can be drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// In letters.
    Text,
    /// In letters, with chess symbols.
    Unicode,
    /// As a picture.
    Svg,
    /// For LaTeX's package diagram.
    Latex,
    /// In Forsyth-Edwards notation, on a line.
    Fen,
}

/// How to print results.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs, one object a line.
    Json,
}

/// When to do something that is not always wanted.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// Where it makes sense.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
