//! From one value per player to one number per view.

use std::fmt;
use std::str::FromStr;

use crate::game::Player;
use crate::search::ParseSettingError;

/// How a player's score comes out of everybody's evaluation. With two players all but `own` are
/// the same: own minus other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Combine {
    /// Own minus the sum of the others.
    #[default]
    Difference,
    /// (players − 1) × own minus the sum of the others: sums to zero over all players.
    ZeroSum,
    /// Own alone.
    Own,
    /// Own minus the best other.
    Best,
}

impl Combine {
    pub(crate) const ALL: [Self; 4] = [Self::Difference, Self::ZeroSum, Self::Own, Self::Best];

    /// The score of `player`.
    #[inline]
    pub(crate) fn value(self, player: Player, players: usize, own: impl Fn(Player) -> i32) -> i32 {
        if players == 2 && self != Self::Own {
            return own(player) - own(player.next(2));
        }
        let sum = || Player::all(players).map(&own).sum::<i32>();
        match self {
            Self::Difference => 2 * own(player) - sum(),
            Self::ZeroSum => players as i32 * own(player) - sum(),
            Self::Own => own(player),
            Self::Best => {
                let others = Player::all(players).filter(|&other| other != player).map(&own);
                own(player) - others.max().unwrap_or(0)
            }
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Difference => "difference",
            Self::ZeroSum => "zero-sum",
            Self::Own => "own",
            Self::Best => "best",
        }
    }
}

impl fmt::Display for Combine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Combine {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Self, ParseSettingError> {
        let known = Self::ALL.iter().copied().find(|combine| combine.name() == text);
        known.ok_or_else(|| {
            let shown = crate::notation::excerpt(text);
            ParseSettingError(format!(
                "unknown way to combine '{}'; choose difference, zero-sum, own or best",
                shown.escape_debug()
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_three_players() {
        let own = |player: Player| [5, 3, 1][player.index()];
        let all = |combine: Combine| Player::all(3).map(|p| combine.value(p, 3, own)).collect::<Vec<_>>();
        assert_eq!(all(Combine::Difference), [1, -3, -7]);
        assert_eq!(all(Combine::ZeroSum), [6, 0, -6]);
        assert_eq!(all(Combine::Own), [5, 3, 1]);
        assert_eq!(all(Combine::Best), [2, -2, -4]);
        assert_eq!(Combine::ZeroSum.value(Player(1), 2, own), -2);
        for combine in Combine::ALL {
            assert_eq!(combine.to_string().parse(), Ok(combine));
        }
    }
}
