//! What a board looks like, in the cells of the game's own notation: for pages and terminals that draw
//! any game without knowing its rules.

use cutfirst::game::{Outcome, Player};
use cutfirst::notation::Notation;
use serde::Serialize;

/// A game that can be drawn.
pub trait Drawn: Notation {
    /// What lies where.
    fn scene(&self) -> Scene;

    /// The cells that a legal move names, in the order in which a hand would touch them; empty for a pass.
    /// `reserve` and `hand` stand for where a piece comes from that is not on the board.
    fn path(&self, mv: Self::Move) -> Vec<String>;

    /// Where the cells are. The same for all positions of a game.
    fn geometry(&self) -> Geometry;

    /// What each player has to show for himself so far, in the game's own count.
    fn tally(&self) -> Vec<i32>;

    /// What the player is called.
    fn seat_name(&self, player: Player) -> String {
        format!("Player {}", player.0 + 1)
    }

    /// One sentence about how the game ended.
    fn outcome_text(&self, outcome: &Outcome) -> String {
        let winners: Vec<_> = winners(outcome).map(|player| self.seat_name(player)).collect();
        match &winners[..] {
            [] => "The game is drawn.".to_owned(),
            [one] => format!("{one} has won."),
            [several @ .., last] => format!("{} and {last} have won.", several.join(", ")),
        }
    }
}

/// The players with a positive result.
pub fn winners(outcome: &Outcome) -> impl Iterator<Item = Player> {
    Player::all(outcome.results().len()).filter(|&player| outcome.result(player) > 0)
}

/// Names for games of Black and White.
pub(crate) fn black_or_white(player: Player) -> String {
    if player == Player(0) { "Black".to_owned() } else { "White".to_owned() }
}

/// The pieces of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Scene {
    /// The occupied cells.
    pub cells: Vec<Occupied>,
    /// Pieces that each player may put back on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserves: Option<Vec<u32>>,
    /// Opposing pieces that each player has captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<Vec<u32>>,
    /// Pieces that each player has lost over the edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ejected: Option<Vec<u32>>,
    /// Pieces that each player must put on the board before anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<u32>>,
}

/// What lies on one cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Occupied {
    /// The cell's name.
    pub cell: String,
    /// The seats of the pieces from bottom to top; one piece in most games.
    pub stack: Vec<u8>,
    /// Whether it is a king.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub king: bool,
}

impl Occupied {
    /// One piece.
    pub(crate) fn single(cell: String, player: Player) -> Self {
        Self { cell, stack: vec![player.0], king: false }
    }
}

/// Where the cells of a board are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Geometry {
    /// The kind of board.
    pub kind: Kind,
    /// All cells.
    pub cells: Vec<Place>,
}

/// Kinds of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Squares, all of them in use.
    Square,
    /// The dark squares of a chequered board.
    DarkSquare,
    /// Round cells on a hexagon.
    Hex,
    /// Holes on a six-pointed star.
    Star,
    /// Squares without the corners, which hold stacks.
    Focus,
}

/// Where one cell is: neighbours are one unit apart, the top left of the board is (0, 0), y points down.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// The cell's name.
    pub cell: String,
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
    /// The seat whose home the cell belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<u8>,
    /// The seat whose target the cell belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u8>,
}

impl Place {
    /// A cell that is nobody's.
    pub(crate) fn new(cell: String, x: f64, y: f64) -> Self {
        Self { cell, x, y, home: None, target: None }
    }
}

/// The distance between the rows of a triangular lattice.
pub(crate) const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;
