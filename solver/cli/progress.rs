//! How far a search is, on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::When;
use super::signals;
use crate::{retro, search};

/// Quick problems show nothing.
const PATIENCE: Duration = Duration::from_millis(200);

/// Between two lines where there is no terminal to draw a bar on.
const PAUSE: Duration = Duration::from_secs(1);

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    Bar,
    Lines,
    Silent,
}

/// Watches one search: shows its progress and passes interrupts on to it.
#[derive(Debug)]
pub struct Watch {
    title: String,
    manner: Manner,
    shown: Mutex<Shown>,
}

#[derive(Debug)]
struct Shown {
    next: Instant,
    bar: Option<ProgressBar>,
}

impl Watch {
    /// Watches the search named by `title`.
    pub fn new(title: String, progress: When) -> Watch {
        let manner = match (progress, io::stderr().is_terminal()) {
            (When::Never, _) | (When::Auto, false) => Manner::Silent,
            (_, true) => Manner::Bar,
            (When::Always, false) => Manner::Lines,
        };
        let shown = Shown {
            next: Instant::now() + PATIENCE,
            bar: None,
        };
        Watch {
            title,
            manner,
            shown: Mutex::new(shown),
        }
    }

    /// Removes the bar before results are printed.
    pub fn finish(self) {
        let shown = self
            .shown
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = shown.bar {
            bar.finish_and_clear();
        }
    }

    fn bar(&self, total: u64) -> ProgressBar {
        let style =
            ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {elapsed}, {eta} left");
        let bar = ProgressBar::new(total);
        bar.set_style(
            style
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("=> "),
        );
        bar.set_message(self.title.clone());
        bar
    }

    /// So many of these are done.
    fn show(&self, done: u64, total: u64, what: &str) {
        if self.manner == Manner::Silent {
            return;
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now < shown.next {
            return;
        }
        match self.manner {
            Manner::Bar => {
                let bar = shown.bar.get_or_insert_with(|| self.bar(total));
                bar.set_length(total);
                bar.set_position(done);
            }
            _ => {
                shown.next = now + PAUSE;
                let _ = writeln!(io::stderr(), "{}: {done}/{total} {what}", self.title);
            }
        }
    }
}

impl search::Watcher for Watch {
    fn progress(&self, done: u64, total: u64) {
        self.show(done, total, "first moves");
    }

    fn should_stop(&self) -> bool {
        signals::is_interrupted()
    }
}

impl retro::Watcher for Watch {
    fn progress(&self, done: u64, total: u64) {
        self.show(done, total, "states");
    }

    fn should_stop(&self) -> bool {
        signals::is_interrupted()
    }
}
