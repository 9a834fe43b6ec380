//! A position without names: the discs of the side to move, and those of the other side.

use cutfirst::zobrist;

use crate::othello::{flipping_squares, flips};

/// The four quarters of the board. Near the end they are mostly separate regions, and who moves into
/// one with an odd number of empty squares tends to have the last move there.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// A position as the side to move sees it. Small enough to be copied, so nothing is ever taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Board {
    #[inline(always)]
    pub(super) fn empties(self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares on which the side to move turns discs.
    #[inline(always)]
    pub(super) fn moves(self) -> u64 {
        flipping_squares(self.own, self.other)
    }

    /// The discs turned by a move on an empty square; none if it is no move.
    #[inline(always)]
    pub(super) fn flips(self, square: usize) -> u64 {
        flips(self.own, self.other, square)
    }

    /// After a move that turns `flipped`, seen by the other side.
    #[inline(always)]
    pub(super) fn after(self, square: usize, flipped: u64) -> Self {
        Self { own: self.other ^ flipped, other: self.own ^ flipped ^ (1 << (square & 63)) }
    }

    /// After a pass.
    #[inline(always)]
    pub(super) fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The result if the game ends here.
    #[inline(always)]
    pub(super) fn final_score(self) -> i32 {
        let own = self.own.count_ones() as i32;
        let other = self.other.count_ones() as i32;
        let difference = own - other;
        difference + difference.signum() * (64 - own - other)
    }

    /// For the table. Who is to move is no part of it: the board as the mover sees it says all.
    #[inline(always)]
    pub(super) fn key(self) -> u64 {
        zobrist::mix(self.own) ^ zobrist::mix(!self.other).rotate_left(32)
    }
}

/// The quarters with an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quarters(empties: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        let is_odd = u64::from((empties & quarter).count_ones() & 1);
        odd |= quarter & is_odd.wrapping_neg();
    }
    odd
}

/// The quarter that each square lies in.
pub(super) static QUARTER_OF: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut quarter = 0;
        while quarter < 4 {
            if QUARTERS[quarter] >> square & 1 != 0 {
                table[square] = QUARTERS[quarter];
            }
            quarter += 1;
        }
        square += 1;
    }
    table
};

/// The squares around each square: where none holds an opposing disc, nothing can be turned.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (rows, columns) =
                ((square / 8_usize).abs_diff(other / 8), (square % 8_usize).abs_diff(other % 8));
            if rows <= 1 && columns <= 1 && rows + columns > 0 {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The lowest square of a set, which is taken out of it.
#[inline(always)]
pub(super) fn take_lowest(squares: &mut u64) -> usize {
    let square = squares.trailing_zeros() as usize;
    *squares &= squares.wrapping_sub(1);
    square
}
