//! How checkers is drawn: the dark squares `1` to `32`, Black's side on top.

use cutfirst::game::Player;
use cutfirst::notation::Notation;

use super::board::bit;
use super::{Checkers, Move};
use crate::scene::{Drawn, Geometry, Kind, Occupied, Place, Scene, black_or_white};

impl Drawn for Checkers {
    fn scene(&self) -> Scene {
        let piece = |square: usize| {
            let side = self.pieces.iter().position(|pieces| pieces & bit(square) != 0)?;
            let king = self.kings & bit(square) != 0;
            Some(Occupied { cell: (square + 1).to_string(), stack: vec![side as u8], king })
        };
        Scene { cells: (0..32).filter_map(piece).collect(), ..Scene::default() }
    }

    /// Every square that the piece touches.
    fn path(&self, mv: Move) -> Vec<String> {
        self.move_text(mv).split(['-', 'x']).map(str::to_owned).collect()
    }

    fn geometry(&self) -> Geometry {
        let place = |square: u32| {
            let row = square / 4;
            let column = 2 * (square % 4) + u32::from(row.is_multiple_of(2));
            Place::new((square + 1).to_string(), f64::from(column), f64::from(row))
        };
        Geometry { kind: Kind::DarkSquare, cells: (0..32).map(place).collect() }
    }

    /// Pieces.
    fn tally(&self) -> Vec<i32> {
        self.pieces.map(|pieces| pieces.count_ones() as i32).to_vec()
    }

    fn seat_name(&self, player: Player) -> String {
        black_or_white(player)
    }
}
