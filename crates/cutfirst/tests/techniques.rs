//! Selective techniques at the ends of their range.

mod race;
use cutfirst::engine::{Engine, Settings};
use cutfirst::evaluation::Evaluation;
use cutfirst::game::{Game, Outcome, Player};
use cutfirst::powers::NoPowers;
use cutfirst::search::{FINISHED, Limit};
use race::{Lead, Race};

/// Move 0 gives up, move 1 hands the turn on.
#[derive(Clone, Debug, PartialEq)]
struct GiveUp {
    ply: u8,
    loser: Option<u8>,
}

impl Game for GiveUp {
    type Move = u8;
    type Undo = ();
    type Powers = NoPowers;
    fn players(&self) -> usize {
        2
    }
    fn to_move(&self) -> Player {
        Player(self.ply % 2)
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.loser.is_none() {
            out.extend([0, 1]);
        }
    }
    fn make(&mut self, mv: u8) {
        if mv == 0 {
            self.loser = Some(self.ply % 2);
        }
        self.ply += 1;
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.ply -= 1;
        self.loser = None;
    }
    fn outcome(&self) -> Option<Outcome> {
        self.loser.map(|loser| Outcome::win(2, Player(1 - loser)))
    }
    fn key(&self) -> u64 {
        u64::from(self.ply) * 4 + self.loser.map_or(0, |loser| u64::from(loser) + 1)
    }
    fn slot(&self, mv: u8) -> usize {
        usize::from(mv)
    }
    fn slots(&self) -> usize {
        2
    }
}

#[derive(Clone)]
struct Nothing;
impl Evaluation<GiveUp> for Nothing {
    type Accumulator = ();
    fn evaluate(&self, _: &GiveUp, (): &(), _: Player) -> i32 {
        0
    }
}

#[test]
fn a_clip_of_zero_proves_no_win_that_is_not_there() {
    let game = GiveUp { ply: 0, loser: None };
    let techniques = "clip=linear:0".parse().unwrap();
    let mut engine = Engine::new(&game, Nothing, Settings::plain(2).with_techniques(techniques)).unwrap();
    let score = engine.search(&game, &Limit::depth(2)).unwrap().line().score;
    assert!(score.abs() < FINISHED, "{score}");
}

#[test]
fn the_widest_linear_clip_can_be_searched_at_any_depth() {
    let game = Race::new(2);
    let techniques = "clip=linear:100000000".parse().unwrap();
    let exact = Engine::new(&game, Lead, Settings::plain(2).with_table(1))
        .unwrap()
        .search(&game, &Limit::depth(24))
        .unwrap();
    let mut engine =
        Engine::new(&game, Lead, Settings::plain(2).with_table(1).with_techniques(techniques)).unwrap();
    let found = engine.search(&game, &Limit::depth(24)).unwrap();
    assert_eq!(found.line().score.signum(), exact.line().score.signum());
}

#[test]
fn a_move_as_good_as_needed_is_not_worse_than_needed() {
    let game = Race::new(2);
    let techniques = "sibling=0".parse().unwrap();
    let mut engine = Engine::new(&game, Lead, Settings::plain(2).with_techniques(techniques)).unwrap();
    let exact =
        Engine::new(&game, Lead, Settings::plain(2)).unwrap().search(&game, &Limit::depth(1)).unwrap();
    let found = engine.search(&game, &Limit::depth(1)).unwrap();
    assert_eq!(found.line().score, exact.line().score);
}

#[test]
fn a_win_that_is_known_spares_the_search_for_later_ones() {
    let nodes = |game: &Race, techniques: &str| {
        let settings = Settings::plain(2).with_techniques(techniques.parse().unwrap());
        let mut engine = Engine::new(game, Lead, settings).unwrap();
        let report = engine.search(game, &Limit::depth(9)).unwrap();
        (report.line().score, report.counts.total)
    };
    let (mut game, mut all, mut fewer) = (Race::new(2), 0, 0);
    for mv in [2, 2, 0, 1, 1, 2] {
        game.play(mv).unwrap();
        let [(score, plain), (found, pruned)] = ["", "futility"].map(|techniques| nodes(&game, techniques));
        assert_eq!(found, score, "{game:?}");
        (all, fewer) = (all + plain, fewer + pruned);
    }
    assert!(fewer < all, "{fewer} of {all} nodes");
}
