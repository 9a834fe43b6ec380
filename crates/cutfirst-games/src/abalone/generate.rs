//! Which moves are legal, for all marbles at once or for one slot.

use super::board::{ACROSS, BOARD, DIRECTIONS, HALVES, INNER, ahead, before, has};
use super::moves::{BROADSIDES, Form, Move, Slot};

/// The two colours as seen by the one to move.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) own: u64,
    pub(super) other: u64,
}

/// The marbles that can begin a move in one direction.
#[derive(Clone, Copy)]
struct Starts {
    /// Rear marbles of an inline move, whatever its length.
    inline: u64,
    /// Those among them that step into an empty cell by themselves.
    single: u64,
    /// First marbles of a broadside, by [`BROADSIDES`].
    broadside: [u64; 4],
}

impl Sides {
    #[inline]
    const fn empty(self) -> u64 {
        BOARD & !(self.own | self.other)
    }

    /// Always inlined with a constant direction, so that all rotations and masks are constants.
    #[inline(always)]
    fn starts(self, direction: usize) -> Starts {
        let Self { own, other } = self;
        let empty = self.empty();
        let inner = INNER[direction];
        let movers = own & inner;
        let before_empty = before(direction, empty);
        let single = movers & before_empty;
        // Runs of the opponent that have room behind them, an empty cell or the edge, by their
        // nearest marble.
        let one = other & (before_empty | !inner);
        let two = other & inner & before(direction, one);
        // From the front: a third marble may face what three can push, a second marble what two can
        // push or a third marble, the rear marble nothing or a second marble.
        let third = movers & before(direction, empty | one | two);
        let second = movers & before(direction, empty | one | third);
        let inline = single | movers & before(direction, second);
        let [first_axis, second_axis] = ACROSS[direction / 2];
        let [pair_first, triple_first] = lines(single, first_axis);
        let [pair_second, triple_second] = lines(single, second_axis);
        Starts { inline, single, broadside: [pair_first, pair_second, triple_first, triple_second] }
    }

    #[inline(always)]
    fn all_starts(self) -> [Starts; DIRECTIONS] {
        [self.starts(0), self.starts(1), self.starts(2), self.starts(3), self.starts(4), self.starts(5)]
    }

    /// Pushes every legal move.
    pub(super) fn moves(self, out: &mut Vec<Move>) {
        let starts = self.all_starts();
        let movable = starts.iter().fold(0, |set, starts| set | starts.inline);
        for half in HALVES {
            let mut rest = movable & half;
            while rest != 0 {
                let cell = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                for (direction, starts) in starts.iter().enumerate() {
                    if has(starts.single, cell) {
                        out.push(Move::new(cell, direction, Form::One));
                        for (set, form) in starts.broadside.into_iter().zip(BROADSIDES) {
                            if has(set, cell) {
                                out.push(Move::new(cell, direction, form));
                            }
                        }
                    } else if has(starts.inline, cell)
                        && let Some(form) = self.inline_form(cell, direction)
                    {
                        out.push(Move::new(cell, direction, form));
                    }
                }
            }
        }
    }

    /// How many legal moves there are.
    #[inline]
    pub(super) fn count(self) -> u64 {
        let mut count = 0;
        for starts in self.all_starts() {
            count += starts.inline.count_ones();
            for set in starts.broadside {
                count += set.count_ones();
            }
        }
        u64::from(count)
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) fn can_move(self) -> bool {
        let empty = self.empty();
        (0..DIRECTIONS).any(|direction| self.own & INNER[direction] & before(direction, empty) != 0)
            || self.count() > 0
    }

    /// Pushes the legal moves that eject.
    pub(super) fn ejections(self, out: &mut Vec<Move>) {
        let Self { own, other } = self;
        let starts: [u64; DIRECTIONS] = std::array::from_fn(|direction| {
            let inner = INNER[direction];
            let movers = own & inner;
            let one = other & !inner;
            let two = other & inner & before(direction, one);
            let third = movers & before(direction, one | two);
            let second = movers & before(direction, one | third);
            movers & before(direction, second)
        });
        let any = starts.iter().fold(0, |any, set| any | set);
        for half in HALVES {
            let mut rest = any & half;
            while rest != 0 {
                let cell = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                for (direction, &set) in starts.iter().enumerate() {
                    if has(set, cell)
                        && let Some(form) = self.inline_form(cell, direction)
                    {
                        out.push(Move::new(cell, direction, form));
                    }
                }
            }
        }
    }

    /// The legal move of a slot.
    #[inline]
    pub(super) fn move_in_slot(self, slot: Slot) -> Option<Move> {
        match slot {
            Slot::Inline(cell, direction) => {
                self.inline_form(cell, direction).map(|form| Move::new(cell, direction, form))
            }
            Slot::Broadside(cell, direction, form) => {
                let mv = Move::new(cell, direction, form);
                self.is_broadside_legal(mv).then_some(mv)
            }
        }
    }

    /// The form of the inline move of a rear marble, if it is legal: walks along the line.
    #[inline]
    fn inline_form(self, rear: usize, direction: usize) -> Option<Form> {
        let inner = INNER[direction];
        let mut cell = rear;
        let mut marbles = 0;
        while has(self.own, cell) {
            marbles += 1;
            if marbles > 3 || !has(inner, cell) {
                return None;
            }
            cell = ahead(cell, direction, 1);
        }
        if marbles == 0 {
            return None;
        }
        let mut pushed = 0;
        while has(self.other, cell) {
            pushed += 1;
            if pushed >= marbles {
                return None;
            }
            if !has(inner, cell) {
                return Some(Form::inline(marbles, pushed, true));
            }
            cell = ahead(cell, direction, 1);
        }
        (!has(self.own, cell)).then(|| Form::inline(marbles, pushed, false))
    }

    #[inline]
    fn is_broadside_legal(self, mv: Move) -> bool {
        let (direction, line) = (mv.direction(), mv.line());
        let single = self.own & INNER[direction] & before(direction, self.empty());
        let [pairs, triples] = lines(single, line);
        has(if mv.marbles() == 2 { pairs } else { triples }, mv.cell())
    }
}

/// The first cells of two and of three cells of `set` in a row.
#[inline(always)]
fn lines(set: u64, axis: usize) -> [u64; 2] {
    let pairs = set & INNER[axis] & before(axis, set);
    [pairs, pairs & before(axis, pairs)]
}
