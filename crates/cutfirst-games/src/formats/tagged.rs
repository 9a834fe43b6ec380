//! What PDN, Aba-Pro texts and our own have from chess's PGN: `[Name "value"]` tags, then moves.
//!
//! Comments in braces or from `;` to the end of the line, variations in parentheses, `$` glyphs, `!` and `?`, move
//! numbers and lines that begin with `%` are left out.

use cutfirst::notation::{NotationError, excerpt};

/// How wide lines of moves are.
const WIDTH: usize = 80;

/// One game of a file.
#[derive(Default)]
pub(super) struct Section {
    pub(super) tags: Vec<(String, String)>,
    pub(super) words: Vec<String>,
    /// The result after the moves.
    pub(super) end: Option<String>,
}

impl Section {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.words.is_empty() && self.end.is_none()
    }

    /// The tags that are none of `ours`.
    pub(super) fn others(self, ours: &[&str]) -> Vec<(String, String)> {
        let is_ours = |name: &str| ours.iter().any(|ours| ours.eq_ignore_ascii_case(name));
        self.tags.into_iter().filter(|(name, _)| !is_ours(name)).collect()
    }

    /// Takes the first tag of this name out, whatever its case.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let place = self.tags.iter().position(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        Some(self.tags.remove(place).1)
    }
}

/// Reads the games of a text. `is_result` tells words after which a game has ended.
pub(super) fn read(text: &str, is_result: fn(&str) -> bool) -> Result<Vec<Section>, NotationError> {
    let mut reader = Reader { text, at: 0, is_result, sections: Vec::new(), section: Section::default() };
    while let Some(c) = reader.peek() {
        reader.element(c)?;
    }
    reader.close();
    Ok(reader.sections)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    is_result: fn(&str) -> bool,
    sections: Vec<Section>,
    section: Section,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on to the first character that does not fit and gives what lies before.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !fits(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn wrong(&self, what: &str) -> NotationError {
        let line = self.text[..self.at].matches('\n').count() + 1;
        NotationError::new(format!("line {line}: {what}"))
    }

    /// Reads whatever begins with `c`.
    fn element(&mut self, c: char) -> Result<(), NotationError> {
        let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
        match c {
            '%' if begins_line => drop(self.take_while(|c| c != '\n')),
            ';' => drop(self.take_while(|c| c != '\n')),
            '{' => self.comment()?,
            '(' => self.variation()?,
            '[' => self.tag()?,
            ')' | '}' | ']' => return Err(self.wrong(&format!("a '{c}' that closes nothing"))),
            _ if c.is_whitespace() => drop(self.take_while(char::is_whitespace)),
            _ => {
                let word = self.take_while(|c| !c.is_whitespace() && !"{}()[];".contains(c));
                self.word(word);
            }
        }
        Ok(())
    }

    fn comment(&mut self) -> Result<(), NotationError> {
        let Some(length) = self.rest().find('}') else {
            return Err(self.wrong("a comment that no '}' ends"));
        };
        self.at += length + 1;
        Ok(())
    }

    fn variation(&mut self) -> Result<(), NotationError> {
        let begin = self.at;
        let mut depth = 0_usize;
        while let Some(c) = self.peek() {
            match c {
                '{' => {
                    self.comment()?;
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.at += c.len_utf8();
            if depth == 0 {
                return Ok(());
            }
        }
        self.at = begin;
        Err(self.wrong("a variation that no ')' ends"))
    }

    fn tag(&mut self) -> Result<(), NotationError> {
        if !self.section.words.is_empty() {
            self.close();
        }
        let form = self.wrong("a tag is written [Name \"value\"]");
        self.at += 1;
        self.take_while(char::is_whitespace);
        let name = self.take_while(|c| !c.is_whitespace() && !c.is_control() && !"\"[]".contains(c));
        self.take_while(char::is_whitespace);
        if name.is_empty() || self.peek() != Some('"') {
            return Err(form);
        }
        self.at += 1;
        let mut value = String::new();
        let mut characters = self.rest().char_indices();
        let length = loop {
            match characters.next() {
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => match characters.next() {
                    Some((_, c @ ('"' | '\\'))) => value.push(c),
                    Some((_, c)) => value.extend(['\\', c]),
                    None => return Err(form),
                },
                Some((_, c)) => value.push(c),
                None => return Err(form),
            }
        };
        self.at += length;
        self.take_while(char::is_whitespace);
        if self.peek() != Some(']') {
            return Err(form);
        }
        self.at += 1;
        // In texts of ours it comes first in each game, and one without moves has nothing else that ends it.
        let is_game = |(tag, _): &(String, String)| tag.eq_ignore_ascii_case("Game");
        if name.eq_ignore_ascii_case("Game") && self.section.tags.iter().any(is_game) {
            self.close();
        }
        self.section.tags.push((name.to_owned(), clean(&value)));
        Ok(())
    }

    fn word(&mut self, word: &str) {
        if (self.is_result)(word) {
            self.section.end = Some(word.to_owned());
            self.close();
            return;
        }
        let word = word.trim_end_matches(['!', '?']);
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if after_digits.starts_with('.') { after_digits.trim_start_matches('.') } else { word };
        let word = word.trim_start_matches("...");
        if !word.is_empty() && !word.starts_with('$') {
            self.section.words.push(word.to_owned());
        }
    }

    fn close(&mut self) {
        let section = std::mem::take(&mut self.section);
        if !section.is_empty() {
            self.sections.push(section);
        }
    }
}

/// One line, without what no file should hold.
pub(super) fn clean(value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    value.trim().to_owned()
}

/// Adds a tag to a text.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = clean(value).replace('\\', "\\\\").replace('"', "\\\"");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Adds words to a text, in lines of bearable width.
pub(super) fn write_words<'a>(text: &mut String, words: impl IntoIterator<Item = &'a str>) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

/// The moves of two players with their numbers: `1. 11-15 23-19`, or `1. ... 23-19` if the second begins.
pub(super) fn numbered(moves: &[String], second_begins: bool) -> Vec<String> {
    let mut words = Vec::new();
    let first = usize::from(second_begins);
    if second_begins && !moves.is_empty() {
        words.extend(["1.".to_owned(), "...".to_owned()]);
    }
    for (index, mv) in moves.iter().enumerate() {
        if (index + first) % 2 == 0 {
            words.push(format!("{}.", (index + first) / 2 + 1));
        }
        words.push(mv.clone());
    }
    words
}

/// A result of two players as PGN writes it, the one who moves first before the other.
pub(super) fn result_text(winners: Option<&[usize]>) -> &'static str {
    match winners {
        Some([0]) => "1-0",
        Some([1]) => "0-1",
        Some([_, _, ..]) => "1/2-1/2",
        _ => "*",
    }
}

/// Reads such a result; also `2-0`, `1-1` and `0-2`, as draughts players count.
pub(super) fn read_result(text: &str) -> Option<Vec<usize>> {
    match text {
        "1-0" | "2-0" => Some(vec![0]),
        "0-1" | "0-2" => Some(vec![1]),
        "1/2-1/2" | "½-½" | "1-1" => Some(vec![0, 1]),
        _ => None,
    }
}

/// Whether a word ends a game of two players.
pub(super) fn is_result(word: &str) -> bool {
    read_result(word).is_some() || matches!(word, "*" | "0-0")
}

/// The error for a word that is no move.
pub(super) fn no_move(word: &str, what: &str) -> NotationError {
    NotationError::new(format!("'{}' is no move; {what}", excerpt(word)))
}
