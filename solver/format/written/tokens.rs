//! The text of a solution, cut into tokens.

/// A piece of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// The number of a move, and whether it announces the second half of it.
    Number {
        /// From 1.
        number: usize,
        /// `1...`
        second: bool,
    },
    /// A round or square bracket opens an aside.
    Open,
    /// It ends.
    Close,
    /// What follows may stand in place of the move before.
    Or,
    /// `!`, `?` and the like, attached to the move before or not.
    Mark(Mark),
    /// `but`: a refutation follows.
    But,
    /// Looks like a move.
    Move(String),
    /// A move of which nothing is said: `~`.
    Any,
}

/// What the author thinks of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// `!`
    Good,
    /// `?`
    Bad,
}

/// The part of the text that belongs to a twin: from the line that begins with its letter and a
/// bracket, `b)`, to the next such line. A text without such lines belongs to the diagram.
pub(in super::super) fn section(text: &str, twin: &str, has_twins: bool) -> Option<String> {
    if !has_twins {
        return Some(text.to_owned());
    }
    let mut name = "a".to_owned();
    let mut section = String::new();
    for line in text.lines() {
        if let Some(header) = header(line) {
            name = header;
        }
        if name == twin {
            section += line;
            section.push('\n');
        }
    }
    (!section.trim().is_empty()).then_some(section)
}

/// The letter of a line like `b) wKe1-->f1`.
fn header(line: &str) -> Option<String> {
    let line = line.trim_start().trim_start_matches('+');
    let (name, _) = line.split_once(')')?;
    let is_name = (1..=2).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric());
    is_name.then(|| name.to_lowercase())
}

/// Cuts the text. Words that cannot be moves are left out, and so are remarks in braces.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner {
        letters: plain(text),
        at: 0,
        tokens: Vec::new(),
    };
    while scanner.at < scanner.letters.len() {
        scanner.step();
    }
    scanner.tokens
}

/// The many signs for one thing made one.
fn plain(text: &str) -> Vec<char> {
    let mut plain = Vec::new();
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '…' => plain.extend("...".chars()),
            '–' | '—' | '−' | '‑' => plain.push('-'),
            '×' => plain.push('x'),
            '†' => plain.push('+'),
            '‡' => plain.push('#'),
            '\u{a0}' => plain.push(' '),
            letter => plain.push(letter),
        }
    }
    plain
}

struct Scanner {
    letters: Vec<char>,
    at: usize,
    tokens: Vec<Token>,
}

impl Scanner {
    fn peek(&self, ahead: usize) -> char {
        self.letters.get(self.at + ahead).copied().unwrap_or(' ')
    }

    fn step(&mut self) {
        match self.peek(0) {
            '(' | '[' => self.single(Token::Open),
            ')' | ']' => self.single(Token::Close),
            ',' | ';' | '/' => self.single(Token::Or),
            '~' => self.single(Token::Any),
            letter if letter.is_ascii_digit() && self.number() => {}
            letter if letter.is_whitespace() => self.at += 1,
            _ => self.word(),
        }
    }

    fn single(&mut self, token: Token) {
        self.tokens.push(token);
        self.at += 1;
    }

    /// `1.`, `1...`, `1. ...`, `1.-`
    fn number(&mut self) -> bool {
        let digits = (0..4)
            .take_while(|&n| self.peek(n).is_ascii_digit())
            .count();
        if digits > 3 || self.peek(digits) != '.' {
            return false;
        }
        let number: String = self.letters[self.at..self.at + digits].iter().collect();
        let Ok(number) = number.parse() else {
            return false;
        };
        self.at += digits;
        let dots = (0..).take_while(|&n| self.peek(n) == '.').count();
        self.at += dots;
        let mut second = dots > 1;
        let blanks = (0..3).take_while(|&n| self.peek(n) == ' ').count();
        let more = (blanks..).take_while(|&n| self.peek(n) == '.').count();
        if more > 0 {
            second = true;
            self.at += blanks + more;
        } else if self.peek(blanks) == '-' {
            second = true;
            self.at += blanks + 1;
        }
        self.tokens.push(Token::Number { number, second });
        true
    }

    fn word(&mut self) {
        let start = self.at;
        let mut word = String::new();
        loop {
            match self.peek(0) {
                letter if letter.is_whitespace() => break,
                ',' | ';' | ')' | ']' | '~' => break,
                // e8(Q), and what vanishes or appears with a move: Rxa8[-Ra8]
                '(' if self.peek(2) == ')' && !word.is_empty() => {
                    word.push(self.peek(1));
                    self.at += 3;
                }
                '[' if matches!(self.peek(1), '-' | '+') && !word.is_empty() => {
                    while self.at < self.letters.len() && self.peek(0) != ']' {
                        self.at += 1;
                    }
                    self.at += 1;
                }
                '(' | '[' => break,
                letter => {
                    word.push(letter);
                    self.at += 1;
                }
            }
        }
        if self.at == start {
            self.at += 1;
        }
        self.sort(&word);
    }

    fn sort(&mut self, word: &str) {
        let lower = word.to_lowercase();
        let lower = lower.trim_end_matches([':', '.']);
        if matches!(lower, "but" | "aber" | "mais" | "ma") {
            self.tokens.push(Token::But);
            return;
        }
        let body = word.trim_end_matches(['+', '#', '!', '?', '=', '.', ':', '"', '\'']);
        let signs = &word[body.len()..];
        if looks_like_move(body) {
            self.tokens.push(Token::Move(body.to_owned()));
        } else if !body.is_empty() {
            return;
        }
        if signs.contains('?') {
            self.tokens.push(Token::Mark(Mark::Bad));
        } else if signs.contains('!') {
            self.tokens.push(Token::Mark(Mark::Good));
        }
    }
}

/// Names a square or castles.
fn looks_like_move(word: &str) -> bool {
    let castles = word.trim_start_matches('C').replace('O', "0");
    if matches!(castles.as_str(), "0-0" | "0-0-0") {
        return true;
    }
    // A twin like wKe1-->f1 is no move.
    if word.contains("->") || word.contains("<-") || word.contains('=') && word.starts_with('+') {
        return false;
    }
    let letters: Vec<char> = word.chars().collect();
    letters
        .windows(2)
        .any(|pair| matches!(pair, ['a'..='h', '1'..='8']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_announce_either_half_of_a_move() {
        let number = |number, second| Token::Number { number, second };
        for text in ["1...", "1…", "1. ...", "1.-", "1. -", "1.–"] {
            assert_eq!(tokens(&format!("{text} Ka1"))[0], number(1, true), "{text}");
            assert_eq!(tokens(&format!("{text} Ka1")).len(), 2, "{text}");
        }
        assert_eq!(
            tokens("12.0-0"),
            [number(12, false), Token::Move("0-0".to_owned())]
        );
    }

    #[test]
    fn marks_brackets_and_words_are_told_from_moves() {
        let mv = |text: &str| Token::Move(text.to_owned());
        assert_eq!(
            tokens("Qd5! threat: (e8(Q)#) but Rxa8[-Ra8] ? {Kh1}"),
            [
                mv("Qd5"),
                Token::Mark(Mark::Good),
                Token::Open,
                mv("e8Q"),
                Token::Close,
                Token::But,
                mv("Rxa8"),
                Token::Mark(Mark::Bad),
            ]
        );
    }

    #[test]
    fn twins_have_their_sections() {
        let text = "1.Ka1\nb) wKe1-->f1\n1.Kb1\n+c) 1.Kc1";
        assert_eq!(section(text, "a", true).unwrap(), "1.Ka1\n");
        assert_eq!(section(text, "b", true).unwrap(), "b) wKe1-->f1\n1.Kb1\n");
        assert_eq!(section(text, "c", true).unwrap(), "+c) 1.Kc1\n");
        assert_eq!(section(text, "d", true), None);
    }
}
