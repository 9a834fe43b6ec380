//! Iteration sorting: what the last iteration found out about a node's children corrects the order of the
//! heuristics to the right of it in the stack.
//!
//! Of the children whose value the table knows, the best third goes to the front and the worst sixth to the
//! back; the others change places among themselves. Only a sixth goes to the back, since the one good
//! move being there would cost much. Children without a known value keep their order.
//!
//! Remembers nothing itself; the table does. Abalone paper, section IV.D; its engine is
//! `iteration:4+combined:3,5`.

use super::{INDEX_BITS, Keys, Moves};
use crate::game::Game;

/// In place of the value of a child that the table does not know.
pub(crate) const UNKNOWN: i32 = i32::MIN;

/// The least depth left at which the table can know children from the last iteration: there, they were
/// searched two plies less deep, and leaves are not stored.
const LEAST_DEPTH: u32 = 3;

pub(super) struct Iteration {
    /// The first level of children to be sorted.
    level: usize,
    order: Vec<u16>,
    /// The place of each child after sorting.
    places: Vec<u16>,
    sorter: Sorter,
}

impl Iteration {
    pub(super) fn new(level: usize) -> Self {
        Self { level, order: Vec::new(), places: Vec::new(), sorter: Sorter::default() }
    }

    /// Whether the known values of the children of a node are wanted.
    pub(super) fn wants_known(&self, ply: usize, depth: u32) -> bool {
        ply + 1 >= self.level && depth >= LEAST_DEPTH
    }

    /// Ranks moves by their place after sorting, provided that any value is known.
    #[inline(never)]
    pub(super) fn rank<G: Game>(&mut self, moves: &Moves<'_, G>, values: &[i32], keys: &mut Keys<'_>) {
        if values.iter().all(|&value| value == UNKNOWN) {
            keys.add(moves.moves, |_, _| (1 << INDEX_BITS) - 1);
            return;
        }
        self.find_places(keys.so_far(), values);
        keys.add(moves.moves, |index, _| self.places[index].into());
    }

    /// The place of each move after sorting. Apart from [`rank`](Self::rank), so that it is not compiled for every game.
    fn find_places(&mut self, so_far: &[u64], values: &[i32]) {
        self.order.clear();
        self.order.extend(0..so_far.len() as u16);
        self.order.sort_unstable_by_key(|&index| so_far[usize::from(index)]);
        self.sorter.sort(&mut self.order, |index| Some(values[index]).filter(|&value| value != UNKNOWN));
        self.places.resize(self.order.len(), 0);
        for (place, &index) in self.order.iter().enumerate() {
            self.places[usize::from(index)] = place as u16;
        }
    }
}

/// The pure permutation, with its working space.
#[derive(Default)]
struct Sorter {
    /// Children with a known value, best first.
    known: Vec<u16>,
    /// Whether a child is of the middle, by index.
    middle: Vec<bool>,
    sorted: Vec<u16>,
}

impl Sorter {
    /// Sorts `order`, indexes of children in the order so far, by what `value` knows of them.
    fn sort(&mut self, order: &mut [u16], value: impl Fn(usize) -> Option<i32>) {
        let Self { known, middle, sorted } = self;
        known.clear();
        known.extend(order.iter().copied().filter(|&index| value(index.into()).is_some()));
        known.sort_by_key(|&index| std::cmp::Reverse(value(index.into())));
        let (best, rest) = known.split_at(known.len() / 3);
        let (between, worst) = rest.split_at(rest.len() - known.len() / 6);
        middle.clear();
        middle.resize(order.len(), false);
        between.iter().for_each(|&index| middle[usize::from(index)] = true);
        sorted.clear();
        sorted.extend(best);
        // Every place of a child of the middle takes the next best of them.
        let mut next = between.iter();
        for &index in &*order {
            if middle[usize::from(index)] {
                sorted.extend(next.next());
            } else if value(index.into()).is_none() {
                sorted.push(index);
            }
        }
        sorted.extend(worst);
        order.copy_from_slice(sorted);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Evaluation, if known, and kills of the children in the order of the figure's first row.
    const FIGURE_5: [(Option<i32>, u32); 19] = [
        (None, 6),
        (None, 11),
        (Some(45), 3),
        (None, 9),
        (Some(5), 10),
        (None, 7),
        (Some(3), 32),
        (None, 4),
        (None, 68),
        (None, 1),
        (Some(80), 45),
        (None, 4),
        (None, 21),
        (Some(20), 8),
        (Some(21), 5),
        (None, 0),
        (None, 3),
        (None, 18),
        (None, 44),
    ];

    #[test]
    fn figure_5_of_the_abalone_paper() {
        let mut order: Vec<u16> = (0..19).collect();
        let child = |&index: &u16| FIGURE_5[usize::from(index)];
        order.sort_by_key(|index| std::cmp::Reverse(child(index).1));
        let kills = |order: &[u16]| order.iter().map(|index| child(index).1).collect::<Vec<_>>();
        assert_eq!(kills(&order), [68, 45, 44, 32, 21, 18, 11, 10, 9, 8, 7, 6, 5, 4, 4, 3, 3, 1, 0]);
        Sorter::default().sort(&mut order, |index| FIGURE_5[index].0);
        assert_eq!(kills(&order), [45, 3, 68, 44, 21, 18, 11, 5, 9, 8, 7, 6, 10, 4, 4, 3, 1, 0, 32]);
        let known: Vec<_> = order.iter().filter_map(|index| child(index).0).collect();
        assert_eq!(known, [80, 45, 21, 20, 5, 3]);
    }

    proptest! {
        #[test]
        fn known_children_end_up_in_the_order_of_their_values(
            values in prop::collection::vec(prop::option::of(-9..9i32), 0..40)
        ) {
            let mut order: Vec<u16> = (0..values.len() as u16).rev().collect();
            Sorter::default().sort(&mut order, |index| values[index]);
            let known: Vec<_> = order.iter().filter_map(|&index| values[usize::from(index)]).collect();
            prop_assert!(known.is_sorted_by(|a, b| a >= b));
            let unknown = order.iter().filter(|&&index| values[usize::from(index)].is_none());
            prop_assert!(unknown.is_sorted_by(|a, b| a > b));
            let (front, back) = (known.len() / 3, known.len() / 6);
            prop_assert!(order[..front].iter().all(|&index| values[usize::from(index)].is_some()));
            prop_assert!(order[order.len() - back..].iter().all(|&i| values[usize::from(i)].is_some()));
            order.sort_unstable();
            prop_assert!(order.into_iter().eq(0..values.len() as u16));
        }
    }
}
