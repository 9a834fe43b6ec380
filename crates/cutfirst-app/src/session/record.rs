//! The course of a game: moves with undo and redo, and the ends that belong to play rather than to
//! the rules.

use serde::Serialize;

use super::position::{Position, Step};

/// After so many plies a game is a draw.
pub(crate) const LONGEST: usize = 1000;

/// How often a position occurs until the game is a draw.
pub(crate) const REPETITIONS: usize = 3;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Ending {
    /// One sentence.
    pub(crate) text: String,
    /// Seats; none in a draw.
    pub(crate) winners: Vec<usize>,
    /// One result per player, in the game's measure.
    pub(crate) scores: Vec<i32>,
}

/// A game from its start to where it stands, and moves taken back that can be played again.
pub(crate) struct Record {
    start: Box<dyn Position>,
    current: Box<dyn Position>,
    /// Played moves, then those taken back.
    steps: Vec<Step>,
    ply: usize,
    /// The keys of all positions up to the current one.
    keys: Vec<u64>,
    /// Who has played each of the moves.
    movers: Vec<usize>,
    resigned: Option<usize>,
}

impl Record {
    /// A game that begins here.
    pub(crate) fn new(start: Box<dyn Position>) -> Self {
        let (current, keys) = (start.copy(), vec![start.key()]);
        Self { start, current, steps: Vec::new(), ply: 0, keys, movers: Vec::new(), resigned: None }
    }

    /// A game that begins here, with these moves.
    pub(crate) fn with_moves(start: Box<dyn Position>, moves: &[String]) -> Result<Self, String> {
        let mut record = Self::new(start);
        for (index, text) in moves.iter().enumerate() {
            record.play(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        }
        Ok(record)
    }

    pub(crate) fn start(&self) -> &dyn Position {
        &*self.start
    }

    pub(crate) fn position(&self) -> &dyn Position {
        &*self.current
    }

    /// The number of moves played.
    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// The moves played.
    pub(crate) fn played(&self) -> &[Step] {
        &self.steps[..self.ply]
    }

    /// The moves taken back, the next one first.
    pub(crate) fn taken_back(&self) -> &[Step] {
        &self.steps[self.ply..]
    }

    /// Who has played each of the moves.
    pub(crate) fn movers(&self) -> &[usize] {
        &self.movers
    }

    /// The keys of all positions up to the current one.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the current position has been there.
    pub(crate) fn visits(&self) -> usize {
        let here = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == here).count()
    }

    pub(crate) fn resigned(&self) -> Option<usize> {
        self.resigned
    }

    /// Plays a move; what was taken back is forgotten unless it is the same move.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("the game is over: {}", ending.text));
        }
        let mover = self.current.to_move();
        let step = self.current.play(text)?;
        if self.taken_back().first() != Some(&step) {
            self.steps.truncate(self.ply);
            self.steps.push(step);
        }
        self.ply += 1;
        self.keys.push(self.current.key());
        self.movers.push(mover);
        Ok(())
    }

    /// Goes to where `ply` moves have been played.
    pub(crate) fn go_to(&mut self, ply: usize) {
        self.resigned = None;
        if ply < self.ply {
            self.current = self.start.copy();
            self.ply = 0;
            self.keys.truncate(1);
            self.movers.clear();
        }
        while self.ply < ply.min(self.steps.len()) {
            self.movers.push(self.current.to_move());
            let step = self.current.play(&self.steps[self.ply].text);
            debug_assert!(step.is_ok(), "a move that was legal before");
            self.ply += 1;
            self.keys.push(self.current.key());
        }
    }

    /// The seat to move after each number of moves up to this one.
    pub(crate) fn turns(&self) -> Vec<usize> {
        let mut position = self.start.copy();
        let mut turns = vec![position.to_move()];
        for step in &self.steps {
            if position.play(&step.text).is_err() {
                break;
            }
            turns.push(position.to_move());
        }
        turns
    }

    /// A player gives up.
    pub(crate) fn resign(&mut self, seat: usize) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("the game is over: {}", ending.text));
        }
        if seat >= self.current.players() {
            return Err(format!("there is no player {seat}; they are 0 to {}", self.current.players() - 1));
        }
        self.resigned = Some(seat);
        Ok(())
    }

    /// How the game ended, if it did.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let players = self.current.players();
        if let Some(loser) = self.resigned {
            let others: Vec<_> = (0..players).filter(|&seat| seat != loser).collect();
            let names: Vec<_> = others.iter().map(|&seat| self.current.seat_name(seat)).collect();
            let have = if names.len() == 1 { "has" } else { "have" };
            return Some(Ending {
                text: format!("{} resigned: {} {have} won.", self.current.seat_name(loser), list(&names)),
                scores: (0..players).map(|seat| if seat == loser { 1 - players as i32 } else { 1 }).collect(),
                winners: others,
            });
        }
        if let Some(ending) = self.current.ending() {
            return Some(ending);
        }
        let draw = |text: String| Ending { text, winners: Vec::new(), scores: vec![0; players] };
        if self.visits() >= REPETITIONS {
            return Some(draw("The game is drawn: the same position for the third time.".to_owned()));
        }
        (self.ply >= LONGEST).then(|| draw(format!("The game is drawn after {LONGEST} plies.")))
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [several @ .., last] => format!("{} and {last}", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Setting;
    use super::*;

    fn record(game: &str, moves: &str) -> Result<Record, String> {
        let setting = Setting { game: game.to_owned(), ..Setting::default() };
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        Record::with_moves(setting.open()?, &moves)
    }

    #[test]
    fn moves_are_taken_back_and_played_again() {
        let mut record = record("othello", "f5 d6 c3").ok().unwrap();
        let end = record.position().text();
        record.go_to(1);
        assert_eq!((record.ply(), record.taken_back().len()), (1, 2));
        record.go_to(3);
        assert_eq!(record.position().text(), end);
        record.go_to(1);
        record.play("d6").unwrap();
        assert_eq!(record.taken_back().len(), 1, "the same move keeps what follows");
        record.go_to(1);
        record.play("f6").unwrap();
        assert_eq!((record.ply(), record.taken_back().len()), (2, 0));
        assert!(record.play("a1").unwrap_err().contains("not a legal move"));
        assert_eq!(record.turns(), [0, 1, 0]);
        assert_eq!(record.movers(), [0, 1]);
    }

    #[test]
    fn the_same_position_for_the_third_time_is_a_draw() {
        let setting = Setting {
            game: "checkers".to_owned(),
            position: Some("B:WK32:BK1".to_owned()),
            ..Setting::default()
        };
        let round = ["1-6", "32-27", "6-1", "27-32"].map(str::to_owned);
        let twice = [round.clone(), round.clone()].concat();
        let mut record = Record::with_moves(setting.open().ok().unwrap(), &twice).ok().unwrap();
        let ending = record.ending().unwrap();
        assert!(ending.text.contains("third time") && ending.winners.is_empty(), "{ending:?}");
        assert!(record.play("1-6").unwrap_err().contains("the game is over"));
        record.go_to(7);
        assert_eq!(record.ending(), None);
    }

    #[test]
    fn who_resigns_has_lost_until_the_move_is_taken_back() {
        let mut two = record("othello", "f5").ok().unwrap();
        two.resign(1).unwrap();
        let ending = two.ending().unwrap();
        assert_eq!(ending.text, "White resigned: Black has won.");
        assert_eq!((ending.winners, ending.scores), (vec![0], vec![1, -1]));
        assert!(two.resign(0).is_err());
        two.go_to(1);
        assert_eq!(two.ending(), None);
        let mut four = record("virus", "").ok().unwrap();
        assert!(four.resign(4).unwrap_err().contains("0 to 3"));
        four.resign(2).unwrap();
        let ending = four.ending().unwrap();
        assert_eq!(ending.text, "Player 3 resigned: Player 1, Player 2 and Player 4 have won.");
        assert_eq!(ending.scores, [1, 1, -3, 1]);
    }

    #[test]
    fn wrong_moves_say_which() {
        assert!(record("othello", "f5 f5").err().unwrap().starts_with("move 2: 'f5' is not a legal move"));
    }
}
