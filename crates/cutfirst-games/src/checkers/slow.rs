//! The rules once more, slowly: rows, columns and paths instead of bits, as a check.

use std::collections::BTreeSet;

use super::{Checkers, Rules, board};

/// Start, end and captured squares, all counted from 0.
pub(super) type SlowMove = (usize, usize, BTreeSet<usize>);

/// The legal moves in the documented order.
pub(super) fn moves(game: &Checkers) -> Vec<SlowMove> {
    let mut all = Vec::new();
    for from in 0..32 {
        let piece = Piece { game, from };
        if piece.stands(game.white_to_move, from) {
            for direction in piece.directions() {
                match beside(from, direction) {
                    Some(to) if piece.is_free(to) => all.push((from, to, BTreeSet::new())),
                    _ => _ = piece.jump(from, direction, &BTreeSet::new(), &mut all),
                }
            }
        }
    }
    if game.rules == Rules::English && all.iter().any(|(.., taken)| !taken.is_empty()) {
        all.retain(|(.., taken)| !taken.is_empty());
    }
    let mut distinct = Vec::new();
    for mv in all {
        if !distinct.contains(&mv) {
            distinct.push(mv);
        }
    }
    distinct
}

/// Down and right.
type Direction = (i32, i32);

/// The square beside another, by the rules' own formula.
fn beside(square: usize, (down, right): Direction) -> Option<usize> {
    let row = (square / 4) as i32;
    let column = 2 * (square % 4) as i32 + i32::from(row % 2 == 0);
    let (row, column) = (row + down, column + right);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((4 * row + column / 2) as usize)
}

/// A piece of the player to move.
struct Piece<'a> {
    game: &'a Checkers,
    from: usize,
}

impl Piece<'_> {
    fn stands(&self, white: bool, square: usize) -> bool {
        self.game.pieces[usize::from(white)] & board::bit(square) != 0
    }

    fn is_free(&self, square: usize) -> bool {
        square == self.from || !self.stands(false, square) && !self.stands(true, square)
    }

    fn directions(&self) -> Vec<Direction> {
        let king = self.game.kings & board::bit(self.from) != 0;
        let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        all.into_iter().filter(|(down, _)| king || (*down < 0) == self.game.white_to_move).collect()
    }

    /// Adds the chains that go on with a jump in one direction; whether there is one.
    fn jump(
        &self,
        at: usize,
        direction: Direction,
        taken: &BTreeSet<usize>,
        out: &mut Vec<SlowMove>,
    ) -> bool {
        let Some(over) = beside(at, direction) else { return false };
        let Some(to) = beside(over, direction) else { return false };
        if !self.stands(!self.game.white_to_move, over) || taken.contains(&over) || !self.is_free(to) {
            return false;
        }
        let mut taken = taken.clone();
        taken.insert(over);
        let place = out.len();
        let mut goes_on = false;
        for direction in self.directions() {
            goes_on |= self.jump(to, direction, &taken, out);
        }
        if !goes_on || self.game.rules == Rules::Relaxed {
            out.insert(place, (self.from, to, taken));
        }
        true
    }
}
