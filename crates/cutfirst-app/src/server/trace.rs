//! The course of one search, node by node.

/// A trace holds at most so many nodes.
pub(super) const MAX_TRACE_NODES: usize = 20_000;
