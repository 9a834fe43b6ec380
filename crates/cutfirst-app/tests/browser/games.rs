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
            legal.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
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

/// A game with settings that make it short, and moves to prefer: the text and the cells to click.
struct Short {
    game: &'static str,
    settings: &'static str,
    wishes: &'static [(&'static str, &'static [&'static str])],
}

const SHORT: [Short; 6] = [
    Short {
        game: "othello",
        settings: "position=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXO--- X",
        wishes: &[],
    },
    // A chain of two jumps that its last square enters, a lone move, and the last piece is taken.
    Short { game: "checkers", settings: "variant=english&position=B:W12,19,27:BK3,K15", wishes: &[] },
    // Stacks, pieces in reserve, and the first capture wins.
    Short {
        game: "focus",
        settings: "variant=split,captures=1&position=.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,11000,1,.,.,./\
                   .,.,.,00,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,./1,.,.,1 0 1,0 - 0,0",
        wishes: &[("d4-d6", &["d4", "d6"]), ("+d5", &["reserve", "d5"])],
    },
    Short { game: "virus", settings: "players=2&variant=size=3", wishes: &[] },
    Short {
        game: "chinese-checkers",
        settings: "position=./../.../..../............./............/.........../........../111111111/\
                   1........./.........../...0......../............./.000/000/00/0 0",
        wishes: &[("102-111", &["102", "111"]), ("89-102", &["89", "102"])],
    },
    // The engine's marble in the corner is shut in, so that it has to move the other one.
    Short {
        game: "abalone",
        settings: "variant=standard,eject=1&position=O..../....../......./......../........./......../\
                   ......./....@@/..@@O O 0 0",
        wishes: &[("A3A4", &["A3", "A5"])],
    },
];

#[test]
#[ignore = "needs Chromium"]
fn a_short_game_of_every_kind_is_played_to_its_end() {
    visit(DESKTOP, |page| async move {
        for Short { game, settings, wishes } in SHORT {
            page.open(&format!("#/play?game={game}&{settings}")).await;
            page.until(&format!("document.querySelector('.play')?.dataset.game === '{game}'")).await;
            play_out(&page, game, wishes).await;
            let result = page.text("#status-text").await;
            assert!(result.contains("won") || result.contains("drawn"), "{game}: {result}");
            assert!(page.count(".moves .move").await >= 2, "{game}: both sides have moved");
        }
        page.expect_quiet_console().await;
    });
}
