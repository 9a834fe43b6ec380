//! An adaptive list: a rule, a limit, and the order that the queries have made.

use std::iter::FusedIterator;

use super::chain::{self, Chain};
use super::coin::Coins;
use super::row::Row;
use super::rule::Rule;

/// A list that reorders itself with every query.
///
/// All memory is allocated at the start: 4 bytes per element of the universe for the ranks, up to 12 more
/// for the order and 8 more for the counters of the rules that count.
///
/// What a query costs: [`Rule::MoveToFront`], [`Rule::Transpose`], [`Rule::Pos`] and the stochastic rules
/// the same whatever the length, [`Rule::MoveAhead`] and [`Rule::Demote`] a step per place, [`Rule::Count`]
/// a step per element overtaken.
#[derive(Clone, Debug)]
pub struct AdaptiveList {
    rule: Rule,
    limit: usize,
    seed: u64,
    ranks: Vec<u32>,
    order: Order,
}

/// The order of the list, kept in the way that suits the rule.
#[derive(Clone, Debug)]
enum Order {
    Front(Chain),
    /// The last field is the element at position k while the list has so many.
    Pos(Chain, u32, u32),
    StochasticFront(Chain, Coins),
    StochasticRear(Chain, Coins),
    Ahead(Row, u32),
    /// 64 bits, so that no search can make a count overflow.
    Count(Row, Vec<u64>),
    Demote(Row),
}

impl AdaptiveList {
    /// The rank of what is not in the list: behind everything that is.
    pub const UNLISTED: u32 = chain::UNLISTED;

    /// An empty list under `rule` for elements below `universe`. With a `limit` of N, whatever falls to
    /// position N + 1 is forgotten together with its counters ("History-ADS", §6.1). The `seed` matters
    /// to the stochastic rules only.
    ///
    /// # Panics
    /// If `universe` is 2³⁰ or more.
    #[must_use]
    pub fn new(rule: Rule, universe: usize, limit: Option<usize>, seed: u64) -> Self {
        assert!(universe < chain::MAX_UNIVERSE, "a list takes fewer than 2^30 elements, not {universe}");
        let limit = limit.unwrap_or(universe).min(universe);
        // A new element joins a full list before the last one leaves it.
        let row = || Row::new((limit + 1).min(universe));
        let chain = |fixed| Chain::new(universe, fixed);
        let coins = |percent| Coins::new(universe, percent, seed);
        let order = match rule {
            Rule::MoveToFront => Order::Front(chain(0)),
            Rule::Transpose => Order::Ahead(row(), 1),
            Rule::MoveAhead(places) => Order::Ahead(row(), places.max(1)),
            Rule::Pos(position) => {
                let position = position.clamp(1, chain::MAX_UNIVERSE as u32);
                Order::Pos(chain(position), position, 0)
            }
            Rule::Count => Order::Count(row(), vec![0; universe]),
            Rule::StochasticFront { percent } => Order::StochasticFront(chain(0), coins(percent)),
            Rule::StochasticRear { percent } => Order::StochasticRear(chain(0), coins(percent)),
            Rule::Demote => Order::Demote(row()),
        };
        Self { rule, limit, seed, ranks: vec![Self::UNLISTED; universe], order }
    }

    /// The rule of the list.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The number of possible elements.
    #[must_use]
    pub fn universe(&self) -> usize {
        self.ranks.len()
    }

    /// The greatest length that the list can have.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// How many elements are listed.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.order {
            Order::Front(chain)
            | Order::Pos(chain, ..)
            | Order::StochasticFront(chain, _)
            | Order::StochasticRear(chain, _) => chain.len(),
            Order::Ahead(row, _) | Order::Count(row, _) | Order::Demote(row) => row.len(),
        }
    }

    /// Whether nothing is listed.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where `element` stands relative to others: lower is nearer the head, [`UNLISTED`](Self::UNLISTED) is
    /// not in the list. Ranks of one moment are comparable with each other; they are not positions.
    ///
    /// # Panics
    /// If `element` is not below the universe.
    #[inline]
    #[must_use]
    pub fn rank(&self, element: usize) -> u32 {
        self.ranks[element]
    }

    /// The ranks of all elements, for a loop that ranks many.
    #[inline]
    #[must_use]
    pub fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// Whether `element` is listed.
    ///
    /// # Panics
    /// If `element` is not below the universe.
    #[inline]
    #[must_use]
    pub fn contains(&self, element: usize) -> bool {
        self.ranks[element] != Self::UNLISTED
    }

    /// How many elements stand before `element`, if it is listed. This may walk along the list; compare
    /// [`rank`](Self::rank)s where time matters.
    ///
    /// # Panics
    /// If `element` is not below the universe.
    #[must_use]
    pub fn position(&self, element: usize) -> Option<usize> {
        if !self.contains(element) {
            return None;
        }
        self.iter().position(|listed| listed == element)
    }

    /// The listed elements from the head. The first few cost nothing more: `list.iter().take(3)`.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(match &self.order {
            Order::Front(chain)
            | Order::Pos(chain, ..)
            | Order::StochasticFront(chain, _)
            | Order::StochasticRear(chain, _) => {
                Walk::Chain { chain, next: chain.first(), left: chain.len() }
            }
            Order::Ahead(row, _) | Order::Count(row, _) | Order::Demote(row) => Walk::Row(row.order().iter()),
        })
    }

    /// Tells the list that `element` was asked for: appends it if it is new, applies the rule, and
    /// forgets what no longer fits.
    ///
    /// # Panics
    /// If `element` is not below the universe.
    #[inline]
    pub fn query(&mut self, element: usize) {
        let ranks = &mut self.ranks[..];
        let new = ranks[element] == Self::UNLISTED;
        let element = element as u32;
        match &mut self.order {
            Order::Front(chain) => {
                if new {
                    chain.push_front(ranks, element);
                } else {
                    chain.move_to_front(ranks, element);
                }
            }
            Order::Pos(chain, position, at_position) => {
                if new && chain.len() < *position as usize {
                    chain.push_back(ranks, element);
                    *at_position = element;
                }
                // From beyond the position, new elements included, since their rank is the greatest.
                if ranks[element as usize] >= *position {
                    chain.move_to_last_fixed(ranks, element, *at_position);
                    *at_position = element;
                } else if let Some(overtaken) = chain.transpose(ranks, element)
                    && *at_position == element
                {
                    *at_position = overtaken;
                }
            }
            Order::StochasticFront(chain, coins) => {
                if new {
                    chain.push_back(ranks, element);
                }
                if coins.toss(element) {
                    chain.move_to_front(ranks, element);
                }
            }
            Order::StochasticRear(chain, coins) => {
                if new {
                    chain.push_back(ranks, element);
                }
                if coins.toss(element) {
                    chain.move_to_back(ranks, element);
                }
            }
            Order::Ahead(row, places) => {
                if new {
                    row.push(ranks, element);
                }
                row.advance(ranks, element, |_, moved| moved < *places);
            }
            Order::Count(row, counts) => {
                if new {
                    row.push(ranks, element);
                }
                counts[element as usize] += 1;
                let count = counts[element as usize];
                row.advance(ranks, element, |before, _| counts[before as usize] <= count);
            }
            Order::Demote(row) => {
                if new {
                    row.push(ranks, element);
                }
                row.advance(ranks, element, |_, _| true);
            }
        }
        if new && self.len() > self.limit {
            self.forget_last();
        }
    }

    /// Tells the list that `element` was tried in vain: under [`Rule::Demote`] it drops half-way to the tail
    /// if it is listed. The other rules take no notice.
    ///
    /// # Panics
    /// If `element` is not below the universe.
    #[inline]
    pub fn fail(&mut self, element: usize) {
        if let Order::Demote(row) = &mut self.order
            && self.ranks[element] != Self::UNLISTED
        {
            row.retreat(&mut self.ranks, element as u32);
        }
    }

    /// Appends `element` at the tail without a query, if it is not listed and the list is not full: for
    /// lists that start with content, such as the opponents of Threat-ADS.
    ///
    /// # Panics
    /// If `element` is not below the universe.
    pub fn append(&mut self, element: usize) {
        if self.contains(element) || self.len() == self.limit {
            return;
        }
        let ranks = &mut self.ranks[..];
        let element = element as u32;
        match &mut self.order {
            Order::Front(chain) | Order::StochasticFront(chain, _) | Order::StochasticRear(chain, _) => {
                chain.push_back(ranks, element);
            }
            Order::Pos(chain, position, at_position) => {
                if chain.len() < *position as usize {
                    *at_position = element;
                }
                chain.push_back(ranks, element);
            }
            Order::Ahead(row, _) | Order::Count(row, _) | Order::Demote(row) => row.push(ranks, element),
        }
    }

    /// Empties the list; it then behaves like a new one, also in what its coins show.
    pub fn clear(&mut self) {
        while !self.is_empty() {
            self.forget_last();
        }
        if let Order::StochasticFront(_, coins) | Order::StochasticRear(_, coins) = &mut self.order {
            coins.reseed(self.seed);
        }
    }

    fn forget_last(&mut self) {
        let ranks = &mut self.ranks[..];
        match &mut self.order {
            Order::Front(chain) | Order::Pos(chain, ..) => {
                chain.pop_back(ranks);
            }
            Order::StochasticFront(chain, coins) | Order::StochasticRear(chain, coins) => {
                coins.forget(chain.pop_back(ranks));
            }
            Order::Ahead(row, _) | Order::Demote(row) => {
                row.pop(ranks);
            }
            Order::Count(row, counts) => {
                counts[row.pop(ranks) as usize] = 0;
            }
        }
    }

    /// Brings the list near the end of its stamps, if it has stamps.
    #[cfg(test)]
    pub(super) fn exhaust_stamps(&mut self, left: u32) {
        if let Order::Front(chain)
        | Order::Pos(chain, ..)
        | Order::StochasticFront(chain, _)
        | Order::StochasticRear(chain, _) = &mut self.order
        {
            chain.exhaust_stamps(&mut self.ranks, left);
        }
    }
}

impl<'a> IntoIterator for &'a AdaptiveList {
    type Item = usize;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The elements of an [`AdaptiveList`] from the head.
#[derive(Clone, Debug)]
pub struct Iter<'a>(Walk<'a>);

#[derive(Clone, Debug)]
enum Walk<'a> {
    Chain { chain: &'a Chain, next: u32, left: usize },
    Row(std::slice::Iter<'a, u32>),
}

impl Iterator for Iter<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        match &mut self.0 {
            Walk::Chain { chain, next, left } => {
                *left = left.checked_sub(1)?;
                let element = *next;
                *next = chain.next(element);
                Some(element as usize)
            }
            Walk::Row(row) => row.next().map(|&element| element as usize),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Walk::Chain { left, .. } => *left,
            Walk::Row(row) => row.len(),
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}
impl FusedIterator for Iter<'_> {}
