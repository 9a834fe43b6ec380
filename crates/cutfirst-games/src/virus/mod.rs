//! The Virus Game of Polk and Oommen, for two to four players.
//!
//! # Rules
//! On a square board each player begins with one square. The player to move infects a square that
//! is adjacent to one of his own; it and every square adjacent to it become his, whoever held them.
//! A player without squares is out and skipped for good, without a ply. The last owner on the board
//! wins. Positions can repeat: whoever plays the game caps its length.
//!
//! Only one paragraph of the History-ADS paper (section 7.1) describes the game, so what it leaves
//! open is an option:
//! - `size=3..8`: the side of the board, 5 by default;
//! - `adjacency=4|8`: whether squares that share only a corner are adjacent, by default not;
//! - `target=other|any`: whether the infected square may already be one's own (it must then be
//!   adjacent to another own square), by default not;
//! - `starts=a1/e5`: the start squares in turn order; by default `corners`, which is bottom left
//!   and top right for two players, also top left for three, and all four clockwise from the bottom
//!   left for four;
//! - `end=last|full`: with `full` the game is also over when no square is empty, and most squares
//!   win. If several players have most, each of them gets one point for each of the others, and
//!   those lose one for each winner.
//!
//! # Generation order
//! By infected square: a1, b1 … along each row, from the bottom row to the top one.
//!
//! # Slot
//! The infected square, counted row by row from a1 without gaps: `size²` slots, never shared by
//! two legal moves, the mover not part of them.
//!
//! # Key
//! One constant for each owned square and one for the player to move.

mod board;
mod cells;
mod evaluation;
mod notation;
mod powers;
mod scene;

use cutfirst::game::{Game, MAX_PLAYERS, Outcome, Player};
use cutfirst::ordering::MovePrior;
use cutfirst::powers::LearnedPrior;
use cutfirst::search::Combine;
use cutfirst::zobrist;

use crate::board_game::{
    BoardGame, BoardPowers, Choice, EvaluationVisitor, GameInfo, RuleOption, Values, compiled_here,
};
use crate::setup::{Setup, SetupError};
use board::{Board, squares_of};
pub use evaluation::{Play, Territory};

const MOST_PLAYERS: usize = 4;

static OWNER_KEY: [u64; MOST_PLAYERS * 64] = zobrist::table(400);
static TURN_KEY: [u64; MOST_PLAYERS] = zobrist::table(401);

/// A position of the Virus Game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Virus {
    /// The squares of each player, pairwise disjoint; empty for seats that do not exist.
    owned: [u64; MOST_PLAYERS],
    key: u64,
    turn: Player,
    players: u8,
    board: Board,
    /// Whether the infected square may be the mover's own.
    own_targets: bool,
    /// Whether a full board ends the game.
    ends_full: bool,
}

/// An infection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    target: u8,
    /// Squares that were not the mover's before.
    gained: u8,
    /// Those of them that were somebody else's.
    captured: u8,
    /// Whether somebody loses his last square.
    eliminates: bool,
}

/// What a move overwrites.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    owned: [u64; MOST_PLAYERS],
    key: u64,
    turn: Player,
}

impl Virus {
    /// One square for each player and the first to move.
    fn with_starts(starts: &[u8], board: Board, own_targets: bool, ends_full: bool) -> Self {
        let mut owned = [0; MOST_PLAYERS];
        for (squares, start) in owned.iter_mut().zip(starts) {
            *squares = 1 << start;
        }
        let players = starts.len() as u8;
        Self { owned, key: 0, turn: Player(0), players, board, own_targets, ends_full }.with_key()
    }

    /// The same position with its key built from scratch.
    fn with_key(mut self) -> Self {
        self.key = TURN_KEY[self.turn.index()];
        for owner in 0..MOST_PLAYERS {
            self.key ^= key_of(owner, self.owned[owner]);
        }
        self
    }

    /// The squares of a player, one bit each, eight to a row.
    #[inline]
    fn squares(&self, player: Player) -> u64 {
        self.owned[player.index()]
    }

    /// The squares that anybody owns.
    #[inline]
    fn infected(&self) -> u64 {
        self.owned[0] | self.owned[1] | self.owned[2] | self.owned[3]
    }

    #[inline]
    fn is_over(&self) -> bool {
        let owners: u32 = self.owned.iter().map(|&squares| u32::from(squares != 0)).sum();
        owners < 2 || self.ends_full && self.infected() == self.board.squares()
    }

    /// The squares that `player` may infect, whether or not the game is over.
    #[inline]
    fn targets(&self, player: Player) -> u64 {
        let own = self.squares(player);
        let near = self.board.neighbours(own);
        if self.own_targets { near } else { near & !own }
    }

    /// The move of the player to move that infects `target`.
    #[inline]
    fn infection(&self, target: u8) -> Move {
        let area = self.board.closed(target);
        let gained = area & !self.squares(self.turn);
        let captured = gained & self.infected();
        let eliminates =
            captured != 0 && self.owned.iter().any(|&squares| squares != 0 && squares & !captured == 0);
        Move { target, gained: gained.count_ones() as u8, captured: captured.count_ones() as u8, eliminates }
    }

    /// Everybody's squares after a move, unless somebody is out by it or the game over.
    #[inline]
    fn owned_after(&self, mv: Move) -> Option<[u64; MOST_PLAYERS]> {
        if mv.eliminates {
            return None;
        }
        let gained = self.board.closed(mv.target);
        if self.ends_full && self.infected() | gained == self.board.squares() {
            return None;
        }
        let [a, b, c, d] = self.owned;
        let mut owned = [a & !gained, b & !gained, c & !gained, d & !gained];
        owned[self.turn.index() & 3] |= self.owned[self.turn.index() & 3] | gained;
        Some(owned)
    }

    /// The seat after `player` that still has squares, `player` himself if there is no other.
    #[inline]
    fn next_alive(&self, player: Player) -> Player {
        let mut next = player.next(self.players());
        while next != player && self.squares(next) == 0 {
            next = next.next(self.players());
        }
        next
    }
}

#[inline]
fn key_of(owner: usize, squares: u64) -> u64 {
    squares_of(squares).fold(0, |key, square| key ^ OWNER_KEY[owner * 64 + usize::from(square)])
}

impl Game for Virus {
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
        if !self.is_over() {
            for target in squares_of(self.targets(self.turn)) {
                out.push(self.infection(target));
            }
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { owned: self.owned, key: self.key, turn: self.turn };
        let mover = self.turn.index();
        let gained = self.board.closed(mv.target) & !self.owned[mover];
        self.key ^= key_of(mover, gained);
        for owner in 0..MOST_PLAYERS {
            let lost = self.owned[owner] & gained;
            self.key ^= key_of(owner, lost);
            self.owned[owner] ^= lost;
        }
        self.owned[mover] |= gained;
        self.turn = self.next_alive(self.turn);
        self.key ^= TURN_KEY[mover] ^ TURN_KEY[self.turn.index()];
        undo
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, undo: Undo) {
        self.owned = undo.owned;
        self.key = undo.key;
        self.turn = undo.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let players = self.players();
        let most = self.owned.iter().map(|squares| squares.count_ones()).max();
        let is_winner = |player: Player| Some(self.squares(player).count_ones()) == most;
        let winners = Player::all(players).filter(|&player| is_winner(player)).count();
        let mut results = [0; MAX_PLAYERS];
        for player in Player::all(players) {
            results[player.index()] =
                if is_winner(player) { (players - winners) as i16 } else { -(winners as i16) };
        }
        Some(Outcome::new(&results[..players]))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        self.board.index(mv.target)
    }

    #[inline]
    fn slots(&self) -> usize {
        self.board.size() * self.board.size()
    }

    #[inline]
    fn count_moves(&self, _scratch: &mut Vec<Move>) -> u64 {
        if self.is_over() { 0 } else { u64::from(self.targets(self.turn).count_ones()) }
    }
}

impl LearnedPrior for Virus {
    fn prior(&self) -> Option<MovePrior> {
        crate::learned::prior(self)
    }
}

impl BoardGame for Virus {
    const INFO: GameInfo = GameInfo {
        name: "virus",
        about: "Virus Game: infect a square and its neighbours, be the last owner on the board",
        players: &[2, 3, 4],
        default_players: 4,
        variants: &[],
        options: &[
            RuleOption {
                key: "size",
                values: Values::Number(3, board::LARGEST as u32),
                default: "5",
                about: "side of the board",
            },
            RuleOption {
                key: "adjacency",
                values: Values::Words(&["4", "8"]),
                default: "4",
                about: "neighbours by edge (4), or by edge or corner (8)",
            },
            RuleOption {
                key: "target",
                values: Values::Words(&["other", "any"]),
                default: "other",
                about: "infect only squares that are not one's own (other), or own ones too (any)",
            },
            RuleOption {
                key: "starts",
                values: Values::Text,
                default: CORNERS,
                about: "start squares in turn order, such as a1/e5, or the corners",
            },
            RuleOption {
                key: "end",
                values: Values::Words(&["last", "full"]),
                default: "last",
                about: "the last owner wins (last), or also most squares on a full board (full)",
            },
        ],
        for_people: |_| "end=full",
        evaluations: &[
            Choice { name: "territory", about: "own squares" },
            Choice {
                name: "play",
                about: "squares, their safety, the worst loss to one move, opponents out",
            },
        ],
        learned: false,
        plays_with: "play",
        order: "tt+gravity:prior",
        combine: Combine::Difference,
    };

    const PRIORS: &'static [&'static [u8]] = &[
        include_bytes!("../../priors/virus-2.safetensors"),
        include_bytes!("../../priors/virus-3.safetensors"),
        include_bytes!("../../priors/virus-4.safetensors"),
    ];

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let board = Board::new(setup.number("size") as usize, setup.option("adjacency") == "8");
        let starts = match setup.option("starts") {
            CORNERS => corners(board, setup.players()),
            squares => read_starts(board, setup.players(), squares)?,
        };
        Ok(Self::with_starts(&starts, board, setup.option("target") == "any", setup.option("end") == "full"))
    }

    fn with_evaluation<V: EvaluationVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, SetupError> {
        match name {
            "territory" => Ok(visitor.visit(Territory)),
            "play" => Ok(visitor.visit(Play)),
            _ => {
                let known = Self::INFO.evaluations.iter().map(|evaluation| evaluation.name);
                Err(SetupError::unknown("virus evaluation", name, known))
            }
        }
    }

    compiled_here!("play" is Play);
}

const CORNERS: &str = "corners";

fn corners(board: Board, players: usize) -> Vec<u8> {
    let far = board.size() - 1;
    let corners: &[(usize, usize)] = match players {
        2 => &[(0, 0), (far, far)],
        3 => &[(0, 0), (far, far), (0, far)],
        _ => &[(0, 0), (0, far), (far, far), (far, 0)],
    };
    corners.iter().filter_map(|&(file, rank)| board.square(file, rank)).collect()
}

fn read_starts(board: Board, players: usize, text: &str) -> Result<Vec<u8>, SetupError> {
    let last = Board::name(board.square(board.size() - 1, board.size() - 1).unwrap_or(0));
    let wrong = |what: String| {
        SetupError::new(format!(
            "{what} in 'starts'; it takes {players} different squares from a1 to {last} joined by '/', or {CORNERS}"
        ))
    };
    let mut starts = Vec::new();
    for name in text.split('/') {
        let quoted = cutfirst::notation::excerpt(name).escape_debug().to_string();
        let square = board.parse(name).ok_or_else(|| wrong(format!("no square '{quoted}'")))?;
        if starts.contains(&square) {
            return Err(wrong(format!("'{quoted}' twice")));
        }
        starts.push(square);
    }
    if starts.len() != players {
        return Err(wrong(format!("{} squares", starts.len())));
    }
    Ok(starts)
}

#[cfg(test)]
mod tests;
