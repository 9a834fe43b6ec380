//! Times on the command line: `5s`, `200ms`, `1.5s`, `2m`.

use std::time::Duration;

/// Reads a time.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number with ms, s, m or h, such as 200ms or 1.5s".to_owned();
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
        return Err("a time is from 1ms to 277h".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
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
}
