//! Joining the shards of a plan.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::lock::Lock;
use super::{LineDifference, PlanText, Results, Shard, StoreError, TrialKey, create, file, row};
use crate::cell::Row;

/// What a merge did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergeReport {
    /// How many parts were joined.
    pub parts: usize,
    /// How many rows the whole has.
    pub rows: usize,
    /// The plan, whole.
    pub plan: PlanText,
}

/// Why parts cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A part cannot be read or the whole not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing to join.
    #[error("there is nothing to merge; name the directories of all shards")]
    NoParts,
    /// Parts of different plans.
    #[error("{} and {} are parts of different plans: line {} is {} in the first and {} in the second", first.display(), second.display(), difference.line, difference.sides()[0], difference.sides()[1])]
    DifferentPlans {
        /// A part.
        first: PathBuf,
        /// A part with another plan.
        second: PathBuf,
        /// Where they differ.
        difference: LineDifference,
    },
    /// Parts of different divisions.
    #[error("{} is shard {first_shard} and {} is shard {second_shard}; all must be of the same number", first.display(), second.display())]
    DifferentDivisions {
        /// A part.
        first: PathBuf,
        /// Its shard.
        first_shard: Shard,
        /// A part that is one of more or fewer.
        second: PathBuf,
        /// Its shard.
        second_shard: Shard,
    },
    /// One part twice.
    #[error("{} and {} are both shard {shard}; name each shard once", first.display(), second.display())]
    SameShard {
        /// A part.
        first: PathBuf,
        /// Another of the same shard.
        second: PathBuf,
        /// Their shard.
        shard: Shard,
    },
    /// Not all parts.
    #[error("{missing} of {of} shards missing: {}", listed(first, *missing))]
    MissingShards {
        /// How many parts there should be.
        of: u32,
        /// How many are not there.
        missing: usize,
        /// The first of those.
        first: Vec<Shard>,
    },
    /// A part that is not finished.
    #[error("{} (shard {shard}) is not finished: {missing} of its {expected} results are missing, the first is {first}; resume it", dir.display())]
    Incomplete {
        /// The part.
        dir: PathBuf,
        /// Its shard.
        shard: Shard,
        /// How many results are missing.
        missing: usize,
        /// Of how many.
        expected: usize,
        /// The first that is missing, as [`TrialKey`] prints it.
        first: String,
    },
    /// A part with results that are not its own.
    #[error("{} (shard {shard}) holds {extra} results that are not of its shard, the first is {first}", dir.display())]
    Unexpected {
        /// The part.
        dir: PathBuf,
        /// Its shard.
        shard: Shard,
        /// How many.
        extra: usize,
        /// The first of them, as [`TrialKey`] prints it.
        first: String,
    },
    /// A stored plan that cannot be understood.
    #[error("the plan in {} cannot be used: {why}", dir.display())]
    BadPlan {
        /// The part.
        dir: PathBuf,
        /// Why not.
        why: String,
    },
    /// An output directory with something in it.
    #[error("{} is not empty; name a new directory for the merged results", dir.display())]
    OutputInUse {
        /// The directory.
        dir: PathBuf,
    },
}

impl MergeError {
    /// Whether it is for the machine's keeper to mend.
    #[must_use]
    pub fn is_of_machine(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_of_machine())
    }
}

fn listed(first: &[Shard], all: usize) -> String {
    let mut names: Vec<_> = first.iter().map(ToString::to_string).collect();
    if all > first.len() {
        names.push(format!("and {} more", all - first.len()));
    }
    names.join(", ")
}

struct Part<'a> {
    dir: &'a Path,
    plan: PlanText,
    rows: Vec<Row>,
}

impl<'a> Part<'a> {
    fn read(dir: &'a Path) -> Result<Self, StoreError> {
        let results = Results::read(dir)?;
        Ok(Self { dir, plan: results.plan().clone(), rows: results.rows()? })
    }
}

/// Joins the directories of all shards of a plan into a new one, as if the plan had been run whole.
/// `expected` says what a finished part holds, or why its plan cannot be understood. The result file
/// appears when it is complete; until then, and after any error, there is none.
///
/// # Errors
///
/// If the parts do not fit together, one is missing or unfinished, or `out` holds something already.
pub fn merge(
    parts: &[PathBuf],
    out: &Path,
    mut expected: impl FnMut(&PlanText) -> Result<HashSet<TrialKey>, String>,
) -> Result<MergeReport, MergeError> {
    let in_use = || MergeError::OutputInUse { dir: out.to_owned() };
    if file::exists(out)? && !file::is_unused(out)? {
        return Err(in_use());
    }
    let (plan, rows) = gather(parts, &mut expected)?;

    fs::create_dir_all(out).map_err(|error| StoreError::io(out, "creating the directory", error))?;
    let _lock = Lock::take(out)?;
    if !file::is_unused(out)? {
        return Err(in_use());
    }
    create(out, &plan, &rows)?;
    Ok(MergeReport { parts: parts.len(), rows: rows.len(), plan })
}

/// Reads the directories of all shards of a plan and checks that they are complete and fit together; returns
/// the plan as a whole and all rows in the order of their keys.
pub(crate) fn gather(
    parts: &[PathBuf],
    mut expected: impl FnMut(&PlanText) -> Result<HashSet<TrialKey>, String>,
) -> Result<(PlanText, Vec<Row>), MergeError> {
    let mut parts = parts.iter().map(|dir| Part::read(dir)).collect::<Result<Vec<_>, _>>()?;
    check_shards(&mut parts)?;
    for part in &parts {
        let why = |why| MergeError::BadPlan { dir: part.dir.to_owned(), why };
        check_complete(part, &expected(&part.plan).map_err(why)?)?;
    }
    let Some(first) = parts.first() else { return Err(MergeError::NoParts) };
    let plan = PlanText { text: first.plan.text.clone(), shard: Shard::WHOLE, split: None };
    let mut rows: Vec<_> = parts.into_iter().flat_map(|part| part.rows).collect();
    rows.sort_by(row::by_key);
    Ok((plan, rows))
}

/// Sorts the parts by shard and checks that they are all parts of one plan.
fn check_shards(parts: &mut [Part<'_>]) -> Result<(), MergeError> {
    let Some((first, others)) = parts.split_first() else { return Err(MergeError::NoParts) };
    for other in others {
        let (first_dir, second_dir) = (first.dir.to_owned(), other.dir.to_owned());
        if let Some(difference) = LineDifference::between(&first.plan.text, &other.plan.text) {
            return Err(MergeError::DifferentPlans { first: first_dir, second: second_dir, difference });
        }
        let (first_shard, second_shard) = (first.plan.shard, other.plan.shard);
        if first_shard.of() != second_shard.of() {
            let (first, second) = (first_dir, second_dir);
            return Err(MergeError::DifferentDivisions { first, first_shard, second, second_shard });
        }
    }
    let of = first.plan.shard.of();
    parts.sort_by_key(|part| part.plan.shard);
    for pair in parts.windows(2) {
        let shard = pair[0].plan.shard;
        if shard == pair[1].plan.shard {
            let [first, second] = [&pair[0], &pair[1]].map(|part| part.dir.to_owned());
            return Err(MergeError::SameShard { first, second, shard });
        }
    }
    let there: HashSet<_> = parts.iter().map(|part| part.plan.shard).collect();
    let missing = of as usize - there.len();
    if missing == 0 {
        return Ok(());
    }
    // Only so many: a shard of four thousand million parts is easily written and not easily listed.
    let all = (1..=of).filter_map(|index| Shard::new(index, of).ok());
    let first = all.filter(|shard| !there.contains(shard)).take(10).collect();
    Err(MergeError::MissingShards { of, missing, first })
}

fn check_complete(part: &Part<'_>, expected: &HashSet<TrialKey>) -> Result<(), MergeError> {
    let there: HashSet<_> = part.rows.iter().map(Row::key).collect();
    let (dir, shard) = (part.dir.to_owned(), part.plan.shard);
    if let Some(first) = expected.difference(&there).min() {
        let missing = expected.difference(&there).count();
        let (expected, first) = (expected.len(), first.to_string());
        return Err(MergeError::Incomplete { dir, shard, missing, expected, first });
    }
    if let Some(first) = there.difference(expected).min() {
        let extra = there.difference(expected).count();
        return Err(MergeError::Unexpected { dir, shard, extra, first: first.to_string() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::super::scratch::Scratch;
    use super::super::store_tests::{dumped, plan, row};
    use super::*;

    const TRIALS: u32 = 7;

    fn all_rows(shard: Shard) -> Vec<Row> {
        let mine = (0..TRIALS).filter(|trial| trial % shard.of() == shard.index() - 1);
        mine.flat_map(|trial| ["a", "b"].map(|arm| row("c", arm, trial))).collect()
    }

    fn expected(plan: &PlanText) -> Result<HashSet<TrialKey>, String> {
        match plan.text.as_str() {
            "bad" => Err("line 1 is bad".to_owned()),
            _ => Ok(all_rows(plan.shard).iter().map(Row::key).collect()),
        }
    }

    /// A directory in which parts are made and joined.
    struct Bench(Scratch);

    impl Bench {
        fn new() -> Self {
            Self(Scratch::new().unwrap())
        }

        fn part(&self, name: &str, text: &str, shard: &str, rows: &[Row]) -> PathBuf {
            let dir = self.0.path().join(name);
            Store::open(&dir, &plan(text, shard)).unwrap().add(rows).unwrap();
            dir
        }

        fn done(&self, name: &str, shard: &str) -> PathBuf {
            self.part(name, "p", shard, &all_rows(shard.parse().unwrap()))
        }

        fn out(&self) -> PathBuf {
            self.0.path().join("out")
        }

        fn refusal(&self, parts: &[PathBuf]) -> String {
            let message = merge(parts, &self.out(), expected).unwrap_err().to_string();
            assert!(!self.out().exists(), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
            message.replace(&format!("{}/", self.0.path().display()), "")
        }
    }

    #[test]
    fn parts_in_any_order_make_the_whole() {
        let bench = Bench::new();
        let whole = bench.done("whole", "1/1");
        let parts = ["3/3", "1/3", "2/3"].map(|shard| bench.done(&shard.replace('/', "of"), shard));
        let report = merge(&parts, &bench.out(), expected).unwrap();
        assert_eq!(report, MergeReport { parts: 3, rows: 14, plan: plan("p", "1/1") });
        let [merged, whole] = [&bench.out(), &whole].map(|dir| Results::read(dir).unwrap());
        assert_eq!(dumped(&merged), dumped(&whole));
        assert_eq!(merged.plan(), whole.plan());
        drop(merged);
        Store::open(&bench.out(), &plan("p", "1/1")).unwrap();
        // And it is not overwritten.
        let message = merge(&parts, &bench.out(), expected).unwrap_err().to_string();
        assert!(message.contains("is not empty"), "{message}");
    }

    #[test]
    fn an_empty_directory_or_an_unfinished_merge_is_no_obstacle() {
        let bench = Bench::new();
        let whole = bench.done("whole", "1/1");
        fs::create_dir(bench.out()).unwrap();
        fs::write(bench.out().join("results.sqlite.new"), "half").unwrap();
        assert!(matches!(Results::read(&bench.out()), Err(StoreError::Missing { .. })));
        merge(&[whole], &bench.out(), expected).unwrap();
        assert!(!bench.out().join("results.sqlite.new").exists());
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let bench = Bench::new();
        let [one, two] = ["1/2", "2/2"].map(|shard| bench.done(&shard.replace('/', "of"), shard));
        assert!(bench.refusal(&[]).contains("nothing to merge"));
        assert_eq!(bench.refusal(std::slice::from_ref(&two)), "1 of 2 shards missing: 1/2");
        let refusal = bench.refusal(&[one.clone(), one.clone()]);
        assert_eq!(refusal, "1of2 and 1of2 are both shard 1/2; name each shard once");
        let copy = bench.done("copy", "2/2");
        assert!(bench.refusal(&[two, one.clone(), copy]).contains("2of2 and copy are both shard 2/2"));
        let third = bench.done("third", "2/3");
        let refusal = bench.refusal(&[one.clone(), third]);
        assert!(refusal.starts_with("1of2 is shard 1/2 and third is shard 2/3"), "{refusal}");
        let other = bench.part("other", "p\nx", "2/2", &[]);
        let refusal = bench.refusal(&[one.clone(), other]);
        assert!(refusal.ends_with("line 2 is missing in the first and 'x' in the second"), "{refusal}");
        let bad = bench.part("bad", "bad", "1/1", &[]);
        assert_eq!(bench.refusal(&[bad]), "the plan in bad cannot be used: line 1 is bad");
        let many = bench.part("many", "p", "2/100000", &[]);
        let refusal = bench.refusal(&[many]);
        assert!(refusal.starts_with("99999 of 100000 shards missing: 1/100000, 3/"), "{refusal}");
        assert!(bench.refusal(&[one, bench.0.path().join("none")]).contains("no results in none"));
    }

    #[test]
    fn unfinished_and_overfull_parts_are_refused() {
        let bench = Bench::new();
        let one = bench.done("one", "1/2");
        let rows = all_rows("2/2".parse().unwrap());
        let two = bench.part("two", "p", "2/2", &rows[1..5]);
        assert_eq!(
            bench.refusal(&[one.clone(), two.clone()]),
            "two (shard 2/2) is not finished: 2 of its 6 results are missing, the first is c paired a trial 1; resume it"
        );
        Store::open_existing(&two).unwrap().add(&[rows, vec![row("c", "a", 0)]].concat()).unwrap();
        let refusal = bench.refusal(&[one, two]);
        assert!(refusal.contains("two (shard 2/2) holds 1 results that are not of its shard"), "{refusal}");
    }

    #[test]
    fn overlapping_parts_must_agree() {
        let bench = Bench::new();
        let (mut rows, out) = (all_rows(Shard::WHOLE), bench.out());
        let one = bench.part("one", "p", "1/2", &rows);
        let same = bench.part("same", "p", "2/2", &rows);
        rows[0].cutoffs += 1;
        let other = bench.part("other", "p", "2/2", &rows);
        let overlapping = |_: &PlanText| Ok(rows.iter().map(Row::key).collect());
        let message = merge(&[one.clone(), other], &out, overlapping).unwrap_err().to_string();
        assert!(
            message.contains("another result of c paired a trial 0: cutoffs was 250 and is 251"),
            "{message}"
        );
        assert!(!out.join(file::NAME).exists() && file::is_unused(&out).unwrap());
        merge(&[one, same], &out, overlapping).unwrap();
        assert_eq!(Results::read(&out).unwrap().count().unwrap(), 14);
    }
}
