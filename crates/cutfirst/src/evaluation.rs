//! Static evaluation: what a position is worth to each player.

use crate::game::{Game, Player};
use crate::ordering::MovePrior;

/// No value of an evaluation lies further from 0.
pub const MOST_VALUE: i32 = 1_000_000;

/// Judges positions of `G`, one value per player. A game may have several; a user can bring one.
///
/// Values are in the evaluation's own unit, higher is better for `player`, and stay within ±[`MOST_VALUE`] (1,000,000), so
/// that a finished game outweighs them. The searches combine them (for two players:
/// own minus other).
pub trait Evaluation<G: Game>: Clone + Send + Sync + 'static {
    /// What is kept up to date from move to move; `()` for an evaluation from scratch.
    type Accumulator: Clone + Default + Send + Sync + 'static;

    /// Whether a finished game is worth its evaluation like any other position, rather than a win
    /// or a loss that outweighs everything. For evaluations that count the very thing the game
    /// is scored by.
    const FINISHED_BY_VALUE: bool = false;

    /// Whether searches may keep the values of leaves in a cache: worth it unless judging a position takes less time
    /// than looking it up, which is some ten nanoseconds.
    const IS_CACHED: bool = true;

    /// The accumulator of a position, from scratch.
    fn accumulate(&self, _game: &G) -> Self::Accumulator {
        Self::Accumulator::default()
    }

    /// Told before `mv` is made in `before`.
    #[inline]
    fn apply(&self, _accumulator: &mut Self::Accumulator, _before: &G, _mv: G::Move) {}

    /// Told after `mv` was taken back, with the position as it was before the move.
    #[inline]
    fn revert(&self, _accumulator: &mut Self::Accumulator, _before: &G, _mv: G::Move) {}

    /// The accumulator as it would be after `mv`, if the position after it can be judged without making the move: the
    /// game goes on then, and [`evaluate`](Self::evaluate) looks at nothing but the accumulator. `None` if the move has
    /// to be made. Offer it where it is cheap: searches judge their leaves by it.
    #[inline]
    fn after(
        &self,
        _before: &G,
        _accumulator: &Self::Accumulator,
        _mv: G::Move,
    ) -> Option<Self::Accumulator> {
        None
    }

    /// Between which values, both included, the [`difference`](Self::difference) for the player to move lies after each of his
    /// legal moves, if it can be told without looking at them: there is at least one, and none of them ends the game.
    /// Offer it where most moves change little and it costs no more than judging a leaf or two: searches then do without the
    /// leaves below a node that no move can bring into the window, or that every move keeps above it. Of two players, the other
    /// has to be next.
    #[inline]
    fn reach(&self, _before: &G, _accumulator: &Self::Accumulator) -> Option<[i32; 2]> {
        None
    }

    /// What was learned about the game's moves together with the evaluation, for orders that begin with it.
    fn prior(&self, _game: &G) -> Option<MovePrior> {
        None
    }

    /// Between which values all positions of the game that `game` belongs to lie, if that is known.
    /// Max-N prunes by it.
    fn bounds(&self, _game: &G) -> Option<Bounds> {
        None
    }

    /// What a position of two players is worth to `player`, his own value minus the other's; `None` if the
    /// game is over. Asked at every leaf: override it where both values, or the end of the game, come out of
    /// the same work.
    #[inline]
    fn difference(&self, game: &G, accumulator: &Self::Accumulator, player: Player) -> Option<i32> {
        if game.outcome().is_some() {
            return None;
        }
        let [own, other] = [player, player.next(2)].map(|player| self.evaluate(game, accumulator, player));
        debug_assert!(is_moderate(own) && is_moderate(other), "values of {own} and {other} in {game:?}");
        Some(own - other)
    }

    /// What the position is worth to `player`.
    fn evaluate(&self, game: &G, accumulator: &Self::Accumulator, player: Player) -> i32;
}

/// Whether a value is as moderate as it has to be.
pub(crate) fn is_moderate(value: i32) -> bool {
    (-MOST_VALUE..=MOST_VALUE).contains(&value)
}

/// Knows nothing: every position is worth the same until the game is over. Enough where a search sees the end, and a start
/// for a game without an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluation<G> for NoEvaluation {
    type Accumulator = ();

    fn bounds(&self, _game: &G) -> Option<Bounds> {
        Some(Bounds { least: 0, most: 0, total: 0 })
    }

    #[inline]
    fn evaluate(&self, _game: &G, (): &(), _player: Player) -> i32 {
        0
    }
}

/// Limits of an evaluation over all positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least value a player can have.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// The most that all players' values can add up to.
    pub total: i32,
}
