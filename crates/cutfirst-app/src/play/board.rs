//! Any board in characters: every cell at its place, with its name or what lies on it, in colours.

use std::cell::Cell;
use std::collections::HashMap;

use cutfirst_games::scene::{Geometry, Kind, Occupied, Place, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// One colour for each seat that is not called after one.
const COLOURS: [Color; 6] = [
    Color::LightRed,
    Color::LightCyan,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightMagenta,
    Color::LightBlue,
];

/// One sign for each seat, so that boards can be read without colours.
const SIGNS: [char; 6] = ['●', '○', '◆', '◇', '▲', '△'];
/// Kings of both sides.
const KINGS: [char; 2] = ['♚', '♔'];

/// What is marked on a board.
#[derive(Default)]
pub(super) struct Marks<'a> {
    pub(super) cursor: &'a str,
    pub(super) chosen: &'a [String],
    /// Where a legal move can go on, or begin.
    pub(super) targets: &'a [&'a str],
    pub(super) occupied: &'a [&'a str],
    pub(super) last: &'a [String],
}

/// A board that can be drawn.
pub(super) struct Board {
    geometry: Geometry,
    /// Characters per unit to the right and down.
    scale: (f64, f64),
    /// Without rows between the rows of the board, where there is no room for them.
    tight: Cell<bool>,
    /// How the pieces of each seat look.
    inks: Vec<Style>,
}

impl Board {
    /// A board for players of these names.
    pub(super) fn new(geometry: Geometry, names: &[String]) -> Self {
        let scale = match geometry.kind {
            Kind::Square | Kind::DarkSquare => (4.0, 2.0),
            Kind::Focus => (6.0, 2.0),
            // Rows of a triangular lattice are less than a unit apart.
            Kind::Hex => (4.0, 2.0 / ROW),
            Kind::Star => (4.0, 1.0 / ROW),
        };
        let inks = names.iter().zip(COLOURS).map(|(name, colour)| ink(name, colour)).collect();
        Self { geometry, scale, tight: Cell::new(false), inks }
    }

    /// How the pieces of a seat look.
    pub(super) fn ink(&self, seat: u8) -> Style {
        self.inks.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// Room for the names of rows, where stacks leave none for those of cells.
    fn margin(&self) -> u16 {
        if self.geometry.kind == Kind::Focus { 2 } else { 0 }
    }

    fn column(&self, place: &Place) -> u16 {
        self.margin() + (place.x * self.scale.0).round() as u16
    }

    fn row(&self, place: &Place) -> u16 {
        // The rows of the star are as near as they can be.
        let tight = self.tight.get() && self.geometry.kind != Kind::Star;
        (place.y * self.scale.1 / if tight { 2.0 } else { 1.0 }).round() as u16
    }

    /// Draws the rows apart if so many are enough for that.
    pub(super) fn fit(&self, rows: u16) {
        self.tight.set(false);
        self.tight.set(self.size().1 > rows);
    }

    fn cell_width(&self) -> usize {
        self.scale.0 as usize - 1
    }

    /// Width and height in characters.
    pub(super) fn size(&self) -> (u16, u16) {
        let cells = &self.geometry.cells;
        let width = cells.iter().map(|place| self.column(place)).max().unwrap_or(0) + self.scale.0 as u16;
        let height = cells.iter().map(|place| self.row(place)).max().unwrap_or(0) + 1;
        (width, if self.margin() > 0 { height + 1 } else { height })
    }

    /// How the pieces of a seat are drawn, for those who see no colours.
    pub(super) fn sign(&self, seat: u8) -> String {
        match self.geometry.kind {
            // Stacks are drawn as numbers of players.
            Kind::Focus => (seat + 1).to_string(),
            _ => SIGNS.get(usize::from(seat)).copied().unwrap_or('?').to_string(),
        }
    }

    pub(super) fn draw(&self, scene: &Scene, marks: &Marks<'_>, area: Rect, buffer: &mut Buffer) {
        let occupied: HashMap<&str, &Occupied> =
            scene.cells.iter().map(|occupied| (occupied.cell.as_str(), occupied)).collect();
        for place in &self.geometry.cells {
            let (x, y) = (area.x + self.column(place), area.y + self.row(place));
            if x + self.scale.0 as u16 > area.right() || y >= area.bottom() {
                continue;
            }
            let name = place.cell.as_str();
            let mark = marks.style(name);
            let width = self.cell_width();
            buffer.set_string(x, y, " ".repeat(width), mark);
            let pieces = occupied.get(name).map(|occupied| self.pieces(occupied, name));
            let pieces = pieces.unwrap_or_else(|| {
                let colour = place.home.map_or(Color::DarkGray, |_| Color::Gray);
                vec![(name.to_owned(), Style::new().fg(colour))]
            });
            let mut column = x;
            for (text, style) in pieces {
                buffer.set_string(column, y, &text, style.patch(mark));
                column += text.chars().count() as u16;
            }
        }
        if self.margin() > 0 {
            self.draw_edges(area, buffer);
        }
    }

    /// Letters below the columns and numbers beside the rows.
    fn draw_edges(&self, area: Rect, buffer: &mut Buffer) {
        let grey = Style::new().fg(Color::DarkGray);
        let bottom = area.y + self.size().1 - 1;
        for place in &self.geometry.cells {
            let (x, y) = (area.x + self.column(place), area.y + self.row(place));
            let (letter, number) = place.cell.split_at(1);
            if y < area.bottom() && area.x < area.right() {
                buffer.set_string(area.x, y, number, grey);
            }
            if bottom < area.bottom() && x < area.right() {
                buffer.set_string(x, bottom, letter, grey);
            }
        }
    }

    /// What lies on a cell, as pieces of text.
    fn pieces(&self, occupied: &Occupied, name: &str) -> Vec<(String, Style)> {
        let bold = |seat: u8| self.ink(seat).add_modifier(Modifier::BOLD);
        if self.geometry.kind == Kind::Focus {
            // From bottom to top; the last number is the owner.
            return occupied.stack.iter().map(|&seat| (self.sign(seat), bold(seat))).collect();
        }
        let seat = occupied.stack.last().copied().unwrap_or(0);
        let king = occupied.king.then(|| KINGS.get(usize::from(seat))).flatten();
        let sign = king.map_or_else(|| self.sign(seat), char::to_string);
        // With three digits this takes the gap to the next cell as well.
        vec![(sign, bold(seat)), (name.to_owned(), self.ink(seat))]
    }
}

/// The distance between rows of a triangular lattice.
const ROW: f64 = 0.866_025_403_784_438_6;

/// Black is black and White is white, each on a ground that shows it in dark and light terminals.
fn ink(name: &str, otherwise: Color) -> Style {
    match name {
        "Black" => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(249)),
        "White" => Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(240)),
        _ => Style::new().fg(otherwise),
    }
}

/// Grounds of what is chosen and of the last move.
const CHOSEN: Color = Color::Indexed(67);
const LAST: Color = Color::Indexed(136);

/// The same for those who want no colours. The library leaves out only the colours' numbers, which clears all other marks.
pub(super) fn without_colours(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        match cell.bg {
            CHOSEN => cell.modifier |= Modifier::REVERSED,
            LAST => cell.modifier |= Modifier::ITALIC,
            _ => {}
        }
        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
    }
}

impl Marks<'_> {
    /// What is put over a cell's own look. Grounds are of middling lightness, so that black and white are seen on them.
    fn style(&self, cell: &str) -> Style {
        let mut style = Style::new();
        if self.chosen.iter().any(|chosen| chosen == cell) {
            style = style.bg(CHOSEN);
        } else if self.last.iter().any(|last| last == cell) {
            style = style.bg(LAST);
        }
        if self.targets.contains(&cell) {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
            if !self.occupied.contains(&cell) {
                style = style.fg(Color::LightGreen);
            }
        }
        if self.cursor == cell { style.add_modifier(Modifier::REVERSED) } else { style }
    }
}
