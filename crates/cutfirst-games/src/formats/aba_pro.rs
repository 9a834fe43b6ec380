//! Abalone as players write it: the layout's name, then numbered moves in Aba-Pro notation, as in
//! `Belgian daisy` and `1.a1b2 i5h5 2.a2b3 i6h6`. Tags as in PGN may come first: names, result, a `Position` that is no
//! layout, a `Variant` with options. Without a layout it is the standard one. In a result, Black comes first.

use cutfirst::notation::{Notation, NotationError, excerpt};

use super::pdn::first_section;
use super::tagged::{
    self, Section, is_result, no_move, numbered, read_result, result_text, write_tag, write_words,
};
use super::{Course, Games, PlayedGame, in_game};
use crate::abalone::Abalone;
use crate::board_game::BoardGame;

const OURS: [&str; 5] = ["Black", "White", "Result", "Variant", "Position"];

pub(super) fn recognises(text: &str) -> bool {
    let Some(mut section) = first_section(text) else { return false };
    tidy(&mut section);
    let after_layout = section.words.iter().find(|word| !is_layout_word(word));
    after_layout.or(section.words.first()).is_some_and(|word| is_move(word) || is_layout_word(word))
}

/// Takes out what some write between moves, a comma or a dash, and after the layout, a colon.
fn tidy(section: &mut Section) {
    section.words.iter_mut().for_each(|word| word.truncate(word.trim_end_matches([',', ':']).len()));
    section.words.retain(|word| !matches!(&**word, "" | "-"));
}

/// Whether a word is a move by its form.
fn is_move(word: &str) -> bool {
    let cell =
        |pair: &[u8]| pair[0].to_ascii_lowercase().wrapping_sub(b'a') < 9 && (b'1'..=b'9').contains(&pair[1]);
    matches!(word.len(), 4 | 6) && word.as_bytes().chunks(2).all(cell)
}

fn layout(word: &str) -> Option<&'static str> {
    let layouts = Abalone::INFO.variants.iter().map(|variant| variant.name);
    layouts.into_iter().find(|name| name.eq_ignore_ascii_case(word))
}

fn is_layout_word(word: &str) -> bool {
    layout(word).is_some() || word.eq_ignore_ascii_case("daisy")
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let sections = tagged::read(text, is_result)?;
    let games = sections.into_iter().enumerate();
    Ok(games.map(|(index, section)| game(section).map_err(in_game(index + 1))).collect())
}

fn game(mut section: Section) -> Result<PlayedGame, NotationError> {
    tidy(&mut section);
    let names: Vec<_> = section.words.iter().take_while(|word| !is_move(word)).cloned().collect();
    let mut named = None;
    for word in &names {
        match layout(word) {
            Some(name) if named.is_none() => named = Some(name),
            _ if word.eq_ignore_ascii_case("daisy") && named.is_some() => {}
            _ => return Err(no_move(word, "write moves like A1B2 or C3C5D4 after the layout's name")),
        }
    }
    let (variant, position) = (section.take("Variant"), section.take("Position"));
    if let (Some(named), Some(variant)) = (named, &variant)
        && !variant.split(',').any(|word| word == named)
    {
        return Err(NotationError::new(format!(
            "the layout {named} is not that of Variant '{}'",
            excerpt(variant)
        )));
    }
    let variant = variant.as_deref().or(named);
    let mut course = Course::<Abalone>::new(None, variant, position.as_deref())?;
    for word in &section.words[names.len()..] {
        let mv = course.now.parse_move(word).map_err(|error| course.wrong(error))?;
        course.play(mv);
    }
    let mut game = PlayedGame::of(course);
    game.names = ["Black", "White"].map(|name| section.take(name).unwrap_or_default()).to_vec();
    let stated = section.take("Result").as_deref().and_then(read_result);
    let stated = stated.or_else(|| read_result(section.end.as_deref()?));
    game.tags = section.others(&OURS);
    Ok(game.with_stated(stated))
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
    let layout = game.variant.split(',').next().unwrap_or_default();
    if layout != game.variant {
        write_tag(&mut text, "Variant", &game.variant);
    }
    if let Some(start) = &game.start {
        write_tag(&mut text, "Position", start);
    }
    text.push('\n');
    text.push_str(&capitalised(layout));
    text.push('\n');
    let second = game.start.as_ref().is_some_and(|start| start.split(' ').nth(1) == Some("O"));
    let words = numbered(&game.moves, second);
    write_words(&mut text, words.iter().map(String::as_str).chain([result]));
    text.push('\n');
    Ok(text)
}

/// A layout as people name it.
fn capitalised(name: &str) -> String {
    let daisy = if matches!(name, "belgian" | "german" | "dutch" | "swiss") { " daisy" } else { "" };
    let (first, rest) = name.split_at(name.len().min(1));
    format!("{}{rest}{daisy}", first.to_uppercase())
}
