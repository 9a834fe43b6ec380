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
}
