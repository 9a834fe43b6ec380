//! Moves and positions as text.
//!
//! A position is one line of five parts separated by blanks, such as the start for two players
//! `.,.,.,./0,0,1,1,0,0/.,1,1,0,0,1,1,./.,0,0,1,1,0,0,./.,1,1,0,0,1,1,./.,0,0,1,1,0,0,./1,1,0,0,1,1/.,.,.,. 0 0,0 - 0,0`:
//! 1. the board, rows 8 to 1 separated by `/`, each from left to right, its cells separated by `,`:
//!    `.` for an empty cell, else the pieces from the bottom to the top as the digits of their
//!    players, counted from 0 (so `011` is owned by player 1);
//! 2. the digit of the player to move;
//! 3. how many pieces each player has in reserve, separated by `,`;
//! 4. the digits of the players who still hold the piece that they must place, or `-`;
//! 5. how many opposing pieces each player has captured, separated by `,`.

use std::fmt::Write;

use cutfirst::game::{Game, Player};
use cutfirst::notation::{Notation, NotationError, excerpt};
use cutfirst::powers::{OutOfTurn, SlotMoves};

use super::board::{CELLS, PLACEMENT, TALLEST, cell, steps_of};
use super::stack::Stack;
use super::tallies::Tallies;
use super::{Focus, FocusMove, SEATS};

impl Notation for Focus {
    fn move_text(&self, mv: FocusMove) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<FocusMove, NotationError> {
        let word = text.trim();
        let mv = read_move(word).ok_or_else(|| {
            NotationError::new(format!(
                "'{}' is not a move; write 'c3-c5' for a stack move or '+c5' for a reserve piece",
                excerpt(word)
            ))
        })?;
        let mut found = Vec::with_capacity(1);
        if let Ok(mv) = mv {
            self.moves_in_slot(mv.slot(), &mut found);
        }
        found.first().copied().ok_or_else(|| NotationError::illegal(self, word))
    }

    fn position_text(&self) -> String {
        let mut text = String::new();
        for row in (0..8).rev() {
            for (index, place) in (0..8).filter_map(|column| cell(column, row)).enumerate() {
                if index > 0 {
                    text.push(',');
                }
                text.push_str(&stack_text(self.stacks[place]));
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        let players = self.players();
        let hands: String = (0..players).filter(|seat| self.hands >> seat & 1 != 0).map(digit).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        let reserve = list((0..players).map(|seat| self.tallies.reserve(seat)));
        let captured = list((0..players).map(|seat| self.tallies.captured(seat)));
        let _ = write!(text, "{} {reserve} {hands} {captured}", self.turn.0);
        text
    }

    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        let line = text.trim();
        if line.contains(['\n', '\r']) {
            return Err(NotationError::new("a position is one line, not several"));
        }
        let parts: Vec<_> = line.split_whitespace().collect();
        let &[board, turn, reserve, hands, captured] = parts.as_slice() else {
            return Err(NotationError::new(format!(
                "a position has 5 parts (board, player to move, reserves, hands, captures), not {}; \
                 this one is '{}'",
                parts.len(),
                self.position_text()
            )));
        };
        let mut position = Self::empty(self.rules);
        position.read_board(board)?;
        let turn = position.read_seat(turn)?;
        position.set_turn(turn);
        let reserve = position.read_list("reserves", reserve)?;
        position.set_hands(position.read_hands(hands)?);
        position.set_tallies(Tallies::new(reserve, position.read_list("captures", captured)?));
        position.check_pieces()?;
        position.check_turn()?;
        Ok(position)
    }

    fn diagram(&self) -> String {
        let mut picture = String::new();
        for row in (0..8).rev() {
            let mut line = format!("{} ", row + 1);
            for column in 0..8 {
                let stack = cell(column, row).map_or(String::new(), |place| stack_text(self.stacks[place]));
                let _ = write!(line, " {stack:^5}");
            }
            let _ = writeln!(picture, "{}", line.trim_end());
        }
        let mut letters = String::from("  ");
        for letter in 'a'..='h' {
            let _ = write!(letters, " {letter:^5}");
        }
        let _ = writeln!(picture, "{}", letters.trim_end());
        let _ = writeln!(picture, "stacks from bottom to top: the last digit is the owner");
        let _ = writeln!(picture, "{} to move", self.turn.0);
        for seat in 0..self.players() {
            let stacks = self.owned[seat].count_ones();
            let (reserve, captured) = (self.tallies.reserve(seat), self.tallies.captured(seat));
            let hand = if self.hands >> seat & 1 == 0 { "" } else { ", a piece in hand to place first" };
            let _ =
                writeln!(picture, "{seat}: stacks {stacks}, reserve {reserve}, captured {captured}{hand}");
        }
        picture
    }
}

/// Reads the form of a move: `None` if it has none, an error if it has, but no stack moves so.
fn read_move(word: &str) -> Option<Result<FocusMove, ()>> {
    if let Some(name) = word.strip_prefix('+') {
        return Some(Ok(PLACEMENT[read_cell(name)?]));
    }
    let (from, to) = word.split_once('-')?;
    let (from, to) = (read_cell(from)?, read_cell(to)?);
    let step = steps_of(false, from, TALLEST).iter().find(|step| step.to() == to);
    Some(step.copied().ok_or(()))
}

fn read_cell(name: &str) -> Option<usize> {
    let &[letter, number] = name.as_bytes() else { return None };
    let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
    let row = number.checked_sub(b'1')?;
    cell(usize::from(column), usize::from(row))
}

fn digit(seat: usize) -> char {
    char::from(b'0' + seat as u8)
}

fn stack_text(stack: Stack) -> String {
    if stack.is_empty() { ".".to_owned() } else { stack.pieces().map(digit).collect() }
}

fn list(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

impl Focus {
    fn last_seat(&self) -> usize {
        self.players() - 1
    }

    fn read_board(&mut self, text: &str) -> Result<(), NotationError> {
        let rows: Vec<_> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(NotationError::new(format!(
                "the board has {} rows, but 8 are needed, separated by '/'",
                rows.len()
            )));
        }
        for (row_text, row) in rows.into_iter().zip((0..8).rev()) {
            let places: Vec<_> = (0..8).filter_map(|column| cell(column, row)).collect();
            let stacks: Vec<_> = row_text.split(',').collect();
            if stacks.len() != places.len() {
                return Err(NotationError::new(format!(
                    "row {} has {} cells, but {} are needed, separated by ','",
                    row + 1,
                    stacks.len(),
                    places.len()
                )));
            }
            for (stack, place) in stacks.into_iter().zip(places) {
                self.set_stack(place, self.read_stack(stack, row + 1)?);
            }
        }
        Ok(())
    }

    fn read_stack(&self, text: &str, row: usize) -> Result<Stack, NotationError> {
        let wrong = || {
            NotationError::new(format!(
                "'{}' in row {row} is not a stack; write '.' or 1 to {TALLEST} digits from 0 to {}",
                excerpt(text),
                self.last_seat()
            ))
        };
        if text == "." {
            return Ok(Stack::EMPTY);
        }
        let mut stack = Stack::EMPTY;
        for mark in text.chars() {
            let seat = self.seat_of(mark).ok_or_else(wrong)?;
            stack = stack.with(seat).ok_or_else(wrong)?;
        }
        if stack.is_empty() { Err(wrong()) } else { Ok(stack) }
    }

    fn seat_of(&self, mark: char) -> Option<usize> {
        mark.to_digit(10).map(|seat| seat as usize).filter(|&seat| seat < self.players())
    }

    fn read_seat(&self, text: &str) -> Result<Player, NotationError> {
        let mut marks = text.chars();
        match (marks.next().and_then(|mark| self.seat_of(mark)), marks.next()) {
            (Some(seat), None) => Ok(Player(seat as u8)),
            _ => Err(NotationError::new(format!(
                "'{}' is not a player to move; write a digit from 0 to {}",
                excerpt(text),
                self.last_seat()
            ))),
        }
    }

    fn read_list(&self, what: &str, text: &str) -> Result<[u8; SEATS], NotationError> {
        let wrong = || {
            NotationError::new(format!(
                "the {what} '{}' are not {} numbers up to {CELLS}, separated by ','",
                excerpt(text),
                self.players()
            ))
        };
        let mut numbers = [0; SEATS];
        let words: Vec<_> = text.split(',').collect();
        if words.len() != self.players() {
            return Err(wrong());
        }
        for (number, word) in numbers.iter_mut().zip(words) {
            // `parse` alone would also accept a sign.
            if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(wrong());
            }
            *number = word.parse().ok().filter(|&n| usize::from(n) <= CELLS).ok_or_else(wrong)?;
        }
        Ok(numbers)
    }

    fn read_hands(&self, text: &str) -> Result<u8, NotationError> {
        if text == "-" {
            return Ok(0);
        }
        if !self.rules.forced_hand {
            return Err(NotationError::new(format!(
                "hands are '{}', but nobody holds a piece to place in this game; write '-'",
                excerpt(text)
            )));
        }
        let mut hands = 0;
        for mark in text.chars() {
            let seat = self.seat_of(mark).filter(|seat| hands >> seat & 1 == 0).ok_or_else(|| {
                NotationError::new(format!(
                    "hands are '{}'; write '-' or the different digits, from 0 to {}, of the players who hold \
                     a piece to place",
                    excerpt(text),
                    self.last_seat()
                ))
            })?;
            hands |= 1 << seat;
        }
        Ok(hands)
    }

    /// No more pieces, on the board or captured, than the game has.
    fn check_pieces(&self) -> Result<(), NotationError> {
        let players = self.players();
        let pieces = usize::from(self.rules.pieces);
        let mut present = [0; SEATS];
        for seat in self.stacks.iter().flat_map(|stack| stack.pieces()) {
            present[seat] += 1;
        }
        for (seat, present) in present.iter_mut().enumerate() {
            *present += usize::from(self.tallies.reserve(seat)) + usize::from(self.hands >> seat & 1);
            if *present > pieces {
                return Err(NotationError::new(format!(
                    "player {seat} has {present} pieces on the board and off it, but only {pieces} exist"
                )));
            }
        }
        let missing = pieces * players - present.iter().sum::<usize>();
        let captured = [0, 1, 2, 3].map(|seat| usize::from(self.tallies.captured(seat)));
        let all: usize = captured.iter().sum();
        if all > missing {
            return Err(NotationError::new(format!(
                "{all} pieces are captured, but only {missing} are missing"
            )));
        }
        for seat in 0..players {
            let others = missing - (pieces - present[seat]);
            if captured[seat] > others {
                return Err(NotationError::new(format!(
                    "player {seat} has captured {} pieces, but only {others} of the others are missing",
                    captured[seat]
                )));
            }
        }
        let needed = usize::from(self.rules.captures);
        if needed > 0 && captured.iter().filter(|&&captured| captured >= needed).count() > 1 {
            return Err(NotationError::new(format!(
                "two players have captured {needed} pieces, but the first to do so has won"
            )));
        }
        Ok(())
    }

    /// A player who cannot move is skipped, so his turn means that the game is over.
    fn check_turn(&self) -> Result<(), NotationError> {
        if self.can_move(self.turn) || self.outcome().is_some() {
            return Ok(());
        }
        let able: Vec<_> =
            Player::all(self.players()).filter(|&p| self.can_move(p)).map(|p| p.0.to_string()).collect();
        Err(NotationError::new(format!(
            "player {} is to move but cannot; a player who can is {}",
            self.turn.0,
            able.join(" or ")
        )))
    }
}
