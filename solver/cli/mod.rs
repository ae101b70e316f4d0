//! The command line: the only room that knows a terminal.
//!
//! [`run`] reads the arguments, resolves them into a checked plan, carries it out and says how it
//! ended. Results go to standard output, all else to standard error. One file per command;
//! `args` is the place to start.

mod args;
mod check;
mod convert;
mod draw;
mod endings;
mod enrich;
mod input;
mod journal;
mod memory;
mod merge;
mod moves;
mod output;
mod perft;
mod plan;
mod progress;
mod refusal;
mod replay;
mod retro;
mod signals;
mod solve;
mod split;
mod table;
mod table_report;
mod target;
mod tasks;
mod threads;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;

use args::Args;
use output::{Notes, Output};
use plan::Plan;

/// How a command ended, from good to bad; the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    /// All done.
    Done,
    /// A limit or an interrupt stopped some problem.
    Limited,
    /// An unsound problem, an untrue claim or a wrong score.
    Unsound,
    /// Bad usage, unreadable input or a bad problem.
    Bad,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Done => 0,
            Outcome::Unsound => 1,
            Outcome::Limited => 3,
            Outcome::Bad => 2,
        })
    }
}

/// Runs the program with these arguments, the first being its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(usage) => {
            // Help and version come this way too. Nobody is left to tell if printing fails.
            let _ = usage.print();
            return ExitCode::from(usage.exit_code().clamp(0, 255) as u8);
        }
    };
    let (plan, setting) = args.plan();
    let mut output = Output::new(&setting);
    let mut notes = Notes::new(setting.color);
    let ended = match plan {
        Plan::Solve(plan) => solve::run(&plan, &mut output, &mut notes),
        Plan::Check(plan) => check::run(&plan, &mut output, &mut notes),
        Plan::Merge(plan) => merge::run(&plan, &mut output, &mut notes),
        Plan::Split(plan) => split::run(&plan, &mut output, &mut notes),
        Plan::Moves(plan) => moves::run(&plan, &mut output, &mut notes),
        Plan::Perft(plan) => perft::run(&plan, &mut output, &mut notes),
        Plan::Table(plan) => table::run(&plan, &mut output, &mut notes),
        Plan::Convert(plan) => convert::run(&plan, &mut output, &mut notes),
        Plan::Draw(plan) => draw::run(&plan, &mut output, &mut notes),
        Plan::Replay(plan) => replay::run(&plan, &mut output, &mut notes),
        Plan::Retro(plan) => retro::run(&plan, &mut output, &mut notes),
    };
    match ended {
        Ok(outcome) => outcome.into(),
        // The reader of a pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            notes.error(&format!("standard output cannot be written: {error}"));
            Outcome::Bad.into()
        }
    }
}
