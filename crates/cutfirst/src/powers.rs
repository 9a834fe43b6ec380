//! What a game may offer beyond [`Game`]: each power is a trait of its own, and
//! [`Game::Powers`] says which ones a search may use.

use crate::game::{Game, Player};
use crate::ordering::MovePrior;

/// The turn can be handed to any player without a move. Best-Reply Search needs it: its Min nodes
/// hold the moves of all opponents, whoever's turn it would be.
pub trait OutOfTurn: Game {
    /// Hands the turn to `player`, key included; handing it back restores the position exactly.
    /// Afterwards [`Game::moves`] pushes the moves that `player` would have, possibly none although
    /// the game goes on, and make/unmake work as ever.
    fn set_turn(&mut self, player: Player);
}

/// The legal moves of one slot can be found without generating the others, so that a remembered
/// move is tried before any move generation.
pub trait SlotMoves: Game {
    /// Pushes the legal moves whose slot is `slot`, in the order in which [`Game::moves`] has them. Slots are also
    /// asked for of moves that were legal in other positions.
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<Self::Move>);
}

/// Some moves change the balance at once (captures, pushes off the board); quiescence search looks
/// beyond them.
pub trait Captures: Game {
    /// Whether a legal move captures.
    fn is_capture(&self, mv: Self::Move) -> bool;

    /// Pushes the legal moves that capture, in the order in which [`Game::moves`] has them.
    fn captures(&self, out: &mut Vec<Self::Move>) {
        let start = out.len();
        self.moves(out);
        let mut kept = start;
        for i in start..out.len() {
            if self.is_capture(out[i]) {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

/// A game's own knowledge of which moves tend to be good, without looking at the board again: the
/// class of a move should come out of the move itself.
pub trait MoveClasses: Game {
    /// How many classes there are.
    const CLASSES: usize;

    /// The class of a legal move, 0 for the most promising, below [`CLASSES`](Self::CLASSES).
    fn class(&self, mv: Self::Move) -> usize;
}

/// The game knows what was learned about its moves, which orders begin with: `gravity:learned`.
pub trait LearnedPrior: Game {
    /// What was learned, if it was for these rules.
    fn prior(&self) -> Option<MovePrior>;
}

/// The game can work out by itself how it ends under best play, sooner than a search by evaluation would see the end:
/// a solver, or a table of endings. For games of two players.
///
/// An [`Engine`](crate::engine::Engine) asks it before it searches, where the limit leaves room for it; see
/// [`Settings::endgame`](crate::engine::Settings::endgame).
pub trait Endgame: Game {
    /// About how many nodes it takes to solve the position; `None` if that is out of the question.
    fn solving_takes(&self) -> Option<u64>;

    /// Solves a position that is not over, or gives up.
    fn solve(&self, effort: &Effort<'_>) -> Solved<Self::Move>;
}

/// What [`Endgame::solve`] may use.
#[non_exhaustive]
pub struct Effort<'a> {
    /// How many threads may work.
    pub threads: usize,
    /// MiB of memory to remember positions in, at least 1.
    pub table: usize,
    /// Whether every move is wanted with its result, or the best one alone.
    pub every_move: bool,
    /// Asked every millisecond or so by each thread, with the nodes that it has looked at: whether to give up.
    pub give_up: &'a (dyn Fn(u64) -> bool + Sync),
}

/// What [`Endgame::solve`] has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// Lines with the result that each leads to, in the game's own count from the view of the player to move, best first; none
    /// if it gave up. The first goes to the end of the game.
    pub lines: Vec<(i32, Vec<M>)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// The board as cells with states, over which [`patterns`](mod@crate::patterns) can be laid: all that is needed to learn an
/// evaluation. Cells are counted from 0; state 0 is an empty cell, and a piece of kind `k` (from 0) of the player in seat
/// `s` is state `1 + k × players + s`, unless the game overrides [`seen_by`](Self::seen_by).
///
/// Contract (checked by [`testkit::check_cells`](crate::testkit::check_cells)): states are in range, places and symmetries
/// are permutations that leave neighbours neighbours, and a move changes the cells that it tells of, each once, and no others.
pub trait Cells: Game {
    /// How many cells the board has. Never changes during a game.
    fn cells(&self) -> usize;

    /// The state of a cell, below [`states`](Self::states).
    fn state(&self, cell: usize) -> usize;

    /// Tells `changed` of every cell whose state the legal move `mv` changes, and of its new state.
    fn changes(&self, mv: Self::Move, changed: &mut impl FnMut(usize, usize));

    /// The next cell along an axis of the board, if there is one. For each pair of opposite directions one is enough.
    fn next(&self, cell: usize, axis: usize) -> Option<usize>;

    /// How many axes the board has.
    fn axes(&self) -> usize;

    /// How many states a cell can have; by default there is one kind of piece.
    fn states(&self) -> usize {
        1 + self.players()
    }

    /// How `player` sees a state: by default as if the seats were counted from his own.
    fn seen_by(&self, state: usize, player: Player) -> usize {
        let players = self.players();
        let Some(piece) = state.checked_sub(1) else { return 0 };
        let seat = (piece % players + players - player.index()) % players;
        1 + piece / players * players + seat
    }

    /// How many states a player tells apart; fewer than there are if [`seen_by`](Self::seen_by) makes some the same.
    fn seen_states(&self) -> usize {
        self.states()
    }

    /// Where `player` sees a cell: a permutation of the cells that puts every player in the place of the first, for boards
    /// on which the players have sides of their own.
    fn place(&self, cell: usize, _player: Player) -> usize {
        cell
    }

    /// Permutations of the cells that change nothing about the game, as the first player sees it; a few from which the
    /// others follow are enough.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// How many phases of the game have weights of their own.
    fn phases(&self) -> usize {
        1
    }

    /// The phase of the position, below [`phases`](Self::phases).
    fn phase(&self) -> usize {
        0
    }

    /// Numbers beside the board that count, such as pieces in hand: for each how many values it has.
    fn gauges(&self) -> &'static [usize] {
        &[]
    }

    /// The value of a gauge for `player`, below its number of values.
    fn gauge(&self, _gauge: usize, _player: Player) -> usize {
        0
    }

    /// Whether [`phase_after`](Self::phase_after) tells a phase only of moves after which the game goes on. Weights that stand
    /// for themselves then judge leaves without making the move, too.
    const TELLS_ENDS: bool = false;

    /// The phase of the position after the legal move `mv`, if it and the gauges can be told without making the move, and if
    /// of two players the other one is to move then. Corrections of an evaluation judge leaves by it.
    #[inline]
    fn phase_after(&self, _mv: Self::Move) -> Option<usize> {
        (self.phases() == 1 && self.gauges().is_empty()).then_some(0)
    }

    /// The value of a gauge for `player` after the legal move `mv`; asked only if [`phase_after`](Self::phase_after) tells a
    /// phase.
    #[inline]
    fn gauge_after(&self, _mv: Self::Move, gauge: usize, player: Player) -> usize {
        self.gauge(gauge, player)
    }

    /// Sets of cells to learn about, for a game that knows better than the lines and neighbourhoods that are laid
    /// otherwise. Their symmetric images are added.
    fn patterns(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// The rules that weights are learned for, where a game has several; weights fit no others.
    fn rules(&self) -> String {
        String::new()
    }
}

/// [`SlotMoves::moves_in_slot`] as a function.
pub type MovesInSlot<G> = fn(&G, usize, &mut Vec<<G as Game>::Move>);

/// [`Captures::captures`] as a function.
pub type CaptureMoves<G> = fn(&G, &mut Vec<<G as Game>::Move>);

/// [`MoveClasses::CLASSES`] with [`MoveClasses::class`] as a function.
pub type Classes<G> = (usize, fn(&G, <G as Game>::Move) -> usize);

/// [`LearnedPrior::prior`] as a function.
pub type PriorOf<G> = fn(&G) -> Option<MovePrior>;

/// [`Endgame::solving_takes`] and [`Endgame::solve`] as functions.
pub type EndgameSolver<G> = (fn(&G) -> Option<u64>, fn(&G, &Effort<'_>) -> Solved<<G as Game>::Move>);

/// Tells generic code which powers a game has. Each is a function or `None`, fixed at compile
/// time, so that using one costs a direct call and a missing one is found before the search starts.
///
/// [`powers!`](macro@crate::powers) writes a combination that is not among [`NoPowers`], [`BestReplyPowers`] and
/// [`AllPowers`].
pub trait Powers<G: Game> {
    /// [`OutOfTurn::set_turn`].
    const SET_TURN: Option<fn(&mut G, Player)> = None;
    /// [`SlotMoves::moves_in_slot`].
    const MOVES_IN_SLOT: Option<MovesInSlot<G>> = None;
    /// [`Captures::is_capture`].
    const IS_CAPTURE: Option<fn(&G, G::Move) -> bool> = None;
    /// [`Captures::captures`]; there exactly if [`IS_CAPTURE`](Self::IS_CAPTURE) is.
    const CAPTURES: Option<CaptureMoves<G>> = None;
    /// [`MoveClasses::class`] with [`MoveClasses::CLASSES`].
    const CLASS: Option<Classes<G>> = None;
    /// [`LearnedPrior::prior`].
    const PRIOR: Option<PriorOf<G>> = None;
    /// [`Endgame::solving_takes`] with [`Endgame::solve`].
    const ENDGAME: Option<EndgameSolver<G>> = None;
}

/// The rules and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct NoPowers;

impl<G: Game> Powers<G> for NoPowers {}

crate::powers! {
    /// [`OutOfTurn`] only: enough for Best-Reply Search.
    pub struct BestReplyPowers: OutOfTurn;
}

crate::powers! {
    /// Every power that helps at the nodes of a search.
    pub struct AllPowers: OutOfTurn + SlotMoves + Captures + MoveClasses;
}

/// Declares a type for [`Game::Powers`](crate::game::Game::Powers) that has the powers named: any of
/// [`OutOfTurn`](crate::powers::OutOfTurn), [`SlotMoves`](crate::powers::SlotMoves),
/// [`Captures`](crate::powers::Captures), [`MoveClasses`](crate::powers::MoveClasses),
/// [`LearnedPrior`](crate::powers::LearnedPrior) and [`Endgame`](crate::powers::Endgame), joined by `+`. A game that names it
/// without implementing them does not compile.
///
/// ```
/// cutfirst::powers! {
///     /// What Connect Four knows beyond its rules.
///     pub struct ConnectFourPowers: SlotMoves + MoveClasses;
/// }
/// ```
///
/// Nothing else is a power:
///
/// ```compile_fail
/// cutfirst::powers! { struct Wrong: Castling; }
/// ```
#[macro_export]
macro_rules! powers {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident: $first:ident $(+ $power:ident)*;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $name;

        impl<G: $crate::powers::$first $(+ $crate::powers::$power)*> $crate::powers::Powers<G> for $name {
            $crate::powers!(@ $first);
            $($crate::powers!(@ $power);)*
        }
    };
    (@ OutOfTurn) => {
        const SET_TURN: Option<fn(&mut G, $crate::game::Player)> = Some(G::set_turn);
    };
    (@ SlotMoves) => {
        const MOVES_IN_SLOT: Option<$crate::powers::MovesInSlot<G>> = Some(G::moves_in_slot);
    };
    (@ Captures) => {
        const IS_CAPTURE: Option<fn(&G, G::Move) -> bool> = Some(G::is_capture);
        const CAPTURES: Option<$crate::powers::CaptureMoves<G>> = Some(G::captures);
    };
    (@ MoveClasses) => {
        const CLASS: Option<$crate::powers::Classes<G>> = Some((G::CLASSES, G::class));
    };
    (@ LearnedPrior) => {
        const PRIOR: Option<$crate::powers::PriorOf<G>> = Some(G::prior);
    };
    (@ Endgame) => {
        const ENDGAME: Option<$crate::powers::EndgameSolver<G>> = Some((G::solving_takes, G::solve));
    };
    (@ $other:ident) => {
        compile_error!(concat!(
            "'", stringify!($other), "' is no power; choose OutOfTurn, SlotMoves, Captures, MoveClasses, \
             LearnedPrior or Endgame"
        ));
    };
}
