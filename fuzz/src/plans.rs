//! Plans in TOML.

use cutfirst_lab::plan::Plan;

use super::{is_one_line, text};

/// Reads a plan; what is read must be the same plan when it is stored and read again.
pub fn check(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match Plan::parse(text) {
        Err(error) => {
            is_one_line(&error.to_string());
            assert!(error.line <= text.lines().count().max(1) + 1, "{error}");
        }
        Ok(plan) => {
            let canonical = plan.canonical();
            match Plan::parse(&canonical) {
                Ok(again) => assert!(again == plan && again.canonical() == canonical, "{canonical}"),
                Err(error) => panic!("the stored plan cannot be read: {error}\n{canonical}"),
            }
            // As many as there may be: they are made one by one.
            assert!(plan.trials().take(1000).all(|trial| !trial.arms.is_empty()));
        }
    }
}
