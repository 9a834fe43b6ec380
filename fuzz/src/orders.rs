//! Orders of moves, techniques, widths of windows, arms, and the other short words of a search.

use cutfirst::adaptive::Rule;
use cutfirst::ordering::Order;
use cutfirst::search::{Algorithm, Clipping, Combine, Techniques};
use cutfirst_lab::arm::Arm;

use super::{reads_back, text};

/// Reads the text as each of them.
pub fn check(data: &[u8]) {
    let Some(text) = text(data) else { return };
    reads_back::<Order>(text);
    reads_back::<Clipping>(text);
    reads_back::<Techniques>(text);
    reads_back::<Arm>(text);
    reads_back::<Algorithm>(text);
    reads_back::<Combine>(text);
    reads_back::<Rule>(text);
    if let Ok(clipping) = text.parse::<Clipping>() {
        for depth in [0, 1, 2, 50, u32::MAX] {
            assert!(clipping.width(depth).is_none_or(|width| width >= 0), "depth {depth}");
        }
    }
}
