//! A board as a picture: cells, pieces, what lies beside the board, and the line that a search expects.

use std::fmt::Write as _;

use cutfirst_games::scene::{Geometry, Kind, Occupied, Place};

use crate::board::{DrawnLine, Position};

/// Pixels between neighbouring cells.
const UNIT: f64 = 44.0;
const MARGIN: f64 = 30.0;

/// Fill and outline of each seat's pieces.
const SEATS: [(&str, &str); 6] = [
    ("#222222", "#000000"),
    ("#fafafa", "#777777"),
    ("#c94f3d", "#8a2f22"),
    ("#3f7fbf", "#28547f"),
    ("#d9a520", "#936f12"),
    ("#7b5ea7", "#4f3a70"),
];

/// The moves of a line that are drawn.
const SHOWN_MOVES: usize = 4;

/// The picture as SVG.
pub(crate) fn svg(position: &dyn Position, line: &DrawnLine) -> String {
    let geometry = position.geometry();
    let extent = |of: fn(&Place) -> f64| geometry.cells.iter().map(of).fold(0.0_f64, f64::max);
    let (width, height) = (extent(|p| p.x) * UNIT + 2.0 * MARGIN, extent(|p| p.y) * UNIT + 2.0 * MARGIN);
    let scene = position.scene();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {full:.0}\" width=\"{width:.0}\" \
         height=\"{full:.0}\" role=\"img\" font-family=\"sans-serif\"><title>{title}</title>",
        full = height + 20.0,
        title = escape(&format!("{}: {}", position.game(), position.text())),
    );
    let _ = write!(svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"6\" fill=\"#efe6d4\"/>");
    for place in &geometry.cells {
        draw_cell(&mut svg, geometry.kind, place);
    }
    for occupied in &scene.cells {
        if let Some(place) = find(&geometry, &occupied.cell) {
            draw_pieces(&mut svg, place, occupied);
        }
    }
    draw_line(&mut svg, &geometry, line);
    let _ = write!(
        svg,
        "<text x=\"4\" y=\"{:.0}\" font-size=\"13\" fill=\"#444\">{}</text></svg>",
        height + 15.0,
        escape(&status(position))
    );
    svg
}

fn find<'a>(geometry: &'a Geometry, cell: &str) -> Option<&'a Place> {
    geometry.cells.iter().find(|place| place.cell == cell)
}

fn centre(place: &Place) -> (f64, f64) {
    (place.x * UNIT + MARGIN, place.y * UNIT + MARGIN)
}

fn draw_cell(svg: &mut String, kind: Kind, place: &Place) {
    let (x, y) = centre(place);
    let _ = match kind {
        Kind::Square | Kind::DarkSquare | Kind::Focus => {
            let fill = if kind == Kind::DarkSquare { "#8a9a78" } else { "#b9c7a4" };
            let half = UNIT / 2.0;
            write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{UNIT}\" height=\"{UNIT}\" fill=\"{fill}\" stroke=\"#6b7a5c\"/>",
                x - half,
                y - half
            )
        }
        Kind::Hex | Kind::Star => {
            let home = place.home.or(place.target).and_then(|seat| SEATS.get(usize::from(seat)));
            let stroke = home.map_or("#a89f8c", |(_, stroke)| stroke);
            write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#dcd2bb\" stroke=\"{stroke}\"/>",
                0.44 * UNIT
            )
        }
    };
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"8\" fill=\"#5a5a4a\">{}</text>",
        x - 0.44 * UNIT,
        y - 0.28 * UNIT,
        escape(&place.cell)
    );
}

/// One piece, or a stack from bottom to top.
fn draw_pieces(svg: &mut String, place: &Place, occupied: &Occupied) {
    let (x, y) = centre(place);
    for (height, &seat) in occupied.stack.iter().enumerate() {
        let (fill, stroke) = SEATS[usize::from(seat) % SEATS.len()];
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>",
            y - 4.0 * height as f64,
            0.34 * UNIT
        );
    }
    if occupied.king {
        let ring = 0.2 * UNIT;
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{ring:.1}\" fill=\"none\" stroke=\"#d9a520\" stroke-width=\"3\"/>"
        );
    }
}

/// The first moves of the line, each as a way over its cells with its number.
fn draw_line(svg: &mut String, geometry: &Geometry, line: &DrawnLine) {
    for (number, (seat, path)) in line.iter().take(SHOWN_MOVES).enumerate() {
        let places: Vec<_> = path.iter().filter_map(|cell| find(geometry, cell)).map(centre).collect();
        let Some(&(x, y)) = places.last() else { continue };
        let opacity = 0.95 - 0.2 * number as f64;
        let points: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let (fill, _) = SEATS[seat % SEATS.len()];
        let _ = write!(
            svg,
            "<g class=\"expected\" opacity=\"{opacity:.2}\"><polyline points=\"{}\" fill=\"none\" stroke=\"#e07a1f\" \
             stroke-width=\"4\" stroke-linecap=\"round\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{fill}\" \
             stroke=\"#e07a1f\" stroke-width=\"2.5\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"#e07a1f\" \
             text-anchor=\"middle\">{}</text></g>",
            points.join(" "),
            y + 4.0,
            number + 1
        );
    }
}

/// Who moves, or how it ended, and what each player has.
fn status(position: &dyn Position) -> String {
    let now = match position.outcome() {
        Some(ending) => ending.text,
        None => format!("{} to move.", position.seat_name(position.to_move())),
    };
    let tally = position.tally();
    let named = tally.iter().enumerate().map(|(seat, count)| format!("{} {count}", position.seat_name(seat)));
    format!("{now} {}", named.collect::<Vec<_>>().join(", "))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
