//! Good and bad texts.

use proptest::prelude::*;

use crate::conform::{start_of, survive};

use super::super::*;
use super::{position, text_with};

const START: &str = ".,.,.,./0,0,1,1,0,0/.,1,1,0,0,1,1,./.,0,0,1,1,0,0,./.,1,1,0,0,1,1,./.,0,0,1,1,0,0,./\
                     1,1,0,0,1,1/.,.,.,. 0 0,0 - 0,0";

#[test]
fn positions_are_written_as_documented() {
    assert_eq!(start_of::<Focus>("players=2").position_text(), START);
    let three = start_of::<Focus>("players=3");
    assert!(three.position_text().ends_with("/.,.,.,. 0 0,0,0 012 0,0,0"));
    let stacks = [("d4", "0100"), ("c5", "11")];
    let game = position("players=2", &stacks, "1 2,0 - 3,1");
    assert_eq!(game.position_text(), text_with(&stacks, "1 2,0 - 3,1"));
    assert_eq!((game.tallies.reserve(0), game.tallies.captured(1)), (2, 1));
}

#[test]
fn moves_are_read_whatever_their_case() {
    let start = start_of::<Focus>("players=2");
    assert_eq!(start.parse_move(" B3-A3 "), start.parse_move("b3-a3"));
    let error = |text: &str| start.parse_move(text).unwrap_err().to_string();
    let form = "is not a move; write 'c3-c5' for a stack move or '+c5' for a reserve piece";
    for text in ["", "b3", "b3a3", "b3-a3-a4", "a1-a2", "b3-", "+", "++c5", "+i5", "+c9", "é3-a3", "b3-a33"]
    {
        assert_eq!(error(text), format!("'{text}' {form}"));
    }
    for text in ["b3-c4", "b3-b5", "b4-a4", "b3-b3", "+c5", "a3-h3"] {
        assert!(error(text).contains("is not a legal move here; legal are"), "{text}");
    }
}

#[test]
fn wrong_positions_are_refused_in_one_line() {
    let two = start_of::<Focus>("players=2");
    let three = start_of::<Focus>("players=3 variant=captures=2");
    let board = START.split(' ').next().unwrap();
    let pair = [("d4", "0"), ("d5", "1")];
    for (game, text, part) in [
        (&two, String::new(), "5 parts"),
        (
            &two,
            format!("{board} 0 0,0 -"),
            "5 parts (board, player to move, reserves, hands, captures), not 4",
        ),
        (&two, format!("{board} 0 0,0 - 0,0 0"), "not 6"),
        (&two, format!("{board}\n0 0,0 - 0,0"), "one line"),
        (&two, format!("{board}/. 0 0,0 - 0,0"), "9 rows, but 8"),
        (&two, START.replacen(".,.,.,.", ".,.,.", 1), "row 8 has 3 cells, but 4"),
        (
            &two,
            START.replacen('1', "2", 1),
            "'2' in row 7 is not a stack; write '.' or 1 to 5 digits from 0 to 1",
        ),
        (&two, START.replacen(',', ",,", 1), "row 8 has 5 cells"),
        (&two, START.replacen('.', "", 1), "'' in row 8 is not a stack"),
        (&two, text_with(&[("d4", "010101")], "0 0,0 - 0,0"), "'010101' in row 4"),
        (&two, format!("{board} 2 0,0 - 0,0"), "'2' is not a player to move"),
        (&two, format!("{board} 00 0,0 - 0,0"), "'00' is not a player to move"),
        (&two, format!("{board} 0 0 - 0,0"), "the reserves '0' are not 2 numbers"),
        (&two, format!("{board} 0 0,+1 - 0,0"), "the reserves '0,+1'"),
        (&two, format!("{board} 0 0,0 - 0,999"), "the captures '0,999'"),
        (&two, format!("{board} 0 0,0 0 0,0"), "nobody holds a piece"),
        (&two, format!("{board} 0 1,0 - 0,0"), "player 0 has 19 pieces"),
        (&two, format!("{board} 0 0,0 - 1,0"), "1 pieces are captured, but only 0 are missing"),
        (&two, text_with(&pair, "0 0,0 - 18,0"), "player 0 has captured 18 pieces, but only 17"),
        (&three, text_with(&pair, "0 0,0,0 00 0,0,0"), "hands are '00'"),
        (&three, text_with(&pair, "0 0,0,0 3 0,0,0"), "hands are '3'"),
        (&three, text_with(&pair, "0 0,0,0 - 2,2,0"), "two players have captured 2 pieces"),
        (
            &three,
            text_with(&pair, "2 0,0,0 - 0,0,0"),
            "player 2 is to move but cannot; a player who can is 0 or 1",
        ),
    ] {
        let error = game.parse_position(&text).unwrap_err().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "'{text}': {error}");
    }
    assert!(three.parse_position(&text_with(&pair, "0 0,0,0 - 2,0,0")).unwrap().outcome().is_some());
}

#[test]
fn the_diagram_shows_stacks_and_state() {
    let game = position("players=3", &[("d4", "0120"), ("c8", "2")], "1 0,2,0 12 1,0,0");
    let picture = game.diagram();
    assert!(picture.starts_with("8                2     .     .     .\n7          .     .  "), "{picture}");
    assert!(picture.contains("4    .     .     .   0120    .     .     .     .\n"), "{picture}");
    assert!(picture.contains("1 to move\n0: stacks 1, reserve 0, captured 1\n"), "{picture}");
    assert!(
        picture.contains("1: stacks 0, reserve 2, captured 0, a piece in hand to place first\n"),
        "{picture}"
    );
}

fn any_start() -> impl Strategy<Value = Focus> {
    let labels = [
        "players=2",
        "players=2 variant=whole",
        "players=3 variant=captures=3",
        "players=3 variant=whole,hand=none",
        "players=4 variant=captures=1",
    ];
    prop::sample::select(labels.to_vec()).prop_map(start_of::<Focus>)
}

proptest! {
    #[test]
    fn survives_any_text(start in any_start(), text in any::<String>()) {
        survive(&start, &text);
    }

    #[test]
    fn survives_its_own_alphabet(start in any_start(), text in "[a-h0-9,./+ -]{0,80}") {
        survive(&start, &text);
    }

    /// Few stacks and any numbers: mostly positions that no game leads to.
    #[test]
    fn survives_sparse_positions(
        start in any_start(),
        stacks in prop::collection::vec((0..CELLS, "[0-3]{1,5}"), 0..8),
        rest in "[0-3] [0-3],[0-3](,[0-3]){0,2} (-|[0-2]{1,3}) [0-3],[0-3](,[0-3]){0,2}",
    ) {
        let names: Vec<_> = stacks.iter().map(|&(cell, _)| board::cell_name(cell)).collect();
        let stacks: Vec<_> = names.iter().zip(&stacks).map(|(n, (_, s))| (n.as_str(), s.as_str())).collect();
        survive(&start, &text_with(&stacks, &rest));
    }

    #[test]
    fn survives_positions_with_a_fault(
        start in any_start(),
        plies in prop::collection::vec(any::<usize>(), 0..60),
        place in any::<usize>(),
        mark in "[0-9,./ -]{0,3}",
    ) {
        let mut game = start.clone();
        let mut moves = Vec::new();
        for ply in plies {
            moves.clear();
            game.moves(&mut moves);
            if !moves.is_empty() {
                game.make(moves[ply % moves.len()]);
            }
        }
        let mut text = game.position_text();
        let place = place % text.len();
        text.replace_range(place..=place, &mark);
        survive(&start, &text);
    }
}
