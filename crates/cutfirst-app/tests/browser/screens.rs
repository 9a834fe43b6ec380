//! All views on a phone and in the dark, and the pictures of the documentation.

use serde_json::json;

use crate::page::{DESKTOP, PHONE, Page, Screen, visit};

/// Views with the condition under which they are complete.
const VIEWS: [(&str, &str, &str); 5] = [
    ("lesson", "#/lesson", "document.querySelector('#guess-0')"),
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

const GAMES: [(&str, &str); 6] = [
    ("othello", "moves=f5,d6,c3,d3,c4,f4,f6,f3,e6,e7"),
    ("checkers", "moves=11-15,22-18,15x22,25x18,12-16,29-25"),
    ("focus", "players=4&moves=g5-g6,c2-c3,b4-b5,f7-e7"),
    ("virus", "moves=b1,a4,d5,e2,c1,a3,c5,e3"),
    ("chinese-checkers", "players=3"),
    ("abalone", "variant=belgian"),
];

/// Nothing may be wider than the window.
async fn expect_no_sideways_scrolling(page: &Page, what: &str) {
    let overflow = page.eval("return document.documentElement.scrollWidth - innerWidth").await;
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
            page.picture(&format!("phone-{name}")).await;
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
fn the_theme_follows_the_system_and_the_button() {
    visit(Screen { dark: true, ..DESKTOP }, |page| async move {
        const THEME: &str = "return document.documentElement.dataset.theme";
        for (name, fragment, ready) in VIEWS {
            page.open(fragment).await;
            page.until(ready).await;
            page.picture(&format!("dark-{name}")).await;
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
            const FIRST: &str = "const c = document.querySelector('main .cell').getBoundingClientRect(); return [Math.round(c.x), Math.round(c.y)]";
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
            page.picture(name).await;
        }
        page.expect_quiet_console().await;
    });
}
