//! Evaluations.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::{Game, Player};

use super::board::{largest_crowd, neighbours};
use super::{MOST_PLAYERS, Move, Virus};

/// Nothing that is kept up to date, but the values of a position judged without the move to it being made.
type Judged = Option<[i32; MOST_PLAYERS]>;

/// The number of own squares: the plain evaluation of the experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Territory;

impl Evaluation<Virus> for Territory {
    type Accumulator = Judged;

    /// A square has one owner at most.
    fn bounds(&self, game: &Virus) -> Option<Bounds> {
        let squares = game.slots() as i32;
        Some(Bounds { least: 0, most: squares, total: squares })
    }

    #[inline]
    fn after(&self, before: &Virus, _: &Judged, mv: Move) -> Option<Judged> {
        before.owned_after(mv).map(|owned| Some(owned.map(count)))
    }

    #[inline]
    fn evaluate(&self, game: &Virus, judged: &Judged, player: Player) -> i32 {
        judged.map_or_else(|| count(game.squares(player)), |values| values[player.index()])
    }
}

/// Squares and how well they are held, with weights from matches between short searches:
/// - 10 for each own square;
/// - 4 more for each that no opponent can take with one move;
/// - 6 off for each square that the worst move of an opponent would take;
/// - 30 off if that move would take everything;
/// - 25 for each opponent who is out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

const SQUARE: i32 = 10;
const SAFE: i32 = 4;
const WORST_LOSS: i32 = 6;
const DANGER: i32 = 30;
const OPPONENT_OUT: i32 = 25;

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// What [`Play`] looks at; with everything about the board known when compiled.
struct Sight<const CORNERS: bool> {
    owned: [u64; MOST_PLAYERS],
    /// The squares that each player could infect.
    targets: [u64; MOST_PLAYERS],
    /// How many players are out.
    out: i32,
}

impl<const CORNERS: bool> Sight<CORNERS> {
    #[inline]
    fn new(game: &Virus, owned: [u64; MOST_PLAYERS]) -> Self {
        let board = game.board.squares();
        let free = |own: u64| if game.own_targets { board } else { board & !own };
        let targets = |own| neighbours(own, CORNERS) & free(own);
        let [a, b, c, d] = owned;
        let seats = owned.iter().filter(|&&own| own != 0).count();
        Self {
            owned,
            targets: [targets(a), targets(b), targets(c), targets(d)],
            out: (game.players() - seats) as i32,
        }
    }

    #[inline]
    fn value(&self, seat: usize) -> i32 {
        let [a, b, c, d] = self.targets;
        self.value_under([b | c | d, a | c | d, a | b | d, a | b | c][seat & 3], self.owned[seat & 3])
    }

    #[inline]
    fn values(&self) -> [i32; MOST_PLAYERS] {
        [self.value(0), self.value(1), self.value(2), self.value(3)]
    }

    /// What squares are worth if the opponents can infect `attacks`.
    #[inline(always)]
    fn value_under(&self, attacks: u64, own: u64) -> i32 {
        if own == 0 {
            return 0;
        }
        let squares = count(own);
        let safe = count(own & !(attacks | neighbours(attacks, CORNERS)));
        let worst = largest_crowd(own, attacks, CORNERS);
        SQUARE * squares + SAFE * safe + OPPONENT_OUT * self.out
            - WORST_LOSS * worst
            - DANGER * i32::from(worst == squares)
    }
}

impl Evaluation<Virus> for Play {
    type Accumulator = Judged;

    #[inline]
    fn after(&self, before: &Virus, _: &Judged, mv: Move) -> Option<Judged> {
        let owned = before.owned_after(mv)?;
        let values = if before.board.corners() {
            Sight::<true>::new(before, owned).values()
        } else {
            Sight::<false>::new(before, owned).values()
        };
        Some(Some(values))
    }

    #[inline]
    fn evaluate(&self, game: &Virus, judged: &Judged, player: Player) -> i32 {
        match judged {
            Some(values) => values[player.index()],
            None if game.board.corners() => Sight::<true>::new(game, game.owned).value(player.index()),
            None => Sight::<false>::new(game, game.owned).value(player.index()),
        }
    }
}
