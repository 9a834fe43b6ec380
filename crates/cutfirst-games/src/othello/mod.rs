//! Othello on 8x8 squares, for two players.
//!
//! **Rules.** Columns a to h from left to right, rows 1 to 8 from top to bottom. White starts on d4
//! and e5, Black on e4 and d5, and Black moves first. A move puts a disc on an empty square from
//! where, in at least one of eight directions, an unbroken run of opposing discs ends at a disc of
//! one's own; all such runs are turned. Who can turn nothing passes; the game is over when neither
//! side can turn anything. The result is the difference of discs, empty squares given to the winner.
//!
//! - **Passes**: a forced pass is a move and a ply.
//! - **Generation order**: by square, a1, b1 … h1, a2 … h8; a pass is alone.
//! - **Slot**: the square, a1 = 0, b1 = 1 … h8 = 63, and 64 for the pass; the mover is no part of it.
//! - **Key**: a hash of both bitboards and the side to move, worked out when asked for. A move turns
//!   so many discs at once that hashing two words costs less than updating a key disc by disc.
//! - **Captures**: taking a corner. Nothing is captured in Othello and every move turns discs, but
//!   what a corner changes cannot be undone, so quiescence looks beyond it.
//! - **Position**: 64 characters `X` (Black), `O` (White) and `-` from a1 to h8, a space, and the side
//!   to move. **Moves**: `f5`, `pass`.
//! - No variants.

mod cells;
mod classes;
pub mod evaluation;
mod features;
#[cfg(any(test, not(target_feature = "ssse3")))]
mod generate;
mod lines;
mod notation;
#[cfg(any(test, target_feature = "ssse3"))]
mod pairs;
mod rows;
mod scene;
pub mod solve;

use std::fmt;

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::ordering::MovePrior;
use cutfirst::powers::{Captures, LearnedPrior, MoveClasses, OutOfTurn, SlotMoves};
use cutfirst::search::Combine;
use cutfirst::zobrist;

use crate::board_game::{BoardGame, Choice, EvaluationVisitor, GameInfo, compiled_here};
use crate::learned::{Embedded, LEARNED};
use crate::setup::{Setup, SetupError};

// Vectors that cannot swap bytes would cost more than plain words.
#[cfg(not(target_feature = "ssse3"))]
use generate::{flipping_squares, flipping_squares_of_both, flips};
#[cfg(target_feature = "ssse3")]
use pairs::{flipping_squares, flipping_squares_of_both, flips};

/// The player who moves first, written `X`.
pub const BLACK: Player = Player(0);
/// The player who moves second, written `O`.
pub const WHITE: Player = Player(1);

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A disc put on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// The forced pass.
    pub const PASS: Self = Self(64);

    /// A disc put on a square from 0 (a1) to 63 (h8).
    #[must_use]
    pub const fn on(square: u8) -> Option<Self> {
        if square < 64 { Some(Self(square)) } else { None }
    }

    /// The square from 0 (a1) to 63 (h8), 64 for a pass; this is also the move's slot.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square as a bit, none for a pass.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        if self.0 == Self::PASS.0 { 0 } else { 1 << (self.0 & 63) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::write_move(*self))
    }
}

/// Both sides' discs before a move. To know them costs less than to turn discs back, and the next move
/// need not wait until it is known which.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    own: u64,
    other: u64,
}

/// A position: who is to move, and both sides' discs as seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Othello {
    own: u64,
    other: u64,
    to_move: Player,
}

impl Othello {
    /// The position in which every game begins.
    pub const START: Self = Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000, to_move: BLACK };

    /// Any position, from both sides' discs as bits from 0 (a1) to 63 (h8); none if a square would
    /// hold two.
    #[must_use]
    pub const fn new(black: u64, white: u64, to_move: Player) -> Option<Self> {
        match (black & white, to_move) {
            (0, BLACK) => Some(Self { own: black, other: white, to_move }),
            (0, WHITE) => Some(Self { own: white, other: black, to_move }),
            _ => None,
        }
    }

    /// The discs of the player to move.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the player who is not to move.
    #[inline]
    #[must_use]
    pub const fn other(&self) -> u64 {
        self.other
    }

    /// The discs of a player.
    #[inline]
    #[must_use]
    pub const fn discs(&self, player: Player) -> u64 {
        if player.0 == self.to_move.0 { self.own } else { self.other }
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub const fn empties(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares on which the player to move turns discs.
    #[inline]
    #[must_use]
    pub fn mobility(&self) -> u64 {
        flipping_squares(self.own, self.other)
    }

    /// The squares on which a player would turn discs if it were that player's turn.
    #[inline]
    #[must_use]
    pub fn mobility_of(&self, player: Player) -> u64 {
        let own = self.discs(player);
        flipping_squares(own, self.own ^ self.other ^ own)
    }

    /// The same for a player and for the other, which costs little more than for one.
    #[inline]
    #[must_use]
    pub fn mobilities(&self, player: Player) -> [u64; 2] {
        let own = self.discs(player);
        flipping_squares_of_both(own, self.own ^ self.other ^ own)
    }

    /// The discs that a move turns.
    #[inline]
    #[must_use]
    pub fn flips(&self, mv: Move) -> u64 {
        if mv.index() >= Move::PASS.index() { 0 } else { flips(self.own, self.other, mv.index()) }
    }

    /// The final score of the player to move if the game were over now: the difference of discs,
    /// with the empty squares given to the winner.
    #[inline]
    #[must_use]
    pub const fn final_score(&self) -> i16 {
        let own = self.own.count_ones() as i16;
        let other = self.other.count_ones() as i16;
        let difference = own - other;
        difference + difference.signum() * (64 - own - other)
    }

    /// Needed only when the player to move can turn nothing, so it stays out of the way.
    #[cold]
    #[inline(never)]
    fn other_mobility(&self) -> u64 {
        flipping_squares(self.other, self.own)
    }

    /// Whether the player to move, who turns discs on `squares`, must pass.
    #[inline]
    fn must_pass(&self, squares: u64) -> bool {
        squares == 0 && self.other_mobility() != 0
    }
}

/// Several at a time, too many at the end, so that the processor need not guess how many there are.
#[inline]
fn push_squares(mut squares: u64, out: &mut Vec<Move>) {
    const SEVERAL: usize = 8;
    let end = out.len() + squares.count_ones() as usize;
    while squares != 0 {
        out.extend_from_slice(&[Move::PASS; SEVERAL]);
        if let Some(places) = out.last_chunk_mut::<SEVERAL>() {
            for place in places {
                *place = Move(squares.trailing_zeros() as u8);
                squares &= squares.wrapping_sub(1);
            }
        }
    }
    out.truncate(end);
}

cutfirst::powers! {
    /// Every power that helps a search, and the solver of the last squares.
    pub struct OthelloPowers: OutOfTurn + SlotMoves + Captures + MoveClasses + LearnedPrior + Endgame;
}

impl Game for Othello {
    type Move = Move;
    type Undo = Undo;
    type Powers = OthelloPowers;
    // Discs stay on the board.
    const CAN_REPEAT: bool = false;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        let squares = self.mobility();
        if self.must_pass(squares) {
            out.push(Move::PASS);
        } else {
            push_squares(squares, out);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { own: self.own, other: self.other };
        let flipped = self.flips(mv);
        (self.own, self.other) = (undo.other ^ flipped, undo.own ^ flipped ^ mv.bit());
        self.to_move = Player(self.to_move.0 ^ 1);
        undo
    }

    #[inline]
    fn unmake(&mut self, _mv: Move, undo: Undo) {
        (self.own, self.other) = (undo.own, undo.other);
        self.to_move = Player(self.to_move.0 ^ 1);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.mobility() != 0 || self.other_mobility() != 0 {
            return None;
        }
        let score = self.final_score();
        Some(Outcome::new(&if self.to_move == BLACK { [score, -score] } else { [-score, score] }))
    }

    #[inline]
    fn key(&self) -> u64 {
        const KEYS: [u64; 3] = zobrist::table(100);
        let [own, other, white_to_move] = KEYS;
        let boards = zobrist::mix(self.own ^ own) ^ zobrist::mix(self.other ^ other).rotate_left(32);
        boards ^ if self.to_move == WHITE { white_to_move } else { 0 }
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.index()
    }

    #[inline]
    fn slots(&self) -> usize {
        65
    }

    #[inline]
    fn count_moves(&self, _scratch: &mut Vec<Move>) -> u64 {
        let squares = self.mobility();
        if squares == 0 { u64::from(self.must_pass(0)) } else { u64::from(squares.count_ones()) }
    }
}

impl OutOfTurn for Othello {
    #[inline]
    fn set_turn(&mut self, player: Player) {
        debug_assert!(player == BLACK || player == WHITE);
        if player != self.to_move {
            (self.own, self.other, self.to_move) = (self.other, self.own, player);
        }
    }
}

impl SlotMoves for Othello {
    #[inline]
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<Move>) {
        if slot < 64 {
            if self.empties() >> slot & 1 != 0 && flips(self.own, self.other, slot) != 0 {
                out.push(Move(slot as u8));
            }
        } else if slot == Move::PASS.index() && self.must_pass(self.mobility()) {
            out.push(Move::PASS);
        }
    }
}

/// Only taking a corner counts: see the [module](self).
impl Captures for Othello {
    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        mv.bit() & CORNERS != 0
    }

    #[inline]
    fn captures(&self, out: &mut Vec<Move>) {
        if self.empties() & CORNERS != 0 {
            push_squares(self.mobility() & CORNERS, out);
        }
    }
}

impl MoveClasses for Othello {
    const CLASSES: usize = classes::CLASSES;

    #[inline]
    fn class(&self, mv: Move) -> usize {
        classes::class(mv)
    }
}

impl LearnedPrior for Othello {
    fn prior(&self) -> Option<MovePrior> {
        crate::learned::prior(self)
    }
}

impl BoardGame for Othello {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        about: "Othello (Reversi) on 8x8 squares: turn the opponent's discs, own the most at the end",
        players: &[2],
        default_players: 2,
        variants: &[],
        options: &[],
        for_people: |_| "",
        evaluations: &[
            Choice {
                name: "discs",
                about: "number of discs; a finished game counts like any other position",
            },
            Choice { name: "mobility", about: "10 for each move that turns discs, 100 for each corner" },
            Choice {
                name: "play",
                about: "mobility, frontier, corners and what surrounds them, stable edges, parity, by phase",
            },
        ],
        learned: true,
        plays_with: "learned",
        order: "tt+gravity:prior",
        combine: Combine::Difference,
    };

    const WEIGHTS: &'static [Embedded] = &[(2, "", include_bytes!("../../weights/othello.safetensors"))];

    const PRIORS: &'static [&'static [u8]] = &[include_bytes!("../../priors/othello-2.safetensors")];

    fn start(_setup: &Setup) -> Result<Self, SetupError> {
        Ok(Self::START)
    }

    fn with_evaluation<V: EvaluationVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, SetupError> {
        match name {
            "discs" => Ok(visitor.visit(evaluation::Discs)),
            "mobility" => Ok(visitor.visit(evaluation::Mobility)),
            "play" => Ok(visitor.visit(evaluation::Play)),
            LEARNED => Ok(visitor.visit(crate::learned::embedded::<Self>())),
            _ => {
                let names = Self::INFO.evaluations.iter().map(|choice| choice.name);
                Err(SetupError::unknown("othello evaluation", name, names))
            }
        }
    }

    compiled_here!();
}

#[cfg(test)]
mod tests;
