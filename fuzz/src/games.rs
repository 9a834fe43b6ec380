//! Whole games and positions in the formats of other programs.

use cutfirst_games::formats::{FORMATS, Format};

use super::{is_one_line, text};

/// Reads the text in every format; what is read can be written, and reads back the same.
pub fn check(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Err(error) = Format::of(text) {
        is_one_line(&error.to_string());
    }
    for format in FORMATS {
        let games = match format.read(text) {
            Ok(games) => games,
            Err(error) => {
                is_one_line(&error.to_string());
                continue;
            }
        };
        let written = format.write(&games).expect("a game of this format");
        assert_eq!(format.read(&written).as_ref(), Ok(&games), "{}: {written}", format.name);
        // The text for all games holds whatever the others do.
        let common = Format::named("text").and_then(|common| common.write(&games)).expect("a text");
        let again = Format::named("text").and_then(|format| format.read(&common)).expect("what was written");
        for (game, again) in games.iter().zip(&again) {
            assert_eq!(
                (&game.moves, &game.start, &game.variant),
                (&again.moves, &again.start, &again.variant)
            );
            assert_eq!((&game.names, &game.winners), (&again.names, &again.winners), "{common}");
        }
    }
}
