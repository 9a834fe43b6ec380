//! Legal moves: found, and counted without finding them.

use super::Rules;
use super::board::{DOWN, SQUARES, UP, each, step, step_back};
use super::moves::Move;

/// A position as the player to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) own: u64,
    pub(super) own_kings: u64,
    pub(super) foes: u64,
    pub(super) foe_kings: u64,
    pub(super) white: bool,
    pub(super) rules: Rules,
}

/// For each direction the pieces that can go that way.
type Movers = [u64; 4];

pub(super) const fn union(movers: &Movers) -> u64 {
    movers[0] | movers[1] | movers[2] | movers[3]
}

impl View {
    #[inline]
    fn empty(&self) -> u64 {
        SQUARES & !(self.own | self.foes)
    }

    /// The own pieces that may go up and those that may go down.
    #[inline]
    fn by_direction(&self) -> Movers {
        let (up, down) = if self.white { (self.own, self.own_kings) } else { (self.own_kings, self.own) };
        [up, up, down, down]
    }

    /// The pieces that can step in each direction.
    #[inline]
    pub(super) fn steps(&self) -> Movers {
        let (empty, movers) = (self.empty(), self.by_direction());
        std::array::from_fn(|direction| movers[direction] & step_back(empty, direction))
    }

    #[inline]
    fn jumps(&self) -> Movers {
        let (jumpable, movers) = (self.jumpable(), self.by_direction());
        std::array::from_fn(|direction| movers[direction] & jumpable[direction])
    }

    /// The squares, whatever stands there, from which a piece could jump in each direction.
    #[inline]
    fn jumpable(&self) -> Movers {
        let empty = self.empty();
        std::array::from_fn(|direction| step_back(step_back(empty, direction) & self.foes, direction))
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        union(&self.steps()) != 0 || self.can_jump()
    }

    /// Whether there is a jump.
    #[inline]
    pub(super) fn can_jump(&self) -> bool {
        union(&self.jumps()) != 0
    }

    /// Steps that may be played beside the given jumps.
    #[inline]
    fn steps_beside(&self, jumps: &Movers) -> Movers {
        if self.rules == Rules::English && union(jumps) != 0 { [0; 4] } else { self.steps() }
    }

    /// Pushes all legal moves: pieces in the order of their squares, each in the order up-left, up-right,
    /// down-left, down-right; a chain of jumps before those that continue it.
    #[inline]
    pub(super) fn moves(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        if union(&jumps) == 0 {
            return self.push_steps(out);
        }
        let steps = self.steps_beside(&jumps);
        for from in each(union(&jumps) | union(&steps)) {
            self.moves_from(from, &steps, &jumps, out);
        }
    }

    /// Pushes all steps, in the same order.
    #[inline]
    fn push_steps(&self, out: &mut Vec<Move>) {
        let steps = self.steps();
        let [up_left, up_right, down_left, down_right] = steps;
        for from in each(union(&steps)) {
            if up_left & from != 0 {
                out.push(self.step(from, from >> 5));
            }
            if up_right & from != 0 {
                out.push(self.step(from, from >> 4));
            }
            if down_left & from != 0 {
                out.push(self.step(from, from << 4));
            }
            if down_right & from != 0 {
                out.push(self.step(from, from << 5));
            }
        }
    }

    /// Pushes the jumps among the legal moves, in the same order.
    pub(super) fn captures(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        for from in each(union(&jumps)) {
            self.moves_from(from, &[0; 4], &jumps, out);
        }
    }

    /// Pushes the legal moves from one square to another, in the same order. A step ends on a neighbouring
    /// square, a chain of jumps never does.
    pub(super) fn moves_between(&self, from: u64, to: u64, out: &mut Vec<Move>) {
        if self.own & from == 0 {
            return;
        }
        let jumps = self.jumps();
        if self.empty() & to != 0
            && let Some(direction) = (0..4).find(|&direction| step(from, direction) == to)
        {
            if self.steps_beside(&jumps)[direction] & from != 0 {
                out.push(self.step(from, to));
            }
            return;
        }
        if union(&jumps) & from == 0 {
            return;
        }
        let start = out.len();
        self.moves_from(from, &[0; 4], &jumps, out);
        let mut kept = start;
        for i in start..out.len() {
            if out[i].end_bit() == to {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    #[inline]
    fn moves_from(&self, from: u64, steps: &Movers, jumps: &Movers, out: &mut Vec<Move>) {
        let origin = out.len();
        for direction in 0..4 {
            if steps[direction] & from != 0 {
                out.push(self.step(from, step(from, direction)));
            } else if jumps[direction] & from != 0 {
                let over = step(from, direction);
                self.chain_of(from, origin).go_on(step(over, direction), over, out);
            }
        }
    }

    #[inline]
    fn step(&self, from: u64, to: u64) -> Move {
        Move::new(from, to, 0, self.white, self.own_kings & from != 0, false)
    }

    fn chain_of(&self, from: u64, origin: usize) -> Chain {
        let king = self.own_kings & from != 0;
        Chain {
            from,
            origin,
            king,
            white: self.white,
            directions: if king { 0..4 } else { men_directions(self.white) },
            // The piece has left its square, which a king may cross or end on.
            empty: self.empty() | from,
            foes: self.foes,
            foe_kings: self.foe_kings,
            may_stop: self.rules == Rules::Relaxed,
        }
    }

    /// How many legal moves there are. Men's moves are counted in sets; only kings that can jump have their
    /// chains generated, since two routes of a king may be one move.
    #[inline]
    pub(super) fn count(&self, scratch: &mut Vec<Move>) -> u64 {
        let jumpable = self.jumpable();
        let movers = self.by_direction();
        let jumpers: Movers = std::array::from_fn(|direction| jumpable[direction] & movers[direction]);
        let mut count = 0;
        let any = union(&jumpers);
        if any != 0 {
            let men = any & !self.own_kings;
            count += if self.white {
                count_chains::<false>(men, &jumpable, self.rules)
            } else {
                count_chains::<true>(men, &jumpable, self.rules)
            };
            count += self.count_king_chains(any & self.own_kings, &jumpers, scratch);
            if self.rules == Rules::English {
                return count;
            }
        }
        count + self.steps().map(|movers| u64::from(movers.count_ones())).iter().sum::<u64>()
    }

    fn count_king_chains(&self, kings: u64, jumps: &Movers, scratch: &mut Vec<Move>) -> u64 {
        let start = scratch.len();
        for from in each(kings) {
            self.moves_from(from, &[0; 4], jumps, scratch);
        }
        let count = scratch.len() - start;
        scratch.truncate(start);
        count as u64
    }
}

const fn men_directions(white: bool) -> std::ops::Range<usize> {
    if white { UP } else { DOWN }
}

/// How many chains of jumps the `men` have. A man never meets what it jumped or left again, so the squares
/// from which it can jump stay what they were and all men can jump at once, one set for each sequence of
/// directions.
#[inline]
fn count_chains<const BLACK: bool>(men: u64, jumpable: &Movers, rules: Rules) -> u64 {
    let [left, right] = if BLACK { [2, 3] } else { [0, 1] };
    let mut count = 0;
    for direction in [left, right] {
        let jumpers = men & jumpable[direction];
        if jumpers != 0 {
            let landed = step(step(jumpers, direction), direction);
            let going_on = landed & (jumpable[left] | jumpable[right]);
            let stopping = if rules == Rules::Relaxed { landed } else { landed & !going_on };
            count += u64::from(stopping.count_ones());
            if going_on != 0 {
                count += count_chains::<BLACK>(going_on, jumpable, rules);
            }
        }
    }
    count
}

/// The jumps of one piece.
struct Chain {
    from: u64,
    /// Where the moves of this piece begin in the output.
    origin: usize,
    king: bool,
    white: bool,
    directions: std::ops::Range<usize>,
    empty: u64,
    foes: u64,
    foe_kings: u64,
    may_stop: bool,
}

/// Two routes over the same pieces part and meet again, so between them they run round a square of jumps.
const SHORTEST_TWO_ROUTES: u32 = 4;

impl Chain {
    /// Pushes the chains that begin with the jumps made so far: over `captured`, now standing `at`.
    fn go_on(&self, at: u64, captured: u64, out: &mut Vec<Move>) {
        // Jumped pieces may stay on the board until the move is over: they stand on rows where this piece
        // never lands.
        let foes = self.foes & !captured;
        let jump = |direction| {
            let over = step(at, direction) & foes;
            (over, step(over, direction) & self.empty)
        };
        if self.may_stop || self.directions.clone().all(|direction| jump(direction).1 == 0) {
            let takes_king = captured & self.foe_kings != 0;
            let mv = Move::new(self.from, at, captured, self.white, self.king, takes_king);
            let by_another_route =
                self.king && captured.count_ones() >= SHORTEST_TWO_ROUTES && out[self.origin..].contains(&mv);
            if !by_another_route {
                out.push(mv);
            }
        }
        // A man on the far row has no way on, which ends its move where it becomes a king.
        for direction in self.directions.clone() {
            let (over, to) = jump(direction);
            if to != 0 {
                self.go_on(to, captured | over, out);
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use cutfirst::game::Game;
    use cutfirst::notation::Notation;
    use cutfirst::powers::{Captures, SlotMoves};
    use proptest::prelude::*;

    use super::super::board::{FAR_ROW, bit, square};
    use super::super::{Checkers, slow};
    use super::*;

    fn read(rules: Rules, text: &str) -> Checkers {
        Checkers::new(rules).parse_position(text).unwrap()
    }

    /// The legal moves as text, in order.
    fn texts(rules: Rules, position: &str) -> String {
        let game = read(rules, position);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.iter().map(|&mv| game.move_text(mv)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn captures_are_forced_in_english_only() {
        let position = "B:W18:B1,15";
        assert_eq!(texts(Rules::English, position), "15x22");
        assert_eq!(texts(Rules::Relaxed, position), "1-5 1-6 15x22 15-19");
    }

    #[test]
    fn chains_may_stop_in_relaxed_only() {
        let position = "B:W18,25,26:B15";
        assert_eq!(texts(Rules::English, position), "15x22x29 15x22x31");
        assert_eq!(texts(Rules::RelaxedComplete, position), "15x22x29 15x22x31 15-19");
        assert_eq!(texts(Rules::Relaxed, position), "15x22 15x22x29 15x22x31 15-19");
    }

    #[test]
    fn the_choice_of_chains_is_free() {
        assert_eq!(texts(Rules::English, "B:W15,16,24:B11"), "11x18 11x20x27");
    }

    #[test]
    fn men_neither_move_nor_jump_backwards() {
        assert_eq!(texts(Rules::Relaxed, "B:W15,14:B18"), "18-22 18-23");
        assert_eq!(texts(Rules::Relaxed, "B:W15,14:BK18"), "18x9 18x11 18-22 18-23");
        assert_eq!(texts(Rules::Relaxed, "W:W18:B22,23"), "18-14 18-15");
    }

    #[test]
    fn promotion_ends_the_move() {
        // As a king it could go on 30x23.
        let game = read(Rules::English, "B:W25,26:B21");
        assert_eq!(texts(Rules::English, "B:W25,26:B21"), "21x30");
        let mut after = game;
        after.make(game.parse_move("21x30").unwrap());
        assert_eq!(after.position_text(), "W:W26:BK30");
        let mut white = read(Rules::Relaxed, "W:W6,K31:B7");
        white.make(white.parse_move("6-1").unwrap());
        assert_eq!(white.position_text(), "B:WK1,K31:B7");
    }

    #[test]
    fn a_king_may_cross_and_end_on_its_start() {
        let ring = "B:W6,7,14,15:BK2";
        assert_eq!(texts(Rules::English, ring), "2x9x18x11x2");
        assert_eq!(texts(Rules::Relaxed, ring), "2x9 2x9x18 2x9x18x11 2x9x18x11x2 2x11 2x11x18 2x11x18x9");
        // Round the ring, over the start, and on to 27 from there.
        let crossed = "B:W6,7,14,15,K23:BK18";
        assert_eq!(texts(Rules::English, crossed), "18x9x2x11x18x27 18x27");
    }

    #[test]
    fn routes_over_the_same_pieces_are_one_move() {
        let game = read(Rules::English, "B:W6,7,14,15:BK2");
        let [clockwise, other] = ["2x9x18x11x2", "2x11x18x9x2"].map(|text| game.parse_move(text).unwrap());
        assert_eq!(clockwise, other);
        let mut after = game;
        after.make(clockwise);
        assert_eq!(after.position_text(), "W:W:BK2");
        assert_eq!(game.count_moves(&mut Vec::new()), 1);
    }

    #[test]
    fn same_ends_may_capture_different_pieces() {
        let text = "B:W6,7,14,15:BK2";
        let game = read(Rules::Relaxed, text);
        let mut moves = Vec::new();
        game.moves_in_slot(1 << 5 | 17, &mut moves);
        let texts: Vec<_> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        assert_eq!(texts, ["2x9x18", "2x11x18"]);
    }

    /// Any pieces anywhere, kings where men cannot be.
    pub(in super::super) fn position() -> impl Strategy<Value = Checkers> {
        let squares = Just((0..32).collect::<Vec<usize>>()).prop_shuffle();
        let kings = prop_oneof![Just(0), any::<u64>(), Just(u64::MAX)];
        let rules = prop_oneof![Just(Rules::Relaxed), Just(Rules::RelaxedComplete), Just(Rules::English)];
        (squares, 0..=12_usize, 0..=12_usize, kings, any::<bool>(), rules).prop_map(
            |(squares, black, white, kings, white_to_move, rules)| {
                let set = |squares: &[usize]| squares.iter().map(|&n| bit(n)).sum::<u64>();
                let pieces = [set(&squares[..black]), set(&squares[black..black + white])];
                let must_be_kings = pieces[0] & FAR_ROW[0] | pieces[1] & FAR_ROW[1];
                let kings = (pieces[0] | pieces[1]) & (kings | must_be_kings);
                Checkers::from_pieces(pieces, kings, white_to_move, rules)
            },
        )
    }

    fn spelled_out(moves: &[Move]) -> Vec<slow::SlowMove> {
        let captured = |mv: &Move| each(mv.captured_bits()).map(|bit| square(bit.trailing_zeros())).collect();
        moves.iter().map(|mv| (mv.from(), mv.to(), captured(mv))).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn agrees_with_the_slow_rules(game in position()) {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            prop_assert_eq!(spelled_out(&moves), slow::moves(&game));
            prop_assert_eq!(game.count_moves(&mut Vec::new()), moves.len() as u64);
            prop_assert_eq!(game.outcome().is_some(), moves.is_empty());
            let mut captures = Vec::new();
            game.captures(&mut captures);
            let expected: Vec<_> = moves.iter().copied().filter(|mv| mv.is_capture()).collect();
            prop_assert_eq!(captures, expected);
            for slot in 0..game.slots() {
                let mut found = Vec::new();
                game.moves_in_slot(slot, &mut found);
                let expected: Vec<_> = moves.iter().copied().filter(|&mv| game.slot(mv) == slot).collect();
                prop_assert_eq!(found, expected);
            }
            for &mv in &moves {
                prop_assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv));
                let mut after = game;
                let undo = after.make(mv);
                prop_assert_eq!(after, after.parse_position(&after.position_text()).unwrap());
                after.unmake(mv, undo);
                prop_assert_eq!(after, game);
            }
        }
    }
}
