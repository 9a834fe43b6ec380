//! Aba-Pro moves, positions in one line, and the board as a picture.

use std::fmt::Write;

use cutfirst::game::Player;
use cutfirst::notation::{Notation, NotationError, excerpt};
use cutfirst::powers::SlotMoves;

use super::board::{ahead, cell_at, coordinates, direction_between, has, row_cells};
use super::moves::{BROADSIDES, Form, Move};
use super::{Abalone, MARBLES};

/// What stands on a cell: Black, White, nothing.
const SYMBOLS: [char; 3] = ['@', 'O', '.'];
const NAMES: [&str; 2] = ["Black", "White"];

impl Notation for Abalone {
    /// The rear marble and its destination for an inline move (`A1B2`); both ends and the destination
    /// of the first for a broadside (`C3C5D4`), that end first which is first in row order.
    fn move_text(&self, mv: Move) -> String {
        text_of(mv)
    }

    /// Upper or lower case, and either end of a broadside first.
    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let form = || {
            NotationError::new(format!(
                "'{}' is not a move; write the rear marble and where it goes, like A1B2, \
                 or both ends of a broadside and where the first goes, like C3C5D4",
                excerpt(text)
            ))
        };
        let cells = read_cells(text).ok_or_else(form)?;
        let slot = match cells[..] {
            [from, to] => inline_slot(from, to),
            [first, last, to] => broadside_slot(first, last, to),
            _ => return Err(form()),
        };
        let mut found = Vec::new();
        if let Some(slot) = slot {
            self.moves_in_slot(slot, &mut found);
        }
        found.first().copied().ok_or_else(|| NotationError::illegal(self, text))
    }

    fn position_text(&self) -> String {
        let mut text = String::new();
        for row in (0..9).rev() {
            text.extend(row_cells(row).map(|cell| self.symbol(cell)));
            text.push(if row == 0 { ' ' } else { '/' });
        }
        let [black, white] = self.lost;
        let _ = write!(text, "{} {black} {white}", SYMBOLS[self.turn.index()]);
        text
    }

    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        if text.contains(['\n', '\r']) {
            return Err(NotationError::new(
                "a position is one line: rows I to A, side to move, lost marbles",
            ));
        }
        let fields: Vec<_> = text.split_whitespace().collect();
        let (&[rows, side], lost) = fields
            .split_at_checked(2)
            .and_then(|(fixed, lost)| Some((<&[&str; 2]>::try_from(fixed).ok()?, lost)))
            .ok_or_else(|| {
                NotationError::new(format!(
                    "'{}' is not a position; write rows I to A separated by '/', then @ or O to move, \
                 then the marbles that Black and White have lost",
                    excerpt(text)
                ))
            })?;
        let marbles = read_board(rows)?;
        let turn = match side {
            "@" => Player(0),
            "O" => Player(1),
            _ => {
                return Err(NotationError::new(format!(
                    "'{}' is not a side; write @ (Black) or O (White)",
                    excerpt(side)
                )));
            }
        };
        let lost = read_lost(lost, marbles, self.eject)?;
        Ok(Self::new(marbles, turn, lost, self.eject))
    }

    fn diagram(&self) -> String {
        let mut picture = String::new();
        for row in (0..9_i8).rev() {
            let indent = usize::from(row.abs_diff(4)) + 1;
            let _ = write!(picture, "{:indent$}{}", "", row_letter(row));
            for cell in row_cells(row) {
                let _ = write!(picture, " {}", self.symbol(cell));
            }
            // A diagonal is named where it leaves the board, below its last cell.
            if row < 4 {
                let _ = write!(picture, " {}", row + 6);
            }
            picture.push('\n');
        }
        picture.push_str("        1 2 3 4 5\n");
        let mover = self.turn.index();
        let _ = write!(picture, "{} ({}) to move.", NAMES[mover], SYMBOLS[mover]);
        let [black, white] = self.lost;
        let _ =
            writeln!(picture, " Marbles lost: Black {black}, White {white}; {} lose the game.", self.eject);
        picture
    }
}

impl Abalone {
    fn symbol(&self, cell: usize) -> char {
        let side = self.marbles.iter().position(|&marbles| has(marbles, cell));
        SYMBOLS[side.unwrap_or(2)]
    }
}

pub(super) fn text_of(mv: Move) -> String {
    let (first, direction) = (mv.cell(), mv.direction());
    let mut text = cell_name(first);
    if mv.is_broadside() {
        text += &cell_name(ahead(first, mv.line(), mv.marbles() - 1));
    }
    text + &cell_name(ahead(first, direction, 1))
}

fn cell_name(cell: usize) -> String {
    let (row, diagonal) = coordinates(cell);
    format!("{}{}", row_letter(row), diagonal + 1)
}

fn row_letter(row: i8) -> char {
    char::from(b'A' + row as u8)
}

/// The cells of a move text, two or three of them.
fn read_cells(text: &str) -> Option<Vec<usize>> {
    if !matches!(text.len(), 4 | 6) {
        return None;
    }
    text.as_bytes()
        .chunks_exact(2)
        .map(|name| {
            let row = name[0].to_ascii_uppercase().checked_sub(b'A')?;
            let diagonal = name[1].checked_sub(b'1')?;
            cell_at(i8::try_from(row).ok()?, i8::try_from(diagonal).ok()?)
        })
        .collect()
}

fn inline_slot(from: usize, to: usize) -> Option<usize> {
    let direction = direction_between(from, to)?;
    Some(Move::new(from, direction, Form::One).slot())
}

fn broadside_slot(first: usize, last: usize, to: usize) -> Option<usize> {
    let direction = direction_between(first, to)?;
    let start = if coordinates(first) < coordinates(last) { first } else { last };
    let end = if start == first { last } else { first };
    // The four forms lead to four different cells, and one that leaves the board is not legal.
    let moves = BROADSIDES.map(|form| Move::new(start, direction, form));
    let found = moves.iter().find(|mv| ahead(start, mv.line(), mv.marbles() - 1) == end);
    found.map(|mv| mv.slot())
}

/// Black's and White's marbles of a board text.
pub(super) fn read_board(text: &str) -> Result<[u64; 2], NotationError> {
    let rows: Vec<_> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(NotationError::new(format!(
            "the board has {} rows separated by '/'; it needs 9, I to A",
            rows.len()
        )));
    }
    let mut marbles = [0_u64; 2];
    for (row, text) in (0..9).rev().zip(rows) {
        let cells: Vec<_> = row_cells(row).collect();
        if text.chars().count() != cells.len() {
            return Err(NotationError::new(format!(
                "row {} is '{}'; it needs {} characters",
                row_letter(row),
                excerpt(text),
                cells.len()
            )));
        }
        for (cell, symbol) in cells.into_iter().zip(text.chars()) {
            match SYMBOLS.iter().position(|&known| known == symbol) {
                Some(side @ 0..2) => marbles[side] |= 1 << cell,
                Some(_) => {}
                None => {
                    return Err(NotationError::new(format!(
                        "'{symbol}' in row {} is none of @ (Black), O (White) and . (empty)",
                        row_letter(row)
                    )));
                }
            }
        }
    }
    for (name, set) in NAMES.into_iter().zip(marbles) {
        let count = set.count_ones();
        if count > u32::from(MARBLES) {
            return Err(NotationError::new(format!(
                "{name} has {count} marbles on the board; at most {MARBLES}"
            )));
        }
    }
    Ok(marbles)
}

/// How many marbles each side has lost: two numbers, or none if that is what the board lacks.
fn read_lost(fields: &[&str], marbles: [u64; 2], eject: u8) -> Result<[u8; 2], NotationError> {
    let missing = marbles.map(|set| MARBLES - set.count_ones() as u8);
    let lost = match fields {
        [] => missing,
        [black, white] => {
            let number = |text: &str| {
                text.parse::<u8>().map_err(|_| {
                    NotationError::new(format!(
                        "'{}' is not a number of lost marbles; write 0 to {MARBLES}",
                        excerpt(text)
                    ))
                })
            };
            [number(black)?, number(white)?]
        }
        _ => {
            return Err(NotationError::new(format!(
                "{} fields after the side to move; write the marbles that Black and White have lost, \
                 or nothing",
                fields.len()
            )));
        }
    };
    for (side, name) in NAMES.into_iter().enumerate() {
        if lost[side] > missing[side] {
            return Err(NotationError::new(format!(
                "{name} has lost {} marbles; with {} on the board at most {}",
                lost[side],
                MARBLES - missing[side],
                missing[side]
            )));
        }
        if lost[side] > eject {
            return Err(NotationError::new(format!(
                "{name} has lost {} marbles; the game ends at {eject}: write the lost marbles at the end, \
                 like '0 0', if they are fewer",
                lost[side]
            )));
        }
    }
    if lost == [eject; 2] {
        return Err(NotationError::new(format!(
            "both sides have lost {eject} marbles; the first to do so lost"
        )));
    }
    Ok(lost)
}
