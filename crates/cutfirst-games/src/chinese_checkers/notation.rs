//! Moves are `from-to` with the holes' numbers, `3-14`, and `pass`. A position is the rows from
//! north to south joined by `/`, each hole the digit of its owner's seat (0 to 5) or `.`, then a
//! space and the seat to move.

use std::fmt::Write;

use cutfirst::game::{Game, MAX_PLAYERS, Player};
use cutfirst::notation::{Notation, NotationError, excerpt};
use cutfirst::powers::SlotMoves;

use super::star::{FIRST, HOLES, ROWS, WIDTHS, first_column};
use super::{ChineseCheckers, Move, PIECES};

impl ChineseCheckers {
    /// `.` or the digit of the owner.
    fn symbol(&self, hole: usize) -> char {
        let owner = Player::all(self.players()).find(|&player| self.pieces(player) >> hole & 1 != 0);
        owner.map_or('.', |player| char::from(b'0' + player.0))
    }

    fn row(&self, row: usize) -> impl Iterator<Item = char> {
        (FIRST[row]..FIRST[row] + WIDTHS[row]).map(|hole| self.symbol(hole))
    }

    fn seat(&self, text: &str) -> Option<Player> {
        let &[digit] = text.as_bytes() else { return None };
        let seat = digit.checked_sub(b'0')?;
        (seat < self.players).then_some(Player(seat))
    }

    fn parse_row(
        &self,
        text: &str,
        row: usize,
        pieces: &mut [u128; MAX_PLAYERS],
    ) -> Result<(), NotationError> {
        let found = text.chars().count();
        if found != WIDTHS[row] {
            return Err(NotationError::new(format!(
                "row {} '{}' has {found} holes, not {}",
                row + 1,
                excerpt(text),
                WIDTHS[row]
            )));
        }
        for (hole, symbol) in (FIRST[row]..).zip(text.chars()) {
            if symbol == '.' {
                continue;
            }
            let Some(player) = self.seat(symbol.encode_utf8(&mut [0; 4])) else {
                return Err(NotationError::new(format!(
                    "row {} holds '{symbol}'; a hole is '.' or the digit of a player, 0 to {}",
                    row + 1,
                    self.players - 1
                )));
            };
            pieces[player.index()] |= 1 << hole;
        }
        Ok(())
    }
}

/// Reads `from-to` and gives its slot.
fn parse_slot(text: &str) -> Option<usize> {
    let hole = |digits: &str| {
        let plain = digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|&hole: &usize| plain && hole < HOLES)
    };
    let (from, to) = text.split_once('-')?;
    Some(hole(from)? * HOLES + hole(to)?)
}

impl Notation for ChineseCheckers {
    fn move_text(&self, mv: Move) -> String {
        if mv.is_pass() { "pass".to_owned() } else { format!("{}-{}", mv.from, mv.to) }
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let slot = if text.eq_ignore_ascii_case("pass") { Some(HOLES * HOLES) } else { parse_slot(text) };
        let Some(slot) = slot else {
            return Err(NotationError::new(format!(
                "'{}' is not a move; moves are two holes from 0 to {} like 6-14, or pass",
                excerpt(text),
                HOLES - 1
            )));
        };
        let mut legal = Vec::new();
        self.moves_in_slot(slot, &mut legal);
        legal.first().copied().ok_or_else(|| NotationError::illegal(self, text))
    }

    fn position_text(&self) -> String {
        let rows: Vec<String> = (0..ROWS).map(|row| self.row(row).collect()).collect();
        format!("{} {}", rows.join("/"), self.turn.0)
    }

    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        let Some((rows, turn)) = text.trim().split_once(' ') else {
            return Err(NotationError::new(format!(
                "'{}' lacks the player to move; a position is like {}",
                excerpt(text.trim()),
                self.position_text()
            )));
        };
        let found = rows.split('/').count();
        if found != ROWS {
            return Err(NotationError::new(format!(
                "'{}' has {found} rows; the star has {ROWS}, joined by '/'",
                excerpt(rows)
            )));
        }
        let mut pieces = [0; MAX_PLAYERS];
        for (row, text) in rows.split('/').enumerate() {
            self.parse_row(text, row, &mut pieces)?;
        }
        for player in Player::all(self.players()) {
            let found = pieces[player.index()].count_ones();
            if found != PIECES {
                return Err(NotationError::new(format!(
                    "player {} has {found} pieces; each player has {PIECES}",
                    player.0
                )));
            }
        }
        let Some(turn) = self.seat(turn) else {
            return Err(NotationError::new(format!(
                "'{}' is not a player to move; they are 0 to {}",
                excerpt(turn),
                self.players - 1
            )));
        };
        Ok(Self { pieces, turn, ..self.clone() }.completed())
    }

    /// The star, each row between the numbers of its first and last hole.
    fn diagram(&self) -> String {
        let mut text = String::new();
        for row in 0..ROWS {
            let indent = first_column(row) as usize;
            let holes: Vec<_> = self.row(row).map(String::from).collect();
            let holes = format!("{}{}", " ".repeat(indent), holes.join(" "));
            let _ = writeln!(text, "{:>3}  {holes:25}  {:>3}", FIRST[row], FIRST[row] + WIDTHS[row] - 1);
        }
        let state = match self.outcome() {
            Some(outcome) => {
                let winner = Player::all(self.players()).find(|&player| outcome.result(player) > 0);
                winner.map_or(String::new(), |player| format!("{player} ({}) has won", player.0))
            }
            None => format!("{} ({}) to move", self.turn, self.turn.0),
        };
        let _ = writeln!(text, "{state}");
        text
    }
}
