//! What Python says about outcomes and evaluations, checked.

use cutfirst::game::{MAX_PLAYERS, Outcome};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyTuple};

use crate::error;

/// One value per player.
pub(super) type Values = [i32; MAX_PLAYERS];

/// The most that an evaluation may be worth.
const MOST: f64 = 1_000_000.0;

/// The results of a finished game, or `None` while it goes on.
pub(super) fn outcome(said: &Bound<'_, PyAny>, players: usize) -> PyResult<Option<Outcome>> {
    if said.is_none() {
        return Ok(None);
    }
    let wrong = || {
        error(format!(
            "outcome() returns None or one result for each of {players} players, such as {}, not {}",
            if players == 2 { "(1, -1)" } else { "(2, -1, -1)" },
            shown(said)
        ))
    };
    let mut results = [0; MAX_PLAYERS];
    let count = each(said, players, |seat, result| {
        let result: f64 = result.extract().map_err(|_| wrong())?;
        // The size is the game's own; what matters is who won.
        results[seat] = match result {
            _ if result.is_nan() => return Err(wrong()),
            _ if result > 0.0 => result.clamp(1.0, 30_000.0) as i16,
            _ if result < 0.0 => result.clamp(-30_000.0, -1.0) as i16,
            _ => 0,
        };
        Ok(())
    })?;
    if count == Some(players) { Ok(Some(Outcome::new(&results[..players]))) } else { Err(wrong()) }
}

/// An evaluation: one number for the lead of the player to move, or one for each player.
pub(super) fn values(
    said: &Bound<'_, PyAny>,
    players: usize,
    to_move: impl FnOnce() -> PyResult<u8>,
) -> PyResult<Values> {
    let wrong = || {
        let one = if players == 2 { "the lead of the player to move or " } else { "" };
        error(format!(
            "evaluate() returns {one}one number for each of {players} players, from -1000000 to 1000000, not {}",
            shown(said)
        ))
    };
    let mut values = [0; MAX_PLAYERS];
    if said.is_exact_instance_of::<PyInt>() || said.is_exact_instance_of::<PyFloat>() {
        if players != 2 {
            return Err(wrong());
        }
        values[usize::from(to_move()?)] = number(said).ok_or_else(wrong)?;
        return Ok(values);
    }
    let count = each(said, players, |seat, value| {
        values[seat] = number(value).ok_or_else(wrong)?;
        Ok(())
    })?;
    match count {
        Some(count) if count == players => Ok(values),
        // Numbers of other libraries, such as those of arrays.
        None if players == 2 => {
            values[usize::from(to_move()?)] = number(said).ok_or_else(wrong)?;
            Ok(values)
        }
        _ => Err(wrong()),
    }
}

/// Looks at each of `players` things; how many there are, or `None` if it is no sequence.
fn each<'py>(
    said: &Bound<'py, PyAny>,
    players: usize,
    mut look: impl FnMut(usize, &Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<Option<usize>> {
    if let Ok(tuple) = said.cast_exact::<PyTuple>() {
        if tuple.len() == players {
            tuple.iter().enumerate().try_for_each(|(seat, value)| look(seat, &value))?;
        }
        return Ok(Some(tuple.len()));
    }
    let Ok(items) = said.try_iter() else { return Ok(None) };
    let mut count = 0;
    for value in items.take(players + 1) {
        if count < players {
            look(count, &value?)?;
        }
        count += 1;
    }
    Ok(Some(count))
}

/// A whole number; fractions are rounded.
fn number(value: &Bound<'_, PyAny>) -> Option<i32> {
    if value.is_exact_instance_of::<PyInt>() {
        return value.extract::<i32>().ok().filter(|&value| f64::from(value).abs() <= MOST);
    }
    let value: f64 = value.extract().ok()?;
    (value.abs() <= MOST).then(|| value.round() as i32)
}

/// The beginning of what was said.
pub(super) fn shown(said: &Bound<'_, PyAny>) -> String {
    let text = said.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
    cutfirst::notation::excerpt(&text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
