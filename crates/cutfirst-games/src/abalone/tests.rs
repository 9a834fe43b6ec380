use super::*;
use crate::conform::conform;

#[test]
fn conforms() {
    conform::<Abalone>(include_str!("perft.txt"), true);
}
