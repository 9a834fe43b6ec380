//! GTP, the Go text protocol, as Othello programs speak it: every command is answered by `= …` or `? …` and an empty line.

use std::time::Duration;

use cutfirst::game::{Game, Player};
use cutfirst::notation::Notation;
use cutfirst::search::{GameClock, Limit};
use cutfirst_games::othello::{BLACK, Move, Othello, WHITE};
use cutfirst_lab::engine_spec::entries;

use super::{Desk, Flow, Protocol};

/// How long a move takes as long as nobody has set a time.
const USUAL_TIME: Duration = Duration::from_secs(1);

const COMMANDS: [&str; 19] = [
    "boardsize",
    "clear_board",
    "cutfirst-set",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The state of a conversation.
#[derive(Default)]
pub(crate) struct Gtp {
    settings: Option<Times>,
    /// Time left, and moves to be made in it.
    left: [Option<(Duration, u32)>; 2],
}

/// Main time, then so much for so many moves again and again.
#[derive(Clone, Copy)]
struct Times {
    main: Duration,
    period: Duration,
    stones: u32,
}

type Answer = Result<String, String>;

impl Protocol<Othello> for Gtp {
    fn is_urgent(&self, _line: &str) -> bool {
        // One command after the other, quit included: a script's last word should not cost it the answer.
        false
    }

    fn obey(&mut self, desk: &mut Desk<Othello>, line: &str) -> Flow {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let line = line.split('#').next().unwrap_or("");
        let mut words = line.split_whitespace().peekable();
        let id =
            words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or("").to_owned();
        let Some(command) = words.next() else { return Flow::GoOn };
        let words: Vec<_> = words.collect();
        let answer = self.answer(desk, command, &words);
        reply(desk, &id, &answer);
        if command == "quit" { Flow::Quit } else { Flow::GoOn }
    }

    fn refuse(&mut self, desk: &mut Desk<Othello>, why: &str) {
        reply(desk, "", &Err(why.to_owned()));
    }
}

fn reply(desk: &Desk<Othello>, id: &str, answer: &Answer) {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    desk.say(format!("{sign}{id} {text}").trim_end());
    desk.say("");
}

fn colour(word: Option<&&str>) -> Result<Player, String> {
    match word.map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(BLACK),
        Some("w" | "white") => Ok(WHITE),
        _ => Err("invalid color or coordinate".to_owned()),
    }
}

/// Lets the side to move pass if it must and the other one is meant.
fn hand_over(desk: &mut Desk<Othello>, player: Player) -> Result<(), String> {
    if desk.game().to_move() != player && desk.game().parse_move("pass").is_ok() {
        desk.play(Move::PASS);
    }
    if desk.game().to_move() == player { Ok(()) } else { Err("it is the other side's turn".to_owned()) }
}

impl Gtp {
    fn answer(&mut self, desk: &mut Desk<Othello>, command: &str, words: &[&str]) -> Answer {
        let number = |place: usize| {
            let word = words.get(place).and_then(|word| word.parse::<f64>().ok());
            word.filter(|number| (0.0..1e9).contains(number)).ok_or("syntax error")
        };
        let done = Ok(String::new());
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("cutfirst".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(words.first().is_some_and(|word| COMMANDS.contains(word)).to_string()),
            "list_games" => Ok("Othello".to_owned()),
            "set_game" if words == ["Othello"] => done,
            "set_game" => Err("unsupported game".to_owned()),
            "boardsize" if words == ["8"] => done,
            "boardsize" => Err("unacceptable size".to_owned()),
            // There is none in Othello.
            "komi" | "quit" => done,
            "clear_board" => {
                desk.forget();
                self.left = [None; 2];
                desk.place(None, "").map(|()| String::new())
            }
            "play" => {
                let player = colour(words.first())?;
                let text = words.get(1).copied().unwrap_or("");
                let is_pass = Move::named(text) == Some(Move::PASS);
                if is_pass && desk.game().outcome().is_some() {
                    return done;
                }
                let before = desk.moves().len();
                hand_over(desk, player)?;
                match desk.game().parse_move(text) {
                    Ok(mv) => {
                        desk.play(mv);
                        done
                    }
                    Err(_) => {
                        while desk.moves().len() > before {
                            desk.take_back_move();
                        }
                        Err("illegal move".to_owned())
                    }
                }
            }
            "genmove" => self.genmove(desk, words),
            "undo" if desk.take_back_move() => done,
            "undo" => Err("cannot undo".to_owned()),
            "showboard" => Ok(format!("\n{}", desk.game().diagram().trim_end())),
            "final_score" => {
                let [black, white] = [BLACK, WHITE].map(|player| desk.game().discs(player).count_ones());
                Ok(match black.abs_diff(white) {
                    0 => "0".to_owned(),
                    by => format!("{}+{by}", if black > white { "B" } else { "W" }),
                })
            }
            "time_settings" => {
                let [main, period] = [number(0)?, number(1)?].map(Duration::from_secs_f64);
                let stones = number(2)? as u32;
                self.left = [None; 2];
                // A period without stones means no limit, as the protocol has it.
                let unlimited = period > Duration::ZERO && stones == 0;
                self.settings = (!unlimited).then_some(Times { main, period, stones });
                done
            }
            "time_left" => {
                let player = colour(words.first())?;
                self.left[player.index()] = Some((Duration::from_secs_f64(number(1)?), number(2)? as u32));
                done
            }
            "cutfirst-set" => match words {
                [name, value] => desk.set_word(name, value).map(|()| String::new()),
                // As it was before anybody had set it.
                [name] if entries().iter().any(|entry| entry.name() == *name) => {
                    desk.unset_word(name).map(|()| String::new())
                }
                _ => Err("cutfirst-set WORD VALUE".to_owned()),
            },
            _ => Err("unknown command".to_owned()),
        }
    }

    fn genmove(&self, desk: &mut Desk<Othello>, words: &[&str]) -> Answer {
        let player = colour(words.first())?;
        if desk.game().outcome().is_some() {
            return Ok("pass".to_owned());
        }
        hand_over(desk, player)?;
        if desk.game().parse_move("pass").is_ok() {
            desk.play(Move::PASS);
            return Ok("pass".to_owned());
        }
        let limits = desk.settled().limits;
        let limit = match self.clock(player) {
            Some(clock) => Limit::game_clock(clock),
            None if limits.is_none() => Limit::time(USUAL_TIME),
            None => limits.limit(),
        };
        // Nothing else is done meanwhile: GTP has no word that could interrupt it.
        let report = desk.think_now(limit)?;
        desk.play(report.best);
        Ok(Othello::START.move_text(report.best))
    }

    /// What is known of a player's clock.
    fn clock(&self, player: Player) -> Option<GameClock> {
        let with_stones = |left: Duration, stones: u32| match stones {
            0 => GameClock::new(left),
            stones => GameClock::new(left).with_moves_to_go(stones),
        };
        match (self.left[player.index()], self.settings) {
            (Some((left, stones)), _) => Some(with_stones(left, stones)),
            (None, Some(Times { main, period, stones })) if main.is_zero() => {
                Some(with_stones(period, stones))
            }
            (None, Some(times)) => Some(GameClock::new(times.main)),
            (None, None) => None,
        }
    }
}
