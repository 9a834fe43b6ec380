//! Perft counts as a data file.

use super::Fault;

/// The counts of one start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCase {
    /// Which start: whatever follows the word `start`, empty if the file names none.
    pub label: String,
    /// (depth, number of sequences).
    pub counts: Vec<(u32, u64)>,
}

/// Reads perft counts: `start LABEL` opens a case, `DEPTH COUNT` adds a count to it, `#` opens a
/// comment. Counts before the first `start` belong to a case with an empty label.
///
/// # Errors
/// If a line has another form; the error gives its number.
pub fn parse_perft(text: &str) -> Result<Vec<PerftCase>, Fault> {
    let mut cases: Vec<PerftCase> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let number = index + 1;
        if line.is_empty() {
            continue;
        }
        if let Some(label) = line.strip_prefix("start") {
            cases.push(PerftCase { label: label.trim().to_owned(), counts: Vec::new() });
            continue;
        }
        let count = line.split_once(char::is_whitespace).and_then(|(depth, count)| {
            Some((depth.parse().ok()?, count.trim().replace('_', "").parse().ok()?))
        });
        let count =
            count.ok_or(format!("line {number}: '{line}' is neither 'start LABEL' nor 'DEPTH COUNT'"))?;
        if cases.is_empty() {
            cases.push(PerftCase { label: String::new(), counts: Vec::new() });
        }
        let case = cases.len() - 1;
        cases[case].counts.push(count);
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cases_and_points_at_bad_lines() {
        let cases = parse_perft("# counts\n1 7\nstart b\n1 2\n2 1_000 # more\n").unwrap();
        assert_eq!(cases[0], PerftCase { label: String::new(), counts: vec![(1, 7)] });
        assert_eq!(cases[1], PerftCase { label: "b".into(), counts: vec![(1, 2), (2, 1000)] });
        assert!(parse_perft("1 7\nseven").unwrap_err().to_string().starts_with("line 2: 'seven'"));
    }
}
