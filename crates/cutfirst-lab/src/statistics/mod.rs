//! Statistics for the experiments: what the papers report, what they should have reported, and
//! nothing else. One idea, one file.
//!
//! A [`Sample`] is checked once, when it is made; after that nothing here panics or returns NaN.
//! Whatever is undefined for the given samples (a standard deviation of one value, a ratio to zero) is
//! `None`. The control comes first and the treatment second everywhere, and effects are positive when the
//! treatment is smaller: when it saves nodes.
//!
//! | question | answer |
//! |---|---|
//! | how many nodes are saved? | [`saving`], [`saving_with_interval`] |
//! | by which factor, on the same positions? | [`geometric_mean_ratio`]; over several games: [`stratified_ratio`] |
//! | how large is the effect? | [`glass_delta`] (the papers' effect size), [`cliffs_delta`] |
//! | is there a difference? | [`mann_whitney`], on pairs [`wilcoxon`]; a family of tests: [`holm`] |
//! | how sure is any other figure? | [`Bootstrap`] |
//! | does a published saving agree with ours? | [`predict_saving`] |
//! | how much of a saving is left? | [`retained_saving`] |
//!
//! ```
//! use cutfirst_lab::statistics::{Sample, mann_whitney, saving};
//!
//! let none = Sample::from_counts(&[669, 702, 655, 690, 671]).unwrap();
//! let mtf = Sample::from_counts(&[523, 540, 518, 561, 530]).unwrap();
//! assert_eq!(saving(&none, &mtf).unwrap().round(), 21.0);
//! assert_eq!(mann_whitney(&none, &mtf).p.to_string(), "0.012");
//! ```

mod bootstrap;
mod design;
mod effect_size;
mod holm;
mod interval;
mod mann_whitney;
mod p_value;
mod ranks;
mod ratio;
mod replication;
mod retention;
mod sample;
mod saving;
mod student_t;
mod wilcoxon;

pub use bootstrap::Bootstrap;
pub(crate) use bootstrap::quantile;
pub use design::Design;
pub use effect_size::{cliffs_delta, glass_delta, glass_delta_of};
pub use holm::holm;
pub use interval::{Estimate, Interval};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use p_value::PValue;
pub use ratio::{geometric_mean_ratio, stratified_ratio};
pub use replication::{PublishedStudy, SavingPrediction, predict_saving};
pub use retention::{RetainedSaving, retained_saving};
pub use sample::{Sample, SampleError, mean, standard_deviation};
pub use saving::{saving, saving_of_means, saving_with_interval};
pub(crate) use student_t::t_quantile;
pub use wilcoxon::{Method, Wilcoxon, wilcoxon};
