//! What became of each move of a game: the chance to win before it with the best move, and after it.

use std::time::{Duration, Instant};

use cutfirst::engine::{Report, Request, Searcher};
use cutfirst::search::{Limit, Stop};
use cutfirst_games::board_game::BoardGame;
use serde::Serialize;

use super::ask::Ask;
use super::chance::{Reach, certain, chance, comes_back};
use super::exact::{Solved, solve};
use super::position::Placed;
use super::seat::Level;
use super::worth::{percent, signed};
use crate::search_report::line_text;

/// From so much of the chance to win lost by a move, it has a grade.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;

/// So many discs fewer than possible are worth a word, also where they decide nothing.
const DISCS: i32 = 4;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
    /// There was no better one, or no other.
    Best,
    /// Hardly worse.
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// A move that was played, and what would have been best.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    /// The number of the move, from 1.
    pub(crate) ply: usize,
    pub(crate) mover: usize,
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) best: String,
    /// Best play from there.
    pub(crate) line: Vec<String>,
    /// The mover's chance to win with the best move, and with the one that was played.
    pub(crate) chance: f64,
    pub(crate) played: f64,
    pub(crate) grade: Grade,
    /// What was lost, in words.
    pub(crate) lost: String,
    /// The same as disc differences, where they are certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) discs: Option<[i32; 2]>,
    /// How deep it was searched; 0 where it is certain.
    pub(crate) depth: u32,
}

/// Judges moves from a position on, all but the first `from`, until `see` says that it is enough. `time` is what one of them may take.
pub(super) fn review<G: BoardGame>(
    start: &Placed<G>,
    moves: &[String],
    from: usize,
    time: Duration,
    stop: &Stop,
    see: &mut dyn FnMut(Judged) -> bool,
) -> Result<(), String> {
    let mut game = start.game.clone();
    let ask = Ask::new(Level::time(time.as_millis() as u64), None, None, None)?.with_table(Some(8))?;
    let mut engine = ask.engine(&game)?;
    let mut past = vec![game.key()];
    for (index, text) in moves.iter().enumerate() {
        if stop.is_stopped() || game.outcome().is_some() {
            break;
        }
        let mv = game.parse_move(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        if index >= from {
            let ply = index + 1;
            let judged = match solve(&game) {
                Some(solved) => certainly(&game, ply, mv, &solved),
                None => probably(&game, ply, mv, &mut *engine, &past, time, stop)?,
            };
            // What was found when somebody stopped it is worth nothing.
            let Some(judged) = judged.filter(|_| !stop.is_stopped()) else { break };
            if !see(judged) {
                break;
            }
        }
        game.make(mv);
        past.push(game.key());
    }
    Ok(())
}

/// By exact results.
fn certainly<G: BoardGame>(game: &G, ply: usize, mv: G::Move, solved: &[Solved<G::Move>]) -> Option<Judged> {
    let best = solved.first()?;
    let played = solved.iter().find(|solved| solved.mv == mv)?;
    let (chance, after) = (certain(best.discs), certain(played.discs));
    let grade = match grade(chance - after) {
        Grade::Good if best.discs == played.discs => Grade::Best,
        Grade::Good if best.discs - played.discs >= DISCS => Grade::Inaccuracy,
        grade => grade,
    };
    Some(Judged {
        ply,
        mover: game.to_move().index(),
        text: game.move_text(mv),
        best: game.move_text(best.mv),
        line: line_text(game, cutfirst::search::Algorithm::AlphaBeta, &best.line),
        chance,
        played: after,
        grade,
        lost: if best.discs == played.discs {
            against(&percent(chance), &percent(after))
        } else {
            format!("{} discs instead of {}", signed(played.discs), signed(best.discs))
        },
        discs: Some([best.discs, played.discs]),
        depth: 0,
    })
}

/// By a search for the best move, and one of the same depth for the move that was played.
fn probably<G: BoardGame>(
    game: &G,
    ply: usize,
    mv: G::Move,
    engine: &mut dyn Searcher<G>,
    past: &[u64],
    time: Duration,
    stop: &Stop,
) -> Result<Option<Judged>, String> {
    let began = Instant::now();
    let mut search = |request: Request<G::Move>| -> Result<Report<G::Move>, String> {
        engine.begin_turn(past);
        engine.answer(game, &request, None).map_err(|error| error.to_string())
    };
    let best = search(Request::new(Limit::time(time / 2).with_stop(stop)))?;
    // Both moves to the same depth, and to the end of it: what a limit has cut short cannot be compared. Odd, as the depths are for
    // which the chance was fitted. A move that was not expected may be much more work; then less has to do.
    let mut depth = best.depth.max(1) - u32::from(best.depth > 1 && best.depth % 2 == 0);
    let mut worth = |mv: G::Move, depth: u32| -> Result<Option<f64>, String> {
        // Not a limit of time, with which an engine does not think about an only move.
        let patience = Stop::default();
        patience.within((time * 4).saturating_sub(began.elapsed()).max(Duration::from_millis(1)));
        let limit = if depth > 1 { Limit::depth(depth).with_stop(&patience) } else { Limit::depth(1) };
        let found = search(Request::new(limit).only([mv]))?;
        let is_whole = found.depth == depth || found.complete;
        let line = found.line();
        let estimate = || match line.score {
            0 if comes_back(game, &line.moves, past) => certain(0),
            score => chance(G::INFO.name, game.players(), score, Reach::of(game, depth)),
        };
        Ok(is_whole.then(estimate))
    };
    let (chance, played) = loop {
        let chance = worth(best.best, depth)?;
        let played = if best.best == mv { chance } else { worth(mv, depth)? };
        match chance.zip(played) {
            Some(both) => break both,
            None if depth > 1 && !stop.is_stopped() => depth = depth.saturating_sub(2).max(1),
            None => return Ok(None),
        }
    };
    // What was played may be the better move at a depth that was given up for a smaller one.
    let (chance, grade) = match best.best == mv || played >= chance {
        true => (chance.max(played), Grade::Best),
        false => (chance, grade(chance - played)),
    };
    let algorithm = engine.settings().algorithm;
    Ok(Some(Judged {
        ply,
        mover: game.to_move().index(),
        text: game.move_text(mv),
        best: game.move_text(best.best),
        line: line_text(game, algorithm, &best.line().moves),
        lost: against(&percent(chance), &percent(played)),
        chance,
        played,
        grade,
        discs: None,
        depth,
    }))
}

fn against(best: &str, played: &str) -> String {
    format!("{played} instead of {best}")
}

fn grade(lost: f64) -> Grade {
    match lost {
        lost if lost >= BLUNDER => Grade::Blunder,
        lost if lost >= MISTAKE => Grade::Mistake,
        lost if lost >= INACCURACY => Grade::Inaccuracy,
        _ => Grade::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Setting;
    use super::*;

    fn judged(setting: &Setting, moves: &str) -> Vec<Judged> {
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        let mut all = Vec::new();
        let start = setting.open().ok().unwrap();
        start
            .review(&moves, 0, Duration::from_millis(60), &Stop::default(), &mut |one| {
                all.push(one);
                true
            })
            .unwrap();
        all
    }

    #[test]
    fn a_lost_king_is_a_blunder_and_the_better_move_is_named() {
        let setting = Setting {
            game: "checkers".to_owned(),
            variant: Some("english".to_owned()),
            position: Some("B:WK32:BK1".to_owned()),
            ..Setting::default()
        };
        let fine = judged(&setting, "1-6 32-27 6-1");
        assert_eq!(fine.iter().map(|one| one.ply).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(fine.iter().all(|one| one.grade < Grade::Mistake), "{fine:?}");
        // The king goes where a man takes it.
        let setting = Setting { position: Some("W:WK18,31,30:B9,2,3".to_owned()), ..setting };
        let given = &judged(&setting, "18-14")[0];
        assert_eq!((given.mover, given.grade), (1, Grade::Blunder), "{given:?}");
        assert_ne!(given.best, given.text);
    }

    #[test]
    fn the_end_of_othello_is_judged_by_discs() {
        let setting = Setting {
            game: "othello".to_owned(),
            position: Some("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXO--- X".to_owned()),
            ..Setting::default()
        };
        let start = setting.open().ok().unwrap();
        let first = start.legal()[0].text.clone();
        let one = &judged(&setting, &first)[0];
        let [best, played] = one.discs.unwrap();
        assert!(best >= played && best > 0 && one.depth == 0, "{one:?}");
        assert_eq!(one.grade == Grade::Best, best == played);
    }

    #[test]
    fn who_has_stopped_hears_no_more() {
        let start = Setting { game: "othello".to_owned(), ..Setting::default() }.open().ok().unwrap();
        let (stop, mut heard) = (Stop::default(), 0);
        stop.stop();
        start
            .review(&["f5".to_owned()], 0, Duration::from_secs(5), &stop, &mut |_| {
                heard += 1;
                true
            })
            .unwrap();
        assert_eq!(heard, 0);
    }
}
