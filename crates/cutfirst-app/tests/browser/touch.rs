//! With one finger on a phone: a whole game from New game to its review, and pieces that are dragged.

use serde_json::json;

use crate::page::{PHONE, Page, serve_with, visit, visit_at, with_data};

const READY: &str = "document.querySelector('.board.playable')";

/// Where the middle of an element is, as a hand sees it.
async fn middle(page: &Page, selector: &str) -> [i64; 2] {
    page.until(&format!("document.querySelector({})", json!(selector))).await;
    let script = format!(
        "const r = document.querySelector({}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2].map(Math.round)",
        json!(selector)
    );
    let at = page.eval(&script).await;
    [0, 1].map(|axis| at[axis].as_i64().expect("a number"))
}

/// A finger goes down, along points and up again.
async fn stroke(page: &Page, points: &[[i64; 2]]) {
    let to = |[x, y]: [i64; 2], duration| json!({ "type": "pointerMove", "x": x, "y": y, "duration": duration, "origin": "viewport" });
    let mut steps = vec![to(points[0], 0), json!({ "type": "pointerDown", "button": 0 })];
    steps.extend(points[1..].iter().map(|&point| to(point, 120)));
    if points.len() > 1 {
        // A finger that rests before it leaves does not fling.
        steps.push(json!({ "type": "pause", "duration": 60 }));
    }
    steps.push(json!({ "type": "pointerUp", "button": 0 }));
    let finger = json!({ "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": steps });
    page.actions(json!({ "actions": [finger] })).await;
}

/// Taps an element, after scrolling to it by swipes where it is out of sight.
async fn tap(page: &Page, selector: &str) {
    for _ in 0..40 {
        let [x, y] = middle(page, selector).await;
        // What lies under the middle must be the element: not a bar, and not the end of what scrolls.
        let hit = format!(
            "const e = document.querySelector({}); const at = document.elementFromPoint({x}, {y}); return Boolean(at && (e.contains(at) || at.contains(e)) && {y} > 0 && {y} < innerHeight)",
            json!(selector)
        );
        if page.eval(&hit).await == json!(true) {
            return stroke(page, &[[x, y]]).await;
        }
        let (from, to) = if y > 420 { (600, 350) } else { (350, 600) };
        // At the edge, where nothing is dragged.
        stroke(page, &[[6, from], [6, to]]).await;
    }
    panic!("no swipe leads to {selector}");
}

#[test]
#[ignore = "needs Chromium"]
fn two_phones_on_one_network_play_by_a_link() {
    const TURN: &str = "document.querySelector('#status-text')?.textContent";
    with_data(|data| {
        let (_server, address) = serve_with(data, 0, &["--host", "0.0.0.0", "--allow-remote"]);
        let (send, receive) = std::sync::mpsc::channel::<String>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                visit_at(PHONE, address, |page| async move {
                    page.touch().await;
                    page.open("#/play?game=othello").await;
                    page.until(READY).await;
                    tap(&page, "#new-game").await;
                    tap(&page, "#as-people").await;
                    tap(&page, "#start-game").await;
                    page.until("!document.querySelector('dialog') && document.querySelectorAll('.seats .who')[1].textContent === 'Human'").await;
                    tap(&page, "#share").await;
                    page.until("document.querySelector('#live-link')?.value").await;
                    let link = page.eval("return document.querySelector('#live-link').value").await;
                    send.send(link.as_str().expect("a link").to_owned()).expect("somebody waits for it");
                    page.eval("document.querySelector('dialog').close()").await;
                    tap(&page, &cell("f5")).await;
                    // The other one's reply arrives by itself.
                    page.until("document.querySelectorAll('.moves .move').length === 2").await;
                    page.until(&format!("{TURN} === 'Black to move'")).await;
                    page.expect_quiet_console().await;
                });
            });
            scope.spawn(move || {
                let link = receive.recv().expect("a link");
                assert!(link.contains("key=") && !link.contains("127.0.0.1"), "{link}");
                visit_at(PHONE, link, |page| async move {
                    page.touch().await;
                    page.open("").await;
                    page.until("document.querySelectorAll('.moves .move').length === 1").await;
                    page.until(&format!("{TURN} === 'White to move'")).await;
                    tap(&page, &cell("d6")).await;
                    page.until("document.querySelectorAll('.moves .move').length === 2").await;
                    // Without encryption there is another way to copy; the console complains of headers that want it.
                    tap(&page, "#share").await;
                    page.until("document.querySelector('#copy-record')?.value").await;
                    tap(&page, "dialog .field:has([aria-label=\"Position\"]) button").await;
                    page.until("document.querySelector('#notes').textContent.includes('Position copied')")
                        .await;
                });
            });
        });
    });
}

fn cell(name: &str) -> String {
    format!("main .cell[data-cell=\"{name}\"]")
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_played_and_reviewed_by_touch_alone() {
    visit(PHONE, |page| async move {
        page.touch().await;
        page.open("#/play?game=checkers").await;
        page.until(READY).await;
        tap(&page, "#new-game").await;
        tap(&page, "#game-othello").await;
        tap(&page, "#as-1").await;
        tap(&page, "#start-game").await;
        page.until(
            "!document.querySelector('dialog') && document.querySelector('.play').dataset.game === 'othello'",
        )
        .await;
        for _ in 0..60 {
            page.until("document.querySelector('.status.over, .board.playable')").await;
            if page.count(".status.over").await > 0 {
                break;
            }
            let played = page.count(".moves .move").await;
            let legal = page.eval("return document.querySelector('#legal-moves option').value").await;
            match legal.as_str().expect("a move") {
                "pass" => tap(&page, "#pass").await,
                square => tap(&page, &cell(square)).await,
            }
            page.until(&format!("document.querySelectorAll('.moves .move').length > {played}")).await;
        }
        assert!(page.count(".moves .move").await >= 20, "a whole game");
        tap(&page, "#to-review").await;
        page.until("document.querySelector('.working').checkVisibility()").await;
        page.until("!document.querySelector('.working').checkVisibility()").await;
        assert_eq!(page.count(".summary li").await, 2);
        tap(&page, ".mistakes .better").await;
        page.until("document.querySelector('.viewing:not([hidden])')?.textContent.includes('Variation')")
            .await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn pieces_are_dragged_by_touch_and_the_rest_of_the_board_scrolls() {
    visit(PHONE, |page| async move {
        page.touch().await;
        page.open("#/play?game=checkers&position=B:W18,30:B5,14").await;
        page.until(READY).await;
        page.eval("window.lifted = 0; new MutationObserver(() => { lifted += document.querySelectorAll('.lifted').length; }).observe(document.querySelector('main .ghosts'), { childList: true })").await;
        // A finger that begins where nothing can be lifted moves the page.
        let empty = middle(&page, &cell("25")).await;
        stroke(&page, &[empty, [empty[0], empty[1] - 120], [empty[0], empty[1] - 200]]).await;
        page.until("document.scrollingElement.scrollTop > 50").await;
        assert_eq!(page.count(".moves .move").await, 0);
        assert_eq!(page.eval("return lifted").await, json!(0));
        stroke(&page, &[[6, 300], [6, 700]]).await;
        page.until("document.scrollingElement.scrollTop === 0").await;
        let [from, over, to] = [
            middle(&page, &cell("14")).await,
            middle(&page, &cell("18")).await,
            middle(&page, &cell("23")).await,
        ];
        stroke(&page, &[from, over, to]).await;
        page.until("document.querySelector('.moves .move')?.textContent === '14x23'").await;
        assert!(page.eval("return lifted").await.as_u64() > Some(0), "the piece was seen on its way");
        assert_eq!(
            page.eval("return document.scrollingElement.scrollTop").await,
            json!(0),
            "the page stayed"
        );
        assert_eq!(page.count(".lifted").await, 0);
        page.expect_quiet_console().await;
    });
}
