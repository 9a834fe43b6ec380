//! All figures of a match.

use serde::Serialize;

use super::plan::MatchPlan;
use super::record::{Effort, End};
use super::score::{Score, elo_of};
use super::sprt::Decision;
use super::state::MatchState;
use crate::summary::Range;

/// At how many moments the running score is told, at most.
const MOMENTS: u32 = 200;

/// What came out of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary {
    /// The game's name.
    pub game: &'static str,
    /// Number of seats.
    pub players: usize,
    /// Variant and options.
    pub variant: String,
    /// Seed of openings and engines.
    pub seed: u64,
    /// How the match is played, in words: name and value.
    pub declared: Vec<(&'static str, String)>,
    /// Games that count.
    pub games: u32,
    /// Games that were planned.
    pub planned: u32,
    /// Games that were played, counted or not.
    pub played: usize,
    /// Rounds that count.
    pub rounds: u32,
    /// Whether there is nothing left to play.
    pub complete: bool,
    /// One for each player.
    pub entrants: Vec<EntrantSummary>,
    /// What only a match of two players in a game for two has.
    pub duel: Option<Duel>,
    /// How two players did against each other in the games in which both sat; empty for duels.
    pub crosstable: Vec<Pair>,
    /// How games ended.
    pub endings: Endings,
    /// The score of each player after some of the rounds.
    pub running: Vec<Moment>,
}

/// How a player did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EntrantSummary {
    /// His name.
    pub name: String,
    /// Everything that was settled about him.
    pub spec: String,
    /// The same without what is as it always is.
    #[serde(skip)]
    pub short: String,
    /// Whether his searches may miss the value of their depth.
    pub selective: bool,
    /// Seats he had in the games that count.
    pub seats: usize,
    /// Of these, won alone.
    pub wins: usize,
    /// Of these, with a share of the point.
    pub draws: usize,
    /// Of these, lost.
    pub losses: usize,
    /// His mean share of the point per seat.
    pub score: Option<Score>,
    /// The same for each seat apart.
    pub by_seat: Vec<Option<f64>>,
    /// Moves that he searched; forced ones are not.
    pub searches: u64,
    /// Mean depth of those searches that did not see the end of the game.
    pub depth: Option<f64>,
    /// Mean nodes per search.
    pub nodes: Option<f64>,
    /// Mean time per search.
    pub milliseconds: Option<f64>,
    /// The share of the time that his clock gave, if he had one.
    pub clock_used: Option<f64>,
}

/// What is known of the first player's strength against the second.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Duel {
    /// Rounds with 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u32; 5],
    /// The Elo difference; none if it is infinite.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval; none if there is none or it is infinite.
    pub elo_low: Option<f64>,
    /// Upper end.
    pub elo_high: Option<f64>,
    /// How likely the first player is the better one.
    pub likelihood_of_superiority: Option<f64>,
    /// The sequential test, if there was one.
    pub sprt: Option<SprtSummary>,
}

/// A sequential test and where it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// What is tested.
    pub test: String,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where the null hypothesis is accepted.
    pub lower: f64,
    /// Where the alternative is accepted.
    pub upper: f64,
    /// What was decided, if anything.
    pub decision: Option<Decision>,
}

/// How one player did against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The player, by his place.
    pub player: usize,
    /// The other.
    pub other: usize,
    /// How often he won and the other did not, both alike counting half; ½ is par.
    pub score: Score,
}

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Endings {
    /// By the rules.
    pub finished: usize,
    /// Because a position came back too often.
    pub repetition: usize,
    /// Because they lasted too long.
    pub cap: usize,
    /// Games that somebody else's program lost by a fault: no legal move in time.
    pub faults: usize,
    /// Their mean length in plies, rounded.
    pub mean_plies: usize,
}

/// The standing after some rounds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// How many rounds.
    pub rounds: u32,
    /// Each player's score.
    pub scores: Vec<Option<Score>>,
}

impl MatchSummary {
    /// Works out everything from the games that count.
    #[must_use]
    pub fn new(standing: &MatchState) -> Self {
        let plan = standing.plan();
        let players = 0..plan.entrants.len();
        Self {
            game: plan.game,
            players: plan.players,
            variant: plan.variant.clone(),
            seed: plan.seed,
            declared: declared(plan),
            games: standing.rounds() * plan.games_per_round(),
            planned: plan.games,
            played: standing.played(),
            rounds: standing.rounds(),
            complete: standing.is_over(),
            entrants: players.clone().map(|player| entrant(standing, player)).collect(),
            duel: duel(standing),
            crosstable: if plan.is_duel() { Vec::new() } else { crosstable(standing) },
            endings: endings(standing),
            running: running(standing),
        }
    }

    /// What an average player scores per seat.
    #[must_use]
    pub fn par(&self) -> f64 {
        1.0 / self.players as f64
    }
}

/// How the match is played, for output and reports.
fn declared(plan: &MatchPlan) -> Vec<(&'static str, String)> {
    let rules = &plan.rules;
    let skipped = if plan.skip > 0 { format!(", the first {} left out", plan.skip) } else { String::new() };
    let mut declared = vec![
        (
            "openings",
            format!(
                "{}, {} of {} different{skipped}",
                match &plan.book {
                    Some(book) => format!("the first {} plies of games in {}", plan.opening_plies, book.name),
                    None => format!("{} random plies from the start", plan.opening_plies),
                },
                plan.distinct_openings,
                plan.rounds()
            ),
        ),
        ("seats", format!("each opening in {} seatings ({})", plan.games_per_round(), plan.seating)),
        (
            "repetition",
            match rules.repetitions {
                0 => "does not end a game".to_owned(),
                times => {
                    format!("a position for the {} time ends the game, the point is shared", ordinal(times))
                }
            },
        ),
        ("cap", format!("after {} plies {}", rules.max_plies, at_cap(plan))),
        ("engines", "anew for each game; lists and tables are kept within it".to_owned()),
    ];
    let reproducible = plan.entrants.iter().all(|entrant| entrant.engine.is_reproducible());
    declared.push((
        "games",
        if reproducible {
            "the same for the same command, on any machine and any number of threads".to_owned()
        } else {
            "depend on the machine: players are limited by time or search on several threads".to_owned()
        },
    ));
    if let Some(sprt) = plan.sprt {
        declared.push(("sprt", sprt.to_string()));
    }
    declared
}

fn ordinal(number: u32) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        _ => format!("{number}th"),
    }
}

fn at_cap(plan: &MatchPlan) -> &'static str {
    match plan.rules.at_cap {
        super::AtCap::Draw => "the point is shared by all",
        super::AtCap::Evaluation => "whoever is ahead by the game's plain evaluation wins",
        super::AtCap::Judgement => "whoever is ahead by the evaluation that the game is played with wins",
    }
}

fn entrant(standing: &MatchState, player: usize) -> EntrantSummary {
    let plan = standing.plan();
    let entrant = &plan.entrants[player];
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    let mut effort = Effort::default();
    let mut by_seat = vec![(0_usize, 0.0); plan.players];
    for game in standing.counted() {
        for seat in (0..plan.players).filter(|&seat| game.seats[seat] == player) {
            let score = game.score(seat);
            match score {
                1.0 => wins += 1,
                0.0 => losses += 1,
                _ => draws += 1,
            }
            by_seat[seat].0 += 1;
            by_seat[seat].1 += score;
            effort = effort.plus(game.efforts[seat]);
        }
    }
    let per = |sum: u64, number: u64| (number > 0).then(|| sum as f64 / number as f64);
    EntrantSummary {
        name: entrant.name.clone(),
        spec: entrant.words(),
        short: entrant.short_words(plan.players),
        selective: entrant.engine.is_selective(),
        seats: wins + draws + losses,
        wins,
        draws,
        losses,
        score: Score::new(&standing.shares(player), plan.games_per_round()),
        by_seat: by_seat.into_iter().map(|(seats, sum)| (seats > 0).then(|| sum / seats as f64)).collect(),
        searches: effort.searches,
        depth: per(effort.depths, effort.unsettled),
        nodes: per(effort.nodes, effort.searches),
        milliseconds: per(effort.micros, effort.searches).map(|micros| micros / 1e3),
        clock_used: per(effort.micros, effort.given),
    }
}

fn duel(standing: &MatchState) -> Option<Duel> {
    let pentanomial = standing.pentanomial()?;
    let score = Score::new(&standing.shares(0), 2)?;
    let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
    let end = |end: fn(Range) -> f64| score.interval.map(|range| elo_of(end(range))).and_then(finite);
    let sprt = standing.plan().sprt.zip(standing.llr()).map(|(sprt, llr)| {
        let (lower, upper) = sprt.bounds();
        SprtSummary { test: sprt.to_string(), llr, lower, upper, decision: standing.decision() }
    });
    Some(Duel {
        pentanomial,
        elo: finite(elo_of(score.mean)),
        elo_low: end(|range| range.low),
        elo_high: end(|range| range.high),
        likelihood_of_superiority: score.likelihood_of_superiority(0.5),
        sprt,
    })
}

fn crosstable(standing: &MatchState) -> Vec<Pair> {
    let players = standing.plan().entrants.len();
    let pairs = (0..players).flat_map(|player| (0..players).map(move |other| (player, other)));
    // How many games of a round both play in.
    let meetings = |player: usize, other: usize| {
        let seatings = standing.plan().seatings.iter();
        seatings.filter(|seats| seats.contains(&player) && seats.contains(&other)).count() as u32
    };
    let pair = |(player, other)| {
        let score = Score::new(&standing.head_to_head(player, other), meetings(player, other))?;
        Some(Pair { player, other, score })
    };
    pairs.filter(|(player, other)| player != other).filter_map(pair).collect()
}

fn endings(standing: &MatchState) -> Endings {
    let mut endings = Endings::default();
    let (mut games, mut plies) = (0, 0);
    for game in standing.counted() {
        match game.end {
            End::Finished => endings.finished += 1,
            End::Repetition => endings.repetition += 1,
            End::Cap => endings.cap += 1,
            End::Illegal | End::Late | End::Silent | End::Crashed => endings.faults += 1,
        }
        games += 1;
        plies += game.moves.len();
    }
    endings.mean_plies = (plies + games / 2) / games.max(1);
    endings
}

fn running(standing: &MatchState) -> Vec<Moment> {
    let shares: Vec<_> = (0..standing.plan().entrants.len()).map(|player| standing.shares(player)).collect();
    let rounds = standing.rounds();
    let games = standing.plan().games_per_round();
    let step = rounds.div_ceil(MOMENTS).max(1);
    // The last round is always among them.
    let moments = (1..=rounds).filter(|round| (rounds - round).is_multiple_of(step));
    moments
        .map(|rounds| {
            let up_to =
                |shares: &Vec<f64>| Score::new(shares.get(..rounds as usize).unwrap_or(shares), games);
            Moment { rounds, scores: shares.iter().map(up_to).collect() }
        })
        .collect()
}
