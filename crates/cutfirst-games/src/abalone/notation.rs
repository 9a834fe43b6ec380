//! Aba-Pro moves, positions in one line, and the board as a picture.

use std::fmt::Write;

use cutfirst::game::Player;
use cutfirst::notation::{Notation, NotationError, excerpt};
use cutfirst::powers::SlotMoves;

use super::board::{ahead, cell_at, coordinates, direction_between, has, row_cells};
use super::moves::Move;
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

pub(super) fn cell_name(cell: usize) -> String {
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
    Some(Move::inline(from, direction, 1, 0, false).slot())
}

fn broadside_slot(first: usize, last: usize, to: usize) -> Option<usize> {
    let direction = direction_between(first, to)?;
    let start = if coordinates(first) < coordinates(last) { first } else { last };
    let end = if start == first { last } else { first };
    // The four lines lead to four different cells, and one that leaves the board is not legal.
    let lines = [(2, 0), (2, 1), (3, 0), (3, 1)];
    let mut moves = lines.map(|(marbles, axis)| Move::broadside(start, direction, marbles, axis)).into_iter();
    moves.find(|mv| ahead(start, mv.line(), mv.marbles() - 1) == end).map(Move::slot)
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

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::*;
    use crate::conform::{start_of, survive};
    use cutfirst::game::Game;
    use proptest::prelude::*;

    const START: &str = "OOOOO/OOOOOO/..OOO../......../........./......../..@@@../@@@@@@/@@@@@ @ 0 0";
    const EMPTY: &str = "...../....../......./......../........./......../......./....../.....";

    fn start() -> Abalone {
        start_of("")
    }

    #[test]
    fn moves_are_read_in_any_case_and_from_either_end() {
        let game = start();
        for (texts, written) in [
            (&["A1B1", "a1b1"][..], Some("A1B1")),
            (&["C3D4", "c3d4"], Some("C3D4")),
            (&["A1B2", "a1B2"], Some("A1B2")),
            (&["C3C5D4", "c5c3d6", "C5C3D6"], Some("C3C5D4")),
            (&["C4C5D4", "C5C4D5"], Some("C4C5D4")),
            (&["C3C5C4", "C3C3D4", "C5C3D4", "C3C6D4", "E9E1F1", "C3E9E8"], None),
        ] {
            for text in texts {
                let read = game.parse_move(text).ok().map(|mv| game.move_text(mv));
                assert_eq!(read.as_deref(), written, "{text}");
            }
        }
    }

    #[test]
    fn bad_moves_say_what_would_be_right() {
        let game = start();
        for text in ["", "A1", "A1B", "A6B6", "J1A1", "A0A1", "C3C5D4D5", "Ä1Ä1", "C3-D4", "@@@@"] {
            let error = game.parse_move(text).unwrap_err().to_string();
            assert!(error.contains("is not a move; write"), "{text}: {error}");
        }
        let error = game.parse_move("E5E6").unwrap_err().to_string();
        assert!(error.starts_with("'E5E6' is not a legal move here; legal are A1B2"), "{error}");
    }

    #[test]
    fn positions_are_written_and_read() {
        assert_eq!(start().position_text(), START);
        let read = |text: &str| start().parse_position(text).map_err(|error| error.to_string());
        assert_eq!(read(START), Ok(start()));
        assert_eq!(read(&START[..START.len() - 4]), Ok(start()), "lost marbles left out");
        assert_eq!(read(&format!("  {START} \n")), Ok(start()));
        let few = "OOOOO/OOOO../......./......../........./......../......./@@@@@@/@@@@@ O";
        assert_eq!(read(few).unwrap().lost, [3, 5]);
        let few = read(&format!("{few} 1 2")).unwrap();
        assert_eq!((few.lost, few.turn), ([1, 2], Player(1)));
    }

    #[test]
    fn bad_positions_say_what_would_be_right() {
        let error = |text: String| start().parse_position(&text).unwrap_err().to_string();
        let begins = |text: String, message: &str| {
            let error = error(text);
            assert!(error.starts_with(message), "{error}");
        };
        begins(String::new(), "'' is not a position; write rows I to A");
        begins(EMPTY.to_owned(), &format!("'{}…' is not a position", &EMPTY[..40]));
        begins(format!("{EMPTY}/. @"), "the board has 10 rows separated by '/'; it needs 9");
        begins(EMPTY.replacen('.', "..", 1) + " @", "row I is '......'; it needs 5 characters");
        begins(EMPTY.replacen('.', "x", 1) + " @", "'x' in row I is none of @");
        begins(EMPTY.replacen('.', "ä", 1) + " @", "'ä' in row I is none of @");
        begins(
            EMPTY.replace("........", "@@@@@@@@") + " @ 0 0",
            "Black has 24 marbles on the board; at most 14",
        );
        begins(format!("{EMPTY} X 0 0"), "'X' is not a side; write @");
        begins(format!("{EMPTY} @ 0"), "1 fields after the side to move");
        begins(format!("{EMPTY} @ 0 0 0"), "3 fields after the side to move");
        begins(format!("{EMPTY} @ 0 -1"), "'-1' is not a number of lost marbles");
        begins(format!("{EMPTY} @ 0 256"), "'256' is not a number of lost marbles");
        begins(format!("{EMPTY} @ 0 15"), "White has lost 15 marbles; with 0 on the board at most 14");
        begins(START.replace("0 0", "1 0"), "Black has lost 1 marbles; with 14 on the board at most 0");
        begins(format!("{EMPTY} @ 7 0"), "Black has lost 7 marbles; the game ends at 6");
        begins(format!("{EMPTY} @"), "Black has lost 14 marbles; the game ends at 6");
        begins(format!("{EMPTY} @ 6 6"), "both sides have lost 6 marbles");
        begins(format!("{EMPTY}\n@ 0 0"), "a position is one line");
    }

    #[test]
    fn the_key_tells_positions_apart() {
        let game = position("E5", "E6");
        let keys = ["@ 0 0", "O 0 0", "@ 1 0", "@ 0 1", "O 1 1"].map(|state| {
            let text = game.position_text().replace("@ 0 0", state);
            game.parse_position(&text).unwrap().key()
        });
        assert!((1..keys.len()).all(|i| !keys[..i].contains(&keys[i])));
    }

    #[test]
    fn the_picture_has_coordinates() {
        let expected = "     I O O O O O
    H O O O O O O
   G . . O O O . .
  F . . . . . . . .
 E . . . . . . . . .
  D . . . . . . . . 9
   C . . @ @ @ . . 8
    B @ @ @ @ @ @ 7
     A @ @ @ @ @ 6
        1 2 3 4 5
Black (@) to move. Marbles lost: Black 0, White 0; 6 lose the game.
";
        assert_eq!(start().diagram(), expected);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in any::<String>()) {
            survive(&start(), &text);
        }

        #[test]
        fn near_moves_are_survived(text in "([A-Ja-j@][0-9]){1,4}( [A-I][1-9][A-I][1-9])*") {
            survive(&start(), &text);
        }

        #[test]
        fn near_positions_are_survived(text in "[@O./]{50,72} [@O] [0-9]{1,3} [0-9]{1,3}") {
            survive(&start(), &text);
        }

        #[test]
        fn changed_positions_are_survived(
            changes in proptest::collection::vec((0..START.len(), "[@O./ 0-9x]"), 1..12),
        ) {
            let mut text = START.to_owned();
            for (place, change) in changes {
                text.replace_range(place..=place, &change);
            }
            survive(&start(), &text);
        }
    }
}
