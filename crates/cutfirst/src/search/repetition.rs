//! Positions that come back.
//!
//! Rules against endless games belong to whoever plays the game ([`Game`](crate::game::Game)), mostly in that a position
//! that comes back too often makes a draw. An engine that was told the game's past scores such positions inside its tree:
//!
//! - A position that has been on the path since the root, the root included, is a draw: whoever went round once can go round
//!   again. (It counts at once, not only when it comes back as often as the rules ask for.)
//! - A position of the game's past is a draw if the rules end the game with this visit. A first return to one that was there
//!   once is searched like any other, since the way to a win may lead through it.
//!
//! Looked at are all positions that the search goes on from, and the children of the root. A leaf further down is worth
//! its evaluation.
//!
//! # What the table may know
//!
//! The value of a node that rests on such a draw holds on this path only. Every node therefore tells the first position of
//! the path that its value [rests on](crate::search::worker::Worker::rests_on). If that lies above the node, the table gets
//! no value of it, only the move to try first. If all that came back lies at the node or below, every path to the node finds
//! the same, and the value is kept. Of a node that was cut off only the cutting move's value counts, since nothing else is
//! needed for the bound. In turn, a position is looked for on the path before the table is asked about it.

/// Rests on no position that came back.
pub(crate) const NOTHING: usize = usize::MAX;

/// The past of a game and the path of a search.
#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    /// Keys of the positions before the root.
    past: Vec<u64>,
    /// Which keys are certainly not among them.
    filter: [u64; FILTER],
    /// Keys of the positions from the root on, by ply.
    path: Vec<u64>,
    /// With so many visits of one position the game is drawn.
    visits: usize,
    /// What a draw is worth to the root player.
    draw: i32,
}

const FILTER: usize = 16;

impl Repetition {
    /// The rules of a game that is drawn when a position has been there `visits` times, worth `draw` to the root player. `past`
    /// holds the keys of its positions, with or without the last, which is the root.
    pub(crate) fn new(past: &[u64], root: u64, visits: u32, draw: i32) -> Self {
        let past = past.strip_suffix(&[root]).unwrap_or(past).to_vec();
        let mut filter = [0; FILTER];
        past.iter().for_each(|&key| filter[word(key)] |= bit(key));
        Self { past, filter, path: vec![root], visits: visits as usize, draw }
    }

    /// The search enters the position with this key. Tells what its value and what it rests on, if it came back.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, key: u64) -> Option<(i32, usize)> {
        if ply == 0 {
            return None;
        }
        self.path.truncate(ply);
        let on_path = self.path.iter().position(|&other| other == key);
        self.path.push(key);
        if on_path.is_some() || self.filter[word(key)] & bit(key) != 0 {
            self.judge(key, on_path)
        } else {
            None
        }
    }

    #[cold]
    fn judge(&self, key: u64, on_path: Option<usize>) -> Option<(i32, usize)> {
        let before = self.past.iter().filter(|&&other| other == key).count();
        if before + 1 >= self.visits {
            return Some((self.draw, 0));
        }
        // What a draw is worth may depend on who is at the root, which the table does not know.
        let rests_on = on_path? + 1;
        Some((self.draw, if self.draw == 0 { rests_on } else { 0 }))
    }
}

fn word(key: u64) -> usize {
    key as usize % FILTER
}

fn bit(key: u64) -> u64 {
    1 << (key >> 58)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_on_the_path_is_a_draw_at_once() {
        let mut repetition = Repetition::new(&[], 10, 3, 0);
        assert_eq!(repetition.enter(0, 10), None);
        assert_eq!(repetition.enter(1, 11), None);
        assert_eq!(repetition.enter(2, 12), None);
        assert_eq!(repetition.enter(3, 11), Some((0, 2)));
        assert_eq!(repetition.enter(3, 10), Some((0, 1)));
        // A sibling has another path.
        assert_eq!(repetition.enter(1, 13), None);
        assert_eq!(repetition.enter(2, 11), None);
    }

    #[test]
    fn the_past_counts_by_the_rules() {
        let past = [5, 6, 5, 10];
        for (visits, six) in [(2, Some((-7, 0))), (3, None), (4, None)] {
            let mut repetition = Repetition::new(&past, 10, visits, -7);
            assert_eq!(repetition.enter(1, 6), six, "{visits}");
            assert_eq!(repetition.enter(1, 5), (visits < 4).then_some((-7, 0)), "{visits}");
            assert_eq!(repetition.enter(1, 10), Some((-7, 0)), "the root is on the path");
        }
    }
}
