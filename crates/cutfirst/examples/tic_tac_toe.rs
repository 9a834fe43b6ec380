//! A complete game in about sixty lines, checked with one call; a move from the engine in five more.

use cutfirst::zobrist;
use cutfirst::{Conformance, Engine, Game, Limit, NoEvaluation, NoPowers, Outcome, Player, Settings};

/// The squares that each player holds, as bits 0 to 8.
#[derive(Clone, Debug, PartialEq, Default)]
struct TicTacToe {
    marks: [u16; 2],
    to_move: Player,
    key: u64,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const KEYS: [u64; 18] = zobrist::table(1);

impl Game for TicTacToe {
    type Move = u8; // the square
    type Undo = ();
    type Powers = NoPowers;

    fn players(&self) -> usize {
        2
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let taken = self.marks[0] | self.marks[1];
            out.extend((0..9).filter(|square| taken & (1 << square) == 0));
        }
    }
    fn make(&mut self, square: u8) {
        let mover = self.to_move.index();
        self.marks[mover] |= 1 << square;
        self.key ^= KEYS[mover * 9 + usize::from(square)];
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.to_move = self.to_move.previous(2);
        let mover = self.to_move.index();
        self.marks[mover] &= !(1 << square);
        self.key ^= KEYS[mover * 9 + usize::from(square)];
    }
    fn outcome(&self) -> Option<Outcome> {
        let won = |p: &Player| LINES.iter().any(|line| self.marks[p.index()] & line == *line);
        if let Some(winner) = Player::all(2).find(won) {
            return Some(Outcome::win(2, winner));
        }
        (self.marks[0] | self.marks[1] == 0o777).then(|| Outcome::draw(2))
    }
    fn key(&self) -> u64 {
        self.key // whose turn it is follows from the number of marks
    }
    fn slot(&self, square: u8) -> usize {
        usize::from(square)
    }
    fn slots(&self) -> usize {
        9
    }
}

fn main() {
    let mut game = TicTacToe::default();
    let counts = "1 9 \n 2 72 \n 3 504 \n 5 15120 \n 6 54720 \n 9 127872";
    Conformance::new(game.clone()).perft(counts).distinct_slots().games(1000).check();

    game.play(0).expect("the corner is free");
    // There is nothing to judge: the search sees to the end of the game.
    let settings = Settings::strongest_for(&game);
    let mut engine = Engine::new(&game, NoEvaluation, settings).expect("settings that fit the game");
    let report = engine.search(&game, &Limit::depth(8)).expect("a game that goes on");
    assert_eq!(report.best, 4); // only the centre holds the draw
    assert_eq!(report.line().score, 0);
}
