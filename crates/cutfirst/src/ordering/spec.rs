//! What an ordering is made of, and how it is written: `tt+ads:mtf,limit=20+killer:2`.

use std::fmt;

use crate::adaptive::Rule;

/// A stack of heuristics, applied left to right: moves that one ranks equal are decided by the
/// next, and what none ranks keeps generation order. The empty stack is written `none`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Order(pub Vec<HeuristicSpec>);

/// One heuristic with its parameters.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum HeuristicSpec {
    /// `shuffle[:SEED]`: random order, the control.
    Shuffle {
        /// The seed of the order.
        seed: u64,
    },
    /// `killer[:K]`: the last K cutting moves of the level.
    Killer {
        /// How many moves a level remembers.
        slots: usize,
    },
    /// `history[:square|power|one][,per-level]`: how often and how high up a move cut.
    History {
        /// What a cut adds.
        bonus: Bonus,
        /// One table per level instead of one for all.
        per_level: bool,
    },
    /// `gravity[:prior[=N|=auto]|learned][,per-level][,continuation][,near-root]`: history that fades, with a malus for the moves
    /// tried before the cutter.
    Gravity(GravitySpec),
    /// `relative`: how often a move cut when it was tried.
    Relative,
    /// `continuation`: gravity history of the move in reply to the previous one.
    Continuation,
    /// `countermove`: the last move that cut in reply to the previous one.
    Countermove,
    /// `ads:RULE[,limit=N][,per-level|level-then-global|reply][,mover][,fresh]`: History-ADS.
    Ads(AdsSpec),
    /// `threat[:RULE][,fresh]`: Threat-ADS, the opponents of Best-Reply Search in list order.
    Threat {
        /// How the list of opponents adapts.
        rule: Rule,
        /// Start anew at every search.
        fresh: bool,
    },
    /// `tt`: the move that the transposition table holds.
    Table,
    /// `static`: the game's own move classes.
    Static,
    /// `evaluate[:LEVELS]`: children sorted by their evaluation, on the upper levels.
    Evaluate {
        /// On how many levels below the root, the root's own children being level 1.
        levels: usize,
    },
    /// `combined[:E,H]`: children of levels 1 to E sorted by evaluation, down to H by cut counts of their
    /// level, below by the game's own move classes.
    Combined {
        /// The last level sorted by evaluation.
        evaluated: usize,
        /// The last level sorted by cut counts.
        counted: usize,
    },
    /// `iteration[:LEVEL]`: the order of what follows in the stack, corrected by what the table knows from
    /// the last iteration.
    Iteration {
        /// The first level of children that is sorted so, the root's own being level 1.
        level: usize,
    },
}

/// Parameters of history with gravity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GravitySpec {
    /// What is known about moves before the search.
    pub prior: Prior,
    /// One table per level instead of one for all.
    pub per_level: bool,
    /// Together with [`Continuation`](HeuristicSpec::Continuation).
    pub continuation: bool,
    /// On the first plies, together with what a move has done at the same ply.
    pub near_root: bool,
}

/// What is known about moves before the search, and taken off the value that `gravity` gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prior {
    /// Nothing.
    #[default]
    None,
    /// `prior=N`: each class so much less than the one before. The game must have classes.
    Step(u32),
    /// `prior=auto`: what was learned about the game's moves, if the engine was given that; otherwise all classes together as
    /// much as history can be worth, in a game that has any, and nothing in others.
    Auto,
    /// `learned`: what was [learned](super::MovePrior) about the game's moves. A game that knows it of some rules only goes
    /// by its classes under others, as with `prior`.
    Learned,
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Step(step) => write!(f, "prior={step}"),
            Self::Auto => f.write_str("prior=auto"),
            Self::Learned => f.write_str("learned"),
        }
    }
}

/// Parameters of History-ADS, read from text like `ads:mtf,limit=5`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AdsSpec {
    /// How the list adapts; `None` is `ads:set`, an unordered collection of all cutters.
    pub rule: Option<Rule>,
    /// The most moves a list holds.
    pub limit: Option<usize>,
    /// How many lists there are, and which one a node asks.
    pub scope: Scope,
    /// Moves of different players are different elements.
    pub mover: bool,
    /// Start anew at every search.
    pub fresh: bool,
}

/// Which nodes share a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// All of one side.
    #[default]
    Global,
    /// `per-level`: those at the same distance from the root.
    PerLevel,
    /// `level-then-global`: the level's list decides, and what it does not hold is left to the list of all
    /// levels.
    LevelThenGlobal,
    /// `reply`: those that the same move has led to.
    Reply,
}

impl Scope {
    pub(super) const ALL: [Self; 4] = [Self::Global, Self::PerLevel, Self::LevelThenGlobal, Self::Reply];

    /// The word in an order.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Global => "",
            Self::PerLevel => "per-level",
            Self::LevelThenGlobal => "level-then-global",
            Self::Reply => "reply",
        }
    }
}

/// What a cut at a node with `d` plies left adds to a move's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bonus {
    /// d².
    #[default]
    Square,
    /// 2^d.
    Power,
    /// 1.
    One,
}

impl Bonus {
    pub(super) const ALL: [Self; 3] = [Self::Square, Self::Power, Self::One];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Power => "power",
            Self::One => "one",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (i, spec) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            write!(f, "{spec}")?;
        }
        Ok(())
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shuffle { seed } => write!(f, "shuffle:{seed}"),
            Self::Killer { slots } => write!(f, "killer:{slots}"),
            Self::History { bonus, per_level } => {
                write!(f, "history:{}{}", bonus.name(), if *per_level { ",per-level" } else { "" })
            }
            Self::Gravity(gravity) => write!(f, "{gravity}"),
            Self::Relative => f.write_str("relative"),
            Self::Continuation => f.write_str("continuation"),
            Self::Countermove => f.write_str("countermove"),
            Self::Ads(ads) => write!(f, "{ads}"),
            Self::Threat { rule, fresh } => write!(f, "threat:{rule}{}", if *fresh { ",fresh" } else { "" }),
            Self::Table => f.write_str("tt"),
            Self::Static => f.write_str("static"),
            Self::Evaluate { levels } => write!(f, "evaluate:{levels}"),
            Self::Combined { evaluated, counted } => write!(f, "combined:{evaluated},{counted}"),
            Self::Iteration { level } => write!(f, "iteration:{level}"),
        }
    }
}

impl fmt::Display for GravitySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { prior, per_level, continuation, near_root } = self;
        f.write_str("gravity")?;
        let mut mark = ':';
        if *prior != Prior::None {
            write!(f, ":{prior}")?;
            mark = ',';
        }
        for (on, word) in [(per_level, "per-level"), (continuation, "continuation"), (near_root, "near-root")]
        {
            if *on {
                write!(f, "{mark}{word}")?;
                mark = ',';
            }
        }
        Ok(())
    }
}

impl fmt::Display for AdsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            None => f.write_str("ads:set")?,
            Some(rule) => write!(f, "ads:{rule}")?,
        }
        if let Some(limit) = self.limit {
            write!(f, ",limit={limit}")?;
        }
        let scope = (self.scope != Scope::Global, self.scope.name());
        for (on, word) in [scope, (self.mover, "mover"), (self.fresh, "fresh")] {
            if on {
                write!(f, ",{word}")?;
            }
        }
        Ok(())
    }
}
