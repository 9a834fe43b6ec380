//! Positions as Edax and the FFO suite write them, moves, and transcripts of whole games.

use std::fmt::{self, Write};

use cutfirst::game::{Game, Player};
use cutfirst::notation::{Notation, NotationError, excerpt};

use super::{BLACK, Move, Othello, WHITE};

/// Ways to write a pass; the first is the one that is written, and none begins a later one.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

pub(super) fn write_move(mv: Move) -> String {
    if mv == Move::PASS {
        return PASSES[0].to_owned();
    }
    let (row, column) = (mv.index() / 8, mv.index() % 8);
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Takes one move off the beginning of a text without spaces; the rest may hold more.
fn split_move(text: &str) -> Option<(Move, &str)> {
    let bytes = text.as_bytes();
    for pass in PASSES {
        if bytes.len() >= pass.len() && bytes[..pass.len()].eq_ignore_ascii_case(pass.as_bytes()) {
            return Some((Move::PASS, &text[pass.len()..]));
        }
    }
    match bytes {
        [column, row @ b'1'..=b'8', ..] if matches!(column.to_ascii_lowercase(), b'a'..=b'h') => {
            let square = (row - b'1') * 8 + (column.to_ascii_lowercase() - b'a');
            Some((Move(square), &text[2..]))
        }
        _ => None,
    }
}

fn no_move(text: &str) -> NotationError {
    NotationError::new(format!("'{}' is not a move; write a square such as f5, or pass", excerpt(text)))
}

impl Move {
    /// Reads a move by its form alone: a square such as `f5`, or `pass` (also `pa`, `ps`, `--`), in
    /// capitals or not.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        split_move(text).and_then(|(mv, rest)| rest.is_empty().then_some(mv))
    }
}

impl Othello {
    fn is_legal(&self, mv: Move) -> bool {
        let squares = self.mobility();
        if mv == Move::PASS { self.must_pass(squares) } else { squares & mv.bit() != 0 }
    }
}

impl fmt::Debug for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Othello({})", self.position_text())
    }
}

fn symbol(player: Player) -> char {
    if player == BLACK { 'X' } else { 'O' }
}

fn player_of(symbol: char) -> Option<Player> {
    match symbol {
        'X' | 'x' | '*' => Some(BLACK),
        'O' | 'o' => Some(WHITE),
        _ => None,
    }
}

impl Notation for Othello {
    fn move_text(&self, mv: Move) -> String {
        write_move(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let mv = Move::named(text.trim()).ok_or_else(|| no_move(text))?;
        if self.is_legal(mv) { Ok(mv) } else { Err(NotationError::illegal(self, text)) }
    }

    /// Moves with or without spaces between them, as in `f5d6c3` or `f5 d6 c3`. Forced passes may be
    /// left out, as transcripts do; those before the last move are then filled in.
    fn parse_moves(&self, text: &str) -> Result<Vec<Move>, NotationError> {
        let mut game = *self;
        let mut moves = Vec::new();
        let mut number = 0;
        for word in text.split_whitespace() {
            let mut rest = word;
            while !rest.is_empty() {
                number += 1;
                let (mv, after) = split_move(rest).ok_or_else(|| no_move(rest).at_move(number))?;
                if mv != Move::PASS && game.is_legal(Move::PASS) {
                    game.make(Move::PASS);
                    moves.push(Move::PASS);
                }
                if !game.is_legal(mv) {
                    let written = &rest[..rest.len() - after.len()];
                    return Err(NotationError::illegal(&game, written).at_move(number));
                }
                game.make(mv);
                moves.push(mv);
                rest = after;
            }
        }
        Ok(moves)
    }

    fn position_text(&self) -> String {
        let (black, white) = (self.discs(BLACK), self.discs(WHITE));
        let squares = (0..64).map(|square| match (black >> square & 1, white >> square & 1) {
            (0, 0) => '-',
            (0, _) => symbol(WHITE),
            _ => symbol(BLACK),
        });
        squares.chain([' ', symbol(self.to_move)]).collect()
    }

    /// Also reads `x` and `*` for Black, `o` for White, `.` for an empty square, and a `;` at the end.
    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        const FORM: &str = "64 characters X, O or - from a1 to h8, a space, and X or O to move";
        let line = text.trim();
        let line = line.strip_suffix(';').unwrap_or(line).trim_end();
        let Some((board, side)) = line.split_once([' ', '\t']) else {
            return Err(NotationError::new(format!(
                "'{}' does not say who is to move; a position is {FORM}",
                excerpt(line)
            )));
        };
        let mut discs = [0_u64; 2];
        let mut squares = 0;
        for c in board.chars() {
            match player_of(c) {
                Some(player) if squares < 64 => discs[player.index()] |= 1 << squares,
                None if !matches!(c, '-' | '.') => {
                    return Err(NotationError::new(format!("'{c}' is not a square; a position is {FORM}")));
                }
                _ => {}
            }
            squares += 1;
        }
        if squares != 64 {
            return Err(NotationError::new(format!(
                "the board has {squares} squares instead of 64; a position is {FORM}"
            )));
        }
        let side = side.trim_start();
        let mut symbols = side.chars();
        match (symbols.next().and_then(player_of), symbols.next()) {
            (Some(to_move), None) => {
                Ok(Self::new(discs[0], discs[1], to_move).expect("each square was read once"))
            }
            _ => Err(NotationError::new(format!("'{}' is not a side; X or O is to move", excerpt(side)))),
        }
    }

    /// The board with `.` on the squares where the player to move can put a disc.
    fn diagram(&self) -> String {
        const COLUMNS: &str = "  a b c d e f g h\n";
        let (black, white, moves) = (self.discs(BLACK), self.discs(WHITE), self.mobility());
        let mut text = COLUMNS.to_owned();
        for row in 0..8 {
            let _ = write!(text, "{}", row + 1);
            for square in row * 8..row * 8 + 8 {
                let holds = |board: u64| board >> square & 1 != 0;
                text.push(' ');
                text.push(match () {
                    () if holds(black) => symbol(BLACK),
                    () if holds(white) => symbol(WHITE),
                    () if holds(moves) => '.',
                    () => '-',
                });
            }
            let _ = writeln!(text, " {}", row + 1);
        }
        text.push_str(COLUMNS);
        let (black, white) = (black.count_ones(), white.count_ones());
        let _ = write!(text, "Black (X) {black}, White (O) {white}; ");
        let name = if self.to_move == BLACK { "Black" } else { "White" };
        let _ = match self.outcome() {
            Some(outcome) => match outcome.result(BLACK) {
                0 => writeln!(text, "the game is drawn"),
                score if score > 0 => writeln!(text, "Black has won by {score}"),
                score => writeln!(text, "White has won by {}", -score),
            },
            None if moves == 0 => writeln!(text, "{name} must pass"),
            None => writeln!(text, "{name} to move"),
        };
        text
    }
}
