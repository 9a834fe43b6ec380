//! Any board in characters: every cell at its place, with its name or what lies on it, in colours.

use std::collections::HashMap;

use cutfirst_games::scene::{Geometry, Kind, Occupied, Place, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// One colour for each seat.
pub(super) const COLOURS: [Color; 6] = [
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
    pub(super) targets: &'a [&'a str],
    pub(super) last: &'a [String],
}

/// A board that can be drawn.
pub(super) struct Board {
    geometry: Geometry,
    /// Characters per unit to the right and down.
    scale: (f64, f64),
}

impl Board {
    pub(super) fn new(geometry: Geometry) -> Self {
        let scale = match geometry.kind {
            Kind::Square | Kind::DarkSquare => (4.0, 2.0),
            Kind::Focus => (6.0, 2.0),
            // Rows of a triangular lattice are less than a unit apart.
            Kind::Hex => (4.0, 2.0 / ROW),
            Kind::Star => (4.0, 1.0 / ROW),
        };
        Self { geometry, scale }
    }

    /// Room for the names of rows, where stacks leave none for those of cells.
    fn margin(&self) -> u16 {
        if self.geometry.kind == Kind::Focus { 2 } else { 0 }
    }

    fn column(&self, place: &Place) -> u16 {
        self.margin() + (place.x * self.scale.0).round() as u16
    }

    fn row(&self, place: &Place) -> u16 {
        (place.y * self.scale.1).round() as u16
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
            // As in the notation, for stacks are drawn as they are written.
            Kind::Focus => seat.to_string(),
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
            let base = marks.style(name);
            let width = self.cell_width();
            buffer.set_string(x, y, " ".repeat(width), base);
            let pieces = occupied.get(name).map(|occupied| self.pieces(occupied, name));
            let pieces = pieces.unwrap_or_else(|| {
                let colour = place.home.map_or(Color::DarkGray, |_| Color::Gray);
                vec![(name.to_owned(), Style::new().fg(colour))]
            });
            let mut column = x;
            for (text, style) in pieces {
                buffer.set_string(column, y, &text, base.patch(style));
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
        let bold = |seat: u8| Style::new().fg(colour(seat)).add_modifier(Modifier::BOLD);
        if self.geometry.kind == Kind::Focus {
            // From bottom to top as in the notation; the last digit is the owner.
            return occupied.stack.iter().map(|&seat| (seat.to_string(), bold(seat))).collect();
        }
        let seat = occupied.stack.last().copied().unwrap_or(0);
        let king = occupied.king.then(|| KINGS.get(usize::from(seat))).flatten();
        let sign = king.map_or_else(|| self.sign(seat), char::to_string);
        // With three digits this takes the gap to the next cell as well.
        vec![(sign, bold(seat)), (name.to_owned(), Style::new().fg(colour(seat)))]
    }
}

/// The distance between rows of a triangular lattice.
const ROW: f64 = 0.866_025_403_784_438_6;

pub(super) fn colour(seat: u8) -> Color {
    COLOURS.get(usize::from(seat)).copied().unwrap_or(Color::White)
}

impl Marks<'_> {
    fn style(&self, cell: &str) -> Style {
        let style = if self.chosen.iter().any(|chosen| chosen == cell) {
            Style::new().bg(Color::Blue)
        } else if self.targets.contains(&cell) {
            Style::new().add_modifier(Modifier::UNDERLINED)
        } else if self.last.iter().any(|last| last == cell) {
            Style::new().bg(Color::Indexed(236))
        } else {
            Style::new()
        };
        if self.cursor == cell { style.add_modifier(Modifier::REVERSED) } else { style }
    }
}
