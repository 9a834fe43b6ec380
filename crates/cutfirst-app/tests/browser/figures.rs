//! What a browser can measure: the contrast of every text and the names of all controls in every view, light and dark, on a desktop
//! and on a phone; and what has to come before one can play.

use serde_json::{Value, json};

use crate::page::{DESKTOP, PHONE, Page, Screen, visit};

/// A view: its name, its address, what is pressed there, and the condition under which it is complete.
struct View {
    name: &'static str,
    address: &'static str,
    press: &'static [&'static str],
    ready: &'static str,
}

const GAME: &str = "#/play?game=othello&moves=f5,d6,c3,d3,c4,f4,f6,g5,e6,d7,c7,g6,e7,b8";
const BOARD: &str = "document.querySelector('.board.playable')";

const fn view(
    name: &'static str,
    address: &'static str,
    press: &'static [&'static str],
    ready: &'static str,
) -> View {
    View { name, address, press, ready }
}

#[rustfmt::skip]
const VIEWS: [View; 21] = [
    view("play", "#/play?game=focus&players=4", &[], BOARD),
    view("end", "#/play?game=checkers&position=B:WK32:BK1&moves=1-6,32-27,6-1,27-32,1-6,32-27,6-1,27-32", &[],
        "document.querySelector('.status.over')"),
    view("review", GAME, &["#review"], "document.querySelector('.working').hidden && document.querySelector('.summary li')"),
    view("analysis", GAME, &["#analyse", "#every-move"], "document.querySelectorAll('.pv-move').length > 8"),
    view("analysis of four", "#/play?game=virus&moves=b1,b5,d5,e2", &["#analyse"], "document.querySelectorAll('.pv-move').length > 3"),
    view("looking back", GAME, &[".moves .move"], "document.querySelector('.viewing:not([hidden])')"),
    view("new-game", GAME, &["#new-game"], "document.querySelectorAll('dialog .thumb svg').length === 6"),
    view("details", GAME, &["#new-game", "#details summary"], "document.querySelector('dialog .seat-form').checkVisibility()"),
    view("seats", GAME, &["[aria-label=\"Change seats\"]"], "document.querySelector('dialog .seat-form')"),
    view("setup", "#/play?game=checkers&moves=11-15", &["#setup"], "document.querySelector('#setup-line')"),
    view("share", GAME, &["#share"], "document.querySelector('#copy-record')?.value"),
    view("resign", GAME, &["#resign"], "document.querySelector('#yes')"),
    view("keys", "#/reports", &["#keys"], "document.querySelector('.keys')"),
    view("games", "#/games", &[], "document.querySelectorAll('.game').length > 1"),
    view("rules", "#/rules?game=abalone", &[], "document.querySelectorAll('.example .board.playable').length === 5"),
    view("lesson", "#/lesson?step=4", &[], "document.querySelector('.small-tree')"),
    view("last lesson", "#/lesson?step=6", &["#guess-0"], "document.querySelectorAll('.tree-lane').length === 2"),
    view("ordering", "#/order?game=othello&depth=3&orders=none;ads:mtf", &[], "document.querySelectorAll('.tree-lane').length === 2"),
    view("race", "#/race?game=othello&moves=f5,f6,e6,f4&depth=5&orders=none;killer;history;ads:mtf", &[],
        "document.querySelector('.agree:not([hidden])')"),
    view("reports", "#/reports", &[], "document.querySelector('.search-view')"),
    view("no such game", "#/play?id=00000000000000000000000000000000", &[], "document.querySelector('.note.error')"),
];

/// Texts whose contrast with what lies behind them is too small (4.5, or 3 for large ones), how many were looked at, and the least
/// contrast. What is switched off need not be read, and boards have their own checks by eye.
const PALE: &str = "const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => { const part = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b); };
  const behind = (element) => { for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor); if (colour.length === 3 || colour[3] > 0.95) return colour; }
    return [255, 255, 255]; };
  const [pale, seen] = [[], []];
  for (const element of document.querySelectorAll('body *')) {
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words || !element.checkVisibility() || element.closest('svg, :disabled, .off, .unseen, noscript, option')) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parse(style.color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    seen.push(ratio);
    if (ratio < (large ? 3 : 4.5)) pale.push(`${ratio.toFixed(2)} ${element.className} ${element.textContent.trim().slice(0, 40)}`);
  }
  return [pale, seen.length, Math.min(...seen)]";

/// What reaches beyond the window and is no part of anything that scrolls sideways on purpose.
const WIDE: &str = "return [...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .filter((one) => !one.closest('svg, .views, .segments, .scroll-x, .trays, .chooser, .moves, .skip, .unseen'))
  .map((one) => `${one.localName}.${one.className}`)";

/// Controls to which the browser's accessibility tree gives no name, and how many there are.
async fn nameless(page: &Page) -> (Vec<String>, usize) {
    const CONTROLS: [&str; 14] = [
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "listbox",
        "checkbox",
        "radio",
        "slider",
        "spinbutton",
        "switch",
        "menuitem",
        "tab",
        "PopUpButton",
    ];
    let tree = page.devtools("Accessibility.getFullAXTree", json!({})).await;
    let controls: Vec<_> = tree["nodes"]
        .as_array()
        .expect("a tree")
        .iter()
        .filter(|node| node["ignored"] != json!(true))
        .filter(|node| node["role"]["value"].as_str().is_some_and(|role| CONTROLS.contains(&role)))
        .collect();
    let name = |node: &Value| node["name"]["value"].as_str().unwrap_or_default().trim().to_owned();
    let wrong = controls.iter().filter(|node| name(node).is_empty()).map(|node| format!("{node}")).collect();
    (wrong, controls.len())
}

async fn show(page: &Page, view: &View) {
    page.open("#/reports").await;
    page.reload().await;
    page.open(view.address).await;
    if view.address.starts_with("#/play?game") {
        page.until("document.querySelector('.board.playable, .status.over')").await;
    }
    for press in view.press {
        page.click(press).await;
    }
    page.until(view.ready).await;
}

#[test]
#[ignore = "needs Chromium"]
fn every_text_can_be_read_and_every_control_has_a_name() {
    for screen in [DESKTOP, PHONE] {
        for dark in [false, true] {
            visit(Screen { dark, ..screen }, move |page| async move {
                let (mut texts, mut least, mut controls) = (0, f64::INFINITY, 0);
                for view in &VIEWS {
                    show(&page, view).await;
                    let found = page.eval(PALE).await;
                    assert_eq!(found[0], json!([]), "{}, dark: {dark}", view.name);
                    assert_eq!(page.eval(WIDE).await, json!([]), "{}, {} wide", view.name, screen.width);
                    texts += found[1].as_u64().unwrap_or(0);
                    least = least.min(found[2].as_f64().unwrap_or(0.0));
                    let (wrong, count) = nameless(&page).await;
                    assert!(wrong.is_empty(), "{}: controls without a name: {wrong:#?}", view.name);
                    controls += count;
                    if screen.width == DESKTOP.width && !dark {
                        match view.name {
                            "review" | "analysis" | "new-game" | "games" | "rules" | "lesson" => {
                                page.picture(view.name).await;
                            }
                            _ => {}
                        }
                    }
                }
                println!(
                    "{} x {}, {}: {} views, {texts} texts with a contrast of at least {least:.2}, {controls} controls, all named",
                    screen.width,
                    screen.height,
                    if dark { "dark" } else { "light" },
                    VIEWS.len()
                );
                page.expect_quiet_console().await;
            });
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn little_has_to_come_before_one_can_play() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=othello").await;
        page.until(BOARD).await;
        // As a browser that has nothing of the page yet; what is known already has no size.
        page.devtools("Network.enable", json!({})).await;
        page.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await;
        page.reload().await;
        page.until(BOARD).await;
        let figures = page
            .eval(
                "const kinds = { js: 0, css: 0 };
                 const files = performance.getEntriesByType('resource');
                 for (const { name, decodedBodySize } of files) {
                   const kind = new URL(name).pathname.split('.').at(-1);
                   if (kind in kinds) kinds[kind] += decodedBodySize;
                 }
                 const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
                 return [paint, performance.now(), kinds.js, kinds.css, files.length]",
            )
            .await;
        let number = |index: usize| figures[index].as_f64().unwrap_or(f64::INFINITY);
        println!(
            "first paint after {:.0} ms, a board to play on after at most {:.0} ms; {:.0} kB of script and {:.0} kB of style in {} requests",
            number(0),
            number(1),
            number(2) / 1e3,
            number(3) / 1e3,
            figures[4]
        );
        let sizes = [2, 3].map(number);
        assert!(sizes[0] > 50e3 && sizes[1] > 10e3, "the page is not measured: {figures}");
        assert!(sizes[0] < 200e3 && sizes[1] < 80e3, "the page has grown: {figures}");
        assert!(number(0) < 5e3, "it takes long to show anything: {figures}");
        page.expect_quiet_console().await;
    });
}
