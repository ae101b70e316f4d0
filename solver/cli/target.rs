//! The file that a command writes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::output::{Notes, Output};

/// Where a command writes: a file, or standard output.
#[derive(Debug)]
pub struct Target {
    file: Option<PathBuf>,
    /// The input that this file is, if it is one: what is read there must not be lost.
    input: Option<PathBuf>,
}

impl Target {
    /// The file, or standard output for none or `-`.
    pub fn new(file: Option<PathBuf>, inputs: &[PathBuf]) -> Target {
        let file = file.filter(|file| file.as_os_str() != "-");
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let input = file.as_deref().and_then(whole).and_then(|target| {
            let mut inputs = inputs.iter();
            inputs
                .find(|input| whole(input).as_ref() == Some(&target))
                .cloned()
        });
        Target { file, input }
    }

    /// The ending of the file's name in small letters.
    pub fn ending(&self) -> Option<String> {
        let ending = self.file.as_deref()?.extension()?.to_str()?;
        Some(ending.to_lowercase())
    }

    /// Makes sure that the file can be written, before any work begins. Says no after reporting why
    /// not.
    pub fn is_usable(&self, notes: &mut Notes) -> bool {
        let Some(file) = &self.file else {
            return true;
        };
        let name = file.display();
        if self.input.is_some() {
            notes.error(&format!(
                "{name} is also read: write to another file, so that nothing is lost"
            ));
            return false;
        }
        let existed = file.exists();
        match File::options().append(true).create(true).open(file) {
            Ok(_) => {
                if !existed {
                    // Nothing is left behind if nothing comes of it.
                    let _ = fs::remove_file(file);
                }
                true
            }
            Err(error) => {
                notes.error(&format!("{name} cannot be written: {error}"));
                false
            }
        }
    }

    /// Writes the whole text.
    ///
    /// # Errors
    /// If standard output cannot be written. Trouble with a file is reported; then the answer is no.
    pub fn write(&self, text: &str, output: &mut Output, notes: &mut Notes) -> io::Result<bool> {
        let Some(file) = &self.file else {
            output.text(text)?;
            return Ok(true);
        };
        let written = File::create(file).and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = &written {
            notes.error(&format!("{} cannot be written: {error}", file.display()));
        }
        Ok(written.is_ok())
    }
}
