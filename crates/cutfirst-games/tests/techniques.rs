//! What the techniques promise, and no more than that: the test names say what holds.

mod playout;
mod positions;

use cutfirst::engine::{Engine, Settings};
use cutfirst::notation::Notation;
use cutfirst::search::{Algorithm, FINISHED, Limit, WIN};
use cutfirst_games::virus::{Territory, Virus};
use playout::start;
use positions::{Games, Position, everywhere};

/// The algorithms that have techniques, but for Paranoid, in whose trees sides do not alternate.
fn algorithms(players: usize) -> &'static [Algorithm] {
    match players {
        2 => &[Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::BestReply],
        _ => &[Algorithm::BestReply],
    }
}

/// A search without table, deepening or order; `techniques` as words.
fn plain(position: &dyn Position, algorithm: Algorithm, techniques: &str) -> Settings {
    let techniques = techniques.parse().expect("techniques");
    Settings::plain(position.players()).with_algorithm(algorithm).with_techniques(techniques)
}

/// Runs with every algorithm and position.
fn for_all(positions: &[Box<dyn Position>], mut check: impl FnMut(&dyn Position, Algorithm)) {
    for position in positions {
        for &algorithm in algorithms(position.players()) {
            check(position.as_ref(), algorithm);
        }
    }
}

/// Positions so early that no game ends within a few plies.
fn openings() -> Vec<Box<dyn Position>> {
    everywhere(4, 6)
}

/// Positions in which wins and losses are in sight.
fn endings(positions: usize) -> Vec<Box<dyn Position>> {
    let of = |game, variant, positions, plies| Games { players: 2, variant, positions, plies }.of(game);
    let mut all = of("checkers", Some("english"), positions, (30, 90));
    all.extend(of("othello", None, positions, (50, 60)));
    all.extend(of("virus", None, positions, (30, 70)));
    all.extend(of("abalone", Some("belgian,eject=1"), 2, (20, 80)));
    all
}

/// How deep endings are searched in a moment.
fn deep(position: &dyn Position) -> u32 {
    if position.name().starts_with("abalone") { 4 } else { 6 }
}

fn is_proven(score: i32) -> bool {
    score.abs() > FINISHED
}

const WIDEST: [&str; 2] = ["clip=linear:100000000", "clip=100000000/100000000/100000000"];

#[test]
fn the_widest_clip_changes_neither_value_nor_nodes_while_no_game_ends() {
    for_all(&openings(), |position, algorithm| {
        for depth in 1..=3 {
            let exact = position.search(&plain(position, algorithm, ""), depth);
            for clip in WIDEST {
                let found = position.search(&plain(position, algorithm, clip), depth);
                assert_eq!(found, exact, "{algorithm}, {clip}, depth {depth}, {}", position.name());
            }
        }
    });
}

/// A finished game lies outside even the widest window, so that the first win found is good enough.
#[test]
fn the_widest_clip_changes_no_value_but_the_distance_of_a_win_or_loss() {
    for_all(&endings(20), |position, algorithm| {
        let depth = deep(position) - 1;
        let exact = position.search(&plain(position, algorithm, ""), depth).score;
        let found = position.search(&plain(position, algorithm, WIDEST[0]), depth).score;
        let same = if is_proven(exact) {
            is_proven(found) && found.signum() == exact.signum()
        } else {
            found == exact
        };
        assert!(same, "{algorithm} finds {found} instead of {exact}: {}", position.name());
    });
}

/// The window of a node right below the root is cut down to its evaluation. Moves are left out after which an opponent
/// could end the game: what a finished game is worth is not cut down.
#[test]
fn a_clip_of_zero_makes_every_depth_a_choice_by_evaluation_after_one_ply() {
    let positions: Vec<_> = everywhere(6, 60).into_iter().chain(endings(20)).collect();
    let mut compared = 0;
    for_all(&positions, |position, algorithm| {
        let by_evaluation = position.scores(&plain(position, algorithm, ""), 1);
        let best = position.search(&plain(position, algorithm, ""), 1).score;
        let lets_end = position.lets_the_game_end();
        for depth in 1..=4 {
            let clipped = plain(position, algorithm, "clip=linear:0");
            let scores = position.scores(&clipped, depth);
            for ((score, expected), &lets_end) in scores.iter().zip(&by_evaluation).zip(&lets_end) {
                let what = format!("{algorithm}, depth {depth}, {}", position.name());
                assert!(lets_end || score == expected, "{score} instead of {expected}, {what}");
                compared += usize::from(!lets_end);
            }
            if !lets_end.contains(&true) {
                assert_eq!(position.search(&clipped, depth).score, best, "{algorithm}, {}", position.name());
            }
        }
    });
    assert!(compared > 10_000, "{compared}");
}

/// Calls `check` with what was searched, its depth, the exact score and the one found with null moves.
fn for_null_moves(mut check: impl FnMut(&str, u32, i32, i32)) {
    for (game, variant, positions, plies, depths) in [
        ("checkers", Some("english"), 120, (40, 110), 4..=8),
        ("othello", None, 60, (50, 60), 5..=8),
        ("abalone", Some("belgian,eject=1"), 1, (20, 80), 4..=4),
    ] {
        for position in (Games { players: 2, variant, positions, plies }).of(game) {
            let position = position.as_ref();
            for depth in depths.clone() {
                let exact = position.search(&plain(position, Algorithm::AlphaBeta, ""), depth).score;
                for reduction in 1..=3 {
                    for (algorithm, table) in [(Algorithm::AlphaBeta, 0), (Algorithm::Pvs, 1)] {
                        let settings = plain(position, algorithm, &format!("null-move={reduction}"));
                        let found = position.search(&settings.with_table(table), depth).score;
                        let name = position.name();
                        let what = format!("{algorithm}, depth {depth}, reduction {reduction}, {name}");
                        check(&what, depth, exact, found);
                    }
                }
            }
        }
    }
}

#[test]
fn null_moves_do_nothing_in_searches_of_up_to_three_plies() {
    let positions: Vec<_> = openings().into_iter().chain(endings(10)).collect();
    for position in positions.iter().filter(|position| position.players() == 2) {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
            for depth in 1..=3 {
                let exact = position.search(&plain(position.as_ref(), algorithm, ""), depth);
                let found = position.search(&plain(position.as_ref(), algorithm, "null-move=2"), depth);
                assert_eq!(found, exact, "{algorithm}, depth {depth}, {}", position.name());
            }
        }
    }
}

#[test]
fn a_win_or_loss_found_with_null_moves_is_one_and_no_further_than_it_says() {
    for_null_moves(|what, _, exact, found| {
        let sound = !is_proven(found) || exact.signum() == found.signum() && exact.abs() >= found.abs();
        assert!(sound, "{found} instead of {exact}: {what}");
    });
}

/// The other way round nothing is sure: verification looks one ply less far, and believes null moves below. What comes
/// with the last ply of a search is overlooked often, what comes before it seldom. Without verification, one in seven
/// of those counted here would be.
#[test]
fn null_moves_overlook_few_wins_and_losses_that_come_before_the_last_ply() {
    let (mut there, mut overlooked) = (0, Vec::new());
    for_null_moves(|what, depth, exact, found| {
        let distance = WIN - exact.abs();
        // Nearer ones are seen by any search.
        if is_proven(exact) && (3..depth as i32).contains(&distance) {
            there += 1;
            if found != exact {
                overlooked.push(format!("{found} instead of {exact}: {what}"));
            }
        }
    });
    let few = overlooked.len() * 16 <= there;
    assert!(few, "{} of {there} overlooked:\n{}", overlooked.len(), overlooked.join("\n"));
}

#[test]
fn the_widest_margin_of_sibling_prediction_changes_neither_value_nor_nodes_while_no_game_ends() {
    for_all(&openings(), |position, algorithm| {
        for depth in 1..=3 {
            let exact = position.search(&plain(position, algorithm, ""), depth);
            let found = position.search(&plain(position, algorithm, "sibling=1000000"), depth);
            assert_eq!(found, exact, "{algorithm}, depth {depth}, {}", position.name());
        }
    });
}

/// Up to two plies no node above the leaves has anything to be worse than, unless null windows give it something. Deeper down a node that is underrated may be
/// searched where it was cut off before, but on the whole nodes are saved.
#[test]
fn sibling_prediction_saves_nodes_from_three_plies_on() {
    let positions: Vec<_> = everywhere(4, 60).into_iter().chain(endings(10)).collect();
    let (mut all, mut searched) = (0, 0);
    for_all(&positions, |position, algorithm| {
        for depth in 1..=3 {
            let exact = position.search(&plain(position, algorithm, ""), depth).nodes;
            for sibling in ["sibling=0", "sibling=5"] {
                let nodes = position.search(&plain(position, algorithm, sibling), depth).nodes;
                if depth < 3 && algorithm != Algorithm::Pvs {
                    assert_eq!(nodes, exact, "{algorithm}, {sibling}, depth {depth}, {}", position.name());
                }
                all += exact;
                searched += nodes;
            }
        }
    });
    assert!(searched < all * 99 / 100, "{searched} of {all}");
}

/// The side that chooses right above the leaves may overlook its best move, never gain one.
#[test]
fn sibling_prediction_never_overrates_the_side_that_moves_last() {
    let positions: Vec<_> = everywhere(4, 60).into_iter().chain(endings(20)).collect();
    for_all(&positions, |position, algorithm| {
        for depth in 1..=3 {
            let exact = position.search(&plain(position, algorithm, ""), depth).score;
            for sibling in ["sibling=0", "sibling=5", "sibling=1000000"] {
                let found = position.search(&plain(position, algorithm, sibling), depth).score;
                let holds = if depth % 2 == 1 { found <= exact } else { found >= exact };
                let name = position.name();
                assert!(holds, "{algorithm}, {sibling}: {found} for {exact}, depth {depth}, {name}");
            }
        }
    });
}

#[test]
fn aspiration_windows_of_any_width_change_no_value() {
    let check = |position: &dyn Position, algorithm, depth| {
        let exact = position.search(&plain(position, algorithm, ""), depth).score;
        for width in [1, 7, 400, 1_000_000] {
            for table in [0, 1] {
                let settings = plain(position, algorithm, &format!("aspiration={width}"));
                let settings = settings.with_deepening(true).with_table(table);
                let found = position.search(&settings, depth).score;
                let name = position.name();
                assert_eq!(found, exact, "{algorithm}, width {width}, table {table}, depth {depth}, {name}");
            }
        }
    };
    for_all(&everywhere(3, 60), |position, algorithm| check(position, algorithm, 3));
    for_all(&endings(10), |position, algorithm| check(position, algorithm, deep(position) - 1));
}

/// Deepening ends when a tree has no leaf but finished games. That nothing had to be judged is not enough: a cache may know
/// what all leaves are worth from a depth before.
#[test]
fn what_a_cache_knows_is_not_the_end_of_the_game() {
    let start: Virus = start(2, Some("size=4,end=full"));
    let score = |game: &Virus, settings: Settings| {
        let mut engine = Engine::new(game, Territory, settings).expect("settings that fit");
        engine.search(game, &Limit::depth(7)).expect("a game that goes on").line().score
    };
    for (position, order, caches) in [
        ("1110/0100/0010/0... 1", "countermove+ads:mtf,limit=3,reply+ads:pos-2,mover", "caches"),
        (".110/.100/1010/0001 1", "gravity", "caches aspiration=29"),
    ] {
        let game = start.parse_position(position).expect("a position");
        let plain = Settings::plain(2).with_algorithm(Algorithm::Pvs);
        let exact = score(&game, plain.clone());
        let settings = plain.with_techniques(caches.parse().expect("techniques")).with_deepening(true);
        let found = score(&game, settings.with_order(order.parse().expect("an order")));
        assert_eq!(found, exact, "{position} by {order} with {caches}");
    }
}
