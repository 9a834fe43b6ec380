//! What a move is worth as people say it: a chance to win, discs where they are certain, the end of the game where it is in
//! sight. Pages and the terminal show these words as they are.

use cutfirst::search::{FINISHED, WIN};

/// A worth from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) score: i32,
    /// From 0 to 1.
    pub(super) chance: f64,
    /// The disc difference at the end, where it is known and not estimated.
    pub(super) discs: Option<i32>,
}

impl Worth {
    /// In how many moves of all players the game is decided, if that was found.
    fn end(self) -> Option<i32> {
        (self.score.abs() > FINISHED).then(|| WIN - self.score.abs())
    }

    /// In a word or two: `62 %`, `+6`, `wins in 5`.
    pub(super) fn short(self) -> String {
        match (self.discs, self.end()) {
            (Some(discs), _) => signed(discs),
            (None, Some(end)) => format!("{} in {end}", if self.score > 0 { "wins" } else { "loses" }),
            (None, None) => percent(self.chance),
        }
    }

    /// The same where there is room for three letters: `62`, `+6`, `won` and `lost`.
    pub(super) fn mark(self) -> String {
        match (self.discs, self.end()) {
            (Some(discs), _) => signed(discs),
            (None, Some(_)) => if self.score > 0 { "won" } else { "lost" }.to_owned(),
            (None, None) => format!("{:.0}", 100.0 * self.chance),
        }
    }

    /// A sentence about the player to move; `other` is the opponent where there is only one.
    pub(super) fn sentence(self, mover: &str, other: &str) -> String {
        match (self.discs, self.end()) {
            (Some(0), _) => "A draw with best play".to_owned(),
            (Some(discs), _) => {
                let who = if discs > 0 { mover } else { other };
                format!("{who} wins by {} with best play", counted(discs.abs(), "disc"))
            }
            (None, Some(end)) => {
                let does = if self.score > 0 { "wins" } else { "loses" };
                format!("{mover} {does} in {}", counted(end, "move"))
            }
            (None, None) => format!("{mover} wins with a chance of {}", percent(self.chance)),
        }
    }
}

pub(super) fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// With a sign, the minus as long as the plus.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

fn counted(number: i32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_what_is_known() {
        let worth = |score, chance, discs| Worth { score, chance, discs };
        let said = |worth: Worth| [worth.short(), worth.mark(), worth.sentence("Black", "White")];
        assert_eq!(said(worth(40, 0.617, None)), ["62 %", "62", "Black wins with a chance of 62 %"]);
        assert_eq!(said(worth(WIN - 1, 1.0, None)), ["wins in 1", "won", "Black wins in 1 move"]);
        assert_eq!(said(worth(4 - WIN, 0.0, None)), ["loses in 4", "lost", "Black loses in 4 moves"]);
        assert_eq!(
            said(worth(-1, 0.0, Some(-1))),
            ["\u{2212}1", "\u{2212}1", "White wins by 1 disc with best play"]
        );
        assert_eq!(said(worth(0, 0.5, Some(0))), ["0", "0", "A draw with best play"]);
    }
}
