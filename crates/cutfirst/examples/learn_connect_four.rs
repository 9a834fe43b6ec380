//! Connect Four learned from its rules and its cells, column × 6 + row, alone: `cargo run --release --example learn_connect_four`.

use cutfirst::evaluation::NoEvaluation;
use cutfirst::patterns::{Patterns, learn};
use cutfirst::powers::Cells;
use cutfirst::{Engine, Game, Limit, NoPowers, Outcome, Player, Settings, zobrist};

/// Stones as bits, column × 7 + row, of which the seventh stays empty; and whose turn it is.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct ConnectFour([u64; 2], Player);

impl Game for ConnectFour {
    type Move = u8; // the square where the stone lands
    type Undo = ();
    type Powers = NoPowers;

    fn players(&self) -> usize {
        2
    }
    fn to_move(&self) -> Player {
        self.1
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let free = |column: u8| !(self.0[0] | self.0[1]) >> (7 * column);
            let landing = |column: u8| 7 * column + free(column).trailing_zeros() as u8;
            out.extend([3, 2, 4, 1, 5, 0, 6].map(landing).into_iter().filter(|square| square % 7 < 6));
        }
    }
    fn make(&mut self, square: u8) {
        self.0[self.1.index()] ^= 1 << square;
        self.1 = self.1.next(2);
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.1 = self.1.previous(2);
        self.0[self.1.index()] ^= 1 << square;
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.0[1 - self.1.index()];
        let four = |step: &u32| last & last >> step & last >> (2 * step) & last >> (3 * step) != 0;
        let won = [1, 6, 7, 8].iter().any(four).then(|| Outcome::win(2, self.1.previous(2)));
        won.or(((self.0[0] | self.0[1]).count_ones() == 42).then(|| Outcome::draw(2)))
    }
    fn key(&self) -> u64 {
        zobrist::mix(self.0[0] ^ zobrist::mix(self.0[1])) // the turn follows from them
    }
    fn slot(&self, square: u8) -> usize {
        square.into()
    }
    fn slots(&self) -> usize {
        49
    }
}

impl Cells for ConnectFour {
    fn cells(&self) -> usize {
        42
    }
    fn state(&self, cell: usize) -> usize {
        (0..2).map(|player| (player + 1) * (self.0[player] >> (cell + cell / 6) & 1) as usize).sum()
    }
    fn changes(&self, square: u8, changed: &mut impl FnMut(usize, usize)) {
        changed(usize::from(square - square / 7), 1 + self.1.index());
    }
    fn axes(&self) -> usize {
        4
    }
    fn next(&self, cell: usize, axis: usize) -> Option<usize> {
        let (column, row) = (cell / 6 + [0, 1, 1, 1][axis], cell % 6 + [2, 1, 2, 0][axis]);
        (column < 7 && (1..7).contains(&row)).then(|| column * 6 + row - 1)
    }
}

pub(crate) fn learned(rounds: usize, nodes: u64) -> Engine<ConnectFour, Patterns> {
    let start = ConnectFour::default();
    let mut plan = learn::Plan::new(&start);
    (plan.nodes_per_round, plan.threads) = (nodes, 2);
    let weights = learn::train(&start, NoEvaluation, plan, rounds).expect("a game with an end");
    let patterns = Patterns::new(&start, weights).expect("weights of this game");
    Engine::new(&start, patterns, Settings::strongest_for(&start)).expect("settings for any game")
}

fn main() {
    let report = learned(10, 100_000_000).search(&ConnectFour::default(), &Limit::nodes(1_000_000));
    let report = report.expect("a move");
    println!("column {}: {:.0} %", report.best / 7 + 1, 100.0 * Patterns::chance(report.line().score));
}
