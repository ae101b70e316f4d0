//! From the text of a file to its documents, as trees of YAML values.
//!
//! The stream is split here and not by the YAML parser, so that a syntax error stays in its document.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Mapping, Value};

use super::nesting::{MAX_DEPTH, is_bounded};
use super::words::shown;

/// Part of a file.
#[derive(Clone, Copy, Debug)]
struct Chunk<'a> {
    text: &'a str,
    /// Where it begins in the file.
    at: usize,
    /// How many lines of the file come before it.
    lines_before: usize,
}

/// The values of all documents in order; those in a list, or among the `entries` of an answer of a
/// database, count each as a document. What cannot be
/// read as YAML yields the message instead.
pub(super) fn documents(text: &str) -> Vec<Result<Value, String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut documents = Vec::new();
    for chunk in split(text) {
        match parse(chunk) {
            Ok(Value::Sequence(items)) => documents.extend(items.into_iter().map(Ok)),
            Ok(value) => match entries(value) {
                Ok(items) => documents.extend(items.into_iter().map(Ok)),
                Err(value) => documents.push(Ok(value)),
            },
            // A list of one item has no other to be saved from its error.
            Err(message) => match items(chunk).filter(|items| items.len() > 1) {
                Some(items) => documents.extend(items.into_iter().map(|chunk| {
                    parse(chunk).map(|value| match value {
                        Value::Sequence(mut one) if one.len() == 1 => one.remove(0),
                        value => value,
                    })
                })),
                None => documents.push(Err(message)),
            },
        }
    }
    documents
}

/// The values of a file with one document a line, in JSON. Blank lines are skipped.
pub(super) fn lines(text: &str) -> Vec<Result<Value, String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(lines_before, text)| {
            parse(Chunk {
                text,
                at: 0,
                lines_before,
            })
        })
        .collect()
}

/// The list that an answer of a database wraps: `{entries: [..]}`, or the same under `result`.
fn entries(mut value: Value) -> Result<Vec<Value>, Value> {
    let mut inner = &mut value;
    if inner.get("algebraic").is_none() && inner.get("result").is_some_and(Value::is_mapping) {
        inner = &mut inner["result"];
    }
    if inner.get("algebraic").is_some() {
        return Err(value);
    }
    match inner.get_mut("entries") {
        Some(Value::Sequence(items)) => Ok(std::mem::take(items)),
        _ => Err(value),
    }
}

/// A stretch of a file.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// Markers, and comments that belong to no document.
    Between(&'a str),
    /// So many documents that cannot be told apart in the text, or not be read.
    Unread(&'a str, usize),
    /// A document.
    Document {
        /// Its text, from a dash on if it is an item of a list.
        text: &'a str,
        /// What it says.
        value: Value,
    },
}

/// The whole text in pieces; the documents in them are those of [`documents`], in that order.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mark, _) = text.split_at(text.len() - body.len());
    let mut pieces = vec![Piece::Between(mark)];
    let mut at = 0;
    for chunk in split(body) {
        pieces.push(Piece::Between(&body[at..chunk.at]));
        at = chunk.at + chunk.text.len();
        let value = parse(chunk).map(|value| match entries(value) {
            Ok(entries) => Value::Sequence(entries),
            Err(value) => value,
        });
        if let Ok(value @ Value::Mapping(_)) = value {
            let text = chunk.text;
            pieces.push(Piece::Document { text, value });
            continue;
        }
        let count = match &value {
            Ok(Value::Sequence(items)) => Some(items.len()),
            _ => None,
        };
        let items = items(chunk).filter(|items| count.is_none_or(|count| count == items.len()));
        let Some(items) = items.filter(|items| count.is_some() || items.len() > 1) else {
            pieces.push(Piece::Unread(chunk.text, count.unwrap_or(1)));
            continue;
        };
        let first = items.first().map_or(at, |item| item.at);
        pieces.push(Piece::Between(&body[chunk.at..first]));
        for item in items {
            let text = item.text;
            pieces.push(match parse(item) {
                Ok(Value::Sequence(mut one)) if one.len() == 1 && one[0].is_mapping() => {
                    let value = one.remove(0);
                    Piece::Document { text, value }
                }
                _ => Piece::Unread(text, 1),
            });
        }
    }
    pieces.push(Piece::Between(&body[at..]));
    pieces
}

fn is_marker(line: &str, marker: &str) -> bool {
    line.strip_prefix(marker)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

/// Nothing but blanks, comments and directives.
fn is_blank(chunk: &str) -> bool {
    chunk.lines().all(|line| {
        let trimmed = line.trim_start();
        trimmed.is_empty() || trimmed.starts_with('#') || line.starts_with('%')
    })
}

/// Splits at the document markers, which nothing inside a document can contain: they stand at the
/// start of a line, where even block scalars and quoted text may not have them.
fn split(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut close = |start: usize, end: usize, lines_before| {
        if !is_blank(&text[start..end]) {
            chunks.push(Chunk {
                text: &text[start..end],
                at: start,
                lines_before,
            });
        }
    };
    let (mut start, mut lines_before, mut at) = (0, 0, 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if is_marker(line, "---") {
            close(start, at, lines_before);
            (start, lines_before) = (at + "---".len(), number);
        } else if is_marker(line, "...") {
            close(start, at, lines_before);
            (start, lines_before) = (at + line.len(), number + 1);
        }
        at += line.len();
    }
    close(start, at, lines_before);
    chunks
}

/// The items of a list whose dashes stand at the start of lines, if the chunk is one.
fn items(chunk: Chunk<'_>) -> Option<Vec<Chunk<'_>>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for (number, line) in chunk.text.split_inclusive('\n').enumerate() {
        if is_marker(line, "-") {
            starts.push((at, number));
        } else if starts.is_empty() && !is_blank(line) {
            return None;
        }
        at += line.len();
    }
    if starts.is_empty() {
        return None;
    }
    let ends = starts
        .iter()
        .skip(1)
        .map(|&(end, _)| end)
        .chain([chunk.text.len()]);
    let items = starts.iter().zip(ends).map(|(&(start, line), end)| Chunk {
        text: &chunk.text[start..end],
        at: chunk.at + start,
        lines_before: chunk.lines_before + line,
    });
    Some(items.collect())
}

/// Reads a document. Tabs, which YAML does not allow where it counts blanks, are taken for two
/// blanks in a document that cannot be read otherwise, as YACPDB takes them.
fn parse(chunk: Chunk<'_>) -> Result<Value, String> {
    let read = parse_strictly(chunk);
    if read.is_err() && chunk.text.contains('\t') {
        let text = chunk.text.replace('\t', "  ");
        if let Ok(value) = parse_strictly(Chunk {
            text: &text,
            ..chunk
        }) {
            return Ok(value);
        }
    }
    read
}

const TOO_MANY_BRACKETS: &str = "not readable as YAML: too many brackets in one document, or nested too \
     deep: begin each problem with `---`, or write JSON";

fn parse_strictly(chunk: Chunk<'_>) -> Result<Value, String> {
    if !is_bounded(chunk.text) {
        return Err(TOO_MANY_BRACKETS.to_owned());
    }
    // Without aliases every value takes a character or two of its own.
    let budget = Cell::new(1000 + 2 * chunk.text.len());
    let node = Node {
        budget: &budget,
        depth: 0,
    };
    node.deserialize(serde_yaml::Deserializer::from_str(chunk.text))
        .map_err(|error| {
            let message = renumbered(&error.to_string(), chunk.lines_before);
            let message: String = message.chars().take(400).collect();
            format!("not readable as YAML: {message}")
        })
}

/// The message with line numbers that count from the start of the file.
fn renumbered(message: &str, lines_before: usize) -> String {
    let mut renumbered = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once("line ") {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, tail) = after.split_at(digits);
        renumbered += before;
        renumbered += "line ";
        match number.parse::<usize>() {
            Ok(line) if tail.starts_with(" column ") => {
                renumbered += &line.saturating_add(lines_before).to_string();
            }
            _ => renumbered += number,
        }
        rest = tail;
    }
    renumbered + rest
}

/// Reads any value, but no more values and no deeper than is allowed: a few aliases of aliases can
/// stand for more values than any memory holds.
#[derive(Clone, Copy)]
struct Node<'a> {
    budget: &'a Cell<usize>,
    depth: u32,
}

impl Node<'_> {
    fn spend<E: Error>(self) -> Result<(), E> {
        match self.budget.get().checked_sub(1) {
            Some(left) => {
                self.budget.set(left);
                Ok(())
            }
            None => Err(E::custom("aliases repeat too much of the document")),
        }
    }

    fn deeper<E: Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(Node {
            depth: self.depth + 1,
            ..self
        })
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.spend()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without a tag")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        Ok(Value::String(value.to_string()))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        Ok(Value::String(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let node = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(node)? {
            items.push(item);
        }
        Ok(Value::Sequence(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let node = self.deeper()?;
        let mut mapping = Mapping::new();
        while let Some(key) = access.next_key_seed(node)? {
            if mapping.contains_key(&key) {
                let name = key.as_str().map_or_else(|| "?".to_owned(), shown);
                return Err(A::Error::custom(format!("`{name}` is given twice")));
            }
            let value = access.next_value_seed(node)?;
            mapping.insert(key, value);
        }
        Ok(Value::Mapping(mapping))
    }
}
