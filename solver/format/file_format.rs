//! The formats of problem files.

/// How a problem file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FileFormat {
    /// Documents in YAML, in the schema of Olive and YACPDB.
    #[default]
    Yaml,
    /// The same fields in JSON, one document a line.
    JsonLines,
    /// Input for Popeye.
    Popeye,
}

impl FileFormat {
    /// The format that the name of a file tells: `.inp` is input for Popeye, `.jsonl` JSON Lines, all
    /// else YAML, which includes JSON.
    ///
    /// ```
    /// use fata::format::FileFormat;
    /// assert_eq!(FileFormat::of_name("twin.INP"), FileFormat::Popeye);
    /// assert_eq!(FileFormat::of_name("collection.olv"), FileFormat::Yaml);
    /// ```
    pub fn of_name(name: &str) -> FileFormat {
        let ending = name
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        match ending.as_deref() {
            Some("inp") => FileFormat::Popeye,
            Some("jsonl" | "ndjson") => FileFormat::JsonLines,
            _ => FileFormat::Yaml,
        }
    }
}
