//! Entering a move cell by cell: a cursor on the board, and the beginning of a move's path.

use cutfirst_games::scene::{Geometry, Place};

use crate::session::Step;

/// Where the cursor is and what has been chosen.
pub(super) struct Entry {
    places: Vec<Place>,
    cursor: usize,
    chosen: Vec<String>,
}

/// What choosing a cell did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// A whole move.
    Move(String),
    /// The beginning of several.
    Begun,
    /// No legal move goes on like this.
    Nothing,
}

/// Where pieces come from that are not on the board.
const OFF_BOARD: [&str; 2] = ["reserve", "hand"];

impl Entry {
    pub(super) fn new(geometry: Geometry) -> Self {
        let places = geometry.cells;
        let middle = |place: &Place| {
            let (x, y) = (place.x - places.iter().map(|p| p.x).fold(0.0, f64::max) / 2.0, place.y);
            let y = y - places.iter().map(|p| p.y).fold(0.0, f64::max) / 2.0;
            x * x + y * y
        };
        let cursor = (0..places.len()).min_by(|&a, &b| middle(&places[a]).total_cmp(&middle(&places[b])));
        Self { cursor: cursor.unwrap_or(0), places, chosen: Vec::new() }
    }

    /// The cell under the cursor.
    pub(super) fn cursor(&self) -> &str {
        &self.places[self.cursor].cell
    }

    pub(super) fn chosen(&self) -> &[String] {
        &self.chosen
    }

    pub(super) fn forget(&mut self) {
        self.chosen.clear();
    }

    /// Moves the cursor to the nearest cell that lies in a direction, straight ahead if possible.
    pub(super) fn step(&mut self, dx: f64, dy: f64) {
        let from = &self.places[self.cursor];
        let cost = |place: &Place| {
            let (x, y) = (place.x - from.x, place.y - from.y);
            let (ahead, aside) = (x * dx + y * dy, (x * dy - y * dx).abs());
            // On dark squares, up and down must be able to go aside, left and right must not.
            let detour = if dy == 0.0 { 1.2 } else { 0.9 };
            (ahead > 0.1).then_some(ahead + detour * aside)
        };
        let costs = self.places.iter().enumerate().filter_map(|(index, place)| Some((index, cost(place)?)));
        if let Some((index, _)) = costs.min_by(|a, b| a.1.total_cmp(&b.1)) {
            self.cursor = index;
        }
    }

    /// The cells that can come next.
    pub(super) fn targets<'a>(&self, legal: &'a [Step]) -> Vec<&'a str> {
        let ahead = legal.iter().filter(|step| step.path.starts_with(&self.chosen));
        ahead.filter_map(|step| step.path.get(self.chosen.len())).map(String::as_str).collect()
    }

    /// Chooses the piece that waits beside the board.
    pub(super) fn choose_off_board(&mut self, legal: &[Step]) -> Chosen {
        self.chosen.clear();
        let from = OFF_BOARD
            .iter()
            .find(|from| legal.iter().any(|step| step.path[..].first().is_some_and(|cell| cell == *from)));
        let Some(from) = from else { return Chosen::Nothing };
        self.chosen.push((*from).to_owned());
        Chosen::Begun
    }

    /// Chooses the cell under the cursor. The end of a chain that could go on is chosen twice.
    pub(super) fn choose(&mut self, legal: &[Step]) -> Chosen {
        let cell = self.cursor().to_owned();
        if self.chosen.last() == Some(&cell)
            && let Some(step) = legal.iter().find(|step| step.path == self.chosen)
        {
            self.chosen.clear();
            return Chosen::Move(step.text.clone());
        }
        let goes_on = |path: &[String]| legal.iter().any(|step| step.path.starts_with(path));
        let mut path = [&self.chosen[..], std::slice::from_ref(&cell)].concat();
        if !goes_on(&path) {
            // Perhaps another piece, or one from beside the board.
            let others = [vec![cell.clone()]].into_iter();
            let beside = OFF_BOARD.iter().map(|from| vec![(*from).to_owned(), cell.clone()]);
            let Some(other) = others.chain(beside).find(|path| goes_on(path)) else {
                self.chosen.clear();
                return Chosen::Nothing;
            };
            path = other;
        }
        let mut matching = legal.iter().filter(|step| step.path.starts_with(&path));
        match (matching.next(), matching.next()) {
            (Some(step), None) if step.path == path => {
                self.chosen.clear();
                Chosen::Move(step.text.clone())
            }
            _ => {
                self.chosen = path;
                Chosen::Begun
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Setting;

    fn begin(game: &str, position: Option<&str>) -> (Entry, Vec<Step>) {
        let position = position.map(str::to_owned);
        let position = Setting { game: game.to_owned(), position, ..Setting::default() }.open().ok().unwrap();
        (Entry::new(position.geometry()), position.legal())
    }

    fn put(entry: &mut Entry, cell: &str) {
        entry.cursor = entry.places.iter().position(|place| place.cell == cell).unwrap();
    }

    #[test]
    fn the_cursor_finds_its_way() {
        let (mut entry, _) = begin("othello", None);
        put(&mut entry, "d4");
        entry.step(1.0, 0.0);
        assert_eq!(entry.cursor(), "e4");
        entry.step(0.0, -1.0);
        assert_eq!(entry.cursor(), "e3");
        put(&mut entry, "a1");
        entry.step(-1.0, 0.0);
        assert_eq!(entry.cursor(), "a1");
        let (mut hexagon, _) = begin("abalone", None);
        put(&mut hexagon, "E5");
        hexagon.step(0.0, -1.0);
        assert!(["F5", "F6"].contains(&hexagon.cursor()));
        for game in ["checkers", "focus", "virus", "chinese-checkers"] {
            let (mut entry, _) = begin(game, None);
            for _ in 0..20 {
                entry.step(0.0, 1.0);
            }
            let lowest = entry.places.iter().map(|place| place.y).fold(0.0, f64::max);
            assert!(entry.places[entry.cursor].y > lowest - 0.1, "{game}");
        }
    }

    #[test]
    fn one_cell_or_several_make_a_move() {
        let (mut entry, legal) = begin("othello", None);
        put(&mut entry, "f5");
        assert_eq!(entry.choose(&legal), Chosen::Move("f5".to_owned()));
        put(&mut entry, "a1");
        assert_eq!(entry.choose(&legal), Chosen::Nothing);
        let (mut entry, legal) = begin("checkers", Some("B:W18,25:B15,4"));
        for (cell, expected) in [
            ("15", Chosen::Begun),
            ("22", Chosen::Begun),
            ("29", Chosen::Move("15x22x29".to_owned())),
            ("15", Chosen::Begun),
            ("22", Chosen::Begun),
            ("22", Chosen::Move("15x22".to_owned())),
            ("15", Chosen::Begun),
            ("4", Chosen::Begun),
            ("8", Chosen::Move("4-8".to_owned())),
        ] {
            put(&mut entry, cell);
            assert_eq!(entry.choose(&legal), expected, "{cell}");
        }
    }

    #[test]
    fn pieces_beside_the_board_are_placed() {
        let reserve = ".,.,.,./.,0,1,1,0,0/.,1,1,0,0,1,1,./.,0,0,1,1,0,0,./.,1,1,0,0,1,1,./.,0,0,1,1,0,0,./1,1,0,0,1,1/.,.,.,. 0 1,0 - 0,0";
        let (mut entry, legal) = begin("focus", Some(reserve));
        put(&mut entry, "c8");
        assert_eq!(entry.choose(&legal), Chosen::Move("+c8".to_owned()));
        assert_eq!(entry.choose_off_board(&legal), Chosen::Begun);
        put(&mut entry, "c7");
        assert_eq!(entry.choose(&legal), Chosen::Move("+c7".to_owned()));
        put(&mut entry, "c7");
        assert_eq!(entry.choose(&legal), Chosen::Begun, "an own stack");
    }
}
