//! Lines that a search has found, move by move.

use cutfirst::game::Player;
use cutfirst::notation::Notation;
use cutfirst::powers::OutOfTurn;
use cutfirst::search::Algorithm;

/// A line as text. In Best-Reply Search an opponent's reply is whoever's it can be.
#[must_use]
pub fn line_text<G: OutOfTurn + Notation>(game: &G, algorithm: Algorithm, line: &[G::Move]) -> Vec<String> {
    let mut texts = Vec::new();
    follow_line(game, algorithm, line, |game, mv, replier| {
        let text = game.move_text(mv);
        texts.push(match replier {
            Some(player) => format!("{}:{text}", player.0 + 1),
            None => text,
        });
    });
    texts
}

/// Plays a line and shows each move with the position before it; with more than two players in
/// Best-Reply Search also whose reply it is.
pub fn follow_line<G: OutOfTurn>(
    game: &G,
    algorithm: Algorithm,
    line: &[G::Move],
    mut see: impl FnMut(&G, G::Move, Option<Player>),
) {
    let mut game = game.clone();
    let (root, players) = (game.to_move(), game.players());
    let mut roots_turn = true;
    for &mv in line {
        let mut replier = None;
        if algorithm == Algorithm::BestReply {
            let Some(mover) = owner_of(&mut game, root, roots_turn, mv) else { break };
            game.set_turn(mover);
            roots_turn = mover != root;
            replier = Some(mover).filter(|_| players > 2 && mover != root);
        }
        see(&game, mv, replier);
        game.make(mv);
    }
}

/// Who plays `mv` in Best-Reply Search: the root player or, on the opponents' turn, the first of them
/// for whom it is legal. A side that cannot move is skipped.
fn owner_of<G: OutOfTurn>(game: &mut G, root: Player, roots_turn: bool, mv: G::Move) -> Option<Player> {
    let players = game.players();
    let mut moves = Vec::new();
    let mut can_play = |player: Player| {
        game.set_turn(player);
        moves.clear();
        game.moves(&mut moves);
        moves.contains(&mv)
    };
    let opponents = (1..players).map(|step| Player(((root.index() + step) % players) as u8));
    if roots_turn {
        std::iter::once(root).chain(opponents).find(|&player| can_play(player))
    } else {
        opponents.chain([root]).find(|&player| can_play(player))
    }
}
