//! Rude input: one line that says what would be right.

use crate::bench::{othello, refused_with};

#[test]
fn players() {
    for (specs, hint) in [
        (vec![], "--player"),
        (vec!["depth=2"], "a match is between 2 to 16 players, not 1"),
        (vec!["depth=2", "dpeth=2"], "player 'dpeth=2', word 1: unknown word 'dpeth=2'; choose name, plain"),
        (vec!["depth=2", "depth=x"], "'depth' takes a number of plies from 1 to 200, not 'x'"),
        (vec!["depth=2", "order=tt+kiler depth=2"], "unknown heuristic 'kiler'"),
        (
            vec!["depth=2", "null-move=3 algorithm=minimax depth=2"],
            "player 'player-2': the algorithm 'minimax' does not go with null move",
        ),
        (vec!["depth=2", "table=0 order=tt depth=2"], "player 'player-2':"),
        (
            vec!["depth=2", "evaluation=none depth=2"],
            "player 'player-2': unknown othello evaluation 'none'; choose",
        ),
        (vec!["depth=2", ""], "player 'player-2' has no limit; give depth=, time= or nodes="),
        (vec!["name=x depth=2", "name=x depth=3"], "two players are called 'x'"),
        (vec!["depth=2", "depth=2 threads=0"], "'threads' takes a number of threads from 1"),
        (vec!["depth=2", "table=1000000 depth=2"], "MiB"),
    ] {
        let mut arguments = vec!["match", "othello"];
        for spec in &specs {
            arguments.extend(["--player", spec]);
        }
        refused_with(&arguments, hint);
    }
}

#[test]
fn numbers_and_rules() {
    for (more, hint) in [
        (vec!["--games", "7"], "--games must be a multiple of 2"),
        (vec!["--games", "-2"], "give a whole number"),
        (vec!["--openings", "99999"], "--openings must be from 0 to 1000"),
        (vec!["--openings", "150"], "no game lasts for 150 random plies"),
        (vec!["--max-plies", "0"], "--max-plies must be from 5"),
        (vec!["--at-cap", "win"], "choose draw, evaluation or judgement"),
        (vec!["--seats", "any"], "choose rotate or all"),
        (vec!["--sprt", "elo=5"], "write it like elo0=0,elo1=10,alpha=0.05,beta=0.05"),
        (vec!["--sprt", "elo0=5,elo1=5"], "elo0 must be below elo1"),
        (vec!["--players", "3"], "othello is for 2 players"),
        (vec!["--variant", "x"], "othello has no variants"),
        (vec!["--threads", "0"], "--threads must be at least 1"),
        (vec!["--skip-openings", "1000000"], "--skip-openings must be from 0"),
        (vec!["--time", "5"], "a time is a number with ms, s, m or h"),
    ] {
        refused_with(&othello(&more), hint);
    }
    let three = ["match", "virus", "--players", "3", "--player", "", "--player", "", "--depth", "1"];
    refused_with(&[&three[..], &["--sprt", "elo0=0,elo1=9"]].concat(), "here are 2 in a game for 3");
    refused_with(&["match", "chess", "--player", "", "--player", "", "--depth", "1"], "unknown game 'chess'");
}
