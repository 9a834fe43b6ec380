use cutfirst::evaluation::Evaluation;
use cutfirst::notation::Notation;
use cutfirst::powers::{Captures, MoveClasses, OutOfTurn, SlotMoves};
use proptest::prelude::*;

use super::*;
use crate::conform::{conform, start_of, survive};

fn position(label: &str, text: &str) -> Virus {
    start_of::<Virus>(label).parse_position(text).unwrap()
}

fn moves(game: &Virus) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

fn move_names(game: &Virus) -> String {
    moves(game).into_iter().map(|mv| game.move_text(mv)).collect::<Vec<_>>().join(" ")
}

fn after(game: &Virus, line: &str) -> Virus {
    let mut game = game.clone();
    for mv in game.parse_moves(line).unwrap() {
        game.make(mv);
    }
    game
}

#[test]
fn conforms() {
    conform::<Virus>(include_str!("perft.txt"), true);
}

#[test]
fn starts_are_the_corners_of_any_size() {
    for (label, text) in [
        ("players=2", "....1/...../...../...../0.... 0"),
        ("players=3", "2...1/...../...../...../0.... 0"),
        ("", "1...2/...../...../...../0...3 0"),
        ("variant=size=3", "1.2/.../0.3 0"),
        ("players=2 variant=starts=c2/A3,size=3", "1../..0/... 0"),
        ("players=2 variant=starts=corners,size=4", "...1/..../..../0... 0"),
    ] {
        assert_eq!(start_of::<Virus>(label).position_text(), text, "{label}");
    }
}

#[test]
fn wrong_starts_are_refused() {
    for (starts, error) in [
        ("a1", "1 squares in 'starts'; it takes 2 different squares from a1 to e5 joined by '/', or corners"),
        ("a1/a1", "'a1' twice in 'starts'"),
        ("a1/f1", "no square 'f1' in 'starts'"),
        ("/", "no square '' in 'starts'"),
        ("a1/b1/c1", "3 squares in 'starts'"),
    ] {
        let setup = Setup::new(&Virus::INFO, Some(2), Some(&format!("starts={starts}"))).unwrap();
        let found = Virus::start(&setup).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn an_infection_takes_the_square_and_its_neighbours() {
    let game = position("players=2", "...../..1../.01../..1../..... 0");
    assert_eq!(move_names(&game), "b2 a3 c3 b4");
    let game = after(&game, "c3");
    assert_eq!(game.position_text(), "...../..0../.000./..0../..... 0");
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    assert!(moves(&game).is_empty());
}

#[test]
fn corners_are_adjacent_only_if_asked() {
    let text = "...../...../..0../...../1.... 0";
    assert_eq!(move_names(&position("players=2", text)), "c2 b3 d3 c4");
    let game = position("players=2 variant=adjacency=8", text);
    assert_eq!(move_names(&game), "b2 c2 d2 b3 d3 b4 c4 d4");
    assert_eq!(after(&game, "b2").position_text(), "...../...../000../000../000.. 0");
}

#[test]
fn own_squares_are_targets_only_if_asked_and_adjacent_to_another_own_one() {
    let text = "1..../...../...../...../00.0. 0";
    assert_eq!(move_names(&position("players=2", text)), "c1 e1 a2 b2 d2");
    assert_eq!(move_names(&position("players=2 variant=target=any", text)), "a1 b1 c1 e1 a2 b2 d2");
}

#[test]
fn the_eliminated_are_skipped_without_a_ply() {
    let game = position("players=3", "....2/...../...../..1../..0.. 0");
    let game = after(&game, "c2");
    assert_eq!(game.to_move(), Player(2));
    assert_eq!(after(&game, "e4").to_move(), Player(0));
    assert_eq!(game.outcome(), None);
    let mut out_of_turn = game.clone();
    out_of_turn.set_turn(Player(1));
    assert!(moves(&out_of_turn).is_empty());
}

#[test]
fn a_full_board_ends_the_game_only_if_asked() {
    let text = "011/001/.01 0";
    assert_eq!(after(&position("players=2 variant=size=3", text), "a1").outcome(), None);
    let full = "players=2 variant=size=3,end=full,target=any";
    let game = position(full, text);
    assert_eq!(game.outcome(), None);
    let game = after(&game, "a1");
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    assert!(moves(&game).is_empty());
    let thirds = "players=3 variant=size=3,end=full";
    let outcome = |text| position(thirds, text).outcome().unwrap();
    assert_eq!(outcome("000/111/222 0"), Outcome::draw(3));
    assert_eq!(outcome("000/011/112 0").results(), [1, 1, -2]);
    assert_eq!(outcome("000/001/112 0").results(), [2, -1, -1]);
    assert_eq!(outcome("000/0../... 0").results(), [2, -1, -1]);
}

#[test]
fn classes_and_captures_follow_what_is_taken() {
    let game = position("players=3", "2..../...../.1.1./..0../..... 0");
    let found = moves(&game).into_iter().map(|mv| (mv.target, game.class(mv), game.is_capture(mv)));
    let square = |name| game.board.parse(name).unwrap();
    // c1 gains 3; b2 and d2 gain 4, one of them captured; c3 gains 4 and puts player 1 out.
    let expected = [
        (square("c1"), 14, false),
        (square("b2"), 12, true),
        (square("d2"), 12, true),
        (square("c3"), 0, true),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let mut captures = Vec::new();
    game.captures(&mut captures);
    assert_eq!(captures, moves(&game)[1..]);
}

#[test]
fn slots_are_squares_and_any_slot_is_safe() {
    let game = start_of::<Virus>("variant=size=3");
    assert_eq!(game.slots(), 9);
    let mut found = Vec::new();
    for slot in 0..game.slots() {
        game.moves_in_slot(slot, &mut found);
    }
    assert_eq!(found, moves(&game));
    assert_eq!(found.iter().map(|&mv| game.slot(mv)).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn sizes_are_pinned() {
    assert_eq!(size_of::<Move>(), 4);
    assert!(size_of::<Virus>() <= 64);
}

#[test]
fn evaluations_of_a_worked_position() {
    // Player 0 holds a1 and b1. Player 1 on d1 can infect c1, e1 or d2; of these only c1 takes a
    // square, b1. Player 0 can infect c1, and player 1 would be out. Player 2 is out already.
    let game = position("players=3", "...../...../...../...../00.1. 0");
    assert_eq!(Territory.evaluate(&game, &None, Player(0)), 2);
    assert_eq!(Territory.evaluate(&game, &None, Player(2)), 0);
    assert_eq!(Play.evaluate(&game, &None, Player(0)), 2 * 10 + 4 + 25 - 6);
    assert_eq!(Play.evaluate(&game, &None, Player(1)), 10 + 25 - 6 - 30);
    assert_eq!(Play.evaluate(&game, &None, Player(2)), 0);
}

#[test]
fn wrong_texts_are_explained() {
    let game = start_of::<Virus>("players=2 variant=size=3");
    for (text, error) in [
        ("", "'' lacks the player to move; a position is like ..1/.../0.. 0"),
        ("..1/... 0", "'..1/...' has 2 rows; the board has 3, joined by '/'"),
        ("..1/..../0.. 0", "row 2 '....' has 4 squares, not 3"),
        ("..2/.../0.. 0", "row 3 holds '2'; a square is '.' or the digit of a player, 0 to 1"),
        ("..1/.../0.. 2", "'2' is not a player to move; they are 0 to 1"),
        ("..1/.../0..  0", "' 0' is not a player to move; they are 0 to 1"),
        (".../.../... 0", "nobody owns a square; at least one player must"),
    ] {
        assert_eq!(game.parse_position(text).unwrap_err().to_string(), error);
    }
    let three = start_of::<Virus>("players=3 variant=size=3");
    assert_eq!(
        three.parse_position("..1/.../0.. 2").unwrap_err().to_string(),
        "player 2 is to move but owns no square; the player to move must own one"
    );
    assert!(three.parse_position("000/.../... 2").unwrap().outcome().is_some());
    for (text, error) in [
        ("d1", "'d1' is not a square of the board; moves are written like c3"),
        ("a1", "'a1' is not a legal move here; legal are b1 a2"),
    ] {
        assert_eq!(game.parse_move(text).unwrap_err().to_string(), error);
    }
    assert_eq!(game.parse_move("B1").map(|mv| mv.target), Ok(1));
}

#[test]
fn the_diagram_shows_board_and_state() {
    let game = position("players=3 variant=size=3", "..1/.../0.. 1");
    assert_eq!(
        game.diagram(),
        "3 . . 1\n2 . . .\n1 0 . .\n  a b c\n\
         0: player 1, 1 square\n1: player 2, 1 square, to move\n2: player 3, 0 squares, out\n"
    );
}

proptest! {
    #[test]
    fn any_text_is_survived(text in ".*", like in "[0-4. /a-h1-8]{0,40}") {
        let start = start_of::<Virus>("");
        survive(&start, &text);
        survive(&start, &like);
    }

    #[test]
    fn near_positions_are_survived(
        rows in prop::collection::vec("[0-2.]{3}", 3),
        turn in "[0-3]",
        at in 0..13usize,
        symbol in "[0-3./ x]",
        label in prop::sample::select(&["variant=size=3", "players=3 variant=size=3,end=full,target=any"]),
    ) {
        let start = start_of::<Virus>(label);
        let text = format!("{} {turn}", rows.join("/"));
        survive(&start, &text);
        let mut changed = text.clone();
        changed.replace_range(at..=at, &symbol);
        survive(&start, &changed);
        if let Ok(mut position) = start.parse_position(&text) {
            for player in Player::all(position.players()) {
                position.set_turn(player);
                prop_assert!(Play.evaluate(&position, &None, player).abs() < 100_000);
                for mv in moves(&position) {
                    let before = position.clone();
                    let undo = position.make(mv);
                    prop_assert_eq!(&position.clone().with_key(), &position);
                    position.unmake(mv, undo);
                    prop_assert_eq!(&position, &before);
                }
            }
        }
    }
}
