//! Every evaluation keeps its contract, and every game tells truly of its cells, in seeded random games of every game, number of players and evaluation and of
//! a few variants.

mod playout;

use cutfirst::evaluation::Evaluation;
use cutfirst::random::Random;
use cutfirst::testkit::{Fault, check_cells, check_evaluation};
use cutfirst_games::board_game::{BoardGame, EvaluationVisitor};
use cutfirst_games::catalog::{GameVisitor, with_game};
use playout::{random_position, start};

/// How much of a game is checked.
#[derive(Clone, Copy)]
struct Plan {
    players: usize,
    variant: Option<&'static str>,
    /// How many random games, for each evaluation.
    games: usize,
}

/// How far into a game the other half of the random games begins.
const LATER: usize = 150;

impl GameVisitor for Plan {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let start: G = start(self.players, self.variant);
        let mut random = Random::keyed(&[self.players as u64, self.games as u64]);
        let later = random_position(&start, LATER, &mut random);
        for game in [&start, &later] {
            if let Err(fault) = check_cells(game, self.games.div_ceil(8), random.bits()) {
                panic!("{} {:?} of {} players: {fault}", G::INFO.name, self.variant, self.players);
            }
        }
        for evaluation in G::INFO.all_evaluations() {
            for game in [&start, &later] {
                let check = Check { start: game, games: self.games.div_ceil(2), seed: random.bits() };
                let result = G::with_evaluation(evaluation.name, check).expect("its own evaluation");
                if let Err(fault) = result {
                    let Self { players, variant, .. } = self;
                    panic!("{} {variant:?} of {players} players, {}: {fault}", G::INFO.name, evaluation.name);
                }
            }
        }
    }
}

struct Check<'a, G> {
    start: &'a G,
    games: usize,
    seed: u64,
}

impl<G: BoardGame> EvaluationVisitor<G> for Check<'_, G> {
    type Output = Result<(), Fault>;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> Result<(), Fault> {
        check_evaluation(self.start, &evaluation, self.games, self.seed)
    }
}

fn check(game: &str, plans: &[Plan]) {
    for &plan in plans {
        with_game(game, plan).expect("a game of the catalogue");
    }
}

const fn plan(players: usize, games: usize) -> Plan {
    Plan { players, variant: None, games }
}

const fn variant(variant: &'static str, players: usize, games: usize) -> Plan {
    Plan { players, variant: Some(variant), games }
}

#[test]
fn othello() {
    check("othello", &[plan(2, 40)]);
}

#[test]
fn checkers() {
    check("checkers", &[plan(2, 40), variant("relaxed,chains=complete", 2, 40), variant("english", 2, 100)]);
}

#[test]
fn focus() {
    check(
        "focus",
        &[
            plan(2, 10),
            plan(3, 6),
            plan(4, 6),
            variant("whole,captures=6", 2, 20),
            variant("whole", 3, 10),
            variant("whole,hand=reserve", 3, 10),
            variant("captures=3", 4, 10),
        ],
    );
}

#[test]
fn virus() {
    check(
        "virus",
        &[
            plan(2, 40),
            plan(3, 40),
            plan(4, 40),
            variant("size=3", 4, 20),
            variant("size=4,adjacency=8,target=any,end=full", 3, 40),
            variant("size=8,end=full", 2, 10),
        ],
    );
}

#[test]
fn chinese_checkers() {
    check(
        "chinese-checkers",
        &[
            plan(2, 6),
            plan(3, 4),
            plan(4, 4),
            plan(6, 2),
            variant("lock,no-foreign-rest,full-target", 3, 4),
            variant("full-target", 2, 4),
        ],
    );
}

#[test]
fn abalone() {
    check(
        "abalone",
        &[
            plan(2, 10),
            variant("alien", 2, 6),
            variant("belgian,eject=1", 2, 20),
            variant("domination", 2, 6),
        ],
    );
}
