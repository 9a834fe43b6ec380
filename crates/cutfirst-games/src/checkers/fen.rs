//! Positions as the FEN of PDN: `B:W21,22,K32:B1,2`, the side to move and each side's squares.
//!
//! Written with White's pieces first and squares in ascending order. Read with sides and squares in any
//! order, ranges (`B1-12`), small letters, a final dot and the surrounding tag `[FEN "…"]`.

use cutfirst::notation::{NotationError, excerpt};

use super::board::{FAR_ROW, bit, each, square};
use super::notation::read_square;
use super::{Checkers, MOST_PIECES, Rules};

const NAMES: [&str; 2] = ["Black", "White"];

pub(super) fn write(position: &Checkers) -> String {
    let side = |white: usize| {
        let pieces: Vec<_> = each(position.pieces[white])
            .map(|bit| {
                let king = if position.kings & bit != 0 { "K" } else { "" };
                format!("{king}{}", square(bit.trailing_zeros()) + 1)
            })
            .collect();
        pieces.join(",")
    };
    format!("{}:W{}:B{}", if position.white_to_move { 'W' } else { 'B' }, side(1), side(0))
}

pub(super) fn read(text: &str, rules: Rules) -> Result<Checkers, NotationError> {
    let line = untagged(text.trim());
    let line = without_counts(line.strip_suffix('.').unwrap_or(line));
    let parts: Vec<_> = line.splitn(4, ':').map(|part| part.trim_matches(' ')).collect();
    let [turn, first, second] = parts[..] else {
        return Err(NotationError::new(format!(
            "'{}' is not a position; write the side to move and both sides' squares, like B:W21,22,K32:B1,2",
            excerpt(line)
        )));
    };
    let Some(white_to_move) = (turn.len() == 1).then(|| colour(turn)).flatten() else {
        return Err(NotationError::new(format!(
            "the side to move is '{}'; it must be B or W",
            excerpt(turn)
        )));
    };
    let mut pieces = [0; 2];
    let mut kings = 0;
    let mut seen = [false; 2];
    for part in [first, second] {
        let Some(white) = colour(part) else {
            return Err(NotationError::new(format!(
                "'{}' does not say whose pieces these are; begin with W or B, like W21,22",
                excerpt(part)
            )));
        };
        if std::mem::replace(&mut seen[white], true) {
            let other = NAMES[1 - white];
            return Err(NotationError::new(format!(
                "{}'s pieces are given twice and {other}'s not at all; write both, like W21,22:B1,2",
                NAMES[white]
            )));
        }
        let list = part[1..].trim_matches(' ');
        if !list.is_empty() {
            for item in list.split(',') {
                read_item(item.trim_matches(' '), white, &mut pieces, &mut kings)?;
            }
        }
    }
    for (name, side) in NAMES.iter().zip(pieces) {
        if side.count_ones() > MOST_PIECES {
            return Err(NotationError::new(format!(
                "{name} has {} pieces; the most are {MOST_PIECES}",
                side.count_ones()
            )));
        }
    }
    Ok(Checkers::from_pieces(pieces, kings, white_to_move == 1, rules))
}

/// What stands in `[FEN "…"]`, or the text itself.
fn untagged(text: &str) -> &str {
    let inside = || {
        let tag = text.strip_prefix('[')?.strip_suffix(']')?.trim();
        let (name, value) = tag.split_at_checked(3)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        name.eq_ignore_ascii_case("FEN").then_some(value.trim())
    };
    inside().unwrap_or(text)
}

/// Lidraughts tells how long nothing was captured and which move it is, as in `W:W31:B1:H0:F1`; that is not a matter of the
/// position here.
fn without_counts(line: &str) -> &str {
    let counts = line.rsplit_once(":F").and_then(|(rest, number)| {
        let (position, since) = rest.rsplit_once(":H")?;
        let are_numbers = number.parse::<u32>().is_ok() && since.parse::<u32>().is_ok();
        are_numbers.then_some(position)
    });
    counts.unwrap_or(line)
}

/// The player whose letter the text begins with.
fn colour(text: &str) -> Option<usize> {
    match text.bytes().next()? {
        b'B' | b'b' => Some(0),
        b'W' | b'w' => Some(1),
        _ => None,
    }
}

/// Puts the piece or the range of pieces of one item, `12`, `K12` or `1-12`, on the board.
fn read_item(item: &str, white: usize, pieces: &mut [u64; 2], kings: &mut u64) -> Result<(), NotationError> {
    let (king, numbers) = item.strip_prefix(['K', 'k']).map_or((false, item), |numbers| (true, numbers));
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    // `K29-K31` is as good as `K29-31`.
    let last = if king { last.trim_start_matches(['K', 'k']) } else { last };
    let (Some(first), Some(last)) = (read_square(first), read_square(last)) else {
        return Err(NotationError::new(format!(
            "'{}' among {}'s pieces is not a square; write 1 to 32, K before it for a king, or a range like 1-12",
            excerpt(item),
            NAMES[white]
        )));
    };
    if first > last {
        return Err(NotationError::new(format!(
            "the range '{item}' runs backwards; write {}-{}",
            last + 1,
            first + 1
        )));
    }
    for square in first..=last {
        let (bit, number) = (bit(square), square + 1);
        if (pieces[0] | pieces[1]) & bit != 0 {
            return Err(NotationError::new(format!("square {number} is given twice; it holds one piece")));
        }
        if !king && FAR_ROW[white] & bit != 0 {
            return Err(NotationError::new(format!(
                "a man of {}'s on {number} would have become a king; write K{number}",
                NAMES[white]
            )));
        }
        pieces[white] |= bit;
        *kings |= if king { bit } else { 0 };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cutfirst::game::{Game, Player};
    use cutfirst::notation::Notation;

    use super::*;

    const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

    fn again(text: &str) -> String {
        read(text, Rules::Relaxed).map_or_else(|error| error.to_string(), |position| position.position_text())
    }

    #[test]
    fn the_start_reads_and_writes_as_in_the_rules() {
        assert_eq!(Checkers::new(Rules::English).position_text(), START);
        assert_eq!(read(START, Rules::English).unwrap(), Checkers::new(Rules::English));
    }

    #[test]
    fn order_ranges_case_dots_and_tags_are_free() {
        for text in [
            "B:B1-12:W21-32",
            "b:w32,31,30,21-29:b1-4,5-12.",
            " [FEN \"B:W21-32:B1-12\"] ",
            "[fen \"B:W21-32:B1-12.\"]",
            "B: W 21-32 : B 1-11, 12",
            "B:W21-32:B1-12:H0:F1",
        ] {
            assert_eq!(again(text), START, "{text}");
        }
        assert_eq!(again("W:WK29-K31,21:B1,K12"), "W:W21,K29,K30,K31:B1,K12");
        assert!(again("B:W21-32:B1-12:Hx:F1").contains("is not a position"));
        let kings = "[FEN \"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\"]";
        assert_eq!(again(kings), "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29");
        assert_eq!(again("w:bk29-32:wk1-2"), "W:WK1,K2:BK29,K30,K31,K32");
    }

    #[test]
    fn a_side_may_be_gone() {
        let position = read("B:W:B1", Rules::Relaxed).unwrap();
        assert_eq!(position.position_text(), "B:W:B1");
        assert_eq!((position.to_move(), position.outcome()), (Player(0), None));
        assert_eq!(again("W:W:B"), "W:W:B");
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let form = "write the side to move and both sides' squares, like B:W21,22,K32:B1,2";
        for text in ["", "B", "B:W1", "B:W1:B2:W3", "[FEN B:W1:B2:]"] {
            assert_eq!(again(text), format!("'{text}' is not a position; {form}"));
        }
        assert_eq!(again("R:W21:B1"), "the side to move is 'R'; it must be B or W");
        assert_eq!(again("BB:W21:B1"), "the side to move is 'BB'; it must be B or W");
        let whose = "does not say whose pieces these are; begin with W or B, like W21,22";
        assert_eq!(again("B:21:B1"), format!("'21' {whose}"));
        assert_eq!(again("B::B1"), format!("'' {whose}"));
        assert_eq!(again("B:é:B1"), format!("'é' {whose}"));
        assert_eq!(
            again("B:W21:W22"),
            "White's pieces are given twice and Black's not at all; write both, like W21,22:B1,2"
        );
        for item in ["0", "33", "", "K", "KK1", "1-", "-1", "1-2-3", "+1", "001", "é", "1-33", "2\n3"] {
            let error = again(&format!("B:W21:B4,{item},5"));
            let shown = item.replace('\n', "\\n");
            let start = format!("'{shown}' among Black's pieces is not a square; write 1 to 32");
            assert!(error.starts_with(&start), "{item:?}: {error}");
        }
        assert_eq!(again("B:W21:B12-1"), "the range '12-1' runs backwards; write 1-12");
        assert_eq!(again("B:W21:B1,1"), "square 1 is given twice; it holds one piece");
        assert_eq!(again("B:W9:B1-12"), "square 9 is given twice; it holds one piece");
        assert_eq!(again("B:W21:B32"), "a man of Black's on 32 would have become a king; write K32");
        assert_eq!(again("B:W4:B32"), "a man of White's on 4 would have become a king; write K4");
        assert_eq!(again("B:W21:B1-13"), "Black has 13 pieces; the most are 12");
    }
}
