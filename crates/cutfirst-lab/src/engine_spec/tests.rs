//! Words go in and come out; what is wrong is pointed at.

use cutfirst_games::board_game::BoardGame;
use cutfirst_games::othello::Othello;
use proptest::prelude::*;

use super::*;

fn spec(text: &str) -> EngineSpec {
    text.parse().unwrap()
}

fn wrong(text: &str) -> String {
    text.parse::<EngineSpec>().unwrap_err().to_string()
}

#[test]
fn what_is_left_open_is_the_strongest_setting() {
    let engine = spec("depth=4").engine(&Othello::INFO, 2, Limits::default());
    assert_eq!(engine.settings, Othello::INFO.strongest(2));
    assert_eq!((engine.evaluation.as_str(), engine.limits.depth), ("learned", Some(4)));
    let engine = spec("").engine(&Othello::INFO, 4, Limits { nodes: Some(9), ..Limits::default() });
    assert_eq!(engine.settings.algorithm, Algorithm::BestReply);
    assert_eq!(engine.limits.limit().nodes, Some(9));
}

#[test]
fn what_depends_on_the_algorithm_follows_it() {
    let paranoid = spec("algorithm=paranoid depth=3").engine(&Othello::INFO, 4, Limits::default()).settings;
    assert_eq!((paranoid.table, paranoid.order.to_string().as_str()), (64, "tt+gravity:prior=512"));
    let minimax = spec("algorithm=minimax depth=3").engine(&Othello::INFO, 2, Limits::default()).settings;
    assert_eq!((minimax.table, minimax.order.to_string().as_str()), (0, "none"));
    let asked = spec("algorithm=paranoid table=8 order=tt depth=3")
        .engine(&Othello::INFO, 4, Limits::default())
        .settings;
    assert_eq!((asked.table, asked.order.to_string().as_str()), (8, "tt"), "what is asked for stays");
    let plain = spec("plain time=10ms").engine(&Othello::INFO, 2, Limits::default());
    assert_eq!(plain.settings, Settings::plain(2).with_deepening(true));
    assert_eq!(plain.evaluation, "discs", "the experiments' evaluation");
}

#[test]
fn own_limits_replace_the_common_ones() {
    let common = Limits { depth: Some(3), ..Limits::default() };
    assert_eq!(
        spec("nodes=50").engine(&Othello::INFO, 2, common).limits,
        Limits { nodes: Some(50), ..Limits::default() }
    );
    assert!(spec("").engine(&Othello::INFO, 2, Limits::default()).limits.is_none());
}

#[test]
fn words_are_written_in_one_order() {
    assert_eq!(spec("  depth=03 \t order=killer name=x ").to_string(), "name=x order=killer:2 depth=3");
    assert_eq!(
        spec("plain deepen=on variety=off time=0.5s").to_string(),
        "plain deepen variety=off time=500ms"
    );
    assert_eq!(spec("name=a depth=2").without("name").to_string(), "depth=2");
    assert_eq!(spec("name=a depth=2").with("depth", 3), Ok(spec("name=a depth=3")));
    assert!(spec("name=a").with("depth", "x").is_err());
}

#[test]
fn errors_point_at_the_wrong_word() {
    for (text, hint) in [
        ("depth=3 depht=4", "player 'depth=3 depht=4', word 2: unknown word 'depht=4'; choose name, plain"),
        ("depth", "word 1: 'depth' needs a value: depth=a number of plies"),
        ("depth=", "'depth' takes a number of plies from 1 to 200, not ''"),
        ("depth=-1", "'depth' takes a number of plies from 1 to 200, not '-1'"),
        ("depth=3 depth=4", "word 2: 'depth' is given twice"),
        ("algorithm=mcts", "choose minimax, alpha-beta, pvs, brs, paranoid or max-n"),
        ("order=tt+killr", "character 4: unknown heuristic 'killr'"),
        ("combine=x", "choose difference"),
        ("table=1.5", "'table' takes a number of MiB from 1 to 1048576, or 0 for none, not '1.5'"),
        ("time=5", "a time is a number with ms, s, m or h"),
        ("clip=9/x", "give linear:WIDTH or WIDTH/WIDTH"),
        ("null-move", "'null-move' needs a value: null-move=a depth reduction from 1 to 10, or off"),
        ("null-move=-1", "'null-move' takes a depth reduction from 1 to 10, or off, not '-1'"),
        ("threads=many", "'threads' takes a number of threads"),
        ("threads=0", "'threads' takes a number of threads from 1 to 256, not '0'"),
        ("variety=-1", "'variety' takes a margin from 0 to 1000000000, or off, not '-1'"),
        ("sibling=-1", "'sibling' takes a margin from 0"),
        ("aspiration=0", "'aspiration' takes a width from 1"),
        ("depth=201", "'depth' takes a number of plies from 1 to 200, not '201'"),
        ("nodes=0", "'nodes' takes a number of nodes from 1, not '0'"),
        ("name=a\u{202e}b", "'name' takes 1 to 40 visible characters"),
        ("deepen=yes", "'deepen' takes on or off, not 'yes'"),
        ("name=", "'name' takes 1 to 40 visible characters"),
        ("name=a\u{7}", "not 'a\\u{7}'"),
        ("evaluation=", "'evaluation' takes an evaluation of the game"),
        ("=", "unknown word '='"),
    ] {
        assert!(wrong(text).contains(hint), "{text}: {}", wrong(text));
    }
    assert!(wrong(&"x".repeat(1000)).len() < 520);
}

#[test]
fn selective_players_are_told_apart() {
    assert!(!spec("depth=3").engine(&Othello::INFO, 2, Limits::default()).is_selective());
    for word in ["deeper-entries", "clip=9/20", "clip=linear:4", "null-move=2", "sibling=5"] {
        let engine = spec(&format!("depth=3 {word}")).engine(&Othello::INFO, 2, Limits::default());
        assert!(engine.is_selective(), "{word}");
    }
    for word in ["quiescence=2", "clip=off", "aspiration=30", "enhanced-cutoffs", "cache-evaluations"] {
        let engine = spec(&format!("depth=3 {word}")).engine(&Othello::INFO, 2, Limits::default());
        assert!(!engine.is_selective(), "{word}");
    }
}

/// Stores of matches hold players in these words.
#[test]
fn what_is_rarely_said_is_left_out_as_long_as_it_is_as_usual() {
    let settled = |text: &str| spec(text).engine(&Othello::INFO, 2, Limits::default()).words();
    assert_eq!(
        settled("plain depth=2"),
        "algorithm=alpha-beta order=none evaluation=discs combine=difference table=0 deeper-entries=off quiescence=0 clip=off \
         aspiration=off null-move=off sibling=off cache-evaluations=off caches=off futility=off enhanced-cutoffs=off \
         internal-deepening=off double-steps=off threads=1 deepen=off variety=off repetition=0 contempt=0 seed=0 depth=2"
    );
    assert!(settled("plain depth=2 grain=5 lines=2").contains(" seed=0 lines=2 grain=5 depth=2"));
}

/// A word that is right, for every key.
fn any_word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zé=,#]{1,40}".prop_map(|name| format!("name={name}")),
        Just("plain".to_owned()),
        prop::sample::select(Algorithm::ALL.to_vec()).prop_map(|algorithm| format!("algorithm={algorithm}")),
        prop::sample::select(vec!["none", "tt+killer", "ads:mtf,limit=3,per-level", "static+history:one"])
            .prop_map(|order| format!("order={order}")),
        "[a-z]{1,9}".prop_map(|name| format!("evaluation={name}")),
        prop::sample::select(vec!["difference", "zero-sum", "own", "best"])
            .prop_map(|c| format!("combine={c}")),
        (0..5000_usize).prop_map(|table| format!("table={table}")),
        prop::sample::select(vec!["deepen", "deepen=off", "deeper-entries=on", "deeper-entries=off"])
            .prop_map(str::to_owned),
        prop_oneof![
            Just("variety=off".to_owned()),
            any::<i32>().prop_map(|margin| format!("variety={margin}"))
        ],
        any::<u8>().prop_map(|plies| format!("quiescence={plies}")),
        (0..99_i32, 0..99_i32).prop_map(|(a, b)| format!("clip={a}/{b}")),
        prop::sample::select(vec![
            "clip=off",
            "clip=linear:7",
            "aspiration=20",
            "aspiration=off",
            "sibling=3"
        ])
        .prop_map(str::to_owned),
        any::<u8>().prop_map(|reduction| format!("null-move={reduction}")),
        prop::sample::select(vec![
            "cache-evaluations",
            "caches=off",
            "enhanced-cutoffs=off",
            "internal-deepening",
            "threads=3"
        ])
        .prop_map(str::to_owned),
        any::<u64>().prop_map(|seed| format!("seed={seed}")),
        any::<u32>().prop_map(|depth| format!("depth={depth}")),
        (1..100_000_000_u32).prop_map(|tenths| format!("time={}.{}ms", 1 + tenths / 10, tenths % 10)),
        any::<u64>().prop_map(|nodes| format!("nodes={nodes}")),
    ]
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,80}") {
        let _ = text.parse::<EngineSpec>();
    }

    #[test]
    fn what_is_read_is_written_and_read_the_same(words in prop::collection::vec(any_word(), 0..8)) {
        if let Ok(spec) = words.join(" ").parse::<EngineSpec>() {
            prop_assert_eq!(spec.to_string().parse::<EngineSpec>().unwrap(), spec);
        }
    }

    /// What was settled is stored as words, and must mean the same when it is read again.
    #[test]
    fn what_is_settled_is_written_and_settled_the_same(
        words in prop::collection::vec(any_word(), 0..8),
        players in 2..=6_usize,
        depth in prop::option::of(1..9_u32),
    ) {
        if let Ok(spec) = words.join(" ").parse::<EngineSpec>() {
            let engine = spec.engine(&Othello::INFO, players, Limits { depth, ..Limits::default() });
            let again = engine.words().parse::<EngineSpec>().unwrap();
            prop_assert_eq!(&again.engine(&Othello::INFO, players, Limits::default()), &engine);
            let short = engine.short_words(players).parse::<EngineSpec>().unwrap();
            prop_assert_eq!(short.engine(&Othello::INFO, players, Limits::default()), engine);
        }
    }
}

#[test]
fn the_path_of_an_evaluation_may_have_blanks() {
    let spec: EngineSpec = "evaluation=\"my files/own.safetensors\" depth=2".parse().unwrap();
    let engine = spec.engine(&Othello::INFO, 2, Limits::default());
    assert_eq!(engine.evaluation, "my files/own.safetensors");
    let again: EngineSpec = engine.words().parse().unwrap();
    assert_eq!(again.engine(&Othello::INFO, 2, Limits::default()), engine);
    assert!("evaluation=\"a\"b\"".parse::<EngineSpec>().is_err());
}
