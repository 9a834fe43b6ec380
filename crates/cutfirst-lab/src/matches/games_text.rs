//! The games as text: headers and moves, to be read by people and played again by programs.

use std::fmt::Write as _;

use super::standing::Standing;

/// How wide lines of moves are.
const WIDTH: usize = 100;

/// Every game that counts: its headers, then its moves in the game's notation from the start position.
/// `cutfirst search GAME --moves "…"` takes them as they are.
#[must_use]
pub fn games_text(standing: &Standing) -> String {
    let plan = standing.plan();
    let mut text = String::new();
    for game in standing.counted() {
        let mut header = |name: &str, value: &str| {
            let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        };
        header("Game", plan.game);
        header("Players", &plan.players.to_string());
        if !plan.variant.is_empty() {
            header("Variant", &plan.variant);
        }
        header("Number", &(game.number + 1).to_string());
        header("Opening", &format!("{}, {} plies", game.opening + 1, game.opening_plies));
        for (seat, &player) in game.seats.iter().enumerate() {
            header(&format!("Seat{}", seat + 1), &plan.entrants[player].name);
        }
        let scores: Vec<_> = (0..game.seats.len()).map(|seat| score_text(&game.winners, seat)).collect();
        header("Result", &scores.join(" "));
        header("End", game.end.name());
        text.push('\n');
        let mut width = 0;
        for mv in &game.moves {
            if width > 0 && width + 1 + mv.chars().count() > WIDTH {
                text.push('\n');
                width = 0;
            }
            if width > 0 {
                text.push(' ');
                width += 1;
            }
            text.push_str(mv);
            width += mv.chars().count();
        }
        text.push_str("\n\n");
    }
    text
}

/// A seat's share of the point: `1`, `1/2`, `0`.
fn score_text(winners: &[usize], seat: usize) -> String {
    match (winners.contains(&seat), winners.len()) {
        (false, _) => "0".to_owned(),
        (true, 1) => "1".to_owned(),
        (true, sharing) => format!("1/{sharing}"),
    }
}
