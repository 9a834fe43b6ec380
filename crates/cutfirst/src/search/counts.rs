//! What a search counts.

use crate::search::Side;

/// Counters that are always on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counts {
    /// Nodes entered.
    pub total: u64,
    /// Of these, leaves: depth reached, game over, or answered by the table.
    pub leaf: u64,
    /// Of these, beyond the nominal depth.
    pub quiescence: u64,
    /// Moves made, for searching and for ordering.
    pub makes: u64,
    /// Positions evaluated, for searching and for ordering.
    pub evaluations: u64,
    /// Nodes whose remaining moves were cut off.
    pub cutoffs: u64,
    /// Of these, by the first move searched.
    pub first_move_cutoffs: u64,
}

impl Counts {
    /// Nodes that were expanded.
    #[must_use]
    pub fn interior(&self) -> u64 {
        self.total - self.leaf - self.quiescence
    }

    /// Adds so many leaves, so many of which a move was made for.
    #[inline]
    pub(crate) fn add_leaves(&mut self, leaves: u64, makes: u64) {
        self.total += leaves;
        self.leaf += leaves;
        self.makes += makes;
        self.evaluations = self.evaluations.wrapping_add(leaves);
    }
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            leaf: self.leaf + other.leaf,
            quiescence: self.quiescence + other.quiescence,
            makes: self.makes + other.makes,
            evaluations: self.evaluations + other.evaluations,
            cutoffs: self.cutoffs + other.cutoffs,
            first_move_cutoffs: self.first_move_cutoffs + other.first_move_cutoffs,
        }
    }
}

/// Counters that are collected on request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Detail {
    /// How many cuts were made by the first, second, … move searched.
    pub cuts_by_place: Vec<u64>,
    /// How many cutting moves were ranked by the first, second, … heuristic of the order; the last
    /// count is of those that none ranked.
    pub cuts_by_heuristic: Vec<u64>,
    /// Cuts at each level, and the sum of the cutting moves' places there.
    pub levels: Vec<LevelCuts>,
    /// Cuts at Max and at Min nodes.
    pub cuts_by_side: [u64; 2],
}

/// Cuts at one level of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LevelCuts {
    /// How many.
    pub cuts: u64,
    /// Sum of the cutting moves' places, 0 for the first.
    pub places: u64,
}

impl Detail {
    pub(crate) fn record(&mut self, ply: usize, side: Side, place: usize, supplier: usize) {
        *at(&mut self.cuts_by_place, place) += 1;
        *at(&mut self.cuts_by_heuristic, supplier) += 1;
        let level = at(&mut self.levels, ply);
        level.cuts += 1;
        level.places += place as u64;
        self.cuts_by_side[side.index()] += 1;
    }

    /// Adds what another thread counted.
    pub(crate) fn add(&mut self, other: &Self) {
        let Self { cuts_by_place, cuts_by_heuristic, levels, cuts_by_side } = other;
        add_all(&mut self.cuts_by_place, cuts_by_place, |sum, &cuts| *sum += cuts);
        add_all(&mut self.cuts_by_heuristic, cuts_by_heuristic, |sum, &cuts| *sum += cuts);
        add_all(&mut self.levels, levels, |sum, level| {
            sum.cuts += level.cuts;
            sum.places += level.places;
        });
        for (sum, cuts) in self.cuts_by_side.iter_mut().zip(cuts_by_side) {
            *sum += cuts;
        }
    }
}

fn add_all<T: Default + Clone>(sums: &mut Vec<T>, more: &[T], add: impl Fn(&mut T, &T)) {
    for (index, item) in more.iter().enumerate() {
        add(at(sums, index), item);
    }
}

fn at<T: Default + Clone>(items: &mut Vec<T>, index: usize) -> &mut T {
    if items.len() <= index {
        items.resize(index + 1, T::default());
    }
    &mut items[index]
}
