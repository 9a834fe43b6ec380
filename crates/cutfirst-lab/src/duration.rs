//! Times as text: `5s`, `200ms`, `1.5s`, `2m`.

use std::time::Duration;

use crate::words::ParseWordError;

/// Reads a time, to the microsecond.
///
/// # Errors
/// If it is not a number with a unit, or shorter than a millisecond or longer than 277 hours.
pub fn parse_duration(text: &str) -> Result<Duration, ParseWordError> {
    let wrong = || ParseWordError::from("a time is a number with ms, s, m or h, such as 200ms or 1.5s");
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    if !(0.001..=1e6).contains(&seconds) {
        return Err("a time is from 1ms to 277h".into());
    }
    Ok(Duration::from_micros((seconds * 1e6).round() as u64))
}

/// Writes a time so that it reads back the same.
#[must_use]
pub fn duration_text(time: Duration) -> String {
    let micros = time.as_micros();
    if micros.is_multiple_of(1_000_000) {
        return format!("{}s", micros / 1_000_000);
    }
    let text = format!("{}.{:03}", micros / 1000, micros % 1000);
    format!("{}ms", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        assert_eq!(parse_duration("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "5", "s", "-5s", "1e3s", "0s", "1..2s", "9999999h", "5 s", "５s"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_written_shortly() {
        let texts =
            [1000, 1_500, 20_000, 1_000_000, 90_000_000].map(|us| duration_text(Duration::from_micros(us)));
        assert_eq!(texts, ["1ms", "1.5ms", "20ms", "1s", "90s"]);
    }

    proptest! {
        #[test]
        fn times_read_back_the_same(micros in 1_000..1_000_000_000_000_u64) {
            let time = Duration::from_micros(micros);
            prop_assert_eq!(parse_duration(&duration_text(time)), Ok(time));
        }
    }
}
