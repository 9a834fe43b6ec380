//! Each rule against the obvious list, and the papers' walk-throughs.

use proptest::prelude::*;

use super::{AdaptiveList, Rule};
use crate::random::Random;

/// The rules as they are written down, on a plain vector.
struct Obvious {
    rule: Rule,
    limit: usize,
    random: Random,
    items: Vec<Item>,
}

struct Item {
    element: usize,
    count: u64,
    chance: u32,
}

impl Obvious {
    fn new(rule: Rule, universe: usize, limit: Option<usize>, seed: u64) -> Self {
        Self { rule, limit: limit.unwrap_or(universe), random: Random::new(seed), items: Vec::new() }
    }

    fn append(&mut self, element: usize) {
        if self.items.len() < self.limit && self.items.iter().all(|item| item.element != element) {
            self.items.push(Item { element, count: 0, chance: u32::MAX });
        }
    }

    fn query(&mut self, element: usize) {
        let at = self.items.iter().position(|item| item.element == element).unwrap_or_else(|| {
            self.items.push(Item { element, count: 0, chance: u32::MAX });
            self.items.len() - 1
        });
        let mut item = self.items.remove(at);
        item.count += 1;
        let target = match self.rule {
            Rule::MoveToFront | Rule::Demote => 0,
            Rule::Transpose => at.saturating_sub(1),
            Rule::MoveAhead(places) => at.saturating_sub(places as usize),
            Rule::Pos(k) if at >= k as usize => k as usize - 1,
            Rule::Pos(_) => at.saturating_sub(1),
            Rule::Count => {
                self.items.iter().position(|other| other.count <= item.count).unwrap_or(self.items.len())
            }
            Rule::StochasticFront { percent } => {
                if self.toss(&mut item, percent) {
                    0
                } else {
                    at
                }
            }
            Rule::StochasticRear { percent } => {
                if self.toss(&mut item, percent) {
                    self.items.len()
                } else {
                    at
                }
            }
        };
        self.items.insert(target, item);
        self.items.truncate(self.limit);
    }

    fn fail(&mut self, element: usize) {
        if self.rule == Rule::Demote
            && let Some(at) = self.items.iter().position(|item| item.element == element)
        {
            let length = self.items.len();
            let item = self.items.remove(at);
            self.items.insert(at + (length - at) / 2, item);
        }
    }

    fn toss(&mut self, item: &mut Item, percent: u8) -> bool {
        let chance = item.chance;
        if chance == 0 {
            return false;
        }
        let decay = (u128::from(percent) << 32) / 100;
        item.chance = u32::try_from((u128::from(chance) * decay) >> 32).unwrap();
        (self.random.bits() >> 32) <= u64::from(chance)
    }

    fn elements(&self) -> Vec<usize> {
        self.items.iter().map(|item| item.element).collect()
    }
}

/// Everything that the list says about itself must follow from `expected`.
fn agrees(list: &AdaptiveList, expected: &[usize]) -> Result<(), TestCaseError> {
    prop_assert_eq!(list.iter().collect::<Vec<_>>(), expected);
    prop_assert_eq!(list.len(), expected.len());
    prop_assert_eq!(list.iter().len(), expected.len());
    prop_assert_eq!(list.is_empty(), expected.is_empty());
    prop_assert!(expected.windows(2).all(|pair| list.rank(pair[0]) < list.rank(pair[1])));
    for element in 0..list.universe() {
        let position = expected.iter().position(|&listed| listed == element);
        prop_assert_eq!(list.position(element), position);
        prop_assert_eq!(list.contains(element), position.is_some());
        prop_assert_eq!(list.rank(element) == AdaptiveList::UNLISTED, position.is_none());
        prop_assert_eq!(list.ranks()[element], list.rank(element));
    }
    Ok(())
}

const UNIVERSE: usize = 12;

fn any_rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        Just(Rule::MoveToFront),
        Just(Rule::Transpose),
        (1u32..16).prop_map(Rule::MoveAhead),
        (1u32..16).prop_map(Rule::Pos),
        Just(Rule::Count),
        (0u8..=100).prop_map(|percent| Rule::StochasticFront { percent }),
        (0u8..=100).prop_map(|percent| Rule::StochasticRear { percent }),
        Just(Rule::Demote),
    ]
}

fn any_limit() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![Just(None), (0usize..UNIVERSE + 3).prop_map(Some)]
}

/// Low elements more often than high ones, as in a search.
fn any_queries() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec((0..UNIVERSE, 0..UNIVERSE).prop_map(|(a, b)| a.min(b)), 0..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_rule_does_what_it_says(
        rule in any_rule(),
        limit in any_limit(),
        seed in any::<u64>(),
        start in prop::collection::vec(0..UNIVERSE, 0..8),
        queries in any_queries(),
        failures in any_queries(),
        exhausted_after in 0usize..150,
    ) {
        let mut list = AdaptiveList::new(rule, UNIVERSE, limit, seed);
        let mut obvious = Obvious::new(rule, UNIVERSE, limit, seed);
        for &element in &start {
            list.append(element);
            obvious.append(element);
            agrees(&list, &obvious.elements())?;
        }
        for (i, &element) in queries.iter().enumerate() {
            if i == exhausted_after {
                list.exhaust_stamps(3);
                agrees(&list, &obvious.elements())?;
            }
            if let Some(&failed) = failures.get(i) {
                list.fail(failed);
                obvious.fail(failed);
                agrees(&list, &obvious.elements())?;
            }
            list.query(element);
            obvious.query(element);
            agrees(&list, &obvious.elements())?;
        }
    }

    #[test]
    fn a_cleared_list_is_like_a_new_one(
        rule in any_rule(),
        limit in any_limit(),
        before in any_queries(),
        after in any_queries(),
    ) {
        let mut new = AdaptiveList::new(rule, UNIVERSE, limit, 5);
        let mut cleared = new.clone();
        for element in before {
            cleared.query(element);
        }
        cleared.clear();
        agrees(&cleared, &[])?;
        for element in after {
            new.query(element);
            cleared.query(element);
            agrees(&cleared, &new.iter().collect::<Vec<_>>())?;
        }
    }

    #[test]
    fn rules_coincide_at_the_ends_of_their_parameters(limit in any_limit(), queries in any_queries()) {
        let pairs = [
            (Rule::MoveToFront, Rule::MoveAhead(u32::MAX)),
            (Rule::MoveToFront, Rule::Pos(1)),
            (Rule::MoveToFront, Rule::StochasticFront { percent: 100 }),
            (Rule::Transpose, Rule::MoveAhead(1)),
            (Rule::Transpose, Rule::Pos(u32::MAX)),
            (Rule::MoveAhead(1), Rule::MoveAhead(0)),
            (Rule::Pos(1), Rule::Pos(0)),
        ];
        for (a, b) in pairs {
            let mut first = AdaptiveList::new(a, UNIVERSE, limit, 1);
            let mut second = AdaptiveList::new(b, UNIVERSE, limit, 1);
            for &element in &queries {
                first.query(element);
                second.query(element);
                prop_assert!(first.iter().eq(second.iter()), "{a} and {b}");
            }
        }
    }
}

/// A move of the papers' figures, ((column, row) from, (column, row) to), as an element.
fn mv(from: (usize, usize), to: (usize, usize)) -> usize {
    [from.0, from.1, to.0, to.1].iter().fold(0, |element, part| element * 10 + part)
}

/// "History-ADS", Figure 4: a move that cuts goes to the head, and informs the search later.
#[test]
fn figure_4_of_history_ads() {
    let mut list = AdaptiveList::new(Rule::MoveToFront, 10_000, None, 0);
    let cut = mv((7, 8), (8, 8));
    let others = [mv((6, 7), (6, 6)), mv((3, 2), (5, 1)), mv((4, 5), (5, 4))];
    for element in others {
        list.append(element);
    }
    list.append(cut);
    list.query(cut);
    assert!(list.iter().eq([cut, others[0], others[1], others[2]]));
    assert!(others.iter().all(|&other| list.rank(cut) < list.rank(other)));

    // A move that was not listed before goes to the head, too.
    let new = mv((1, 3), (1, 6));
    list.query(new);
    assert!(list.iter().take(2).eq([new, cut]));
}

/// "History-ADS", Figure 5: five queries of a list with a limit of 5. The figure's first rows are drawn
/// with the head on the right: the caption lets (6,7) to (6,6) fall off first.
#[test]
fn figure_5_of_history_ads() {
    let a = mv((6, 7), (6, 6));
    let b = mv((3, 2), (5, 1));
    let c = mv((4, 5), (5, 4));
    let d = mv((7, 8), (8, 8));
    let e = mv((1, 3), (1, 6));
    let f = mv((2, 1), (2, 2));
    let g = mv((1, 1), (1, 2));
    let mut list = AdaptiveList::new(Rule::MoveToFront, 10_000, Some(5), 0);
    for element in [d, c, b, a] {
        list.append(element);
    }
    for (query, expected) in [
        (e, [e, d, c, b, a]),
        (f, [f, e, d, c, b]), // (6,7) to (6,6) is forgotten
        (b, [b, f, e, d, c]), // only an internal change
        (g, [g, b, f, e, d]), // (4,5) to (5,4) is pushed off the end
    ] {
        list.query(query);
        assert!(list.iter().eq(expected), "{:?}", list.iter().collect::<Vec<_>>());
    }
    assert!(!list.contains(a) && !list.contains(c));
}

#[test]
fn what_fails_drops_half_way_to_the_tail() {
    let mut list = AdaptiveList::new(Rule::Demote, 9, None, 0);
    (0..6).for_each(|element| list.append(element));
    for (failed, expected) in [(0, [1, 2, 3, 0, 4, 5]), (4, [1, 2, 3, 0, 5, 4]), (4, [1, 2, 3, 0, 5, 4])] {
        list.fail(failed);
        assert!(list.iter().eq(expected), "{:?}", list.iter().collect::<Vec<_>>());
    }
    list.fail(8);
    assert!(!list.contains(8));
    list.query(5);
    assert!(list.iter().eq([5, 1, 2, 3, 0, 4]));
}

/// A forgotten element starts again from nothing.
#[test]
fn counters_are_forgotten_with_their_element() {
    let mut list = AdaptiveList::new(Rule::Count, 4, Some(2), 0);
    for element in [0, 0, 1, 2] {
        list.query(element);
    }
    assert!(list.iter().eq([0, 2])); // 1 had one query, as 2 has, which is the later one
    list.query(1);
    list.query(2);
    list.query(2);
    assert!(list.iter().eq([2, 0])); // two queries each: 2 pushed 1 out, and its first query was lost
    list.query(3);
    assert!(list.iter().eq([2, 0])); // nobody is as weak as a new element
}

#[test]
fn a_converged_list_moves_no_more() {
    for rule in [Rule::StochasticFront { percent: 50 }, Rule::StochasticRear { percent: 50 }] {
        let mut list = AdaptiveList::new(rule, 5, None, 9);
        // A chance of 2^-32, the least there is, is reached after 32 queries.
        for round in 0..5 * 33 {
            list.query(round % 5);
        }
        let converged: Vec<_> = list.iter().collect();
        for element in [4, 2, 0, 3, 1].repeat(20) {
            list.query(element);
            assert!(list.iter().eq(converged.iter().copied()), "{rule}");
        }
    }
}

#[test]
fn an_empty_universe_and_a_limit_of_nothing_are_harmless() {
    for &rule in Rule::EXAMPLES {
        let empty = AdaptiveList::new(rule, 0, None, 0);
        assert!(empty.is_empty() && empty.iter().next().is_none());
        let mut forgetful = AdaptiveList::new(rule, 3, Some(0), 0);
        forgetful.append(1);
        forgetful.query(2);
        forgetful.query(2);
        assert!(forgetful.is_empty() && forgetful.rank(2) == AdaptiveList::UNLISTED);
    }
}
