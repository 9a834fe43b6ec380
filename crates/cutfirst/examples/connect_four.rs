//! Connect Four against the engine: `cargo run --release --example connect_four`.

use std::io::{self, BufRead, Write};

use cutfirst::powers::MoveClasses;
use cutfirst::{Conformance, Engine, Evaluation, Game, Limit, Outcome, Player, Settings, zobrist};

/// Stones as bits, column × 7 + row; the seventh row stays empty so that lines do not wrap.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct ConnectFour {
    stones: [u64; 2],
    to_move: Player,
    key: u64,
}

const KEYS: [u64; 98] = zobrist::table(1);
/// Steps to the next square of a line: up, down right, right, up right.
const STEPS: [u32; 4] = [1, 6, 7, 8];
/// All 42 squares.
const BOARD: u64 = 0o77 * (1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42);

/// How many lines of four lie within these squares.
fn fours(squares: u64) -> u32 {
    let count = |step: u32| {
        let pairs = squares & squares >> step;
        (pairs & pairs >> (2 * step)).count_ones()
    };
    STEPS.into_iter().map(count).sum()
}

impl ConnectFour {
    /// The lowest free square of a column, or the row above the board.
    pub(crate) fn landing(&self, column: u8) -> u8 {
        7 * column + (!(self.stones[0] | self.stones[1]) >> (7 * column)).trailing_zeros() as u8
    }
    /// Puts a stone of the player to move there, or takes it away.
    fn toggle(&mut self, square: u8) {
        self.stones[self.to_move.index()] ^= 1 << square;
        self.key ^= KEYS[self.to_move.index() * 49 + usize::from(square)];
    }
}

cutfirst::powers! {
    /// What Connect Four knows beyond its rules.
    pub(crate) struct ConnectFourPowers: MoveClasses;
}

impl Game for ConnectFour {
    type Move = u8; // the square where the stone lands
    type Undo = ();
    type Powers = ConnectFourPowers;

    fn players(&self) -> usize {
        2
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend((0..7).map(|column| self.landing(column)).filter(|square| square % 7 < 6));
        }
    }
    fn make(&mut self, square: u8) {
        self.toggle(square);
        self.to_move = self.to_move.next(2);
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.to_move = self.to_move.previous(2);
        self.toggle(square);
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.previous(2);
        if fours(self.stones[last.index()]) > 0 {
            return Some(Outcome::win(2, last));
        }
        (self.stones[0] | self.stones[1] == BOARD).then(|| Outcome::draw(2))
    }
    fn key(&self) -> u64 {
        self.key // whose turn it is follows from the number of stones
    }
    fn slot(&self, square: u8) -> usize {
        square.into()
    }
    fn slots(&self) -> usize {
        49
    }
}

/// The nearer to the centre, the better.
impl MoveClasses for ConnectFour {
    const CLASSES: usize = 4;

    fn class(&self, square: u8) -> usize {
        usize::from((square / 7).abs_diff(3))
    }
}

/// Lines of four that a player may still complete.
#[derive(Clone)]
pub(crate) struct OpenLines;

impl Evaluation<ConnectFour> for OpenLines {
    type Accumulator = ();

    fn evaluate(&self, game: &ConnectFour, (): &(), player: Player) -> i32 {
        fours(BOARD & !game.stones[1 - player.index()]) as i32
    }
}

fn diagram(game: &ConnectFour) -> String {
    let stone = |square: u8| match game.stones.map(|stones| stones >> square & 1 == 1) {
        [true, _] => 'X',
        [_, true] => 'O',
        _ => '.',
    };
    let row = |row| (0..7u8).flat_map(|column| [stone(7 * column + row), ' ']).collect::<String>() + "\n";
    (0..6).rev().map(row).collect::<String>() + "1 2 3 4 5 6 7"
}

/// Plays a game: columns come from `input`, everything else goes to `out`. How it ended, if it did.
pub(crate) fn play(input: impl BufRead, mut out: impl Write, limit: &Limit) -> io::Result<Option<Outcome>> {
    let mut game = ConnectFour::default();
    let mut engine =
        Engine::new(&game, OpenLines, Settings::strongest_for(&game)).map_err(io::Error::other)?;
    let mut lines = input.lines();
    while game.outcome().is_none() {
        let mv = if game.to_move() == Player(0) {
            write!(out, "{}\nYour column, 1 to 7: ", diagram(&game))?;
            out.flush()?;
            let Some(line) = lines.next() else { return Ok(None) };
            let column = line?.trim().parse::<u8>().ok().filter(|column| (1..=7).contains(column));
            column.map_or(u8::MAX, |column| game.landing(column - 1))
        } else {
            let report = engine.search(&game, limit).map_err(io::Error::other)?;
            writeln!(out, "I play column {}, depth {}", report.best / 7 + 1, report.depth)?;
            report.best
        };
        if engine.advance(&mut game, mv).is_err() {
            writeln!(out, "That is not a column with a free square.")?;
        }
    }
    writeln!(out, "{}\n{:?}", diagram(&game), game.outcome())?;
    Ok(game.outcome())
}

fn main() -> io::Result<()> {
    Conformance::new(ConnectFour::default()).perft("1 7 \n 2 49 \n 5 16807").distinct_slots().check();
    play(io::stdin().lock(), io::stdout(), &Limit::time(std::time::Duration::from_secs(1))).map(|_| ())
}
