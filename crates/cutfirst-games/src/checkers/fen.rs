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
    let line = line.strip_suffix('.').unwrap_or(line);
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
