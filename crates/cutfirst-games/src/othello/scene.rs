//! How Othello is drawn: squares `a1` to `h8`, row 1 on top.

use cutfirst::game::{Outcome, Player};

use super::notation::write_move;
use super::{BLACK, Move, Othello, WHITE};
use crate::scene::{Drawn, Geometry, Kind, Occupied, Place, Scene, black_or_white};

impl Drawn for Othello {
    fn scene(&self) -> Scene {
        let owner = |square: u8| [BLACK, WHITE].into_iter().find(|&p| self.discs(p) >> square & 1 != 0);
        let cells =
            (0..64).filter_map(|square| Some(Occupied::single(write_move(Move(square)), owner(square)?)));
        Scene { cells: cells.collect(), ..Scene::default() }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        if mv == Move::PASS { Vec::new() } else { vec![write_move(mv)] }
    }

    fn geometry(&self) -> Geometry {
        let place =
            |square: u8| Place::new(write_move(Move(square)), f64::from(square % 8), f64::from(square / 8));
        Geometry { kind: Kind::Square, cells: (0..64).map(place).collect() }
    }

    /// Discs.
    fn tally(&self) -> Vec<i32> {
        [BLACK, WHITE].map(|player| self.discs(player).count_ones() as i32).to_vec()
    }

    fn seat_name(&self, player: Player) -> String {
        black_or_white(player)
    }

    fn outcome_text(&self, outcome: &Outcome) -> String {
        let [black, white] = [BLACK, WHITE].map(|player| self.discs(player).count_ones());
        match outcome.result(BLACK) {
            0 => format!("The game is drawn, {black} to {white}."),
            1.. => format!("Black has won, {black} to {white}."),
            _ => format!("White has won, {white} to {black}."),
        }
    }
}
