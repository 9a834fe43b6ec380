//! A short game of every kind against the engine, by clicks, to its end.

use crate::page::{DESKTOP, Page, visit};

/// Whether a person may move or the game is over.
const READY: &str = "document.querySelector('.status.over') || document.querySelector('.board.playable')";

/// The cells to click for a move, from its text.
fn path(game: &str, text: &str) -> Vec<String> {
    let parts = |text: &str, separators: &[char]| text.split(separators).map(str::to_owned).collect();
    match game {
        "checkers" => parts(text, &['-', 'x']),
        "focus" if text.starts_with('+') => vec!["reserve".to_owned(), text[1..].to_owned()],
        "focus" | "chinese-checkers" => parts(text, &['-']),
        "abalone" => text.as_bytes().chunks(2).map(|cell| String::from_utf8_lossy(cell).into()).collect(),
        _ => vec![text.to_owned()],
    }
}

/// Plays until the end: a wished move where it is legal, otherwise the first one.
async fn play_out(page: &Page, game: &str, wishes: &[(&str, &[&str])]) {
    for _ in 0..80 {
        page.until(READY).await;
        if page.count(".status.over").await > 0 {
            return;
        }
        let before = page.count(".moves .move").await;
        let legal = page
            .eval("return [...document.querySelectorAll('#legal-moves option')].map((o) => o.value)")
            .await;
        let legal: Vec<&str> =
            legal.as_array().into_iter().flatten().filter_map(|text| text.as_str()).collect();
        let wished = wishes.iter().find(|(text, _)| legal.contains(text));
        let cells = wished.map_or_else(
            || path(game, legal.first().expect("a legal move while the game goes on")),
            |(_, cells)| cells.iter().map(|&cell| cell.to_owned()).collect(),
        );
        for cell in cells {
            page.cell(&cell).await;
        }
        // Where a chain could go on, a button stops it; where nothing can be moved, one passes.
        page.until(&format!(
            "document.querySelectorAll('.moves .move').length > {before} || document.querySelector('.chooser button.primary')"
        ))
        .await;
        if page.count(".moves .move").await == before {
            page.click(".chooser button.primary").await;
        }
        page.until(&format!("document.querySelectorAll('.moves .move').length > {before}")).await;
    }
    panic!("{game} does not end");
}

fn play(
    game: &'static str,
    settings: &'static str,
    wishes: &'static [(&'static str, &'static [&'static str])],
) {
    visit(DESKTOP, move |page| async move {
        page.open(&format!("#/play?game={game}&{settings}")).await;
        play_out(&page, game, wishes).await;
        let result = page.text("#status-text").await;
        assert!(result.contains("won") || result.contains("drawn"), "{result}");
        assert!(page.count(".moves .move").await >= 3, "both sides have moved");
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn othello_ends_with_a_full_board() {
    play("othello", "position=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXO--- X", &[]);
}

#[test]
#[ignore = "needs Chromium"]
fn checkers_ends_when_nothing_is_left_to_take() {
    play("checkers", "variant=english&position=B:W13,22,31:B5,K9,K10,K26", &[]);
}

#[test]
#[ignore = "needs Chromium"]
fn focus_ends_when_a_piece_is_captured() {
    play(
        "focus",
        "variant=split,captures=1&position=.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,11000,1,.,.,./.,.,.,00,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,./1,.,.,1 0 1,0 - 0,0",
        &[("d4-d6", &["d4", "d6"])],
    );
}

#[test]
#[ignore = "needs Chromium"]
fn virus_ends_with_one_owner() {
    play("virus", "players=2&variant=size=3", &[]);
}

#[test]
#[ignore = "needs Chromium"]
fn chinese_checkers_ends_in_the_target() {
    play(
        "chinese-checkers",
        "position=./../.../..../............./............/.........../........../........./........../.........../............/0............/.000/000/00/0 0",
        &[],
    );
}

#[test]
#[ignore = "needs Chromium"]
fn abalone_ends_when_a_marble_goes_over_the_edge() {
    // Two marbles are in danger and the engine can save only one.
    play(
        "abalone",
        "variant=standard,eject=1&position=..@../....../......./......../.....@@@O/......../......./....../..@@O O 0 0",
        &[("E6E7", &["E6", "E9"]), ("A3A4", &["A3", "A5"])],
    );
}
