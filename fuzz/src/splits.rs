//! What the tasks of a cluster share: the split of a plan.

use std::sync::LazyLock;

use cutfirst_lab::cluster::split::Split;
use cutfirst_lab::plan::Plan;

/// A plan of six groups of three trials.
const PLAN: &str = r#"seed = 3
trials = 3
designs = ["paper", "paired"]
[[experiment]]
game = "othello"
plies = [2]
arms = ["none", "killer"]
[[experiment]]
game = "virus"
plies = [1]
arms = ["none", "ads:mtf"]
"#;

/// Reads a split, and takes it for one of the plan only if nothing can go wrong with it.
pub fn check(data: &[u8]) {
    static READ: LazyLock<Plan> = LazyLock::new(|| Plan::parse(PLAN).expect("a plan"));
    if let Ok(split) = serde_json::from_slice::<Split>(data)
        && split.fits(&READ)
    {
        let dealt: usize = (1..=split.tasks()).map(|task| split.trials(&READ, task).len()).sum();
        assert_eq!(dealt, split.left());
        assert!(dealt <= READ.trials().count(), "trials are dealt out twice");
    }
}
