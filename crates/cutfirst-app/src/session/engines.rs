//! Engines that live as long as the game: what they have learned, and their tables, go from move to move.
//!
//! An engine is taken out for a search and put back after it. Tables are large, so only so many are kept; of more, those
//! that were used longest ago are given back.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The most memory of all tables that wait for their next move, in MiB.
const MOST_MEMORY: usize = 256;

/// The most engines that wait.
const MOST_ENGINES: usize = 256;

#[derive(Clone, Default)]
pub(crate) struct Engines(Arc<Mutex<Vec<Waiting>>>);

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engines")
    }
}

struct Waiting {
    place: Place,
    mebibytes: usize,
    engine: Box<dyn Any + Send>,
}

/// Whose engine it is: a game, a seat, and how it searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) game: String,
    pub(crate) seat: usize,
    pub(crate) settings: String,
}

impl Engines {
    /// The engine that searched for this place last, if it is still there.
    pub(super) fn take<T: 'static>(&self, place: &Place) -> Option<T> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = waiting.iter().position(|kept| kept.place == *place)?;
        let engine = waiting.remove(index).engine;
        drop(waiting);
        engine.downcast().ok().map(|engine| *engine)
    }

    /// Keeps an engine for the next move, and gives those back for which there is no room.
    pub(super) fn put<T: Send + 'static>(&self, place: Place, mebibytes: usize, engine: T) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A seat that searches in another way now has no use for the old engine.
        waiting.retain(|kept| (&kept.place.game, kept.place.seat) != (&place.game, place.seat));
        waiting.push(Waiting { place, mebibytes, engine: Box::new(engine) });
        let mut memory: usize = waiting.iter().map(|kept| kept.mebibytes).sum();
        let mut given_back = Vec::new();
        while memory > MOST_MEMORY || waiting.len() > MOST_ENGINES {
            let oldest = waiting.remove(0);
            memory -= oldest.mebibytes;
            given_back.push(oldest);
        }
        // To give back a large table takes a while, in which others may search.
        drop(waiting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(game: &str, seat: usize, settings: &str) -> Place {
        Place { game: game.to_owned(), seat, settings: settings.to_owned() }
    }

    #[test]
    fn an_engine_waits_for_its_own_seat() {
        let engines = Engines::default();
        engines.put(place("a", 0, "x"), 1, 5_u32);
        engines.put(place("a", 1, "x"), 1, 6_u32);
        assert_eq!(engines.take::<u32>(&place("a", 1, "y")), None);
        assert_eq!(engines.take::<u32>(&place("a", 1, "x")), Some(6));
        assert_eq!(engines.take::<u32>(&place("a", 1, "x")), None, "it was taken");
        engines.put(place("a", 0, "y"), 1, 7_u32);
        assert_eq!(engines.take::<u32>(&place("a", 0, "x")), None, "the seat has another engine");
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_go_first() {
        let engines = Engines::default();
        for number in 0..9_usize {
            engines.put(place(&number.to_string(), 0, ""), MOST_MEMORY / 4, number);
        }
        let left =
            (0..9).filter(|number| engines.take::<usize>(&place(&number.to_string(), 0, "")).is_some());
        assert_eq!(left.collect::<Vec<_>>(), [5, 6, 7, 8]);
    }
}
