//! Othello in GGF, the generic game format of the server GGS, which NBoard speaks:
//! `(;GM[Othello]PB[…]PW[…]RE[+4.000]TY[8]BO[8 …64 squares… *]B[F5]W[F6]B[PA];)`.
//!
//! A move's evaluation and time (`B[F5/1.2/3]`) are left behind. `RE` is Black's discs less White's; that of a game that
//! was given up is written as `+64.000:r` or `-64.000:r`, which is what GGS makes of it.

use cutfirst::game::{Game, Player};
use cutfirst::notation::{Notation, NotationError, excerpt};

use super::tagged::clean;
use super::{Course, Games, PlayedGame, in_game};
use crate::othello::{BLACK, Move, Othello, WHITE};

/// Properties that have names in other formats.
const NAMES: [(&str, &str); 3] = [("PC", "Site"), ("DT", "Date"), ("TI", "TimeControl")];
const OURS: [&str; 8] = ["GM", "PB", "PW", "RE", "TY", "BO", "B", "W"];

pub(super) fn recognises(text: &str) -> bool {
    // Games played side by side follow their number.
    text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with("(;")
}

pub(super) fn read(text: &str) -> Result<Games, NotationError> {
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find("(;") {
        let number = games.len() + 1;
        let (properties, after) = properties(&rest[begin + 2..]).map_err(in_game(number))?;
        games.push(game(&properties).map_err(in_game(number)));
        rest = after;
    }
    Ok(games)
}

/// Names with their values.
type Properties<'a> = Vec<(&'a str, &'a str)>;

/// Names and values up to the `;)` that ends them, and what follows.
fn properties(text: &str) -> Result<(Properties<'_>, &str), NotationError> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    loop {
        // A semicolon may stand between moves.
        rest = rest.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if let Some(after) = rest.strip_prefix(')') {
            return Ok((found, after));
        }
        let property = rest.split_once('[').and_then(|(name, rest)| Some((name, split_value(rest)?)));
        let Some((name, (value, after))) = property else {
            return Err(NotationError::new(format!(
                "'{}' is no property such as B[F5], and no ;) ends the game",
                excerpt(rest)
            )));
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
}

/// What stands before the `]` that ends a value, and what follows. A `]` after a backslash is a part of the value.
fn split_value(text: &str) -> Option<(&str, &str)> {
    let is_end = |&(at, _): &(usize, &str)| !text[..at].ends_with('\\');
    let (end, _) = text.match_indices(']').find(is_end)?;
    Some((&text[..end], &text[end + 1..]))
}

/// A value without what programs read in different ways: brackets, which only some put after a backslash, and backslashes.
fn plain(value: &str) -> String {
    let value = value.replace("\\[", "(").replace("\\]", ")");
    clean(&value.replace('[', "(").replace(']', ")").replace('\\', "/"))
}

/// Whether `TY` is our game. GGS writes the size after an `s` for two games at the same time and a `k` for komi, and more about
/// the opening after it: `8`, `s8r18:l`.
fn is_usual(kind: &str) -> bool {
    let size = kind.trim().trim_start_matches(['s', 'k']);
    let rest = size.trim_start_matches(|c: char| c.is_ascii_digit());
    // With an `a`, whoever has fewer discs wins.
    size[..size.len() - rest.len()] == *"8" && !rest.contains('a')
}

fn game(properties: &[(&str, &str)]) -> Result<PlayedGame, NotationError> {
    let value = |name: &str| properties.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    if let Some(kind) = value("GM").filter(|kind| !kind.eq_ignore_ascii_case("othello")) {
        return Err(NotationError::new(format!("GM[{}] is not Othello", excerpt(kind))));
    }
    if let Some(kind) = value("TY").filter(|kind| !is_usual(kind)) {
        return Err(NotationError::new(format!("TY[{}] is not Othello on 8 by 8 squares", excerpt(kind))));
    }
    let start = value("BO").map(read_board).transpose()?;
    let mut course = Course::<Othello>::new(None, None, start.as_deref())?;
    for &(colour, value) in properties.iter().filter(|(name, _)| matches!(*name, "B" | "W")) {
        let text = value.split('/').next().unwrap_or("").trim();
        let player = if colour == "B" { BLACK } else { WHITE };
        play(&mut course, player, text).map_err(|error| course.wrong(error))?;
    }
    let mut game = PlayedGame::of(course);
    game.names = ["PB", "PW"].map(|name| plain(value(name).unwrap_or(""))).to_vec();
    for &(name, value) in properties.iter().filter(|(name, _)| !OURS.contains(name)) {
        let known = NAMES.iter().find(|(property, _)| *property == name).map(|(_, tag)| *tag);
        if known.is_some() || is_name(name) {
            game.tags.push((known.unwrap_or(name).to_owned(), plain(value)));
        }
    }
    Ok(game.with_stated(value("RE").and_then(read_result)))
}

/// Whether a property can be kept under its own name.
fn is_name(name: &str) -> bool {
    (1..=2).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
        && !OURS.contains(&name)
}

/// `8`, the squares with or without blanks between the rows, and the side to move, as a position of ours.
fn read_board(text: &str) -> Result<String, NotationError> {
    let wrong = || NotationError::new(format!("BO[{}] is no board: 8, 64 squares and * or O", excerpt(text)));
    let rest = text.trim().strip_prefix('8').ok_or_else(wrong)?;
    let squares: Vec<char> = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let (side, board) = squares.split_last().filter(|(_, board)| board.len() == 64).ok_or_else(wrong)?;
    Ok(format!("{} {side}", board.iter().collect::<String>()))
}

fn play(course: &mut Course<Othello>, player: Player, text: &str) -> Result<(), NotationError> {
    let is_pass = Move::named(text) == Some(Move::PASS);
    let must_pass = |game: &Othello| game.parse_move("pass").is_ok();
    if is_pass && course.now.outcome().is_some() {
        // Some programs write passes after the end.
        return Ok(());
    }
    if !is_pass && course.now.to_move() != player && must_pass(&course.now) {
        course.play(Move::PASS);
    }
    if course.now.to_move() != player {
        let name = if player == BLACK { "Black" } else { "White" };
        return Err(NotationError::new(format!("it is not {name}'s turn")));
    }
    let mv = course.now.parse_move(text)?;
    course.play(mv);
    Ok(())
}

fn read_result(text: &str) -> Option<Vec<usize>> {
    let number: f64 = text.split(':').next()?.trim().parse().ok()?;
    match number {
        _ if !(-64.0..=64.0).contains(&number) => None,
        _ if number > 0.0 => Some(vec![0]),
        _ if number < 0.0 => Some(vec![1]),
        _ => Some(vec![0, 1]),
    }
}

pub(super) fn write(game: &PlayedGame) -> Result<String, NotationError> {
    let mut course = Course::<Othello>::new(None, None, game.start.as_deref())?;
    let board = course.now.position_text().replace('X', "*");
    let mut text = "(;GM[Othello]".to_owned();
    let mut property = |name: &str, value: &str| {
        let value = plain(value);
        text.push_str(&format!("{name}[{value}]"));
    };
    for (tag, value) in &game.tags {
        match NAMES.iter().find(|(_, name)| name == tag) {
            Some((name, _)) => property(name, value),
            None if is_name(tag) => property(tag, value),
            None => {}
        }
    }
    property("PB", &game.names[0]);
    property("PW", &game.names[1]);
    let mut moves = Vec::new();
    for mv in course.now.parse_moves(&game.moves.join(" "))? {
        let colour = if course.now.to_move() == BLACK { "B" } else { "W" };
        let square = if mv == Move::PASS { "PA".to_owned() } else { course.now.move_text(mv).to_uppercase() };
        moves.push((colour, square));
        course.play(mv);
    }
    let result = match (course.now.outcome(), game.winners.as_deref()) {
        (Some(outcome), _) => format!("{:+}.000", outcome.result(BLACK)),
        (None, Some([0])) => "+64.000:r".to_owned(),
        (None, Some([1])) => "-64.000:r".to_owned(),
        (None, Some([_, _, ..])) => "+0.000".to_owned(),
        _ => "?".to_owned(),
    };
    property("RE", &result);
    property("TY", "8");
    property("BO", &format!("8 {board}"));
    for (colour, square) in moves {
        property(colour, &square);
    }
    text.push_str(";)\n");
    Ok(text)
}
