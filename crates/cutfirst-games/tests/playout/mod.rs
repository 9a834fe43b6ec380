//! Positions from seeded random games.

use cutfirst::random::Random;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::setup::Setup;

/// The start of a game.
pub(crate) fn start<G: BoardGame>(players: usize, variant: Option<&str>) -> G {
    let setup = Setup::new(&G::INFO, Some(players), variant).expect("a setup of this game");
    G::start(&setup).expect("a start of this game")
}

/// The position after `plies` random moves from `start`, or the last one before the game ends.
pub(crate) fn random_position<G: BoardGame>(start: &G, plies: usize, random: &mut Random) -> G {
    let mut game = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&mut moves);
        let mv = moves[random.below(moves.len())];
        let mut next = game.clone();
        next.make(mv);
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}
