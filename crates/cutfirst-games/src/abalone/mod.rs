//! Abalone: two players push each other's marbles off a hexagon of 61 cells.
//!
//! **Rules.** Black (`@`, [`Player`]`(0)`) begins. A turn moves one, two or three adjacent marbles of
//! a straight line one step in one of six directions. *Inline*, along the line, the cell in front must
//! be empty or begin a shorter run of opposing marbles (2 against 1, 3 against 1 or 2) that has an empty
//! cell or the edge behind it; then the run is pushed, and a marble pushed over the edge is ejected.
//! An inline move takes the whole run from its rear marble on: a run longer than three cannot move from
//! there. *Broadside*, two or three marbles step sideways into cells that are all empty. Nobody pushes
//! his own marbles, or moves them off the board. Whoever first ejects `eject` marbles wins; a player
//! without a legal move loses.
//!
//! **Variants** are the ten start positions of `layouts.rs`. The option `eject` (1 to 14, default 6) is
//! the number of ejections that wins.
//!
//! **Generation order.** By the cell of the first marble in row order A1 … I9 (the rear marble of an
//! inline move, the end of a broadside that comes first in row order), then by direction E, W, NE, SW,
//! NW, SE, then by number of marbles, then by the axis of a broadside's line E, NE, NW. A marble never
//! begins an inline and a broadside move of equal length in one direction.
//!
//! **Slot.** The mover is not part of it, nor what is pushed. With n = 6 × cell + direction, where row
//! r and diagonal c (from 0) meet in cell (13 r + c) mod 61, an inline move has slot n, since its rear
//! marble implies the rest. A broadside has 366 + 4 n + form, form being 0 and 1 for two marbles, 2 and
//! 3 for three, on the first and second axis that is not the direction's. That makes 1830 slots, no two
//! legal moves in one.
//!
//! **Key.** Marbles, side to move, and how many marbles each side has lost.
//!
//! **Position text.** Rows I to A separated by `/`, each from left to right in `@`, `O` and `.`; the
//! side to move `@` or `O`; the numbers of marbles that Black and White have lost. When the numbers are
//! left out, they are what is missing from fourteen. Marbles on the board and lost ones need not make
//! fourteen together, but cannot be more.

mod board;
mod cells;
mod evaluation;
mod generate;
mod layouts;
mod moves;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use cutfirst::game::{Game, Outcome, Player};
use cutfirst::ordering::MovePrior;
use cutfirst::patterns::Corrected;
use cutfirst::powers::{Captures, LearnedPrior, MoveClasses, OutOfTurn, SlotMoves};
use cutfirst::search::Combine;
use cutfirst::zobrist;

use crate::board_game::{
    BoardGame, BoardPowers, Choice, EvaluationVisitor, GameInfo, RuleOption, Values, compiled_here,
};
use crate::learned::{Embedded, LEARNED};
use crate::setup::{Setup, SetupError};
use board::{CELLS, ahead};
use generate::Sides;
use moves::Slot;

pub use evaluation::{AbaPro, Centre, Marbles, Paper, Play};
pub use moves::Move;

/// How many marbles a side starts with.
const MARBLES: u8 = 14;

const MARBLE_KEYS: [[u64; CELLS]; 2] = [zobrist::table(600), zobrist::table(601)];
const LOST_KEYS: [[u64; MARBLES as usize + 1]; 2] = [zobrist::table(602), zobrist::table(603)];
const WHITE_TO_MOVE: u64 = zobrist::table::<1>(604)[0];

/// What a move changes that would be work to find again.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    marbles: [u64; 2],
    key: u64,
}

/// A position of Abalone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abalone {
    /// The cells of Black's and of White's marbles.
    marbles: [u64; 2],
    key: u64,
    /// How many marbles Black and White have on the board.
    counts: [u8; 2],
    /// How many marbles Black and White have lost.
    lost: [u8; 2],
    turn: Player,
    /// How many ejections win.
    eject: u8,
}

impl Abalone {
    /// A position with its key from scratch.
    fn new(marbles: [u64; 2], turn: Player, lost: [u8; 2], eject: u8) -> Self {
        let mut key = if turn == Player(1) { WHITE_TO_MOVE } else { 0 };
        for side in 0..2 {
            key ^= LOST_KEYS[side][usize::from(lost[side])];
            key = board::cells(marbles[side]).fold(key, |key, cell| key ^ MARBLE_KEYS[side][cell]);
        }
        let counts = marbles.map(|side| side.count_ones() as u8);
        Self { marbles, key, counts, lost, turn, eject }
    }

    #[inline]
    fn sides(&self) -> Sides {
        let own = self.turn.index();
        Sides { own: self.marbles[own], other: self.marbles[own ^ 1] }
    }

    /// Whether one side has lost as many marbles as it takes.
    #[inline]
    fn is_decided(&self) -> bool {
        self.lost[0] >= self.eject || self.lost[1] >= self.eject
    }

    /// Puts a marble on an empty cell or takes one away.
    #[inline]
    fn toggle(&mut self, side: usize, cell: usize) {
        self.marbles[side] ^= 1 << cell;
        self.key ^= MARBLE_KEYS[side][cell];
    }

    /// Moves the marbles of `side` and those it pushes.
    #[inline]
    fn shift(&mut self, side: usize, mv: Move) {
        let (first, direction, marbles) = (mv.cell(), mv.direction(), mv.marbles());
        if mv.is_broadside() {
            for place in 0..marbles {
                let cell = ahead(first, mv.line(), place);
                self.toggle(side, cell);
                self.toggle(side, ahead(cell, direction, 1));
            }
            return;
        }
        let front = ahead(first, direction, marbles);
        self.toggle(side, first);
        self.toggle(side, front);
        if mv.pushed() > 0 {
            self.toggle(side ^ 1, front);
            if !mv.ejects() {
                self.toggle(side ^ 1, ahead(front, direction, mv.pushed()));
            }
        }
    }

    /// Both sides' marbles after a move, the mover's first; `None` if it ejects one, or if a look is not enough to see
    /// that the opponent can move then.
    #[inline]
    fn marbles_after(&self, mv: Move) -> Option<[u64; 2]> {
        if mv.ejects() {
            return None;
        }
        let Sides { mut own, mut other } = self.sides();
        let (first, direction, marbles) = (mv.cell(), mv.direction(), mv.marbles());
        if mv.is_broadside() {
            let line = mv.line();
            let third = if marbles == 3 { 1 << ahead(first, line, 2) } else { 0 };
            let set = 1 << first | 1 << ahead(first, line, 1) | third;
            own ^= set ^ board::step(set, direction);
        } else {
            let front = ahead(first, direction, marbles);
            own ^= 1 << first | 1 << front;
            if mv.pushed() > 0 {
                other ^= 1 << front | 1 << ahead(front, direction, mv.pushed());
            }
        }
        Sides { own: other, other: own }.can_step_east().then_some([own, other])
    }
}

impl Game for Abalone {
    type Move = Move;
    type Undo = Undo;
    type Powers = BoardPowers;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_decided() {
            self.sides().moves(out);
        }
    }

    #[inline]
    fn first_moves(&self, out: &mut Vec<Move>) -> bool {
        self.is_decided() || self.sides().first_moves(out)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { marbles: self.marbles, key: self.key };
        let (side, other) = (self.turn.index(), self.turn.index() ^ 1);
        self.shift(side, mv);
        if mv.ejects() {
            let lost = usize::from(self.lost[other]);
            self.key ^= LOST_KEYS[other][lost] ^ LOST_KEYS[other][lost + 1];
            self.lost[other] += 1;
            self.counts[other] -= 1;
        }
        self.turn = self.turn.next(2);
        self.key ^= WHITE_TO_MOVE;
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        let Undo { marbles, key } = undo;
        (self.marbles, self.key) = (marbles, key);
        if mv.ejects() {
            let other = self.turn.index();
            self.lost[other] -= 1;
            self.counts[other] += 1;
        }
        self.turn = self.turn.next(2);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let loser = if self.is_decided() {
            Player(u8::from(self.lost[1] >= self.eject))
        } else if self.sides().can_move() {
            return None;
        } else {
            self.turn
        };
        Some(Outcome::win(2, loser.next(2)))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.slot()
    }

    #[inline]
    fn slots(&self) -> usize {
        moves::SLOTS
    }

    #[inline]
    fn count_moves(&self, _scratch: &mut Vec<Move>) -> u64 {
        if self.is_decided() { 0 } else { self.sides().count() }
    }
}

impl OutOfTurn for Abalone {
    #[inline]
    fn set_turn(&mut self, player: Player) {
        if player != self.turn {
            self.turn = player;
            self.key ^= WHITE_TO_MOVE;
        }
    }
}

impl SlotMoves for Abalone {
    #[inline]
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<Move>) {
        if !self.is_decided() {
            out.extend(Slot::decode(slot).and_then(|slot| self.sides().move_in_slot(slot)));
        }
    }
}

/// Captures are ejections.
impl Captures for Abalone {
    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        mv.ejects()
    }

    #[inline]
    fn captures(&self, out: &mut Vec<Move>) {
        if !self.is_decided() {
            self.sides().ejections(out);
        }
    }
}

/// The marble ordering of the Abalone paper, section IV.C, as printed: three marbles that capture,
/// push, move inline, move broadside; the same with two marbles; one marble.
impl MoveClasses for Abalone {
    const CLASSES: usize = moves::CLASSES;

    #[inline]
    fn class(&self, mv: Move) -> usize {
        mv.class()
    }
}

impl LearnedPrior for Abalone {
    fn prior(&self) -> Option<MovePrior> {
        crate::learned::prior(self)
    }
}

impl BoardGame for Abalone {
    const INFO: GameInfo = GameInfo {
        name: "abalone",
        about: "push six of the opponent's marbles off the hexagon",
        players: &[2],
        default_players: 2,
        variants: &layouts::VARIANTS,
        options: &[RuleOption {
            key: "eject",
            values: Values::Number(1, MARBLES as u32),
            default: "6",
            about: "how many marbles to eject to win",
        }],
        for_people: |_| "",
        evaluations: &[
            Choice { name: "marbles", about: "marbles on the board" },
            Choice { name: "centre", about: "100 a marble, minus steps to the centre" },
            Choice {
                name: "play",
                about: "800 a marble, minus 8 a step to the centre, 3 a pair of neighbours",
            },
            Choice {
                name: "paper",
                about: "the Abalone paper's: marbles, centre, coherence, formation break, capturing dangers",
            },
            Choice {
                name: "aba-pro",
                about: "ABA-PRO's: distances from a point between both centres of mass and the centre",
            },
        ],
        learned: true,
        plays_with: LEARNED,
        order: "tt+killer:2+gravity:prior",
        combine: Combine::Difference,
    };

    const WEIGHTS: &'static [Embedded] =
        &[(2, "standard", include_bytes!("../../weights/abalone.safetensors"))];

    const PRIORS: &'static [&'static [u8]] = &[include_bytes!("../../priors/abalone-2.safetensors")];

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let names = || Self::INFO.variants.iter().map(|variant| variant.name);
        let layout = layouts::find(setup.variant())
            .ok_or_else(|| SetupError::unknown("abalone variant", setup.variant(), names()))?;
        let marbles =
            notation::read_board(layout.board).map_err(|error| SetupError::new(error.to_string()))?;
        Ok(Self::new(marbles, Player(0), [0, 0], setup.number("eject") as u8))
    }

    fn with_evaluation<V: EvaluationVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, SetupError> {
        match name {
            "marbles" => Ok(visitor.visit(Marbles)),
            "centre" => Ok(visitor.visit(Centre)),
            "play" => Ok(visitor.visit(Play)),
            "paper" => Ok(visitor.visit(Paper)),
            "aba-pro" => Ok(visitor.visit(AbaPro)),
            LEARNED => Ok(visitor.visit(Corrected::new(AbaPro, crate::learned::embedded::<Self>()))),
            _ => {
                let names = Self::INFO.evaluations.iter().map(|evaluation| evaluation.name);
                Err(SetupError::unknown("abalone evaluation", name, names))
            }
        }
    }

    compiled_here!("aba-pro" replaced: AbaPro);
}
