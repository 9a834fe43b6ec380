//! Adaptive lists: lists that reorder themselves with every query, so that what was asked for lately
//! or often stands near the head. They know nothing of games; the elements are dense numbers.
//!
//! *What it is for.* The History-ADS heuristic queries a list with each move that cuts and tries the
//! listed moves first, in list order; Threat-ADS does the same with opponents (Polk & Oommen,
//! "History-ADS", §3 to §6). A search ranks every move of every node, so ranking must cost one load
//! and a query a few stores, without hashing, scanning or allocation.
//!
//! *How.* Every listed element carries a rank that is comparable with all others, lower nearer the
//! head. Rules that move an element to an end of the list keep a linked list, and the rank is a stamp
//! that only ever grows towards that end; rules that move it a few places keep an array, and the rank is
//! the place in it.
//!
//! ```
//! use cutfirst::adaptive::{AdaptiveList, Rule};
//!
//! // Ten possible elements, of which the list remembers three.
//! let mut list = AdaptiveList::new(Rule::MoveToFront, 10, Some(3), 0);
//! for element in [4, 7, 1, 4, 9] {
//!     list.query(element);
//! }
//! assert!(list.iter().eq([9, 4, 1]));
//! assert!(list.rank(9) < list.rank(4));
//! assert_eq!(list.rank(7), AdaptiveList::UNLISTED);
//! ```

mod chain;
mod coin;
mod list;
mod row;
mod rule;

pub use list::{AdaptiveList, Iter};
pub use rule::{ParseRuleError, Rule};

#[cfg(test)]
mod tests;
