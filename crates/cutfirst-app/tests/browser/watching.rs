//! Watching the engine: every player's score, the expected line move by move, and a page that stands still.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::page::{DESKTOP, PHONE, Page, visit};

const READY: &str = "document.querySelector('.board.playable')";

/// The positions and sizes of what must not move, in the page and not in the window.
const PLACES: &str = "Object.fromEntries(
  ['.above', '.board', '.toolbar', '.seats', '.moves', '#typed-move', '.analysis', '.review']
    .map((part) => {
      const { x, y, width, height } = document.querySelector(`main ${part}`).getBoundingClientRect();
      return [part, [x, y + scrollY, width, height].map(Math.round).join(' ')];
    }))";

/// Chooses an algorithm and a limit for the analysis and waits until it has come to its end.
async fn analyse(page: &Page, algorithm: &str, depth: u32) {
    page.until("document.querySelector('.analysis select')").await;
    page.eval(&format!(
        "const [limit, , search] = document.querySelectorAll('.analysis select');
         limit.value = 'depth {depth}'; search.value = '{algorithm}'; search.dispatchEvent(new Event('change'));
         const go = document.querySelector('#analyse');
         if (go.getAttribute('aria-pressed') === 'false') go.click();"
    ))
    .await;
    page.until(&format!("document.querySelector('.depths tr[data-depth=\"{depth}\"]')")).await;
}

/// What the panel says of each player.
async fn scores(page: &Page) -> Vec<String> {
    let shown = page
        .eval("return [...document.querySelectorAll('.scores li')].map((row) => row.querySelector('strong').textContent)")
        .await;
    serde_json::from_value(shown).expect("texts")
}

#[test]
#[ignore = "needs Chromium"]
fn every_player_has_a_score_where_the_search_knows_it() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=virus&moves=b1,b5,d5,e2").await;
        page.until(READY).await;
        analyse(&page, "max-n", 5).await;
        let known = scores(&page).await;
        assert_eq!(known.len(), 4);
        assert!(known.iter().all(|score| score != "–"), "{known:?}");
        assert!(page.text(".whose").await.contains("every player"));
        for (algorithm, word) in [("paranoid", "Paranoid"), ("brs", "Best-Reply Search")] {
            analyse(&page, algorithm, 5).await;
            page.until(&format!("document.querySelector('.whose').textContent.includes('{word}')")).await;
            let known = scores(&page).await;
            assert_ne!(known[0], "–", "{algorithm}");
            assert_eq!(known[1..], ["–", "–", "–"], "{algorithm} knows only the mover's view");
            assert!(page.text(".whose").await.starts_with("Only Player 1"));
            assert!(page.text(".scores li[data-player=\"3\"] .end").await.contains("square"));
        }
        page.open("#/play?game=checkers").await;
        page.until(READY).await;
        analyse(&page, "alpha-beta", 5).await;
        assert!(page.text("#judgement").await.contains("Black wins with a chance of"));
        let bar = page.eval("return document.querySelector('.bar').getAttribute('aria-label')").await;
        assert!(bar.as_str().unwrap().starts_with("Chances: Black "), "{bar}");
        page.expect_quiet_console().await;
    });
}

/// What stands on the board.
async fn board(page: &Page) -> Value {
    page.eval("return [...document.querySelectorAll('main .cell')].map((cell) => cell.getAttribute('aria-label').split(', ').slice(0, 2).join())")
        .await
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_of_the_expected_line_is_shown_kept_and_given_up() {
    // In Best-Reply Search players move out of turn; the board follows all the same.
    for (game, algorithm) in [("virus", "brs"), ("focus&players=4", "paranoid"), ("othello", "pvs")] {
        visit(DESKTOP, move |page| async move {
            page.open(&format!("#/play?game={game}")).await;
            page.until(READY).await;
            let start = board(&page).await;
            analyse(&page, algorithm, 5).await;
            let label =
                page.eval("return document.querySelectorAll('.pv-move')[2].getAttribute('aria-label')").await;
            let label = label.as_str().expect("three moves").to_owned();
            assert!(label.contains("move 3 of") && label.contains(" plays "), "{label}");
            page.click(".pv li:nth-child(3) button").await;
            page.until("document.querySelector('#back').checkVisibility()").await;
            let third = board(&page).await;
            assert_ne!(third, start, "{game}");
            // It stays while the analysis goes on with what is on the board.
            page.eval("document.querySelector('#typed-move').focus()").await;
            page.until("document.querySelector('.depths tr[data-depth=\"3\"]')").await;
            assert_eq!(board(&page).await, third);
            page.keys(&String::from(char::from(Key::Escape))).await;
            page.until("document.querySelector('.viewing').hidden").await;
            assert_eq!(board(&page).await, start, "{game}");
            assert_eq!(page.count(".moves .move").await, 0, "nothing was played");
            page.expect_quiet_console().await;
        });
    }
}

#[test]
#[ignore = "needs Chromium"]
fn an_analysis_waits_for_the_engines_move() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=othello").await;
        page.until(READY).await;
        page.eval(
            "const ask = window.fetch;
             window.asked = [];
             window.fetch = (path, ...rest) => {
               const thinking = !document.querySelector('.pulse').hidden;
               asked.push([path, thinking]);
               if (path.endsWith('/think')) setTimeout(() => document.querySelector('#analyse').click(), 100);
               return ask(path, ...rest);
             };",
        )
        .await;
        page.cell("f5").await;
        page.until("asked.some(([path]) => path === '/api/analyse')").await;
        assert_eq!(page.count(".moves .move").await, 2, "the engine has moved");
        assert_eq!(
            page.eval("return asked.find(([path]) => path === '/api/analyse')[1]").await,
            json!(false)
        );
        page.until("document.querySelectorAll('.depths tbody tr').length > 2").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn nothing_jumps_while_the_engine_thinks() {
    for screen in [DESKTOP, PHONE] {
        visit(screen, |page| async move {
            for game in
                ["othello", "checkers", "abalone", "focus&players=4", "chinese-checkers&players=6", "virus"]
            {
                page.open("#/reports").await;
                page.open(&format!("#/play?game={game}")).await;
                page.until(READY).await;
                let before = page.eval(&format!("return {PLACES}")).await;
                page.eval(&format!(
                    "window.seen = [];
                     window.watch = new MutationObserver(() => seen.push({PLACES}));
                     watch.observe(document.querySelector('main'), {{ subtree: true, childList: true, attributes: true }});"
                ))
                .await;
                // As if it were typed, but without scrolling there.
                page.eval(
                    "document.querySelector('#typed-move').value = document.querySelector('#legal-moves option').value;
                     document.querySelector('.type-move').requestSubmit()",
                )
                .await;
                page.until("document.querySelectorAll('.moves .move').length > 1").await;
                page.until(READY).await;
                let seen = page.eval("watch.disconnect(); return seen").await;
                for during in seen.as_array().into_iter().flatten() {
                    assert_eq!(*during, before, "{game}: something moved");
                }
                assert_eq!(
                    page.count(".pv-move").await,
                    0,
                    "{game}: what the engine expects would be a spoiler"
                );
                page.click("#analyse").await;
                page.until("document.querySelectorAll('.pv-move').length > 0").await;
                let before = page.eval(&format!("return {PLACES}")).await;
                tokio::time::sleep(std::time::Duration::from_millis(700)).await;
                assert_eq!(page.eval(&format!("return {PLACES}")).await, before, "{game}");
                page.click("#analyse").await;
            }
            page.expect_quiet_console().await;
        });
    }
}
