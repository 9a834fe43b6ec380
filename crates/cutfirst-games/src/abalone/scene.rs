//! How Abalone is drawn: the hexagon of cells `A1` to `I9`, row I on top.

use cutfirst::game::Player;

use super::board::{BOARD, ahead, cells_in_row_order, coordinates, has};
use super::notation::cell_name;
use super::{Abalone, Move};
use crate::scene::{Drawn, Geometry, Kind, Occupied, Place, ROW_HEIGHT, Scene, black_or_white};

impl Drawn for Abalone {
    fn scene(&self) -> Scene {
        let marble = |cell: usize| {
            let side = self.marbles.iter().position(|&marbles| has(marbles, cell))?;
            Some(Occupied::single(cell_name(cell), Player(side as u8)))
        };
        Scene {
            cells: cells_in_row_order(BOARD).filter_map(marble).collect(),
            ejected: Some(self.lost.map(u32::from).to_vec()),
            ..Scene::default()
        }
    }

    /// Inline: from and to of the rear marble. Broadside: both ends, and where the first one goes.
    fn path(&self, mv: Move) -> Vec<String> {
        let mut path = vec![cell_name(mv.cell())];
        if mv.is_broadside() {
            path.push(cell_name(ahead(mv.cell(), mv.line(), mv.marbles() - 1)));
        }
        path.push(cell_name(ahead(mv.cell(), mv.direction(), 1)));
        path
    }

    fn geometry(&self) -> Geometry {
        let place = |cell: usize| {
            let (row, diagonal) = coordinates(cell);
            let (row, diagonal) = (f64::from(row), f64::from(diagonal));
            Place::new(cell_name(cell), diagonal - row / 2.0 + 2.0, (8.0 - row) * ROW_HEIGHT)
        };
        Geometry { kind: Kind::Hex, cells: cells_in_row_order(BOARD).map(place).collect() }
    }

    /// Marbles that a player has ejected.
    fn tally(&self) -> Vec<i32> {
        let [black, white] = self.lost.map(i32::from);
        vec![white, black]
    }

    fn seat_name(&self, player: Player) -> String {
        black_or_white(player)
    }
}
