//! The array behind the rules that move an element a few places.

use super::chain::UNLISTED;

/// The listed elements in order; an element's rank, which belongs to the caller, is its place here.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Full length from the start, so that a clone, too, never allocates again.
    places: Box<[u32]>,
    len: usize,
}

impl Row {
    /// Has room for `capacity` elements.
    pub(super) fn new(capacity: usize) -> Self {
        Self { places: vec![0; capacity].into_boxed_slice(), len: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn order(&self) -> &[u32] {
        &self.places[..self.len]
    }

    /// Appends an unlisted element at the tail.
    #[inline]
    pub(super) fn push(&mut self, ranks: &mut [u32], element: u32) {
        ranks[element as usize] = self.len as u32;
        self.places[self.len] = element;
        self.len += 1;
    }

    /// Forgets the tail and says who it was.
    #[inline]
    pub(super) fn pop(&mut self, ranks: &mut [u32]) -> u32 {
        debug_assert!(self.len > 0);
        self.len -= 1;
        let element = self.places[self.len];
        ranks[element as usize] = UNLISTED;
        element
    }

    /// Moves a listed element towards the head as long as `passes` holds for its predecessor, given how
    /// many places it has moved.
    #[inline]
    pub(super) fn advance(&mut self, ranks: &mut [u32], element: u32, passes: impl Fn(u32, u32) -> bool) {
        let start = ranks[element as usize];
        let mut place = start as usize;
        while place > 0 {
            let before = self.places[place - 1];
            if !passes(before, start - place as u32) {
                break;
            }
            self.places[place] = before;
            ranks[before as usize] = place as u32;
            place -= 1;
        }
        self.places[place] = element;
        ranks[element as usize] = place as u32;
    }

    /// Moves a listed element half-way to the tail, by at least one place unless it is the last.
    pub(super) fn retreat(&mut self, ranks: &mut [u32], element: u32) {
        let start = ranks[element as usize] as usize;
        let end = (start + self.len) / 2;
        for place in start..end {
            let after = self.places[place + 1];
            self.places[place] = after;
            ranks[after as usize] = place as u32;
        }
        self.places[end] = element;
        ranks[element as usize] = end as u32;
    }
}
