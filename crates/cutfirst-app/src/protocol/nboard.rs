//! NBoard 2, the protocol of the Othello interface NBoard: games as GGF, `go`, `hint`, `analyze`, `ping`.
//!
//! What it does not know is left unanswered, as the protocol asks. `ping` ends a search under way, whose `===` comes before
//! the `pong`. Scores are told in discs, as far as the evaluation can say.

use std::time::Instant;

use cutfirst::search::{Limit, MAX_DEPTH};
use cutfirst_games::formats::Format;
use cutfirst_games::othello::{BLACK, Move, Othello, WHITE};

use super::desk::Voice;
use super::{Desk, Flow, Protocol};
use cutfirst::game::Game;
use cutfirst::notation::Notation;

/// The depth before anybody has set one.
const USUAL_DEPTH: u32 = 8;

/// The state of a conversation.
#[derive(Default)]
pub(crate) struct NBoard {
    depth: Option<u32>,
    /// Why there is no position, after a game that could not be read.
    misplaced: Option<String>,
}

fn complain(voice: &Voice, why: &str) {
    voice.say(&format!("status {why}"));
}

/// A move as NBoard writes it.
fn square(mv: Move) -> String {
    if mv == Move::PASS { "PA".to_owned() } else { Othello::START.move_text(mv).to_uppercase() }
}

/// How much of an evaluation's score is about a disc of the final score; learned ones are about chances to win, and where those
/// are still open, 36 positions of the middle game had about 20 for each disc that `play` expected.
fn per_disc(evaluation: &str) -> f64 {
    match evaluation {
        "discs" => 1.0,
        "play" | "mobility" => 100.0,
        _ => 20.0,
    }
}

/// An estimate in discs, or what is certain.
fn discs(score: i32, result: Option<i32>, per_disc: f64) -> f64 {
    result.map_or_else(|| (f64::from(score) / per_disc).clamp(-64.0, 64.0), f64::from)
}

/// The discs of the side to move beyond those of the other.
fn lead(game: &Othello) -> i32 {
    let count = |player| game.discs(player).count_ones().cast_signed();
    let black = count(BLACK) - count(WHITE);
    if game.to_move() == BLACK { black } else { -black }
}

impl Protocol<Othello> for NBoard {
    fn is_urgent(&self, line: &str) -> bool {
        matches!(line.split_whitespace().next().unwrap_or(""), "quit" | "")
    }

    fn interrupts(&self, line: &str) -> bool {
        line.split_whitespace().next() == Some("ping")
    }

    fn obey(&mut self, desk: &mut Desk<Othello>, line: &str) -> Flow {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let refused = match word {
            "nboard" => {
                desk.say(&format!("set myname cutfirst-{}", env!("CARGO_PKG_VERSION")));
                Ok(())
            }
            "ping" => {
                desk.say(&format!("pong {}", rest.split_whitespace().next().unwrap_or("").escape_debug()));
                Ok(())
            }
            "set" => self.set(desk, rest),
            "move" => self.play(desk, rest),
            "go" => self.think(desk, 1, true),
            "hint" => match rest.parse() {
                Ok(lines) => self.think(desk, lines, false),
                Err(_) => Err("write hint and a number of moves".to_owned()),
            },
            "analyze" => self.analyze(desk),
            "learn" => {
                desk.say("learned");
                Ok(())
            }
            "quit" => return Flow::Quit,
            _ => Ok(()),
        };
        if let Err(why) = refused {
            complain(&desk.voice(), &why);
        }
        Flow::GoOn
    }

    fn refuse(&mut self, desk: &mut Desk<Othello>, why: &str) {
        // It may have been a game, and no move in another one would be an answer.
        self.misplaced = Some(why.to_owned());
        complain(&desk.voice(), why);
    }
}

impl NBoard {
    fn set(&mut self, desk: &mut Desk<Othello>, rest: &str) -> Result<(), String> {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match name {
            "depth" => {
                let depth: u32 = value.trim().parse().map_err(|_| "write set depth and a number")?;
                self.depth = Some(depth.clamp(1, MAX_DEPTH));
                Ok(())
            }
            "game" => {
                let placed = set_game(desk, value);
                self.misplaced = placed.clone().err();
                placed
            }
            // Anything else that interfaces set, such as contempt, changes nothing here.
            _ => Ok(()),
        }
    }

    /// Refuses what needs a position as long as there is none.
    fn need_position(&self) -> Result<(), String> {
        self.misplaced.as_ref().map_or(Ok(()), |why| Err(format!("there is no game: {why}")))
    }

    fn play(&self, desk: &mut Desk<Othello>, rest: &str) -> Result<(), String> {
        self.need_position()?;
        let text = rest.split('/').next().unwrap_or("").trim();
        let mv = desk.game().parse_move(text).map_err(|error| error.to_string())?;
        desk.play(mv);
        Ok(())
    }

    /// How long a search takes, and the score of a disc.
    fn limit(&self, desk: &Desk<Othello>) -> (Limit, f64) {
        let settled = desk.settled();
        let limit = match self.depth {
            None if !settled.limits.is_none() => settled.limits.limit(),
            depth => Limit::depth(depth.unwrap_or(USUAL_DEPTH)),
        };
        (limit, per_disc(&settled.evaluation))
    }

    /// The value of every position of the game, from the last to the first, each for the side to move.
    fn analyze(&self, desk: &mut Desk<Othello>) -> Result<(), String> {
        self.need_position()?;
        let (limit, per_disc) = self.limit(desk);
        desk.review(
            limit,
            move |voice, played, game, line| {
                let value = match line {
                    Some(line) => discs(line.score, line.result, per_disc),
                    None => f64::from(lead(game)),
                };
                voice.say(&format!("analysis {played} {value:.2}"));
            },
            |desk, looked| {
                if let Err(why) = looked {
                    complain(&desk.voice(), &why);
                }
                desk.say("status");
            },
        );
        Ok(())
    }

    fn think(&self, desk: &mut Desk<Othello>, lines: usize, is_move: bool) -> Result<(), String> {
        self.need_position()?;
        if desk.game().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        desk.set_lines(lines.min(64));
        let (limit, per_disc) = self.limit(desk);
        let began = Instant::now();
        desk.think(
            limit,
            false,
            Vec::new(),
            move |voice, _, _, found| {
                let line: String = found.line.iter().map(|&mv| square(mv)).collect();
                let depth = found.result.map_or_else(|| found.depth.to_string(), |_| "100%".to_owned());
                let score = discs(found.score, found.result, per_disc);
                voice.say(&format!("search {line} {score:.2} 0 {depth}"));
            },
            move |desk, answer| {
                match answer {
                    Ok(report) if is_move => {
                        let seconds = began.elapsed().as_secs_f64();
                        let score = discs(report.line().score, report.line().result, per_disc);
                        desk.say(&format!("nodestats {} {seconds:.2}", report.counts.total));
                        desk.say(&format!("=== {}/{score:.2}/{seconds:.2}", square(report.best)));
                    }
                    Ok(_) => {}
                    Err(why) => complain(&desk.voice(), &why),
                }
                desk.say("status");
            },
        );
        Ok(())
    }
}

/// Sets up the game that a GGF holds.
fn set_game(desk: &mut Desk<Othello>, ggf: &str) -> Result<(), String> {
    let games = Format::named("ggf").and_then(|format| format.read(ggf));
    let games = games.map_err(|error| error.to_string())?;
    desk.place(games[0].start.as_deref(), &games[0].moves.join(" "))
}
