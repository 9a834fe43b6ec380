//! What it is worth to keep an engine from move to move: nodes and time to a depth over whole games, with one engine per
//! seat that lives as long as the game, and with one that begins every move with nothing. Both search the same positions, those
//! of the game that the kept engines play.
//!
//! `cargo bench -p cutfirst-games --bench kept`

use std::time::{Duration, Instant};

use cutfirst::engine::Searcher;
use cutfirst::random::Random;
use cutfirst::search::Limit;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::catalog::{GameVisitor, with_game};
use cutfirst_games::setup::Setup;

const GAMES: u64 = 4;
/// Random plies at the start of each game, and where it ends at the latest.
const OPENING: usize = 4;
const LONGEST: usize = 80;

/// Game, players, variant and depth.
const CASES: [(&str, usize, &str, u32); 9] = [
    ("othello", 2, "", 8),
    ("checkers", 2, "english", 10),
    ("focus", 2, "", 4),
    ("focus", 4, "", 3),
    ("virus", 2, "end=full", 9),
    ("virus", 4, "end=full", 6),
    ("chinese-checkers", 2, "full-target", 4),
    ("chinese-checkers", 3, "full-target", 3),
    ("abalone", 2, "", 5),
];

#[derive(Clone, Copy, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

impl Effort {
    fn search<G: BoardGame>(
        &mut self,
        engine: &mut dyn Searcher<G>,
        game: &G,
        past: &[u64],
        depth: u32,
    ) -> G::Move {
        let began = Instant::now();
        engine.begin_turn(past);
        let report = engine.search(game, &Limit::depth(depth)).expect("a game that goes on");
        self.nodes += report.counts.total;
        self.time += began.elapsed();
        report.best
    }
}

struct Play {
    players: usize,
    variant: &'static str,
    depth: u32,
}

impl GameVisitor for Play {
    type Output = (Effort, Effort, usize);

    fn visit<G: BoardGame>(self) -> Self::Output {
        let setup = Setup::new(&G::INFO, Some(self.players), Some(self.variant)).expect("a setup");
        let start = G::start(&setup).expect("a start");
        let build = || start.engine(G::INFO.plays_with, G::INFO.strongest(self.players)).expect("an engine");
        let (mut kept, mut fresh, mut searches) = (Effort::default(), Effort::default(), 0);
        let mut forgetful = build();
        for number in 0..GAMES {
            let mut random = Random::new(number);
            let mut engines: Vec<_> = (0..self.players).map(|_| build()).collect();
            let (mut game, mut past, mut legal) = (start.clone(), Vec::new(), Vec::new());
            for ply in 0..LONGEST {
                legal.clear();
                game.moves(&mut legal);
                if legal.is_empty() {
                    break;
                }
                past.push(game.key());
                let mv = if ply < OPENING {
                    legal[random.below(legal.len())]
                } else {
                    searches += 1;
                    forgetful.forget();
                    fresh.search(&mut *forgetful, &game, &past, self.depth);
                    kept.search(&mut *engines[game.to_move().index()], &game, &past, self.depth)
                };
                game.make(mv);
            }
        }
        (kept, fresh, searches)
    }
}

fn main() {
    println!("| game | depth | searches | nodes kept | nodes anew | kept/anew | time kept/anew |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (game, players, variant, depth) in CASES {
        let played = with_game(game, Play { players, variant, depth });
        let (kept, fresh, searches) = played.expect("a game by its name");
        println!(
            "| {game}, {players} players | {depth} | {searches} | {} | {} | {:.2} | {:.2} |",
            kept.nodes,
            fresh.nodes,
            kept.nodes as f64 / fresh.nodes as f64,
            kept.time.as_secs_f64() / fresh.time.as_secs_f64()
        );
    }
}
