//! Scores in a unit that people understand: the chance to win.
//!
//! A score of an evaluation says nothing by itself: 200 is much in Othello and little in Abalone. The chance is a
//! logistic of the score, `1 / (1 + (n − 1) · exp(−(score − bias) / scale))` with `n` players, so that a score
//! equal to the bias means an equal share of the games. Scale and bias were fitted for every game to the results of games
//! that engines of middling strength have played (`fits_the_results`, below, prints them). The bias is what it is worth
//! to be on move at the depths that are searched: without it, a graph of a game would go up and down with every move.

use cutfirst::search::FINISHED;
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::scene::Drawn;

/// How scores of a game become chances.
struct Curve {
    game: &'static str,
    players: usize,
    scale: f64,
    bias: f64,
    /// What the bias is more while the whole board is free: it is worth less and less to be on move where nothing can be gained.
    open: f64,
    /// What the bias is more with every ply that is searched beyond the third.
    drift: f64,
}

/// Where a search ends: how deep, and with what share of the board free.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    depth: u32,
    free: f64,
}

impl Curve {
    const fn new(game: &'static str, players: usize, scale: f64, bias: f64) -> Self {
        Self { game, players, scale, bias, open: 0.0, drift: 0.0 }
    }

    fn chance(&self, players: usize, score: f64, Reach { depth, free }: Reach) -> f64 {
        let deeper = f64::from(depth.clamp(1, DEEPEST)) - FITTED;
        logistic(players, score, self.scale, self.bias + self.open * free + self.drift * deeper)
    }
}

/// The depth of the searches by which the curves were fitted, and the deepest by which their drift was measured.
const FITTED: f64 = 3.0;
const DEEPEST: u32 = 9;

/// For two players each, by 200 games of levels 5 to 9 against each other, Virus by 150; for more, by 8 to 100 games of levels 4 to 9.
/// In Best-Reply Search and Paranoid the others' moves or values count together, so that scores of everybody lie far from 0, each number
/// of players elsewhere.
/// Othello's bias is half of what the games give (24, at depth 3): the mean score of thirteen even positions of one game at depths 7
/// and 9, which are nearer to those that analyses reach. Abalone's are of 60 games of level 6 against level 7. In Virus for four, a
/// search says little about who wins, and for two only in the last third of the game.
/// Best-Reply Search gives the root player every other move, so that in Chinese Checkers he seems to get ahead with every ply. The drift
/// is what the mean score of 14 positions of games grew by between depth 1 and depth 5 or 7, in Virus for two between depths 3 and 9.
#[rustfmt::skip]
const CURVES: &[Curve] = &[
    Curve::new("othello", 2, 237.0, 13.0),
    Curve::new("checkers", 2, 211.0, 11.0),
    Curve::new("focus", 2, 467.0, 198.0),
    Curve::new("focus", 3, 530.0, -1130.0),
    Curve::new("focus", 4, 916.0, -2520.0),
    Curve { open: 25.0, drift: -1.2, ..Curve::new("virus", 2, 25.0, 26.0) },
    Curve::new("virus", 3, 71.0, -18.0),
    Curve::new("virus", 4, 123.0, -46.0),
    Curve::new("chinese-checkers", 2, 150.0, 45.0),
    Curve { drift: 41.0, ..Curve::new("chinese-checkers", 3, 256.0, 256.0) },
    Curve { drift: 78.0, ..Curve::new("chinese-checkers", 4, 307.0, 575.0) },
    Curve { drift: 147.0, ..Curve::new("chinese-checkers", 6, 763.0, 763.0) },
    Curve::new("abalone", 2, 175.0, 30.0),
];

fn curve(game: &str, players: usize) -> &'static Curve {
    const UNKNOWN: &Curve = &Curve::new("", 2, 100.0, 0.0);
    CURVES.iter().find(|curve| curve.game == game && curve.players == players).unwrap_or(UNKNOWN)
}

impl Reach {
    /// A search of `game` to this depth, if each move takes a cell.
    pub(super) fn of<G: Drawn>(game: &G, depth: u32) -> Self {
        let (cells, taken) = (game.geometry().cells.len(), game.scene().cells.len());
        Self { depth, free: cells.saturating_sub(taken + depth as usize) as f64 / cells as f64 }
    }
}

/// The chance of the player to move to win, from 0 to 1, by the score of a search.
pub(crate) fn chance(game: &str, players: usize, score: i32, reach: Reach) -> f64 {
    if score.abs() > FINISHED {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    curve(game, players).chance(players, f64::from(score), reach)
}

/// Each player's chance by the mover's `own` and scores for everybody, scaled so that they add up to one; the bias belongs to who is
/// on move.
pub(crate) fn chances(game: &str, mover: usize, own: f64, scores: &[i32], reach: Reach) -> Vec<f64> {
    let players = scores.len();
    if players == 2 {
        return if mover == 0 { vec![own, 1.0 - own] } else { vec![1.0 - own, own] };
    }
    // Everybody has his own moves here, so that nobody drifts ahead.
    let curve = Curve { drift: 0.0, ..*curve(game, players) };
    let bias = curve.bias + curve.open * reach.free;
    let single = |(seat, &score): (usize, &i32)| match score {
        score if score.abs() > FINISHED => f64::from(score > 0),
        score => curve.chance(players, f64::from(score) + if seat == mover { 0.0 } else { bias }, reach),
    };
    let single: Vec<f64> = scores.iter().enumerate().map(single).collect();
    let sum: f64 = single.iter().sum();
    if sum > 0.0 { single.iter().map(|one| one / sum).collect() } else { vec![1.0 / players as f64; players] }
}

/// Whether a line of two players comes back to where the game was before: a search gives such a line 0 because it will be drawn, and not
/// because nobody is better off.
pub(super) fn comes_back<G: BoardGame>(game: &G, line: &[G::Move], past: &[u64]) -> bool {
    if game.players() != 2 {
        return false;
    }
    let mut after = game.clone();
    let mut seen = past.to_vec();
    for &mv in line {
        seen.push(after.key());
        after.make(mv);
    }
    seen.contains(&after.key()) && !line.is_empty()
}

fn logistic(players: usize, score: f64, scale: f64, bias: f64) -> f64 {
    1.0 / (1.0 + (players as f64 - 1.0) * (-(score - bias) / scale).exp())
}

/// The chance by the exact result of a game: won, drawn or lost.
pub(crate) fn certain(result: i32) -> f64 {
    match result.signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::engine::Level as Strength;
    use cutfirst::search::{Stop, WIN};
    use cutfirst_games::catalog::GAMES;

    use super::super::ask::Ask;
    use super::super::position::Setting;
    use super::super::record::Record;
    use super::super::seat::Level;
    use super::*;

    /// A full board, as deep as the curves were fitted.
    const END: Reach = Reach { depth: FITTED as u32, free: 0.0 };

    #[test]
    fn chances_grow_with_the_score_and_share_the_game() {
        for info in GAMES {
            let chances: Vec<_> = (-5..=5).map(|step| chance(info.name, 2, step * 100, END)).collect();
            assert!(chances.windows(2).all(|pair| pair[0] < pair[1]), "{}: {chances:?}", info.name);
            assert!((chance(info.name, 2, WIN - 3, END) - 1.0).abs() < f64::EPSILON);
            assert!(chance(info.name, 2, 3 - WIN, END) < f64::EPSILON);
            for &players in info.players {
                let own = |curve: &Curve| curve.game == info.name && curve.players == players;
                assert!(CURVES.iter().any(own), "{} for {players} has no curve", info.name);
                let even = curve(info.name, players).bias.round() as i32;
                let share = chance(info.name, players, even, END);
                assert!((share - 1.0 / players as f64).abs() < 0.05, "{} {players}: {share}", info.name);
                let all = self::chances(info.name, 0, 0.6, &vec![120; players], END);
                assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{all:?}");
            }
        }
    }

    /// The first player's chance must not go up when he has moved and down when the other has: best moves change nothing, and both
    /// searches are as deep.
    #[test]
    fn a_graph_of_best_moves_is_no_saw() {
        for info in GAMES {
            let setting = Setting { game: info.name.to_owned(), players: Some(2), ..Setting::default() };
            let mut record = Record::new(setting.for_people().open().ok().unwrap());
            let ask = Ask::new(Level::depth(3), None, None, None).unwrap().with_table(Some(1)).unwrap();
            let (mut sums, mut depths) = ([0.0; 2], Vec::new());
            for ply in 0..12 {
                let position = record.position();
                let mut seen = Vec::new();
                let found =
                    position.think(&ask, &Stop::default(), &mut |depth| seen.push(depth.chance)).unwrap();
                let last = *seen.last().unwrap();
                sums[ply % 2] += if position.to_move() == 0 { last } else { 1.0 - last };
                depths.push((last - seen[0]).abs());
                let best = found.report.best_move().to_owned();
                record.play(&best).unwrap();
            }
            let saw = (sums[0] - sums[1]) / 6.0;
            let apart = depths.iter().sum::<f64>() / 12.0;
            println!("{}: saw {saw:+.3}, depths 1 and 3 apart {apart:.3}", info.name);
            assert!(saw.abs() < 0.08, "{}: {saw}", info.name);
        }
    }

    /// Plays games of engines that err and prints, for each game, the scale and bias that fit their results best.
    #[test]
    #[ignore = "takes minutes; prints the constants above"]
    fn fits_the_results() {
        let only = std::env::var("CUTFIRST_FIT").unwrap_or_default();
        let all = GAMES.iter().flat_map(|info| info.players.iter().map(move |&players| (info, players)));
        for (info, players) in
            all.filter(|(info, players)| format!("{} {players}", info.name).starts_with(&only))
        {
            let mut seen: Vec<(f64, f64)> = Vec::new();
            let (mut ended, mut repeated) = (0, 0);
            for number in 0..if players == 2 { 200_u32 } else { 20 } {
                let setting =
                    Setting { game: info.name.to_owned(), players: Some(players), ..Setting::default() };
                let mut record = Record::new(setting.for_people().open().ok().unwrap());
                let mut scores = Vec::new();
                while record.ending().is_none() && record.ply() < 300 {
                    let strength = Strength::new(5 + ((number as usize + record.ply()) % 5) as u8).unwrap();
                    // The game and the ply as seed, since an engine of a seed always errs in the same way.
                    let ask =
                        Ask::new(Level::of(strength), None, None, None).unwrap().with_table(Some(1)).unwrap();
                    let ask =
                        ask.with_seed(u64::from(number) * 1000 + record.ply() as u64).after(record.keys());
                    let quiet =
                        Ask::new(Level::depth(3), None, None, None).unwrap().with_table(Some(1)).unwrap();
                    let position = record.position();
                    let mover = position.to_move();
                    let mut score = 0;
                    let _ =
                        position.think(&quiet, &Stop::default(), &mut |depth| score = depth.score).unwrap();
                    if score.abs() < FINISHED {
                        scores.push((mover, f64::from(score)));
                    }
                    let best = position.think(&ask, &Stop::default(), &mut |_| ()).unwrap();
                    record.play(best.report.best_move()).unwrap();
                }
                let Some(ending) = record.ending() else { continue };
                ended += 1;
                repeated += u32::from(ending.text.contains("third time"));
                let result = |seat: usize| {
                    if ending.winners.is_empty() { 0.5 } else { f64::from(ending.winners.contains(&seat)) }
                };
                seen.extend(scores.into_iter().map(|(mover, score)| (score, result(mover))));
            }
            let loss = |scale: f64, bias: f64| -> f64 {
                let one = |&(score, result): &(f64, f64)| {
                    let p = logistic(players, score, scale, bias).clamp(1e-6, 1.0 - 1e-6);
                    -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
                };
                seen.iter().map(one).sum::<f64>() / seen.len() as f64
            };
            let scales = (0..70).map(|step| 4.0 * 1.12_f64.powi(step));
            let fits =
                scales.flat_map(|scale| (-60..=60).map(move |step| (scale, scale * f64::from(step) / 20.0)));
            let best = fits.min_by(|a, b| loss(a.0, a.1).total_cmp(&loss(b.0, b.1))).unwrap();
            println!(
                "{} {players}: scale {:.0}, bias {:.0}, loss {:.3}, {} positions, {ended} games ended, {repeated} of them by repetition",
                info.name,
                best.0,
                best.1,
                loss(best.0, best.1),
                seen.len()
            );
        }
    }
}
