//! Ordering view, race and lesson: what they show is what the command line says.

use std::process::Command;

use serde_json::{Value, json};

use crate::page::{DESKTOP, Page, visit};

/// `cutfirst search --plain --json` with these arguments.
fn search(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
    let output = command.arg("search").args(arguments).args(["--plain", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The ordering view's lane of an order at the end of its replay.
async fn lane(page: &Page, order: &str) -> Value {
    page.eval(&format!(
        "const lane = document.querySelector('.tree-lane[data-order=\"{order}\"]');
         return {{
           nodes: Number(lane.dataset.nodes), shown: lane.querySelector('.lane-count').textContent,
           score: Number(lane.dataset.score), move: lane.dataset.move,
           lists: [...lane.querySelectorAll('.chips')].map((list) => ({{ name: list.dataset.list, elements: list.dataset.elements.split(' ').filter(Boolean).map(Number) }})),
         }}"
    ))
    .await
}

fn compare(setup: &'static str, arguments: &'static [&'static str], orders: [&'static str; 2]) {
    visit(DESKTOP, move |page| async move {
        page.open(&format!("#/order?{setup}&orders={}", orders.join(";"))).await;
        page.until("document.querySelectorAll('.tree-lane').length === 2").await;
        // To the start, then to the end: the lists are replayed and not copied from the answer.
        page.click("#replay-step").await;
        page.click("#replay-end").await;
        for order in orders {
            let said = search(&[arguments, &["--order", order]].concat());
            let shown = lane(&page, order).await;
            assert_eq!(shown["nodes"], said["nodes"]["total"], "{order}");
            assert_eq!(shown["score"], said["score"], "{order}");
            assert_eq!(shown["move"], said["move"], "{order}");
            let lists = said["lists"].as_array().unwrap();
            let replayed = shown["lists"].as_array().unwrap();
            assert_eq!(replayed.len(), lists.len(), "{order}");
            for (replayed, list) in replayed.iter().zip(lists) {
                assert_eq!(replayed["elements"], list["elements"], "{order}: {}", list["side"]);
            }
        }
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_ordering_view_shows_what_the_search_says() {
    compare(
        "game=othello&depth=4&moves=f5,d6,c3",
        &["othello", "--depth", "4", "--moves", "f5 d6 c3"],
        ["none", "ads:mtf"],
    );
}

#[test]
#[ignore = "needs Chromium"]
fn bounded_and_per_level_lists_are_replayed() {
    compare("game=checkers&depth=4", &["checkers", "--depth", "4"], ["ads:mtf,limit=3", "ads:mtf,per-level"]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_replay_steps_to_cuts_and_speaks() {
    visit(DESKTOP, |page| async move {
        page.open("#/order?game=othello&depth=4&orders=none;ads:mtf").await;
        page.until("document.querySelectorAll('.tree-lane').length === 2").await;
        assert!(page.text("#headline").await.starts_with("Same "));
        page.eval("const r = document.querySelector('.transport input[type=range]'); r.value = 0; r.dispatchEvent(new Event('input'))").await;
        page.until("document.querySelector('.tree-lane .lane-count').textContent === '0'").await;
        page.click("#replay-cut").await;
        page.until("[...document.querySelectorAll('.caption')].some((caption) => caption.textContent.includes('cut'))").await;
        page.until("document.querySelector('.chip.promoted')").await;
        // A depth that nobody can draw is refused in words.
        page.write("main input[type=number]", "1000000000").await;
        page.click("#record").await;
        page.until("document.querySelector('.form .error-line').textContent.length > 10").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_race_shows_equal_values_and_both_bookends() {
    visit(DESKTOP, |page| async move {
        page.open("#/race?game=othello&depth=4&orders=none;ads:mtf").await;
        page.until("document.querySelector('.agree:not([hidden])')").await;
        assert_eq!(page.eval("return document.querySelector('.agree').dataset.agree").await, json!("true"));
        let lanes = page.eval("return Object.fromEntries([...document.querySelectorAll('.lane')].map((lane) => [lane.dataset.order, Number(lane.dataset.nodes)]))").await;
        for order in ["none", "ads:mtf"] {
            assert_eq!(
                lanes[order],
                search(&["othello", "--depth", "4", "--order", order])["nodes"]["total"]
            );
        }
        let nodes = |order: &str| lanes[order].as_u64().unwrap_or_else(|| panic!("{order} in {lanes}"));
        assert!(nodes("worst-first") >= nodes("none") && nodes("none") >= nodes("replay"), "{lanes}");
        // A smaller depth is a smaller race; the address leads back here.
        page.eval("const r = document.querySelector('#race-depth'); r.value = 2; r.dispatchEvent(new Event('input'))").await;
        page.until(&format!(
            "Number(document.querySelector('.lane[data-order=none]').dataset.nodes) < {}",
            nodes("none")
        ))
        .await;
        page.reload().await;
        page.until("document.querySelector('.agree:not([hidden])')").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_lesson_is_finished_after_one_click() {
    visit(DESKTOP, |page| async move {
        page.open("#/lesson").await;
        page.click("#guess-1").await;
        page.until("document.querySelectorAll('.tree-lane').length === 2").await;
        let verdict = page.text(".verdict h2").await;
        assert_eq!(verdict, "Right.");
        page.expect_quiet_console().await;
    });
}
