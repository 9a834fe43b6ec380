//! Focus (Sid Sackson, 1963), also sold as Domination, for two, three or four players.
//!
//! # Rules in short
//! The board is 8×8 without three cells in every corner: 52 cells, columns a–h, rows 1–8. A cell
//! holds up to five pieces, and the top one says who owns the stack. A turn is one of
//! - a **stack move**: lift the top k pieces of an own stack and put them exactly k cells away in a
//!   straight line, whatever lies between (`c3-c5`), or
//! - a **reserve move**: put one piece of the own reserve on any cell (`+c5`).
//!
//! Pieces land on top of what is there. If more than five are then in the cell, the bottom ones
//! leave: the mover's own into his reserve, all others are captured by him.
//!
//! A player without a move is skipped, and comes back if a stack of his is uncovered. The game
//! ends when nobody but the last mover can move: the last mover wins.
//!
//! # Variants and options
//! - `split` (Sackson): 1 ≤ k ≤ height. `whole`: k is the height, the stack moves as a whole; a
//!   stack of five on d4, d5, e4 or e5 then has no move.
//! - `hand` (three players only), the thirteenth piece of each player. `forced`: a player who still
//!   holds it must put it on an empty cell, and has no other move; 39 pieces always leave cells
//!   empty. `reserve`: it is an ordinary reserve piece. `none`: everybody has twelve pieces.
//! - `captures=N`: whoever has captured N opposing pieces first wins at once. 0: only the end by
//!   immobility counts.
//!
//! # How a position says that it is over
//! There is no mark of a winner. After a move the turn goes to the next player who can move, and if
//! there is none but the mover, it goes to the seat after him, who is stuck. So the game is over
//! if the player to move is stuck and nobody except the seat before him can move; that seat
//! has won.
//!
//! # Order of generation
//! Stack moves by origin (c1 d1 e1 f1 b2 … f8), then by k, then north, east, south, west; then
//! reserve moves by cell in the same order.
//!
//! # Slots
//! 0 to 567: the stack moves that the board's shape allows, (origin, k, direction) in the order of
//! generation; c1-c2 is 0. 568 to 619: a piece put on the cell `slot - 568`, from the reserve or the
//! hand. The mover is not part of a slot, and no two legal moves share one.
//!
//! # Key
//! One constant for each (cell, whole content of its stack), one for all reserves and captures
//! together, one for who still holds a hand piece, one for the player to move.

mod board;
mod cells;
mod evaluation;
mod generate;
mod moves;
mod notation;
mod rules;
mod scene;
mod stack;
mod tallies;

use std::fmt;

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::notation::Notation;
use cutfirst::powers::OutOfTurn;
use cutfirst::zobrist::{mix, table};

use crate::board_game::BoardPowers;
use board::{ALL, CELLS, MOBILITY, STEPS};
use rules::Rules;
use stack::Stack;
use tallies::{Mobility, Tallies};

pub use evaluation::{Control, Play};
pub use moves::FocusMove;

/// The most seats Focus has.
const SEATS: usize = 4;

/// A position of Focus.
#[derive(Clone, PartialEq, Eq)]
pub struct Focus {
    stacks: [Stack; CELLS],
    /// The cells whose top piece is the player's.
    owned: [u64; SEATS],
    mobility: Mobility,
    tallies: Tallies,
    /// The players who still hold a piece that they must place, one bit each.
    hands: u8,
    turn: Player,
    rules: Rules,
    key: u64,
}

/// What a move of [`Focus`] destroys.
#[derive(Clone, Debug)]
pub struct FocusUndo {
    owned: [u64; SEATS],
    key: u64,
    mobility: Mobility,
    tallies: Tallies,
    from: Stack,
    to: Stack,
    hands: u8,
    turn: Player,
}

/// What is different after a move.
#[derive(Clone, Copy, Debug)]
struct Effect {
    /// What is left of the stack that was moved; of no meaning for a placement.
    from: Stack,
    /// The target's stack.
    to: Stack,
    tallies: Tallies,
    hands: u8,
}

/// Constants of the key. Those of stacks (stream 300) and tallies (301) are computed when needed: as
/// tables they would not fit into the cache.
static HANDS_KEYS: [u64; 1 << SEATS] = table(302);
static TURN_KEYS: [u64; SEATS] = table(303);

#[inline]
const fn stack_key(cell: usize, stack: Stack) -> u64 {
    const STREAM: u64 = mix(300);
    mix(STREAM ^ ((cell as u64) << 11 | stack.index()))
}

#[inline]
const fn tally_key(tallies: Tallies) -> u64 {
    const STREAM: u64 = mix(301);
    mix(STREAM ^ tallies.index())
}

const EMPTY_BOARD_KEY: u64 = {
    let mut key = 0;
    let mut cell = 0;
    while cell < CELLS {
        key ^= stack_key(cell, Stack::EMPTY);
        cell += 1;
    }
    key
};

impl Focus {
    /// A board without pieces; player 0 is to move.
    fn empty(rules: Rules) -> Self {
        let none = Tallies::default();
        Self {
            stacks: [Stack::EMPTY; CELLS],
            owned: [0; SEATS],
            mobility: Mobility::default(),
            tallies: none,
            hands: 0,
            turn: Player(0),
            rules,
            key: EMPTY_BOARD_KEY ^ tally_key(none) ^ HANDS_KEYS[0] ^ TURN_KEYS[0],
        }
    }

    /// Replaces the content of a cell, and brings up to date what depends on it.
    #[inline]
    fn set_stack(&mut self, cell: usize, new: Stack) {
        let old = self.stacks[cell];
        let mobility = &MOBILITY[usize::from(self.rules.whole)][cell];
        let bit = 1 << cell;
        // An empty stack has an arbitrary owner, to whom it adds and from whom it takes nothing.
        self.owned[old.top()] &= !bit;
        self.owned[new.top()] |= if new.is_empty() { 0 } else { bit };
        self.mobility.subtract(old.top(), mobility[old.height()]);
        self.mobility.add(new.top(), mobility[new.height()]);
        self.key ^= stack_key(cell, old) ^ stack_key(cell, new);
        self.stacks[cell] = new;
    }

    #[inline]
    fn set_tallies(&mut self, tallies: Tallies) {
        self.key ^= tally_key(self.tallies) ^ tally_key(tallies);
        self.tallies = tallies;
    }

    #[inline]
    fn set_hands(&mut self, hands: u8) {
        self.key ^= HANDS_KEYS[usize::from(self.hands)] ^ HANDS_KEYS[usize::from(hands)];
        self.hands = hands;
    }

    /// The cells without a piece.
    #[inline]
    fn empty_cells(&self) -> u64 {
        !self.owned.iter().fold(0, |all, owned| all | owned) & ALL
    }

    /// Whether the player holds a piece that he must place before anything else.
    #[inline]
    fn must_place(&self, player: Player) -> bool {
        self.hands >> player.0 & 1 != 0
    }

    /// Whether the player would have a move if it were his turn and nobody had won by captures.
    #[inline]
    fn can_move(&self, player: Player) -> bool {
        let seat = player.index();
        self.mobility.of(seat) != 0 || self.tallies.reserve(seat) != 0 || self.must_place(player)
    }

    /// Whether somebody has captured as many pieces as are needed to win.
    #[inline]
    fn won_by_captures(&self) -> bool {
        let needed = self.rules.captures;
        needed != 0 && self.tallies.any_captured(needed)
    }

    /// The player whose turn it is after `mover`'s.
    #[inline]
    fn turn_after(&self, mover: Player) -> Player {
        let players = self.rules.players();
        let first = mover.next(players);
        if players == 2 || self.can_move(first) {
            return first;
        }
        let mut player = first.next(players);
        while player != mover {
            if self.can_move(player) {
                return player;
            }
            player = player.next(players);
        }
        first
    }

    /// What a move of the player to move leads to.
    #[inline]
    fn effect(&self, mv: FocusMove) -> Effect {
        let seat = self.turn.index();
        let (from, to) = (self.stacks[mv.from()], self.stacks[mv.to()]);
        let (mut tallies, mut hands) = (self.tallies, self.hands);
        let (covered, removed) = if mv.is_placement() {
            if self.must_place(self.turn) {
                hands &= !(1 << seat);
            } else {
                tallies = tallies.spend(seat);
            }
            to.covered_by(Stack::single(seat), 1)
        } else {
            to.covered_by(from, mv.lifted())
        };
        if !removed.is_nothing() {
            let (own, foreign) = removed.own_and_foreign(seat);
            tallies = tallies.gain(seat, own, foreign);
        }
        Effect { from: from.without(mv.lifted()), to: covered, tallies, hands }
    }

    /// Whether nobody but the seat before the player to move can move.
    #[inline]
    fn won_by_immobility(&self) -> bool {
        if self.can_move(self.turn) {
            return false;
        }
        let players = self.rules.players();
        let last = self.turn.previous(players);
        !Player::all(players).any(|player| player != last && self.can_move(player))
    }
}

impl Game for Focus {
    type Move = FocusMove;
    type Undo = FocusUndo;
    type Powers = BoardPowers;

    #[inline]
    fn players(&self) -> usize {
        self.rules.players()
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn
    }

    fn moves(&self, out: &mut Vec<FocusMove>) {
        self.generate::<false>(out);
    }

    #[inline]
    fn make(&mut self, mv: FocusMove) -> FocusUndo {
        let (from, to) = (mv.from(), mv.to());
        let undo = FocusUndo {
            owned: self.owned,
            key: self.key,
            mobility: self.mobility,
            tallies: self.tallies,
            from: self.stacks[from],
            to: self.stacks[to],
            hands: self.hands,
            turn: self.turn,
        };
        let mover = self.turn;
        let effect = self.effect(mv);
        if !mv.is_placement() {
            self.set_stack(from, effect.from);
        }
        self.set_stack(to, effect.to);
        if effect.hands != self.hands {
            self.set_hands(effect.hands);
        }
        if effect.tallies != self.tallies {
            self.set_tallies(effect.tallies);
        }
        self.set_turn(self.turn_after(mover));
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: FocusMove, undo: FocusUndo) {
        self.stacks[mv.from()] = undo.from;
        self.stacks[mv.to()] = undo.to;
        self.owned = undo.owned;
        self.key = undo.key;
        self.mobility = undo.mobility;
        self.tallies = undo.tallies;
        self.hands = undo.hands;
        self.turn = undo.turn;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let players = self.rules.players();
        if self.won_by_captures() {
            let winner =
                Player::all(players).find(|p| self.tallies.captured(p.index()) >= self.rules.captures)?;
            return Some(Outcome::win(players, winner));
        }
        self.won_by_immobility().then(|| Outcome::win(players, self.turn.previous(players)))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn slot(&self, mv: FocusMove) -> usize {
        mv.slot()
    }

    #[inline]
    fn slots(&self) -> usize {
        STEPS + CELLS
    }

    #[inline]
    fn count_moves(&self, _scratch: &mut Vec<FocusMove>) -> u64 {
        self.move_count()
    }
}

impl OutOfTurn for Focus {
    #[inline]
    fn set_turn(&mut self, player: Player) {
        self.key ^= TURN_KEYS[self.turn.index()] ^ TURN_KEYS[player.index()];
        self.turn = player;
    }
}

/// The position's text says more than its fields; the key helps to find a faulty one.
impl fmt::Debug for Focus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Focus '{}' key {:016x} mobility {:?}", self.position_text(), self.key, self.mobility)
    }
}

#[cfg(test)]
mod tests;
