//! Tables on disk.
//!
//! ```text
//! "fata table\n"       what this is
//! u32                  the version of this format, 1
//! text                 conditions, one a line, then a line `=`; the goal; the class asked for
//! u32                  the number of classes; their names follow, those solved first in front
//! u32                  CRC-32 of the rest
//! ..                   the rest, deflated: for each class the values by state, and the exceptions
//! ```
//!
//! Numbers are little-endian, a text is a u32 and as many bytes of UTF-8. How many values a class has
//! follows from its name. A file is read as a whole and believed only if everything in it fits.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::build::{Exception, Values};
use super::index::Space;
use super::material::Material;
use super::plan::MOST_CLASSES;
use super::table::Table;
use super::task::{INVALID, Task};
use crate::rules::RuleSet;

const MAGIC: &[u8; 11] = b"fata table\n";
const VERSION: u32 = 1;

/// No text in a file is longer.
const LONGEST_TEXT: u32 = 1 << 10;

/// Why a file is not taken for a table.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is no table: expected a file written by `fata table --out`")]
    Foreign,
    /// It comes from another version of this program.
    #[error(
        "this table is of version {found}, but only version {VERSION} is known: make it anew with `fata table --out`"
    )]
    Version {
        /// Its version.
        found: u32,
    },
    /// It needs too much memory.
    #[error("this table takes {needed} MiB of memory, more than the {most} MiB allowed")]
    TooLarge {
        /// How much, in MiB.
        needed: u64,
        /// How much it may take.
        most: u64,
    },
    /// Something in it is wrong.
    #[error("this table is damaged ({0}): make it anew with `fata table --out`")]
    Damaged(&'static str),
}

impl Table {
    /// Writes the table to a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut file = BufWriter::new(File::create(path)?);
        self.write(&mut file)?;
        file.flush()?;
        Ok(())
    }

    /// Writes the table.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, to: &mut impl Write) -> Result<(), FileError> {
        to.write_all(MAGIC)?;
        to.write_all(&VERSION.to_le_bytes())?;
        let mut rules = self.rules().conditions().join("\n");
        rules += "\n=";
        write_text(to, &rules)?;
        write_text(to, &self.task().to_string())?;
        write_text(to, &self.material().to_string())?;
        let classes = self.space.classes();
        to.write_all(&(classes.len() as u32).to_le_bytes())?;
        for class in classes {
            write_text(to, &class.material.to_string())?;
        }
        let mut packed = Summed {
            inner: DeflateEncoder::new(Vec::new(), Compression::default()),
            sum: crc32fast::Hasher::new(),
        };
        for values in &self.values {
            // Low bytes first, then high bytes: alike stands beside alike.
            for shift in [0, 8] {
                let bytes: Vec<u8> = values
                    .states
                    .iter()
                    .map(|value| (value >> shift) as u8)
                    .collect();
                packed.write_all(&bytes)?;
            }
            packed.write_all(&(values.exceptions.len() as u32).to_le_bytes())?;
            for exception in &values.exceptions {
                packed.write_all(&exception.state.to_le_bytes())?;
                packed.write_all(&exception.forbidden.to_le_bytes())?;
                packed.write_all(&exception.value.to_le_bytes())?;
            }
        }
        to.write_all(&packed.sum.finalize().to_le_bytes())?;
        to.write_all(&packed.inner.finish()?)?;
        Ok(())
    }

    /// Reads a table from a file, if it takes at most so many bytes of memory.
    ///
    /// # Errors
    /// If the file cannot be read, is no table, is damaged, or is too large.
    pub fn load(path: &Path, most: u64) -> Result<Table, FileError> {
        Table::read(File::open(path)?, most)
    }

    /// Reads a table, if it takes at most so many bytes of memory.
    ///
    /// # Errors
    /// If reading fails, or what is read is no table, damaged, or too large.
    pub fn read(from: impl Read, most: u64) -> Result<Table, FileError> {
        let from = &mut BufReader::new(from);
        let mut magic = [0; MAGIC.len()];
        let is_ours = from.read_exact(&mut magic).is_ok() && magic == *MAGIC;
        if !is_ours {
            return Err(FileError::Foreign);
        }
        let found = number(from)?;
        if found != VERSION {
            return Err(FileError::Version { found });
        }
        let rules = rules_named(&text(from)?).ok_or(FileError::Damaged("unknown conditions"))?;
        let task: Task = text(from)?
            .parse()
            .map_err(|_| FileError::Damaged("unknown goal"))?;
        let root = material(from, rules)?;
        let count = number(from)? as usize;
        if count > MOST_CLASSES {
            return Err(FileError::Damaged("too many classes"));
        }
        let classes: Result<Vec<Material>, FileError> =
            (0..count).map(|_| material(from, rules)).collect();
        let space = Space::new(rules, classes?);
        let root = space
            .class_of(&root)
            .ok_or(FileError::Damaged("its own class is missing"))?;
        let needed = space.states().saturating_mul(size_of::<u16>() as u64);
        if needed > most {
            return Err(FileError::TooLarge {
                needed: needed.div_ceil(1 << 20),
                most: most >> 20,
            });
        }
        let expected = number(from)?;
        let mut packed = Summed {
            inner: DeflateDecoder::new(&mut *from),
            sum: crc32fast::Hasher::new(),
        };
        let mut values = Vec::new();
        for class in space.classes() {
            let states =
                usize::try_from(class.states).map_err(|_| FileError::Damaged("too large"))?;
            values.push(read_values(&mut packed, states)?);
        }
        let is_at_end = matches!(packed.read(&mut [0]), Ok(0));
        let sum = packed.sum.finalize();
        if !is_at_end || !from.fill_buf()?.is_empty() {
            return Err(FileError::Damaged("there is more than expected"));
        }
        if sum != expected {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        Ok(Table {
            space,
            task,
            root,
            values,
        })
    }
}

fn read_values(from: &mut impl Read, states: usize) -> Result<Values, FileError> {
    let low = bytes(from, states)?;
    let high = bytes(from, states)?;
    let states: Vec<u16> = low
        .into_iter()
        .zip(high)
        .map(|(low, high)| u16::from_le_bytes([low, high]))
        .collect();
    let count = number(from)? as usize;
    if count > states.len() {
        return Err(FileError::Damaged("too many exceptions"));
    }
    let mut exceptions: Vec<Exception> = Vec::new();
    for _ in 0..count {
        let (state, forbidden) = (number(from)?, number(from)?);
        let value = bytes(from, 2)?;
        let is_next = exceptions.last().is_none_or(|last| last.state < state);
        if !is_next
            || states
                .get(state as usize)
                .is_none_or(|&value| value == INVALID)
        {
            return Err(FileError::Damaged("an exception is out of order"));
        }
        exceptions.push(Exception {
            state,
            forbidden,
            value: u16::from_le_bytes([value[0], value[1]]),
        });
    }
    Ok(Values { states, exceptions })
}

/// So many bytes; a file that promises more than it has takes no more memory than it has.
fn bytes(from: &mut impl Read, count: usize) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    from.take(count as u64)
        .read_to_end(&mut bytes)
        .map_err(damaged)?;
    if bytes.len() == count {
        Ok(bytes)
    } else {
        Err(FileError::Damaged("it ends too soon"))
    }
}

fn damaged(error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            FileError::Damaged("it cannot be unpacked")
        }
        io::ErrorKind::UnexpectedEof => FileError::Damaged("it ends too soon"),
        _ => FileError::Io(error),
    }
}

fn number(from: &mut impl Read) -> Result<u32, FileError> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes).map_err(damaged)?;
    Ok(u32::from_le_bytes(bytes))
}

fn text(from: &mut impl Read) -> Result<String, FileError> {
    let length = number(from)?;
    if length > LONGEST_TEXT {
        return Err(FileError::Damaged("a name is too long"));
    }
    String::from_utf8(bytes(from, length as usize)?)
        .map_err(|_| FileError::Damaged("a name is no text"))
}

fn write_text(to: &mut impl Write, text: &str) -> Result<(), FileError> {
    to.write_all(&(text.len() as u32).to_le_bytes())?;
    to.write_all(text.as_bytes())?;
    Ok(())
}

fn material(from: &mut impl Read, rules: RuleSet) -> Result<Material, FileError> {
    Material::read(&text(from)?, rules).map_err(|_| FileError::Damaged("a class has no meaning"))
}

/// The rule set whose conditions are written like this.
fn rules_named(text: &str) -> Option<RuleSet> {
    let names: Vec<&str> = text.strip_suffix("\n=")?.lines().collect();
    RuleSet::with_conditions(&names)
}

/// Sums up what passes.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.sum.update(&buffer[..count]);
        Ok(count)
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(buffer)?;
        self.sum.update(&buffer[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
