//! Conversations with foreign engines.

use std::time::{Duration, Instant};

use cutfirst::notation::excerpt;
use cutfirst::search::{GameClock, Stop};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::formats::{Format, PlayedGame};
use cutfirst_games::setup::Setup;

use super::process::Process;
use super::{Foreign, GuestFault, Language};
use crate::engine_spec::Limits;

/// What a pipe and a busy machine may add to a move's time before it counts as late.
fn grace(time: Duration) -> Duration {
    Duration::from_millis(300) + time / 10
}

/// A foreign engine in one seat of one game.
pub struct Guest {
    process: Process,
    foreign: Foreign,
    limits: Limits,
    /// What its clock shows, if it has one.
    clock: Option<GameClock>,
    /// How many moves of the game it knows of (GTP).
    told: usize,
    pings: u64,
}

impl Foreign {
    /// Whether it can play a game of so many players with such limits, by what its protocol has words for.
    ///
    /// # Errors
    /// In one line, if not.
    pub fn check(&self, game: &str, limits: &Limits) -> Result<(), String> {
        if self.language != Language::Ugi && game != "othello" {
            return Err(format!("{} is for othello, not {game}; choose protocol=ugi", self.language.name()));
        }
        let Limits { depth, time, nodes, level, clock } = limits;
        match self.language {
            _ if level.is_some() => {
                Err("a level is for engines of ours; give depth=, time= or nodes=".to_owned())
            }
            Language::NBoard | Language::Gtp if clock.is_some() => {
                Err(format!("a clock is for ugi, not {}", self.language.name()))
            }
            Language::NBoard if depth.is_none() || time.is_some() || nodes.is_some() => {
                Err("nboard knows a depth alone; give depth=".to_owned())
            }
            Language::Gtp if time.is_none() || depth.is_some() || nodes.is_some() => {
                Err("gtp knows a time alone; give time=, and other limits in the command".to_owned())
            }
            _ => Ok(()),
        }
    }
}

impl Guest {
    /// Starts the program and tells it which game is played.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or does not play this game.
    pub fn start<G: BoardGame>(
        foreign: &Foreign,
        limits: &Limits,
        setup: &Setup,
    ) -> Result<Self, GuestFault> {
        Self::start_until::<G>(foreign, limits, setup, Stop::default())
    }

    /// The same; from a stop on nobody waits for any answer, and every question is answered by [`GuestFault::Silent`].
    ///
    /// # Errors
    /// As [`Guest::start`].
    pub fn start_until<G: BoardGame>(
        foreign: &Foreign,
        limits: &Limits,
        setup: &Setup,
        stop: Stop,
    ) -> Result<Self, GuestFault> {
        let process = Process::start(foreign, stop)?;
        let mut guest =
            Self { process, foreign: foreign.clone(), limits: *limits, clock: None, told: 0, pings: 0 };
        match foreign.language {
            Language::Ugi => guest.meet_ugi::<G>(setup)?,
            Language::NBoard => {
                guest.process.say("nboard 2");
                if let Some(depth) = limits.depth {
                    guest.process.say(&format!("set depth {depth}"));
                }
                guest.ping()?;
            }
            Language::Gtp => {
                guest.command("boardsize 8")?;
                guest.command("clear_board")?;
                if let Some(time) = limits.time {
                    // Some programs read whole seconds only.
                    let seconds = time.as_secs_f64().ceil().max(1.0);
                    guest.command(&format!("time_settings 0 {seconds} 1"))?;
                }
            }
        }
        Ok(guest)
    }

    /// Asks for a move in a game that began where its variant begins, and tells what the clock of each seat shows.
    ///
    /// # Errors
    /// If no legal move comes in time.
    pub fn choose<G: BoardGame>(
        &mut self,
        game: &G,
        moves: &[String],
        clocks: &[Option<GameClock>],
    ) -> Result<G::Move, GuestFault> {
        let began = Instant::now();
        self.clock = clocks.get(game.to_move().index()).copied().flatten();
        let text = match self.foreign.language {
            Language::Ugi => self.ask_ugi(moves, clocks)?,
            Language::NBoard => self.ask_nboard(moves)?,
            Language::Gtp => self.ask_gtp(game, moves)?,
        };
        let took = began.elapsed();
        if let Some(time) = self.limits.time.filter(|&time| took > time + grace(time)) {
            return Err(GuestFault::Late(took, time));
        }
        game.parse_move(&text).map_err(|error| GuestFault::Illegal(error.to_string()))
    }

    /// How long a move may take until nobody waits any longer.
    fn patience(&self) -> Duration {
        let time = self.limits.time.or(self.clock.map(|clock| clock.left));
        time.map_or(self.foreign.patience, |time| time + grace(time) + Duration::from_secs(2))
    }

    fn meet_ugi<G: BoardGame>(&mut self, setup: &Setup) -> Result<(), GuestFault> {
        let (mut options, mut players) = (Vec::new(), 2);
        self.process.say("ugi");
        self.process.wait_for(self.foreign.patience, |line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("option"), Some("name")) => {
                    let name = words.take_while(|&word| word != "type").collect::<Vec<_>>().join(" ");
                    options.push(name.to_ascii_lowercase());
                }
                (Some("id"), Some("players")) => players = words.next()?.parse().ok()?,
                _ => {}
            }
            (line == "ugiok").then_some(())
        })?;
        let set = |name: &str, value: &str| {
            let is_there = options.iter().any(|option| option == name);
            if is_there {
                self.process.say(&format!("setoption name {name} value {value}"));
            }
            is_there
        };
        let variant = setup.variant_text();
        if !variant.is_empty() {
            set("variant", &variant);
        }
        if players != setup.players() && !set("players", &setup.players().to_string()) {
            return Err(GuestFault::Unfit(format!(
                "it does not play {} with {} players",
                G::INFO.name,
                setup.players()
            )));
        }
        self.process.say("isready");
        self.process.wait_for(self.foreign.patience, |line| (line == "readyok").then_some(()))?;
        self.process.say("uginewgame");
        Ok(())
    }

    fn ask_ugi(&mut self, moves: &[String], clocks: &[Option<GameClock>]) -> Result<String, GuestFault> {
        let Limits { depth, time, nodes, .. } = self.limits;
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.say(&format!("position startpos{played}"));
        let limits = [
            depth.map(|depth| format!(" depth {depth}")),
            time.map(|time| format!(" movetime {}", time.as_millis().max(1))),
            nodes.map(|nodes| format!(" nodes {nodes}")),
        ];
        let clocks = clocks.iter().enumerate().filter_map(|(seat, clock)| {
            let (number, clock) = (seat + 1, (*clock)?);
            let (left, increment) = (clock.left.as_millis(), clock.increment.as_millis());
            Some(format!(" p{number}time {left} p{number}inc {increment}"))
        });
        let words: String = limits.into_iter().flatten().chain(clocks).collect();
        self.process.say(&format!("go{words}"));
        self.process.wait_for(self.patience(), |line| {
            let mut words = line.split_whitespace();
            (words.next()? == "bestmove").then(|| words.next().unwrap_or("").to_owned())
        })
    }

    fn ping(&mut self) -> Result<(), GuestFault> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.say(&ping);
        self.process.wait_for(self.foreign.patience, |line| (line == pong).then_some(()))
    }

    fn ask_nboard(&mut self, moves: &[String]) -> Result<String, GuestFault> {
        let game = PlayedGame::new("othello", None, None, None, &moves.join(" "));
        let ggf = game.and_then(|game| Format::named("ggf")?.write(&[game]));
        let ggf = ggf.map_err(|error| GuestFault::Unfit(error.to_string()))?;
        self.process.say(&format!("set game {}", ggf.trim_end()));
        // What it still had to say about another position is out of the way then.
        self.ping()?;
        self.process.say("go");
        self.process.wait_for(self.patience(), |line| {
            let answer = line.strip_prefix("===")?.trim_start();
            Some(answer.split(['/', ' ', '\t']).next().unwrap_or("").to_owned())
        })
    }

    /// Sends a command of GTP and gives the first line of what it answers.
    fn command(&mut self, command: &str) -> Result<String, GuestFault> {
        self.process.say(command);
        let mut answer = None::<Result<String, String>>;
        let patience = if command.starts_with("genmove") { self.patience() } else { self.foreign.patience };
        let answer = self.process.wait_for(patience, |line| match (&answer, line.chars().next()) {
            (Some(_), None) => answer.take(),
            (None, Some(sign @ ('=' | '?'))) => {
                let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
                answer = Some(if sign == '=' { Ok(text) } else { Err(text) });
                None
            }
            _ => None,
        })?;
        answer.map_err(|why| {
            GuestFault::Illegal(format!("it answers '{command}' with '{}'", excerpt(&why).escape_debug()))
        })
    }

    fn ask_gtp<G: BoardGame>(&mut self, game: &G, moves: &[String]) -> Result<String, GuestFault> {
        let colour = |ply: usize| if ply.is_multiple_of(2) { "b" } else { "w" };
        while let Some(mv) = moves.get(self.told) {
            self.command(&format!("play {} {mv}", colour(self.told)))?;
            self.told += 1;
        }
        let colour = if game.to_move().index() == 0 { "b" } else { "w" };
        let answer = self.command(&format!("genmove {colour}"))?;
        // It has played its move itself.
        self.told += 1;
        Ok(answer.split_whitespace().next().unwrap_or("").to_owned())
    }
}
