use cutfirst::notation::Notation;
use cutfirst::perft::{Finished, perft};
use cutfirst::random::Random;
use proptest::prelude::*;

use super::*;
use crate::conform::{conform, survive};

const START: &str = "---------------------------OX------XO--------------------------- X";

fn position(text: &str) -> Othello {
    Othello::START.parse_position(text).unwrap()
}

/// Eight rows, for positions that a reader can check.
fn board(rows: [&str; 8], side: &str) -> Othello {
    position(&format!("{} {side}", rows.concat()))
}

fn after(moves: &str) -> Othello {
    let mut game = Othello::START;
    for mv in game.parse_moves(moves).unwrap() {
        game.make(mv);
    }
    game
}

fn moves(game: &Othello) -> String {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    written(game, &moves)
}

fn written(game: &Othello, moves: &[Move]) -> String {
    moves.iter().map(|&mv| game.move_text(mv)).collect::<Vec<_>>().join(" ")
}

#[test]
fn conforms() {
    conform::<Othello>(include_str!("perft.txt"), true);
}

#[test]
fn finished_games_are_counted_on_request() {
    if cfg!(debug_assertions) {
        return; // left to the release build
    }
    let mut start = Othello::START;
    assert_eq!(perft(&mut start, 9, Finished::Counted), 3_005_288);
    assert_eq!(perft(&mut start, 10, Finished::Counted), 24_571_284);
}

#[test]
fn sizes_are_pinned() {
    assert_eq!((size_of::<Move>(), size_of::<Undo>(), size_of::<Othello>()), (1, 16, 24));
}

#[test]
fn black_begins_with_four_moves() {
    assert_eq!(Othello::START.to_move(), BLACK);
    assert_eq!(moves(&Othello::START), "d3 c4 f5 e6");
    assert_eq!(Othello::START.position_text(), START);
    assert_eq!(moves(&after("f5")), "f4 d6 f6");
}

#[test]
fn every_run_is_turned_and_nothing_else() {
    // d4 turns runs in six directions; those towards h4 and d8 have no end. The turned discs turn
    // no others: c2 stays, although it stands between b1 and the turned d3.
    let game = board(
        [
            "XX-X--X-", //
            "-OOO-O--", "--OOO---", "XOO-OOOO", "--OOO---", "-O-O-O--", "X--O--O-", "---O---X",
        ],
        "X",
    );
    let mv = game.parse_move("d4").unwrap();
    let mut played = game;
    let undo = played.make(mv);
    let expected = board(
        [
            "XX-X--X-", //
            "-XOX-X--", "--XXX---", "XXXXOOOO", "--XOX---", "-X-O-X--", "X--O--X-", "---O---X",
        ],
        "O",
    );
    assert_eq!(played, expected);
    assert_eq!(game.own() ^ game.flips(mv) ^ mv.bit(), played.other());
    played.unmake(mv, undo);
    assert_eq!(played, game);
}

#[test]
fn runs_do_not_go_round_the_side_of_the_board() {
    // h1 and a2 are neighbours by index only.
    let game = board(
        [
            "-----XOO", //
            "O-------", "--------", "--------", "--------", "--------", "-------O", "OX------",
        ],
        "X",
    );
    assert_eq!(moves(&game), "pass");
}

#[test]
fn a_wipe_out_ends_the_game_after_nine_plies() {
    let game = after("f5d6c5f4e7f6g5e6e3");
    assert_eq!(moves(&game), "");
    assert_eq!(game.count_moves(&mut Vec::new()), 0);
    // Thirteen discs to none, and the 51 empty squares go to the winner.
    assert_eq!(game.outcome().unwrap().results(), [64, -64]);
    assert_eq!(game.parse_move("d3").unwrap_err().to_string(), "'d3' is not legal: the game is over");
}

#[test]
fn who_can_turn_nothing_passes_but_only_then() {
    let game = position(&format!("XO{} O", "-".repeat(62)));
    assert_eq!(moves(&game), "pass");
    assert_eq!(game.count_moves(&mut Vec::new()), 1);
    assert!(game.outcome().is_none());
    let mut slot = Vec::new();
    game.moves_in_slot(64, &mut slot);
    assert_eq!(slot, [Move::PASS]);

    let mut passed = game;
    let undo = passed.make(Move::PASS);
    assert_eq!(passed.to_move(), BLACK);
    assert_eq!(passed.discs(BLACK), game.discs(BLACK));
    assert_eq!(moves(&passed), "c1");
    assert!(passed.parse_move("pass").is_err());
    passed.unmake(Move::PASS, undo);
    assert_eq!(passed, game);
}

#[test]
fn a_pass_turns_nothing_even_with_discs_around_a1() {
    let game = position(&format!("-OX{}XO- X", "-".repeat(58)));
    let mut handed = game;
    handed.make(Move::PASS);
    assert_eq!((handed.own(), handed.other()), (game.other(), game.own()));
}

#[test]
fn the_game_ends_when_neither_side_can_turn_anything() {
    let blocked = |text: &str| position(text).outcome().unwrap().results().to_vec();
    assert_eq!(blocked(&format!("XX-O{} X", "-".repeat(60))), [64 - 2, -62]);
    assert_eq!(blocked(&format!("X--O{} O", "-".repeat(60))), [0, 0]);
    assert_eq!(blocked(&format!("{}{} X", "X".repeat(30), "O".repeat(34))), [-4, 4]);
    assert_eq!(blocked(&format!("{} O", "-".repeat(64))), [0, 0]);
}

#[test]
fn the_turn_can_be_handed_over() {
    let mut game = position(&format!("XO{} X", "-".repeat(62)));
    game.set_turn(WHITE);
    assert_eq!(moves(&game), "pass");
    game.set_turn(BLACK);
    assert_eq!(moves(&game), "c1");
    let mut game = Othello::START;
    game.set_turn(WHITE);
    assert_eq!(moves(&game), "e3 f4 c5 d6");
}

#[test]
fn corners_are_what_quiescence_looks_beyond() {
    let game = board(
        [
            "-OX--XO-", //
            "OO----OO", "X------X", "--------", "--------", "X-------", "OO----OO", "-OX--XO-",
        ],
        "X",
    );
    let mut captures = Vec::new();
    game.captures(&mut captures);
    assert_eq!(written(&game, &captures), "a1 h1 a8 h8");
    let mut all = Vec::new();
    game.moves(&mut all);
    all.retain(|&mv| game.is_capture(mv));
    assert_eq!(all, captures);
    assert!(!game.is_capture(Move::PASS));
}

#[test]
fn positions_are_read_in_the_forms_that_others_write() {
    for text in [
        START.to_owned(),
        format!("{START};"),
        START.replace('X', "*"),
        START.to_lowercase().replace('-', "."),
        format!("  {}\n", START.replace(' ', "  ")),
    ] {
        assert_eq!(position(&text), Othello::START, "{text}");
    }
}

#[test]
fn positions_of_the_ffo_suite_come_back_as_they_were() {
    for text in [
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    ] {
        assert_eq!(position(&format!("{text};")).position_text(), text);
    }
    let first = position("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X");
    assert_eq!(moves(&first), "b1 h1 a2 g2 a3 a4 h7 g8");
}

#[test]
fn bad_positions_are_refused() {
    for (text, fault) in [
        ("", "'' does not say who is to move"),
        (&START[..64], "does not say who is to move"),
        (&START[1..], "the board has 63 squares"),
        (&format!("-{START}"), "the board has 65 squares"),
        (&START.replace("OX", "OZ"), "'Z' is not a square"),
        (&START.replace(" X", " Z"), "'Z' is not a side"),
        (&START.replace(" X", " XO"), "'XO' is not a side"),
        (&format!("{START}; {START}"), "is not a side"),
        (&START.replace(' ', "\n"), "does not say who is to move"),
    ] {
        let error = Othello::START.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(fault), "'{text}' gives '{error}'");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn moves_are_read_in_any_case_and_bad_ones_refused() {
    let start = Othello::START;
    assert_eq!(start.parse_move("F5"), start.parse_move("f5"));
    for text in ["", "f", "f9", "i5", "55", "f5d6", "f5 d6", "passe", "ß5"] {
        let error = start.parse_move(text).unwrap_err().to_string();
        assert!(error.contains("is not a move; write a square such as f5"), "'{text}' gives '{error}'");
    }
    assert_eq!(
        start.parse_move("a1").unwrap_err().to_string(),
        "'a1' is not a legal move here; legal are d3 c4 f5 e6"
    );
    assert!(start.parse_move("pass").is_err());
    let stuck = position(&format!("XO{} O", "-".repeat(62)));
    for text in ["pass", "PASS", "pa", "PA", "ps", "--"] {
        assert_eq!(stuck.parse_move(text), Ok(Move::PASS), "{text}");
    }
}

#[test]
fn transcripts_are_read_with_or_without_spaces_and_passes() {
    assert_eq!(after("f5d6c3"), after("f5 d6 c3"));
    assert_eq!(after("F5d6 C3\n"), after("f5 d6 c3"));
    let stuck = position(&format!("XO{} O", "-".repeat(62)));
    for text in ["c1", "pass c1", "passc1", "PAc1", "--C1"] {
        assert_eq!(written(&stuck, &stuck.parse_moves(text).unwrap()), "pass c1", "{text}");
    }
    assert_eq!(stuck.parse_moves(""), Ok(vec![]));
    let error = |text| Othello::START.parse_moves(text).unwrap_err().to_string();
    assert_eq!(error("f5 f5"), "move 2: 'f5' is not a legal move here; legal are f4 d6 f6");
    assert_eq!(error("f5pass"), "move 2: 'pass' is not a legal move here; legal are f4 d6 f6");
    assert_eq!(error("f5 d6x"), "move 3: 'x' is not a move; write a square such as f5, or pass");
}

#[test]
fn transcripts_of_whole_games_without_passes_are_completed() {
    let mut passes = 0;
    for seed in 0..200 {
        let mut random = Random::keyed(&[seed]);
        let mut game = Othello::START;
        let mut played = Vec::new();
        while game.outcome().is_none() {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mv = moves[random.below(moves.len())];
            game.make(mv);
            played.push(mv);
        }
        let transcript: String =
            played.iter().filter(|&&mv| mv != Move::PASS).map(|&mv| game.move_text(mv)).collect();
        assert_eq!(Othello::START.parse_moves(&transcript), Ok(played.clone()));
        passes += played.iter().filter(|&&mv| mv == Move::PASS).count();
    }
    assert!(passes > 0);
}

#[test]
fn the_diagram_shows_the_board_and_who_is_to_move() {
    let lines = [
        "  a b c d e f g h",
        "1 - - - - - - - - 1",
        "2 - - - - - - - - 2",
        "3 - - - . - - - - 3",
        "4 - - . O X - - - 4",
        "5 - - - X O . - - 5",
        "6 - - - - . - - - 6",
        "7 - - - - - - - - 7",
        "8 - - - - - - - - 8",
        "  a b c d e f g h",
        "Black (X) 2, White (O) 2; Black to move",
    ];
    assert_eq!(Othello::START.diagram().lines().collect::<Vec<_>>(), lines);
    assert!(after("f5d6c5f4e7f6g5e6e3").diagram().ends_with("Black has won by 64\n"));
    assert!(position(&format!("XO{} O", "-".repeat(62))).diagram().ends_with("White must pass\n"));
}

#[test]
fn evaluations_are_found_by_name() {
    struct Name;
    impl EvaluationVisitor<Othello> for Name {
        type Output = &'static str;
        fn visit<E: cutfirst::evaluation::Evaluation<Othello>>(self, _: E) -> &'static str {
            std::any::type_name::<E>().rsplit("::").next().unwrap_or_default()
        }
    }
    for choice in Othello::INFO.evaluations {
        let name = Othello::with_evaluation(choice.name, Name).unwrap();
        assert_eq!(name.to_lowercase(), choice.name);
    }
    assert_eq!(
        Othello::with_evaluation("best", Name).unwrap_err().to_string(),
        "unknown othello evaluation 'best'; choose discs, mobility or play"
    );
}

fn mutate(text: &str, at: usize, with: char) -> String {
    text.chars().enumerate().map(|(i, c)| if i == at { with } else { c }).collect()
}

proptest! {
    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survive(&Othello::START, &text);
    }

    #[test]
    fn text_of_the_right_letters_is_survived(text in "([a-hA-H][1-8]|pass|PA|ps|--|[XO*.; -]){0,70}") {
        survive(&Othello::START, &text);
    }

    #[test]
    fn boards_of_the_right_form_are_survived(text in "[-XO]{64} [XO];?") {
        survive(&Othello::START, &text);
        prop_assert!(Othello::START.parse_position(&text).is_ok());
    }

    #[test]
    fn mutated_positions_are_survived(at in 0_usize..66, with in any::<char>(), cut in 0_usize..70) {
        survive(&Othello::START, &mutate(START, at, with));
        survive(&Othello::START, &START.chars().take(cut).collect::<String>());
    }
}
