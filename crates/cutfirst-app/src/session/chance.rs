//! Scores in a unit that people understand: the chance to win.
//!
//! A score of an evaluation says nothing by itself: 200 is much in Othello and little in Abalone. The chance is a
//! logistic of the score, `1 / (1 + (n − 1) · exp(−(score − bias) / scale))` with `n` players, so that a score
//! equal to the bias means an equal share of the games. Scale and bias were fitted for every game to the results of games
//! that engines of middling strength have played (`fits_the_results`, below, prints them). The bias is what it is worth
//! to be on move at the depths that are searched: without it, a graph of a game would go up and down with every move.

use cutfirst::search::FINISHED;

/// How scores of a game become chances.
struct Curve {
    game: &'static str,
    scale: f64,
    bias: f64,
}

/// For two players each, by 200 games of levels 5 to 9 against each other; among more, the same curve starts from a smaller share.
/// Othello's bias is half of what the games give (24, at depth 3): the mean score of thirteen even positions of one game at depths 7
/// and 9, which are nearer to those that analyses reach.
/// In Virus it stays near that share until the end comes in sight: on its small board, who leads says little about who wins.
const CURVES: &[Curve] = &[
    Curve { game: "othello", scale: 237.0, bias: 13.0 },
    Curve { game: "checkers", scale: 211.0, bias: 11.0 },
    Curve { game: "focus", scale: 467.0, bias: 198.0 },
    Curve { game: "virus", scale: 85.0, bias: 36.0 },
    Curve { game: "chinese-checkers", scale: 150.0, bias: 45.0 },
    Curve { game: "abalone", scale: 297.0, bias: 59.0 },
];

/// The chance of the player to move to win, from 0 to 1, by the score of a search.
pub(crate) fn chance(game: &str, players: usize, score: i32) -> f64 {
    if score.abs() > FINISHED {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    let (scale, bias) = CURVES
        .iter()
        .find(|curve| curve.game == game)
        .map_or((100.0, 0.0), |curve| (curve.scale, curve.bias));
    logistic(players, f64::from(score), scale, bias)
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

    #[test]
    fn chances_grow_with_the_score_and_share_the_game() {
        for info in GAMES {
            assert!(CURVES.iter().any(|curve| curve.game == info.name), "{} has no curve", info.name);
            let chances: Vec<_> = (-5..=5).map(|step| chance(info.name, 2, step * 100)).collect();
            assert!(chances.windows(2).all(|pair| pair[0] < pair[1]), "{}: {chances:?}", info.name);
            assert!((chance(info.name, 2, WIN - 3) - 1.0).abs() < f64::EPSILON);
            assert!(chance(info.name, 2, 3 - WIN) < f64::EPSILON);
            let curve = CURVES.iter().find(|curve| curve.game == info.name).unwrap();
            for players in info.players {
                let share = chance(info.name, *players, curve.bias.round() as i32);
                assert!((share - 1.0 / *players as f64).abs() < 0.05, "{} {players}: {share}", info.name);
            }
        }
    }

    /// Plays games of engines that err and prints, for each game, the scale and bias that fit their results best.
    #[test]
    #[ignore = "takes minutes; prints the constants above"]
    fn fits_the_results() {
        let only = std::env::var("CUTFIRST_FIT").unwrap_or_default();
        for info in GAMES.iter().filter(|info| info.name.starts_with(&only)) {
            let mut seen: Vec<(f64, f64)> = Vec::new();
            let (mut ended, mut repeated) = (0, 0);
            for number in 0..200_u32 {
                let setting = Setting { game: info.name.to_owned(), players: Some(2), ..Setting::default() };
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
                    let p = logistic(2, score, scale, bias).clamp(1e-6, 1.0 - 1e-6);
                    -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
                };
                seen.iter().map(one).sum::<f64>() / seen.len() as f64
            };
            let scales = (0..70).map(|step| 4.0 * 1.12_f64.powi(step));
            let fits =
                scales.flat_map(|scale| (-20..=20).map(move |step| (scale, scale * f64::from(step) / 40.0)));
            let best = fits.min_by(|a, b| loss(a.0, a.1).total_cmp(&loss(b.0, b.1))).unwrap();
            println!(
                "{}: scale {:.0}, bias {:.0}, loss {:.3}, {} positions, {ended} games ended, {repeated} of them by repetition",
                info.name,
                best.0,
                best.1,
                loss(best.0, best.1),
                seen.len()
            );
        }
    }
}
