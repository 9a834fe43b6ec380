use super::*;
use crate::conform::{conform, start_of, survive};

#[test]
fn conforms() {
    conform::<ChineseCheckers>(include_str!("perft.txt"), true);
}
