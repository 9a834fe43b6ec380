use cutfirst::evaluation::Evaluation;
use cutfirst::notation::Notation;
use cutfirst::perft::{Finished, perft};
use cutfirst::powers::{Captures, MoveClasses, OutOfTurn, SlotMoves};
use cutfirst::random::Random;
use proptest::prelude::*;

use super::star::{COORDINATES, FIRST, ROWS, WIDTHS};
use super::*;
use crate::conform::{conform, start_of, survive};

/// A position by the holes of each player.
fn with_pieces(label: &str, pieces: &[&[usize]], turn: u8) -> ChineseCheckers {
    let mut game = start_of::<ChineseCheckers>(label);
    for (set, holes) in game.pieces.iter_mut().zip(pieces) {
        *set = holes.iter().fold(0, |set, hole| set | 1 << hole);
    }
    game.turn = Player(turn);
    // Through text, so that the position is one that can be set up.
    let text = game.completed().position_text();
    start_of::<ChineseCheckers>(label).parse_position(&text).unwrap()
}

const NORTH: [usize; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const SOUTH: [usize; 10] = [111, 112, 113, 114, 115, 116, 117, 118, 119, 120];

fn moves(game: &ChineseCheckers) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

fn destinations(game: &ChineseCheckers, from: usize) -> Vec<usize> {
    moves(game).iter().filter(|mv| usize::from(mv.from) == from).map(|mv| mv.to.into()).collect()
}

fn after(game: &ChineseCheckers, line: &str) -> ChineseCheckers {
    let mut game = game.clone();
    for mv in game.parse_moves(line).unwrap() {
        game.make(mv);
    }
    game
}

#[test]
fn conforms() {
    conform::<ChineseCheckers>(include_str!("perft.txt"), true);
}

/// Counts alone: random games under these rules are a part of the suite already.
#[test]
fn options_count_right() {
    for (label, counts) in [
        // A piece needs more than four plies to its target point.
        ("players=2 variant=lock", [14, 196, 4760, 115_600]),
        // By a second program that follows chains hop by hop on coordinates.
        ("players=2 variant=no-foreign-rest", [14, 196, 4648, 110_224]),
        ("players=3 variant=no-foreign-rest", [14, 196, 2744, 65_072]),
        ("players=6 variant=no-foreign-rest", [14, 197, 2772, 39_005]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            let mut start = start_of::<ChineseCheckers>(label);
            assert_eq!(perft(&mut start, depth, Finished::Ignored), count, "{label} {depth}");
        }
    }
}

#[test]
fn first_moves_and_their_order() {
    let game = start_of::<ChineseCheckers>("");
    let names: Vec<_> = moves(&game).into_iter().map(|mv| game.move_text(mv)).collect();
    let expected = "3-14 3-16 4-15 4-17 5-16 5-18 6-14 6-15 7-15 7-16 8-16 8-17 9-17 9-18";
    assert_eq!(names.join(" "), expected);
}

#[test]
fn seats_follow_the_number_of_players() {
    for (players, homes) in [(2, &[0, 3][..]), (3, &[0, 2, 4]), (4, &[0, 1, 3, 4]), (6, &[0, 1, 2, 3, 4, 5])]
    {
        let game = start_of::<ChineseCheckers>(&format!("players={players}"));
        for (player, &home) in Player::all(players).zip(homes) {
            assert_eq!(game.pieces(player), POINT[home]);
            assert_eq!(game.target(player), (home + 3) % 6);
        }
    }
    assert!(Setup::new(&ChineseCheckers::INFO, Some(5), None).is_err());
}

/// Every route hop by hop on coordinates, the moving piece lifted off the board.
fn slow_destinations(game: &ChineseCheckers, from: usize) -> Vec<usize> {
    let player = game.to_move();
    let (target, home) = (POINT[game.target(player)], POINT[game.home(player)]);
    let points = POINT.iter().fold(0, |all, point| all | point);
    let others = game.occupied & !(1 << from);
    let find = |row: i32, column: i32| COORDINATES.iter().position(|&at| at == (row, column));
    let is_locked = game.rules.lock && target >> from & 1 != 0;
    let enter = |hole: usize| others >> hole & 1 == 0 && (!is_locked || target >> hole & 1 != 0);
    let directions = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut found = std::collections::BTreeSet::new();
    let mut chains = vec![from];
    let mut visited = vec![from];
    while let Some(hole) = chains.pop() {
        let (row, column) = COORDINATES[hole];
        for (rows, columns) in directions {
            let next = find(row + rows, column + columns);
            if hole == from && next.is_some_and(enter) {
                found.extend(next);
            }
            let behind = find(row + 2 * rows, column + 2 * columns);
            if next.is_some_and(|next| others >> next & 1 != 0)
                && let Some(landing) = behind.filter(|&hole| enter(hole) && !visited.contains(&hole))
            {
                visited.push(landing);
                chains.push(landing);
                found.insert(landing);
            }
        }
    }
    let may_rest = |hole: &usize| !game.rules.no_foreign_rest || (points & !target & !home) >> *hole & 1 == 0;
    found.into_iter().filter(may_rest).collect()
}

#[test]
fn generation_agrees_with_a_slow_one() {
    for label in [
        "",
        "players=6",
        "players=3 variant=lock",
        "variant=lock,no-foreign-rest",
        "players=4 variant=no-foreign-rest",
    ] {
        let mut random = Random::keyed(&[5]);
        for _ in 0..20 {
            let mut game = start_of::<ChineseCheckers>(label);
            for _ in 0..100 {
                for from in holes_of(game.pieces(game.to_move())) {
                    assert_eq!(destinations(&game, from), slow_destinations(&game, from), "{game:?}");
                }
                let mut legal = moves(&game);
                // Forward moves only, mostly, so that the pieces meet and arrive.
                legal.sort_by_key(|&mv| game.class(mv));
                game.make(legal[random.below(legal.len().div_ceil(4))]);
                if game.outcome().is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn the_origin_can_be_passed_but_not_entered() {
    // Six pieces around the centre, 60: a piece in 60 hops outwards over each of them and back.
    let ring = [50, 51, 59, 61, 69, 70, 117, 118, 119, 120];
    let game = with_pieces("", &[&[60, 0, 1, 2, 3, 4, 5, 6, 7, 8], &ring], 0);
    assert_eq!(destinations(&game, 60), [39, 41, 58, 62, 79, 81]);
}

#[test]
fn ten_pieces_in_the_target_point_win_at_once() {
    let mut own = SOUTH;
    own[0] = 102;
    let game = with_pieces("", &[&own, &[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]], 0);
    assert_eq!(game.outcome(), None);
    let game = after(&game, "102-111");
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    assert!(moves(&game).is_empty());
    assert_eq!(game.to_move(), Player(1));
    assert!(game.diagram().ends_with("player 1 (0) has won\n"));
}

#[test]
fn a_blocked_target_point_wins_only_if_asked() {
    let mut own = SOUTH;
    own[9] = 60;
    let mut other = NORTH;
    other[0] = 120; // stays at home
    for turn in 0..2 {
        assert_eq!(with_pieces("", &[&own, &other], turn).outcome(), None);
        let game = with_pieces("variant=full-target", &[&own, &other], turn);
        assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    }
    assert_eq!(start_of::<ChineseCheckers>("variant=full-target").outcome(), None);
    // The opponent himself fills the point.
    own[0] = 61;
    other[1] = 102;
    let mut game = with_pieces("variant=full-target", &[&own, &other], 1);
    assert_eq!(game.outcome(), None);
    let mv = game.parse_move("102-111").unwrap();
    let undo = game.make(mv);
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    game.unmake(mv, undo);
    assert_eq!(game.outcome(), None);
}

#[test]
fn pieces_in_the_target_point_stay_only_if_locked() {
    let own = [111, 112, 113, 115, 116, 117, 118, 119, 120, 60];
    let other = [102, 104, 0, 1, 2, 3, 4, 5, 6, 7];
    let free = with_pieces("", &[&own, &other], 0);
    // A step, a hop out of the point over 104, and a hop inside it over 113.
    assert_eq!(destinations(&free, 112), [92, 103, 114]);
    let locked = with_pieces("variant=lock", &[&own, &other], 0);
    assert_eq!(destinations(&locked, 112), [114]);
    assert!(destinations(&locked, 60).len() > 1);
}

#[test]
fn foreign_points_are_passed_but_not_rested_in() {
    // From 43 over 44 to 45 in the north-east point, and over 55 out of it again to 64.
    let own = [43, 111, 112, 113, 114, 115, 116, 117, 118, 119];
    let other = [44, 55, 0, 1, 2, 3, 4, 5, 6, 7];
    let found = |label| destinations(&with_pieces(label, &[&own, &other], 0), 43);
    assert_eq!(found(""), [31, 32, 42, 45, 53, 54, 64]);
    assert_eq!(found("variant=no-foreign-rest"), [31, 42, 53, 54, 64]);
}

#[test]
fn of_two_that_have_arrived_the_last_mover_wins() {
    for (turn, winner) in [(0, 1), (1, 0)] {
        let game = with_pieces("", &[&SOUTH, &NORTH], turn);
        assert_eq!(game.outcome(), Some(Outcome::win(2, Player(winner))));
        assert!(moves(&game).is_empty());
    }
}

#[test]
fn whoever_is_stuck_passes() {
    // With the lock, nine pieces in the target and one walled in by step and hop.
    let own = [111, 112, 113, 114, 115, 116, 117, 118, 119, 0];
    let other = [1, 2, 3, 4, 5, 120, 20, 21, 22, 34];
    let game = with_pieces("variant=lock", &[&own, &other], 0);
    assert_eq!(moves(&game), [Move::PASS]);
    assert_eq!((game.slot(Move::PASS), game.slots()), (121 * 121, 121 * 121 + 1));
    assert_eq!(game.move_text(Move::PASS), "pass");
    assert_eq!(game.count_moves(&mut Vec::new()), 1);
    let next = after(&game, "PASS");
    assert_eq!(next.to_move(), Player(1));
    assert_eq!(next.pieces, game.pieces);
    let mut found = Vec::new();
    game.moves_in_slot(121 * 121, &mut found);
    next.moves_in_slot(121 * 121, &mut found);
    assert_eq!(found, [Move::PASS]);
    assert!(with_pieces("", &[&own, &other], 0).parse_move("pass").is_err());
}

#[test]
fn classes_count_the_steps_gained() {
    let game = start_of::<ChineseCheckers>("");
    let class = |text| game.class(game.parse_move(text).unwrap());
    assert_eq!((class("6-14"), class("3-14")), (15, 14));
    assert!(moves(&game).iter().all(|&mv| !game.is_capture(mv)));
    let mut captures = Vec::new();
    game.captures(&mut captures);
    assert!(captures.is_empty());
    let back = after(&game, "6-14 111-102");
    assert_eq!(back.class(back.parse_move("14-6").unwrap()), 17);
}

#[test]
fn the_key_and_the_end_are_kept_out_of_turn() {
    let mut own = SOUTH;
    own[0] = 102;
    let mut game = with_pieces("", &[&own, &[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]], 1);
    game.set_turn(Player(0));
    let game = after(&game, "102-111");
    assert_eq!(game.clone().completed(), game);
    assert!(game.outcome().is_some());
}

#[test]
fn sizes_are_pinned() {
    assert_eq!(size_of::<Move>(), 3);
    assert!(size_of::<ChineseCheckers>() <= 144);
}

#[test]
fn evaluations_of_worked_positions() {
    let start = start_of::<ChineseCheckers>("players=6");
    for player in Player::all(6) {
        let sums = Distance.accumulate(&start);
        assert_eq!(Distance.evaluate(&start, &sums, player), -(16 + 2 * 15 + 3 * 14 + 4 * 13));
        // Five for each of 140 steps, their squares, three for each of 14 half steps, and the tip.
        let squares = 16 * 16 + 2 * 15 * 15 + 3 * 14 * 14 + 4 * 13 * 13;
        let play = Play.accumulate(&start);
        assert_eq!(Play.evaluate(&start, &play, player), -(5 * 140 + squares + 3 * 14 + 12 * 16));
    }
    let over = with_pieces("", &[&SOUTH, &NORTH], 0);
    assert_eq!(Distance.evaluate(&over, &Distance.accumulate(&over), Player(0)), -20);
    let squares = 2 + 3 * 4 + 4 * 9;
    assert_eq!(
        Play.evaluate(&over, &Play.accumulate(&over), Player(1)),
        -(5 * 20 + squares + 3 * 14 + 12 * 3)
    );
}

#[test]
fn accumulators_follow_moves() {
    let mut game = start_of::<ChineseCheckers>("players=3");
    let mut random = Random::keyed(&[9]);
    let (mut distance, mut play) = (Distance.accumulate(&game), Play.accumulate(&game));
    for _ in 0..200 {
        let legal = moves(&game);
        for &mv in legal.iter().take(3) {
            let before = (distance, play);
            Distance.apply(&mut distance, &game, mv);
            Play.apply(&mut play, &game, mv);
            Distance.revert(&mut distance, &game, mv);
            Play.revert(&mut play, &game, mv);
            assert_eq!((distance, play), before);
        }
        let mv = legal[random.below(legal.len())];
        Distance.apply(&mut distance, &game, mv);
        Play.apply(&mut play, &game, mv);
        game.make(mv);
        assert_eq!((distance, play), (Distance.accumulate(&game), Play.accumulate(&game)));
    }
    Play.apply(&mut play, &game, Move::PASS);
    assert_eq!(play, Play.accumulate(&game));
}

/// Random games hardly ever get this far.
#[test]
fn evaluations_near_the_end() {
    let mut own = SOUTH;
    own[0] = 102;
    let far: [usize; 10] = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    let mut other = NORTH;
    other[0] = 120;
    let mut blocked = SOUTH;
    (blocked[9], blocked[0]) = (60, 61);
    other[1] = 102;
    for (label, pieces) in [
        ("", [&own, &far]),
        ("", [&blocked, &other]),
        ("variant=full-target", [&own, &far]),
        ("variant=full-target", [&blocked, &other]),
    ] {
        let game = with_pieces(label, &[pieces[0], pieces[1]], 0);
        assert_eq!(game.outcome(), None);
        cutfirst::testkit::check_evaluation(&game, &Distance, 20, 1).unwrap();
        cutfirst::testkit::check_evaluation(&game, &Play, 20, 1).unwrap();
    }
}

const START: &str = "0/00/000/0000/............./............/.........../........../........./\
                     ........../.........../............/............./1111/111/11/1 0";

#[test]
fn wrong_texts_are_explained() {
    let game = start_of::<ChineseCheckers>("");
    assert_eq!(game.position_text(), START);
    for (from, to, error) in [
        (" 0", "", "lacks the player to move"),
        ("0/00/", "0/", "has 16 rows; the star has 17, joined by '/'"),
        ("0/00/", "0/0/", "row 2 '0' has 1 holes, not 2"),
        ("0/00/", "0/0x/", "row 2 holds 'x'; a hole is '.' or the digit of a player, 0 to 1"),
        ("0/00/", "0/02/", "row 2 holds '2'; a hole is '.' or the digit of a player, 0 to 1"),
        ("0/00/", "0/0./", "player 0 has 9 pieces; each player has 10"),
        (" 0", " 2", "'2' is not a player to move; they are 0 to 1"),
    ] {
        let found = game.parse_position(&START.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(found.contains(error), "{found}");
    }
    for (text, error) in [
        ("6", "'6' is not a move; moves are two holes from 0 to 120 like 6-14, or pass"),
        ("6-121", "'6-121' is not a move"),
        ("+6-14", "'+6-14' is not a move"),
        ("0-1", "'0-1' is not a legal move here; legal are 3-14"),
        ("pass", "'pass' is not a legal move here"),
    ] {
        let found = game.parse_move(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn the_diagram_shows_the_star_with_hole_numbers() {
    let diagram = start_of::<ChineseCheckers>("").diagram();
    let lines: Vec<_> = diagram.lines().collect();
    assert_eq!(lines.len(), ROWS + 1);
    assert_eq!(lines[0], "  0              0                0");
    assert_eq!(lines[4], " 10  . . . . . . . . . . . . .   22");
    assert_eq!(lines[5], " 23   . . . . . . . . . . . .    34");
    assert_eq!(lines[17], "player 1 (0) to move");
}

/// The text of a position with ten pieces for each of two players in any holes.
fn scattered(holes: &[usize], turn: u8) -> String {
    let mut symbols = vec!['.'; HOLES];
    for (i, &hole) in holes.iter().enumerate() {
        symbols[hole] = if i % 2 == 0 { '0' } else { '1' };
    }
    let rows = (0..ROWS).map(|row| symbols[FIRST[row]..][..WIDTHS[row]].iter().collect::<String>());
    format!("{} {turn}", rows.collect::<Vec<_>>().join("/"))
}

proptest! {
    #[test]
    fn any_text_is_survived(text in ".*", like in "[0-2. /-]{0,60}", mv in "[0-9]{0,4}-[0-9]{0,4}") {
        let start = start_of::<ChineseCheckers>("");
        survive(&start, &text);
        survive(&start, &like);
        survive(&start, &mv);
    }

    #[test]
    fn near_positions_are_survived(at in 0..START.len(), symbol in "[0-2./ x]") {
        let start = start_of::<ChineseCheckers>("variant=full-target");
        let mut changed = START.to_owned();
        changed.replace_range(at..=at, &symbol);
        survive(&start, &changed);
    }

    #[test]
    fn scattered_positions_can_be_played(
        holes in Just((0..HOLES).collect::<Vec<_>>()).prop_shuffle(),
        turn in 0..2u8,
        label in prop::sample::select(&["", "variant=lock,no-foreign-rest,full-target"]),
    ) {
        let start = start_of::<ChineseCheckers>(label);
        let text = scattered(&holes[..20], turn);
        survive(&start, &text);
        let mut game = start.parse_position(&text).unwrap();
        for from in holes_of(game.pieces(Player(turn))) {
            prop_assert_eq!(destinations(&game, from), slow_destinations(&game, from));
        }
        for mv in moves(&game) {
            let before = game.clone();
            let undo = game.make(mv);
            prop_assert_eq!(&game.clone().completed(), &game);
            prop_assert!(Play.evaluate(&game, &Play.accumulate(&game), Player(turn)).abs() < 100_000);
            game.unmake(mv, undo);
            prop_assert_eq!(&game, &before);
        }
    }
}

#[test]
fn every_slot_is_safe_and_finds_its_move() {
    for label in ["", "players=3 variant=lock,no-foreign-rest"] {
        let mut game = start_of::<ChineseCheckers>(label);
        let mut random = Random::keyed(&[3]);
        for _ in 0..30 {
            let legal = moves(&game);
            let mut found = Vec::new();
            for slot in 0..game.slots() {
                game.moves_in_slot(slot, &mut found);
            }
            assert_eq!(found, legal);
            game.make(legal[random.below(legal.len())]);
        }
    }
}
