use cutfirst::{Evaluation, Game, NoPowers, Outcome, Player, zobrist};

/// A pawn's step, from one of the nine squares to another: row × 3 + column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: u8,
    pub to: u8,
}

/// The squares of each player's pawns, as bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Hexapawn {
    pub pawns: [u16; 2],
    pub to_move: Player,
    key: u64,
}

/// A number for each pawn on each square, and one for the turn of the second player.
const KEYS: [u64; 19] = zobrist::table(1);
const TURN: u64 = KEYS[18];
/// Where each player wants to go.
const FAR: [u16; 2] = [0b111_000_000, 0b000_000_111];

impl Hexapawn {
    pub fn new() -> Self {
        let mut game = Self { pawns: [FAR[1], FAR[0]], to_move: Player(0), key: 0 };
        for (player, pawns) in game.pawns.into_iter().enumerate() {
            for square in (0..9).filter(|square| pawns & 1 << square != 0) {
                game.key ^= KEYS[player * 9 + square];
            }
        }
        game
    }

    /// Calls `found` with every step of the player to move.
    fn steps(&self, mut found: impl FnMut(Step)) {
        let mover = self.to_move.index();
        let (own, other) = (self.pawns[mover], self.pawns[1 - mover]);
        for from in (0..9u8).filter(|square| own & !FAR[mover] & 1 << square != 0) {
            let ahead = if mover == 0 { from + 3 } else { from - 3 };
            for (to, captures) in [(ahead.wrapping_sub(1), true), (ahead, false), (ahead + 1, true)] {
                // Beside the edge there is nothing to capture.
                let is_near = to < 9 && to / 3 == ahead / 3;
                let is_free = (own | other) & 1 << to.min(9) == 0;
                if is_near && if captures { other & 1 << to != 0 } else { is_free } {
                    found(Step { from, to });
                }
            }
        }
    }

    fn has_arrived(&self) -> Option<Player> {
        Player::all(2).find(|player| self.pawns[player.index()] & FAR[player.index()] != 0)
    }
}

impl Game for Hexapawn {
    type Move = Step;
    type Undo = bool; // whether the step captured
    type Powers = NoPowers;

    fn players(&self) -> usize {
        2
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<Step>) {
        if self.has_arrived().is_none() {
            self.steps(|step| out.push(step));
        }
    }
    fn make(&mut self, step: Step) -> bool {
        let (mover, other) = (self.to_move.index(), 1 - self.to_move.index());
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let captures = self.pawns[other] & 1 << to != 0;
        self.pawns[mover] ^= 1 << from | 1 << to;
        self.key ^= KEYS[mover * 9 + from] ^ KEYS[mover * 9 + to] ^ TURN;
        if captures {
            self.pawns[other] ^= 1 << to;
            self.key ^= KEYS[other * 9 + to];
        }
        self.to_move = self.to_move.next(2);
        captures
    }
    fn unmake(&mut self, step: Step, captured: bool) {
        self.to_move = self.to_move.previous(2);
        let (mover, other) = (self.to_move.index(), 1 - self.to_move.index());
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        self.pawns[mover] ^= 1 << from | 1 << to;
        self.key ^= KEYS[mover * 9 + from] ^ KEYS[mover * 9 + to] ^ TURN;
        if captured {
            self.pawns[other] ^= 1 << to;
            self.key ^= KEYS[other * 9 + to];
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        let mut is_stuck = true;
        self.steps(|_| is_stuck = false);
        let stuck = is_stuck.then(|| self.to_move.previous(2));
        self.has_arrived().or(stuck).map(|winner| Outcome::win(2, winner))
    }
    fn key(&self) -> u64 {
        self.key
    }
    fn slot(&self, step: Step) -> usize {
        usize::from(step.from) * 9 + usize::from(step.to)
    }
    fn slots(&self) -> usize {
        81
    }
}

/// How many pawns a player has.
#[derive(Clone)]
pub struct Pawns;

impl Evaluation<Hexapawn> for Pawns {
    type Accumulator = ();

    fn evaluate(&self, game: &Hexapawn, (): &(), player: Player) -> i32 {
        game.pawns[player.index()].count_ones() as i32
    }
}
