//! The API and stored games under arbitrary bytes. The checks lie in `fuzz/src/` with all others; the fuzz targets call them,
//! and so do the tests here, with every case of the corpora.

#[path = "../../../../fuzz/src/api.rs"]
pub(crate) mod api;
#[path = "../../../../fuzz/src/bytes.rs"]
mod bytes;
#[path = "../../../../fuzz/src/stored.rs"]
pub(crate) mod stored;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use cutfirst::random::Random;

    use super::*;

    /// Runs a check on all cases of a corpus.
    fn replay(target: &str, check: fn(&[u8])) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
        let cases = fs::read_dir(&corpus).unwrap_or_else(|error| panic!("{}: {error}", corpus.display()));
        let mut paths: Vec<_> = cases.map(|case| case.unwrap().path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{target} has no cases");
        for path in paths {
            // Shown only if the check fails.
            println!("{}", path.display());
            check(&fs::read(&path).unwrap());
        }
    }

    /// Runs a check on so many inputs drawn by chance, or as many as `CASES` says.
    fn draw(seed: u64, count: u64, check: fn(&[u8])) {
        let count = std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(count);
        for case in 0..count {
            let mut random = Random::keyed(&[seed, case]);
            let length = random.below(200);
            let mut data = Vec::with_capacity(length);
            for _ in 0..length {
                // Small numbers choose what is usual.
                let below = [8, 256][random.below(2)];
                data.push(random.below(below) as u8);
            }
            println!("case {case} of seed {seed}: {data:?}");
            check(&data);
        }
    }

    #[test]
    fn requests() {
        replay("api", api::check);
        draw(1, 150, api::check);
        fs::remove_dir_all(api::dir()).unwrap();
    }

    #[test]
    fn stored_games() {
        replay("stored", stored::check);
        draw(2, 500, stored::check);
        fs::remove_dir_all(stored::dir()).unwrap();
    }

    /// Fuzz targets are built by hand, so that nobody would see that they no longer can be.
    #[test]
    fn fuzz_targets_hold_all_of_the_program_that_the_server_needs() {
        let mut paths: Vec<_> = ["server", "session", "search_report.rs", "trace.rs"]
            .map(|name| Path::new("src").join(name))
            .into();
        while let Some(path) = paths.pop() {
            if path.is_dir() {
                paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for part in text.split(concat!("crate", "::")).skip(1) {
                let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let held = ["search_report", "server", "session", "trace"];
                assert!(held.contains(&&*name), "{} needs {name} of the program", path.display());
            }
        }
    }
}
