//! The rules by hand-made positions, and the shared suite.

use crate::conform::conform;

use super::*;

#[test]
fn conforms() {
    conform::<Focus>(include_str!("perft.txt"), true);
}
