//! Paths within commands that are shown to be copied.

use std::fmt::Write as _;
use std::path::Path;

use cutfirst_lab::plain::is_plain;

/// A path as one word of the shell, quoted only if it must be, with nothing in it that a terminal would obey.
pub(crate) fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_usual = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(is_usual) {
        return text;
    }
    if is_plain(&text) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut word = "$'".to_owned();
    for c in text.chars() {
        let mut bytes = [0; 4];
        let c: &str = c.encode_utf8(&mut bytes);
        match c {
            "'" | "\\" => word.extend(["\\", c]),
            c if is_plain(c) => word.push_str(c),
            c => {
                for byte in c.bytes() {
                    let _ = write!(word, "\\{byte:03o}");
                }
            }
        }
    }
    word + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_strange_paths_are_quoted() {
        let shown = |path: &str| word(Path::new(path));
        assert_eq!(shown("results/run-1.a"), "results/run-1.a");
        assert_eq!(shown("a b"), "'a b'");
        assert_eq!(shown("$(x);'y'"), r"'$(x);'\''y'\'''");
        assert_eq!(shown(""), "''");
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        let path = "a\u{1b}[31m\u{202e}'\\b";
        let shown = word(Path::new(path));
        assert_eq!(shown, r"$'a\033[31m\342\200\256\'\\b'");
        let Ok(output) =
            std::process::Command::new("bash").args(["-c", &format!("printf %s {shown}")]).output()
        else {
            return;
        };
        assert_eq!(String::from_utf8(output.stdout).as_deref(), Ok(path), "it is still the same path");
    }
}
