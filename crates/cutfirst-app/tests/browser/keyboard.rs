//! Without a mouse: whole games by keyboard, a focus that is seen and never lost, and names for every control.

use fantoccini::key::Key;
use serde_json::json;

use crate::page::{DESKTOP, Page, visit};

fn key(key: Key) -> String {
    char::from(key).to_string()
}

/// Presses Tab until the focus is where `found` says.
async fn tab_to(page: &Page, found: &str) {
    for _ in 0..60 {
        if page.eval(&format!("return Boolean({found})")).await == json!(true) {
            return;
        }
        page.keys(&key(Key::Tab)).await;
    }
    panic!("Tab does not lead to {found}");
}

/// Goes from cell to cell by arrows and chooses one: the way is looked up on the page's own board.
async fn choose(page: &Page, cell: &str) {
    const NEAR: &str = "const at = (cell) => { const r = document.querySelector(`main .cell[data-cell='${cell}']`).getBoundingClientRect();
        return [r.x + r.width / 2, r.y + r.height / 2]; };
      const [[x, y], [gx, gy]] = [at(document.activeElement.dataset.cell), at(GOAL)];
      return [gx - x, gy - y].map(Math.round)";
    let near = NEAR.replace("GOAL", &json!(cell).to_string());
    for _ in 0..60 {
        if page.eval("return document.activeElement.dataset.cell").await == json!(cell) {
            page.keys(&key(Key::Enter)).await;
            return;
        }
        let way = page.eval(&near).await;
        let [x, y] = [0, 1].map(|axis| way[axis].as_i64().unwrap());
        let arrow = match (x.abs() > y.abs(), x > 0, y > 0) {
            (true, true, _) => Key::Right,
            (true, false, _) => Key::Left,
            (false, _, true) => Key::Down,
            (false, _, false) => Key::Up,
        };
        page.keys(&key(arrow)).await;
    }
    panic!("no arrows lead to {cell}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_played_to_its_end_by_keyboard() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=virus&players=2&variant=size=3").await;
        page.until("document.querySelector('.board.playable')").await;
        tab_to(&page, "document.activeElement.matches('main .cell')").await;
        for _ in 0..20 {
            page.until("document.querySelector('.status.over, .board.playable')").await;
            if page.count(".status.over").await > 0 {
                break;
            }
            let played = page.count(".moves .move").await;
            let cell = page.eval("return document.querySelector('#legal-moves option').value").await;
            choose(&page, cell.as_str().unwrap()).await;
            page.until(&format!("document.querySelectorAll('.moves .move').length > {played}")).await;
            let focus = page.eval("return document.activeElement.matches('main .cell')").await;
            assert_eq!(focus, json!(true), "the focus stays on the board");
        }
        let result = page.text("#status-text").await;
        assert!(result.contains("won") || result.contains("drawn"), "{result}");
        assert!(page.text("#live").await.contains(&result), "the result is announced");
        // On to the next game, still without a mouse.
        tab_to(&page, "document.activeElement.id === 'undo'").await;
        page.keys(&key(Key::Enter)).await;
        page.until("!document.querySelector('.status.over')").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_game_is_chosen_by_arrows_and_begins_on_its_board() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=othello").await;
        page.until("document.querySelector('.board.playable')").await;
        page.keys("n").await;
        page.until("document.activeElement.id === 'game-othello'").await;
        page.keys(&key(Key::Right).repeat(3)).await;
        tab_to(&page, "document.activeElement.id === 'players-4'").await;
        // Another number of players draws the choices anew, and one goes on choosing.
        page.keys(&key(Key::Left)).await;
        page.until("document.activeElement.id === 'players-3'").await;
        page.keys(&key(Key::Left)).await;
        page.until("document.activeElement.id === 'players-2'").await;
        tab_to(&page, "document.activeElement.id === 'start-game'").await;
        page.keys(&key(Key::Enter)).await;
        page.until("document.querySelector('.play[data-game=virus] .board.playable')").await;
        page.until("document.activeElement.matches('main .cell')").await;
        // Away from the board, a key leads back to it.
        page.eval("document.querySelector('#new-game').focus()").await;
        page.keys("b").await;
        page.until("document.activeElement.matches('main .cell')").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_piece_in_reserve_is_dropped_by_keyboard() {
    visit(DESKTOP, |page| async move {
        page.open(
            "#/play?game=focus&position=.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,11000,1,.,.,./\
             .,.,.,00,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,./1,.,.,1 0 1,0 - 0,0",
        )
        .await;
        page.until("document.querySelector('.board.playable')").await;
        tab_to(&page, "document.activeElement.matches('button.pile')").await;
        page.keys(&key(Key::Enter)).await;
        page.until("document.activeElement.matches('main .cell')").await;
        choose(&page, "a3").await;
        page.until("document.querySelector('.moves .move')?.textContent === '+a3'").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn arrows_lead_to_every_cell_and_the_focus_is_seen() {
    visit(DESKTOP, |page| async move {
        for game in ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"] {
            page.open(&format!("#/play?game={game}")).await;
            page.until(&format!("document.querySelector('.play')?.dataset.game === '{game}'")).await;
            let missed = page
                .eval(
                    "const press = (cell, key) => {
                       cell.focus();
                       cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
                       return document.activeElement;
                     };
                     const seen = new Set([document.querySelector('main .cell')]);
                     for (const cell of seen) {
                       for (const way of ['Left', 'Right', 'Up', 'Down']) seen.add(press(cell, `Arrow${way}`));
                     }
                     return [...document.querySelectorAll('main .cell')].filter((cell) => !seen.has(cell)).map((cell) => cell.dataset.cell)",
                )
                .await;
            assert_eq!(missed, json!([]), "{game}: cells that no arrow leads to");
            page.keys(&key(Key::Left)).await;
            let stroke =
                page.eval("return getComputedStyle(document.activeElement).getPropertyValue('stroke')").await;
            assert_ne!(stroke, json!("none"), "{game}: the focus has a mark");
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_focus_comes_back_from_a_dialog() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=abalone").await;
        for button in ["#new-game", "#setup", "#share"] {
            page.until("document.querySelector('.board.playable')").await;
            page.click(button).await;
            page.until("document.querySelector('dialog[open]')").await;
            page.keys(&key(Key::Escape)).await;
            page.until("!document.querySelector('dialog')").await;
            let focus = page.eval("return document.activeElement.id").await;
            assert_eq!(focus, json!(&button[1..]), "the focus comes back");
        }
        page.expect_quiet_console().await;
    });
}
