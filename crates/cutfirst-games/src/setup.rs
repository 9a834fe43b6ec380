//! Players and variant of a game, read from text and checked against the game's description.

use cutfirst::notation::excerpt;

use crate::board_game::{GameInfo, RuleOption, Values};

/// Why a game cannot be set up as asked, in one line that says what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(String);

impl SetupError {
    /// Says what was wrong and what would be right.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// `text` is not among the `choices` for `what`.
    #[must_use]
    pub fn unknown<'a>(what: &str, text: &str, choices: impl IntoIterator<Item = &'a str>) -> Self {
        let choices: Vec<_> = choices.into_iter().collect();
        Self(format!("unknown {what} '{}'; choose {}", excerpt(text).escape_debug(), list(&choices)))
    }
}

fn list(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Players, variant and options of one game; every value has been checked by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    players: usize,
    variant: &'static str,
    /// The options that were given; flags have an empty value.
    given: Vec<(&'static str, String)>,
    defaults: Vec<(&'static str, &'static str)>,
}

impl Setup {
    /// Reads a number of players and a variant text `NAME[,key=value…]`, both optional.
    ///
    /// # Errors
    /// If the game does not have such a number of players, variant, option or value.
    pub fn new(info: &GameInfo, players: Option<usize>, variant: Option<&str>) -> Result<Self, SetupError> {
        let players = players.unwrap_or(info.default_players);
        if !info.players.contains(&players) {
            let choices: Vec<_> = info.players.iter().map(usize::to_string).collect();
            let choices: Vec<_> = choices.iter().map(String::as_str).collect();
            return Err(SetupError(format!(
                "{} is for {} players, not {players}",
                info.name,
                list(&choices)
            )));
        }
        let mut setup = Self {
            players,
            variant: info.variants.first().map_or("", |variant| variant.name),
            given: Vec::new(),
            defaults: info.options.iter().map(|option| (option.key, option.default)).collect(),
        };
        // Nothing is as good as no variant: it is how a game without variants shows its own.
        let variant = variant.filter(|text| !text.trim().is_empty());
        let words = variant.map(|text| text.split(',')).into_iter().flatten();
        for (index, word) in words.map(str::trim).enumerate() {
            setup.read_word(info, word, index == 0)?;
        }
        Ok(setup)
    }

    fn read_word(&mut self, info: &GameInfo, word: &str, first: bool) -> Result<(), SetupError> {
        if let Some(variant) = info.variants.iter().find(|variant| variant.name == word) {
            if !first {
                return Err(SetupError(format!(
                    "there is one variant, before any option; '{word}' comes too late"
                )));
            }
            self.variant = variant.name;
            return Ok(());
        }
        let (key, value) = word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)));
        let Some(option) = info.options.iter().find(|option| option.key == key) else {
            if info.variants.is_empty() && info.options.is_empty() {
                let shown = excerpt(word);
                return Err(SetupError(format!(
                    "{} has no variants; '{}' is none",
                    info.name,
                    shown.escape_debug()
                )));
            }
            let names = info.variants.iter().map(|variant| variant.name);
            let known = names.chain(info.options.iter().map(|option| option.key));
            return Err(SetupError::unknown(&format!("{} variant or option", info.name), word, known));
        };
        if self.is_given(key) {
            return Err(SetupError(format!("the option '{key}' is given twice")));
        }
        self.given.push((option.key, read_value(option, value)?));
        Ok(())
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The variant's name, the game's first if none was given.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The value of an option, its default if none was given.
    ///
    /// # Panics
    /// If the game's description has no such option.
    #[must_use]
    pub fn option(&self, key: &str) -> &str {
        let given = self.given.iter().find(|(k, _)| *k == key).map(|(_, value)| value.as_str());
        given.unwrap_or_else(|| {
            let default = self.defaults.iter().find(|(k, _)| *k == key);
            default.expect("an option of the game's description").1
        })
    }

    /// The value of an option that takes numbers.
    ///
    /// # Panics
    /// If the game's description has no such option with numbers.
    #[must_use]
    pub fn number(&self, key: &str) -> u32 {
        self.option(key).parse().expect("checked when the setup was read")
    }

    /// Whether a flag or option was given.
    #[must_use]
    pub fn is_given(&self, key: &str) -> bool {
        self.given.iter().any(|(k, _)| *k == key)
    }

    /// The variant as text that reads back as this setup; empty for a game without variants and
    /// with no option given.
    #[must_use]
    pub fn variant_text(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        if !self.variant.is_empty() {
            words.push(self.variant.to_owned());
        }
        for (key, value) in &self.given {
            words.push(if value.is_empty() { (*key).to_owned() } else { format!("{key}={value}") });
        }
        words.join(",")
    }
}

fn read_value(option: &RuleOption, value: Option<&str>) -> Result<String, SetupError> {
    let key = option.key;
    match (option.values, value) {
        (Values::Flag, None) => Ok(String::new()),
        (Values::Flag, Some(_)) => Err(SetupError(format!("the option '{key}' takes no value"))),
        // Nothing after the sign would be written, and read back, as an option without a value.
        (_, None | Some("")) => {
            Err(SetupError(format!("the option '{key}' needs a value: {key}={}", hint(option))))
        }
        (Values::Words(words), Some(value)) if !words.contains(&value) => {
            Err(SetupError::unknown(&format!("value for '{key}'"), value, words.iter().copied()))
        }
        (Values::Number(low, high), Some(value)) => match value.parse::<u32>() {
            Ok(number) if (low..=high).contains(&number) => Ok(number.to_string()),
            _ => Err(SetupError(format!(
                "'{key}' takes a whole number from {low} to {high}, not '{}'",
                excerpt(value).escape_debug()
            ))),
        },
        (_, Some(value)) => Ok(value.to_owned()),
    }
}

/// The values of an option as shown in help and errors.
#[must_use]
pub fn hint(option: &RuleOption) -> String {
    match option.values {
        Values::Words(words) => words.join("|"),
        Values::Number(low, high) => format!("{low}..{high}"),
        Values::Flag => String::new(),
        Values::Text => option.default.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use cutfirst::search::Combine;

    use super::*;
    use crate::board_game::Choice;

    const INFO: GameInfo = GameInfo {
        name: "demo",
        about: "",
        players: &[2, 3],
        default_players: 2,
        variants: &[Choice { name: "plain", about: "" }, Choice { name: "wild", about: "" }],
        options: &[
            RuleOption { key: "size", values: Values::Number(3, 8), default: "5", about: "" },
            RuleOption { key: "hand", values: Values::Words(&["a", "b"]), default: "a", about: "" },
            RuleOption { key: "lock", values: Values::Flag, default: "", about: "" },
        ],
        for_people: |_| "wild",
        evaluations: &[],
        learned: false,
        plays_with: "",
        order: "none",
        combine: Combine::Difference,
    };

    fn read(variant: &str) -> Result<Setup, String> {
        Setup::new(&INFO, None, Some(variant)).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_names_options_and_flags() {
        let setup = read("wild,size=7,lock").unwrap();
        assert_eq!((setup.variant(), setup.number("size"), setup.option("hand")), ("wild", 7, "a"));
        assert!(setup.is_given("lock") && !setup.is_given("hand"));
        assert_eq!(setup.variant_text(), "wild,size=7,lock");
        assert_eq!(Setup::new(&INFO, None, None).unwrap().variant_text(), "plain");
    }

    #[test]
    fn errors_say_what_would_be_right() {
        assert_eq!(
            read("tame").unwrap_err(),
            "unknown demo variant or option 'tame'; choose plain, wild, size, hand or lock"
        );
        assert_eq!(read("size=9").unwrap_err(), "'size' takes a whole number from 3 to 8, not '9'");
        assert_eq!(read("hand=c").unwrap_err(), "unknown value for 'hand' 'c'; choose a or b");
        assert_eq!(read("hand").unwrap_err(), "the option 'hand' needs a value: hand=a|b");
        assert_eq!(read("hand=").unwrap_err(), "the option 'hand' needs a value: hand=a|b");
        assert_eq!(read("lock=1").unwrap_err(), "the option 'lock' takes no value");
        assert_eq!(
            read("size=4,wild").unwrap_err(),
            "there is one variant, before any option; 'wild' comes too late"
        );
        assert_eq!(read("size=4,size=4").unwrap_err(), "the option 'size' is given twice");
        let four = Setup::new(&INFO, Some(4), None).unwrap_err().to_string();
        assert_eq!(four, "demo is for 2 or 3 players, not 4");
    }
}
