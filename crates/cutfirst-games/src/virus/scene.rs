//! How the Virus Game is drawn: squares from `a1` at the bottom left.

use cutfirst::game::{Game, Player};

use super::board::{Board, squares_of};
use super::{Move, Virus};
use crate::scene::{Drawn, Geometry, Kind, Occupied, Place, Scene};

impl Drawn for Virus {
    fn scene(&self) -> Scene {
        let owned = |player| {
            squares_of(self.squares(player)).map(move |square| Occupied::single(Board::name(square), player))
        };
        Scene { cells: Player::all(self.players()).flat_map(owned).collect(), ..Scene::default() }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![Board::name(mv.target)]
    }

    fn geometry(&self) -> Geometry {
        let top = self.board.size() as u8 - 1;
        let place =
            |square: u8| Place::new(Board::name(square), f64::from(square % 8), f64::from(top - square / 8));
        Geometry { kind: Kind::Square, cells: squares_of(self.board.squares()).map(place).collect() }
    }

    /// Squares.
    fn tally(&self) -> Vec<i32> {
        Player::all(self.players()).map(|player| self.squares(player).count_ones() as i32).collect()
    }
}
