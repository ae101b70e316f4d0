//! The command `fata`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fata::cli::run(std::env::args_os())
}
