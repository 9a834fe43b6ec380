//! A game with the people and engines that play it.

use super::ask::Ask;
use super::record::{LONGEST, Record};
use super::seat::Seat;

/// So many variations are kept with a game, and so many moves of all of them; of more, the oldest go.
const MOST_VARIATIONS: usize = 40;
const MOST_VARIED: usize = 4 * LONGEST;

/// A game and its seats, one for every player.
pub(crate) struct Played {
    pub(crate) record: Record,
    pub(crate) seats: Vec<Seat>,
    /// What was tried beside the game: moves from its start, the oldest line first.
    pub(crate) variations: Vec<Vec<String>>,
}

impl Played {
    pub(crate) fn new(record: Record, seats: Vec<Seat>) -> Self {
        Self { record, seats, variations: Vec::new() }
    }

    /// Plays a move. What had been taken back and is not played again stays as a variation.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let (record, ply) = (&self.record, self.record.ply());
        let before: Vec<_> =
            record.played().iter().chain(record.taken_back()).map(|step| step.text.clone()).collect();
        self.record.play(text)?;
        if before
            .get(ply)
            .is_some_and(|old| self.record.played().last().is_some_and(|step| step.text != *old))
        {
            self.add_variation(&before)?;
        }
        Ok(())
    }

    /// Keeps a line of moves from the start. One that goes on from another by a move takes its place, one that another
    /// begins with is there already.
    pub(crate) fn add_variation(&mut self, line: &[String]) -> Result<(), String> {
        if line.len() > LONGEST {
            return Err(format!("{} moves; a game has at most {LONGEST}", line.len()));
        }
        let played = Record::with_moves(self.record.start().copy(), line)?;
        // As the game itself writes them: whoever writes them in another way has the same line, and none is longer.
        let line: Vec<_> = played.played().iter().map(|step| step.text.clone()).collect();
        if self.variations.iter().any(|other| other.starts_with(&line)) {
            return Ok(());
        }
        match self
            .variations
            .iter_mut()
            .find(|other| line.split_last().is_some_and(|(_, head)| head == *other))
        {
            Some(grown) => *grown = line,
            None => self.variations.push(line),
        }
        while self.variations.len() > MOST_VARIATIONS
            || self.variations.iter().map(Vec::len).sum::<usize>() > MOST_VARIED
        {
            self.variations.remove(0);
        }
        Ok(())
    }

    pub(crate) fn remove_variation(&mut self, line: &[String]) {
        self.variations.retain(|other| other != line);
    }

    /// The seat whose turn it is.
    pub(crate) fn seat_to_move(&self) -> &Seat {
        &self.seats[self.record.position().to_move()]
    }

    /// What the engine whose turn it is has to do; `None` if it is a person's turn.
    pub(crate) fn ask(&self) -> Result<Option<Ask>, String> {
        let ask = self.seat_to_move().ask()?;
        Ok(ask.map(|ask| ask.after(self.record.keys())))
    }

    /// Goes back to the last turn of a person, or by one move where only engines play. After a
    /// resignation only that is taken back.
    pub(crate) fn undo(&mut self) -> Result<(), String> {
        let now = self.record.ply();
        let ply = match self.record.resigned() {
            Some(_) => Some(now),
            None => self.human_turn((0..now).rev()),
        };
        self.record.go_to(ply.ok_or("there is no move to undo")?);
        Ok(())
    }

    /// Goes forward to the next turn of a person, or to the end of what was taken back.
    pub(crate) fn redo(&mut self) -> Result<(), String> {
        let now = self.record.ply();
        let last = now + self.record.taken_back().len();
        if last == now {
            return Err("there is no move to redo".to_owned());
        }
        let ply = self.human_turn(now + 1..=last).unwrap_or(last);
        self.record.go_to(ply);
        Ok(())
    }

    fn human_turn(&self, mut plies: impl Iterator<Item = usize>) -> Option<usize> {
        if self.seats.iter().all(|seat| !seat.is_human()) {
            return plies.next();
        }
        let turns = self.record.turns();
        plies.find(|&ply| turns.get(ply).is_some_and(|&seat| self.seats[seat].is_human()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Setting;
    use super::super::seat::Level;
    use super::*;

    fn othello(seats: [bool; 2], moves: &[&str]) -> Played {
        let start = Setting { game: "othello".to_owned(), ..Setting::default() }.open().ok().unwrap();
        let moves: Vec<_> = moves.iter().map(|&text| text.to_owned()).collect();
        let seat = |human| match human {
            true => Seat::Human {},
            false => Seat::engine(Level::depth(1)),
        };
        Played::new(Record::with_moves(start, &moves).ok().unwrap(), seats.map(seat).to_vec())
    }

    #[test]
    fn variations_grow_and_make_room() {
        let mut game = othello([true, true], &["f5", "d6"]);
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for text in ["f5 f6", "f5 f6 e6", "f5 f6", "f5 f4"] {
            game.add_variation(&line(text)).unwrap();
        }
        assert_eq!(game.variations, [line("f5 f6 e6"), line("f5 f4")]);
        game.add_variation(&["F5".to_owned(), format!("{}f6  ", " ".repeat(1000)), "e6".to_owned()]).unwrap();
        assert_eq!(game.variations.len(), 2, "it is there, though written in another way");
        assert!(game.add_variation(&line("f5 a1")).unwrap_err().contains("move 2"));
        game.remove_variation(&line("f5 f4"));
        assert_eq!(game.variations, [line("f5 f6 e6")]);
        game.variations = vec![line("c4"); MOST_VARIATIONS];
        game.add_variation(&line("f5 f6")).unwrap();
        assert_eq!((game.variations.len(), game.variations.last()), (MOST_VARIATIONS, Some(&line("f5 f6"))));
        assert_eq!(game.record.ply(), 2, "the game is as it was");
    }

    #[test]
    fn what_was_taken_back_stays_as_a_variation() {
        let mut game = othello([true, false], &["f5", "d6", "c3"]);
        game.undo().unwrap();
        game.undo().unwrap();
        game.play("f5").unwrap();
        assert!(game.variations.is_empty(), "the same move again");
        assert_eq!(game.record.taken_back().len(), 2);
        game.play("f6").unwrap();
        assert_eq!(game.variations, [["f5", "d6", "c3"].map(str::to_owned).to_vec()]);
        assert!(game.play("a1").is_err());
    }

    #[test]
    fn undo_goes_back_to_a_person() {
        let mut game = othello([true, false], &["f5", "d6", "c3"]);
        game.undo().unwrap();
        assert_eq!(game.record.ply(), 2);
        game.undo().unwrap();
        assert_eq!(game.record.ply(), 0);
        assert!(game.undo().is_err());
        game.redo().unwrap();
        assert_eq!(game.record.ply(), 2);
        game.redo().unwrap();
        assert_eq!(game.record.ply(), 3, "the end, though no person is to move");
        assert!(game.redo().is_err());
    }

    #[test]
    fn an_engine_that_began_cannot_be_undone() {
        assert!(othello([false, true], &["f5"]).undo().is_err());
        let mut engines = othello([false, false], &["f5", "d6"]);
        engines.undo().unwrap();
        assert_eq!(engines.record.ply(), 1);
    }

    #[test]
    fn a_resignation_is_taken_back_alone() {
        let mut game = othello([true, true], &["f5"]);
        game.record.resign(1).unwrap();
        game.undo().unwrap();
        assert_eq!((game.record.ply(), game.record.ending()), (1, None));
    }
}
