//! The linked list behind the rules that move an element far.

/// The rank of an element that is not listed: one less than the greatest number, so that whoever picks elements by
/// rank has one to mark those that were taken.
pub(super) const UNLISTED: u32 = u32::MAX - 1;

/// The first stamp; the stamps of the front run down from here, those of the back run up.
const MIDDLE: u32 = 1 << 31;

/// Universes are smaller than this, so that a renumbered list is far from both ends of the stamps.
pub(super) const MAX_UNIVERSE: usize = 1 << 30;

#[derive(Clone, Copy, Debug)]
struct Link {
    previous: u32,
    next: u32,
}

/// A doubly linked list over the elements of the universe, with stamps as ranks.
///
/// An element that is put at the front gets a stamp below all others, one that is put at the back a
/// stamp above all others; so the stamps are always in list order, and nobody else's stamp changes.
/// They run out after 2³¹ queries; the list is then renumbered, which takes one walk along it.
///
/// The first `fixed` places are for POS(k): they have their place (from 0) as rank instead of a stamp.
///
/// The ranks themselves belong to the caller, who hands them in.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// One link per element, and a last one that joins the tail to the head.
    links: Vec<Link>,
    len: u32,
    /// The stamps that the next elements at the front and at the back get.
    front: u32,
    back: u32,
    fixed: u32,
}

impl Chain {
    pub(super) fn new(universe: usize, fixed: u32) -> Self {
        let end = universe as u32;
        let links = vec![Link { previous: end, next: end }; universe + 1];
        Self { links, len: 0, front: MIDDLE, back: MIDDLE + 1, fixed }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// What stands for "no element" as a neighbour.
    #[inline]
    fn end(&self) -> u32 {
        self.links.len() as u32 - 1
    }

    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.links[self.links.len() - 1].next
    }

    #[inline]
    pub(super) fn last(&self) -> u32 {
        self.links[self.links.len() - 1].previous
    }

    /// The element after `element`, for an element that is not the last.
    #[inline]
    pub(super) fn next(&self, element: u32) -> u32 {
        self.links[element as usize].next
    }

    #[inline]
    fn unlink(&mut self, element: u32) {
        let Link { previous, next } = self.links[element as usize];
        self.links[previous as usize].next = next;
        self.links[next as usize].previous = previous;
    }

    #[inline]
    fn link_before(&mut self, element: u32, next: u32) {
        let previous = self.links[next as usize].previous;
        self.links[element as usize] = Link { previous, next };
        self.links[previous as usize].next = element;
        self.links[next as usize].previous = element;
    }

    /// Appends an unlisted element at the tail.
    #[inline]
    pub(super) fn push_back(&mut self, ranks: &mut [u32], element: u32) {
        self.link_before(element, self.end());
        if self.len < self.fixed {
            ranks[element as usize] = self.len;
            self.len += 1;
        } else {
            self.len += 1;
            self.stamp_back(ranks, element);
        }
    }

    /// Puts an unlisted element at the head.
    #[inline]
    pub(super) fn push_front(&mut self, ranks: &mut [u32], element: u32) {
        debug_assert_eq!(self.fixed, 0);
        self.link_before(element, self.first());
        self.len += 1;
        self.stamp_front(ranks, element);
    }

    /// Forgets the tail and says who it was.
    pub(super) fn pop_back(&mut self, ranks: &mut [u32]) -> u32 {
        debug_assert!(self.len > 0);
        let element = self.last();
        self.unlink(element);
        ranks[element as usize] = UNLISTED;
        self.len -= 1;
        element
    }

    /// Moves a listed element to the head.
    #[inline]
    pub(super) fn move_to_front(&mut self, ranks: &mut [u32], element: u32) {
        debug_assert_eq!(self.fixed, 0);
        let first = self.first();
        if first != element {
            self.unlink(element);
            self.link_before(element, first);
            self.stamp_front(ranks, element);
        }
    }

    /// Moves a listed element to the tail.
    #[inline]
    pub(super) fn move_to_back(&mut self, ranks: &mut [u32], element: u32) {
        debug_assert_eq!(self.fixed, 0);
        if self.last() != element {
            self.unlink(element);
            self.link_before(element, self.end());
            self.stamp_back(ranks, element);
        }
    }

    /// Swaps a listed element with its predecessor, which is returned; the head has none and stays.
    #[inline]
    pub(super) fn transpose(&mut self, ranks: &mut [u32], element: u32) -> Option<u32> {
        let previous = self.links[element as usize].previous;
        if previous == self.end() {
            return None;
        }
        self.unlink(element);
        self.link_before(element, previous);
        ranks.swap(element as usize, previous as usize);
        Some(previous)
    }

    /// Puts an element from beyond the fixed places, or an unlisted one, in the place of `last_fixed`,
    /// the element at the last fixed place, which becomes the first beyond.
    #[inline]
    pub(super) fn move_to_last_fixed(&mut self, ranks: &mut [u32], element: u32, last_fixed: u32) {
        debug_assert_eq!(ranks[last_fixed as usize] + 1, self.fixed);
        if ranks[element as usize] == UNLISTED {
            self.len += 1;
        } else {
            self.unlink(element);
        }
        self.link_before(element, last_fixed);
        ranks[element as usize] = ranks[last_fixed as usize];
        self.stamp_front(ranks, last_fixed);
    }

    /// Gives `element`, already linked, a stamp below all others. The stamp may be the last one.
    #[inline]
    fn stamp_front(&mut self, ranks: &mut [u32], element: u32) {
        ranks[element as usize] = self.front;
        self.front -= 1;
        // The fixed places have ranks below `fixed`, which no stamp may reach.
        if self.front <= self.fixed {
            self.renumber(ranks);
        }
    }

    #[inline]
    fn stamp_back(&mut self, ranks: &mut [u32], element: u32) {
        ranks[element as usize] = self.back;
        self.back += 1;
        if self.back == UNLISTED {
            self.renumber(ranks);
        }
    }

    /// Gives everyone beyond the fixed places consecutive stamps around the middle.
    #[cold]
    fn renumber(&mut self, ranks: &mut [u32]) {
        self.front = MIDDLE - self.len / 2;
        self.back = self.front + 1;
        let mut element = self.first();
        for place in 0..self.len {
            if place < self.fixed {
                ranks[element as usize] = place;
            } else {
                ranks[element as usize] = self.back;
                self.back += 1;
            }
            element = self.next(element);
        }
    }

    /// Whether every stamp is used up soon; for tests of what happens then.
    #[cfg(test)]
    pub(super) fn exhaust_stamps(&mut self, ranks: &mut [u32], left: u32) {
        // Spread what is listed over the whole range, as after many queries at both ends.
        let mut element = self.first();
        for place in 0..self.len {
            if place >= self.fixed {
                let beyond = place - self.fixed;
                let behind = self.len - 1 - place;
                ranks[element as usize] = if beyond < behind {
                    self.fixed + 1 + left + beyond
                } else {
                    UNLISTED - 1 - left - behind
                };
            }
            element = self.next(element);
        }
        self.front = self.fixed + left;
        self.back = UNLISTED - left;
    }
}
