//! Learned weights as safetensors files. The first byte says what the rest is: the file itself, its head before good data, or
//! changes to a good file, each of a place, in two bytes, and a value.

use std::sync::LazyLock;

use cutfirst::patterns::{Patterns, Weights};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::setup::Setup;
use cutfirst_games::virus::Virus;

use super::is_one_line;

/// A small board, so that a file is soon read.
static START: LazyLock<Virus> = LazyLock::new(|| {
    let setup = Setup::new(&Virus::INFO, Some(2), Some("size=5")).expect("a variant");
    Virus::start(&setup).expect("a start")
});

static GOOD: LazyLock<Vec<u8>> =
    LazyLock::new(|| Weights::zero(&*START).expect("weights of the game").to_bytes());

/// Reads weights; what is read can be played with, and is written as the same weights.
pub fn check(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let good = &*GOOD;
    let length = u64::from_le_bytes(*good.first_chunk().expect("the length of the head")) as usize;
    let bytes = match kind % 3 {
        0 => rest.to_vec(),
        1 => [&(rest.len() as u64).to_le_bytes()[..], rest, &good[8 + length..]].concat(),
        _ => {
            let mut bytes = good.clone();
            for change in rest.chunks_exact(3) {
                // The head is what can be wrong; all numbers are weights.
                let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % (8 + length);
                bytes[place] = change[2];
            }
            bytes
        }
    };
    let start = &*START;
    match Weights::from_bytes(start, &bytes) {
        Err(error) => is_one_line(&error.to_string()),
        Ok(weights) => {
            let written = weights.to_bytes();
            let again = Weights::from_bytes(start, &written).expect("what was written");
            assert!(again.to_bytes() == written, "other weights than were written");
            Patterns::new(start, weights).expect("weights that fit the game");
        }
    }
}
