//! Flags for what a search may do beyond its algorithm, table and order.

use clap::Args;
use cutfirst::search::{Clipping, Techniques};

use crate::number::whole;

/// Quiescence, windows and the like. What the strongest setting has is on without being asked for.
#[derive(Args)]
#[command(next_help_heading = "Techniques")]
pub(crate) struct TechniqueArguments {
    /// Beyond the depth, go on while the last move captured, at most Q plies
    #[arg(long, value_name = "Q", default_value_t = 0, value_parser = whole::<u8>, allow_hyphen_values = true)]
    quiescence: u8,
    /// Clip every node's window to its evaluation ± a width: linear:W for W × the plies left, or
    /// W1/W2/… for one, two, … plies left (selective)
    #[arg(long, value_name = "WIDTHS", allow_hyphen_values = true)]
    clip: Option<Clipping>,
    /// Start each depth with a window of ± W around the last score (exact)
    #[arg(long, value_name = "W", value_parser = whole::<i32>, allow_hyphen_values = true)]
    aspiration: Option<i32>,
    /// Verified null move with a depth reduction of R (selective)
    #[arg(long, value_name = "R", value_parser = whole::<u8>, allow_hyphen_values = true)]
    null_move: Option<u8>,
    /// Sibling prediction: above the leaves, give a node up if its first child misses by more than M
    /// (selective)
    #[arg(long, value_name = "M", value_parser = whole::<i32>, allow_hyphen_values = true)]
    sibling: Option<i32>,
    /// Keep evaluations of leaves in the table
    #[arg(long)]
    cache_evaluations: bool,
    /// Enhanced transposition cut-offs: ask the table for a refutation before searching a node
    #[arg(long)]
    enhanced_cutoffs: bool,
    /// Internal iterative deepening: search nodes without a table move two plies shallower first
    #[arg(long)]
    internal_deepening: bool,
    /// Deepen ply by ply also to a given depth; with two players, two at a time are usual then
    #[arg(long)]
    single_steps: bool,
}

impl TechniqueArguments {
    /// As the engine takes them; `usual` is what it does if nothing is said.
    pub(crate) fn techniques(&self, usual: &Techniques) -> Techniques {
        Techniques {
            quiescence: self.quiescence,
            clipping: self.clip.clone(),
            aspiration: self.aspiration,
            null_move: self.null_move,
            sibling: self.sibling,
            cache_evaluations: self.cache_evaluations,
            caches: usual.caches,
            enhanced_cutoffs: self.enhanced_cutoffs || usual.enhanced_cutoffs,
            internal_deepening: self.internal_deepening,
            double_steps: usual.double_steps && !self.single_steps,
        }
    }
}
