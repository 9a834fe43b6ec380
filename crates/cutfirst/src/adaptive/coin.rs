//! The coins of the stochastic rules: one per element, each toss less likely to succeed.

use crate::random::Random;

/// Whole numbers instead of floats, so that every machine tosses alike: a chance of c stands for
/// (c + 1) / 2³², and 0 for never.
#[derive(Clone, Debug)]
pub(super) struct Coins {
    chances: Vec<u32>,
    /// What a toss leaves of the chance, in units of 2⁻³².
    decay: u64,
    random: Random,
}

const CERTAIN: u32 = u32::MAX;

impl Coins {
    pub(super) fn new(universe: usize, percent: u8, seed: u64) -> Self {
        let decay = (u64::from(percent.min(100)) << 32) / 100;
        Self { chances: vec![CERTAIN; universe], decay, random: Random::new(seed) }
    }

    /// Tosses the coin of `element`. An exhausted coin takes nothing from the random stream.
    #[inline]
    pub(super) fn toss(&mut self, element: u32) -> bool {
        let chance = &mut self.chances[element as usize];
        let current = *chance;
        if current == 0 {
            return false;
        }
        *chance = ((u64::from(current) * self.decay) >> 32) as u32;
        (self.random.bits() >> 32) as u32 <= current
    }

    /// Makes the next toss of `element` certain again.
    pub(super) fn forget(&mut self, element: u32) {
        self.chances[element as usize] = CERTAIN;
    }

    /// Starts the random stream over.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_decays_by_the_given_percentage() {
        let mut moved = [0; 4];
        for seed in 0..10_000 {
            let mut coins = Coins::new(1, 50, seed);
            for count in &mut moved {
                *count += u32::from(coins.toss(0));
            }
        }
        assert_eq!(moved[0], 10_000);
        for (count, expected) in moved[1..].iter().zip([5000, 2500, 1250]) {
            assert!(count.abs_diff(expected) < 200, "{moved:?}"); // four standard deviations
        }
    }

    #[test]
    fn the_limits_are_always_and_once() {
        let mut always = Coins::new(1, 100, 3);
        let mut once = Coins::new(1, 0, 3);
        assert!((0..1000).all(|_| always.toss(0)));
        assert!(once.toss(0));
        assert!((0..1000).all(|_| !once.toss(0)));
        once.forget(0);
        assert!(once.toss(0));
    }
}
