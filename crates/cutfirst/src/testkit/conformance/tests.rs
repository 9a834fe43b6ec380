//! A small game that can be wrong in many ways, and whether each is found out.

use super::*;
use crate::game::Outcome;
use crate::notation::NotationError;
use crate::powers::{AllPowers, Captures, MoveClasses, NoPowers, OutOfTurn, SlotMoves};
use crate::zobrist::mix;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Wrong {
    None,
    // Keys.
    ConstantKey,
    KeyWithoutTurn,
    KeyWithoutCells,
    KeyWithoutPoints,
    KeyWithoutWhatIsLegal,
    UnmakeForgetsTheKey,
    // Moves and outcome.
    MovesClear,
    MovesSort,
    MovesPassOverWhatIsThere,
    MovesTwice,
    MovesAfterTheEnd,
    NoMovesBeforeTheEnd,
    FirstOfOthers,
    FirstAreNone,
    FirstAreCalledAll,
    CountsOneMore,
    CountLeavesMoves,
    OutcomeOfOne,
    UnmakeForgetsPoints,
    ThirdPlayerComes,
    ThirdPlayerMoves,
    // Slots.
    SlotTooLarge,
    SharedSlot,
    SlotMovesOfAnother,
    SlotMovesWithoutEnd,
    SlotMovesClear,
    // Other powers.
    CapturesMissOne,
    CapturesBackwards,
    CapturesOutOfTurn,
    CapturesClear,
    ClassTooLarge,
    TurnNotHanded,
    TurnNotInKey,
    TurnForgetsCells,
    // Notation.
    MoveText,
    MoveUnread,
    PositionWithoutTurn,
    PositionUnread,
    TwoLines,
    KeyFromScratch,
}

use Wrong as F;

const CELLS: u8 = 8;
const STEPS: [u8; 3] = [2, 1, CELLS - 1];
const POINTS: u8 = 3;

/// Two pieces go round a ring of eight cells, one or two steps on or one back; one that lands on the other takes a
/// point and drives it to the cell opposite. Three points win. Steps can be lost, so the same cells come about with
/// either player to move.
macro_rules! ring {
    ($name:ident, $powers:ty) => {
        #[derive(Clone, Debug)]
        struct $name {
            cells: [u8; 2],
            points: [u8; 2],
            turn: u8,
            fault: Wrong,
            key_error: u64,
            extra_player: bool,
            #[allow(dead_code, reason = "only games with powers look at it")]
            out_of_turn: bool,
        }

        /// Whatever the key says.
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                (self.cells, self.points, self.turn) == (other.cells, other.points, other.turn)
            }
        }

        impl $name {
            fn new(fault: Wrong) -> Self {
                Self {
                    cells: [0, 4],
                    points: [0; 2],
                    turn: 0,
                    fault,
                    key_error: 0,
                    extra_player: false,
                    out_of_turn: false,
                }
            }

            fn target(&self, mv: u8) -> u8 {
                (self.cells[usize::from(self.turn)] + mv) % CELLS
            }

            fn lands(&self, mv: u8) -> bool {
                self.target(mv) == self.cells[usize::from(self.turn ^ 1)]
            }

            fn is_over(&self) -> bool {
                self.points.contains(&POINTS)
            }
        }

        impl Game for $name {
            type Move = u8;
            type Undo = ([u8; 2], [u8; 2]);
            type Powers = $powers;

            fn players(&self) -> usize {
                if self.extra_player { 3 } else { 2 }
            }
            fn to_move(&self) -> Player {
                Player(if self.fault == F::ThirdPlayerMoves && self.points[0] > 1 { 2 } else { self.turn })
            }
            fn moves(&self, out: &mut Vec<u8>) {
                if self.fault == F::MovesClear {
                    out.clear();
                }
                if self.is_over() && self.fault != F::MovesAfterTheEnd {
                    return;
                }
                if self.fault == F::NoMovesBeforeTheEnd && self.points[1] == POINTS - 1 {
                    return;
                }
                let passed_over = |mv: &u8| self.fault == F::MovesPassOverWhatIsThere && out.contains(mv);
                let steps: Vec<_> = STEPS.into_iter().filter(|mv| !passed_over(mv)).collect();
                out.extend(steps);
                if self.fault == F::KeyWithoutWhatIsLegal && self.cells[0] == 6 {
                    out.pop();
                }
                if self.fault == F::MovesTwice && self.cells[0] == 6 {
                    out.push(STEPS[0]);
                }
                if self.fault == F::MovesSort {
                    out.sort_by(|a, b| b.cmp(a));
                }
            }
            fn make(&mut self, mv: u8) -> Self::Undo {
                let undo = (self.cells, self.points);
                if self.lands(mv) {
                    self.points[usize::from(self.turn)] += 1;
                    self.cells[usize::from(self.turn ^ 1)] = (self.target(mv) + CELLS / 2) % CELLS;
                    self.extra_player = self.fault == F::ThirdPlayerComes;
                }
                self.cells[usize::from(self.turn)] = self.target(mv);
                self.turn ^= 1;
                undo
            }
            fn unmake(&mut self, _mv: u8, undo: Self::Undo) {
                self.turn ^= 1;
                self.cells = undo.0;
                if self.fault != F::UnmakeForgetsPoints {
                    self.points = undo.1;
                }
                self.extra_player = false;
                if self.fault == F::UnmakeForgetsTheKey {
                    self.key_error = 1;
                }
            }
            fn outcome(&self) -> Option<Outcome> {
                let winner = Player::all(2).find(|player| self.points[player.index()] == POINTS)?;
                Some(if self.fault == F::OutcomeOfOne { Outcome::new(&[1]) } else { Outcome::win(2, winner) })
            }
            fn key(&self) -> u64 {
                let [mut cells, mut points, mut turn] = [self.cells, self.points, [self.turn, 0]];
                match self.fault {
                    F::ConstantKey => return 1,
                    F::KeyWithoutTurn => turn = [0; 2],
                    F::KeyWithoutCells | F::KeyWithoutWhatIsLegal => cells = [0; 2],
                    F::KeyWithoutPoints => points = [0; 2],
                    _ => {}
                }
                let parts = [cells, points, turn].concat();
                parts.iter().fold(0, |key, &part| mix(key ^ u64::from(part))) ^ self.key_error
            }
            fn slot(&self, mv: u8) -> usize {
                let slot = STEPS.iter().position(|&step| step == mv).unwrap();
                match self.fault {
                    F::SlotTooLarge => slot + 1,
                    F::SharedSlot => slot / 2,
                    _ => slot,
                }
            }
            fn slots(&self) -> usize {
                3
            }
            fn first_moves(&self, out: &mut Vec<u8>) -> bool {
                let start = out.len();
                self.moves(out);
                match self.fault {
                    F::FirstOfOthers if out.len() > start => {
                        out.remove(start);
                        false
                    }
                    F::FirstAreNone | F::FirstAreCalledAll => {
                        out.truncate(start + usize::from(self.fault == F::FirstAreCalledAll));
                        self.fault == F::FirstAreCalledAll
                    }
                    _ => true,
                }
            }
            fn count_moves(&self, scratch: &mut Vec<u8>) -> u64 {
                let start = scratch.len();
                self.moves(scratch);
                let count = scratch.len() - start;
                if self.fault != F::CountLeavesMoves {
                    scratch.truncate(start);
                }
                count as u64 + u64::from(self.fault == F::CountsOneMore)
            }
        }
    };
}

ring!(Bare, NoPowers);
ring!(Ring, AllPowers);

impl SlotMoves for Ring {
    fn moves_in_slot(&self, slot: usize, out: &mut Vec<u8>) {
        if self.fault == F::SlotMovesClear {
            out.clear();
        }
        if self.is_over() && self.fault != F::SlotMovesWithoutEnd {
            return;
        }
        let slot = if self.fault == F::SlotMovesOfAnother { slot ^ 1 } else { slot };
        out.extend(STEPS.get(slot));
    }
}

impl OutOfTurn for Ring {
    fn set_turn(&mut self, player: Player) {
        let key = self.key();
        if self.fault != F::TurnNotHanded {
            self.out_of_turn ^= self.turn != player.0;
            self.turn = player.0;
        }
        if self.fault == F::TurnNotInKey {
            self.key_error ^= key ^ self.key();
        }
        if self.fault == F::TurnForgetsCells && player == Player(1) {
            self.cells[0] = 0;
        }
    }
}

/// Landing on the other or right behind it.
impl Captures for Ring {
    fn is_capture(&self, mv: u8) -> bool {
        self.lands(mv) || self.lands(mv + 1)
    }

    fn captures(&self, out: &mut Vec<u8>) {
        if self.fault == F::CapturesClear {
            out.clear();
        }
        let mut found = Vec::new();
        self.moves(&mut found);
        found.retain(|&mv| self.is_capture(mv));
        match self.fault {
            F::CapturesMissOne => found.retain(|&mv| mv != STEPS[1]),
            F::CapturesOutOfTurn => found.retain(|_| !self.out_of_turn),
            F::CapturesBackwards => found.reverse(),
            _ => {}
        }
        out.extend(found);
    }
}

impl MoveClasses for Ring {
    const CLASSES: usize = 2;

    fn class(&self, mv: u8) -> usize {
        if self.fault == F::ClassTooLarge { usize::from(mv) } else { usize::from(!self.lands(mv)) }
    }
}

impl Notation for Ring {
    fn move_text(&self, mv: u8) -> String {
        (if self.fault == F::MoveText { STEPS[0] } else { mv }).to_string()
    }
    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let read = text.parse().ok().filter(|&mv| self.fault != F::MoveUnread || mv != STEPS[2]);
        read.ok_or_else(|| NotationError::new("not a step"))
    }
    fn position_text(&self) -> String {
        let [a, b] = self.cells;
        let [c, d] = self.points;
        let turn = if self.fault == F::PositionWithoutTurn { 0 } else { self.turn };
        let between = if self.fault == F::TwoLines { '\n' } else { ' ' };
        format!("{a} {b} {c} {d}{between}{turn}")
    }
    fn parse_position(&self, text: &str) -> Result<Self, NotationError> {
        let numbers: Vec<u8> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [a, b, c, d, turn] = numbers[..] else { return Err(NotationError::new("not five numbers")) };
        if self.fault == F::PositionUnread && c == 1 {
            return Err(NotationError::new("one point is too little"));
        }
        let key_error = u64::from(self.fault == F::KeyFromScratch);
        Ok(Self { cells: [a, b], points: [c, d], turn, key_error, ..self.clone() })
    }
    fn diagram(&self) -> String {
        self.position_text()
    }
}

fn fault_of(fault: Wrong) -> String {
    let suite = Conformance::new(Ring::new(fault)).perft("1 3\n2 9").distinct_slots().notation();
    suite.find_fault().err().map(|fault| fault.to_string()).unwrap_or_default()
}

fn fault_of_bare(fault: Wrong) -> String {
    Conformance::new(Bare::new(fault)).find_fault().err().map(|fault| fault.to_string()).unwrap_or_default()
}

#[test]
fn right_games_pass() {
    assert_eq!(fault_of(F::None), "");
    assert_eq!(fault_of_bare(F::None), "");
}

/// Games that have nothing but their rules: nothing else finds such keys out.
#[test]
fn wrong_keys_are_caught() {
    for (fault, words) in [
        (F::ConstantKey, "there it is the turn of player 1, here of player 2"),
        (F::KeyWithoutTurn, "the key is that of Bare { cells: ["),
        (F::KeyWithoutPoints, "there the outcome is"),
        (F::KeyWithoutWhatIsLegal, "there 7 is"),
        (F::UnmakeForgetsTheKey, "leaves another key"),
    ] {
        let found = fault_of_bare(fault);
        assert!(found.contains(words), "{fault:?}: {found}");
    }
    assert!(fault_of_bare(F::KeyWithoutTurn).contains("there it is the turn of player"));
}

/// Wherever the game stands, not only where a random game happens to come back.
#[test]
fn a_key_without_the_turn_shows_in_the_first_tree() {
    let found = |fault| Keys::new().branch_out(&Bare::new(fault), &mut Random::new(1));
    assert!(found(F::KeyWithoutTurn).unwrap_err().to_string().contains("the turn of"));
    assert_eq!(found(F::None), Ok(()));
}

#[test]
fn wrong_games_are_caught() {
    for (fault, words) in [
        (F::KeyWithoutCells, "share a key"),
        (F::MovesClear, "moves touches what the buffer already holds"),
        (F::MovesSort, "moves touches what the buffer already holds"),
        (F::MovesPassOverWhatIsThere, "but [] into one that holds moves"),
        (F::MovesTwice, "2 is generated twice"),
        (F::MovesAfterTheEnd, "3 legal moves, but the outcome is Some"),
        (F::NoMovesBeforeTheEnd, "0 legal moves, but the outcome is None"),
        (F::FirstOfOthers, "first_moves pushes [1, 7] of [2, 1, 7] and says false"),
        (F::FirstAreNone, "first_moves pushes [] of [2, 1, 7] and says false"),
        (F::FirstAreCalledAll, "first_moves pushes [2] of [2, 1, 7] and says true"),
        (F::CountsOneMore, "3 legal moves, counted as 4"),
        (F::CountLeavesMoves, "count_moves does not leave its working space as it was"),
        (F::OutcomeOfOne, "lacks players"),
        (F::UnmakeForgetsPoints, "unmake of"),
        (F::ThirdPlayerComes, "changes the number of players"),
        (F::ThirdPlayerMoves, "player 3 does not exist"),
        (F::SlotTooLarge, "has slot 3, not below 3"),
        (F::SharedSlot, "slot 0 is shared by [2, 1]"),
        (F::SlotMovesOfAnother, "but gives"),
        (F::SlotMovesWithoutEnd, "holds [], but gives"),
        (F::SlotMovesClear, "moves_in_slot touches what the buffer already holds"),
        (F::CapturesMissOne, "but captures are"),
        (F::CapturesBackwards, "captures pushes [1, 2], but captures are [2, 1]"),
        (F::CapturesOutOfTurn, "out of turn, captures pushes"),
        (F::CapturesClear, "captures touches what the buffer already holds"),
        (F::ClassTooLarge, "2 has a class not below 2"),
        (F::TurnNotHanded, "the turn was not handed to player 2"),
        (F::TurnNotInKey, "the key does not tell player"),
        (F::TurnForgetsCells, "handing the turn back leaves"),
        (F::MoveText, "1 is written '2', which reads as Ok(2)"),
        (F::MoveUnread, "7 is written '7', which reads as Err"),
        (F::PositionWithoutTurn, "reads as Ring"),
        (F::PositionUnread, "cannot be read: one point is too little"),
        (F::TwoLines, "is not one line"),
        (F::KeyFromScratch, "differs from one built from scratch"),
    ] {
        let found = fault_of(fault);
        assert!(found.contains(words), "{fault:?}: {found}");
    }
    let wrong_count = Conformance::new(Ring::new(F::None)).perft("1 3\n2 8").find_fault();
    assert_eq!(wrong_count.unwrap_err().to_string(), "perft 2 counts 9, expected 8");
}

/// The points, kept up to date but for those of the second player.
#[derive(Clone)]
struct Points {
    forgets: bool,
}

impl Evaluation<Ring> for Points {
    type Accumulator = [i32; 2];

    fn accumulate(&self, game: &Ring) -> [i32; 2] {
        game.points.map(i32::from)
    }
    fn apply(&self, points: &mut [i32; 2], before: &Ring, mv: u8) {
        if before.lands(mv) && !(self.forgets && before.turn == 1) {
            points[usize::from(before.turn)] += 1;
        }
    }
    fn revert(&self, points: &mut [i32; 2], before: &Ring, mv: u8) {
        if before.lands(mv) && !(self.forgets && before.turn == 1) {
            points[usize::from(before.turn)] -= 1;
        }
    }
    fn evaluate(&self, _game: &Ring, points: &[i32; 2], player: Player) -> i32 {
        points[player.index()]
    }
}

#[test]
fn an_evaluation_is_checked_along() {
    let suite = Conformance::new(Ring::new(F::None)).evaluation(Points { forgets: false });
    suite.check();
    let fault = suite.evaluation(Points { forgets: true }).find_fault().unwrap_err();
    assert!(fault.to_string().contains("from scratch to"), "{fault}");
}
