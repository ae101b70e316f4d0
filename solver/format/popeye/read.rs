//! Problems from Popeye's input, as the fields of a problem file.

use std::collections::{BTreeMap, btree_map::Entry};

use serde_yaml::{Mapping, Value};

use super::keywords::{
    BEGIN, FRAME, Found, Frame, OPTIONS, SECTIONS, Section, TWIN_STARTS, TwinStart, ambiguous,
    find, names,
};
use super::tokens::{Token, Tokens};
use crate::chess::{Square, Unit};
use crate::format::Language;
use crate::format::words::{did_you_mean, shown};
use crate::format::write::units_field;
use crate::format::yaml::{Draft, Flaw};

/// The languages, in the order in which they are tried.
const LANGUAGES: [Language; 3] = [Language::English, Language::German, Language::French];

/// A shortened keyword of fewer letters is too likely something else to go on from after an error.
const CLEAR: usize = 3;

/// All problems of a file.
pub(in crate::format) fn drafts(text: &str) -> Vec<Draft> {
    let mut tokens = Tokens::new(text);
    let mut drafts: Vec<Draft> = Vec::new();
    while let Some(token) = tokens.peek() {
        let begun = LANGUAGES
            .into_iter()
            .find(|&language| find(BEGIN, language, token.text).one().is_some());
        let is_clear = token.text.len() >= CLEAR || drafts.is_empty();
        match (begun, drafts.last_mut()) {
            (Some(language), _) if is_clear => {
                tokens.next();
                tokens = problems(tokens, language, &mut drafts);
            }
            (_, Some(last)) => {
                let message = format!("line {}: what follows the end is not read", token.line);
                last.warnings.push(Flaw {
                    field: None,
                    message,
                });
                // Another file may have been appended to this one.
                while tokens.next_if(|word| !is_beginning(word)).is_some() {}
            }
            (_, None) => {
                let message = format!(
                    "line {}: `{}` begins no input for Popeye: expected `BeginProblem`, \
                     `AnfangProblem` or `DebutProbleme`",
                    token.line,
                    shown(token.text)
                );
                let flaw = Flaw {
                    field: None,
                    message,
                };
                return vec![Draft {
                    errors: vec![flaw],
                    ..Draft::default()
                }];
            }
        }
    }
    drafts
}

fn is_beginning(word: &str) -> bool {
    let is_in = |language| find(BEGIN, language, word).one().is_some();
    word.len() >= CLEAR && LANGUAGES.into_iter().any(is_in)
}

/// The problems from one `BeginProblem` to its `EndProblem`.
fn problems<'a>(mut tokens: Tokens<'a>, language: Language, drafts: &mut Vec<Draft>) -> Tokens<'a> {
    loop {
        let mut reader = Reader {
            tokens,
            language,
            draft: Draft::default(),
            read: Read::default(),
        };
        let end = reader.problem();
        reader.finish();
        drafts.push(reader.draft);
        tokens = reader.tokens;
        if end != Frame::Next {
            return tokens;
        }
    }
}

/// Something wrong on a line.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) message: String,
}

/// A fault, if the rest of the section is not to be read.
pub(super) type Done = Result<(), Fault>;

pub(super) fn fault<T>(line: usize, message: impl Into<String>) -> Result<T, Fault> {
    let message = message.into();
    Err(Fault { line, message })
}

/// What a problem has said so far.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) units: BTreeMap<Square, Unit>,
    pub(super) options: Vec<String>,
    pub(super) no_castling: Option<String>,
    pub(super) conditions: Vec<String>,
    pub(super) stipulation: Option<String>,
    zeroposition: Option<String>,
    twins: Vec<(String, String)>,
    id: Option<String>,
    authors: Vec<String>,
    origin: Vec<String>,
    title: Vec<String>,
    award: Option<String>,
    comments: Vec<String>,
}

/// Reads one problem.
pub(super) struct Reader<'a> {
    pub(super) tokens: Tokens<'a>,
    pub(super) language: Language,
    draft: Draft,
    pub(super) read: Read,
}

/// What a word begins or ends.
#[derive(Clone, Copy)]
enum Keyword {
    Section(Section),
    Twin(TwinStart),
    Frame(Frame),
}

impl<'a> Reader<'a> {
    /// Reads up to the end of the problem, and says what ends it.
    fn problem(&mut self) -> Frame {
        loop {
            let Some(token) = self.tokens.next() else {
                let line = self.tokens.line();
                let end = names(FRAME, self.language).next().unwrap_or_default();
                self.error(
                    None,
                    line,
                    format!("the file ends inside a problem: expected `{end}`"),
                );
                return Frame::End;
            };
            match self.keyword(token.text) {
                Found::One(Keyword::Frame(frame)) => return frame,
                Found::One(Keyword::Twin(start)) => self.twin_of(start, token.line),
                Found::One(Keyword::Section(section)) => self.section(section, token),
                Found::Many(names) => {
                    self.error(None, token.line, ambiguous(token.text, &names));
                    self.recover();
                }
                Found::None => {
                    let language = self.language;
                    let known = names(SECTIONS, language)
                        .chain(names(OPTIONS, language))
                        .chain(names(TWIN_STARTS, language))
                        .chain(names(FRAME, language));
                    let hint = did_you_mean(token.text, known);
                    let word = shown(token.text);
                    self.error(None, token.line, format!("`{word}` is no keyword{hint}"));
                    self.recover();
                }
            }
        }
    }

    /// What a word stands for between sections.
    fn keyword(&self, word: &str) -> Found<Keyword> {
        let language = self.language;
        match find(SECTIONS, language, word) {
            Found::One(section) => return Found::One(Keyword::Section(section)),
            Found::Many(names) => return Found::Many(names),
            Found::None => {}
        }
        match (
            find(FRAME, language, word),
            find(TWIN_STARTS, language, word),
        ) {
            (Found::One(frame), _) => Found::One(Keyword::Frame(frame)),
            (_, Found::One(start)) => Found::One(Keyword::Twin(start)),
            _ => Found::None,
        }
    }

    /// Whether a word surely begins a section or ends the problem.
    pub(super) fn is_keyword(&self, word: &str) -> bool {
        word.len() >= CLEAR && matches!(self.keyword(word), Found::One(_))
    }

    /// After an error: on to the next word that surely is a keyword.
    fn recover(&mut self) {
        while let Some(token) = self.tokens.peek() {
            if self.is_keyword(token.text) {
                break;
            }
            self.tokens.next();
        }
    }

    /// After an error in a twin, many of whose commands are also the names of sections.
    fn recover_from_twin(&mut self) {
        let ends = |keyword| matches!(keyword, Found::One(Keyword::Twin(_) | Keyword::Frame(_)));
        while let Some(token) = self.tokens.peek() {
            if self.is_keyword(token.text) && ends(self.keyword(token.text)) {
                break;
            }
            self.tokens.next();
        }
    }

    pub(super) fn error(
        &mut self,
        field: Option<&'static str>,
        line: usize,
        message: impl Into<String>,
    ) {
        let message = format!("line {line}: {}", message.into());
        self.draft.errors.push(Flaw { field, message });
    }

    pub(super) fn warn(&mut self, field: &'static str, line: usize, message: impl Into<String>) {
        self.draft.warnings.push(Flaw {
            field: Some(field),
            message: format!("line {line}: {}", message.into()),
        });
    }

    fn section(&mut self, section: Section, keyword: Token<'a>) {
        let line = keyword.line;
        let has_twins = !self.read.twins.is_empty() || self.read.zeroposition.is_some();
        if has_twins && section != Section::Remark {
            let word = shown(keyword.text);
            self.error(None, line, format!("`{word}` must stand before the twins"));
            self.recover();
            return;
        }
        let field = match section {
            Section::Pieces | Section::GameArray | Section::Forsyth => "algebraic",
            Section::Condition => "conditions",
            Section::Option => "options",
            Section::Stipulation | Section::StructuredStipulation => "stipulation",
            _ => {
                self.text(section);
                return;
            }
        };
        if let Entry::Vacant(vacant) = self.draft.lines.entry(field) {
            vacant.insert(line);
        }
        let done = match section {
            Section::Pieces => self.diagram(line),
            Section::GameArray => self.game_array(line),
            Section::Forsyth => self.forsyth(line),
            Section::Condition => self.conditions(line),
            Section::Option => self.options(line),
            Section::Stipulation => self.stipulation(line),
            _ => fault(
                line,
                "structured stipulations are not supported: expected `Stipulation`",
            ),
        };
        if let Err(Fault { line, message }) = done {
            self.error(Some(field), line, message);
            self.recover();
        }
    }

    /// A section that is the rest of a line.
    fn text(&mut self, section: Section) {
        let text = self.tokens.rest_of_line();
        if matches!(section, Section::Latex | Section::LatexPieces) {
            // How units are printed: a line for each, with its letters and its sign.
            while self.tokens.next_if(|word| word.len() <= 2).is_some() {
                self.tokens.rest_of_line();
            }
        }
        if text.is_empty() {
            return;
        }
        let read = &mut self.read;
        match section {
            Section::Author => read.authors.push(text.to_owned()),
            Section::Origin => read.origin.push(text.to_owned()),
            Section::Title => read.title.push(text.to_owned()),
            Section::Award => read.award = Some(text.to_owned()),
            Section::Remark => match text.strip_prefix(super::write::ID) {
                Some(id) if !id.trim().is_empty() => read.id = Some(id.trim().to_owned()),
                _ => read.comments.push(text.to_owned()),
            },
            // Where a log or a document for printing goes is no part of the problem.
            _ => {}
        }
    }

    /// Reads a twin. Its words are checked here, where the line is known.
    fn twin_of(&mut self, start: TwinStart, line: usize) {
        let is_zero = start == TwinStart::ZeroPosition;
        let (field, name) = if is_zero {
            ("zeroposition", "a".to_owned())
        } else {
            ("twins", twin_name(1 + self.read.twins.len()))
        };
        if is_zero && (self.read.zeroposition.is_some() || !self.read.twins.is_empty()) {
            self.error(
                Some(field),
                line,
                "the zeroposition must come before the twins",
            );
            self.recover();
            return;
        }
        let text = self.twin(line).unwrap_or_else(|Fault { line, message }| {
            self.error(Some(field), line, format!("twin `{name}`: {message}"));
            self.recover_from_twin();
            String::new()
        });
        if is_zero {
            self.read.zeroposition = Some(text);
        } else {
            self.read.twins.push((name, text));
        }
    }

    /// The fields.
    fn finish(&mut self) {
        let read = std::mem::take(&mut self.read);
        if !self.draft.errors.is_empty() {
            // Doubts about what is refused anyway help nobody.
            self.draft.warnings.clear();
        }
        let fields = &mut self.draft.fields;
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields.insert(name.into(), value);
            }
        };
        set("id", read.id.map(Value::from));
        set("authors", list(read.authors));
        set("source", joined(read.origin, ", "));
        set("title", joined(read.title, ", "));
        set(
            "award",
            read.award
                .map(|award| Value::Mapping(pair("distinction", award.into()))),
        );
        set("comments", list(read.comments));
        set("algebraic", Some(units_field(&read.units)));
        set("stipulation", read.stipulation.map(Value::from));
        let no_castling = read
            .no_castling
            .map(|squares| format!("NoCastling {squares}"));
        let options = read.options.into_iter().chain(no_castling).collect();
        set("options", list(options));
        set("conditions", list(read.conditions));
        set("zeroposition", read.zeroposition.map(Value::from));
        let twins: Mapping = read
            .twins
            .into_iter()
            .map(|(name, text)| (name.into(), text.into()))
            .collect();
        set("twins", (!twins.is_empty()).then_some(twins.into()));
    }
}

fn list(texts: Vec<String>) -> Option<Value> {
    let values: Vec<Value> = texts.into_iter().map(Value::from).collect();
    (!values.is_empty()).then_some(Value::Sequence(values))
}

fn joined(texts: Vec<String>, between: &str) -> Option<Value> {
    (!texts.is_empty()).then(|| texts.join(between).into())
}

fn pair(name: &str, value: Value) -> Mapping {
    Mapping::from_iter([(name.into(), value)])
}

/// The twins are called b, c, .. z, z1, z2 ..
fn twin_name(number: usize) -> String {
    match u8::try_from(number) {
        Ok(number) if number < 26 => char::from(b'a' + number).to_string(),
        _ => format!("z{}", number - 25),
    }
}
