//! The rules on small positions, and everything at once against a slow generator by coordinates.

use std::collections::BTreeMap;

use cutfirst::notation::Notation;
use proptest::prelude::*;

use super::*;
use crate::conform::{conform, start_of};

#[test]
fn conforms() {
    conform::<Abalone>(include_str!("perft.txt"), true);
}

/// A position from the cells of both sides, Black to move, nothing lost.
pub(super) fn position(black: &str, white: &str) -> Abalone {
    let marbles = [black, white].map(|side| {
        side.split_whitespace().fold(0, |set, name| {
            let name = name.as_bytes();
            let cell = board::cell_at((name[0] - b'A') as i8, (name[1] - b'1') as i8);
            set | 1_u64 << cell.expect("a cell")
        })
    });
    Abalone::new(marbles, Player(0), [0, 0], 6)
}

/// What a legal move leaves, `None` if it is not legal.
fn after(black: &str, white: &str, mv: &str) -> Option<Abalone> {
    let mut game = position(black, white);
    let mv = game.parse_move(mv).ok()?;
    game.make(mv);
    game.set_turn(Player(0));
    Some(game)
}

fn legal_moves(game: &Abalone) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

#[test]
fn inline_moves_go_into_an_empty_cell() {
    assert_eq!(after("E5", "", "E5E6"), Some(position("E6", "")));
    assert_eq!(after("E5 E6", "", "E5E6"), Some(position("E6 E7", "")));
    assert_eq!(after("C3 D4 E5", "", "C3D4"), Some(position("D4 E5 F6", "")));
}

#[test]
fn a_run_of_four_cannot_move_from_its_rear() {
    assert_eq!(after("E3 E4 E5 E6", "", "E3E4"), None);
    assert_eq!(after("E3 E4 E5 E6", "", "E4E5"), Some(position("E3 E5 E6 E7", "")));
    assert_eq!(after("E3 E4 E5 E6", "E7", "E3E4"), None);
    assert_eq!(after("E3 E4 E5 E6", "E7", "E4E5"), Some(position("E3 E5 E6 E7", "E8")));
}

#[test]
fn more_marbles_push_fewer_into_an_empty_cell() {
    assert_eq!(after("E4 E5", "E6", "E4E5"), Some(position("E5 E6", "E7")));
    assert_eq!(after("E3 E4 E5", "E6", "E3E4"), Some(position("E4 E5 E6", "E7")));
    assert_eq!(after("E3 E4 E5", "E6 E7", "E3E4"), Some(position("E4 E5 E6", "E7 E8")));
    // The shorter rear part of a pushing line is no move of its own, but the front part is.
    assert_eq!(after("E3 E4 E5", "E6", "E4E5"), Some(position("E3 E5 E6", "E7")));
}

#[test]
fn equal_or_fewer_marbles_do_not_push() {
    assert_eq!(after("E5", "E6", "E5E6"), None);
    assert_eq!(after("E4 E5", "E6 E7", "E4E5"), None);
    assert_eq!(after("E2 E3 E4", "E5 E6 E7", "E2E3"), None);
    assert_eq!(after("E5", "E6 E7", "E5E6"), None);
    assert_eq!(after("E1 E2 E3 E4", "E5 E6 E7", "E1E2"), None);
    // Not off the board either.
    assert_eq!(after("E8", "E9", "E8E9"), None);
    assert_eq!(after("E6 E7", "E8 E9", "E6E7"), None);
    assert_eq!(after("E4 E5 E6", "E7 E8 E9", "E4E5"), None);
}

#[test]
fn a_push_is_blocked_by_what_stands_behind() {
    assert_eq!(after("E4 E5 E7", "E6", "E4E5"), None, "own marble behind one");
    assert_eq!(after("E3 E4 E5 E8", "E6 E7", "E3E4"), None, "own marble behind two");
    assert_eq!(after("E4 E5", "E6 E7", "E4E5"), None, "opposing marble behind one");
    assert_eq!(after("E3 E4 E5", "E6 E7 E8", "E3E4"), None, "opposing marble behind two");
    assert_eq!(after("E3 E4 E5", "E7", "E3E4"), Some(position("E4 E5 E6", "E7")), "a gap is no push");
}

#[test]
fn the_edge_takes_a_pushed_marble() {
    let ejected = |black, white, mv| {
        let game = after(black, white, mv)?;
        assert_eq!(game.lost, [0, 1]);
        Some(game.marbles)
    };
    let marbles = |black, white| Some(position(black, white).marbles);
    assert_eq!(ejected("E7 E8", "E9", "E7E8"), marbles("E8 E9", ""));
    assert_eq!(ejected("E6 E7 E8", "E9", "E6E7"), marbles("E7 E8 E9", ""));
    assert_eq!(ejected("E5 E6 E7", "E8 E9", "E5E6"), marbles("E6 E7 E8", "E9"));
    // All six directions, over edges and corners.
    assert_eq!(ejected("A3 A2", "A1", "A3A2"), marbles("A2 A1", ""));
    assert_eq!(ejected("G7 H8", "I9", "G7H8"), marbles("H8 I9", ""));
    assert_eq!(ejected("C3 B2", "A1", "C3B2"), marbles("B2 A1", ""));
    assert_eq!(ejected("G5 H5", "I5", "G5H5"), marbles("H5 I5", ""));
    assert_eq!(ejected("C5 B5", "A5", "C5B5"), marbles("B5 A5", ""));
    assert_eq!(ejected("B4 B5", "B6", "B4B5"), marbles("B5 B6", ""));
}

#[test]
fn own_marbles_stay_on_the_board() {
    for mv in ["E9E1", "E9F2", "E8E9", "E7E8"] {
        assert_eq!(after("E7 E8 E9", "", mv), None, "{mv}");
    }
    // A corner marble has three moves.
    assert_eq!(legal_moves(&position("A1", "")).len(), 3);
    assert_eq!(legal_moves(&position("E5", "")).len(), 6);
}

#[test]
fn broadsides_need_every_cell_empty() {
    assert_eq!(after("C3 C4", "", "C3C4D3"), Some(position("D3 D4", "")));
    assert_eq!(after("C3 C4 C5", "", "C3C5D4"), Some(position("D4 D5 D6", "")));
    assert_eq!(after("C3 C4 C5", "D5", "C3C5D4"), None, "no pushing sideways");
    assert_eq!(after("C3 C4 C5 D6", "", "C3C5D4"), None, "blocked by an own marble");
    assert_eq!(after("C3 C5", "", "C3C5D4"), None, "a gap in the line");
    assert_eq!(after("C3 C5", "C4", "C3C5D4"), None, "not a line of one colour");
    assert_eq!(after("A1 A2", "", "A1A2B2"), Some(position("B2 B3", "")));
    assert_eq!(after("C3 C4 C5 C6", "", "C3C6D4"), None, "four marbles");
    assert_eq!(after("E9 F9", "", "E9F9D9"), None, "along the line is not broadside");
}

#[test]
fn broadsides_stay_on_the_board() {
    let game = position("A1 A2", "");
    let texts: Vec<_> = legal_moves(&game).into_iter().map(|mv| game.move_text(mv)).collect();
    assert_eq!(texts, ["A1A2", "A1B2", "A1A2B2", "A1B1", "A1A2B1", "A2A3", "A2B3", "A2B2"]);
}

#[test]
fn moves_come_in_the_documented_order() {
    let game = position("E5 E6 F5", "F6 G7");
    let texts: Vec<_> = legal_moves(&game).into_iter().map(|mv| game.move_text(mv)).collect();
    let expected = [
        "E5E6", "E5E4", "E5F5E4", "E5D4", "E5E6D4", "E5F5D4", "E5F5", "E5D5", "E5E6D5", // E5
        "E6E7", "E6E5", "E6F7", "E6D5", "E6D6", // E6
        "F5F4", "F5G6", "F5E4", "F5G5", "F5E5", // F5
    ];
    assert_eq!(texts, expected);
}

#[test]
fn classes_captures_and_pushes_are_read_off_the_move() {
    let game = position("E6 E7 E8 A1 A2", "E9 A3");
    let find = |text| game.parse_move(text).unwrap();
    let facts = |text| {
        let mv = find(text);
        (mv.marbles(), mv.pushed(), game.is_capture(mv), game.class(mv))
    };
    assert_eq!(facts("E6E7"), (3, 1, true, 0));
    assert_eq!(facts("E7E8"), (2, 1, true, 4));
    assert_eq!(facts("A1A2"), (2, 1, false, 5));
    assert_eq!(facts("E8E7"), (3, 0, false, 2));
    assert_eq!(facts("E6E8D6"), (3, 0, false, 3));
    assert_eq!(facts("E6E7D6"), (2, 0, false, 7));
    assert_eq!(facts("A1B1"), (1, 0, false, 8));
}

#[test]
fn enough_ejections_win() {
    let near = "...../....../......./......../......@@O/......../......./....../..... @ 3 5";
    let mut game = start_of::<Abalone>("").parse_position(near).unwrap();
    assert_eq!(game.outcome(), None);
    let mv = game.parse_move("E7E8").unwrap();
    game.make(mv);
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    assert_eq!((legal_moves(&game).len(), game.count_moves(&mut Vec::new())), (0, 0));
    game.set_turn(Player(0));
    assert_eq!(legal_moves(&game), [], "not out of turn either");
    assert_eq!(start_of::<Abalone>("variant=eject=14").parse_position(near).unwrap().outcome(), None);
}

#[test]
fn a_player_without_a_move_loses() {
    let start = start_of::<Abalone>("");
    let no_marbles = "...../....../......./......../....@..../......../......./....../..... O 0 0";
    let game = start.parse_position(no_marbles).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(0))));
    // A corner marble hemmed in by three; White still moves.
    let hemmed = "...../....../......./......../........./......../......./OO..../@O... @ 0 0";
    let mut game = start.parse_position(hemmed).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::win(2, Player(1))));
    game.set_turn(Player(1));
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_player_whose_only_moves_are_pushes_can_move() {
    // Black in the corner faces White everywhere, but two against one along row A.
    let game = position("A1 A2", "A3 B1 B2 B3");
    assert_eq!(legal_moves(&game).iter().map(|&mv| game.move_text(mv)).collect::<Vec<_>>(), ["A1A2"]);
    assert_eq!(game.outcome(), None);
}

#[test]
fn every_variant_starts_with_fourteen_a_side() {
    for variant in Abalone::INFO.variants {
        let game = start_of::<Abalone>(&format!("variant={}", variant.name));
        assert_eq!(game.marbles.map(u64::count_ones), [14; 2], "{}", variant.name);
        assert_eq!(game.marbles[0] & game.marbles[1], 0);
        assert_eq!((game.turn, game.eject), (Player(0), 6));
    }
    assert!(Setup::new(&Abalone::INFO, None, Some("eject=15")).is_err());
    assert!(Setup::new(&Abalone::INFO, Some(3), None).is_err());
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Abalone>() <= 32);
}

/// The rules once more, by coordinates: each legal move text with what it pushes and ejects.
fn slow_moves(game: &Abalone) -> BTreeMap<String, (usize, usize, bool)> {
    const STEPS: [(i8, i8); 6] = [(0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0)];
    let at = |(row, diagonal): (i8, i8)| {
        let cell = board::cell_at(row, diagonal)?;
        let side = game.marbles.iter().position(|&set| board::has(set, cell));
        Some(side.map_or('.', |side| if side == game.turn.index() { 'm' } else { 't' }))
    };
    let go = |(row, diagonal): (i8, i8), (up, right): (i8, i8), count: i8| {
        (row + up * count, diagonal + right * count)
    };
    let name = |(row, diagonal): (i8, i8)| format!("{}{}", (b'A' + row as u8) as char, diagonal + 1);
    let mut moves = BTreeMap::new();
    for from in (0..9).flat_map(|row| (0..9).map(move |diagonal| (row, diagonal))) {
        for step in STEPS {
            for marbles in 1..=3 {
                if (0..marbles).any(|place| at(go(from, step, place)) != Some('m')) {
                    continue;
                }
                let beyond: Vec<_> = (0..3).map(|place| at(go(from, step, marbles + place))).collect();
                let found = match (&beyond[..], marbles) {
                    ([Some('.'), ..], _) => Some((0, false)),
                    ([Some('t'), Some('.'), ..], 2..) => Some((1, false)),
                    ([Some('t'), None, ..], 2..) => Some((1, true)),
                    ([Some('t'), Some('t'), Some('.')], 3) => Some((2, false)),
                    ([Some('t'), Some('t'), None], 3) => Some((2, true)),
                    _ => None,
                };
                if let Some((pushed, ejects)) = found {
                    let text = name(from) + &name(go(from, step, 1));
                    assert_eq!(moves.insert(text, (marbles as usize, pushed, ejects)), None);
                }
            }
            for line in [(0, 1), (1, 1), (1, 0)] {
                for marbles in 2..=3 {
                    let cells: Vec<_> = (0..marbles).map(|place| go(from, line, place)).collect();
                    let parallel = line == step || line == (-step.0, -step.1);
                    let free =
                        cells.iter().all(|&cell| at(cell) == Some('m') && at(go(cell, step, 1)) == Some('.'));
                    if free && !parallel {
                        let text = name(from) + &name(cells[marbles as usize - 1]) + &name(go(from, step, 1));
                        moves.insert(text, (marbles as usize, 0, false));
                    }
                }
            }
        }
    }
    moves
}

/// Up to fourteen marbles a side, often nearly that many, so that there is much to push.
pub(super) fn any_position() -> impl Strategy<Value = Abalone> {
    let cells = proptest::collection::vec((0..CELLS, 0..3_usize), 0..60);
    (cells, 0..2_u8).prop_map(|(cells, turn)| {
        let mut marbles = [0_u64; 2];
        for (cell, side) in cells {
            let taken = board::has(marbles[0] | marbles[1], cell);
            if side < 2 && !taken && marbles[side].count_ones() < 14 {
                marbles[side] |= 1 << cell;
            }
        }
        Abalone::new(marbles, Player(turn), [0, 0], 6)
    })
}

proptest! {
    #[test]
    fn agrees_with_the_slow_generator(game in any_position()) {
        let moves = legal_moves(&game);
        let fast: BTreeMap<_, _> = moves
            .iter()
            .map(|&mv| (game.move_text(mv), (mv.marbles(), mv.pushed(), mv.ejects())))
            .collect();
        prop_assert_eq!(&fast, &slow_moves(&game));
        prop_assert_eq!(fast.len(), moves.len());
        prop_assert_eq!(game.count_moves(&mut Vec::new()), moves.len() as u64);
        prop_assert_eq!(game.outcome().is_some(), moves.is_empty());
        let mut captures = Vec::new();
        game.captures(&mut captures);
        let ejecting: Vec<_> = moves.iter().copied().filter(|mv| mv.ejects()).collect();
        prop_assert_eq!(captures, ejecting);
        let mut by_slot = Vec::new();
        for slot in 0..game.slots() {
            game.moves_in_slot(slot, &mut by_slot);
        }
        let mut sorted = moves;
        sorted.sort_by_key(|mv| mv.slot());
        prop_assert_eq!(by_slot, sorted);
    }
}
