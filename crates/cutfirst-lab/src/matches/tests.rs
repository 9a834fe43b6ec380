//! Whole matches: exact scores, the same games whatever happens, stores that come back.

use std::convert::Infallible;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::*;
use crate::engine_spec::Limits;
use crate::report::markup::check_balanced;
use crate::store::scratch::Scratch;

fn request(game: &str, specs: &[&str]) -> MatchRequest {
    MatchRequest {
        game: game.to_owned(),
        specs: specs.iter().map(|spec| spec.parse().unwrap()).collect(),
        limits: Limits { depth: Some(1), ..Limits::default() },
        seed: 3,
        ..MatchRequest::default()
    }
}

/// Two that differ, without the large default tables.
const PAIR: [&str; 2] = ["name=deep depth=3 table=1", "name=plain plain depth=1"];

fn plan(request: &MatchRequest) -> MatchPlan {
    MatchPlan::new(request).unwrap()
}

fn refused(request: &MatchRequest) -> String {
    MatchPlan::new(request).unwrap_err().to_string()
}

fn played(plan: &MatchPlan, threads: usize) -> MatchState {
    let mut standing = MatchState::new(plan.clone());
    let stop = AtomicBool::new(false);
    plan.run(&standing.pending(), threads, &stop, |games| {
        standing.add(games);
        if standing.decision().is_some() {
            stop.store(true, Relaxed);
        }
        Ok::<_, Infallible>(())
    })
    .unwrap();
    assert!(standing.is_over());
    standing
}

fn timeless(standing: &MatchState) -> Vec<GameRecord> {
    standing.counted().map(GameRecord::timeless).collect()
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let request = MatchRequest { games: Some(12), ..request("othello", &PAIR) };
    let plan = plan(&request);
    let once = timeless(&played(&plan, 1));
    assert_eq!(once.len(), 12);
    assert_eq!(timeless(&played(&plan, 3)), once);
    let other = self::plan(&MatchRequest { seed: 4, ..request.clone() });
    assert_ne!(timeless(&played(&other, 2)), once);
    // A game does not depend on which others are played.
    let longer = self::plan(&MatchRequest { games: Some(16), ..request });
    assert_eq!(timeless(&played(&longer, 2))[..12], once);
}

#[test]
fn random_choices_of_engines_differ_from_game_to_game_and_not_from_run_to_run() {
    let specs = ["name=a plain depth=1 variety=1000", "name=b plain depth=1 variety=1000"];
    // One opening only: games can differ by the engines' choices alone.
    let plan = plan(&MatchRequest { games: Some(6), opening_plies: Some(0), ..request("othello", &specs) });
    assert_eq!(plan.distinct_openings, 1);
    let once = timeless(&played(&plan, 2));
    assert_eq!(once, timeless(&played(&plan, 1)));
    assert!(once.iter().any(|game| game.moves != once[0].moves));
}

#[test]
fn equals_share_every_round() {
    // Both play the same, so that whoever wins with one colour loses with the other.
    let specs = ["name=a plain depth=2", "name=b plain depth=2"];
    let standing = played(&plan(&MatchRequest { games: Some(20), ..request("othello", &specs) }), 2);
    let summary = MatchSummary::new(&standing);
    let duel = summary.duel.as_ref().unwrap();
    assert_eq!(duel.pentanomial, [0, 0, 10, 0, 0]);
    assert_eq!((duel.elo, duel.likelihood_of_superiority), (Some(0.0), Some(0.5)));
    let [a, b] = [&summary.entrants[0], &summary.entrants[1]];
    assert_eq!((a.wins, a.draws, a.losses), (b.losses, b.draws, b.wins));
    assert_eq!((a.seats, a.score.unwrap().mean), (20, 0.5));
    assert_eq!(a.by_seat[0], b.by_seat[0], "each has sat in each seat");
}

#[test]
fn a_tiny_game_has_its_exact_score() {
    // On three by three squares with the end at a full board, depth 8 sees everything from the start: the two
    // perfect players' games have one outcome per opening, which the exhaustive search tells.
    let variant = Some("size=3,end=full".to_owned());
    let perfect = "algorithm=alpha-beta table=0 order=none depth=12";
    let specs =
        [format!("name=a {perfect}"), format!("name=b {perfect}"), "name=weak plain depth=1".to_owned()];
    let specs: Vec<_> = specs.iter().map(String::as_str).collect();
    let request = MatchRequest {
        players: Some(2),
        variant,
        opening_plies: Some(1),
        games: Some(12),
        ..request("virus", &specs)
    };
    let standing = played(&plan(&request), 2);
    let summary = MatchSummary::new(&standing);
    // Three players in two seats: everybody meets everybody, twice per opening.
    assert_eq!((summary.rounds, summary.crosstable.len(), summary.duel), (2, 6, None));
    let against = |player, other| {
        let pair = summary.crosstable.iter().find(|pair| (pair.player, pair.other) == (player, other));
        pair.unwrap().score.mean
    };
    assert_eq!((against(0, 1), against(1, 0)), (0.5, 0.5));
    assert_eq!(against(0, 2), against(1, 2), "perfect players play alike");
    assert!(against(0, 2) >= 0.5 && against(0, 2) + against(2, 0) == 1.0);
    let mean = summary.entrants[0].score.unwrap().mean;
    assert!(
        (mean - f64::midpoint(against(0, 1), against(0, 2))).abs() < 1e-12,
        "in a game for two it is the score"
    );
    let total: f64 = summary.entrants.iter().map(|entrant| entrant.score.unwrap().mean).sum();
    assert!((total - 1.5).abs() < 1e-12, "every game gives one point, every player two seats a pair");
}

#[test]
fn three_and_four_players_share_one_point_a_game() {
    for (game, players, specs, seatings) in [
        (
            "virus",
            3,
            vec!["name=a depth=2 table=0", "name=b depth=1 table=0", "name=c algorithm=max-n depth=1"],
            3,
        ),
        ("focus", 4, vec!["name=a depth=1 table=0", "name=b algorithm=paranoid depth=1"], 6),
        ("chinese-checkers", 3, vec!["name=a depth=1 table=0", "name=b algorithm=max-n depth=1"], 6),
    ] {
        let request = MatchRequest {
            players: Some(players),
            games: Some(2 * seatings),
            rules: Rules { max_plies: 60, at_cap: AtCap::Evaluation, ..Rules::default() },
            ..request(game, &specs)
        };
        let plan = plan(&request);
        assert_eq!(plan.games_per_round(), seatings, "{game}");
        let standing = played(&plan, 2);
        for game in standing.counted() {
            let sum: f64 = (0..players).map(|seat| game.score(seat)).sum();
            assert!((sum - 1.0).abs() < 1e-12);
            assert!(game.moves.len() <= 60);
        }
        let summary = MatchSummary::new(&standing);
        let points: f64 =
            summary.entrants.iter().map(|entrant| entrant.score.unwrap().mean * entrant.seats as f64).sum();
        assert!((points - f64::from(2 * seatings)).abs() < 1e-9, "{game}: {points}");
        let pair = |player, other| {
            summary
                .crosstable
                .iter()
                .find(|pair| (pair.player, pair.other) == (player, other))
                .unwrap()
                .score
                .mean
        };
        assert!((pair(0, 1) + pair(1, 0) - 1.0).abs() < 1e-12, "{game}: head to head");
        assert!(summary.duel.is_none() && summary.entrants.iter().all(|entrant| entrant.score.is_some()));
        let mut text = Vec::new();
        let document = document(&summary, "command", "0");
        document.write_text(&mut text, 100).unwrap();
        assert!(String::from_utf8(text).unwrap().contains("95 %"));
        check_balanced(&document.to_html());
    }
}

#[test]
fn endless_games_end_as_declared() {
    let with = |rules: Rules| {
        let specs = ["name=a plain depth=1", "name=b plain depth=2"];
        let request = MatchRequest { games: Some(8), rules, ..request("virus", &specs) };
        MatchSummary::new(&played(&plan(&MatchRequest { players: Some(2), ..request }), 2))
    };
    let short = Rules { repetitions: 0, max_plies: 12, at_cap: AtCap::Draw };
    let drawn = with(short);
    assert!(drawn.endings.cap > 0 && drawn.endings.repetition == 0, "{:?}", drawn.endings);
    let decided = with(Rules { at_cap: AtCap::Evaluation, ..short });
    assert_eq!(drawn.endings, decided.endings);
    assert!(decided.entrants[0].draws < drawn.entrants[0].draws, "territory decides some");
    let at_once = MatchRequest { rules: Rules { repetitions: 1, ..short }, ..request("othello", &PAIR) };
    assert!(refused(&at_once).contains("choose 0 for never"));
}

#[test]
fn a_sequential_test_stops_at_the_same_round_on_any_number_of_threads() {
    let sprt = "elo0=0,elo1=300,alpha=0.05,beta=0.05".parse().ok();
    let plan = plan(&MatchRequest { games: Some(400), sprt, ..request("othello", &PAIR) });
    let once = played(&plan, 1);
    assert_eq!(once.decision(), Some(Decision::H1));
    assert!(once.rounds() < 100, "{}", once.rounds());
    let threaded = played(&plan, 3);
    assert_eq!(timeless(&threaded), timeless(&once));
    let summary = MatchSummary::new(&threaded);
    assert!(summary.complete && summary.games < summary.planned);
    let sprt = summary.duel.unwrap().sprt.unwrap();
    assert!(sprt.llr >= sprt.upper && sprt.decision == Some(Decision::H1));
}

#[test]
fn games_are_written_so_that_they_can_be_played_again() {
    let standing = played(&plan(&MatchRequest { games: Some(4), ..request("checkers", &PAIR) }), 2);
    let text = games_text(&standing);
    assert_eq!(text.matches("[Game \"checkers\"]").count(), 4);
    for (block, game) in text.split("\n\n").skip(1).step_by(2).zip(standing.counted()) {
        assert_eq!(block.split_whitespace().collect::<Vec<_>>(), game.moves);
        assert!(block.lines().all(|line| line.len() <= 100));
    }
}

#[test]
fn a_store_gives_back_what_was_put_in_and_takes_nothing_else() {
    let dir = Scratch::new().unwrap();
    let ask = MatchRequest { games: Some(4), ..request("othello", &PAIR) };
    let plan = plan(&ask);
    let standing = played(&plan, 2);
    let games: Vec<_> = standing.counted().cloned().collect();
    let (mut store, none) = MatchStore::open(dir.path(), &plan).unwrap();
    assert!(none.is_empty());
    let busy = MatchStore::open(dir.path(), &plan).unwrap_err().to_string();
    assert!(busy.starts_with("another cutfirst process is writing"), "{busy}");
    store.add(&games[1..3]).unwrap();
    store.add(&games[..1]).unwrap();
    store.add(&games[..1]).unwrap();
    drop(store);
    let (store, stored) = MatchStore::open(dir.path(), &plan).unwrap();
    assert_eq!(stored, games[..3]);
    drop(store);
    let other = self::plan(&MatchRequest { seed: 8, ..ask });
    let refused = MatchStore::open(dir.path(), &other).unwrap_err().to_string();
    assert!(
        refused.contains("holds the results of another plan or match, which differs in line 3: stored 'seed 3', given 'seed 8'"),
        "{refused}"
    );

    // A byte of a move changed: found, and left as it is.
    let path = dir.path().join("match.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    let moves = games[0].moves.join(" ");
    let place = bytes.windows(moves.len()).position(|window| window == moves.as_bytes()).unwrap();
    bytes[place] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let damaged = MatchStore::open(dir.path(), &plan).unwrap_err().to_string();
    assert!(damaged.contains("its content is not what was written"), "{damaged}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let pair = || request("othello", &PAIR);
    for (request, hint) in [
        (request("chess", &PAIR), "unknown game 'chess'"),
        (request("othello", &PAIR[..1]), "a match is between 2 to 16 players, not 1"),
        (request("othello", &["name=a", "name=a"]), "two players are called 'a'"),
        (request("othello", &["name=player-2", ""]), "two players are called 'player-2'"),
        (
            MatchRequest { limits: Limits::default(), ..request("othello", &["", "depth=2"]) },
            "'player-1' has no limit",
        ),
        (request("othello", &["", "evaluation=x"]), "player 'player-2': unknown othello evaluation"),
        (
            request("othello", &["", "algorithm=minimax order=tt"]),
            "player 'player-2': the algorithm 'minimax'",
        ),
        (request("othello", &["", "time=1s deepen=off"]), "player 'player-2': a search without deepening"),
        (
            MatchRequest { players: Some(4), ..request("virus", &["", "algorithm=pvs"]) },
            "'pvs' is for two players",
        ),
        (
            MatchRequest { games: Some(3), ..pair() },
            "--games must be a multiple of 2, since each opening is played in 2 seatings; 2 or 4 would do",
        ),
        (MatchRequest { games: Some(1), ..pair() }, "2 seatings; 2 would do"),
        (MatchRequest { games: Some(0), ..pair() }, "--games must be from 1 to 1000000, not 0"),
        (MatchRequest { opening_plies: Some(200), ..pair() }, "no game lasts for 200 random plies"),
        (MatchRequest { opening_plies: Some(u32::MAX), ..pair() }, "--openings must be from 0 to 1000"),
        (MatchRequest { skip: u32::MAX, ..pair() }, "--skip-openings must be from 0 to 999900"),
        (
            MatchRequest { rules: Rules { max_plies: 4, ..Rules::default() }, ..pair() },
            "--max-plies must be from 5",
        ),
        (
            MatchRequest { sprt: Some(Sprt::default()), ..request("othello", &["", "", ""]) },
            "--sprt compares two players in a game for two; here are 3 in a game for 2",
        ),
        (
            MatchRequest {
                players: Some(6),
                seating: Some(Seating::All),
                ..request("chinese-checkers", &["table=0"; 5])
            },
            "more than 1000 seatings",
        ),
    ] {
        let message = refused(&request);
        assert!(message.contains(hint), "{hint}: {message}");
        assert!(!message.contains('\n'));
    }
}

#[test]
fn openings_left_out_are_those_of_the_other_match() {
    let ask = MatchRequest { games: Some(4), ..request("abalone", &["plain", "plain depth=2"]) };
    let openings = |request: &MatchRequest| -> Vec<Vec<String>> {
        let standing = played(&plan(request), 2);
        let games = standing.counted().step_by(2);
        games.map(|game| game.moves[..game.opening_plies as usize].to_vec()).collect()
    };
    let short = |ask: &MatchRequest| MatchRequest {
        rules: Rules { max_plies: 6, ..Rules::default() },
        ..ask.clone()
    };
    let all = openings(&short(&MatchRequest { games: Some(8), ..ask.clone() }));
    assert_eq!(openings(&short(&MatchRequest { skip: 2, ..ask })), all[2..]);
}

/// One has less time than any text can say, and so than any move takes; the other one has time for all of the game.
#[test]
fn clocks_run_and_who_has_no_time_left_loses() {
    let specs = ["name=calm clock=20s+10ms depth=2 table=1", "name=hasty clock=1ms depth=4 table=1"];
    let mut plan = plan(&MatchRequest { games: Some(2), ..request("othello", &specs) });
    assert!(plan.canonical().contains("clock=20s+10ms") && plan.canonical().contains("clock=1ms"));
    assert!(!plan.entrants[0].engine.is_reproducible());
    plan.entrants[1].engine.limits.clock.as_mut().unwrap().time = Duration::from_nanos(1);
    let standing = played(&plan, 1);
    for game in standing.counted() {
        let (calm, hasty) = if game.seats[0] == 0 { (0, 1) } else { (1, 0) };
        assert_eq!((game.end, &game.winners[..]), (End::Late, &[calm][..]), "{}", game.note);
        assert!(game.note.starts_with("hasty: "), "{}", game.note);
        assert!(game.efforts[calm].given >= 20_000_000 && game.efforts[hasty].given == 0);
    }
    let summary = MatchSummary::new(&standing);
    assert!(summary.entrants[0].clock_used.is_some_and(|share| share < 0.5));
    assert!(
        refused(&request("othello", &["clock=2s", "clock=2s command=cat protocol=gtp"]))
            .contains("a clock is for ugi")
    );
}

#[test]
fn clocks_are_written_as_they_are_read() {
    for (text, written) in [("2s", "2s"), ("2s+0", "2s"), ("1.5s+0.02s", "1500ms+20ms"), ("3m+2s", "180s+2s")]
    {
        assert_eq!(
            text.parse::<crate::engine_spec::TimeControl>().map(|clock| clock.to_string()),
            Ok(written.to_owned())
        );
    }
    for text in ["", "2", "2s+", "+1s", "2s+x", "2s+1s+1s", "-1s"] {
        let error = text.parse::<crate::engine_spec::TimeControl>().unwrap_err().to_string();
        assert!(error.contains("2s+20ms"), "{text}: {error}");
    }
}
