//! An engine that is told of the game's past does not come back to it while it is not behind, and finds the best of
//! the other moves.

mod playout;

use cutfirst::engine::{Searcher, Settings};
use cutfirst::evaluation::Evaluation;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::{BoardGame, EvaluationVisitor};
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use playout::{random_position, start};

const DEPTH: u32 = 3;

/// What the player to move has more than the other one.
struct Ahead<'a, G>(&'a G);

impl<G: BoardGame> EvaluationVisitor<G> for Ahead<'_, G> {
    type Output = i32;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> i32 {
        let accumulator = evaluation.accumulate(self.0);
        let mover = self.0.to_move();
        let value = |player| evaluation.evaluate(self.0, &accumulator, player);
        value(mover) - value(mover.next(2))
    }
}

fn engine<G: BoardGame>(game: &G, avoid_repeats: bool) -> Box<dyn Searcher<G>> {
    let settings = Settings { avoid_repeats, ..Settings::strongest(2) }.with_table(1);
    game.engine("play", settings).expect("settings for every game")
}

fn key_after<G: BoardGame>(game: &G, mv: G::Move) -> u64 {
    let mut after = game.clone();
    after.make(mv);
    after.key()
}

/// Gives how often a move was avoided and how often not.
struct Check;

impl GameVisitor for Check {
    type Output = [usize; 2];

    fn visit<G: BoardGame>(self) -> [usize; 2] {
        let start: G = start(2, None);
        let mut random = Random::new(1);
        let mut seen = [0; 2];
        for plies in 4..44 {
            let game = random_position(&start, plies, &mut random);
            let mut legal = Vec::new();
            game.moves(&mut legal);
            if legal.len() == 1 {
                continue;
            }
            let limit = Limit::depth(DEPTH);
            let free = engine(&game, true).search(&game, &limit).unwrap();
            let past = [key_after(&game, free.best)];
            let mut told = engine(&game, true);
            told.begin_turn(&past);
            let report = told.search(&game, &limit).unwrap();
            let is_behind = G::with_evaluation("play", Ahead(&game)).unwrap() < 0;
            seen[usize::from(is_behind)] += 1;
            let what = format!("{} '{}'", G::INFO.name, game.position_text());
            if is_behind {
                assert_eq!(report.best, free.best, "{what}");
                continue;
            }
            assert_ne!(key_after(&game, report.best), past[0], "{what}");
            let scores = engine(&game, true).score_moves(&game, DEPTH).unwrap();
            let others = scores.iter().filter(|(mv, _)| key_after(&game, *mv) != past[0]);
            if let Some(best) = others.map(|&(_, score)| score).max() {
                assert_eq!(report.line().score, best, "{what}");
            }
            // Where every move is a repetition, or nobody minds, all are searched.
            let everywhere: Vec<_> = legal.iter().map(|&mv| key_after(&game, mv)).collect();
            for (avoids, past) in [(true, &everywhere[..]), (false, &past[..])] {
                let mut told = engine(&game, avoids);
                told.begin_turn(past);
                assert_eq!(told.search(&game, &limit).unwrap().line().score, free.line().score, "{what}");
            }
        }
        seen
    }
}

#[test]
fn who_is_not_behind_does_not_go_back() {
    let mut seen = [0; 2];
    for game in GAMES.iter().filter(|game| game.players.contains(&2)) {
        let of_game = with_game(game.name, Check).unwrap();
        (0..2).for_each(|index| seen[index] += of_game[index]);
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}
