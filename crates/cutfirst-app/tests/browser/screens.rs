//! All views on a phone and in the dark, and the pictures of the documentation.

use serde_json::json;

use crate::page::{DESKTOP, PHONE, Page, Screen, visit};

/// Views with the condition under which they are complete.
const VIEWS: [(&str, &str, &str); 5] = [
    ("lesson", "#/lesson?step=3", "document.querySelector('.small-tree')"),
    (
        "ordering",
        "#/order?game=othello&moves=f5,f6,e6,f4&depth=4&orders=none;ads:mtf",
        "document.querySelectorAll('.tree-lane').length === 2",
    ),
    (
        "race",
        "#/race?game=othello&moves=f5,f6,e6,f4&depth=6&orders=none;killer;history;ads:mtf",
        "document.querySelector('.agree:not([hidden])')",
    ),
    ("reports", "#/reports", "document.querySelector('.search-view')"),
    ("play", "#/play?game=othello&moves=f5,d6,c3,d3,c4", "document.querySelector('.board .piece')"),
];

/// Games with moves after which it is the first player's turn.
const GAMES: [(&str, &str); 6] = [
    ("othello", "moves=d3,c5,e6,d2,c2,f3,f5,f4,d1,e7,d7,f7"),
    ("checkers", "moves=9-13,23-18,6-9,24-19,10-14,26-23,11-16,28-24,16-20,18-15"),
    ("focus", "players=4&moves=h3-h4,g2-g3,a6-a5,h5-h4,f1-f2,g4-h4,b2-c2,h6-g6,f3-g3,a4-a5,c8-c7,b5-a5"),
    ("virus", "moves=b1,b5,d5,e2,c2,c4,c5,d3"),
    (
        "chinese-checkers",
        "players=3&moves=3-16,85-83,75-77,0-14,110-64,98-56,7-29,84-82,76-78,4-40,96-71,87-68,8-51,95-70,88-69",
    ),
    ("abalone", "variant=belgian&moves=A1B2,A5B5,A2B3,I5H5,C2C3,C6C7D6,B3C4,I6H6,I9H8,G4G5"),
];

/// Where the first cell of the board is.
const FIRST: &str = "const cell = document.querySelector('main .cell').getBoundingClientRect(); \
                     return [Math.round(cell.x), Math.round(cell.y)]";

/// Nothing may be wider than the window. (`innerWidth` would not do: a phone zooms out until all is seen.)
async fn expect_no_sideways_scrolling(page: &Page, what: &str) {
    let overflow = page.eval("return document.documentElement.scrollWidth - screen.width").await;
    assert!(overflow.as_i64().unwrap_or(1) <= 0, "{what} is {overflow} wider than the screen");
}

#[test]
#[ignore = "needs Chromium"]
fn every_view_fits_on_a_phone() {
    visit(PHONE, |page| async move {
        for (name, fragment, ready) in VIEWS {
            page.open(fragment).await;
            page.until(ready).await;
            expect_no_sideways_scrolling(&page, name).await;
            if name == "play" {
                page.picture("phone").await;
            }
        }
        for (game, setup) in GAMES {
            page.open(&format!("#/play?game={game}&{setup}")).await;
            page.until(&format!("document.querySelector('.play')?.dataset.game === '{game}'")).await;
            expect_no_sideways_scrolling(&page, game).await;
        }
        // A finger can hit a cell.
        let side =
            page.eval("return document.querySelector('main .cell').getBoundingClientRect().width").await;
        assert!(side.as_f64().unwrap_or(0.0) > 20.0, "{side}");
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_view_asked_for_last_is_the_one_that_is_seen() {
    visit(DESKTOP, |page| async move {
        page.open("#/lesson?step=6").await;
        page.until("document.querySelector('#guess-0')").await;
        // The reports come late, when the reader has gone on to the board.
        page.eval(
            "const ask = window.fetch;
             window.fetch = async (path, ...rest) => {
               if (path !== '/api/reports') return ask(path, ...rest);
               await new Promise((resolve) => { window.answer = resolve; });
               setTimeout(() => { window.late = true; }, 300);
               return ask(path, ...rest);
             };
             location.hash = '#/reports';",
        )
        .await;
        page.until("window.answer").await;
        page.eval("location.hash = '#/play?game=virus'").await;
        page.until("document.querySelector('.play[data-game=virus] .board.playable')").await;
        page.eval("window.answer()").await;
        page.until("window.late").await;
        assert_eq!(page.count("main .play .board.playable").await, 1);
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_theme_follows_the_system_and_the_button() {
    visit(Screen { dark: true, ..DESKTOP }, |page| async move {
        const THEME: &str = "return document.documentElement.dataset.theme";
        for (name, fragment, ready) in VIEWS {
            page.open(fragment).await;
            page.until(ready).await;
            if name == "ordering" {
                page.eval("document.querySelector('.headline').scrollIntoView()").await;
                page.picture("dark").await;
            }
        }
        assert_eq!(page.eval(THEME).await, json!("dark"));
        page.click("#theme").await;
        assert_eq!(page.eval(THEME).await, json!("light"));
        page.reload().await;
        page.until("document.querySelector('.board .piece')").await;
        assert_eq!(page.eval(THEME).await, json!("light"));
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn every_board_is_drawn_and_turns() {
    visit(DESKTOP, |page| async move {
        for (game, setup) in GAMES {
            page.open(&format!("#/play?game={game}&{setup}")).await;
            page.until(&format!("document.querySelector('.play')?.dataset.game === '{game}'")).await;
            page.until("document.querySelector('.board.playable') || document.querySelector('.status.over')")
                .await;
            page.picture(game).await;
            let before = page.eval(FIRST).await;
            page.click("#rotate").await;
            assert_ne!(page.eval(FIRST).await, before, "{game} has turned");
        }
        for (name, fragment, ready) in VIEWS {
            page.open(fragment).await;
            page.until(ready).await;
            if name == "ordering" || name == "race" {
                page.eval("document.querySelector('.headline').scrollIntoView()").await;
            }
            if matches!(name, "ordering" | "race") {
                page.picture(name).await;
            }
        }
        // On paper there are no buttons, and nothing is cut off.
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
        let seen = "return [...document.querySelectorAll('.toolbar, .top, .type-move')].some((one) => one.checkVisibility())";
        assert_eq!(page.eval(seen).await, json!(false));
        let list = "const list = document.querySelector('.moves'); return list.checkVisibility() && list.scrollHeight <= list.clientHeight";
        assert_eq!(page.eval(list).await, json!(true));
        page.expect_quiet_console().await;
    });
}
