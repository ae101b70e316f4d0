//! The examples of the README, run.

use std::path::Path;
use std::process::{Command, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn console_examples_print_what_the_readme_shows() {
    let examples = examples();
    assert!(!examples.is_empty(), "the README has console examples");
    for (command, shown) in examples {
        let words = words(&command);
        assert_eq!(words[0], "fata", "`{command}` runs the program");
        let output = Command::new(env!("CARGO_BIN_EXE_fata"))
            .args(&words[1..])
            .current_dir(ROOT)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let found = String::from_utf8(output.stdout).expect("output is UTF-8");
        assert_eq!(output.status.code(), Some(0), "`{command}`");
        assert!(
            found == shown,
            "`{command}` prints\n{found}\nbut the README shows\n{shown}"
        );
    }
}

#[test]
fn words_of_a_command_may_be_quoted() {
    assert_eq!(words(r#"a "b c"  d"#), ["a", "b c", "d"]);
}

/// The commands of the console blocks, each with the output shown below it.
fn examples() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(Path::new(ROOT).join("README.md"));
    let text = text.expect("the README can be read");
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut is_console = false;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            is_console = language == "console";
        } else if is_console {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), String::new())),
                (None, Some((_, shown))) => *shown += &format!("{line}\n"),
                (None, None) => panic!("a console block begins with a command"),
            }
        }
    }
    examples
}

/// Splits a command at blanks outside double quotes.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}
