//! Moves as PDN writes them, and the board as people see it.
//!
//! A step is `11-15`. A jump names every square the piece lands on, `15x22x29`; of several routes that
//! are one move, the one whose jumps come first in generation order is written and any is read. Where only one
//! legal move fits, its first and last square are enough: `15x29`. A text that names a single jump means that
//! jump if it is legal.

use cutfirst::game::Game;
use cutfirst::notation::{Notation, NotationError, excerpt};
use cutfirst::powers::{Captures, SlotMoves};

use super::board::{SQUARES, bit, square, step};
use super::moves::Move;
use super::{Checkers, fen};

impl Notation for Checkers {
    fn move_text(&self, mv: Move) -> String {
        if !mv.is_capture() {
            return format!("{}-{}", mv.from() + 1, mv.to() + 1);
        }
        let mut route = vec![mv.start_bit()];
        let found = find_route(&mut route, mv.end_bit(), mv.captured_bits());
        debug_assert!(found, "{mv:?} has no route");
        let squares: Vec<_> = route.iter().map(|bit| number(*bit).to_string()).collect();
        squares.join("x")
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let separator = if text.contains('-') { &['-'][..] } else { &['x', 'X'][..] };
        let squares: Option<Vec<usize>> = text.split(separator).map(read_square).collect();
        let squares = squares.unwrap_or_default();
        let [from, .., to] = squares[..] else {
            return Err(NotationError::new(format!(
                "'{}' is not a move; write a step like 11-15 or a jump like 15x22 or 15x22x29, with squares 1 to 32",
                excerpt(text)
            )));
        };
        let mut candidates = Vec::new();
        self.moves_in_slot(from << 5 | to, &mut candidates);
        if separator == ['-'] {
            let step = candidates.iter().find(|mv| !mv.is_capture() && squares.len() == 2);
            return step.copied().ok_or_else(|| NotationError::illegal(self, text));
        }
        candidates.retain(|mv| mv.is_capture());
        if let Some(captured) = jumped(&squares)
            && let Some(&mv) = candidates.iter().find(|mv| mv.captured_bits() == captured)
        {
            return Ok(mv);
        }
        match candidates[..] {
            [mv] if squares.len() == 2 => Ok(mv),
            [_, _, ..] if squares.len() == 2 => Err(NotationError::new(format!(
                "'{}' may be {}; write the whole path",
                excerpt(text),
                self.list(&candidates).join(" or ")
            ))),
            _ => Err(self.unfinished(&squares, text).unwrap_or_else(|| NotationError::illegal(self, text))),
        }
    }

    fn position_text(&self) -> String {
        fen::write(self)
    }

    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        fen::read(text, self.rules)
    }

    fn diagram(&self) -> String {
        let mut picture = String::new();
        let edge = format!("+{}+\n", "-".repeat(8 * 5 + 1));
        picture += &edge;
        for row in 0..8 {
            picture += "|";
            for column in 0..8 {
                if (row + column) % 2 == 0 {
                    picture += "     ";
                } else {
                    let square = 4 * row + column / 2;
                    picture += &format!(" {}{:<3}", self.letter(bit(square)), square + 1);
                }
            }
            picture += " |\n";
        }
        picture += &edge;
        picture += "b black man, B black king, w white man, W white king; black moves down\n";
        picture += match (self.white_to_move, self.outcome().is_some()) {
            (false, false) => "Black to move\n",
            (true, false) => "White to move\n",
            (false, true) => "Black cannot move: White has won\n",
            (true, true) => "White cannot move: Black has won\n",
        };
        picture
    }
}

impl Checkers {
    fn letter(&self, bit: u64) -> char {
        let king = self.kings & bit != 0;
        match (self.pieces[0] & bit != 0, self.pieces[1] & bit != 0) {
            (true, _) => {
                if king {
                    'B'
                } else {
                    'b'
                }
            }
            (_, true) => {
                if king {
                    'W'
                } else {
                    'w'
                }
            }
            _ => '.',
        }
    }

    fn list(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.move_text(mv)).collect()
    }

    /// The error for a chain of jumps that is right so far but must go on.
    fn unfinished(&self, squares: &[usize], text: &str) -> Option<NotationError> {
        let begun: String = squares.iter().map(|square| format!("{}x", square + 1)).collect();
        let mut legal = Vec::new();
        self.captures(&mut legal);
        let whole: Vec<_> = self.list(&legal).into_iter().filter(|whole| whole.starts_with(&begun)).collect();
        (!whole.is_empty()).then(|| {
            NotationError::new(format!("'{}' must go on jumping: {}", excerpt(text), whole.join(" or ")))
        })
    }
}

/// The number people give to a square.
fn number(bit: u64) -> usize {
    square(bit.trailing_zeros()) + 1
}

/// Reads the number of a square, to be counted from 0.
pub(super) fn read_square(text: &str) -> Option<usize> {
    let digits = matches!(text.len(), 1 | 2) && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = if digits { text.parse().ok()? } else { return None };
    (1..=32).contains(&number).then(|| number - 1)
}

/// What a piece would capture that jumps along the path, if each part is a jump over another square.
fn jumped(path: &[usize]) -> Option<u64> {
    let mut captured = 0;
    for ends in path.windows(2) {
        let (from, to) = (bit(ends[0]), bit(ends[1]));
        let over = (0..4).map(|direction| (step(from, direction) & SQUARES, direction));
        let (over, _) = over.into_iter().find(|&(over, direction)| step(over, direction) == to)?;
        if captured & over != 0 {
            return None;
        }
        captured |= over;
    }
    Some(captured)
}

/// Extends a route by jumps over exactly the captured squares that ends on `to`.
fn find_route(route: &mut Vec<u64>, to: u64, captured: u64) -> bool {
    let at = route[route.len() - 1];
    if captured == 0 {
        return at == to;
    }
    for direction in 0..4 {
        let over = step(at, direction) & captured;
        let landing = step(over, direction) & SQUARES;
        if landing != 0 {
            route.push(landing);
            if find_route(route, to, captured & !over) {
                return true;
            }
            route.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Rules;
    use super::*;
    use crate::conform::survive;

    fn game(rules: Rules, position: &str) -> Checkers {
        Checkers::new(rules).parse_position(position).unwrap()
    }

    /// What a text reads as, written again, or the error.
    fn read(game: &Checkers, text: &str) -> String {
        game.parse_move(text).map_or_else(|error| error.to_string(), |mv| game.move_text(mv))
    }

    #[test]
    fn steps_and_jumps_by_their_signs() {
        let game = game(Rules::Relaxed, "B:W18:B1,15");
        assert_eq!(read(&game, "15x22"), "15x22");
        assert_eq!(read(&game, " 15X22 "), "15x22");
        assert_eq!(read(&game, "1-5"), "1-5");
        let illegal = "is not a legal move here; legal are 1-5 1-6 15x22 15-19";
        for wrong in ["15-22", "1x5", "1-5-9", "15x22x29", "15x15", "2-6", "15x31"] {
            assert_eq!(read(&game, wrong), format!("'{wrong}' {illegal}"));
        }
    }

    #[test]
    fn what_is_no_move_is_refused_with_an_example() {
        let game = Checkers::new(Rules::Relaxed);
        for wrong in
            ["", "9", "9-", "x", "0-4", "9-33", "+9-13", "9 13", "9:13", "09-013", "9-14x22", "nine", "９-13"]
        {
            let error = read(&game, wrong);
            assert!(
                error.starts_with(&format!("'{wrong}' is not a move; write a step like 11-15")),
                "{error}"
            );
        }
        let long = read(&game, &"1x".repeat(1000));
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn two_squares_are_enough_when_only_one_move_fits() {
        let fork = game(Rules::English, "B:W18,25,26:B15");
        assert_eq!(read(&fork, "15x29"), "15x22x29");
        assert_eq!(read(&fork, "15x31"), "15x22x31");
        assert_eq!(read(&fork, "15x22"), "'15x22' must go on jumping: 15x22x29 or 15x22x31");
        let two_ways = game(Rules::Relaxed, "B:W6,7,14,15:BK2");
        assert_eq!(read(&two_ways, "2x18"), "'2x18' may be 2x9x18 or 2x11x18; write the whole path");
        assert_eq!(read(&two_ways, "2x2"), "2x9x18x11x2");
        // A single jump is meant as such, though longer chains end there too.
        assert_eq!(read(&two_ways, "2x11"), "2x11");
        assert_eq!(read(&two_ways, "2x9x18x11"), "2x9x18x11");
    }

    #[test]
    fn every_route_of_a_move_is_read_and_one_is_written() {
        let ring = game(Rules::English, "B:W6,7,14,15:BK2");
        assert_eq!(read(&ring, "2x9x18x11x2"), "2x9x18x11x2");
        assert_eq!(read(&ring, "2x11x18x9x2"), "2x9x18x11x2");
        assert!(read(&ring, "2x9x2x11x2").contains("not a legal move"));
    }

    #[test]
    fn a_finished_game_has_no_moves() {
        let over = game(Rules::English, "B:WK1:B");
        assert_eq!(read(&over, "9-13"), "'9-13' is not legal: the game is over");
    }

    #[test]
    fn the_diagram_names_every_square() {
        let game = game(Rules::English, "W:W21,K3:B12,K30");
        let expected = "\
+-----------------------------------------+
|      .1        .2        W3        .4   |
| .5        .6        .7        .8        |
|      .9        .10       .11       b12  |
| .13       .14       .15       .16       |
|      .17       .18       .19       .20  |
| w21       .22       .23       .24       |
|      .25       .26       .27       .28  |
| .29       B30       .31       .32       |
+-----------------------------------------+
b black man, B black king, w white man, W white king; black moves down
White to move
";
        assert_eq!(game.diagram(), expected);
    }

    proptest! {
        #[test]
        fn survives_any_text(text in any::<String>()) {
            survive(&Checkers::new(Rules::Relaxed), &text);
        }

        #[test]
        fn survives_the_alphabet_of_moves(text in "[0-9xX -]{0,30}") {
            survive(&game(Rules::Relaxed, "B:W6,7,14,15,22,23,K24:BK2,K10,19"), &text);
        }

        #[test]
        fn survives_the_alphabet_of_positions(text in "(\\[FEN \")?[BW]:[WB][K0-9,-]{0,20}:[WB][K0-9,-]{0,20}\\.?(\"\\])?") {
            survive(&Checkers::new(Rules::English), &text);
        }

        #[test]
        fn survives_a_changed_position(
            at in 0_usize..80, with in "[BWK:,0-9 .\\[\\]\"-]{0,3}", cut in 0_usize..4,
        ) {
            let mut text = Checkers::new(Rules::English).position_text();
            let at = at.min(text.len());
            let end = (at + cut).min(text.len());
            text.replace_range(at..end, &with);
            survive(&Checkers::new(Rules::Relaxed), &text);
        }
    }
}
