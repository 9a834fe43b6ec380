//! Chinese Checkers (Sternhalma) for two, three, four or six players on the star of 121 holes.
//!
//! # Rules
//! Each player fills one point of the star with ten pieces and must bring them to the opposite
//! point. Points are counted clockwise from the north one; the players sit, in turn order, at 0 and
//! 3 (two players), 0, 2 and 4 (three), 0, 1, 3 and 4 (four), or at every point (six).
//!
//! A move is one step into an adjacent empty hole, or a chain of hops, each over an adjacent piece of
//! anybody into the empty hole behind. The hole that the piece leaves counts as empty during
//! the chain, but ending there is not a move. Chains between the same two holes are one move. A player
//! who cannot move passes; nobody else may. Nothing is ever captured. The first player with all ten
//! pieces in the opposite point wins. Players may shuffle for ever: whoever plays the game caps its
//! length.
//!
//! Options, all off by default:
//! - `lock`: a piece that begins its turn in its target point moves only inside it, every landing of
//!   a chain included; a chain that begins elsewhere may pass through;
//! - `no-foreign-rest`: a turn may not end in a point that is neither home nor target;
//! - `full-target`: a player has won when his target point is full and one of the pieces there is his
//!   own, so that nobody can be blocked by a piece that stays at home.
//!
//! In play only one player can fulfil the winning condition, the first to do so. In a position from
//! elsewhere, where several do, the one who would have moved last has won: the first found when
//! going back from the seat before the player to move.
//!
//! # Generation order
//! By the hole that is left, then by the hole that is entered, steps and hops together; both in the
//! order of the holes' numbers, which run row by row from the north tip.
//!
//! # Slot
//! `from × 121 + to`, and 121 × 121 for the pass: 14642 slots, never shared by two legal moves,
//! the mover not part of them.
//!
//! # Key
//! One constant for each piece by owner and hole, and one for the player to move.

mod cells;
mod evaluation;
mod generate;
mod notation;
mod powers;
mod scene;
mod star;

use cutfirst::game::{Game, MAX_PLAYERS, Outcome, Player};
use cutfirst::ordering::MovePrior;
use cutfirst::powers::LearnedPrior;
use cutfirst::search::Combine;
use cutfirst::zobrist;

use crate::board_game::{
    BoardGame, BoardPowers, Choice, EvaluationVisitor, GameInfo, RuleOption, Values, compiled_here,
};
use crate::setup::{Setup, SetupError};
pub use evaluation::{Distance, Play};
use star::{HOLES, POINT, holes_of, opposite};

/// Pieces of a player.
const PIECES: u32 = 10;

/// The home points by number of players and seat.
static HOMES: [[u8; MAX_PLAYERS]; MAX_PLAYERS + 1] =
    [[0; 6], [0; 6], [0, 3, 0, 0, 0, 0], [0, 2, 4, 0, 0, 0], [0, 1, 3, 4, 0, 0], [0; 6], [0, 1, 2, 3, 4, 5]];

/// The points opposite to them.
static TARGETS: [[u8; MAX_PLAYERS]; MAX_PLAYERS + 1] = {
    let mut all = [[0; MAX_PLAYERS]; MAX_PLAYERS + 1];
    let mut place = 0;
    while place < (MAX_PLAYERS + 1) * MAX_PLAYERS {
        let (players, seat) = (place / MAX_PLAYERS, place % MAX_PLAYERS);
        all[players][seat] = opposite(HOMES[players][seat] as usize) as u8;
        place += 1;
    }
    all
};

static PIECE_KEY: [u64; MAX_PLAYERS * HOLES] = zobrist::table(500);
static TURN_KEY: [u64; MAX_PLAYERS] = zobrist::table(501);

/// A position of Chinese Checkers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChineseCheckers {
    /// The pieces of each player, a bit for each hole; empty for seats that do not exist.
    pieces: [u128; MAX_PLAYERS],
    /// All pieces.
    occupied: u128,
    key: u64,
    turn: Player,
    players: u8,
    /// Whether somebody has won; asked at every node, changed by few moves.
    over: bool,
    rules: Rules,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    lock: bool,
    no_foreign_rest: bool,
    full_target: bool,
}

/// A piece goes from one hole to another, or nobody moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    to: u8,
    /// See [`MoveClasses`](cutfirst::powers::MoveClasses) of the game.
    class: u8,
}

/// What a move overwrites, apart from the piece moved.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    turn: Player,
}

impl Move {
    /// Written so that the slot of the pass follows those of all pairs of holes.
    const PASS: Self = Self { from: HOLES as u8, to: 0, class: powers::WORST };

    #[inline]
    fn is_pass(self) -> bool {
        usize::from(self.from) == HOLES
    }

    /// Both holes as one set; empty for a pass.
    #[inline]
    fn holes(self) -> u128 {
        if self.is_pass() { 0 } else { 1 << self.from | 1 << self.to }
    }
}

impl ChineseCheckers {
    fn new(players: usize, rules: Rules) -> Self {
        let mut start = Self {
            pieces: [0; MAX_PLAYERS],
            occupied: 0,
            key: 0,
            turn: Player(0),
            players: players as u8,
            over: false,
            rules,
        };
        for player in Player::all(players) {
            start.pieces[player.index()] = POINT[start.home(player)];
        }
        start.completed()
    }

    /// The same position with everything that follows from pieces and turn built from scratch.
    fn completed(mut self) -> Self {
        self.occupied = self.pieces.iter().fold(0, |all, pieces| all | pieces);
        self.over = Player::all(self.players()).any(|player| self.has_arrived(player));
        self.key = TURN_KEY[self.turn.index()];
        for player in Player::all(self.players()) {
            self.key ^= holes_of(self.pieces(player)).fold(0, |key, hole| key ^ piece_key(player, hole));
        }
        self
    }

    #[inline]
    fn pieces(&self, player: Player) -> u128 {
        self.pieces[player.index()]
    }

    /// The point where a player begins.
    #[inline]
    fn home(&self, player: Player) -> usize {
        usize::from(HOMES[self.players()][player.index()])
    }

    /// The point that a player must reach.
    #[inline]
    fn target(&self, player: Player) -> usize {
        usize::from(TARGETS[self.players()][player.index()])
    }

    #[inline]
    fn has_arrived(&self, player: Player) -> bool {
        let target = POINT[self.target(player)];
        let pieces = self.pieces(player);
        if self.rules.full_target {
            self.occupied & target == target && pieces & target != 0
        } else {
            pieces == target
        }
    }
}

#[inline]
fn piece_key(player: Player, hole: usize) -> u64 {
    PIECE_KEY[player.index() * HOLES + hole]
}

impl Game for ChineseCheckers {
    type Move = Move;
    type Undo = Undo;
    type Powers = BoardPowers;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if !self.over {
            self.generate(out);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { key: self.key, turn: self.turn };
        let mover = self.turn;
        if !mv.is_pass() {
            let holes = mv.holes();
            self.pieces[mover.index()] ^= holes;
            self.occupied ^= holes;
            self.key ^= piece_key(mover, mv.from.into()) ^ piece_key(mover, mv.to.into());
            // Nobody had won before, and only the mover has moved; but he may fill any point.
            self.over = if self.rules.full_target {
                Player::all(self.players()).any(|player| self.has_arrived(player))
            } else {
                self.has_arrived(mover)
            };
        }
        self.turn = mover.next(self.players());
        self.key ^= TURN_KEY[mover.index()] ^ TURN_KEY[self.turn.index()];
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        let holes = mv.holes();
        self.pieces[undo.turn.index()] ^= holes;
        self.occupied ^= holes;
        self.key = undo.key;
        self.turn = undo.turn;
        self.over = false;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let players = self.players();
        let mut winner = self.turn.previous(players);
        while !self.has_arrived(winner) {
            winner = winner.previous(players);
        }
        Some(Outcome::win(players, winner))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        usize::from(mv.from) * HOLES + usize::from(mv.to)
    }

    #[inline]
    fn slots(&self) -> usize {
        HOLES * HOLES + 1
    }

    fn count_moves(&self, _scratch: &mut Vec<Move>) -> u64 {
        if self.over { 0 } else { self.count() }
    }
}

impl LearnedPrior for ChineseCheckers {
    fn prior(&self) -> Option<MovePrior> {
        crate::learned::prior(self)
    }
}

impl BoardGame for ChineseCheckers {
    const INFO: GameInfo = GameInfo {
        name: "chinese-checkers",
        about: "Chinese Checkers: ten pieces across the star of 121 holes by steps and hops",
        players: &[2, 3, 4, 6],
        default_players: 2,
        variants: &[],
        options: &[
            RuleOption {
                key: "lock",
                values: Values::Flag,
                default: "",
                about: "a piece in its target point may move only inside it",
            },
            RuleOption {
                key: "no-foreign-rest",
                values: Values::Flag,
                default: "",
                about: "no turn may end in a point that is neither home nor target",
            },
            RuleOption {
                key: "full-target",
                values: Values::Flag,
                default: "",
                about: "a full target point with at least one own piece wins",
            },
        ],
        for_people: |_| "full-target",
        evaluations: &[
            Choice { name: "distance", about: "steps from the own pieces to the tip of the target point" },
            Choice { name: "play", about: "progress, pieces left behind, closeness to the centre line" },
        ],
        learned: false,
        plays_with: "play",
        order: "tt+killer:2+gravity:prior",
        combine: Combine::ZeroSum,
    };

    const PRIORS: &'static [&'static [u8]] = &[
        include_bytes!("../../priors/chinese-checkers-2.safetensors"),
        include_bytes!("../../priors/chinese-checkers-3.safetensors"),
        include_bytes!("../../priors/chinese-checkers-4.safetensors"),
        include_bytes!("../../priors/chinese-checkers-6.safetensors"),
    ];

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let rules = Rules {
            lock: setup.is_given("lock"),
            no_foreign_rest: setup.is_given("no-foreign-rest"),
            full_target: setup.is_given("full-target"),
        };
        Ok(Self::new(setup.players(), rules))
    }

    fn with_evaluation<V: EvaluationVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, SetupError> {
        match name {
            "distance" => Ok(visitor.visit(Distance)),
            "play" => Ok(visitor.visit(Play)),
            _ => {
                let known = Self::INFO.evaluations.iter().map(|evaluation| evaluation.name);
                Err(SetupError::unknown("chinese-checkers evaluation", name, known))
            }
        }
    }

    compiled_here!("play" is Play);
}

#[cfg(test)]
mod tests;
