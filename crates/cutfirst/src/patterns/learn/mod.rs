//! Weights learned by playing.
//!
//! A round plays games of short searches with the best evaluation there is, beginning with a teacher's; fits weights to what
//! the searches found, and later partly to how the games ended; and lets the new weights play the old ones on openings
//! of their own. They are taken if they win. What the teacher is matters little: even [`NoEvaluation`] will do, since
//! results of games teach as well, only slower.
//!
//! Everything random comes out of the seed, so that the same [`Plan`] and number of rounds give the same weights, whatever
//! the number of threads and however often the training was stopped and [taken up again](Trainer::from_bytes).
//!
//! [`NoEvaluation`]: crate::evaluation::NoEvaluation

mod contest;
mod fit;
mod games;
mod parallel;
mod prior;
mod samples;
mod trainer;

pub use self::prior::{BuildEngine, PriorPlan, prior, prior_with};
pub use self::trainer::{
    Engines, LearnError, OwnEngines, Plan, Progress, Round, Stage, Trainer, judge, train,
};
