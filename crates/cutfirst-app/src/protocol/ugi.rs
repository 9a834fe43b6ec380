//! UGI, the universal game interface: UCI for any game ([docs/PROTOCOLS.md] has every word).
//!
//! With two players nothing goes beyond what UGI says. With three to six, `id players N` after `ugi` announces the
//! extension: `query players`, `query turn`, shares of the point in `query result`, and `p3time` … `p6inc` in `go`.
//!
//! [docs/PROTOCOLS.md]: ../../../../docs/PROTOCOLS.md

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cutfirst::engine::{Level, MOST_TABLE, MOST_THREADS, Takes};
use cutfirst::search::{GameClock, Limit, Stop, system_clock};
use cutfirst_games::board_game::BoardGame;
use cutfirst_games::line::line_text;
use cutfirst_lab::engine_spec::{Entry, entries};

use super::desk::Voice;
use super::{Desk, Flow, Protocol};

/// What options are called in other protocols of this family, and the word of ours that they set.
const ALIASES: [(&str, &str); 2] = [("Hash", "table"), ("Threads", "threads")];
/// Words that are set in other ways: with `go`, or not at all.
const NO_OPTIONS: [&str; 6] = ["name", "depth", "time", "nodes", "lines", "clock"];
/// How many lines can be shown.
const MOST_LINES: usize = 64;

/// The state of a conversation.
#[derive(Default)]
pub(crate) struct Ugi {
    /// Why there is no position, after one that could not be read.
    misplaced: Option<String>,
    /// Whether `bestmove` names the reply that is expected.
    ponder: bool,
    /// The time that a search ahead gets once the expected move was played.
    after_hit: Option<Duration>,
}

fn complain(voice: &Voice, why: &str) {
    voice.say(&format!("info string {why}"));
}

impl<G: BoardGame> Protocol<G> for Ugi {
    fn is_urgent(&self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or("");
        matches!(word, "stop" | "ponderhit" | "isready" | "quit" | "query" | "ugi" | "")
    }

    fn overtakes(&self, line: &str) -> bool {
        // A search that waits to begin must be stopped, too.
        !matches!(line.split_whitespace().next(), Some("query" | "stop" | "ponderhit"))
    }

    fn interrupts(&self, line: &str) -> bool {
        line.split_whitespace().next() == Some("stop")
    }

    fn obey(&mut self, desk: &mut Desk<G>, line: &str) -> Flow {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "" => {}
            "ugi" => introduce(desk),
            "isready" => desk.say("readyok"),
            "uginewgame" => {
                desk.forget();
                self.position(desk, "startpos");
            }
            "position" => self.position(desk, rest),
            "go" => self.go(desk, &rest.split_whitespace().collect::<Vec<_>>()),
            "stop" => desk.stop(),
            "ponderhit" => desk.ponder_hit(self.after_hit.take()),
            "query" => self.query(desk, rest.split(' ').next().unwrap_or("")),
            "setoption" => {
                if let Err(error) = self.set_option(desk, rest) {
                    complain(&desk.voice(), &format!("error: {error}"));
                }
            }
            "quit" => return Flow::Quit,
            unknown => complain(
                &desk.voice(),
                &format!(
                    "unknown word '{}'; known are ugi, isready, uginewgame, setoption, position, go, stop, ponderhit, query, quit",
                    cutfirst::notation::excerpt(unknown).escape_debug()
                ),
            ),
        }
        Flow::GoOn
    }

    fn refuse(&mut self, desk: &mut Desk<G>, why: &str) {
        // It may have been a position, and no move in another one would be an answer.
        self.misplaced = Some(why.to_owned());
        complain(&desk.voice(), &format!("error: {why}"));
    }
}

/// The words that are options.
fn options() -> impl Iterator<Item = Entry> {
    entries().iter().copied().filter(|entry| !NO_OPTIONS.contains(&entry.name()))
}

/// Who we are, and what can be set.
fn introduce<G: BoardGame>(desk: &Desk<G>) {
    let (info, players) = (&G::INFO, desk.setup().players());
    desk.say(&format!("id name cutfirst {} {}", env!("CARGO_PKG_VERSION"), info.name));
    desk.say("id author the cutfirst contributors");
    if players > 2 {
        desk.say(&format!("id players {players}"));
    }
    let engine = desk.settled();
    let spin = |name: &str, default: usize, least: usize, most: usize| {
        desk.say(&format!("option name {name} type spin default {default} min {least} max {most}"));
    };
    let combo = |name: &str, default: &str, choices: &[&str]| {
        let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
        desk.say(&format!("option name {name} type combo default {default}{choices}"));
    };
    spin("Hash", engine.settings.table, 0, MOST_TABLE);
    spin("Threads", engine.settings.threads, 1, MOST_THREADS);
    spin("MultiPV", 1, 1, MOST_LINES);
    desk.say("option name Ponder type check default false");
    let levels: Vec<_> = Level::all().map(|level| level.number().to_string()).collect();
    let levels: Vec<_> = ["full"].into_iter().chain(levels.iter().map(String::as_str)).collect();
    combo(
        "level",
        &engine.limits.level.map_or("full".to_owned(), |level| level.number().to_string()),
        &levels,
    );
    let evaluations: Vec<_> = info.all_evaluations().iter().map(|evaluation| evaluation.name).collect();
    combo("evaluation", &engine.evaluation, &evaluations);
    let said = ["level", "evaluation", "table", "threads"];
    for entry in options().filter(|entry| !said.contains(&entry.name())) {
        let (name, value) = (entry.name(), entry.value(&engine));
        match entry.takes() {
            Takes::Switch => {
                let on = value.is_some_and(|value| value == "on");
                desk.say(&format!("option name {name} type check default {on}"));
            }
            Takes::Name(names) => combo(name, &value.unwrap_or_default(), &names()),
            Takes::Number { .. } | Takes::Text(_) => {
                desk.say(&format!(
                    "option name {name} type string default {}",
                    value.as_deref().unwrap_or("<empty>")
                ));
            }
        }
    }
    if info.players.len() > 1 {
        let (least, most) = (info.players[0], info.players[info.players.len() - 1]);
        spin("players", players, least, most);
    }
    if !info.variants.is_empty() || !info.options.is_empty() {
        let variant = desk.setup().variant_text();
        let variant = if variant.is_empty() { "<empty>" } else { &variant };
        desk.say(&format!("option name variant type string default {variant}"));
    }
    desk.say("ugiok");
}

impl Ugi {
    fn position<G: BoardGame>(&mut self, desk: &mut Desk<G>, rest: &str) {
        let (place, moves) =
            rest.split_once(" moves ").unwrap_or((rest.strip_suffix(" moves").unwrap_or(rest), ""));
        let placed = match place.split_once(' ') {
            None if place == "startpos" => desk.place(None, moves),
            Some(("fen", position)) => desk.place(Some(position), moves),
            _ => Err("write position startpos or position fen FEN, then moves and the moves".to_owned()),
        };
        self.misplaced = placed.err();
        if let Some(error) = &self.misplaced {
            complain(&desk.voice(), &format!("error: {error}"));
        }
    }

    fn query<G: BoardGame>(&self, desk: &Desk<G>, what: &str) {
        let players = desk.game().players();
        let winners = desk.winners();
        let answer = match what {
            "players" => players.to_string(),
            _ if self.misplaced.is_some() => "none".to_owned(),
            "gameover" => winners.is_some().to_string(),
            "p1turn" => (desk.game().to_move().index() == 0).to_string(),
            "turn" => format!("p{}", desk.game().to_move().index() + 1),
            "result" => match winners.as_deref() {
                None => "none".to_owned(),
                Some(winners) if players > 2 => {
                    let share = |seat| match (winners.contains(&seat), winners.len()) {
                        (false, _) => "0".to_owned(),
                        (true, 1) => "1".to_owned(),
                        (true, several) => format!("1/{several}"),
                    };
                    (0..players).map(share).collect::<Vec<_>>().join(" ")
                }
                Some([winner]) => format!("p{}win", winner + 1),
                Some(_) => "draw".to_owned(),
            },
            _ => {
                complain(&desk.voice(), "error: query gameover, p1turn, result, players or turn");
                "none".to_owned()
            }
        };
        desk.say(&format!("response {answer}"));
    }

    fn set_option<G: BoardGame>(&mut self, desk: &mut Desk<G>, rest: &str) -> Result<(), String> {
        let rest = rest.strip_prefix("name ").ok_or("write setoption name NAME value VALUE")?;
        let (name, value) =
            rest.split_once(" value ").unwrap_or((rest.strip_suffix(" value").unwrap_or(rest), ""));
        let value = if value == "<empty>" { "" } else { value };
        let lower = name.to_ascii_lowercase();
        let name = cutfirst::notation::excerpt(name);
        let number = || value.parse::<usize>().map_err(|_| format!("'{name}' takes a whole number"));
        match &*lower {
            "multipv" | "lines" => match number()? {
                lines @ 1..=MOST_LINES => desk.set_lines(lines),
                _ => return Err(format!("'{name}' takes a number of lines from 1 to {MOST_LINES}")),
            },
            "ponder" => {
                self.ponder = value.parse().map_err(|_| format!("'{name}' takes true or false"))?;
            }
            "players" => self.set_up(desk, number()?, &desk.setup().variant_text())?,
            "variant" => self.set_up(desk, desk.setup().players(), value)?,
            "level" if value == "full" || value.is_empty() => desk.unset_word("level")?,
            _ => {
                let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(&lower));
                let word = alias.map_or(&*lower, |(_, word)| word);
                let entry = options().find(|entry| entry.name() == word);
                let entry = entry.ok_or_else(|| format!("there is no option '{name}'"))?;
                match value {
                    "" if !entry.is_switch() => desk.unset_word(word)?,
                    "true" if entry.is_switch() => desk.set_word(word, "on")?,
                    "false" if entry.is_switch() => desk.set_word(word, "off")?,
                    _ => desk.set_word(word, value)?,
                }
            }
        }
        Ok(())
    }

    /// Another game begins, so that there is a position again.
    fn set_up<G: BoardGame>(
        &mut self,
        desk: &mut Desk<G>,
        players: usize,
        variant: &str,
    ) -> Result<(), String> {
        desk.set_up(players, variant)?;
        self.misplaced = None;
        Ok(())
    }

    fn go<G: BoardGame>(&mut self, desk: &mut Desk<G>, words: &[&str]) {
        let refused = |why: &str| {
            complain(&desk.voice(), &format!("error: {why}"));
            desk.say("bestmove 0000");
        };
        if let Some(why) = &self.misplaced {
            return refused(&format!("there is no position: {why}"));
        }
        if desk.winners().is_some() {
            return refused("the game is over");
        }
        let go = match Go::read(words) {
            Ok(go) => go,
            Err(why) => return refused(&why),
        };
        let mut only = Vec::new();
        for text in &go.only {
            match desk.game().parse_move(text) {
                Ok(mv) => only.push(mv),
                Err(error) => return refused(&error.to_string()),
            }
        }
        let seat = desk.game().to_move().index();
        let limits = desk.settled().limits;
        let clock = go.clock(seat);
        let is_limited = go.depth.is_some() || go.nodes.is_some() || go.time.is_some() || clock.is_some();
        let own = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.time.is_some()
            || limits.level.is_some();
        let mut limit = match (go.time, clock) {
            _ if go.ponder || go.infinite => Limit::until_stopped(&Stop::new()),
            (Some(time), _) => Limit::time(time),
            (None, Some(clock)) => Limit::game_clock(clock),
            (None, None) if !is_limited && own => limits.limit(),
            (None, None) => Limit::until_stopped(&Stop::new()),
        };
        limit.depth = go.depth.or(limit.depth);
        limit.nodes = go.nodes.or(limit.nodes);
        limit = limit.with_clock(system_clock());
        let endless = go.ponder || go.infinite || !is_limited && !own;
        self.after_hit = go.time.or_else(|| clock.map(|clock| clock.fair_share()));
        let began = Instant::now();
        let ponder = self.ponder;
        desk.think(
            limit,
            endless,
            only,
            move |voice, game, engine, found| {
                let line = line_text(game, engine.settings.algorithm, found.line);
                let (time, nodes) = (began.elapsed(), found.counts.total);
                if let Some(result) = found.result {
                    voice.say(&format!("info string solved: line {} ends with {result:+}", found.number + 1));
                }
                voice.say(&format!(
                    "info depth {} multipv {} score cp {} time {} nodes {nodes} nps {} pv {}",
                    found.depth,
                    found.number + 1,
                    found.score,
                    time.as_millis(),
                    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
                    line.join(" ")
                ));
            },
            move |desk, answer| match answer {
                Ok(report) => {
                    let game = desk.game();
                    let best = game.move_text(report.best);
                    let reply = report.line().moves.get(1).filter(|_| ponder && game.players() == 2);
                    let mut after = game.clone();
                    after.make(report.best);
                    match reply {
                        Some(&reply) => {
                            desk.say(&format!("bestmove {best} ponder {}", after.move_text(reply)));
                        }
                        None => desk.say(&format!("bestmove {best}")),
                    }
                }
                Err(why) => {
                    complain(&desk.voice(), &format!("error: {why}"));
                    desk.say("bestmove 0000");
                }
            },
        );
    }
}

/// The words after `go`.
#[derive(Default)]
struct Go<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// `p1time` and the like, in milliseconds.
    clocks: HashMap<&'a str, i64>,
    infinite: bool,
    ponder: bool,
    only: Vec<&'a str>,
}

impl<'a> Go<'a> {
    fn read(words: &[&'a str]) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().ok_or_else(|| format!("'{word}' needs a number"))?;
                value.parse::<i64>().map_err(|_| format!("'{word}' needs a number"))
            };
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_limit(word)) {
                        go.only.push(mv);
                    }
                }
                "depth" => go.depth = Some(number()?.clamp(1, 1000) as u32),
                "nodes" => go.nodes = Some(number()?.max(1).cast_unsigned()),
                "movetime" => go.time = Some(Duration::from_millis(number()?.max(1).cast_unsigned())),
                "movestogo" => drop(go.clocks.insert(word, number()?)),
                _ if is_clock(word) => drop(go.clocks.insert(word, number()?)),
                _ => {
                    return Err(format!(
                        "unknown word '{}' after go; known are p1time, p1inc …, movestogo, movetime, depth, nodes, infinite, \
                         ponder, searchmoves",
                        cutfirst::notation::excerpt(word).escape_debug()
                    ));
                }
            }
        }
        go.depth = go.depth.map(|depth| depth.min(cutfirst::search::MAX_DEPTH));
        Ok(go)
    }

    /// The clock of a seat, if one was told of. A clock below zero has still to move at once.
    fn clock(&self, seat: usize) -> Option<GameClock> {
        let of = |name: &str| self.clocks.get(&*format!("p{}{name}", seat + 1)).copied();
        let milliseconds = |number: i64| Duration::from_millis(number.max(1).cast_unsigned());
        let mut clock = GameClock::new(milliseconds(of("time")?));
        if let Some(increment) = of("inc").filter(|&increment| increment > 0) {
            clock = clock.with_increment(milliseconds(increment));
        }
        if let Some(&moves) = self.clocks.get("movestogo").filter(|&&moves| moves > 0) {
            clock = clock.with_moves_to_go(moves.min(1000) as u32);
        }
        Some(clock)
    }
}

/// What may stand after `go`, besides moves.
fn is_limit(word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves" | "depth" | "nodes" | "movetime" | "movestogo")
        || is_clock(word)
}

/// `p1time` to `p6inc`.
fn is_clock(word: &str) -> bool {
    let Some(rest) = word.strip_prefix('p') else { return false };
    matches!(rest.as_bytes().first(), Some(b'1'..=b'6')) && matches!(&rest[1..], "time" | "inc")
}
