//! What is said about a foreign engine: `command="./ntest x" protocol=nboard dir=/opt/ntest`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cutfirst::notation::excerpt;

use crate::duration::{duration_text, parse_duration};
use crate::words::ParseWordError;

/// How long nothing may happen if nothing is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Any game.
    Ugi,
    /// Othello.
    NBoard,
    /// Othello.
    Gtp,
}

impl Language {
    const ALL: [Self; 3] = [Self::Ugi, Self::NBoard, Self::Gtp];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::NBoard => "nboard",
            Self::Gtp => "gtp",
        }
    }
}

impl FromStr for Language {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        let found = Self::ALL.into_iter().find(|language| language.name() == text);
        found.ok_or_else(|| {
            format!("'protocol' takes ugi, nboard or gtp, not '{}'", excerpt(text).escape_debug()).into()
        })
    }
}

/// Another program that plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The program and its arguments, separated by blanks; `'…'` keeps a word together.
    pub command: String,
    /// What it speaks.
    pub language: Language,
    /// The directory that it runs in.
    pub dir: Option<String>,
    /// How long it may say nothing where it has no time of its own: at the start, and for a move to a depth.
    pub patience: Duration,
}

/// The words about a foreign engine, as they come in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    command: Option<String>,
    language: Option<Language>,
    dir: Option<String>,
    patience: Option<Duration>,
}

/// The words, what they take and what they mean, for help.
pub(crate) const HELP: [(&str, &str, &str); 4] = [
    ("command", "\"PROGRAM ARGUMENTS\"", "another program instead of an engine of ours"),
    ("protocol", "ugi, nboard or gtp", "what that program speaks"),
    ("dir", "a directory", "where that program runs"),
    ("patience", "a time such as 60s", "how long that program may say nothing"),
];

impl Words {
    /// Takes one word; false if it is none of these.
    pub(crate) fn read(&mut self, name: &str, value: Option<&str>) -> Result<bool, String> {
        let Some((_, takes, _)) = HELP.iter().find(|(known, ..)| *known == name) else { return Ok(false) };
        let value = value.map(unquoted).filter(|value| !value.is_empty());
        let value = value.ok_or_else(|| format!("'{name}' needs a value: {name}={takes}"))?;
        if value.chars().any(|c| c.is_control() || c == '"') {
            return Err(format!("'{name}' takes visible characters without quotation marks"));
        }
        let is_new = match name {
            "command" => {
                split(value)?;
                self.command.replace(value.to_owned()).is_none()
            }
            "protocol" => self.language.replace(value.parse()?).is_none(),
            "dir" => self.dir.replace(value.to_owned()).is_none(),
            _ => self.patience.replace(parse_duration(value)?).is_none(),
        };
        if is_new { Ok(true) } else { Err(format!("'{name}' is given twice")) }
    }

    /// All words together; `None` if there were none.
    pub(crate) fn settle(self) -> Result<Option<Foreign>, String> {
        match (self.command, self.language) {
            (Some(command), Some(language)) => {
                let patience = self.patience.unwrap_or(PATIENCE);
                Ok(Some(Foreign { command, language, dir: self.dir, patience }))
            }
            (Some(_), None) => Err("a command needs protocol=ugi, nboard or gtp beside it".to_owned()),
            (None, None) if self.dir.is_none() && self.patience.is_none() => Ok(None),
            _ => Err("protocol, dir and patience belong to a command=\"PROGRAM ARGUMENTS\"".to_owned()),
        }
    }
}

impl Foreign {
    /// The program and its arguments.
    pub(super) fn words(&self) -> Vec<String> {
        split(&self.command).unwrap_or_default()
    }
}

/// In words that read back as this.
impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "command=\"{}\" protocol={}", self.command, self.language.name())?;
        if let Some(dir) = &self.dir {
            write!(f, " dir=\"{dir}\"")?;
        }
        if self.patience != PATIENCE {
            write!(f, " patience={}", duration_text(self.patience))?;
        }
        Ok(())
    }
}

/// What stands between quotation marks, or all if there are none.
pub(crate) fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value)
}

/// A command as words; `'…'` keeps one together.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            _ if c.is_whitespace() && !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quoted, words.first()) {
        (true, _) => Err("a quotation in the command never ends".to_owned()),
        (_, None) => Err("the command is empty".to_owned()),
        (_, Some(program)) if program.is_empty() => Err("the command is empty".to_owned()),
        _ => Ok(words),
    }
}

/// Splits what is said about a player at blanks; `"…"` keeps a value together.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let is_blank = move |c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    };
    text.split(is_blank).filter(|word| !word.is_empty())
}
