//! Results to standard output, all else to standard error.

use std::io::{self, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::plan::{Format, Setting, When};
use crate::chess::Color;
use crate::format::{JsonError, Language, Line, Role, error_json};

/// Standard output.
#[derive(Debug)]
pub struct Output {
    stream: AutoStream<Stdout>,
    /// For people or for programs.
    pub format: Format,
    /// The language of letters.
    pub language: Language,
}

impl Output {
    /// Prints as set.
    pub fn new(setting: &Setting) -> Output {
        let stream = AutoStream::new(io::stdout(), choice(setting.color));
        Output {
            stream,
            format: setting.format,
            language: setting.language,
        }
    }

    /// Whether programs read this.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Prints lines at once, so that a result is never seen in part.
    ///
    /// # Errors
    /// If nobody listens any more, or the disk is full.
    pub fn lines(&mut self, lines: &[Line]) -> io::Result<()> {
        let mut text = String::new();
        for line in lines {
            let style = style(line.role);
            text += &format!("{style}{}{style:#}\n", line.text);
        }
        self.print(&text)
    }

    /// Prints a line as it is.
    ///
    /// # Errors
    /// As [`lines`](Output::lines).
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.print(&format!("{text}\n"))
    }

    /// Prints a text of any number of lines as it is.
    ///
    /// # Errors
    /// As [`lines`](Output::lines).
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.print(text)
    }

    /// Tells programs what is wrong with a problem; people read it on standard error.
    ///
    /// # Errors
    /// As [`lines`](Output::lines).
    pub fn error(
        &mut self,
        id: &str,
        twin: Option<&str>,
        side: Option<Color>,
        errors: &[JsonError],
    ) -> io::Result<()> {
        if self.is_json() {
            self.line(&error_json(id, twin, side, errors))
        } else {
            Ok(())
        }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())?;
        self.stream.flush()
    }
}

/// Standard error. Whether anybody reads it makes no difference to the work, so that failing to
/// write there is no error.
#[derive(Debug)]
pub struct Notes {
    stream: AutoStream<Stderr>,
}

impl Notes {
    /// In colours?
    pub fn new(color: When) -> Notes {
        let choice = match color {
            When::Auto => AutoStream::choice(&io::stderr()),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Notes {
            stream: AutoStream::new(io::stderr(), choice),
        }
    }

    /// Something that keeps a problem from being worked on.
    pub fn error(&mut self, message: &str) {
        self.say("error", AnsiColor::Red, message);
    }

    /// Something that may be a mistake.
    pub fn warning(&mut self, message: &str) {
        self.say("warning", AnsiColor::Yellow, message);
    }

    /// Something to know.
    pub fn note(&mut self, message: &str) {
        self.say("note", AnsiColor::Cyan, message);
    }

    fn say(&mut self, word: &str, color: AnsiColor, message: &str) {
        let style = color.on_default().bold();
        let _ = writeln!(self.stream, "{style}{word}{style:#}: {message}");
    }
}

fn choice(color: When) -> ColorChoice {
    match color {
        When::Auto => AutoStream::choice(&io::stdout()),
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    }
}

fn style(role: Role) -> Style {
    match role {
        Role::Heading => Style::new().bold(),
        Role::Solution => AnsiColor::Green.on_default().bold(),
        Role::Try => AnsiColor::Yellow.on_default(),
        Role::Note => Style::new().dimmed(),
        Role::Partial => AnsiColor::Red.on_default().bold(),
        Role::Diagram | Role::Play => Style::new(),
    }
}
