//! Learned numbers, and what is known about where they come from.

use super::layout::{Layout, LayoutError};
use crate::game::Player;
use crate::ordering::MovePrior;
use crate::powers::Cells;
use crate::random::Random;

/// The weights of one game, with the layout that they belong to.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(super) layout: Layout,
    /// Phase by phase, in the order of the layout's groups, in eighths of a score.
    pub(super) values: Vec<i16>,
    /// Words about the weights: which game, how they were made.
    pub(super) notes: Vec<(String, String)>,
    /// What was learned about the game's moves, if anything was.
    pub(super) prior: Option<MovePrior>,
}

impl Weights {
    /// Weights of zero.
    ///
    /// # Errors
    /// If no patterns can be laid over the board.
    pub fn zero<G: Cells>(game: &G) -> Result<Self, LayoutError> {
        let layout = Layout::new(game)?;
        let values = vec![0; layout.all_weights()];
        Ok(Self { layout, values, notes: Vec::new(), prior: None })
    }

    /// Small weights by chance, for tests.
    pub(crate) fn random<G: Cells>(game: &G, seed: u64) -> Result<Self, LayoutError> {
        let mut weights = Self::zero(game)?;
        let mut random = Random::new(seed);
        weights.values.fill_with(|| random.below(401) as i16 - 200);
        Ok(weights)
    }

    /// What a position is worth to `player`, weight by weight: the slow way, for tests.
    pub(crate) fn sum<G: Cells>(&self, game: &G, player: Player) -> f64 {
        let layout = &self.layout;
        let phase = game.phase() * layout.weights();
        let weight = |at: usize| f64::from(self.values[phase + at]);
        let mut states = vec![0; layout.cells];
        for cell in 0..layout.cells {
            states[game.place(cell, player)] = game.seen_by(game.state(cell), player);
        }
        let mut sum = weight(Layout::BIAS);
        for (&state, &kind) in states.iter().zip(&layout.kinds_of_cells) {
            sum += weight(Layout::MATERIAL + state) + weight(layout.cell_weight(kind.into(), state));
        }
        let starts = layout.class_starts();
        for set in &layout.sets {
            let digits = set.cells.iter().rev();
            let entry = digits.fold(0, |entry, &cell| entry * layout.seen_states + states[usize::from(cell)]);
            sum += weight(starts[set.class] + layout.classes[set.class].ties[entry] as usize);
        }
        for (number, (&size, start)) in layout.gauges.iter().zip(layout.gauge_starts()).enumerate() {
            for other in Player::all(layout.players) {
                let part = if other == player { 0 } else { size };
                sum += weight(start + part + game.gauge(number, other));
            }
        }
        sum / f64::from(super::FINE)
    }

    /// What the weights are of.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What was learned about the game's moves, for the order `gravity:learned`.
    #[must_use]
    pub fn prior(&self) -> Option<&MovePrior> {
        self.prior.as_ref()
    }

    /// Adds what was learned about the game's moves: engines with these weights begin with it where their order asks for it.
    pub fn set_prior(&mut self, prior: MovePrior) {
        self.prior = Some(prior);
    }

    /// A word about the weights, such as `game` or `seed`.
    #[must_use]
    pub fn note(&self, name: &str) -> Option<&str> {
        self.notes.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Adds a word about the weights, or replaces it.
    pub fn set_note(&mut self, name: &str, text: impl Into<String>) {
        let text = text.into();
        match self.notes.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = text,
            None => self.notes.push((name.to_owned(), text)),
        }
    }

    /// What a state in a cell, as the first player sees it, adds to a score in a phase, the patterns that it is part of left
    /// aside: for pictures of the board.
    #[must_use]
    pub fn of_cell(&self, phase: usize, cell: usize, state: usize) -> f64 {
        let start = phase * self.layout.weights();
        let Some(&kind) = self.layout.kinds_of_cells.get(cell) else { return 0.0 };
        let single = start + self.layout.cell_weight(kind.into(), state);
        let material = start + Layout::MATERIAL + state;
        let value = |at: usize| self.values.get(at).map_or(0.0, |&value| f64::from(value));
        (value(single) + value(material)) / f64::from(super::FINE)
    }

    /// Whether a game is one that the weights are for; otherwise why not, in one line.
    ///
    /// # Errors
    /// With what does not fit.
    pub fn check<G: Cells>(&self, game: &G) -> Result<(), LayoutError> {
        let layout = &self.layout;
        if layout.rules != game.rules() {
            return Err(LayoutError::new(format!(
                "the weights are for the rules '{}', not '{}'",
                layout.rules,
                game.rules()
            )));
        }
        for (what, own, other) in [
            ("players", layout.players, game.players()),
            ("cells", layout.cells, game.cells()),
            ("states of a cell", layout.states, game.states()),
            ("states that a player tells apart", layout.seen_states, game.seen_states()),
            ("phases", layout.phases, game.phases()),
            ("gauges", layout.gauges.len(), game.gauges().len()),
        ] {
            if own != other {
                return Err(LayoutError::new(format!("the weights are for {own} {what}, not {other}")));
            }
        }
        Ok(())
    }

    /// Whether the weights are for such a game.
    #[must_use]
    pub fn fit<G: Cells>(&self, game: &G) -> bool {
        self.check(game).is_ok()
    }
}
