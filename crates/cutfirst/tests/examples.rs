//! The examples do what they show.

use std::io::Cursor;
use std::time::Duration;

use cutfirst::{Conformance, Game, Limit, Player};

#[allow(dead_code, reason = "its main function is not called")]
#[path = "../examples/app.rs"]
mod app;
#[allow(dead_code, reason = "its main function is not called")]
#[path = "../examples/four_players.rs"]
mod four_players;

use app::connect_four::{self, ConnectFour, OpenLines};
use four_players::{Embers, Exits};

#[test]
fn connect_four_has_the_published_counts() {
    let counts = "1 7 \n 2 49 \n 3 343 \n 4 2401 \n 5 16807 \n 6 117649 \n 7 823536";
    Conformance::new(ConnectFour::default()).perft(counts).distinct_slots().evaluation(OpenLines).check();
}

/// Somebody who puts everything into one column, then into the next one, loses; what is not a column is asked again.
#[test]
fn connect_four_beats_somebody_who_does_not_look() {
    let typed = "0\nx\n1\n1\n1\n1\n1\n1\n1\n2\n2\n2\n2\n2\n2\n7\n7\n7\n7\n7\n7\n3\n3\n3\n5\n5\n6\n6\n4\n4\n"
        .repeat(3);
    let mut shown = Vec::new();
    let outcome = connect_four::play(Cursor::new(typed), &mut shown, &Limit::depth(6)).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("That is not a column with a free square."), "{shown}");
    assert_eq!(outcome.map(|outcome| outcome.result(Player(1))), Some(1), "{shown}");
}

#[test]
fn connect_four_ends_with_its_input() {
    let outcome = connect_four::play(Cursor::new("4\n"), Vec::new(), &Limit::depth(3)).unwrap();
    assert_eq!(outcome, None);
}

#[test]
fn four_kings_play_until_one_is_left() {
    Conformance::new(Embers::new()).perft("1 3 \n 2 9 \n 3 27 \n 4 81").evaluation(Exits).check();
    let outcome = four_players::play(&Limit::depth(2)).unwrap();
    assert_eq!(outcome.results().iter().sum::<i16>(), 0);
}

#[test]
fn an_app_plays_and_ponders_to_the_end() {
    let levels = ["novice".parse().unwrap(), "club".parse().unwrap()];
    let (game, _) = app::play(levels, Duration::from_millis(20)).unwrap();
    assert!(game.outcome().is_some());
}

/// Whatever the engine is doing, the stop button and the end of the app end it.
#[test]
fn an_app_stops_at_any_time() {
    let mut opponent = app::Opponent::new("champion".parse().unwrap()).unwrap();
    let game = ConnectFour::default();
    opponent.think(&game, Duration::from_secs(1000));
    opponent.move_now();
    while matches!(opponent.news(), Some(app::News::Line { .. })) {}
    opponent.ponder(&game);
    drop(opponent);
}
