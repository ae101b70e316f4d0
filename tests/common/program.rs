//! The program from outside, and comparing what it prints with files in `tests/snapshots`. After a
//! wanted change run the tests with `UPDATE_SNAPSHOTS=1` and read the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The program with these arguments, begun in the folder of the project.
pub fn fata(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fata"));
    command
        .args(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::null());
    command
}

pub fn run(arguments: &[&str]) -> Output {
    fata(arguments).output().expect("the program starts")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

pub fn stdout(arguments: &[&str]) -> String {
    text(&run(arguments).stdout)
}

pub fn stderr(arguments: &[&str]) -> String {
    text(&run(arguments).stderr)
}

pub fn status(arguments: &[&str]) -> i32 {
    run(arguments)
        .status
        .code()
        .expect("the program ends by itself")
}

/// Compares both streams and the exit status with a snapshot.
#[track_caller]
pub fn assert_snapshot(name: &str, arguments: &[&str]) {
    let output = run(arguments);
    let found = format!(
        "$ fata {}\n{}--- standard error\n{}--- status {}\n",
        arguments.join(" "),
        text(&output.stdout),
        text(&output.stderr),
        output
            .status
            .code()
            .map_or("none".to_owned(), |code| code.to_string()),
    );
    let file: PathBuf = Path::new(ROOT).join(format!("tests/snapshots/{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, &found).expect("snapshots can be written");
        return;
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == expected,
        "{name} differs from its snapshot; found:\n{found}\nexpected:\n{expected}"
    );
}

/// A folder of its own for a test, empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
