//! What a position is worth to a player.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::Player;

use super::board::{MOBILITY, REACH, cells_of};
use super::rules::Rules;
use super::stack::Stack;
use super::tallies::{Mobility, Tallies};
use super::{Focus, FocusMove, SEATS};

/// What a player has, but for where his stacks could go.
struct Holdings {
    owned: [u64; SEATS],
    mobility: Mobility,
    tallies: Tallies,
    hands: u8,
}

impl Holdings {
    #[inline]
    fn of(game: &Focus) -> Self {
        Self { owned: game.owned, mobility: game.mobility, tallies: game.tallies, hands: game.hands }
    }

    /// After a move that does not end the game whosever turn it is then, and `on_change` told of each cell with its old
    /// and new stack.
    #[inline]
    fn after(before: &Focus, mv: FocusMove, mut on_change: impl FnMut(usize, Stack, Stack)) -> Option<Self> {
        let effect = before.effect(mv);
        let mut after = Self { tallies: effect.tallies, hands: effect.hands, ..Self::of(before) };
        let mut change = |cell: usize, new: Stack| {
            let old = before.stacks[cell];
            after.change(before.rules, cell, old, new);
            on_change(cell, old, new);
        };
        if !mv.is_placement() {
            change(mv.from(), effect.from);
        }
        change(mv.to(), effect.to);
        let needed = before.rules.captures;
        let won = needed != 0 && effect.tallies.any_captured(needed);
        // With two who can move it is never only the last mover.
        (!won && after.mobility.of_several()).then_some(after)
    }

    #[inline(always)]
    fn change(&mut self, rules: Rules, cell: usize, old: Stack, new: Stack) {
        let mobility = &MOBILITY[usize::from(rules.whole)][cell];
        // An empty stack has an arbitrary owner, to whom it adds and from whom it takes nothing.
        self.owned[old.top()] &= !(1 << cell);
        self.owned[new.top()] |= u64::from(!new.is_empty()) << cell;
        self.mobility.subtract(old.top(), mobility[old.height()]);
        self.mobility.add(new.top(), mobility[new.height()]);
    }

    #[inline]
    fn stacks(&self, seat: usize) -> i32 {
        self.owned[seat].count_ones() as i32
    }

    #[inline]
    fn pieces_to_place(&self, seat: usize) -> i32 {
        i32::from(self.tallies.reserve(seat)) + i32::from(self.hands >> seat & 1)
    }
}

/// Stacks owned plus pieces that can still be placed, from the reserve or the hand: the plain
/// evaluation of the experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control;

impl Control {
    #[inline]
    fn value(holdings: &Holdings, seat: usize) -> i32 {
        holdings.stacks(seat) + holdings.pieces_to_place(seat)
    }
}

impl Evaluation<Focus> for Control {
    /// Nothing that is kept up to date, but the values of a position judged without the move to it being made.
    type Accumulator = Option<[i32; SEATS]>;

    /// Every stack and every piece to place is a piece of the game, of which there are 52 at most.
    fn bounds(&self, _game: &Focus) -> Option<Bounds> {
        Some(Bounds { least: 0, most: 52, total: 52 })
    }

    #[inline]
    fn after(&self, before: &Focus, _: &Self::Accumulator, mv: FocusMove) -> Option<Option<[i32; SEATS]>> {
        let after = Holdings::after(before, mv, |_, _, _| ())?;
        Some(Some([0, 1, 2, 3].map(|seat| Self::value(&after, seat))))
    }

    #[inline]
    fn evaluate(&self, game: &Focus, judged: &Option<[i32; SEATS]>, player: Player) -> i32 {
        match judged {
            Some(values) => values[player.index() & 3],
            None => Self::value(&Holdings::of(game), player.index()),
        }
    }
}

/// Knowledge of the game, for play. A weighted sum of
/// - stacks owned,
/// - pieces that can still be placed: each will take a stack anywhere, so it is worth more than one,
/// - opposing pieces captured, which will never come back,
/// - stack moves that the player has, in turn or not,
/// - threats: opposing stacks that one of his stacks could cover,
/// - towers: own stacks at least four high, from which the next piece or two on top take the bottom
///   out.
///
/// The weights come from matches of fixed depth. Towers are good where they can be split and bad where
/// they can only move as a whole; with more than two players and splitting, neither towers nor
/// threats, of which everybody has many, were worth looking at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Play;

struct Weights {
    stack: i32,
    to_place: i32,
    captured: i32,
    mobility: i32,
    threat: i32,
    tower: i32,
}

static SPLIT_TWO: Weights =
    Weights { stack: 100, to_place: 300, captured: 200, mobility: 5, threat: 60, tower: 40 };
static SPLIT_MORE: Weights =
    Weights { stack: 100, to_place: 300, captured: 200, mobility: 5, threat: 0, tower: 0 };
static WHOLE: Weights =
    Weights { stack: 100, to_place: 150, captured: 50, mobility: 15, threat: 20, tower: -50 };

const TOWER: usize = 4;

impl Weights {
    #[inline]
    fn of(rules: Rules) -> &'static Self {
        match (rules.whole, rules.players()) {
            (true, _) => &WHOLE,
            (false, 2) => &SPLIT_TWO,
            (false, _) => &SPLIT_MORE,
        }
    }
}

/// What [`Play`] keeps up to date, or the values of a position judged without the move to it being made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// See [`Ways`].
    Kept(Ways),
    /// What the position is worth to each player.
    Judged([i32; SEATS]),
}

impl Default for Outlook {
    fn default() -> Self {
        Self::Kept(Ways::default())
    }
}

/// Where each player's stacks could go, and how many towers he has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    reached: [Numbers; SEATS],
    towers: [i8; SEATS],
}

/// A number below 32 for each cell, how many stacks reach it: its binary digits as sets of cells, the lowest first. A
/// cell lies at most five steps from a stack in one of four directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Numbers([u64; 5]);

impl Numbers {
    #[inline]
    fn increase(&mut self, mut cells: u64) {
        for digit in &mut self.0 {
            if cells == 0 {
                break;
            }
            (*digit, cells) = (*digit ^ cells, *digit & cells);
        }
    }

    #[inline]
    fn decrease(&mut self, mut cells: u64) {
        for digit in &mut self.0 {
            if cells == 0 {
                break;
            }
            (*digit, cells) = (*digit ^ cells, !*digit & cells);
        }
    }

    /// The cells with any number but zero.
    #[inline]
    fn any(&self) -> u64 {
        let [a, b, c, d, e] = self.0;
        a | b | c | d | e
    }
}

impl Ways {
    /// A cell has another stack.
    #[inline(always)]
    fn change(&mut self, rules: Rules, cell: usize, old: Stack, new: Stack) {
        let reach = &REACH[usize::from(rules.whole)][cell];
        // Nothing is reached from an empty stack, whose owner is arbitrary.
        let (from_old, from_new) = (reach[old.height()], reach[new.height()]);
        let (old_owner, new_owner) = (old.top(), new.top());
        if old_owner == new_owner {
            self.reached[old_owner].decrease(from_old & !from_new);
            self.reached[old_owner].increase(from_new & !from_old);
        } else {
            self.reached[old_owner].decrease(from_old);
            self.reached[new_owner].increase(from_new);
        }
        self.towers[old_owner] -= i8::from(old.height() >= TOWER);
        self.towers[new_owner] += i8::from(new.height() >= TOWER);
    }

    /// What a position is worth to one player.
    #[inline]
    fn value(&self, weights: &Weights, holdings: &Holdings, seat: usize) -> i32 {
        let mut value = weights.stack * holdings.stacks(seat)
            + weights.to_place * holdings.pieces_to_place(seat)
            + weights.captured * i32::from(holdings.tallies.captured(seat))
            + weights.mobility * i32::from(holdings.mobility.of(seat));
        if weights.look_at_ways() {
            let [a, b, c, d] = holdings.owned;
            let others = (a | b | c | d) & !holdings.owned[seat];
            let threats = (self.reached[seat].any() & others).count_ones() as i32;
            value += weights.threat * threats + weights.tower * i32::from(self.towers[seat]);
        }
        value
    }
}

impl Weights {
    /// Whether threats and towers count.
    #[inline]
    fn look_at_ways(&self) -> bool {
        self.threat != 0 || self.tower != 0
    }
}

impl Evaluation<Focus> for Play {
    type Accumulator = Outlook;

    fn accumulate(&self, game: &Focus) -> Outlook {
        let mut ways = Ways::default();
        if Weights::of(game.rules).look_at_ways() {
            for cell in game.owned.into_iter().flat_map(cells_of) {
                ways.change(game.rules, cell, Stack::EMPTY, game.stacks[cell]);
            }
        }
        Outlook::Kept(ways)
    }

    #[inline]
    fn apply(&self, outlook: &mut Outlook, before: &Focus, mv: FocusMove) {
        if let Outlook::Kept(ways) = outlook
            && Weights::of(before.rules).look_at_ways()
        {
            let effect = before.effect(mv);
            if !mv.is_placement() {
                ways.change(before.rules, mv.from(), before.stacks[mv.from()], effect.from);
            }
            ways.change(before.rules, mv.to(), before.stacks[mv.to()], effect.to);
        }
    }

    #[inline]
    fn revert(&self, outlook: &mut Outlook, before: &Focus, mv: FocusMove) {
        if let Outlook::Kept(ways) = outlook
            && Weights::of(before.rules).look_at_ways()
        {
            let effect = before.effect(mv);
            ways.change(before.rules, mv.to(), effect.to, before.stacks[mv.to()]);
            if !mv.is_placement() {
                ways.change(before.rules, mv.from(), effect.from, before.stacks[mv.from()]);
            }
        }
    }

    #[inline]
    fn after(&self, before: &Focus, outlook: &Outlook, mv: FocusMove) -> Option<Outlook> {
        let Outlook::Kept(ways) = outlook else { return None };
        let weights = Weights::of(before.rules);
        let mut values = [0; SEATS];
        let players = before.rules.players().min(SEATS);
        if weights.look_at_ways() {
            let mut ways = *ways;
            let after =
                Holdings::after(before, mv, |cell, old, new| ways.change(before.rules, cell, old, new))?;
            for (seat, value) in values[..players].iter_mut().enumerate() {
                *value = ways.value(weights, &after, seat);
            }
        } else {
            let after = Holdings::after(before, mv, |_, _, _| ())?;
            for (seat, value) in values[..players].iter_mut().enumerate() {
                *value = ways.value(weights, &after, seat);
            }
        }
        Some(Outlook::Judged(values))
    }

    #[inline]
    fn evaluate(&self, game: &Focus, outlook: &Outlook, player: Player) -> i32 {
        match outlook {
            Outlook::Judged(values) => values[player.index() & 3],
            Outlook::Kept(ways) => ways.value(Weights::of(game.rules), &Holdings::of(game), player.index()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::*;

    #[test]
    fn control_counts_stacks_reserve_and_hand() {
        let game = position("players=3", &[("d4", "10"), ("a3", "0"), ("d5", "2")], "0 2,1,0 01 0,0,0");
        assert_eq!([0, 1, 2].map(|seat| Control.evaluate(&game, &None, Player(seat))), [5, 2, 1]);
    }

    fn play(game: &Focus, seat: u8) -> i32 {
        Play.evaluate(game, &Play.accumulate(game), Player(seat))
    }

    #[test]
    fn play_adds_its_terms() {
        let stacks = [("d4", "1000"), ("a3", "1"), ("d6", "1"), ("h5", "1"), ("e5", "0")];
        let game = position("players=2", &stacks, "0 1,0 - 2,1");
        // Seat 0: d4 has 4 + 4 + 4 + 2 moves and e5 4; d4-d6 would cover a stack; d4 is a tower.
        let first = 100 * 2 + 300 + 200 * 2 + 5 * (14 + 4) + 60 + 40;
        // Seat 1: a3 has 2 moves, d6 4, h5 3; none meets a stack of seat 0.
        let second = 100 * 3 + 200 + 5 * (2 + 4 + 3);
        assert_eq!([0, 1].map(|seat| play(&game, seat)), [first, second]);

        let game = position("variant=whole", &stacks, "0 1,0 - 2,1");
        // As a whole d4 has the two moves d4-d8 and d4-h4, which cover nothing.
        let first = 100 * 2 + 150 + 50 * 2 + 15 * (2 + 4) - 50;
        assert_eq!(play(&game, 0), first);

        let game = position("players=4", &stacks, "0 1,0,0,0 - 2,1,0,0");
        let first = 100 * 2 + 300 + 200 * 2 + 5 * (14 + 4);
        assert_eq!(play(&game, 0), first);
        assert_eq!(play(&game, 2), 0);
    }
}
