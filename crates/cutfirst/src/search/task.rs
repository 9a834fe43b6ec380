//! What is asked of a node of the alpha-beta family.

use crate::ordering::Side;
use crate::search::worker::MAX_DEPTH;

/// Below every value.
pub(crate) const LOWEST: i32 = -i32::MAX;

/// A node: where it is and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) ply: usize,
    pub(crate) depth: u32,
    /// At the nominal depth or beyond, after a capture: how many plies quiescence may still go.
    pub(crate) extra: u8,
    /// Whether a null move may be tried here: not right after one, nor while one is verified.
    pub(crate) null_here: bool,
    /// Whether null moves are believed without verification, because they are part of one.
    pub(crate) verifying: bool,
    pub(crate) side: Side,
    /// The window, from the root player's view.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Task {
    /// The root of a search of `depth` plies.
    pub(crate) fn root(depth: u32, alpha: i32, beta: i32) -> Self {
        Self { ply: 0, depth, extra: 0, null_here: true, verifying: false, side: Side::Max, alpha, beta }
    }

    /// Whether the node lies beyond the nominal depth.
    #[inline]
    pub(super) fn is_beyond(&self, quiescence: u8) -> bool {
        self.depth == 0 && self.extra < quiescence
    }

    /// The depth as the table knows it: quiescence has depths of its own, so that a position after a
    /// capture is not taken for a leaf.
    #[inline]
    pub(super) fn table_depth(&self) -> u8 {
        if self.depth > 0 { self.depth as u8 } else { MAX_DEPTH as u8 + self.extra }
    }

    /// Whether the table is asked and told: a node above the leaves is searched faster than it is looked up, and
    /// would push out what took longer to find. The root's own move is always wanted.
    #[inline]
    pub(super) fn is_worth_a_table(&self) -> bool {
        self.depth != 1 || self.ply == 0
    }

    /// The window from the node's own view.
    #[inline]
    pub(super) fn own_window(&self, side: Side) -> (i32, i32) {
        match side {
            Side::Max => (self.alpha, self.beta),
            Side::Min => (-self.beta, -self.alpha),
        }
    }

    /// A child's task with a window given from this node's view.
    #[inline]
    pub(super) fn child(&self, side: Side, child: Side, low: i32, high: i32) -> Self {
        let (alpha, beta) = match side {
            Side::Max => (low, high),
            Side::Min => (-high, -low),
        };
        Self {
            ply: self.ply + 1,
            depth: self.depth.saturating_sub(1),
            extra: self.extra.saturating_sub(1),
            null_here: true,
            verifying: self.verifying,
            side: child,
            alpha,
            beta,
        }
    }
}
