//! The words that describe a player, one line each.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cutfirst::engine::{Level, NoSuchLevel};
use cutfirst::search::{MAX_DEPTH, MAX_QUIESCENCE, ParseSettingError};

use super::Engine;
use crate::duration::{duration_text, parse_duration};

/// What is wrong with a value.
pub(super) enum Wrong {
    /// It is none of what the key takes.
    Value,
    /// As explained.
    Explained(String),
}

type Read = Result<(), Wrong>;

/// A word that can be said about a player.
pub(super) struct Key {
    /// The word.
    pub(super) name: &'static str,
    /// What may follow `=`.
    pub(super) takes: &'static str,
    /// Whether it is on or off, and may stand alone.
    pub(super) is_switch: bool,
    /// What it means.
    pub(super) about: &'static str,
    /// Reads a value.
    pub(super) read: fn(&mut Engine, &str) -> Read,
    /// Writes the value; `None` if there is nothing to say.
    pub(super) show: fn(&Engine) -> Option<String>,
}

/// A key with a value.
const fn key(
    name: &'static str,
    takes: &'static str,
    about: &'static str,
    read: fn(&mut Engine, &str) -> Read,
    show: fn(&Engine) -> Option<String>,
) -> Key {
    Key { name, takes, is_switch: false, about, read, show }
}

/// A key that is on or off.
const fn switch(
    name: &'static str,
    about: &'static str,
    read: fn(&mut Engine, &str) -> Read,
    show: fn(&Engine) -> Option<String>,
) -> Key {
    Key { name, takes: "on or off", is_switch: true, about, read, show }
}

/// The largest table in MiB; what memory there is, is for whoever builds it to say.
const MOST_TABLE: usize = 1 << 20;

/// Beyond this no score can lie, and a margin means nothing.
const MOST_SCORE: i32 = 100_000_000;

const MOST_THREADS: usize = 1024;

/// In the order in which they are written. To add a setting, add its line.
#[rustfmt::skip]
pub(super) const KEYS: &[Key] = &[
    key("name", "1 to 40 visible characters", "what the player is called", name, |e| e.name.clone()),
    switch("plain", "start from the experiments' setting instead of the strongest", |_, v| on_off(&mut false, v), |_| None),
    key("algorithm", "minimax, alpha-beta, pvs, brs, paranoid or max-n", "how the tree is searched", |e, v| explained(&mut e.settings.algorithm, v), |e| shown(&e.settings.algorithm)),
    key("order", "an order such as none, ads:mtf or tt+killer", "in which order moves are tried", |e, v| explained(&mut e.settings.order, v), |e| shown(&e.settings.order)),
    key("evaluation", "an evaluation of the game", "what positions are worth", evaluation, |e| Some(e.evaluation.clone())),
    key("combine", "difference, zero-sum, own or best", "how all players' evaluations make a score", |e, v| explained(&mut e.settings.combine, v), |e| shown(&e.settings.combine)),
    key("table", "a number of MiB from 0, for none, to 1048576", "size of the transposition table", |e, v| value(&mut e.settings.table, v, 0..=MOST_TABLE), |e| shown(&e.settings.table)),
    switch("deeper-entries", "use table entries of deeper searches (selective)", |e, v| on_off(&mut e.settings.deeper_entries, v), |e| shown_switch(e.settings.deeper_entries)),
    key("quiescence", "a number of plies from 0, for none, to 200", "go on beyond the depth while the last move captured", |e, v| value(&mut e.settings.techniques.quiescence, v, 0..=MAX_QUIESCENCE), |e| shown(&e.settings.techniques.quiescence)),
    key("clip", "linear:W, W1/W2/… or off", "clip windows to the evaluation ± a width by plies left (selective)", clip, |e| shown_or_off(e.settings.techniques.clipping.as_ref())),
    key("aspiration", "a width from 1 to 100000000, or off", "start each depth with a window around the last score", |e, v| value_or_off(&mut e.settings.techniques.aspiration, v, 1..=MOST_SCORE), |e| shown_or_off(e.settings.techniques.aspiration.as_ref())),
    key("null-move", "a depth reduction from 1 to 200, or off", "verified null move (selective)", |e, v| value_or_off(&mut e.settings.techniques.null_move, v, 1..=MAX_DEPTH as u8), |e| shown_or_off(e.settings.techniques.null_move.as_ref())),
    key("sibling", "a margin from 0 to 100000000, or off", "sibling prediction (selective)", |e, v| value_or_off(&mut e.settings.techniques.sibling, v, 0..=MOST_SCORE), |e| shown_or_off(e.settings.techniques.sibling.as_ref())),
    switch("cache-evaluations", "keep evaluations of leaves in the table", |e, v| on_off(&mut e.settings.techniques.cache_evaluations, v), |e| shown_switch(e.settings.techniques.cache_evaluations)),
    switch("caches", "keep what is found at and right above the leaves in small caches", |e, v| on_off(&mut e.settings.techniques.caches, v), |e| shown_switch(e.settings.techniques.caches)),
    switch("enhanced-cutoffs", "ask the table for a refutation before searching a node", |e, v| on_off(&mut e.settings.techniques.enhanced_cutoffs, v), |e| shown_switch(e.settings.techniques.enhanced_cutoffs)),
    switch("internal-deepening", "search nodes without a table move shallower first", |e, v| on_off(&mut e.settings.techniques.internal_deepening, v), |e| shown_switch(e.settings.techniques.internal_deepening)),
    switch("double-steps", "deepen two plies at a time to a given depth", |e, v| on_off(&mut e.settings.techniques.double_steps, v), |e| shown_switch(e.settings.techniques.double_steps)),
    key("threads", "a number of threads from 1 to 1024", "how many threads search together; more than one are not reproducible", |e, v| value(&mut e.settings.threads, v, 1..=MOST_THREADS), |e| shown(&e.settings.threads)),
    switch("deepen", "search depth 1, 2, … up to the limit", |e, v| on_off(&mut e.settings.deepen, v), |e| shown_switch(e.settings.deepen)),
    key("variety", "a margin from 0 to 100000000, or off", "play a random move among those at most so much worse", |e, v| value_or_off(&mut e.settings.variety, v, 0..=MOST_SCORE), |e| shown_or_off(e.settings.variety.as_ref())),
    key("repetition", "a number of visits from 2 to 1000, or 0 for never", "a position that has been there so often makes a draw", |e, v| repetition(&mut e.settings.repetition, v), |e| shown(&e.settings.repetition)),
    key("contempt", "a score from -100000000 to 100000000", "how much worse than 0 a draw by repetition is", |e, v| value(&mut e.settings.contempt, v, -MOST_SCORE..=MOST_SCORE), |e| shown(&e.settings.contempt)),
    key("seed", "a whole number", "seed of everything random in the search", |e, v| value(&mut e.settings.seed, v, 0..=u64::MAX), |e| shown(&e.settings.seed)),
    key("depth", "a number of plies from 1 to 200", "the deepest search", |e, v| some(&mut e.limits.depth, v, 1..=MAX_DEPTH), |e| e.limits.depth.as_ref().and_then(shown)),
    key("time", "a time such as 200ms", "time per move", time, |e| e.limits.time.map(duration_text)),
    key("level", "1 to 10 or a level's name", "play no better than a level, which has nodes of its own and errs", |e, v| level(&mut e.limits.level, v), |e| e.limits.level.map(|level| level.number().to_string())),
    key("nodes", "a number of nodes from 1", "nodes per move", |e, v| some(&mut e.limits.nodes, v, 1..=u64::MAX), |e| e.limits.nodes.as_ref().and_then(shown)),
];

/// A value whose type explains what is wrong.
fn explained<T: FromStr<Err: Display>>(place: &mut T, text: &str) -> Read {
    *place = text.parse().map_err(|error: T::Err| Wrong::Explained(error.to_string()))?;
    Ok(())
}

/// A number within a range: what no engine can do is refused where it is said.
fn number<T: FromStr + PartialOrd + Display>(text: &str, range: RangeInclusive<T>) -> Result<T, Wrong> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or(Wrong::Value)
}

fn value<T: FromStr + PartialOrd + Display>(place: &mut T, text: &str, range: RangeInclusive<T>) -> Read {
    *place = number(text, range)?;
    Ok(())
}

/// A number that may be missing, but not by saying so.
fn some<T: FromStr + PartialOrd + Display>(
    place: &mut Option<T>,
    text: &str,
    range: RangeInclusive<T>,
) -> Read {
    *place = Some(number(text, range)?);
    Ok(())
}

/// One visit makes no repetition.
fn repetition(place: &mut u32, text: &str) -> Read {
    value(place, text, 0..=1000)?;
    if *place == 1 { Err(Wrong::Value) } else { Ok(()) }
}

fn level(place: &mut Option<Level>, text: &str) -> Read {
    *place = Some(text.parse().map_err(|error: NoSuchLevel| Wrong::Explained(error.to_string()))?);
    Ok(())
}

/// A number that may be switched off.
fn value_or_off<T: FromStr + PartialOrd + Display>(
    place: &mut Option<T>,
    text: &str,
    range: RangeInclusive<T>,
) -> Read {
    *place = if text == "off" { None } else { Some(number(text, range)?) };
    Ok(())
}

fn on_off(place: &mut bool, text: &str) -> Read {
    *place = match text {
        "on" => true,
        "off" => false,
        _ => return Err(Wrong::Value),
    };
    Ok(())
}

fn shown(value: &impl Display) -> Option<String> {
    Some(value.to_string())
}

fn shown_switch(on: bool) -> Option<String> {
    Some(if on { "on" } else { "off" }.to_owned())
}

fn shown_or_off(value: Option<&impl Display>) -> Option<String> {
    Some(value.map_or_else(|| "off".to_owned(), ToString::to_string))
}

fn name(engine: &mut Engine, text: &str) -> Read {
    let visible = crate::plain::is_plain(text) && !text.contains(char::is_whitespace);
    if !visible || !(1..=40).contains(&text.chars().count()) {
        return Err(Wrong::Value);
    }
    engine.name = Some(text.to_owned());
    Ok(())
}

/// Whether the game has it is for the game to say.
fn evaluation(engine: &mut Engine, text: &str) -> Read {
    if text.is_empty() {
        return Err(Wrong::Value);
    }
    text.clone_into(&mut engine.evaluation);
    Ok(())
}

fn clip(engine: &mut Engine, text: &str) -> Read {
    let place = &mut engine.settings.techniques.clipping;
    let explained = |error: ParseSettingError| Wrong::Explained(error.to_string());
    *place = if text == "off" { None } else { Some(text.parse().map_err(explained)?) };
    Ok(())
}

fn time(engine: &mut Engine, text: &str) -> Read {
    engine.limits.time = Some(parse_duration(text).map_err(Wrong::Explained)?);
    Ok(())
}
