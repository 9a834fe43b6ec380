//! Words that are not understood.

/// Why a text is no time, arm, player, format, seating or other word of the laboratory: one line that says what was wrong and
/// what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParseWordError(String);

impl From<String> for ParseWordError {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for ParseWordError {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<cutfirst::search::ParseSettingError> for ParseWordError {
    fn from(error: cutfirst::search::ParseSettingError) -> Self {
        Self(error.into())
    }
}

impl From<ParseWordError> for cutfirst::search::ParseSettingError {
    fn from(error: ParseWordError) -> Self {
        error.0.into()
    }
}

impl From<ParseWordError> for String {
    fn from(error: ParseWordError) -> Self {
        error.0
    }
}
