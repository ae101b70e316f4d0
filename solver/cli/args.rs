//! The arguments, and the checked plan made from them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use super::input::{Input, Source};
use super::memory;
use super::plan::{
    CheckPlan, ConvertPlan, DrawPlan, Drawing, Format, MergePlan, PerftPlan, Plan, PositionPlan,
    ReplayPlan, Report, ReportKind, RetroPlan, Setting, Shard, SolvePlan, SplitPlan, ToFormat,
    When,
};
use super::table::TablePlan;
use super::target::Target;
use crate::chess::{Color, Kind};
use crate::format::{FileFormat, Language};
use crate::retro::Task;
use crate::search::{Direction, Limits, ShowPlay};

/// Solves chess problems, orthodox and fairy: directmates, selfmates and helpmates under Kamikaze,
/// Reincarnation, Spherical and Dynamo chess.
#[derive(Parser, Debug)]
#[command(name = "fata", version, max_term_width = 100, after_help = EXIT_STATUS)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status: 0 all done; 1 `check` found an unsound problem or an untrue claim, `replay` a wrong score, `--verify` a difference; \
2 bad usage, unreadable input or a bad problem; \
3 a limit or an interrupt stopped some problem.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Solve problems and print the solutions as the literature does
    Solve(SolveArgs),
    /// Check problems against their claims: cooks, short solutions, duals, set play, tries
    Check(CheckArgs),
    /// Put the reports of shards or parts together: what is missing, what is contradictory
    Merge(MergeArgs),
    /// Write a problem in parts, each with a share of the first moves, as a problem file
    Split(SplitArgs),
    /// List the legal moves of a diagram
    Moves(MovesArgs),
    /// Count the sequences of legal moves from a diagram
    Perft(PerftArgs),
    /// Work out every position of a class of endings
    Table(TableArgs),
    /// Write problems in another format
    Convert(ConvertArgs),
    /// Draw the diagrams of problems
    Draw(DrawArgs),
    /// Play through game scores and check every move and sign
    Replay(ReplayArgs),
    /// List the moves that may have led to a diagram
    Retro(RetroArgs),
}

#[derive(clap::Args, Debug)]
struct SourceArgs {
    /// Problem files in YAML, or Popeye's input (`.inp`); `-` is standard input
    #[arg(
        value_name = "FILE",
        required_unless_present = "fen",
        conflicts_with = "fen"
    )]
    files: Vec<PathBuf>,
    /// Take only the problem with this id (may be repeated)
    #[arg(long = "id", value_name = "ID", conflicts_with = "fen")]
    ids: Vec<String>,
    /// The format of the files [default: what their names tell]
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "fen")]
    from: Option<FromFormat>,
    /// A diagram given here instead of in a file
    #[arg(long)]
    fen: Option<String>,
    /// What is asked of that diagram, like `h#2`
    #[arg(long, value_name = "STIPULATION", requires = "fen")]
    stipulation: Option<String>,
    /// A condition for that diagram, like Kamikaze (may be repeated)
    #[arg(long = "condition", value_name = "CONDITION", requires = "fen")]
    conditions: Vec<String>,
    /// An option for that diagram, like SetPlay (may be repeated)
    #[arg(long = "option", value_name = "OPTION", requires = "fen")]
    options: Vec<String>,
    /// The side to move where a stipulation does not say
    #[arg(long, value_enum, value_name = "SIDE")]
    to_move: Option<Side>,
}

#[derive(clap::Args, Debug)]
struct OutputArgs {
    /// How to print results: for people, or as JSON Lines
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// The language of solutions: letters for units, and the words between moves
    #[arg(long, value_enum, default_value = "en", value_name = "LANGUAGE")]
    language: LanguageCode,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    color: When,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(clap::Args, Debug)]
struct SolveArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Show set play, tries and solution side by side (#2, #3, s#2, s#3)
    #[arg(long)]
    table: bool,
    /// Solve once more by a plain search, without any short cut, and compare; the limits count anew
    #[arg(long)]
    verify: bool,
    /// Tell where the work went
    #[arg(long)]
    stats: bool,
}

#[derive(clap::Args, Debug)]
struct CheckArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Solve once more by a plain search, without any short cut, and compare; the limits count anew
    #[arg(long)]
    verify: bool,
    /// Write a report: .jsonl, .csv, .html, or .yaml (the input with its verdicts)
    #[arg(long, value_name = "REPORT", value_parser = report_kind)]
    report: Option<Report>,
    /// Let the report replace a file that exists
    #[arg(long, requires = "report")]
    overwrite: bool,
    /// Take results from a report in JSON Lines, or from a run that was cut short while writing
    /// this report; only what is not there is worked on
    #[arg(long, value_name = "REPORT")]
    resume: Option<PathBuf>,
    /// Check only the k-th of n equal shares of the problems
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
}

#[derive(clap::Args, Debug)]
struct MergeArgs {
    /// Reports of `fata check` in JSON Lines
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    /// Write all of it as one report: .jsonl, .csv or .html
    #[arg(long, value_name = "REPORT", value_parser = report_kind)]
    report: Option<Report>,
    /// Let the report replace a file that exists
    #[arg(long, requires = "report")]
    overwrite: bool,
}

#[derive(clap::Args, Debug)]
struct SplitArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Into so many parts, each with about as many first moves [default: one for each first move]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    parts: Option<u32>,
}

#[derive(clap::Args, Debug)]
struct SearchArgs {
    /// Memory for the transposition table in MiB [default: a quarter of all, at most 1024]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: Option<u32>,
    /// Make use of the tables in this folder, written by `fata table --out`, wherever few enough units are
    /// left; the results are the same
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Stop each problem after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Stop each problem after so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_solutions: Option<u64>,
    /// Show first moves with at most so many refutations, whatever the problem says
    #[arg(long, value_name = "N")]
    tries: Option<u32>,
    /// When to show threats and variations; auto: if the problem asks for them or is short
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    variations: When,
    /// From which end to search help play, which changes the time and not the answer; auto:
    /// backwards, from the goals in reach, unless they are too many
    #[arg(long, value_enum, default_value_t, value_name = "DIRECTION")]
    direction: SearchDirection,
    /// When to show how far the search is; auto: on a terminal
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    progress: When,
}

/// From which end to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum SearchDirection {
    #[default]
    Auto,
    Forward,
    Backward,
}

#[derive(clap::Args, Debug)]
struct PositionArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Take this twin of the problem
    #[arg(long, value_name = "TWIN")]
    twin: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The limits of a search, for commands that do not search: they take the same options as the others,
/// and heed those that mean something to them.
#[derive(clap::Args, Debug)]
struct LimitArgs {
    /// Stop after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// When to show how far the counting is; auto: on a terminal
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    progress: When,
    /// Without effect here: there is no transposition table
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: Option<u32>,
    /// Without effect here: there are no solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_solutions: Option<u64>,
}

#[derive(clap::Args, Debug)]
struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(clap::Args, Debug)]
struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Length of the sequences in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Count for each first move apart
    #[arg(long)]
    divide: bool,
}

#[derive(clap::Args, Debug)]
struct TableArgs {
    /// White's units, a dash and Black's, like KQ-KR
    #[arg(required_unless_present = "load", conflicts_with = "load")]
    material: Option<String>,
    /// A condition, like Kamikaze (may be repeated)
    #[arg(long = "condition", value_name = "CONDITION", conflicts_with = "load")]
    conditions: Vec<String>,
    /// What is played for: directmate, selfmate, helpmate, stalemate, selfstalemate, helpstalemate
    #[arg(
        long,
        value_name = "GOAL",
        default_value = "directmate",
        conflicts_with = "load"
    )]
    goal: Task,
    /// Read the table from a file instead of working it out
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Write the table to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Count lengths, show the longest play and count zugzwangs; done if nothing else is asked for
    #[arg(long)]
    stats: bool,
    /// List the problems of so many moves (2, or 2.5) that have one solution, as a problem file
    #[arg(long, value_name = "N")]
    unique: Option<String>,
    /// Look up a position, given in Forsyth-Edwards notation (may be repeated)
    #[arg(long = "probe", value_name = "FEN")]
    probes: Vec<String>,
    /// Check every answer against those of its successors
    #[arg(long)]
    verify: bool,
    /// Refuse to begin, or to load, if more memory than this is needed, in MiB [default: half of all]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: Option<u32>,
    /// When to show how far the work is; auto: on a terminal
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    progress: When,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Debug)]
struct ConvertArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// The format to write [default: what the name of the file to write tells, or YAML]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<ToFormat>,
    #[command(flatten)]
    target: TargetArgs,
    /// When to use colours in messages
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    color: When,
}

#[derive(clap::Args, Debug)]
struct DrawArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// How to draw [default: what the name of the file to write tells, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Drawing>,
    /// Take this twin of the problem
    #[arg(long, value_name = "TWIN")]
    twin: Option<String>,
    #[command(flatten)]
    target: TargetArgs,
    /// The language of the letters for units
    #[arg(long, value_enum, default_value = "en", value_name = "LANGUAGE")]
    language: LanguageCode,
    /// When to use colours in text
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    color: When,
}

#[derive(clap::Args, Debug)]
struct TargetArgs {
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
struct ReplayArgs {
    /// Files of games in YAML; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Take only the game with this id (may be repeated)
    #[arg(long = "id", value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// How problem files are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FromFormat {
    /// In YAML, with the fields of Olive and YACPDB.
    Yaml,
    /// The same fields in JSON, one problem a line.
    Jsonl,
    /// As input for Popeye.
    Popeye,
}

impl From<FromFormat> for FileFormat {
    fn from(format: FromFormat) -> FileFormat {
        match format {
            FromFormat::Yaml => FileFormat::Yaml,
            FromFormat::Jsonl => FileFormat::JsonLines,
            FromFormat::Popeye => FileFormat::Popeye,
        }
    }
}

#[derive(clap::Args, Debug)]
struct RetroArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How far to look back; moves without a history so long are left out
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: u32,
    /// Which kinds of units may have been captured or expelled: any, none, or letters like QRBSP
    #[arg(long, value_name = "KINDS", default_value = "any", value_parser = kinds)]
    uncaptures: Kinds,
    /// Take back at most so many moves in all
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    limit: usize,
}

/// Kinds of units, in one value of an option.
#[derive(Clone, Debug)]
struct Kinds(Vec<Kind>);

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Side {
    White,
    Black,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum LanguageCode {
    En,
    De,
    Fr,
    It,
}

impl From<LanguageCode> for Language {
    fn from(code: LanguageCode) -> Language {
        match code {
            LanguageCode::En => Language::English,
            LanguageCode::De => Language::German,
            LanguageCode::Fr => Language::French,
            LanguageCode::It => Language::Italian,
        }
    }
}

impl Args {
    /// Reads the problems and settles everything before any work begins.
    pub fn plan(self) -> (Plan, Setting) {
        match self.command {
            Command::Solve(args) => {
                let limits = args.search.limits(args.output.threads());
                let setting = args.output.setting();
                let (tries, progress) = (args.search.tries, args.search.progress);
                (
                    Plan::Solve(SolvePlan {
                        input: args.source.read(),
                        limits,
                        tables: args.search.tables,
                        tries,
                        progress,
                        table: args.table,
                        verify: args.verify,
                        stats: args.stats,
                    }),
                    setting,
                )
            }
            Command::Check(args) => {
                let setting = args.output.setting();
                let limits = args.search.limits(args.output.threads());
                let (tries, progress) = (args.search.tries, args.search.progress);
                (
                    Plan::Check(CheckPlan {
                        input: args.source.read(),
                        is_memory_given: args.search.memory.is_some(),
                        limits,
                        tables: args.search.tables,
                        tries,
                        progress,
                        verify: args.verify,
                        report: args.report,
                        overwrite: args.overwrite,
                        resume: args.resume,
                        shard: args.shard,
                    }),
                    setting,
                )
            }
            Command::Merge(args) => (
                Plan::Merge(MergePlan {
                    reports: args.reports,
                    report: args.report,
                    overwrite: args.overwrite,
                }),
                args.output.setting(),
            ),
            Command::Split(args) => {
                let setting = args.output.setting();
                let (input, parts) = (args.source.read(), args.parts);
                (Plan::Split(SplitPlan { input, parts }), setting)
            }
            Command::Moves(MovesArgs { position }) => {
                let setting = position.output.setting();
                (Plan::Moves(position.plan()), setting)
            }
            Command::Perft(PerftArgs {
                position,
                depth,
                divide,
            }) => {
                let setting = position.output.setting();
                let threads = position.output.threads();
                let (time_limit, progress) = (position.limits.time_limit, position.limits.progress);
                let position = position.plan();
                (
                    Plan::Perft(PerftPlan {
                        position,
                        depth,
                        divide,
                        threads,
                        time_limit,
                        progress,
                    }),
                    setting,
                )
            }
            Command::Table(args) => {
                let setting = args.output.setting();
                let is_asked = args.out.is_some()
                    || args.unique.is_some()
                    || args.verify
                    || !args.probes.is_empty();
                let plan = TablePlan {
                    material: args.material,
                    conditions: args.conditions,
                    task: args.goal,
                    load: args.load,
                    out: args.out,
                    stats: args.stats || !is_asked,
                    unique: args.unique,
                    probes: args.probes,
                    verify: args.verify,
                    memory: args
                        .memory
                        .map_or_else(memory::generous_share, |mb| mb as usize),
                    threads: args.output.threads(),
                    progress: args.progress,
                };
                (Plan::Table(plan), setting)
            }
            Command::Convert(args) => {
                let target = Target::new(args.target.out, &args.source.files);
                let plan = ConvertPlan {
                    input: args.source.read(),
                    to: args.to,
                    target,
                };
                let setting = Setting {
                    color: args.color,
                    ..Setting::default()
                };
                (Plan::Convert(plan), setting)
            }
            Command::Draw(args) => {
                let target = Target::new(args.target.out, &args.source.files);
                let plan = DrawPlan {
                    input: args.source.read(),
                    to: args.to,
                    twin: args.twin,
                    target,
                };
                let setting = Setting {
                    language: args.language.into(),
                    color: args.color,
                    ..Setting::default()
                };
                (Plan::Draw(plan), setting)
            }
            Command::Replay(args) => {
                let setting = args.output.setting();
                let plan = ReplayPlan {
                    files: args.files,
                    ids: args.ids,
                };
                (Plan::Replay(plan), setting)
            }
            Command::Retro(args) => {
                let setting = args.position.output.setting();
                let says_who = args.position.source.to_move.is_some();
                let time_limit = args.position.limits.time_limit;
                let mut position = args.position.plan();
                if !says_who {
                    position.input.let_stipulations_say_who_moves();
                }
                let plan = RetroPlan {
                    position,
                    plies: args.plies,
                    uncaptures: args.uncaptures.0,
                    limit: args.limit,
                    time_limit,
                };
                (Plan::Retro(plan), setting)
            }
        }
    }
}

impl SourceArgs {
    fn read(self) -> Input {
        let source = match self.fen {
            Some(fen) => Source::Quick {
                fen,
                stipulation: self.stipulation,
                conditions: self.conditions,
                options: self.options,
            },
            None => Source::Files {
                files: self.files,
                ids: self.ids,
                format: self.from.map(FileFormat::from),
            },
        };
        let to_move = self.to_move.map(|side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        });
        source.read(to_move)
    }
}

impl SearchArgs {
    fn limits(&self, threads: usize) -> Limits {
        Limits {
            threads,
            memory: self
                .memory
                .map_or_else(memory::sensible_share, |mb| mb as usize),
            time: self.time_limit,
            max_solutions: self.max_solutions,
            play: match self.variations {
                When::Auto => ShowPlay::Auto,
                When::Always => ShowPlay::Always,
                When::Never => ShowPlay::Never,
            },
            direction: match self.direction {
                SearchDirection::Auto => Direction::Auto,
                SearchDirection::Forward => Direction::Forward,
                SearchDirection::Backward => Direction::Backward,
            },
        }
    }
}

impl PositionArgs {
    fn plan(self) -> PositionPlan {
        PositionPlan {
            input: self.source.read(),
            twin: self.twin,
        }
    }
}

impl OutputArgs {
    fn setting(&self) -> Setting {
        Setting {
            format: self.format,
            language: self.language.into(),
            color: self.color,
        }
    }

    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

fn kinds(text: &str) -> Result<Kinds, String> {
    let kind = |letter: char| match Kind::from_letter(letter.to_ascii_uppercase()) {
        Some(kind) if kind != Kind::King => Ok(kind),
        _ => Err(format!(
            "`{letter}` is not one of Q R B S P: expected such letters, `any` or `none`"
        )),
    };
    match text {
        "any" => Ok(Kinds(Kind::ALL.to_vec())),
        "none" => Ok(Kinds(Vec::new())),
        letters => letters
            .chars()
            .map(kind)
            .collect::<Result<_, _>>()
            .map(Kinds),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a positive number of seconds, like 60 or 0.5".to_owned())
}

fn report_kind(text: &str) -> Result<Report, String> {
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let kind = match ending {
        Some("jsonl") => ReportKind::JsonLines,
        Some("csv") => ReportKind::Csv,
        Some("html") => ReportKind::Html,
        Some("yaml" | "yml") => ReportKind::Yaml,
        _ => {
            return Err("expected a name that ends in .jsonl, .csv, .html or .yaml".to_owned());
        }
    };
    Ok(Report { path, kind })
}

fn shard(text: &str) -> Result<Shard, String> {
    let read = || {
        let (number, of) = text.split_once('/')?;
        let shard = Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        };
        (1..=shard.of).contains(&shard.number).then_some(shard)
    };
    read().ok_or_else(|| "expected a share like 2/4, from 1/n to n/n".to_owned())
}
