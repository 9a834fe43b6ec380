//! Checkers in PDN, portable draughts notation: PGN's tags, then numbered moves and the result.
//!
//! The rules are English (`[GameType "21"]`, which may be left out) unless a tag `Variant` of ours says otherwise. A
//! result has the player who moves first, Black, before the other: `1-0` is a win of Black, as checkers programs
//! write it. Some files put `x` into moves that capture nothing, or `-` into jumps; such a word is read if one legal
//! move alone goes from the first square to the last.

use cutfirst::game::Game;
use cutfirst::notation::{Notation, NotationError, excerpt};

use super::tagged::{self, Section, is_result, numbered, read_result, result_text, write_tag, write_words};
use super::{Course, Games, PlayedGame, in_game};
use crate::board_game::BoardGame;
use crate::checkers::{Checkers, Move};
use crate::setup::Setup;

const OURS: [&str; 8] = ["Black", "Red", "White", "Result", "GameType", "Variant", "SetUp", "FEN"];

pub(super) fn recognises(text: &str) -> bool {
    let Some(section) = first_section(text) else { return false };
    let has = |name: &str| section.tags.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(name));
    match section.words.first() {
        Some(word) => squares(word).is_some(),
        None => has("GameType") || has("FEN"),
    }
}

/// The first game of the first lines, if they are of this shape.
pub(super) fn first_section(text: &str) -> Option<Section> {
    // Files hold thousands of games: the beginning is enough, up to the last whole line.
    let end = (0..=4000.min(text.len())).rev().find(|&end| text.is_char_boundary(end))?;
    let begin = if end == text.len() { text } else { &text[..text[..end].rfind('\n')?] };
    tagged::read(begin, is_result)
        .or_else(|error| tagged::read(text, is_result).map_err(|_| error))
        .ok()?
        .into_iter()
        .next()
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let sections = tagged::read(text, is_result)?;
    let games = sections.into_iter().enumerate();
    Ok(games.map(|(index, section)| game(section).map_err(in_game(index + 1))).collect())
}

fn game(mut section: Section) -> Result<PlayedGame, NotationError> {
    let kind = section.take("GameType");
    let says_number = kind.is_some();
    if let Some(kind) = kind.filter(|kind| kind.split(',').next().map(str::trim) != Some("21")) {
        return Err(NotationError::new(format!(
            "GameType {} is another game of draughts; English checkers is 21",
            excerpt(&kind)
        )));
    }
    section.take("SetUp");
    let (variant, position) = (section.take("Variant"), section.take("FEN"));
    // Other programs have words of their own for the rules that the number says.
    let variant = variant.map(|text| text.to_ascii_lowercase()).filter(|text| !says_number || is_ours(text));
    let variant = variant.as_deref().unwrap_or("english");
    let mut course = Course::<Checkers>::new(None, Some(variant), position.as_deref())?;
    for word in &section.words {
        let mv = read_move(&course.now, word).map_err(|error| course.wrong(error))?;
        course.play(mv);
    }
    let mut game = PlayedGame::of(course);
    let black = section.take("Black").or_else(|| section.take("Red"));
    game.names = [black, section.take("White")].map(Option::unwrap_or_default).to_vec();
    let stated = section.take("Result").as_deref().and_then(read_result);
    let stated = stated.or_else(|| read_result(section.end.as_deref()?));
    game.tags = section.others(&OURS);
    Ok(game.with_stated(stated))
}

/// Whether a `Variant` is one of our rules, with their options.
fn is_ours(text: &str) -> bool {
    Setup::new(&Checkers::INFO, None, Some(text)).is_ok()
}

fn read_move(game: &Checkers, word: &str) -> Result<Move, NotationError> {
    game.parse_move(word.strip_suffix('*').unwrap_or(word)).or_else(|error| {
        let Some(squares) = squares(word) else { return Err(error) };
        let mut legal = Vec::new();
        game.moves(&mut legal);
        legal.retain(|&mv| {
            let text = game.move_text(mv);
            self::squares(&text)
                .is_some_and(|of| (of[0], of[of.len() - 1]) == (squares[0], squares[squares.len() - 1]))
        });
        match legal[..] {
            [mv] if squares.len() == 2 => Ok(mv),
            _ => Err(error),
        }
    })
}

/// The squares that a word names, if it is a move by its form: at least two.
fn squares(word: &str) -> Option<Vec<u8>> {
    let word = word.strip_suffix('*').unwrap_or(word);
    let squares: Option<Vec<u8>> = word.split(['-', 'x', 'X']).map(|square| square.parse().ok()).collect();
    squares.filter(|squares| squares.len() >= 2 && squares.iter().all(|square| (1..=32).contains(square)))
}

pub(super) fn write(game: &PlayedGame) -> Result<String, NotationError> {
    let mut text = String::new();
    for (name, value) in &game.tags {
        if !OURS.iter().any(|ours| ours.eq_ignore_ascii_case(name)) {
            write_tag(&mut text, name, value);
        }
    }
    let result = result_text(game.winners.as_deref());
    for (name, value) in [("Black", &*game.names[0]), ("White", &*game.names[1]), ("Result", result)] {
        if !value.is_empty() {
            write_tag(&mut text, name, value);
        }
    }
    write_tag(&mut text, "GameType", "21");
    if game.variant != "english" {
        write_tag(&mut text, "Variant", &game.variant);
    }
    if let Some(start) = &game.start {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", start);
    }
    let second = game.start.as_ref().is_some_and(|start| start.starts_with('W'));
    let words = numbered(&game.moves, second);
    text.push('\n');
    write_words(&mut text, words.iter().map(String::as_str).chain([result]));
    text.push('\n');
    Ok(text)
}
