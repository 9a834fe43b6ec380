//! Weights of patterns: files, refusals, and what is learned whatever the game is like.

#[allow(dead_code, reason = "its main function is not called")]
#[path = "../examples/learn_connect_four.rs"]
mod learn_connect_four;

use cutfirst::engine::{Searcher, SettingsError};
use cutfirst::evaluation::{Evaluation, NoEvaluation};
use cutfirst::ordering::MovePrior;
use cutfirst::patterns::learn::{
    Engines, LearnError, OwnEngines, Plan, PriorPlan, Trainer, judge, prior, train,
};
use cutfirst::patterns::{BASE, Corrected, Patterns, Weights};
use cutfirst::powers::Cells;
use cutfirst::testkit::check_cells;
use cutfirst::{Conformance, Engine, Game, Limit, NoPowers, Outcome, Player, Settings};
use learn_connect_four::ConnectFour;

fn small_plan<G: Cells>(game: &G) -> Plan {
    let mut plan = Plan::new(game);
    (plan.nodes_per_round, plan.nodes_per_move, plan.contest_games) = (300_000, 60, 20);
    plan
}

fn trainer(plan: Plan) -> Trainer<ConnectFour, OwnEngines<ConnectFour, NoEvaluation>> {
    let start = ConnectFour::default();
    let engines = OwnEngines { start: start.clone(), evaluation: NoEvaluation };
    Trainer::new(&start, engines, plan).unwrap()
}

#[test]
fn connect_four_tells_truly_of_its_cells() {
    let counts = "1 7 \n 2 49 \n 3 343 \n 4 2401 \n 5 16807 \n 6 117649 \n 7 823536";
    Conformance::new(ConnectFour::default()).perft(counts).distinct_slots().check();
    check_cells(&ConnectFour::default(), 40, 1).unwrap();
}

/// After a few seconds it beats a search that knows nothing.
#[test]
fn connect_four_is_learned() {
    let start = ConnectFour::default();
    let mut learned = learn_connect_four::learned(2, 5_000_000);
    let mut blind = Engine::new(&start, NoEvaluation, Settings::strongest_for(&start)).unwrap();
    let mut points = 0;
    for first in [0, 1, 2, 3, 4, 5, 6_u8] {
        for seat in [0, 1] {
            let mut game = start.clone();
            game.make(7 * first);
            while game.outcome().is_none() {
                let limit = Limit::depth(4);
                let best = if game.to_move().index() == seat {
                    learned.search(&game, &limit).unwrap().best
                } else {
                    blind.search(&game, &limit).unwrap().best
                };
                game.make(best);
            }
            points += game.outcome().unwrap().result(Player(seat as u8));
        }
    }
    assert!(points >= 4, "{points} more games won than lost, of 14");
}

#[test]
fn files_are_read_back() {
    let start = ConnectFour::default();
    let mut weights = train(&start, NoEvaluation, small_plan(&start), 1).unwrap();
    weights.set_note("game", "connect \"four\"");
    let bytes = weights.to_bytes();
    let again = Weights::from_bytes(&start, &bytes).unwrap();
    assert_eq!(again, weights);
    assert_eq!(again.note("game"), Some("connect \"four\""));
    assert_eq!(again.note("seed"), Some("0"));
    assert!(again.of_cell(0, 0, 1).is_finite());
}

/// Would rather be at the edge, where the game generates last.
#[derive(Clone)]
struct Edge;

impl Evaluation<ConnectFour> for Edge {
    type Accumulator = ();

    fn evaluate(&self, game: &ConnectFour, (): &(), player: Player) -> i32 {
        let own = |&cell: &usize| game.state(cell) == player.index() + 1;
        (0..game.cells()).filter(own).map(|cell| (cell / 6).abs_diff(3).pow(2) as i32).sum()
    }
}

fn prior_of_connect_four(seed: u64) -> MovePrior {
    let start = ConnectFour::default();
    let mut plan = PriorPlan::new(&start);
    (plan.seed, plan.nodes) = (seed, 300_000);
    prior(&start, &Edge, &plan).unwrap()
}

/// From a few searches an order already begins better than from nothing.
#[test]
fn a_learned_prior_saves_nodes() {
    let learned = prior_of_connect_four(1);
    assert_eq!(prior_of_connect_four(1).to_bytes(), learned.to_bytes());
    let order = |text: &str| Settings::strongest(2).with_table(1).with_order(text.parse().unwrap());
    let nodes = |settings: Settings| {
        let mut engine = Engine::new(&ConnectFour::default(), Edge, settings).unwrap();
        let mut nodes = 0.0;
        for (first, second) in (0..7).flat_map(|first| (0..7).map(move |second| (first, second))) {
            let mut game = ConnectFour::default();
            game.make(7 * first);
            game.make(7 * second + u8::from(first == second));
            engine.forget();
            nodes += (engine.search(&game, &Limit::depth(9)).unwrap().counts.total as f64).ln();
        }
        (nodes / 49.0).exp()
    };
    let (blind, knowing) = (nodes(order("tt+gravity")), nodes(order("tt+gravity").with_prior(learned)));
    assert!(knowing < 0.98 * blind, "{knowing:.0} nodes, {blind:.0} without");
}

#[test]
fn priors_of_others_are_refused_and_so_is_an_order_without_one() {
    let (start, learned) = (ConnectFour::default(), prior_of_connect_four(2));
    let bytes = learned.to_bytes();
    assert_eq!(MovePrior::from_bytes(&start, &bytes), Ok(learned.clone()));
    for length in 0..bytes.len() {
        let error = MovePrior::from_bytes(&start, &bytes[..length]).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.len() < 300, "{error}");
    }
    let weights = Weights::zero(&start).unwrap().to_bytes();
    let refused = |bytes: &[u8]| MovePrior::from_bytes(&start, bytes).unwrap_err().to_string();
    assert!(refused(&weights).contains("format"));
    let at = bytes.windows(12).position(|window| window == b"\"slots\":\"49\"").unwrap();
    let mut other = bytes.clone();
    other[at + 9] = b'5';
    assert_eq!(refused(&other), "the prior is for 59 slots, not 49");

    let settings = Settings::strongest(2).with_order("gravity:learned".parse().unwrap());
    let error = Engine::new(&start, NoEvaluation, settings.clone()).err().unwrap().to_string();
    assert!(error.contains("needs what was learned about this game's moves"), "{error}");
    // With the weights it comes along.
    let mut weights = Weights::zero(&start).unwrap();
    weights.set_prior(learned);
    let again = Weights::from_bytes(&start, &weights.to_bytes()).unwrap();
    assert_eq!(again, weights);
    assert!(Engine::new(&start, Patterns::new(&start, again).unwrap(), settings).is_ok());
}

#[test]
fn damaged_and_foreign_files_are_refused_in_one_line() {
    let start = ConnectFour::default();
    let weights = Weights::zero(&start).unwrap();
    let bytes = weights.to_bytes();
    let refused = |bytes: &[u8]| {
        let message = Weights::from_bytes(&start, bytes).unwrap_err().to_string();
        assert!(!message.contains('\n') && message.len() < 300, "{message}");
        message
    };
    for length in 0..bytes.len() {
        if length < 20 || length % 4999 == 0 || length + 1 == bytes.len() {
            refused(&bytes[..length]);
        }
    }
    assert!(refused(b"PK\x03\x04 something else").contains("no safetensors file"));
    let text = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    assert!(refused(&text("\"players\":\"2\"", "\"players\":\"3\"")).contains("players '3', not '2'"));
    assert!(refused(&text("patterns 1", "patterns 9")).contains("format"));
    assert!(refused(&text("\"I16\"", "\"F16\"")).contains("should be I16"));
    assert!(refused(&text("pattern.0", "pattern.x")).contains("'pattern.0' is missing"));
    assert!(refused(&text("\"patterns\":\"0 ", "\"patterns\":\"99")).contains("cells from 0 to 41"));
    // Any single byte may be wrong: what is read then is whole, or refused.
    for at in (0..bytes.len().min(3000)).step_by(7) {
        let mut bytes = bytes.clone();
        bytes[at] ^= [1, 0x20, 0x80][at % 3];
        let _ = Weights::from_bytes(&start, &bytes);
    }
}

#[test]
fn threads_and_stops_change_nothing() {
    let start = ConnectFour::default();
    let plan = small_plan(&start);
    let mut alone = trainer(plan.clone());
    let mut several = trainer(Plan::clone(&plan));
    let rounds = (0..2).map(|_| alone.round(&mut |_| true).unwrap()).collect::<Vec<_>>();
    // Another one on three threads is stopped in its first and its second round, and taken up each time.
    for _ in 0..2 {
        let mut left = 3;
        let stopped = several.round(&mut |_| {
            left -= 1;
            left > 0
        });
        assert_eq!(stopped.unwrap_err(), LearnError::Stopped);
        let mut plan = plan.clone();
        plan.threads = 3;
        let engines = OwnEngines { start: start.clone(), evaluation: NoEvaluation };
        several = Trainer::from_bytes(&start, engines, plan, &several.to_bytes()).unwrap();
        several.round(&mut |_| true).unwrap();
    }
    assert_eq!(several.rounds(), rounds);
    assert_eq!(several.weights().unwrap().to_bytes(), alone.weights().unwrap().to_bytes());
}

#[test]
fn the_state_of_another_training_is_refused() {
    let start = ConnectFour::default();
    let mut plan = small_plan(&start);
    let bytes = trainer(plan.clone()).to_bytes();
    plan.seed = 1;
    let again = |plan: &Plan, bytes: &[u8]| {
        let engines = OwnEngines { start: start.clone(), evaluation: NoEvaluation };
        Trainer::from_bytes(&start, engines, plan.clone(), bytes).map(|_| ()).unwrap_err().to_string()
    };
    assert!(again(&plan, &bytes).contains("another plan"));
    plan.seed = 0;
    assert!(again(&plan, &bytes[..bytes.len() - 1]).contains("cut off"));
    assert!(again(&plan, &Weights::zero(&start).unwrap().to_bytes()).contains("not the state of a training"));
    let mut older = bytes.clone();
    let name = b"cutfirst training ";
    let at = older.windows(name.len()).position(|window| window == name).unwrap() + name.len();
    older[at] = b'1';
    assert_eq!(again(&plan, &older), "the training was begun by another version of the program");
}

/// On a strip without symmetries, players put pieces of several kinds on the next free cell; who has put the most value on
/// good cells at the end wins.
#[derive(Clone, Debug, PartialEq)]
struct Strip<const PLAYERS: usize, const CELLS: usize, const KINDS: usize> {
    pieces: Vec<u8>,
}

impl<const PLAYERS: usize, const CELLS: usize, const KINDS: usize> Strip<PLAYERS, CELLS, KINDS> {
    fn start() -> Self {
        Self { pieces: Vec::new() }
    }
    fn worth(&self, player: usize) -> usize {
        let own = self.pieces.iter().enumerate().skip(player).step_by(PLAYERS);
        own.map(|(cell, &kind)| (usize::from(kind) * 7 + cell) % 5).sum()
    }
}

impl<const PLAYERS: usize, const CELLS: usize, const KINDS: usize> Game for Strip<PLAYERS, CELLS, KINDS> {
    type Move = u8;
    type Undo = ();
    type Powers = NoPowers;
    fn players(&self) -> usize {
        PLAYERS
    }
    fn to_move(&self) -> Player {
        Player((self.pieces.len() % PLAYERS) as u8)
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend(0..KINDS.min(4) as u8);
        }
    }
    fn make(&mut self, mv: u8) {
        let kind = (usize::from(mv) * 3 + self.pieces.len()) % KINDS;
        self.pieces.push(kind as u8);
    }
    fn unmake(&mut self, _mv: u8, (): ()) {
        self.pieces.pop();
    }
    fn outcome(&self) -> Option<Outcome> {
        let worth: Vec<_> = (0..PLAYERS).map(|player| self.worth(player)).collect();
        let most = worth.iter().max().copied();
        let winner = worth.iter().position(|&worth| Some(worth) == most)?;
        (self.pieces.len() == CELLS).then(|| Outcome::win(PLAYERS, Player(winner as u8)))
    }
    fn key(&self) -> u64 {
        self.pieces
            .iter()
            .fold(self.pieces.len() as u64, |key, &kind| cutfirst::zobrist::mix(key) ^ u64::from(kind))
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
    fn slots(&self) -> usize {
        4
    }
}

impl<const PLAYERS: usize, const CELLS: usize, const KINDS: usize> Cells for Strip<PLAYERS, CELLS, KINDS> {
    fn cells(&self) -> usize {
        CELLS
    }
    fn states(&self) -> usize {
        1 + KINDS * PLAYERS
    }
    fn state(&self, cell: usize) -> usize {
        self.pieces.get(cell).map_or(0, |&kind| 1 + usize::from(kind) * PLAYERS + cell % PLAYERS)
    }
    fn changes(&self, mv: u8, changed: &mut impl FnMut(usize, usize)) {
        let mut next = self.clone();
        next.make(mv);
        changed(self.pieces.len(), next.state(self.pieces.len()));
    }
    fn axes(&self) -> usize {
        1
    }
    fn next(&self, cell: usize, _axis: usize) -> Option<usize> {
        (cell + 1 < CELLS).then_some(cell + 1)
    }
}

fn learns<const PLAYERS: usize, const CELLS: usize, const KINDS: usize>() {
    let start = Strip::<PLAYERS, CELLS, KINDS>::start();
    check_cells(&start, 4, 1).unwrap();
    let mut plan = small_plan(&start);
    plan.most_plies = CELLS + 1;
    if PLAYERS > 2 {
        plan.settings =
            Settings::strongest(PLAYERS).with_table(1).with_algorithm(cutfirst::Algorithm::Paranoid);
        plan.settings.techniques.caches = false;
    }
    let engines = OwnEngines { start: start.clone(), evaluation: NoEvaluation };
    let mut trainer = Trainer::new(&start, engines, plan).unwrap();
    let round = trainer.round(&mut |_| true).unwrap();
    assert!(round.losses[1] < round.losses[0], "{round:?}");
    Patterns::new(&start, trainer.weights().unwrap()).unwrap();
}

#[test]
fn any_game_can_be_learned() {
    learns::<2, 12, 3>();
    learns::<3, 15, 2>();
    learns::<2, 200, 2>();
    learns::<2, 10, 40>();
}

/// How many pieces of the first kind a player has, less those of all others: half of the truth.
#[derive(Clone, Debug)]
struct Pieces;

impl<const PLAYERS: usize, const CELLS: usize, const KINDS: usize> Evaluation<Strip<PLAYERS, CELLS, KINDS>>
    for Pieces
{
    type Accumulator = ();

    fn evaluate(&self, game: &Strip<PLAYERS, CELLS, KINDS>, (): &(), player: Player) -> i32 {
        let own = |cell: usize| game.state(cell) % PLAYERS == (1 + player.index()) % PLAYERS;
        let put = (0..game.pieces.len()).filter(|&cell| game.state(cell) > 0 && own(cell));
        put.map(|cell| game.state(cell) as i32).sum()
    }
}

/// Engines whose students correct [`Pieces`].
struct Correcting<G>(G);

impl<G: Cells> Engines<G> for Correcting<G>
where
    Pieces: Evaluation<G>,
{
    fn teacher(&self, settings: &Settings) -> Result<Box<dyn Searcher<G>>, SettingsError> {
        Ok(Box::new(Engine::new(&self.0, Pieces, settings.clone())?))
    }

    fn student(
        &self,
        patterns: Patterns,
        settings: &Settings,
    ) -> Result<Box<dyn Searcher<G>>, SettingsError> {
        Ok(Box::new(Engine::new(&self.0, Corrected::new(Pieces, patterns), settings.clone())?))
    }

    fn judge(&self, game: &G, settings: &Settings) -> Option<i32> {
        Some(judge(game, &Pieces, settings))
    }
}

fn corrects<const PLAYERS: usize>() {
    type Of<const PLAYERS: usize> = Strip<PLAYERS, 12, 2>;
    let start = Of::<PLAYERS>::start();
    let mut plan = small_plan(&start);
    plan.most_plies = 13;
    if PLAYERS > 2 {
        plan.settings =
            Settings::strongest(PLAYERS).with_table(1).with_algorithm(cutfirst::Algorithm::Paranoid);
        plan.settings.techniques.caches = false;
    }
    let mut trainer = Trainer::new(&start, Correcting(start.clone()), plan.clone()).unwrap();
    let round = trainer.round(&mut |_| true).unwrap();
    assert!(round.losses[1] < round.losses[0], "{round:?}");
    let again = Trainer::from_bytes(&start, Correcting(start.clone()), plan, &trainer.to_bytes()).unwrap();
    assert_eq!(again.to_bytes(), trainer.to_bytes());
    let weights = trainer.weights().unwrap();
    assert!(weights.note(BASE).is_some(), "the weights say that they correct something");
    let read = Weights::from_bytes(&start, &weights.to_bytes()).unwrap();
    let value = |weights: Weights, mv: Option<usize>| {
        let corrected = Corrected::new(Pieces, Patterns::new(&start, weights).unwrap());
        let (mut game, mut legal) = (start.clone(), Vec::new());
        let mut kept = corrected.accumulate(&game);
        if let Some(mv) = mv {
            game.moves(&mut legal);
            corrected.apply(&mut kept, &game, legal[mv]);
            game.make(legal[mv]);
        }
        let fresh = corrected.evaluate(&game, &corrected.accumulate(&game), Player(0));
        assert_eq!(corrected.evaluate(&game, &kept, Player(0)), fresh);
        (fresh, Pieces.evaluate(&game, &(), Player(0)))
    };
    // Weights of zero correct nothing.
    let mut nothing = Weights::zero(&start).unwrap();
    nothing.set_note(BASE, "pieces");
    let (zero, pieces) = value(nothing, Some(1));
    assert_eq!(zero, pieces);
    assert_eq!(value(read, Some(1)).0, value(weights, Some(1)).0);
}

#[test]
fn an_evaluation_can_be_corrected() {
    corrects::<2>();
    corrects::<3>();
}
