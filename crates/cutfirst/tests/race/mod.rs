//! A small race for two to six players: each turn a player steps 1, 2 or 3, a player who lands on
//! another sends him back by 2, and an exact 3 earns another turn. First to reach the end wins. It has
//! extra turns and interaction, which is what searches get wrong.

use cutfirst::evaluation::{Bounds, Evaluation};
use cutfirst::game::{Game, MAX_PLAYERS, Outcome, Player};
use cutfirst::powers::{BestReplyPowers, OutOfTurn};
use cutfirst::zobrist;

const END: u8 = 12;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Race {
    places: [u8; MAX_PLAYERS],
    players: usize,
    to_move: Player,
    /// Faults to be found by the engine.
    pub(crate) forget_to_restore: bool,
    pub(crate) moves_after_the_end: bool,
    pub(crate) stuck: bool,
}

impl Race {
    pub(crate) fn new(players: usize) -> Self {
        Self {
            places: [0; MAX_PLAYERS],
            players,
            to_move: Player(0),
            forget_to_restore: false,
            moves_after_the_end: false,
            stuck: false,
        }
    }
}

impl Game for Race {
    type Move = u8;
    type Undo = ([u8; MAX_PLAYERS], Player);
    type Powers = BestReplyPowers;

    fn players(&self) -> usize {
        self.players
    }
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if (self.outcome().is_none() || self.moves_after_the_end) && !self.stuck {
            out.extend(0..3);
        }
    }
    fn make(&mut self, mv: u8) -> Self::Undo {
        let undo = (self.places, self.to_move);
        let mover = self.to_move.index();
        self.places[mover] += mv + 1;
        let place = self.places[mover];
        for (other, at) in self.places[..self.players].iter_mut().enumerate() {
            if other != mover && *at == place {
                *at = at.saturating_sub(2);
            }
        }
        if place % 5 != 3 {
            self.to_move = self.to_move.next(self.players);
        }
        undo
    }
    fn unmake(&mut self, _mv: u8, undo: Self::Undo) {
        if !self.forget_to_restore {
            self.places = undo.0;
        }
        self.to_move = undo.1;
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::all(self.players).find(|player| self.places[player.index()] >= END)?;
        Some(Outcome::win(self.players, winner))
    }
    fn key(&self) -> u64 {
        let places = self.places.iter().fold(0, |key, &place| zobrist::mix(key ^ u64::from(place)));
        zobrist::mix(places ^ u64::from(self.to_move.0))
    }
    fn slot(&self, mv: u8) -> usize {
        usize::from(mv)
    }
    fn slots(&self) -> usize {
        3
    }
}

impl OutOfTurn for Race {
    fn set_turn(&mut self, player: Player) {
        self.to_move = player;
    }
}

/// How far a player has come, squared so that few positions are equal.
#[derive(Clone)]
pub(crate) struct Lead;

impl Evaluation<Race> for Lead {
    type Accumulator = ();

    fn bounds(&self, game: &Race) -> Option<Bounds> {
        let most = i32::from(END).pow(2);
        Some(Bounds { least: 0, most, total: most * game.players as i32 })
    }

    fn evaluate(&self, game: &Race, (): &(), player: Player) -> i32 {
        i32::from(game.places[player.index()]).pow(2)
    }
}
