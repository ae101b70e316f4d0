//! Keeps documents away from the YAML parser whose brackets are nested so deep that it would take
//! forever: its time grows with the square of the depth.

/// No document of ours comes near this depth.
pub(super) const MAX_DEPTH: u32 = 32;

/// So many opening brackets, even if all were nested, cost no time worth mentioning.
const FEW: usize = 2000;

/// Whether the text can safely be parsed. Texts with many brackets must be plain JSON for that, for
/// only there is it simple to see which of them count.
pub(super) fn is_bounded(text: &str) -> bool {
    let opening = text
        .bytes()
        .filter(|byte| matches!(byte, b'[' | b'{'))
        .count();
    opening <= FEW || is_flat_json(text)
}

/// Whether the text is made of the signs of JSON, in the order that leaves no doubt what is a
/// string, and nested no deeper than allowed.
fn is_flat_json(text: &str) -> bool {
    let mut depth = 0;
    // The last byte outside strings that is no blank; a whole string counts as its quote.
    let mut last = b',';
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'"' => {
                if !matches!(last, b'[' | b'{' | b',' | b':') || !skip_string(&mut bytes) {
                    return false;
                }
            }
            b':' if last == b'"' => {}
            b'[' | b'{' if matches!(last, b'[' | b'{' | b',' | b':') => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return false;
                }
            }
            b']' | b'}' if depth > 0 => depth -= 1,
            b',' | b'+' | b'-' | b'.' => {}
            _ if byte.is_ascii_alphanumeric() => {}
            _ => return false,
        }
        last = byte;
    }
    depth == 0
}

/// Whether the string, whose quote was just read, ends.
fn skip_string(bytes: &mut impl Iterator<Item = u8>) -> bool {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return true,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
    false
}
