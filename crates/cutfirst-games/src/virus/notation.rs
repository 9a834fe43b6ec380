//! Moves are the infected square, `c3`. A position is the rows from top to bottom joined by `/`,
//! each square the digit of its owner's seat (0 to 3) or `.`, then a space and the seat to move:
//! `1...2/...../...../...../0...3 0`.

use std::fmt::Write;

use cutfirst::game::{Game, Player};
use cutfirst::notation::{Notation, NotationError, excerpt};
use cutfirst::powers::SlotMoves;

use super::board::Board;
use super::{MOST_PLAYERS, Move, Virus};

impl Virus {
    fn owner(&self, square: u8) -> Option<Player> {
        Player::all(self.players()).find(|&player| self.squares(player) & 1 << square != 0)
    }

    /// `.` or the digit of the owner.
    fn symbol(&self, file: usize, rank: usize) -> char {
        let owner = self.board.square(file, rank).and_then(|square| self.owner(square));
        owner.map_or('.', |player| char::from(b'0' + player.0))
    }

    fn seat(&self, text: &str) -> Option<Player> {
        let &[digit] = text.as_bytes() else { return None };
        let seat = digit.checked_sub(b'0')?;
        (seat < self.players).then_some(Player(seat))
    }

    fn parse_row(
        &self,
        text: &str,
        rank: usize,
        owned: &mut [u64; MOST_PLAYERS],
    ) -> Result<(), NotationError> {
        let size = self.board.size();
        let found = text.chars().count();
        if found != size {
            return Err(NotationError::new(format!(
                "row {} '{}' has {found} squares, not {size}",
                rank + 1,
                excerpt(text)
            )));
        }
        for (file, symbol) in text.chars().enumerate() {
            if symbol == '.' {
                continue;
            }
            let (Some(player), Some(square)) =
                (self.seat(symbol.encode_utf8(&mut [0; 4])), self.board.square(file, rank))
            else {
                return Err(NotationError::new(format!(
                    "row {} holds '{symbol}'; a square is '.' or the digit of a player, 0 to {}",
                    rank + 1,
                    self.players - 1
                )));
            };
            owned[player.index()] |= 1 << square;
        }
        Ok(())
    }
}

impl Notation for Virus {
    fn move_text(&self, mv: Move) -> String {
        Board::name(mv.target)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let Some(target) = self.board.parse(text) else {
            return Err(NotationError::new(format!(
                "'{}' is not a square of the board; moves are written like c3",
                excerpt(text)
            )));
        };
        let mut legal = Vec::new();
        self.moves_in_slot(self.board.index(target), &mut legal);
        legal.first().copied().ok_or_else(|| NotationError::illegal(self, text))
    }

    fn position_text(&self) -> String {
        let size = self.board.size();
        let rows =
            (0..size).rev().map(|rank| (0..size).map(|file| self.symbol(file, rank)).collect::<String>());
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), self.turn.0)
    }

    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        let Some((rows, turn)) = text.trim().split_once(' ') else {
            return Err(NotationError::new(format!(
                "'{}' lacks the player to move; a position is like {}",
                excerpt(text.trim()),
                self.position_text()
            )));
        };
        let size = self.board.size();
        let found = rows.split('/').count();
        if found != size {
            return Err(NotationError::new(format!(
                "'{}' has {found} rows; the board has {size}, joined by '/'",
                excerpt(rows)
            )));
        }
        let mut owned = [0; MOST_PLAYERS];
        for (row, rank) in rows.split('/').zip((0..size).rev()) {
            self.parse_row(row, rank, &mut owned)?;
        }
        let Some(turn) = self.seat(turn) else {
            return Err(NotationError::new(format!(
                "'{}' is not a player to move; they are 0 to {}",
                excerpt(turn),
                self.players - 1
            )));
        };
        let position = Self { owned, turn, ..self.clone() }.with_key();
        if position.infected() == 0 {
            return Err(NotationError::new("nobody owns a square; at least one player must"));
        }
        if position.squares(turn) == 0 && !position.is_over() {
            return Err(NotationError::new(format!(
                "player {} is to move but owns no square; the player to move must own one",
                turn.0
            )));
        }
        Ok(position)
    }

    fn diagram(&self) -> String {
        let size = self.board.size();
        let mut text = String::new();
        for rank in (0..size).rev() {
            let _ = write!(text, "{}", rank + 1);
            for file in 0..size {
                let _ = write!(text, " {}", self.symbol(file, rank));
            }
            text.push('\n');
        }
        text.push(' ');
        for file in 0..size {
            let _ = write!(text, " {}", char::from(b'a' + file as u8));
        }
        text.push('\n');
        for player in Player::all(self.players()) {
            let squares = self.squares(player).count_ones();
            let state = if squares == 0 { ", out" } else { "" };
            let turn = if player == self.turn && !self.is_over() { ", to move" } else { "" };
            let plural = if squares == 1 { "" } else { "s" };
            let _ = writeln!(text, "{}: {player}, {squares} square{plural}{state}{turn}", player.0);
        }
        if self.is_over() {
            text.push_str("the game is over\n");
        }
        text
    }
}
