//! What the tasks of a cluster share: the split of a plan, and signs of life.

use std::sync::LazyLock;

use cutfirst_lab::cluster::heartbeat::Heartbeat;
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
        let loads = split.loads();
        assert_eq!(loads.len(), split.parts() as usize);
        let dealt: u64 = loads.iter().map(|load| load.1).sum();
        assert!(dealt <= READ.trials().count() as u64, "trials are dealt out twice");
        for part in 1..=split.parts().min(20) {
            let trials = split.trials(&READ, part);
            assert_eq!(trials.len() as u64, loads[part as usize - 1].1);
        }
    }
    if let Ok(heartbeat) = serde_json::from_slice::<Heartbeat>(data) {
        let _ = heartbeat.age(std::time::SystemTime::now());
    }
}
