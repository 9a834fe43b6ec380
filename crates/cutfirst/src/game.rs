//! What every search needs to know about a game.

use std::fmt;

use crate::powers::Powers;

/// The most players a game can have.
pub const MAX_PLAYERS: usize = 6;

/// A seat at the table, counted from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an index into tables of players.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one among `players` seats.
    #[inline]
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 + 1;
        Self(if next as usize == players { 0 } else { next })
    }

    /// The seat before this one among `players` seats.
    #[inline]
    #[must_use]
    pub const fn previous(self, players: usize) -> Self {
        Self(if self.0 == 0 { players as u8 - 1 } else { self.0 - 1 })
    }

    /// All seats of a game with `players` players, in turn order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..players as u8).map(Self)
    }
}

/// People count seats from 1.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0 + 1)
    }
}

/// How a finished game ended: one result per player, positive for a win, negative for a loss,
/// zero for a draw. The size is the game's own measure (Othello: the disc difference); games that
/// only know winning give the winner one point for each opponent, and each opponent minus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    results: [i16; MAX_PLAYERS],
    players: u8,
}

impl Outcome {
    /// One result per player.
    ///
    /// # Panics
    /// If there are more than [`MAX_PLAYERS`] results.
    #[must_use]
    pub fn new(results: &[i16]) -> Self {
        let mut all = [0; MAX_PLAYERS];
        all[..results.len()].copy_from_slice(results);
        Self { results: all, players: results.len() as u8 }
    }

    /// `winner` has beaten everybody else.
    #[must_use]
    pub fn win(players: usize, winner: Player) -> Self {
        let mut results = [-1; MAX_PLAYERS];
        results[winner.index()] = players as i16 - 1;
        Self::new(&results[..players])
    }

    /// Nobody has won.
    #[must_use]
    pub fn draw(players: usize) -> Self {
        Self::new(&[0; MAX_PLAYERS][..players])
    }

    /// The result of one player.
    #[inline]
    #[must_use]
    pub fn result(&self, player: Player) -> i16 {
        self.results[player.index()]
    }

    /// The results of all players, in turn order.
    #[must_use]
    pub fn results(&self) -> &[i16] {
        &self.results[..usize::from(self.players)]
    }
}

/// A position of a deterministic game with perfect information; the position *is* the type.
///
/// The rules live here, and nothing else: repetition, ply caps and other ways to end a game that
/// could go on for ever belong to whoever plays it, never to the position or its key.
///
/// Contract (checked by [`crate::testkit`]):
/// - [`moves`](Self::moves) pushes nothing exactly if [`outcome`](Self::outcome) is `Some`.
///   A game in which a player can be stuck either pushes an explicit pass or skips the player
///   inside [`make`](Self::make).
/// - [`unmake`](Self::unmake) restores the position exactly, key included.
/// - Two positions with equal [`key`](Self::key) have the same future: the key covers the board, the
///   player to move, reserves, captured pieces, and whatever else the rules look at.
/// - [`slot`](Self::slot) is below [`slots`](Self::slots) for every legal move.
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// A complete turn of one player.
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// What [`unmake`](Self::unmake) needs to take a move back.
    type Undo;
    /// Which optional powers the game has: [`NoPowers`](crate::powers::NoPowers),
    /// [`BestReplyPowers`](crate::powers::BestReplyPowers), [`AllPowers`](crate::powers::AllPowers)
    /// or a type of your own. Naming one whose traits the game lacks does not compile.
    type Powers: Powers<Self>;

    /// Whether a position can come back in the course of a game. A game in which every move is a step that nothing undoes,
    /// such as a disc that stays on the board, may say no, which spares the searches to look for it.
    const CAN_REPEAT: bool = true;

    /// How many players started the game, at most [`MAX_PLAYERS`]. Never changes during a game.
    fn players(&self) -> usize;

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// Pushes every legal move of the player to move, in a fixed documented order, without
    /// touching what `out` already holds.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Pushes the first of the [moves](Self::moves), and tells whether they are all. Override it where a few come much
    /// cheaper than all: searches that try moves as they are generated rarely get far. There has to be one if there is any.
    #[inline]
    fn first_moves(&self, out: &mut Vec<Self::Move>) -> bool {
        self.moves(out);
        true
    }

    /// Plays a legal move. What happens on an illegal one is up to the game, short of undefined
    /// behaviour; use [`play`](Self::play) for moves from outside.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A 64-bit hash of the position, kept up to date by make and unmake.
    fn key(&self) -> u64;

    /// A dense identity of a move for tables and lists, such as from-square × to-square. Moves that
    /// mean the same in different positions share a slot; a slot may hold several legal moves.
    fn slot(&self, mv: Self::Move) -> usize;

    /// How many slots there are. Never changes during a game.
    fn slots(&self) -> usize;

    /// How many legal moves there are. Override it where counting is cheaper than generating.
    /// `scratch` is working space; it is left as it was found.
    fn count_moves(&self, scratch: &mut Vec<Self::Move>) -> u64 {
        let start = scratch.len();
        self.moves(scratch);
        let count = scratch.len() - start;
        scratch.truncate(start);
        count as u64
    }

    /// Plays a move from outside: legal or refused.
    ///
    /// # Errors
    /// If the move is not legal in this position, which then stays as it was.
    fn play(&mut self, mv: Self::Move) -> Result<Self::Undo, IllegalMove<Self::Move>> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        if legal.contains(&mv) { Ok(self.make(mv)) } else { Err(IllegalMove(mv)) }
    }
}

/// A move that is not legal in the position it was played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a legal move here")]
pub struct IllegalMove<M: fmt::Debug>(pub M);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
        assert_eq!(Player(2).next(3), Player(0));
        assert_eq!(Player(0).previous(3), Player(2));
        assert_eq!(Player::all(3).map(Player::index).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn results_of_a_win_sum_to_zero() {
        let outcome = Outcome::win(4, Player(2));
        assert_eq!(outcome.results(), [-1, -1, 3, -1]);
        assert_eq!(Outcome::draw(3).results(), [0, 0, 0]);
    }
}
