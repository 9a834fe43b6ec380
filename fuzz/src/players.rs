//! Players of a match in words, sequential tests, times and the like: what `cutfirst match` is told.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use cutfirst_games::board_game::BoardGame;
use cutfirst_games::othello::Othello;
use cutfirst_lab::duration::{duration_text, parse_duration};
use cutfirst_lab::engine_spec::{EngineSpec, Limits};
use cutfirst_lab::matches::{AtCap, MatchPlan, MatchRequest, Rules, Seating, Sprt};
use cutfirst_lab::store::Shard;

use super::{is_one_line, reads_back, text};

/// Reads the text as each of them, and as players one to a line.
pub fn check(data: &[u8]) {
    let Some(text) = text(data) else { return };
    reads_back::<EngineSpec>(text);
    reads_back::<Sprt>(text);
    reads_back::<Seating>(text);
    reads_back::<AtCap>(text);
    reads_back::<Shard>(text);
    match parse_duration(text) {
        Ok(time) => assert_eq!(parse_duration(&duration_text(time)), Ok(time)),
        Err(error) => is_one_line(&error.to_string()),
    }
    let Ok(specs) = text.lines().map(str::parse).collect::<Result<Vec<EngineSpec>, _>>() else { return };
    for (spec, players) in specs.iter().zip([2, 3, 6].into_iter().cycle()) {
        let engine = spec.engine(&Othello::INFO, players, Limits { depth: Some(3), ..Limits::default() });
        let again = engine.words().parse::<EngineSpec>().expect("what was settled, in words");
        assert_eq!(again.engine(&Othello::INFO, players, Limits::default()), engine);
    }
    // Large tables and many threads are legal, but not for thousands of matches a second.
    let engines = specs.iter().map(|spec| spec.engine(&Othello::INFO, 2, Limits::default()));
    if engines.into_iter().all(|engine| engine.settings.table <= 1 && engine.settings.threads == 1) {
        settle(specs);
    }
}

fn settle(specs: Vec<EngineSpec>) {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let request =
        MatchRequest { game: "virus".to_owned(), players: Some(2), specs, limits, ..Default::default() };
    match MatchPlan::new(&request) {
        Ok(plan) => assert_eq!(MatchPlan::new(&request).map(|plan| plan.canonical()), Ok(plan.canonical())),
        Err(error) => return is_one_line(&error.to_string()),
    }
    play(request);
}

/// Plays the beginning of one round with what was read, but shallow searches.
fn play(request: MatchRequest) {
    let shallow = |spec: &EngineSpec| {
        let spec = spec.without("time").with("depth", 2).and_then(|spec| spec.with("nodes", 300));
        spec.expect("small limits are allowed")
    };
    let rules = Rules { max_plies: 6, ..Rules::default() };
    let specs = request.specs.iter().map(shallow).collect();
    let Ok(plan) = MatchPlan::new(&MatchRequest { specs, rules, games: None, ..request }) else { return };
    let played = plan.run(&[0], 1, &AtomicBool::new(false), |_| Ok::<_, Infallible>(()));
    if let Err(error) = played {
        is_one_line(&error.to_string());
    }
}
