//! Every exact search with every order finds the value of the plain one, in positions from seeded
//! random games of every game, number of players and evaluation.

mod playout;

use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, Player};
use cutfirst::random::Random;
use cutfirst::testkit::{
    Fault, check_bounds, check_lazy_generation, check_picker, check_searches, check_techniques,
};
use cutfirst_games::board_game::{BoardGame, EvaluationVisitor};
use cutfirst_games::catalog::{GAMES, GameVisitor, with_game};
use playout::{random_position, start};

/// How much of a game is checked.
#[derive(Clone, Copy)]
struct Plan {
    players: usize,
    variant: Option<&'static str>,
    depth: u32,
    /// How many positions, for each evaluation, in units of two and a half.
    positions: usize,
    /// The longest random game before a position.
    plies: usize,
}

impl GameVisitor for Plan {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let start: G = start(self.players, self.variant);
        for (number, evaluation) in G::INFO.evaluations.iter().enumerate() {
            let mut random = Random::keyed(&[self.players as u64, u64::from(self.depth), number as u64]);
            let positions = self.positions * 5 / 2;
            for index in 0..positions {
                // Lengths spread evenly, so that openings and endings both have their share.
                let plies = self.plies * index / positions + random.below(2);
                let game = random_position(&start, plies, &mut random);
                let what = format!("{} of {} players, {}", G::INFO.name, self.players, evaluation.name);
                // Techniques take longer than orders: every tenth position has to do.
                let check = Check { game: &game, depth: self.depth, techniques: index % 10 == 0 };
                let result = G::with_evaluation(evaluation.name, check).expect("its own evaluation");
                if let Err(fault) = result {
                    panic!("{what}, '{}': {fault}", game.position_text());
                }
            }
        }
    }
}

struct Check<'a, G> {
    game: &'a G,
    depth: u32,
    techniques: bool,
}

impl<G: BoardGame> EvaluationVisitor<G> for Check<'_, G> {
    type Output = Result<(), Fault>;

    fn visit<E: Evaluation<G>>(self, evaluation: E) -> Result<(), Fault> {
        check_searches(self.game, &evaluation, self.depth)?;
        if self.techniques {
            check_techniques(self.game, &evaluation, self.depth)?;
            check_bounds(self.game, &evaluation, self.depth)?;
        }
        check_lazy_generation(self.game, &evaluation, self.depth + 1)
    }
}

fn check(game: &str, plans: &[Plan]) {
    for &plan in plans {
        with_game(game, plan).expect("a game of the catalogue");
    }
}

const fn plan(players: usize, depth: u32, positions: usize, plies: usize) -> Plan {
    Plan { players, variant: None, depth, positions, plies }
}

const fn variant(variant: &'static str, plan: Plan) -> Plan {
    Plan { variant: Some(variant), ..plan }
}

#[test]
fn othello() {
    check("othello", &[plan(2, 2, 60, 60), plan(2, 3, 20, 60), plan(2, 4, 5, 60)]);
}

#[test]
fn checkers() {
    check(
        "checkers",
        &[
            plan(2, 2, 60, 100),
            plan(2, 3, 30, 100),
            plan(2, 4, 8, 100),
            variant("relaxed,chains=complete", plan(2, 3, 10, 100)),
            variant("english", plan(2, 4, 20, 80)),
            variant("english", plan(2, 5, 4, 80)),
        ],
    );
}

#[test]
fn focus() {
    check(
        "focus",
        &[
            plan(2, 2, 10, 120),
            plan(3, 2, 10, 120),
            plan(4, 2, 10, 120),
            variant("whole,captures=6", plan(2, 2, 8, 80)),
            variant("whole,hand=reserve", plan(3, 2, 4, 120)),
        ],
    );
}

#[test]
fn virus() {
    check(
        "virus",
        &[
            plan(2, 3, 25, 60),
            plan(3, 3, 25, 60),
            plan(4, 3, 25, 60),
            plan(4, 4, 4, 60),
            variant("size=4,adjacency=8,target=any,end=full", plan(3, 3, 10, 40)),
        ],
    );
}

#[test]
fn chinese_checkers() {
    check(
        "chinese-checkers",
        &[
            plan(2, 2, 5, 150),
            plan(3, 2, 4, 150),
            plan(4, 2, 3, 150),
            plan(6, 2, 3, 150),
            plan(6, 1, 10, 200),
            variant("lock,no-foreign-rest,full-target", plan(3, 1, 10, 200)),
        ],
    );
}

#[test]
fn abalone() {
    check(
        "abalone",
        &[
            plan(2, 2, 6, 150),
            variant("alien", plan(2, 2, 4, 150)),
            variant("belgian,eject=1", plan(2, 2, 4, 60)),
            variant("domination", plan(2, 1, 20, 150)),
        ],
    );
}

/// Walks trees through the picker, in an opening, a middle and a late position.
struct Pickers {
    players: usize,
}

impl GameVisitor for Pickers {
    type Output = ();

    fn visit<G: BoardGame>(self) {
        let start: G = start(self.players, None);
        let mut random = Random::new(self.players as u64);
        for plies in [0, 10 * self.players, 25 * self.players] {
            let game = random_position(&start, plies, &mut random);
            let depth = if game.count_moves(&mut Vec::new()) < 20 { 3 } else { 2 };
            if let Err(fault) = check_picker(&game, &AnyNumber, depth) {
                panic!("{} of {} players: {fault}", G::INFO.name, self.players);
            }
        }
    }
}

/// No move is worth more than another, but most are worth something else: enough for orders that ask.
#[derive(Clone)]
struct AnyNumber;

impl<G: Game> Evaluation<G> for AnyNumber {
    type Accumulator = ();

    fn evaluate(&self, game: &G, (): &(), player: Player) -> i32 {
        (game.key().rotate_left(u32::from(player.0)) % 100) as i32
    }
}

#[test]
fn every_order_tries_every_move_once() {
    for info in GAMES {
        for &players in info.players {
            with_game(info.name, Pickers { players }).expect("a game of the catalogue");
        }
    }
}
