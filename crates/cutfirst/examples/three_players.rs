//! A game for three players, searched in three ways.
//!
//! Each player takes 1 to 3 stones from a common heap and keeps them; when the heap is empty, the most
//! stones win.

use cutfirst::powers::{BestReplyPowers, OutOfTurn};
use cutfirst::zobrist::mix;
use cutfirst::{Algorithm, Conformance, Engine, Evaluation, Game, Limit, Outcome, Player, Settings};

#[derive(Clone, Debug, PartialEq)]
struct Heap {
    left: u8,
    taken: [u8; 3],
    to_move: Player,
}

impl Game for Heap {
    type Move = u8; // stones to take, less one
    type Undo = Player;
    type Powers = BestReplyPowers; // Best-Reply Search needs moves out of turn

    fn players(&self) -> usize {
        3
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(0..self.left.min(3));
    }
    fn make(&mut self, mv: u8) -> Player {
        let mover = self.to_move;
        self.left -= mv + 1;
        self.taken[mover.index()] += mv + 1;
        self.to_move = mover.next(3);
        mover
    }
    fn unmake(&mut self, mv: u8, mover: Player) {
        self.to_move = mover;
        self.taken[mover.index()] -= mv + 1;
        self.left += mv + 1;
    }
    fn outcome(&self) -> Option<Outcome> {
        let most = self.taken.into_iter().max().unwrap_or(0);
        let winners = self.taken.iter().filter(|&&taken| taken == most).count() as i16;
        let result = |taken| if taken == most { 3 - winners } else { -winners };
        (self.left == 0).then(|| Outcome::new(&self.taken.map(result)))
    }
    fn key(&self) -> u64 {
        let [a, b, c] = self.taken;
        mix(u64::from(u32::from_le_bytes([self.left, a, b, c])) << 8 | u64::from(self.to_move.0))
    }
    fn slot(&self, mv: u8) -> usize {
        usize::from(mv)
    }
    fn slots(&self) -> usize {
        3
    }
}

impl OutOfTurn for Heap {
    fn set_turn(&mut self, player: Player) {
        self.to_move = player;
    }
}

/// Stones taken so far.
#[derive(Clone)]
struct Stones;

impl Evaluation<Heap> for Stones {
    type Accumulator = ();

    fn evaluate(&self, game: &Heap, (): &(), player: Player) -> i32 {
        game.taken[player.index()].into()
    }
}

fn main() {
    let game = Heap { left: 13, taken: [0; 3], to_move: Player(0) };
    Conformance::new(game.clone()).perft("1 3 \n 2 9 \n 3 27").distinct_slots().check();
    for algorithm in [Algorithm::BestReply, Algorithm::Paranoid, Algorithm::MaxN] {
        let settings =
            Settings::plain(3).with_algorithm(algorithm).with_order("ads:mtf+killer".parse().unwrap());
        let mut engine = Engine::new(&game, Stones, settings).unwrap();
        let report = engine.search(&game, &Limit::depth(6)).unwrap();
        println!("{algorithm}: take {}, score {}", report.best + 1, report.line().score);
        assert_eq!(report.best, 2); // greed is good
    }
}
