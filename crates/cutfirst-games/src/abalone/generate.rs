//! Which moves are legal, for all marbles at once or for one slot.

use super::board::{
    ACROSS, BOARD, DIRECTIONS, INNER, ahead, before, cells, cells_in_row_order, far_before, has,
};
use super::moves::{Move, Slot};

/// The two colours as seen by the one to move.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) own: u64,
    pub(super) other: u64,
}

/// Marbles are looked at one by one for the first moves until there are so many: most nodes that try moves as they are
/// generated get no further.
const FEW: usize = 6;

/// The marbles that can begin a move in one direction.
#[derive(Clone, Copy)]
struct Starts {
    /// Rear marbles of an inline move of one, two and three marbles. They never share a marble.
    inline: [u64; 3],
    /// First marbles of a broadside: two marbles on the first and second axis, three on either.
    broadside: [u64; 4],
    /// The opponent's runs of one and two marbles that have an empty cell or the edge behind them,
    /// by their nearest marble.
    loose: [u64; 2],
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
        let inner = INNER[direction];
        let movers = own & inner;
        let faces_empty = before(direction, self.empty());
        let one = other & (faces_empty | !inner);
        let faces_one = before(direction, one);
        let two = other & inner & faces_one;
        // The front marble of two can push one, that of three one or two.
        let front_of_two = movers & (faces_empty | faces_one);
        let front_of_three = front_of_two | movers & before(direction, two);
        let middle = movers & before(direction, front_of_three);
        let single = movers & faces_empty;
        let inline = [single, movers & before(direction, front_of_two), movers & before(direction, middle)];
        let [first_axis, second_axis] = ACROSS[direction / 2];
        let [two_first, three_first] = lines(single, first_axis);
        let [two_second, three_second] = lines(single, second_axis);
        Starts { inline, broadside: [two_first, two_second, three_first, three_second], loose: [one, two] }
    }

    #[inline(always)]
    fn all_starts(self) -> [Starts; DIRECTIONS] {
        [self.starts(0), self.starts(1), self.starts(2), self.starts(3), self.starts(4), self.starts(5)]
    }

    /// How many legal moves there are.
    #[inline]
    pub(super) fn count(self) -> u64 {
        let mut count = 0;
        for Starts { inline: [one, two, three], broadside, .. } in self.all_starts() {
            count += (one | two | three).count_ones();
            count += broadside.into_iter().map(u64::count_ones).sum::<u32>();
        }
        u64::from(count)
    }

    /// Whether there is a legal move: almost always found at the first look, since a marble left or
    /// right of an empty cell has one.
    #[inline]
    pub(super) fn can_move(self) -> bool {
        let empty = self.empty();
        let steps = |direction: usize| self.own & INNER[direction] & before(direction, empty);
        steps(0) != 0 || steps(1) != 0 || self.count() > 0
    }

    /// Whether a marble can step into an empty cell to its right.
    #[inline]
    pub(super) fn can_step_east(self) -> bool {
        self.own & INNER[0] & before(0, self.empty()) != 0
    }

    /// Pushes the moves of the first marbles, a few at least if there are so many; whether those are all moves there are.
    pub(super) fn first_moves(self, out: &mut Vec<Move>) -> bool {
        let empty = self.empty();
        let into = |direction: usize| self.own & INNER[direction] & before(direction, empty);
        // The marbles that have an empty cell ahead, by direction.
        let singles = [into(0), into(1), into(2), into(3), into(4), into(5)];
        // At most thirty of one marble, after a few; rounded up so that indices are in bounds by their bits.
        let (mut moves, mut count) = ([Move::NONE; 64], 0);
        let mut push = |mv: Move, keep: bool| {
            moves[count & 63] = mv;
            count += usize::from(keep);
            count
        };
        let (mut found, mut are_all) = (0, true);
        for cell in cells_in_row_order(self.own) {
            for (direction, &single) in singles.iter().enumerate() {
                if has(single, cell) {
                    found = push(Move::inline(cell, direction, 1, 0, false), true);
                    let axes = ACROSS[direction / 2];
                    let two = axes.map(|axis| has(INNER[axis], cell) & has(single, ahead(cell, axis, 1)));
                    if two[0] | two[1] {
                        let three = axes.map(|axis| {
                            let second = ahead(cell, axis, 1);
                            has(INNER[axis], second) & has(single, ahead(second, axis, 1))
                        });
                        push(Move::broadside(cell, direction, 2, 0), two[0]);
                        push(Move::broadside(cell, direction, 2, 1), two[1]);
                        push(Move::broadside(cell, direction, 3, 0), two[0] & three[0]);
                        found = push(Move::broadside(cell, direction, 3, 1), two[1] & three[1]);
                    }
                } else if has(INNER[direction], cell)
                    && has(self.own, ahead(cell, direction, 1))
                    && let Some(mv) = self.inline_move(cell, direction)
                {
                    found = push(mv, true);
                }
            }
            if found >= FEW {
                are_all = false;
                break;
            }
        }
        out.extend_from_slice(&moves);
        out.truncate(out.len() - moves.len() + count);
        are_all
    }

    /// Pushes every legal move. Going through the sets of each direction finds them fast, but not in
    /// order; a list per marble puts that right.
    pub(super) fn moves(self, out: &mut Vec<Move>) {
        let mut lists = Lists::new(self.own);
        for (direction, starts) in self.all_starts().iter().enumerate() {
            let [single, two, three] = starts.inline;
            for cell in cells(single) {
                lists.push(Move::inline(cell, direction, 1, 0, false));
            }
            let [loose_one, loose_two] = starts.loose;
            let edge = loose_one & !INNER[direction];
            let edge = edge | loose_two & before(direction, edge);
            let faces = |set| two & far_before(direction, 2, set) | three & far_before(direction, 3, set);
            let (push_one, push_two, eject) = (faces(loose_one), faces(loose_two), faces(edge));
            for cell in cells(two | three) {
                let digit = |set: u64| (set >> cell & 1) as usize;
                let pushed = digit(push_one) + 2 * digit(push_two);
                lists.push(Move::inline(cell, direction, 2 + digit(three), pushed, has(eject, cell)));
            }
            let [two_first, two_second, three_first, three_second] = starts.broadside;
            for cell in cells(two_first | two_second) {
                lists.push_kept([
                    (Move::broadside(cell, direction, 2, 0), has(two_first, cell)),
                    (Move::broadside(cell, direction, 2, 1), has(two_second, cell)),
                    (Move::broadside(cell, direction, 3, 0), has(three_first, cell)),
                    (Move::broadside(cell, direction, 3, 1), has(three_second, cell)),
                ]);
            }
        }
        lists.append_to(out);
    }

    /// The rear marbles of the moves in one direction that eject.
    #[inline(always)]
    fn ejecting(self, direction: usize) -> u64 {
        let Self { own, other } = self;
        let inner = INNER[direction];
        let movers = own & inner;
        let faces_one = before(direction, other & !inner);
        let front_of_two = movers & faces_one;
        let front_of_three = front_of_two | movers & before(direction, other & inner & faces_one);
        let middle = movers & before(direction, front_of_three);
        movers & before(direction, front_of_two | middle)
    }

    /// Pushes the legal moves that eject.
    pub(super) fn ejections(self, out: &mut Vec<Move>) {
        let starts = [
            self.ejecting(0),
            self.ejecting(1),
            self.ejecting(2),
            self.ejecting(3),
            self.ejecting(4),
            self.ejecting(5),
        ];
        for cell in cells_in_row_order(starts.iter().fold(0, |any, set| any | set)) {
            for (direction, &set) in starts.iter().enumerate() {
                if has(set, cell) {
                    out.extend(self.inline_move(cell, direction));
                }
            }
        }
    }

    /// The legal move of a slot.
    #[inline]
    pub(super) fn move_in_slot(self, slot: Slot) -> Option<Move> {
        match slot {
            Slot::Inline(rear, direction) => self.inline_move(rear, direction),
            Slot::Broadside(mv) => self.is_broadside_legal(mv).then_some(mv),
        }
    }

    /// The inline move of a rear marble, if it is legal: walks along the line.
    #[inline]
    fn inline_move(self, rear: usize, direction: usize) -> Option<Move> {
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
                return Some(Move::inline(rear, direction, marbles, pushed, true));
            }
            cell = ahead(cell, direction, 1);
        }
        (!has(self.own, cell)).then(|| Move::inline(rear, direction, marbles, pushed, false))
    }

    #[inline]
    fn is_broadside_legal(self, mv: Move) -> bool {
        let direction = mv.direction();
        let single = self.own & INNER[direction] & before(direction, self.empty());
        let [pairs, triples] = lines(single, mv.line());
        has(if mv.marbles() == 2 { pairs } else { triples }, mv.cell())
    }
}

/// The first cells of two and of three cells of `set` in a row.
#[inline(always)]
fn lines(set: u64, axis: usize) -> [u64; 2] {
    let pairs = set & INNER[axis] & before(axis, set);
    [pairs, pairs & before(axis, pairs)]
}

/// The moves that begin with each marble.
struct Lists {
    /// The place of each marble in row order.
    places: [u8; 64],
    /// At most fourteen marbles, with at most five moves in each of six directions; rounded up so that
    /// indices are in bounds by their bits.
    moves: [[Move; 32]; 16],
    lengths: [usize; 16],
    marbles: usize,
}

impl Lists {
    #[inline(always)]
    fn new(own: u64) -> Self {
        let mut places = [0; 64];
        let mut marbles = 0;
        for cell in cells_in_row_order(own) {
            places[cell] = marbles as u8;
            marbles += 1;
        }
        Self { places, moves: [[Move::NONE; 32]; 16], lengths: [0; 16], marbles }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.push_kept([(mv, true)]);
    }

    /// Pushes those moves of one marble that are to be kept: writes each in any case and then goes on
    /// to the next place or not, which leaves no branch to mispredict.
    #[inline(always)]
    fn push_kept<const N: usize>(&mut self, moves: [(Move, bool); N]) {
        let place = usize::from(self.places[moves[0].0.cell()] & 15);
        let list = &mut self.moves[place];
        let mut length = self.lengths[place];
        for (mv, keep) in moves {
            list[length & 31] = mv;
            length += usize::from(keep);
        }
        self.lengths[place] = length;
    }

    #[inline(always)]
    fn append_to(&self, out: &mut Vec<Move>) {
        for (moves, length) in self.moves.iter().zip(self.lengths).take(self.marbles) {
            append(out, moves, length);
        }
    }
}

/// Appends the first `count` moves: a copy of fixed size is a few instructions, one of the right size a call.
#[inline(always)]
fn append(out: &mut Vec<Move>, moves: &[Move; 32], count: usize) {
    out.extend_from_slice(moves);
    out.truncate(out.len() - moves.len() + count);
}
