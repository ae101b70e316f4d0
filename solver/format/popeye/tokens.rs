//! The words of a file, with their lines.

/// A word and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// From 1.
    pub(super) line: usize,
}

/// Hands out the words of a text one by one, or what is left of a line as a whole.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

/// Words are divided by blanks, commas, semicolons and ends of lines.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line: 1,
        }
    }

    /// The line where the reading stands.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The next word, left in place.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next()
    }

    /// The next word if it fits.
    pub(super) fn next_if(&mut self, fits: impl FnOnce(&str) -> bool) -> Option<Token<'a>> {
        let token = self.peek().filter(|token| fits(token.text))?;
        self.next();
        Some(token)
    }

    /// The rest of the line after the last word, without the blanks and points around it.
    pub(super) fn rest_of_line(&mut self) -> &'a str {
        let end = self.rest.find(['\r', '\n']).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        let is_dust = |c: char| is_between(c) || c == '.';
        text.trim_start_matches(is_dust).trim_end()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let start = self.rest.find(|c| !is_between(c))?;
        self.line += self.rest[..start].matches('\n').count();
        let rest = &self.rest[start..];
        let end = rest.find(is_between).unwrap_or(rest.len());
        let (text, rest) = rest.split_at(end);
        self.rest = rest;
        Some(Token {
            text,
            line: self.line,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_lines() {
        let mut tokens = Tokens::new("a b,c\n\n d ; rest, of it. \ne");
        let found: Vec<_> = tokens.by_ref().take(4).map(|t| (t.text, t.line)).collect();
        assert_eq!(found, [("a", 1), ("b", 1), ("c", 1), ("d", 3)]);
        assert_eq!(tokens.rest_of_line(), "rest, of it.");
        assert_eq!(tokens.rest_of_line(), "");
        assert_eq!(tokens.next(), Some(Token { text: "e", line: 4 }));
        assert_eq!(tokens.next(), None);
    }
}
