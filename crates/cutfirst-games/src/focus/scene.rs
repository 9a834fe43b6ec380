//! How Focus is drawn: stacks on the cells `c1` to `f8`, row 8 on top; reserves, hands and captures
//! beside the board.

use cutfirst::game::Game;

use super::board::{CELLS, PLACES, cell_name};
use super::{Focus, FocusMove};
use crate::scene::{Drawn, Geometry, Kind, Occupied, Place, Scene};

impl Drawn for Focus {
    fn scene(&self) -> Scene {
        let stacks = (0..CELLS).filter(|&cell| !self.stacks[cell].is_empty()).map(|cell| Occupied {
            cell: cell_name(cell),
            stack: self.stacks[cell].pieces().map(|seat| seat as u8).collect(),
            king: false,
        });
        let seats = || 0..self.players();
        Scene {
            cells: stacks.collect(),
            reserves: Some(seats().map(|seat| u32::from(self.tallies.reserve(seat))).collect()),
            captured: Some(seats().map(|seat| u32::from(self.tallies.captured(seat))).collect()),
            ejected: None,
            hand: Some(seats().map(|seat| u32::from(self.hands >> seat & 1)).collect()),
        }
    }

    fn path(&self, mv: FocusMove) -> Vec<String> {
        let from = match (mv.is_placement(), self.must_place(self.turn)) {
            (false, _) => cell_name(mv.from()),
            (true, true) => "hand".to_owned(),
            (true, false) => "reserve".to_owned(),
        };
        vec![from, cell_name(mv.to())]
    }

    fn geometry(&self) -> Geometry {
        let place = |cell: usize| {
            let (column, row) = PLACES[cell];
            Place::new(cell_name(cell), f64::from(column), f64::from(7 - row))
        };
        Geometry { kind: Kind::Focus, cells: (0..CELLS).map(place).collect() }
    }

    /// Stacks that a player owns.
    fn tally(&self) -> Vec<i32> {
        self.owned[..self.players()].iter().map(|owned| owned.count_ones() as i32).collect()
    }
}
