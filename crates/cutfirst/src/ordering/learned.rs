//! A learned prior: what moves are worth to the order before the search has learned anything about them.
//!
//! For each of a game's own move classes, for each slot, and in games with few slots for each slot in reply to another, it
//! holds how much later such moves go: differences of the log-odds that a move cuts, in the unit of `gravity`'s history
//! ([`patterns::learn::prior`](fn@crate::patterns::learn::prior) finds them). `gravity:learned` subtracts their sum from the
//! value of a move, where `gravity:prior` subtracts a number for each class.

use std::sync::Arc;

use crate::game::{Game, Player};
use crate::patterns::FileError;
use crate::patterns::safetensors::{Read, Tensor, damaged, write};
use crate::powers::Powers;

/// What the notes call the format.
const FORMAT: &str = "cutfirst prior 1";

/// The tensors of a file.
const CLASSES: &str = "classes";
const SLOTS: &str = "slots";
const REPLIES: &str = "replies";

/// What was learned about the moves of a game, for `gravity:learned`. Copies share their tables.
#[derive(Clone, PartialEq, Debug)]
pub struct MovePrior(Arc<Tables>);

/// How much later a move goes, in parts that are added.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tables {
    pub(crate) shape: Shape,
    /// By class; one entry where the game has no classes.
    pub(crate) classes: Vec<u16>,
    /// By player and slot; empty where there are too many.
    pub(crate) slots: Vec<u16>,
    /// By the slot of the move before and slot; empty where there are too many.
    pub(crate) replies: Vec<u16>,
}

/// What a prior fits: any rules with so many players, slots and classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) players: usize,
    pub(crate) slots: usize,
    pub(crate) classes: usize,
}

/// So many slots of all players are told apart; where there are more, the game's classes have to do.
const MOST_SLOTS: usize = 1 << 12;
/// The same for slots in reply to slots.
const MOST_REPLIES: usize = 1 << 14;

impl Shape {
    pub(crate) fn of<G: Game>(game: &G) -> Self {
        let classes = G::Powers::CLASS.map_or(1, |(classes, _)| classes.max(1));
        Self { players: game.players(), slots: game.slots(), classes }
    }

    /// How many entries the table of slots has.
    pub(crate) fn slot_entries(self) -> usize {
        Some(self.players * self.slots).filter(|&entries| entries <= MOST_SLOTS).unwrap_or(0)
    }

    /// How many entries the table of replies has.
    pub(crate) fn reply_entries(self) -> usize {
        self.slots.checked_mul(self.slots).filter(|&entries| entries <= MOST_REPLIES).unwrap_or(0)
    }
}

impl MovePrior {
    pub(crate) fn new(tables: Tables) -> Self {
        Self(Arc::new(tables))
    }

    /// Whether it is for such a game.
    #[must_use]
    pub fn fits<G: Game>(&self, game: &G) -> bool {
        self.0.shape == Shape::of(game)
    }

    /// Whether it asks for the move that led to a node.
    pub(super) fn looks_back(&self) -> bool {
        !self.0.replies.is_empty()
    }

    /// How much later a move goes.
    #[inline]
    pub(super) fn penalty(&self, class: usize, slot: usize, player: Player, previous: Option<usize>) -> i32 {
        let Tables { shape, classes, slots, replies } = &*self.0;
        let entry = |table: &[u16], at: usize| table.get(at).map_or(0, |&value| i32::from(value));
        let reply = previous.map_or(0, |previous| entry(replies, previous * shape.slots + slot));
        entry(classes, class) + entry(slots, player.index() * shape.slots + slot) + reply
    }

    /// The tables as tensors whose names begin with `prefix`.
    pub(crate) fn tensors(&self, prefix: &str) -> Vec<Tensor> {
        let Tables { classes, slots, replies, .. } = &*self.0;
        let tensor = |(name, values): (&str, &Vec<u16>)| Tensor {
            name: format!("{prefix}{name}"),
            kind: "U16",
            shape: vec![values.len()],
            bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        };
        [(CLASSES, classes), (SLOTS, slots), (REPLIES, replies)].map(tensor).into()
    }

    /// Reads what [`tensors`](Self::tensors) has written.
    pub(crate) fn read<G: Game>(game: &G, read: &Read<'_>, prefix: &str) -> Result<Self, FileError> {
        let shape = Shape::of(game);
        let table = |name: &str, entries: usize| {
            let pairs = read.tensor(&format!("{prefix}{name}"), "U16", &[entries])?.chunks_exact(2);
            Ok::<_, FileError>(pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
        };
        Ok(Self::new(Tables {
            shape,
            classes: table(CLASSES, shape.classes)?,
            slots: table(SLOTS, shape.slot_entries())?,
            replies: table(REPLIES, shape.reply_entries())?,
        }))
    }

    /// As a file in the format safetensors.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let shape = self.0.shape;
        let notes = [
            ("format", FORMAT.to_owned()),
            ("players", shape.players.to_string()),
            ("slots", shape.slots.to_string()),
            ("classes", shape.classes.to_string()),
        ];
        let notes = notes.map(|(name, text)| (name.to_owned(), text));
        write(&notes, &self.tensors(""))
    }

    /// Reads a prior for games like `game` from a safetensors file.
    ///
    /// # Errors
    /// If the bytes are damaged or something else, or the prior is for another game.
    pub fn from_bytes<G: Game>(game: &G, bytes: &[u8]) -> Result<Self, FileError> {
        let read = Read::new(bytes)?;
        if read.note("format").map_err(|_| damaged("it holds something else"))? != FORMAT {
            return Err(damaged(format!("its format is not '{FORMAT}'")));
        }
        let shape = Shape::of(game);
        let own = [("players", shape.players), ("slots", shape.slots), ("classes", shape.classes)];
        for (name, own) in own {
            let note = read.note(name)?;
            if note != own.to_string() {
                let note = crate::notation::excerpt(note).escape_debug().to_string();
                return Err(FileError::Other(format!("the prior is for {note} {name}, not {own}")));
            }
        }
        Self::read(game, &read, "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let shape = Shape { players: 2, slots: 10, classes: 3 };
        let numbers = |count: usize, from: u16| (0..count as u16).map(|number| from + number).collect();
        let prior = MovePrior::new(Tables {
            shape,
            classes: numbers(shape.classes, 7),
            slots: numbers(shape.slot_entries(), 100),
            replies: numbers(shape.reply_entries(), 1000),
        });
        assert!(prior.looks_back());
        assert_eq!(prior.penalty(1, 3, Player(0), None), 8 + 103);
        assert_eq!(prior.penalty(2, 3, Player(1), Some(4)), 9 + 113 + 1043);
    }

    #[test]
    fn tables_are_left_out_where_they_would_be_large() {
        let entries = |players, slots| {
            let shape = Shape { players, slots, classes: 1 };
            (shape.slot_entries(), shape.reply_entries())
        };
        assert_eq!(entries(2, 65), (130, 65 * 65));
        assert_eq!(entries(2, 1024), (2048, 0));
        assert_eq!(entries(6, 14_642), (0, 0));
    }
}
