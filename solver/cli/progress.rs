//! How far a search is, on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

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

impl Manner {
    fn of(progress: When) -> Manner {
        match (progress, io::stderr().is_terminal()) {
            (When::Never, _) | (When::Auto, false) => Manner::Silent,
            (_, true) => Manner::Bar,
            (When::Always, false) => Manner::Lines,
        }
    }
}

/// Progress of many problems: a bar for the whole, and one below it for each in work.
#[derive(Debug)]
pub struct Bars {
    manner: Manner,
    all: MultiProgress,
    whole: ProgressBar,
    next: Mutex<Instant>,
}

impl Bars {
    /// So many problems.
    pub fn new(problems: usize, progress: When) -> Bars {
        let manner = Manner::of(progress);
        let all = MultiProgress::new();
        if manner != Manner::Bar {
            all.set_draw_target(ProgressDrawTarget::hidden());
        }
        let whole = all.add(ProgressBar::new(problems as u64));
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} problems {elapsed} ({eta} left)");
        whole.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bars {
            manner,
            all,
            whole,
            next: Mutex::new(Instant::now() + PAUSE),
        }
    }

    /// Watches the search named by `title`.
    pub fn watch(&self, title: String) -> Watch {
        Watch::of(title, self.manner, Some(self.all.clone()))
    }

    /// A problem is done.
    pub fn advance(&self) {
        self.whole.inc(1);
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if self.manner == Manner::Lines && now >= *next {
            *next = now + PAUSE;
            let (done, total) = (self.whole.position(), self.whole.length().unwrap_or(0));
            let _ = writeln!(io::stderr(), "{done}/{total} problems");
        }
    }

    /// Does something that prints, without bars in its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.all.suspend(print)
    }

    /// Removes the bars.
    pub fn finish(&self) {
        self.whole.finish_and_clear();
    }
}

/// Watches one search: shows its progress and passes interrupts on to it.
#[derive(Debug)]
pub struct Watch {
    title: String,
    manner: Manner,
    /// Where the bar goes if there are others.
    among: Option<MultiProgress>,
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
        Watch::of(title, Manner::of(progress), None)
    }

    fn of(title: String, manner: Manner, among: Option<MultiProgress>) -> Watch {
        let shown = Shown {
            next: Instant::now() + PATIENCE,
            bar: None,
        };
        Watch {
            title,
            manner,
            among,
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
        let bar = match &self.among {
            Some(among) => among.add(ProgressBar::new(total)),
            None => ProgressBar::new(total),
        };
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
