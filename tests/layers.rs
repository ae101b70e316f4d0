//! Who may import whom: a room imports only from rooms below it, and only `cli` knows a terminal.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, each with its height. Rooms of equal height do not know each other.
const ROOMS: [(&str, u32); 9] = [
    ("chess", 0),
    ("board", 1),
    ("rules", 2),
    ("problem", 3),
    ("search", 4),
    ("retro", 4),
    ("format", 4),
    ("batch", 5),
    ("cli", 6),
];

/// What knows a terminal.
const TERMINAL: [&str; 7] = [
    "clap",
    "indicatif",
    "ctrlc",
    "anstream",
    "anstyle",
    "print!",
    "println!",
];

#[test]
fn rooms_import_only_from_below() {
    let mut wrong = Vec::new();
    for (room, file) in files() {
        let text = code(&file);
        for imported in rooms_named_in(&text) {
            let is_below = height(&imported) < height(&room);
            if imported != room && !is_below {
                wrong.push(format!("{}: {room} -> {imported}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "wrong arrows:\n{}", wrong.join("\n"));
}

#[test]
fn only_cli_knows_a_terminal() {
    let mut wrong = Vec::new();
    for (room, file) in files().into_iter().filter(|(room, _)| room != "cli") {
        let text = code(&file);
        for word in TERMINAL.iter().filter(|word| has_word(&text, word)) {
            wrong.push(format!("{}: {room} uses {word}", file.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "terminals below cli:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn imports_are_found_alone_and_in_groups() {
    let text = "use crate::board::{Position, Setup};\nuse crate::{chess::{Kind, Move}, rules};\n";
    assert_eq!(rooms_named_in(text), ["board", "chess", "rules"]);
    assert!(has_word("    eprintln!(\"x\");", "eprintln!"));
    assert!(!has_word("let clapper = 1;", "clap"));
}

fn height(room: &str) -> u32 {
    let found = ROOMS.iter().find(|(name, _)| *name == room);
    found
        .unwrap_or_else(|| panic!("the room `{room}` has no height yet"))
        .1
}

/// Every file of every room.
fn files() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("solver");
    let mut found = Vec::new();
    for entry in fs::read_dir(root).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            let room = entry.file_name().into_string().unwrap();
            gather(&entry.path(), &room, &mut found);
        }
    }
    assert!(found.len() > 20, "the rooms are where they are expected");
    found
}

fn gather(folder: &Path, room: &str, found: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, room, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((room.to_owned(), path));
        }
    }
}

/// A file without its comments.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The rooms named by paths that begin with `crate::`.
fn rooms_named_in(text: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (at, path) in text.match_indices("crate::") {
        let rest = &text[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(group) => rooms.extend(group_heads(group)),
            None => rooms.push(head(rest)),
        }
    }
    rooms.retain(|room| ROOMS.iter().any(|(name, _)| name == room));
    rooms
}

/// The first names in a group `a::{b, c}, d}`.
fn group_heads(group: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut item = String::new();
    for letter in group.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(head(&std::mem::take(&mut item))),
            _ => item.push(letter),
        }
    }
    heads.push(head(&item));
    heads
}

fn head(path: &str) -> String {
    let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    path.trim_start().chars().take_while(is_part).collect()
}

/// Whether the word occurs, with `e` before it or not (`eprint!`), but not inside another.
fn has_word(text: &str, word: &str) -> bool {
    let is_inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].trim_end_matches('e').chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_inside) && !after.is_some_and(is_inside)
    })
}
