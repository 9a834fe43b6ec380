//! What the features of the Abalone paper are worth: the one place to change them.
//!
//! The paper prints no weights. The defaults are those of a published reading of it (marble 800,
//! distance 8, coherence 3, formation break 10, single danger 30, double danger 50); where the paper
//! asks for two grades and the reading has one figure, that figure is the higher grade, and the lower
//! one is marked below as chosen here.

/// How much each feature of [`super::Paper`] counts, in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// What a first ejection is worth to whoever ejects (see [`Weights::material`]).
    pub(super) marble: i32,
    /// Lost for each step that a marble is away from the centre.
    pub(super) step: i32,
    /// For each neighbour of its own colour that a marble has, so twice for a pair, and once more for
    /// each three marbles in a line; that the bonus is as much as one neighbour is chosen here.
    pub(super) neighbour: i32,
    /// For each marble that has opponents on two opposite sides.
    pub(super) formation_break: i32,
    /// Lost for each marble at the edge with exactly one opponent beside it. Chosen here: a third of
    /// the imminent danger.
    pub(super) touched: i32,
    /// Lost for each marble at the edge with several opponents beside it.
    pub(super) beset: i32,
    /// Lost for each two marbles in a line that ends at the edge with two opponents behind them.
    pub(super) double_danger: i32,
}

/// The weights of the evaluation `paper`.
pub(super) const PAPER: Weights = Weights {
    marble: 800,
    step: 8,
    neighbour: 3,
    formation_break: 10,
    touched: 10,
    beset: 30,
    double_danger: 50,
};

impl Weights {
    /// What `own` marbles are worth to a player whose opponent has `other`: proportional to the ratio
    /// of the two.
    ///
    /// The paper lets the value of marbles vary with the opponent's number, "to control the player's
    /// aggressiveness", and does not say how. A ratio makes the same lead count for more when fewer
    /// marbles are left, so who is ahead seeks exchanges and who is behind avoids them. (Any value per
    /// marble that changes by equal steps with the opponent's number would cancel out of own minus
    /// other.) The factor 7 makes the first ejection worth `marble`: it raises the ejecting player's
    /// value from 7 · 14/14 to 7 · 14/13 and lowers the opponent's to 7 · 13/14, 1.04 marbles together.
    /// A side without marbles counts as one with one.
    pub(super) const fn material(&self, own: usize, other: usize) -> i32 {
        let other = if other == 0 { 1 } else { other as i32 };
        7 * self.marble * own as i32 / other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `black` against `white` marbles are worth to Black.
    fn lead(black: usize, white: usize) -> i32 {
        PAPER.material(black, white) - PAPER.material(white, black)
    }

    #[test]
    fn material_is_a_ratio() {
        assert_eq!(PAPER.material(14, 14), 5600);
        assert_eq!(PAPER.material(14, 13), 6030);
        assert_eq!(PAPER.material(13, 14), 5200);
        assert_eq!(PAPER.material(0, 14), 0);
        assert_eq!(PAPER.material(14, 0), PAPER.material(14, 1));
    }

    #[test]
    fn the_same_lead_counts_for_more_with_fewer_marbles() {
        assert_eq!(lead(14, 13), 830);
        assert_eq!(lead(13, 14), -830);
        for white in 1..13 {
            assert!(lead(white + 1, white) > lead(white + 2, white + 1));
        }
    }
}
