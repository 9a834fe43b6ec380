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

/// A link of the ordering view, the arguments for the same search, and the orderings.
type Same = (&'static str, &'static [&'static str], [&'static str; 2]);

const SAME: [Same; 3] = [
    (
        "game=othello&depth=4&moves=f5,f6,e6,f4",
        &["othello", "--depth", "4", "--moves", "f5 f6 e6 f4"],
        ["none", "ads:mtf"],
    ),
    ("game=checkers&depth=4", &["checkers", "--depth", "4"], ["ads:mtf,limit=3", "ads:mtf,per-level"]),
    ("game=virus&depth=5", &["virus", "--depth", "5"], ["ads:transpose", "threat:mtf+ads:mtf"]),
];

#[test]
#[ignore = "needs Chromium"]
fn the_ordering_view_shows_what_the_search_says() {
    visit(DESKTOP, |page| async move {
        for (setup, arguments, orders) in SAME {
            let query = orders.join(";").replace('+', "%2B");
            page.open(&format!("#/order?{setup}&orders={query}")).await;
            page.until(&format!("document.querySelector('.tree-lane[data-order=\"{}\"]')", orders[1])).await;
            // Away from the end and back: the lists are replayed and not copied from the answer.
            page.click("#replay-back").await;
            page.click("#replay-end").await;
            for order in orders {
                let said = search(&[arguments, &["--order", order]].concat());
                let shown = lane(&page, order).await;
                assert_eq!(shown["nodes"], said["nodes"]["total"], "{setup} {order}");
                assert_eq!(shown["score"], said["score"], "{setup} {order}");
                assert_eq!(shown["move"], said["move"], "{setup} {order}");
                let lists = said["lists"].as_array().unwrap();
                let replayed = shown["lists"].as_array().unwrap();
                assert_eq!(replayed.len(), lists.len(), "{setup} {order}");
                for (replayed, list) in replayed.iter().zip(lists) {
                    assert_eq!(replayed["elements"], list["elements"], "{setup} {order}: {}", list["side"]);
                }
            }
        }
        page.expect_quiet_console().await;
    });
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
fn the_lesson_goes_from_twelve_numbers_to_a_real_search() {
    visit(DESKTOP, |page| async move {
        page.open("#/lesson").await;
        page.click(".small-tree [aria-label^=\"Reply b to A\"]").await;
        page.until("document.querySelector('.said').textContent.startsWith('Right: 5')").await;
        page.click("#next-step").await;
        page.click(".small-tree [aria-label^=\"Move A\"]").await;
        page.until("document.querySelector('.said').textContent.startsWith('Right: A')").await;
        page.click("#next-step").await;
        page.click("#cut-off").await;
        page.until("document.querySelectorAll('.cross').length === 4").await;
        page.click("#next-step").await;
        // The best move first, and the refutation of each of the others.
        for first in ["Move A", "Reply b to B", "Reply b to C"] {
            page.click(&format!(".small-tree [aria-label^=\"{first}\"]")).await;
        }
        page.until("document.querySelector('.said').textContent.startsWith('Six of twelve')").await;
        page.click("#next-step").await;
        for _ in 0..3 {
            page.click("#next-position").await;
        }
        page.until("document.querySelector('.said').textContent.startsWith('Position 4')").await;
        let counts = page.eval("return document.querySelector('.said').textContent.match(/Together (\\d+) and (\\d+)/).slice(1).map(Number)").await;
        assert!(counts[0].as_u64() < counts[1].as_u64(), "the list has learned: {counts}");
        page.click("#present").await;
        page.until("document.documentElement.classList.contains('presenting')").await;
        page.click("#next-step").await;
        page.click("#guess-1").await;
        page.until("document.querySelectorAll('.tree-lane').length === 2").await;
        let verdict = page.text(".verdict h2").await;
        assert_eq!(verdict, "Right.");
        // In front of others, the board and both trees are seen at once.
        let lowest = page.eval("return Math.max(...[...document.querySelectorAll('.lesson-board, .tree-lane, .verdict')].map((one) => one.getBoundingClientRect().bottom)) - innerHeight").await;
        assert!(lowest.as_f64() < Some(0.0), "{lowest} below the screen");
        // Both searches run at a speed that can be seen and changed.
        page.click("#replay-end").await;
        page.click("#replay-play").await;
        page.until("Number(document.querySelector('.transport input').value) > 5").await;
        assert_eq!(page.eval("return document.querySelector('.transport select').value").await, json!("30"));
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn recordings_from_disk_are_shown_or_refused() {
    let file = std::env::temp_dir().join(format!("cutfirst-trace-{}.json", std::process::id()));
    let path = file.to_str().unwrap().to_owned();
    let said = search(&["virus", "--depth", "4", "--order", "ads:mtf", "--trace", &path]);
    visit(DESKTOP, move |page| async move {
        page.open("#/order").await;
        page.write_file("#trace-files", &path).await;
        page.until("document.querySelectorAll('.tree-lane').length === 1").await;
        let shown = lane(&page, "ads:mtf").await;
        assert_eq!(shown["nodes"], said["nodes"]["total"]);
        assert_eq!(shown["lists"][0]["elements"], said["lists"][0]["elements"]);
        std::fs::write(&path, "{\"version\": 1}").unwrap();
        page.write_file("#trace-files", &path).await;
        page.until("document.querySelector('.form .error-line').textContent.includes('no recording')").await;
        page.expect_quiet_console().await;
    });
    let _ = std::fs::remove_file(file);
}

#[test]
#[ignore = "needs Chromium"]
fn boards_number_the_moves_in_the_order_they_were_tried() {
    visit(DESKTOP, |page| async move {
        page.open("#/order?game=othello&depth=3&orders=none;ads:mtf&moves=f5").await;
        page.until("document.querySelectorAll('.tree-lane .root-board .value').length === 6").await;
        let numbers = page.eval("return [...document.querySelector('.root-board').querySelectorAll('.value text')].map((text) => text.textContent)").await;
        assert_eq!(numbers, json!(["1", "2", "3"]));
        assert_eq!(page.count(".tree-lane .root-board .value.good").await, 2, "the best move of each");
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_that_names_a_game_shows_what_ordering_can_do() {
    visit(DESKTOP, |page| async move {
        for game in ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"] {
            page.open(&format!("#/order?game={game}")).await;
            page.until(&format!(
                "location.hash.includes('game={game}&') && location.hash.includes('depth=') && document.querySelector('#headline')"
            ))
            .await;
            let headline = page.text("#headline").await;
            let fewer: u32 = headline
                .split_once("% fewer")
                .and_then(|(before, _)| before.trim().rsplit(' ').next()?.parse().ok())
                .unwrap_or(0);
            assert!(fewer >= 30, "{game}: {headline}");
        }
        page.expect_quiet_console().await;
    });
}
