//! How everybody stands, move by move and in the end.

use serde_json::{Value, json};

use crate::page::{DESKTOP, PHONE, Page, visit};

const READY: &str = "document.querySelector('.board.playable') || document.querySelector('.status.over')";

/// The game as the server has it.
async fn state(page: &Page) -> Value {
    page.eval("return fetch(`/api/play/${new URLSearchParams(location.hash.split('?')[1]).get('id')}`).then((answer) => answer.json())")
        .await
}

/// The numbers beside the seats.
async fn shown(page: &Page) -> Value {
    page.eval(
        "return [...document.querySelectorAll('.seats .score')].map((score) => parseInt(score.textContent))",
    )
    .await
}

/// Plays the first legal move and waits for a person's next turn.
async fn play_first(page: &Page) {
    page.until(READY).await;
    let before = page.count(".moves .move").await;
    page.eval(
        "document.querySelector('#typed-move').value = document.querySelector('#legal-moves option').value;
         document.querySelector('.type-move').requestSubmit()",
    )
    .await;
    page.until(&format!("document.querySelectorAll('.moves .move').length > {before}")).await;
    page.until(READY).await;
}

#[test]
#[ignore = "needs Chromium"]
fn the_standing_follows_every_move() {
    visit(DESKTOP, |page| async move {
        for (game, detail) in [
            ("othello", ""),
            ("checkers&position=B:WK32,30:B1,K3", "1 king"),
            ("focus&players=4", "reserve 0 · captured 0"),
            ("virus", ""),
            ("chinese-checkers&players=3", ""),
            ("abalone", "14 marbles left"),
        ] {
            page.open("#/reports").await;
            page.open(&format!("#/play?game={game}")).await;
            play_first(&page).await;
            let state = state(&page).await;
            assert_eq!(shown(&page).await, state["scores"], "{game}");
            assert!(page.text(".seats .more").await.contains(detail), "{game}");
            assert_eq!(
                page.eval("return Number(document.querySelector('.seats .turn').dataset.player)").await,
                state["to_move"],
                "{game}: whose turn it is"
            );
        }
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_end_says_who_has_won_and_leads_to_the_next_game() {
    visit(DESKTOP, |page| async move {
        page.open(
            "#/play?game=othello&position=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXO--- X",
        )
        .await;
        page.until(READY).await;
        let start = state(&page).await["position"].clone();
        while page.count(".status.over").await == 0 {
            play_first(&page).await;
        }
        let outcome = state(&page).await["outcome"].clone();
        assert_eq!(json!(page.text("#status-text").await), outcome["text"]);
        let winner = page.eval("return Number(document.querySelector('.seats .won').dataset.player)").await;
        assert_eq!(json!([winner]), outcome["winners"]);
        assert_eq!(page.text(".seats .won .badge").await, "wins");
        let first = page.text(".seats .who").await;
        page.click("#again").await;
        // The engine has the first move now, and may end the game with it before anybody looks.
        let second = "document.querySelector('.seats li:nth-child(2) .who').innerText.trim()";
        page.until(&format!("{second} === {}", json!(first.trim()))).await;
        assert_eq!(state(&page).await["start"], start);
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_phone_shows_the_numbers_above_the_board() {
    const STRIP: &str = "const strip = document.querySelector('.strip');
        return strip.checkVisibility() ? strip.innerText.split(/\\s+/).filter(Boolean).map(Number) : null";
    visit(PHONE, |page| async move {
        page.open("#/play?game=chinese-checkers&players=6").await;
        page.until(READY).await;
        assert_eq!(page.eval(STRIP).await, json!([0, 0, 0, 0, 0, 0]));
        page.open("#/play?game=othello").await;
        page.until("document.querySelector('.play')?.dataset.game === 'othello'").await;
        play_first(&page).await;
        assert_eq!(page.eval(STRIP).await, shown(&page).await);
        page.expect_quiet_console().await;
    });
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=othello").await;
        page.until(READY).await;
        assert_eq!(page.eval(STRIP).await, json!(null), "the seats are in sight");
    });
}
