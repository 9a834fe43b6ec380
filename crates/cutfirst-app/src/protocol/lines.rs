//! Lines from outside, whatever they are: endless, without end, not in any encoding.

use std::io::BufRead;

/// The most bytes of a line. A game of a thousand moves has some ten thousand.
pub(super) const LONGEST: usize = 1 << 20;

/// What came in.
pub(crate) enum Line {
    /// Text; bytes that are none are replaced.
    Text(String),
    /// More than anybody has to say; nothing of it was kept.
    TooLong,
}

/// Hands on every line until there are no more, or nobody takes them. What comes after the last line end counts as a line.
pub(super) fn read_lines(mut input: impl BufRead, mut take: impl FnMut(Line) -> bool) {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let (used, ends) = match input.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let part = &bytes[..end.unwrap_or(bytes.len())];
                too_long |= line.len() + part.len() > LONGEST;
                if too_long {
                    line.clear();
                } else {
                    line.extend_from_slice(part);
                }
                (end.map_or(bytes.len(), |end| end + 1), end.is_some())
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        input.consume(used);
        if ends && !take(finish(&mut line, &mut too_long)) {
            return;
        }
    }
    if too_long || !line.is_empty() {
        take(finish(&mut line, &mut too_long));
    }
}

fn finish(line: &mut Vec<u8>, too_long: &mut bool) -> Line {
    let bytes = std::mem::take(line);
    if std::mem::take(too_long) {
        return Line::TooLong;
    }
    Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        // Small pieces, as from a pipe.
        let input = std::io::BufReader::with_capacity(3, bytes);
        read_lines(input, |line| {
            found.push(match line {
                Line::Text(text) => text,
                Line::TooLong => "TOO LONG".to_owned(),
            });
            true
        });
        found
    }

    #[test]
    fn lines_end_where_they_end() {
        assert_eq!(read(b"one\r\n\n two \nhalf"), ["one", "", "two", "half"]);
        assert_eq!(read(b""), [""; 0]);
        assert_eq!(read(b"a\xff\xfe\0b\n"), ["a\u{fffd}\u{fffd}\0b"]);
    }

    #[test]
    fn endless_lines_are_given_up() {
        let mut long = vec![b'x'; LONGEST + 1];
        long.extend(b"\nshort\n");
        long.extend(vec![b'y'; LONGEST + 7]);
        assert_eq!(read(&long), ["TOO LONG", "short", "TOO LONG"]);
        let mut just = vec![b'x'; LONGEST];
        just.push(b'\n');
        assert_eq!(read(&just)[0].len(), LONGEST);
    }
}
