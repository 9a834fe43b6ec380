//! A game for four with elimination: kings on a board whose squares burn behind them.
//!
//! Each king steps to a neighbouring square that is free, and the square that he leaves burns. Who cannot step is out;
//! the last who can has won.

use cutfirst::powers::{BestReplyPowers, OutOfTurn};
use cutfirst::{Algorithm, Conformance, Engine, Evaluation, Game, Limit, Outcome, Player, Settings, zobrist};

const SIDE: u8 = 6;
const PLAYERS: usize = 4;
const SQUARES: usize = (SIDE * SIDE) as usize;
const KEYS: [u64; (PLAYERS + 1) * SQUARES + PLAYERS] = zobrist::table(1);
/// Where the keys of burnt squares and of turns begin; those of kings come first.
const BURNT: usize = PLAYERS * SQUARES;
const TURN: usize = BURNT + SQUARES;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Embers {
    kings: [u8; PLAYERS],
    /// Burnt squares and those of kings, as bits.
    taken: u64,
    to_move: Player,
    key: u64,
}

impl Embers {
    pub(crate) fn new() -> Self {
        let kings = [0, SIDE - 1, SIDE * SIDE - 1, SIDE * (SIDE - 1)];
        let taken = kings.iter().fold(0, |taken, king| taken | 1 << king);
        Self { kings, taken, to_move: Player(0), key: 0 }
    }

    /// The free neighbours of a player's king, as bits.
    fn exits(&self, player: Player) -> u64 {
        let king = self.kings[player.index()];
        let (row, column) = (king / SIDE, king % SIDE);
        let near = |at: u8| at.saturating_sub(1)..=(at + 1).min(SIDE - 1);
        let squares = near(row).flat_map(|row| near(column).map(move |column| row * SIDE + column));
        squares.fold(0, |squares, square| squares | 1 << square) & !self.taken
    }

    fn can_step(&self, player: Player) -> bool {
        self.exits(player) != 0
    }
}

impl Game for Embers {
    type Move = u8; // where to
    type Undo = (u8, Player); // from where, and who
    type Powers = BestReplyPowers;

    fn players(&self) -> usize {
        PLAYERS // however many are out
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let exits = self.exits(self.to_move);
            out.extend((0..SIDE * SIDE).filter(|square| exits & 1 << square != 0));
        }
    }
    fn make(&mut self, to: u8) -> (u8, Player) {
        let mover = self.to_move;
        let from = std::mem::replace(&mut self.kings[mover.index()], to);
        self.taken |= 1 << to;
        self.key ^= changed(mover, from, to);
        // Whoever cannot step is passed over; the mover himself may be next.
        let mut next = mover.next(PLAYERS);
        while next != mover && !self.can_step(next) {
            next = next.next(PLAYERS);
        }
        self.set_turn(next);
        (from, mover)
    }
    fn unmake(&mut self, to: u8, (from, mover): (u8, Player)) {
        self.kings[mover.index()] = from;
        self.taken &= !(1 << to);
        self.key ^= changed(mover, from, to);
        self.set_turn(mover);
    }
    fn outcome(&self) -> Option<Outcome> {
        let mut left = Player::all(PLAYERS).filter(|&player| self.can_step(player));
        match (left.next(), left.next()) {
            (Some(_), Some(_)) => None,
            (Some(winner), None) => Some(Outcome::win(PLAYERS, winner)),
            _ => Some(Outcome::draw(PLAYERS)),
        }
    }
    fn key(&self) -> u64 {
        self.key
    }
    fn slot(&self, to: u8) -> usize {
        to.into()
    }
    fn slots(&self) -> usize {
        SQUARES
    }
}

/// What a step changes in the key.
fn changed(mover: Player, from: u8, to: u8) -> u64 {
    let king = |square: u8| KEYS[mover.index() * SQUARES + usize::from(square)];
    king(from) ^ king(to) ^ KEYS[BURNT + usize::from(from)]
}

impl OutOfTurn for Embers {
    fn set_turn(&mut self, player: Player) {
        self.key ^= KEYS[TURN + self.to_move.index()] ^ KEYS[TURN + player.index()];
        self.to_move = player;
    }
}

/// How many ways a king has.
#[derive(Clone)]
pub(crate) struct Exits;

impl Evaluation<Embers> for Exits {
    type Accumulator = ();

    fn evaluate(&self, game: &Embers, (): &(), player: Player) -> i32 {
        game.exits(player).count_ones() as i32
    }
}

/// Two Best-Reply engines, a paranoid one and one that lets everybody look after himself.
pub(crate) fn play(limit: &Limit) -> Result<Outcome, Box<dyn std::error::Error>> {
    let mut game = Embers::new();
    let algorithms = [Algorithm::BestReply, Algorithm::BestReply, Algorithm::Paranoid, Algorithm::MaxN];
    let mut engines = Vec::new();
    for algorithm in algorithms {
        let settings = Settings::plain(PLAYERS).with_algorithm(algorithm).with_order("ads:mtf".parse()?);
        engines.push(Engine::new(&game, Exits, settings)?);
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
        let mover = game.to_move();
        let best = engines[mover.index()].search(&game, limit)?.best;
        println!(
            "{mover} ({}): row {}, column {}",
            algorithms[mover.index()],
            best / SIDE + 1,
            best % SIDE + 1
        );
        game.play(best)?;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Conformance::new(Embers::new()).perft("1 3 \n 2 9 \n 3 27 \n 4 81").evaluation(Exits).check();
    let outcome = play(&Limit::depth(4))?;
    println!("{:?}", outcome.results());
    Ok(())
}
