//! Finding and classifying moves.

use cutfirst::powers::{Captures, MoveClasses, SlotMoves};

use super::board::{CELLS, PLACEMENT, STEP, STEPS, cells_of, steps_of};
use super::moves::{FocusMove, class};
use super::stack::Stack;
use super::{Focus, SEATS};

impl Focus {
    /// Pushes the legal moves, or those that capture.
    #[inline]
    pub(super) fn generate<const CAPTURES_ONLY: bool>(&self, out: &mut Vec<FocusMove>) {
        if self.won_by_captures() {
            return;
        }
        if self.must_place(self.turn) {
            if !CAPTURES_ONLY {
                out.extend(
                    cells_of(self.empty_cells()).map(|cell| PLACEMENT[cell].with_class(class::SPREAD)),
                );
            }
            return;
        }
        let seat = self.turn.index();
        for from in cells_of(self.owned[seat]) {
            let steps = steps_of(self.rules.whole, from, self.stacks[from].height());
            self.push_classified::<CAPTURES_ONLY>(steps, seat, out);
        }
        if self.tallies.reserve(seat) != 0 {
            self.push_classified::<CAPTURES_ONLY>(&PLACEMENT, seat, out);
        }
    }

    #[inline]
    fn push_classified<const CAPTURES_ONLY: bool>(
        &self,
        moves: &[FocusMove],
        seat: usize,
        out: &mut Vec<FocusMove>,
    ) {
        let classified = moves.iter().map(|&mv| self.classified(mv, seat));
        if CAPTURES_ONLY {
            out.extend(classified.filter(|mv| mv.class() == class::CAPTURE));
        } else {
            out.extend(classified);
        }
    }

    #[inline]
    fn classified(&self, mv: FocusMove, seat: usize) -> FocusMove {
        mv.with_class(classify(self.stacks[mv.to()], mv.lifted().max(1), seat))
    }

    /// How many legal moves there are.
    #[inline]
    pub(super) fn move_count(&self) -> u64 {
        if self.won_by_captures() {
            0
        } else if self.must_place(self.turn) {
            u64::from(self.empty_cells().count_ones())
        } else {
            let seat = self.turn.index();
            let placements = if self.tallies.reserve(seat) != 0 { CELLS as u64 } else { 0 };
            u64::from(self.mobility.of(seat)) + placements
        }
    }
}

/// What it does to `target` if `seat` puts `count` pieces on it.
#[inline]
fn classify(target: Stack, count: u32, seat: usize) -> u32 {
    debug_assert!(seat < SEATS);
    let removed = target.pushed_out(count);
    if !removed.is_nothing() {
        let (_, foreign) = removed.own_and_foreign(seat);
        return if foreign > 0 { class::CAPTURE } else { class::REGAIN };
    }
    if target.is_empty() {
        class::SPREAD
    } else if target.top() == seat {
        class::MERGE
    } else {
        class::COVER
    }
}

impl SlotMoves for Focus {
    #[inline]
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<FocusMove>) {
        if self.won_by_captures() {
            return;
        }
        let seat = self.turn.index();
        let must_place = self.must_place(self.turn);
        if let Some(&step) = STEP.get(slot) {
            let stack = self.stacks[step.from()];
            // The top of an empty stack is arbitrary, but nothing can be lifted from it.
            if stack.top() == seat && stack.can_lift(step.lifted(), self.rules.whole) && !must_place {
                out.push(self.classified(step, seat));
            }
        } else if let Some(&placement) = PLACEMENT.get(slot - STEPS) {
            let empty = self.stacks[placement.to()].is_empty();
            if if must_place { empty } else { self.tallies.reserve(seat) != 0 } {
                out.push(self.classified(placement, seat));
            }
        }
    }
}

impl Captures for Focus {
    /// Whether opposing pieces leave the game.
    #[inline]
    fn is_capture(&self, mv: FocusMove) -> bool {
        mv.class() == class::CAPTURE
    }

    fn captures(&self, out: &mut Vec<FocusMove>) {
        self.generate::<true>(out);
    }
}

/// By what happens to the target: opposing pieces are captured, an opposing stack is covered, own
/// pieces come back into the reserve, an own stack grows, an empty cell is taken.
impl MoveClasses for Focus {
    const CLASSES: usize = class::COUNT;

    #[inline]
    fn class(&self, mv: FocusMove) -> usize {
        mv.class() as usize
    }
}
