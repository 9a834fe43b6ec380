//! The rules by hand-made positions.

use cutfirst::powers::{Captures, MoveClasses, SlotMoves};

use crate::board_game::BoardGame;
use crate::conform::start_of;
use crate::setup::Setup;

use super::super::*;
use super::{after, position};

fn move_texts(game: &Focus) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

fn stack_on(game: &Focus, name: &str) -> Vec<usize> {
    let cell = (0..CELLS).find(|&cell| board::cell_name(cell) == name).unwrap();
    game.stacks[cell].pieces().collect()
}

#[test]
fn seats_are_as_equal_as_the_layouts() {
    for (label, mobility) in
        [("players=2", [68, 68, 0, 0]), ("players=3", [44, 46, 46, 0]), ("players=4", [44, 44, 44, 44])]
    {
        let start = start_of::<Focus>(label);
        assert_eq!([0, 1, 2, 3].map(|seat| start.mobility.of(seat)), mobility, "{label}");
    }
}

#[test]
fn splitting_leaves_the_rest_to_its_new_top() {
    let game = position("players=2", &[("d4", "0100"), ("h4", "1")], "0 0,0 - 0,0");
    let game = after(&game, "d4-d6");
    assert_eq!((stack_on(&game, "d4"), stack_on(&game, "d6")), (vec![0, 1], vec![0, 0]));
    assert!(move_texts(&game).contains(&"d4-d5".to_owned()), "player 1 has gained a stack");
}

#[test]
fn only_the_whole_stack_moves_in_whole() {
    let stacks = [("d4", "0100"), ("h4", "1")];
    let game = position("variant=whole", &stacks, "0 0,0 - 0,0");
    assert_eq!(move_texts(&game), ["d4-d8", "d4-h4"]);
    let game = position("players=2", &stacks, "0 0,0 - 0,0");
    assert_eq!(move_texts(&game).len(), 4 + 4 + 4 + 2);
}

#[test]
fn pieces_between_do_not_matter() {
    let game = position("variant=whole", &[("d4", "00"), ("d5", "11111"), ("e4", "1")], "0 0,0 - 0,0");
    assert_eq!(move_texts(&game), ["d4-d6", "d4-f4", "d4-d2", "d4-b4"]);
}

#[test]
fn the_bottom_of_a_high_stack_goes_to_the_mover() {
    let game = position("players=2", &[("d4", "100"), ("d7", "0110"), ("h4", "1")], "0 0,0 - 0,0");
    let game = after(&game, "d4-d7");
    assert_eq!(stack_on(&game, "d7"), [1, 0, 1, 0, 0]);
    assert!(stack_on(&game, "d4").is_empty());
    assert_eq!((game.tallies.reserve(0), game.tallies.captured(0)), (1, 1));
    assert_eq!((game.tallies.reserve(1), game.tallies.captured(1)), (0, 0));
}

#[test]
fn a_reserve_piece_can_overflow_a_stack_of_five() {
    let game = position("players=2", &[("d4", "10101"), ("h4", "1"), ("c3", "01111")], "0 2,0 - 0,0");
    assert_eq!(move_texts(&game).len(), CELLS, "no stack of his own, but a piece in reserve");
    let taken = after(&game, "+d4");
    assert_eq!(stack_on(&taken, "d4"), [0, 1, 0, 1, 0]);
    assert_eq!((taken.tallies.reserve(0), taken.tallies.captured(0)), (1, 1));
    let back = after(&game, "+c3");
    assert_eq!((back.tallies.reserve(0), back.tallies.captured(0)), (2, 0));
}

#[test]
fn classes_tell_what_happens_to_the_target() {
    let stacks = [
        ("d4", "00"),
        ("d6", "1000"),
        ("f4", "0000"),
        ("b4", "11"),
        ("c4", "0"),
        ("e4", "1"),
        ("d3", "11111"),
    ];
    let game = position("players=2", &stacks, "0 1,0 - 0,0");
    for (text, class) in [
        ("d4-d6", 0),
        ("d4-f4", 2),
        ("d4-b4", 1),
        ("d4-c4", 3),
        ("d4-d5", 4),
        ("d4-d2", 4),
        ("+d3", 0),
        ("+e4", 1),
        ("+c4", 3),
        ("+c1", 4),
    ] {
        let mv = game.parse_move(text).unwrap();
        assert_eq!(game.class(mv), class, "{text}");
        assert_eq!(game.is_capture(mv), class == 0, "{text}");
    }
    let mut captures = Vec::new();
    game.captures(&mut captures);
    let mut filtered = Vec::new();
    game.moves(&mut filtered);
    filtered.retain(|&mv| game.is_capture(mv));
    assert_eq!(captures, filtered);
    assert!(!captures.is_empty());
}

#[test]
fn two_players_end_when_one_is_stuck() {
    let game = position("players=2", &[("d4", "0"), ("d5", "1")], "0 0,0 - 0,0");
    assert_eq!(game.outcome(), None);
    let game = after(&game, "d4-d5");
    assert_eq!(game.to_move(), Player(1));
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    assert!(move_texts(&game).is_empty());
    let reserve = position("players=2", &[("d4", "0"), ("d5", "1")], "0 0,1 - 0,0");
    assert_eq!(after(&reserve, "d4-d5").outcome(), None, "a piece in reserve keeps him in the game");
}

#[test]
fn stuck_players_are_skipped_and_come_back() {
    let stacks = [("d4", "10"), ("d5", "2"), ("g6", "2")];
    let game = position("players=3 variant=hand=none", &stacks, "0 0,0,0 - 0,0,0");
    let skipped = after(&game, "d4-d6");
    assert_eq!(skipped.to_move(), Player(2), "player 1 lies under a stack of player 0");
    assert_eq!(after(&skipped, "g6-g5").to_move(), Player(0));
    let uncovered = after(&game, "d4-d5");
    assert_eq!(uncovered.to_move(), Player(1), "he is uncovered");
}

#[test]
fn the_last_mover_wins() {
    let game = position("players=3 variant=hand=none", &[("d4", "10"), ("d6", "2")], "0 0,0,0 - 0,0,0");
    let game = after(&game, "d4-d6");
    assert_eq!(game.to_move(), Player(1));
    assert_eq!(game.outcome(), Some(Outcome::win(3, Player(0))));
    let four = position("players=4", &[("d4", "33"), ("d6", "2")], "3 0,0,0,0 - 0,0,0,0");
    let four = after(&four, "d4-d6");
    assert_eq!((four.to_move(), four.outcome()), (Player(0), Some(Outcome::win(4, Player(3)))));
}

/// In `whole` the last mover may have no move himself.
#[test]
fn a_stack_of_five_in_the_centre_is_stuck_as_a_whole() {
    let game = position("variant=whole", &[("d4", "11111"), ("c5", "0"), ("h5", "1")], "0 0,0 - 0,0");
    assert_eq!(game.mobility.of(1), 3);
    let game = position("variant=whole", &[("d8", "0000"), ("d4", "1")], "0 0,0 - 0,0");
    let game = after(&game, "d8-d4");
    assert_eq!(stack_on(&game, "d4"), [1, 0, 0, 0, 0]);
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    assert!(!game.can_move(Player(0)));
}

#[test]
fn the_thirteenth_piece_comes_first() {
    let start = start_of::<Focus>("players=3");
    assert_eq!(move_texts(&start).len(), 16);
    assert!(start.parse_move("b4-a4").is_err());
    assert!(start.parse_move("+b3").is_err(), "only on an empty cell");
    let first = after(&start, "+c1 +d1 +e1");
    assert_eq!((first.to_move(), first.hands), (Player(0), 0));
    assert!(first.parse_move("b4-a4").is_ok());
    assert!(first.parse_move("+f1").is_err(), "the hand is no reserve");
    let reserve = start_of::<Focus>("players=3 variant=hand=reserve");
    assert!(reserve.parse_move("+b3").is_ok() && reserve.parse_move("b4-a4").is_ok());
    let mut found = Vec::new();
    for slot in 0..STEPS {
        start.moves_in_slot(slot, &mut found);
    }
    assert_eq!(found, []);
}

#[test]
fn a_hand_piece_keeps_a_player_without_stacks_in_the_game() {
    let game = position("players=3", &[("d4", "0"), ("d5", "1")], "0 0,0,0 2 0,0,0");
    let game = after(&game, "d4-d5");
    assert_eq!((game.to_move(), game.outcome()), (Player(2), None));
    assert_eq!(move_texts(&game).len(), CELLS - 1);
}

#[test]
fn enough_captures_win() {
    let stacks = [("d4", "10"), ("d6", "1110"), ("a3", "1")];
    let game = position("variant=captures=3", &stacks, "0 0,0 - 2,0");
    let won = after(&game, "d4-d6");
    assert_eq!(won.tallies.captured(0), 3);
    assert_eq!(won.outcome(), Some(Outcome::win(2, Player(0))));
    assert!(move_texts(&won).is_empty());
    assert_eq!(won.count_moves(&mut Vec::new()), 0);
    let mut found = Vec::new();
    for slot in 0..won.slots() {
        won.moves_in_slot(slot, &mut found);
    }
    assert_eq!(found, []);
    let on = position("variant=captures=4", &stacks, "0 0,0 - 2,0");
    assert_eq!(after(&on, "d4-d6").outcome(), None);
}

/// Best-Reply Search hands the turn to players who may be stuck.
#[test]
fn a_stuck_player_out_of_turn_does_not_end_the_game() {
    let stacks = [("d4", "10"), ("d5", "2"), ("g6", "2")];
    let mut game = position("players=3 variant=hand=none", &stacks, "0 0,0,0 - 0,0,0");
    game.set_turn(Player(1));
    assert!(move_texts(&game).is_empty());
    assert_eq!(game.outcome(), None);
    game.set_turn(Player(2));
    assert_eq!(after(&game, "g6-g5").to_move(), Player(0));
    let mut found = Vec::new();
    game.moves_in_slot(usize::MAX, &mut found);
    assert_eq!(found, []);
}

#[test]
fn keys_tell_reserves_hands_and_captures_apart() {
    let stacks = [("d4", "10"), ("d5", "2")];
    let keys =
        ["0 0,0,0 - 0,0,0", "0 1,0,0 - 0,0,0", "0 0,1,0 - 0,0,0", "0 0,0,0 - 1,0,0", "0 0,0,0 0 0,0,0"]
            .map(|rest| position("players=3", &stacks, rest).key());
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{i}");
    }
    let other = position("players=3", &[("d4", "01"), ("d5", "2")], "1 0,0,0 - 0,0,0");
    assert!(!keys.contains(&other.key()));
}

#[test]
fn setups_say_what_would_be_right() {
    let read = |players, variant| {
        let setup =
            Setup::new(&Focus::INFO, Some(players), Some(variant)).map_err(|error| error.to_string())?;
        Focus::start(&setup).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(
        read(2, "hand=none").unwrap_err(),
        "the option 'hand' is for three players only, not 2; leave it out or play with three"
    );
    assert!(read(4, "whole,hand=forced").is_err());
    assert!(read(3, "whole,hand=forced,captures=10").is_ok());
    assert!(read(2, "captures=53").is_err());
    assert!(read(5, "split").is_err());
}
