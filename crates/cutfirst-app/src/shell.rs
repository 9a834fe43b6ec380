//! Paths within commands that are shown to be copied.

use std::path::Path;

/// A path as one word of the shell, quoted only if it must be.
pub(crate) fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
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
}
