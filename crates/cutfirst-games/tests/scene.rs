//! Boards as they are drawn: every piece and every move lies on cells that the board has.

use std::collections::HashSet;

use cutfirst::random::Random;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use cutfirst_games::setup::Setup;

struct Check {
    players: usize,
    variant: &'static str,
}

impl GameVisitor for Check {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let Self { players, variant } = self;
        let variant = Some(variant).filter(|text| !text.is_empty());
        let setup = Setup::new(&G::INFO, Some(players), variant).expect("a setup");
        let mut game = G::start(&setup).expect("a start");
        let geometry = game.geometry();
        let cells: HashSet<_> = geometry.cells.iter().map(|place| place.cell.clone()).collect();
        assert_eq!(cells.len(), geometry.cells.len(), "names are given once");
        for (index, place) in geometry.cells.iter().enumerate() {
            assert!(place.x >= 0.0 && place.y >= 0.0, "{place:?}");
            for other in &geometry.cells[..index] {
                let distance = (place.x - other.x).hypot(place.y - other.y);
                assert!(distance > 0.999, "{place:?} and {other:?} overlap");
            }
        }
        assert!(geometry.cells.iter().any(|place| place.x == 0.0) || G::INFO.name == "checkers");
        let mut random = Random::new(7);
        let mut legal = Vec::new();
        for _ in 0..200 {
            let scene = game.scene();
            let occupied: HashSet<_> = scene.cells.iter().map(|occupied| &occupied.cell).collect();
            assert_eq!(occupied.len(), scene.cells.len(), "a cell is listed once");
            assert!(occupied.iter().all(|cell| cells.contains(*cell)));
            assert!(scene.cells.iter().flat_map(|o| &o.stack).all(|&seat| usize::from(seat) < players));
            assert_eq!(game.tally().len(), players);
            legal.clear();
            game.moves(&mut legal);
            if let Some(outcome) = game.outcome() {
                assert!(game.outcome_text(&outcome).ends_with('.'));
                break;
            }
            let mut paths = HashSet::new();
            for &mv in &legal {
                let path = game.path(mv);
                for (place, cell) in path.iter().enumerate() {
                    let beside = place == 0 && matches!(cell.as_str(), "reserve" | "hand");
                    assert!(beside || cells.contains(cell), "{path:?}");
                }
                assert!(paths.insert(path), "a path belongs to one move: {}", game.move_text(mv));
            }
            let mv = legal[random.below(legal.len())];
            game.make(mv);
        }
    }
}

#[test]
fn pieces_and_paths_lie_on_the_board() {
    for info in GAMES {
        let names = info.variants.iter().map(|variant| variant.name);
        for variant in names.chain(info.variants.is_empty().then_some("")) {
            for &players in info.players {
                with_game(info.name, Check { players, variant }).expect("a game");
            }
        }
    }
    with_game("virus", Check { players: 4, variant: "size=8,adjacency=8" }).expect("a game");
}

/// Names, colours and sides as people know them.
#[test]
fn known_cells_are_where_they_belong() {
    struct Corner(&'static str);
    impl GameVisitor for Corner {
        type Output = (f64, f64);
        fn visit<G: BoardGame>(self) -> (f64, f64) {
            let setup = Setup::new(&G::INFO, None, None).expect("a setup");
            let geometry = G::start(&setup).expect("a start").geometry();
            let place = geometry.cells.into_iter().find(|place| place.cell == self.0).expect("the cell");
            (place.x, (place.y / 0.866).round())
        }
    }
    let at = |game, cell| with_game(game, Corner(cell)).expect("a game");
    assert_eq!(at("othello", "a1"), (0.0, 0.0));
    assert_eq!(at("othello", "h1"), (7.0, 0.0));
    assert_eq!(at("checkers", "1"), (1.0, 0.0));
    assert_eq!(at("virus", "a5"), (0.0, 0.0));
    assert_eq!(at("focus", "c8"), (2.0, 0.0));
    assert_eq!(at("chinese-checkers", "0"), (6.0, 0.0));
    assert_eq!(at("chinese-checkers", "10"), (0.0, 4.0));
    assert_eq!(at("abalone", "I9"), (6.0, 0.0));
    assert_eq!(at("abalone", "E1"), (0.0, 4.0));
}
