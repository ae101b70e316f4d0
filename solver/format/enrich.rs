//! A problem file with something added to its documents, all else as it was.

use serde_yaml::{Mapping, Value};

use super::stream::{Piece, pieces};

/// The text of a problem file with fields added to its documents. `fields` is asked for each
/// document by its number from 0, with the document, and gives what to add; the field `fata`
/// replaces an older one of that name.
///
/// Comments and the order of fields stay. Only documents written in braces are written anew, and
/// lose the comments inside.
///
/// ```
/// use fata::format::enriched;
/// use serde_yaml::{Mapping, Value};
/// let text = "# mine\nid: x # here\nstipulation: h#2\n";
/// let add = |_, _: &Value| Some(Mapping::from_iter([("fata".into(), "sound".into())]));
/// assert_eq!(enriched(text, add), "# mine\nid: x # here\nstipulation: h#2\nfata: sound\n");
/// ```
pub fn enriched(text: &str, mut fields: impl FnMut(usize, &Value) -> Option<Mapping>) -> String {
    let mut out = String::new();
    let mut number = 0;
    for piece in pieces(text) {
        match piece {
            Piece::Between(text) => out += text,
            Piece::Unread(text, count) => {
                number += count;
                out += text;
            }
            Piece::Document { text, value } => {
                let added = fields(number, &value);
                number += 1;
                match added {
                    Some(added) => out += &document(text, &value, &added),
                    None => out += text,
                }
            }
        }
    }
    out
}

fn document(text: &str, value: &Value, added: &Mapping) -> String {
    let Value::Mapping(fields) = value else {
        return text.to_owned();
    };
    let is_content = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with(['#', '%'])
    };
    let first = text.lines().find(is_content).unwrap_or_default();
    let is_item = first.starts_with("- ");
    let inner = first.strip_prefix('-').filter(|_| is_item).unwrap_or(first);
    let indent = first.len() - inner.trim_start().len();
    if inner.trim_start().starts_with('{') {
        let mut whole = fields.clone();
        whole.extend(
            added
                .iter()
                .map(|(key, value)| (key.clone(), value.clone())),
        );
        let block = written(&whole);
        return if is_item {
            as_item(&block)
        } else {
            format!("\n{block}")
        };
    }
    let mut kept = String::new();
    let mut is_dropped = false;
    for line in text.split_inclusive('\n') {
        let is_own = line.len() - line.trim_start().len() == indent && !line.trim().is_empty();
        if is_own && !line.trim_start().starts_with('#') {
            let name = line.trim_start().split(':').next().unwrap_or_default();
            is_dropped = name == "fata" && added.contains_key("fata");
        } else if line.trim_start().starts_with('#') && is_own {
            is_dropped = false;
        }
        // A field of ours has no blank lines: those after it stand between documents.
        if !is_dropped || line.trim().is_empty() {
            kept += line;
        }
    }
    let end = kept.trim_end().len();
    let (body, tail) = kept.split_at(end);
    let mut out = format!("{body}\n");
    for line in written(added).lines() {
        out += &format!("{:indent$}{line}\n", "");
    }
    // The blank lines before the next document stay.
    out + tail
        .strip_prefix("\r\n")
        .or(tail.strip_prefix('\n'))
        .unwrap_or_default()
}

fn written(fields: &Mapping) -> String {
    serde_yaml::to_string(fields).expect("texts and numbers can always be written as YAML")
}

fn as_item(block: &str) -> String {
    let mut out = String::new();
    for (number, line) in block.lines().enumerate() {
        let before = if number == 0 { "- " } else { "  " };
        out += &format!("{before}{line}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(text: &str) -> String {
        enriched(text, |number, _| {
            Some(Mapping::from_iter([("fata".into(), number.into())]))
        })
    }

    #[test]
    fn documents_and_items_of_lists_get_their_fields() {
        let text = "# head\n---\nid: a\nfata:\n  old: 1\n# kept\nfen: x\n\n---\n# list\n- id: b\n  fen: y # z\n\n- {id: c}\n";
        let wanted = "# head\n---\nid: a\n# kept\nfen: x\nfata: 0\n\n---\n# list\n- id: b\n  fen: y # z\n  fata: 1\n\n- id: c\n  fata: 2\n";
        assert_eq!(numbered(text), wanted);
        assert_eq!(numbered(wanted), wanted);
    }

    #[test]
    fn what_cannot_be_read_stays_and_is_counted() {
        let text = "id: [\n---\n{id: a}\n---\n- 1\n- 2\n---\nid: d";
        let wanted = "id: [\n---\nid: a\nfata: 1\n---\n- 1\n- 2\n---\nid: d\nfata: 4\n";
        assert_eq!(numbered(text), wanted);
    }
}
