//! Best-Reply Search of a game in which a player drops out while the others go on: at his nodes the others' moves are tried, by
//! whatever way they come.

use cutfirst::powers::{OutOfTurn, SlotMoves};
use cutfirst::testkit::{check_lazy_generation, check_picker, check_searches};
use cutfirst::{Conformance, Evaluation, Game, Outcome, Player, zobrist};

cutfirst::powers! {
    struct HeapPowers: OutOfTurn + SlotMoves;
}

/// Each of three players takes one to three stones from his own heap and gives all but one of them to the next. Whoever has
/// none left is out; the last one who has any wins.
#[derive(Clone, Debug, PartialEq)]
struct Heaps {
    heaps: [u8; 3],
    to_move: Player,
}

impl Game for Heaps {
    type Move = u8;
    type Undo = Self;
    type Powers = HeapPowers;

    fn players(&self) -> usize {
        3
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend(1..=self.heaps[self.to_move.index()].min(3));
        }
    }
    fn make(&mut self, stones: u8) -> Self {
        let before = self.clone();
        let next = self.to_move.next(3);
        self.heaps[self.to_move.index()] -= stones;
        if self.heaps[next.index()] > 0 {
            self.heaps[next.index()] += stones - 1;
        }
        self.to_move = next;
        while self.heaps[self.to_move.index()] == 0 && self.heaps != [0; 3] {
            self.to_move = self.to_move.next(3);
        }
        before
    }
    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }
    fn outcome(&self) -> Option<Outcome> {
        let mut left = Player::all(3).filter(|player| self.heaps[player.index()] > 0);
        match (left.next(), left.next()) {
            (Some(_), Some(_)) => None,
            (Some(winner), None) => Some(Outcome::win(3, winner)),
            _ => Some(Outcome::draw(3)),
        }
    }
    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps;
        zobrist::mix(u64::from(u32::from_le_bytes([a, b, c, self.to_move.0])))
    }
    fn slot(&self, stones: u8) -> usize {
        usize::from(stones) - 1
    }
    fn slots(&self) -> usize {
        3
    }
}

impl OutOfTurn for Heaps {
    fn set_turn(&mut self, player: Player) {
        self.to_move = player;
    }
}

impl SlotMoves for Heaps {
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<u8>) {
        let stones = slot as u8 + 1;
        if self.outcome().is_none() && self.heaps[self.to_move.index()] >= stones {
            out.push(stones);
        }
    }
}

/// The stones, those of the others counting in different measure.
#[derive(Clone)]
struct Stones;

impl Evaluation<Heaps> for Stones {
    type Accumulator = ();

    fn evaluate(&self, game: &Heaps, (): &(), player: Player) -> i32 {
        let [own, next, last] = [0, 1, 2].map(|by| i32::from(game.heaps[(player.index() + by) % 3]));
        7 * own - 3 * next - 2 * last * last
    }
}

#[test]
fn whoever_is_out_is_passed_over_in_every_search() {
    for heaps in [[1, 5, 4], [3, 2, 4], [0, 6, 5], [4, 0, 5], [5, 4, 0], [4, 4, 4]] {
        let to_move = Player::all(3).find(|player| heaps[player.index()] > 0).expect("a player who is left");
        let game = Heaps { heaps, to_move };
        Conformance::new(game.clone()).distinct_slots().evaluation(Stones).check();
        check_searches(&game, &Stones, 6).unwrap();
        check_picker(&game, &Stones, 5).unwrap();
        check_lazy_generation(&game, &Stones, 8).unwrap();
    }
}
