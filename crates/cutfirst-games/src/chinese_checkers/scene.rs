//! How Chinese Checkers is drawn: the holes `0` to `120` of the star, row by row from the north tip.

use cutfirst::game::{Game, Player};

use super::star::{COORDINATES, HOLES, POINT, holes_of};
use super::{ChineseCheckers, Move};
use crate::scene::{Drawn, Geometry, Kind, Occupied, Place, ROW_HEIGHT, Scene};

impl Drawn for ChineseCheckers {
    fn scene(&self) -> Scene {
        let pieces = |player| {
            holes_of(self.pieces(player)).map(move |hole| Occupied::single(hole.to_string(), player))
        };
        Scene { cells: Player::all(self.players()).flat_map(pieces).collect(), ..Scene::default() }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        if mv.is_pass() { Vec::new() } else { vec![mv.from.to_string(), mv.to.to_string()] }
    }

    fn geometry(&self) -> Geometry {
        let seat_at = |hole: usize, point: fn(&Self, Player) -> usize| {
            let mut seats = Player::all(self.players());
            seats.find(|&player| POINT[point(self, player)] >> hole & 1 != 0).map(|player| player.0)
        };
        let place = |hole: usize| {
            let (row, column) = COORDINATES[hole];
            Place {
                cell: hole.to_string(),
                x: f64::from(column) / 2.0,
                y: f64::from(row) * ROW_HEIGHT,
                home: seat_at(hole, Self::home),
                target: seat_at(hole, Self::target),
            }
        };
        Geometry { kind: Kind::Star, cells: (0..HOLES).map(place).collect() }
    }

    /// Pieces that have arrived.
    fn tally(&self) -> Vec<i32> {
        let arrived = |player| (self.pieces(player) & POINT[self.target(player)]).count_ones() as i32;
        Player::all(self.players()).map(arrived).collect()
    }
}
