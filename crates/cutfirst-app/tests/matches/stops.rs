//! Killed or stopped at any moment and run again, a match ends as if nothing had happened.

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cutfirst::random::Random;

use crate::bench::{Bench, othello, read, refused_with, succeeded};

/// A run of the program under way; it ends with the test at the latest.
struct Running(Child);

impl Running {
    fn start(arguments: &[&str], errors: &str) -> Self {
        let log = File::create(errors).expect("a file for the errors");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
        let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        Self(command.spawn().expect("the program starts"))
    }

    fn ended(&mut self) -> Option<Option<i32>> {
        self.0.try_wait().expect("a child of ours").map(|status| status.code())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn kills_change_nothing() {
    let bench = Bench::new("kills");
    let whole = bench.path("whole");
    let games = ["--games", "200", "--seed", "4"];
    let start = Instant::now();
    succeeded(&othello(&[&games[..], &["--out", &whole]].concat()));
    let took = start.elapsed();
    let dir = bench.path("killed");
    let arguments = othello(&[&games[..], &["--out", &dir]].concat());
    let mut random = Random::new(1);
    let mut kills = 0_u32;
    loop {
        assert!(kills < 100, "no end in sight");
        let mut run = Running::start(&arguments, &bench.path("errors"));
        // More and more of the whole time, so that any machine gets there.
        sleep(took.mul_f64((1 + random.below(15)) as f64 / 100.0 * (1.0 + f64::from(kills) / 20.0)));
        if let Some(code) = run.ended() {
            assert_eq!(code, Some(0), "{}", fs::read_to_string(bench.path("errors")).unwrap());
            break;
        }
        drop(run);
        kills += 1;
    }
    assert!(kills > 1, "the match was hardly disturbed");
    assert_eq!(read(&dir, "games.txt"), read(&whole, "games.txt"), "{kills} kills changed the games");
}

#[cfg(unix)]
#[test]
fn a_signal_stops_at_once_and_the_same_command_goes_on() {
    let bench = Bench::new("signal");
    let dir = bench.path("games");
    // Games of minutes: only a stop within a game ends this in time.
    let slow = [
        "match",
        "othello",
        "--player",
        "name=a time=200ms table=1",
        "--player",
        "name=b time=100ms table=1",
    ];
    let arguments = [&slow[..], &["--games", "100", "--threads", "1", "--out", &dir]].concat();
    let errors = bench.path("errors");
    let mut run = Running::start(&arguments, &errors);
    let start = Instant::now();
    while !std::path::Path::new(&dir).join("match.sqlite").exists() {
        assert!(start.elapsed() < Duration::from_secs(60) && run.ended().is_none(), "no store");
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(300));
    let sent = Command::new("kill").args(["-s", "INT", &run.0.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
    let start = Instant::now();
    let code = loop {
        assert!(start.elapsed() < Duration::from_secs(30), "it does not stop");
        if let Some(code) = run.ended() {
            break code;
        }
        sleep(Duration::from_millis(5));
    };
    let said = fs::read_to_string(errors).unwrap();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("stopped after 0 of 100 games; the same command goes on"), "{said}");
    // Until then it is an unfinished match, and no other.
    refused_with(
        &[&arguments[..], &["--seed", "2"]].concat(),
        "holds the results of another plan or match, which differs in line 3",
    );
}

#[test]
fn directories_of_others_are_refused() {
    let bench = Bench::new("others");
    let dir = bench.path("games");
    let two = ["--games", "2", "--out", &dir];
    succeeded(&othello(&two));
    refused_with(&othello(&["--games", "4", "--out", &dir]), "stored 'games 2', given 'games 4'");
    refused_with(&othello(&[&two[..], &["--openings", "3"]].concat()), "differs in line 4");
    let other = ["match", "othello", "--player", "name=deep depth=2", "--player", "name=plain plain depth=1"];
    refused_with(&[&other[..], &two].concat(), "differs in line 9");
    let lab = bench.path("lab");
    let plan = bench.path("plan.toml");
    fs::write(
        &plan,
        "seed = 1\ntrials = 1\n[[experiment]]\ngame = \"othello\"\nplies = [1]\narms = [\"none\"]\n",
    )
    .unwrap();
    succeeded(&["lab", "run", &plan, "--out", &lab]);
    refused_with(&othello(&["--games", "2", "--out", &lab]), "holds a plan of the laboratory or its results");
    let split = bench.path("split");
    succeeded(&["lab", "split", &plan, "--out", &split, "--tasks", "1"]);
    refused_with(
        &othello(&["--games", "2", "--out", &split]),
        "holds a plan of the laboratory or its results",
    );
    for command in [&["run", &plan][..], &["split", &plan, "--tasks", "1"]] {
        let arguments = [&["lab"], command, &["--out", &dir]].concat();
        refused_with(&arguments, "holds the games of a match; choose another directory");
    }
    refused_with(&["reproduce", "space-depth-1", "--out", &dir], "holds the games of a match");
    fs::create_dir(bench.path("foreign")).unwrap();
    fs::write(bench.path("foreign/match.sqlite"), "something else").unwrap();
    refused_with(&othello(&["--games", "2", "--out", &bench.path("foreign")]), "not a cutfirst result file");
}
