//! What players want besides moving: analysis of any move, variations, reviews, their games, rules, reasons, company.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::page::{DESKTOP, PHONE, Page, visit};

const READY: &str = "document.querySelector('.board.playable')";
const MOVES: &str = "moves=d3,c5,e6,d2,c2,f3,f5,f4,d1,e7,d7,f7";
/// Near its end: a few moves, all of them solved.
const END: &str = "position=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXO--- X";

fn key(key: Key) -> String {
    char::from(key).to_string()
}

/// Remembers what the page asks the server for.
async fn listen(page: &Page) {
    page.eval(
        "const ask = window.fetch; window.asked = [];
         window.fetch = (path, options) => { asked.push([path, options?.body && JSON.parse(options.body)]); return ask(path, options); };",
    )
    .await;
}

async fn id(page: &Page) -> Value {
    page.eval("return new URLSearchParams(location.hash.split('?')[1]).get('id')").await
}

#[test]
#[ignore = "needs Chromium"]
fn what_is_on_the_board_is_analysed_with_lines_marks_and_values() {
    visit(DESKTOP, |page| async move {
        page.open(&format!("#/play?game=othello&{MOVES}")).await;
        page.until(READY).await;
        listen(&page).await;
        page.click("#analyse").await;
        page.until("document.querySelectorAll('.line .pv-move').length > 3").await;
        page.until("document.querySelectorAll('.advice-ring').length === 3").await;
        assert!(page.text("#judgement").await.contains("wins with a chance of"));
        // Another move on the board is another analysis.
        page.eval("document.querySelector('.moves .move').click()").await;
        page.until("asked.filter(([path]) => path === '/api/analyse').length === 2").await;
        let positions = page
            .eval("return asked.filter(([path]) => path === '/api/analyse').map(([, body]) => body.position)")
            .await;
        assert_ne!(positions[0], positions[1]);
        page.until("document.querySelector('#judgement').textContent.includes('White wins')").await;
        assert_eq!(page.text(".seats li.turn strong").await, "White", "the seats follow");
        // What every move is worth, on the board.
        page.click("#every-move").await;
        page.until("document.querySelectorAll('.value').length === 3").await;
        // Without moves left there is nothing to analyse but the result.
        page.open(&format!("#/play?game=othello&{END}")).await;
        page.until("document.querySelectorAll('.moves .move').length === 0").await;
        page.until("document.querySelector('#judgement').textContent.includes('discs with best play')").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn variations_stay_and_can_be_played_on_from() {
    visit(DESKTOP, |page| async move {
        page.open(&format!("#/play?game=othello&{MOVES}")).await;
        page.until(READY).await;
        let first = id(&page).await;
        page.click(".moves .move").await;
        page.until("document.querySelector('.viewing')?.textContent.includes('after move 1')").await;
        let other = page
            .eval("return [...document.querySelectorAll('main .cell')].find((cell) => cell.getAttribute('aria-label').includes('can be chosen') && cell.dataset.cell !== 'c5').dataset.cell")
            .await;
        page.cell(other.as_str().unwrap()).await;
        page.until("document.querySelectorAll('.variations .move').length === 1").await;
        assert_eq!(page.count(".moves .move").await, 12, "nothing was played in the game");
        // It is the server's, not the browser's.
        page.eval("localStorage.clear()").await;
        page.reload().await;
        page.until("document.querySelectorAll('.variations .move').length === 1").await;
        page.click(".variations .move").await;
        page.until("document.querySelector('#play-on').checkVisibility()").await;
        page.click("#play-on").await;
        page.until("document.querySelectorAll('.moves .move').length >= 2 && document.querySelectorAll('.moves .move').length < 5").await;
        assert_ne!(id(&page).await, first);
        // The browser's Back leads to the game before.
        page.eval("history.back()").await;
        page.until("document.querySelectorAll('.moves .move').length === 12").await;
        assert_eq!(id(&page).await, first);
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_played_and_reviewed_by_keyboard_alone() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=virus").await;
        page.until(READY).await;
        // A new game is chosen by keys: Othello by arrows, then the usual seats.
        page.keys("n").await;
        page.until("document.querySelector('dialog[open] #start-game')").await;
        for _ in 0..6 {
            if page.eval("return document.activeElement.id").await == json!("game-othello") {
                break;
            }
            page.keys(&key(Key::Right)).await;
        }
        for _ in 0..20 {
            if page.eval("return document.activeElement.id").await == json!("start-game") {
                break;
            }
            page.keys(&key(Key::Tab)).await;
        }
        page.keys(&key(Key::Enter)).await;
        page.until(
            "!document.querySelector('dialog') && document.querySelector('.play').dataset.game === 'othello'",
        )
        .await;
        for _ in 0..60 {
            page.until("document.querySelector('.board.playable, .status.over')").await;
            if page.count(".status.over").await > 0 {
                break;
            }
            let played = page.count(".moves .move").await;
            page.keys("m").await;
            let legal = page.eval("return document.querySelector('#legal-moves option').value").await;
            page.keys(&format!("{}{}", legal.as_str().unwrap(), key(Key::Enter))).await;
            page.until(&format!("document.querySelectorAll('.moves .move').length > {played}")).await;
            page.eval("document.activeElement.blur()").await;
        }
        page.until("document.querySelector('.status.over')").await;
        // Every move of the game is a stop on the way.
        for _ in 0..200 {
            if page.eval("return document.activeElement.id").await == json!("to-review") {
                break;
            }
            page.keys(&key(Key::Tab)).await;
        }
        page.keys(&key(Key::Enter)).await;
        page.until("document.querySelectorAll('.summary li').length === 2 && document.querySelector('#review').checkVisibility()").await;
        let reviewed = page.eval("return document.querySelector('#live').textContent").await;
        assert!(reviewed.as_str().unwrap().starts_with("The review is done"), "{reviewed}");
        // Arrows go through the game.
        page.eval("document.activeElement.blur()").await;
        page.keys(&key(Key::Left)).await;
        page.until("document.querySelector('.viewing:not([hidden])')").await;
        page.keys(&key(Key::Right)).await;
        page.until("document.querySelector('.viewing').hidden").await;
        page.keys("?").await;
        page.until("document.querySelector('dialog[open] .keys')").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_phone_reviews_a_game_by_touch_and_shows_the_better_move() {
    visit(PHONE, |page| async move {
        // White's king goes where a man takes it.
        page.open("#/play?game=checkers&position=W:WK18,31,30:B9,2,3&moves=18-14,9x18").await;
        page.until(READY).await;
        page.click("#review").await;
        page.until("document.querySelector('.working').checkVisibility()").await;
        page.until("!document.querySelector('.working').checkVisibility()").await;
        page.until("document.querySelector('.graph').checkVisibility()").await;
        let below = page
            .eval("return document.querySelector('.graph').getBoundingClientRect().bottom - innerHeight")
            .await;
        assert!(below.as_f64() < Some(0.0), "the graph is {below} below the screen");
        assert!(page.count(".mistakes li").await > 0, "a king for nothing");
        assert!(page.count(".moves .grade").await > 0);
        page.click(".mistakes .better").await;
        page.until("document.querySelector('.viewing:not([hidden])')?.textContent.includes('Variation')")
            .await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_review_goes_on_in_the_background_and_where_it_was_stopped() {
    visit(DESKTOP, |page| async move {
        page.open(&format!("#/play?game=othello&{MOVES}")).await;
        page.until(READY).await;
        let game = id(&page).await;
        listen(&page).await;
        // Slow enough to be stopped.
        page.eval(
            "const heard = window.fetch;
             window.fetch = (path, options) => {
               if (path !== '/api/review' || asked.some(([other]) => other === path)) return heard(path, options);
               return heard(path, { ...options, body: JSON.stringify({ ...JSON.parse(options.body), time_ms: 3000 }) });
             };",
        )
        .await;
        page.click("#review").await;
        page.until("document.querySelector('.graph').checkVisibility()").await;
        page.click("#review-stop").await;
        page.until("document.querySelector('.working').hidden").await;
        page.until("document.querySelector('#review').textContent === 'Go on reviewing'").await;
        // It goes on with the first move that was not judged, also while something else is looked at.
        page.click("#review").await;
        page.until("asked.filter(([path]) => path === '/api/review').length === 2").await;
        let from = page
            .eval("return asked.filter(([path]) => path === '/api/review').map(([, body]) => body.from)")
            .await;
        assert!(from[0] == json!(0) && from[1].as_u64() >= Some(1), "{from}");
        page.eval("location.hash = '#/rules?game=abalone'").await;
        page.until("document.querySelector('.rules-page')").await;
        page.until("document.querySelector('#notes').textContent.includes('review of Othello is done')")
            .await;
        page.eval(&format!("location.hash = '#/play?id=' + {game}")).await;
        page.until("document.querySelectorAll('.summary li').length === 2").await;
        assert_eq!(page.text("#review").await, "Review again");
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_first_moves_in_a_game_come_with_a_sentence_about_how() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=virus&players=2").await;
        page.until(READY).await;
        for _ in 0..2 {
            assert!(page.text(".tip").await.starts_with("Infect a square beside yours"));
            let legal = page.eval("return document.querySelector('#legal-moves option').value").await;
            let before = page.count(".moves .move").await;
            page.cell(legal.as_str().unwrap()).await;
            page.until(&format!("document.querySelectorAll('.moves .move').length > {before}")).await;
            page.until(READY).await;
        }
        assert_eq!(page.text(".tip").await, "", "one knows by now");
        // The thirteenth piece of Focus for three: one click puts it down, and other clicks say so.
        page.open("#/play?game=focus&players=3").await;
        page.until("document.querySelector('.play').dataset.game === 'focus' && document.querySelector('.tip').textContent.includes('piece in your hand')").await;
        page.cell("d4").await;
        page.until("document.querySelector('.note.why')?.textContent.includes('piece in your hand')").await;
        page.cell("a3").await;
        page.until("document.querySelector('.moves .move')?.textContent === '+a3'").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn my_games_are_listed_resumed_and_deleted() {
    visit(DESKTOP, |page| async move {
        page.open(&format!("#/play?game=othello&{MOVES}")).await;
        page.until(READY).await;
        let first = id(&page).await;
        page.open("#/play?game=virus&players=2&moves=b1,e4").await;
        page.until("document.querySelector('.play')?.dataset.game === 'virus'").await;
        page.open("#/games").await;
        page.until("document.querySelectorAll('.game').length === 2").await;
        assert_eq!(page.count(".game .thumb .piece").await, 16 + 8, "little pictures");
        page.click(&format!(".game[data-id=\"{}\"] h2 a", first.as_str().unwrap())).await;
        page.until("document.querySelectorAll('.moves .move').length === 12").await;
        page.eval("history.back()").await;
        page.until("document.querySelectorAll('.game').length === 2").await;
        page.click(".game[data-game=othello] [aria-label=Export]").await;
        page.until("document.querySelector('#copy-record')?.value.includes('f5')").await;
        page.eval("document.querySelector('dialog').close(); history.back()").await;
        page.until("document.querySelectorAll('.game').length === 2").await;
        page.click(".game[data-game=virus] [aria-label=Delete]").await;
        page.click("#yes").await;
        page.until("document.querySelectorAll('.game').length === 1").await;
        page.reload().await;
        page.until("document.querySelectorAll('.game').length === 1").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn every_example_of_the_rules_can_be_played() {
    visit(DESKTOP, |page| async move {
        const GAMES: [&str; 6] = ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"];
        for game in GAMES {
            page.open(&format!("#/rules?game={game}")).await;
            page.until("document.querySelectorAll('.rule .board .piece').length > 0").await;
            page.until("[...document.querySelectorAll('.example')].every((one) => one.querySelector('.board.playable'))").await;
            let before = page.text(".said").await;
            // The first move of the first example: a square, or a piece and where it goes.
            for _ in 0..3 {
                if page.text(".said").await != before {
                    break;
                }
                page.eval(
                    "window.clicked ??= new Set();
                     const cells = [...document.querySelector('.example').querySelectorAll('.cell')];
                     const open = cells.filter((cell) => cell.getAttribute('aria-label').includes('can be chosen') && !clicked.has(cell));
                     clicked.add(open.at(-1));
                     open.at(-1).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
                )
                .await;
                tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            }
            page.until(&format!("document.querySelector('.said').textContent !== {}", json!(before))).await;
            // The other rules that New game offers can be tried as well, one after the other.
            let choices = page.count(".picks button").await;
            assert_eq!(
                choices,
                [0, 2, 3, 5, 3, 10][GAMES.iter().position(|one| one == &game).unwrap_or(0)],
                "{game}"
            );
            for choice in 0..choices {
                page.eval(&format!("document.querySelectorAll('.picks button')[{choice}].click()")).await;
                page.until(&format!(
                    "document.querySelectorAll('.picks button')[{choice}].closest('.example').querySelector('.board.playable .piece')"
                ))
                .await;
            }
        }
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn windows_on_one_game_follow_each_other() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=othello").await;
        page.until(READY).await;
        // Somebody else plays both sides.
        page.eval(
            "const id = new URLSearchParams(location.hash.split('?')[1]).get('id');
             const post = (what, body) => fetch(`/api/play/${id}/${what}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
             return post('seats', { seats: [{ kind: 'human' }, { kind: 'human' }] }).then(() => post('move', { move: 'f5', ply: 0 })).then(() => post('move', { move: 'd6', ply: 1 })).then(() => true)",
        )
        .await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        page.until("document.querySelector('#live').textContent.startsWith('White plays d6')").await;
        assert_eq!(page.text(".seats li:nth-child(2) .who").await, "Human");
        assert_eq!(page.count(".note.error").await, 0);
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn clicks_that_are_no_moves_are_explained_and_pieces_are_lifted() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=checkers&position=B:W18,30:B5,14").await;
        page.until(READY).await;
        page.cell("5").await;
        page.until("document.querySelector('.note.why')?.textContent.includes('must capture')").await;
        page.cell("30").await;
        page.until("document.querySelector('.note.why')?.textContent.includes('belongs to White')").await;
        assert_eq!(page.count(".note").await, 1, "one reason at a time");
        page.until("document.querySelectorAll('.note').length === 0").await;
        // A drag shows the piece on its way, and where it can go.
        page.eval(
            "const at = (cell) => { const r = document.querySelector(`main .cell[data-cell='${cell}']`).getBoundingClientRect(); return { clientX: r.x + r.width / 2, clientY: r.y + r.height / 2 }; };
             window.pointer = (kind, cell, on = cell) => document.querySelector(`main .cell[data-cell='${on}']`).dispatchEvent(
               new PointerEvent(kind, { bubbles: true, button: 0, isPrimary: true, pointerType: 'mouse', ...at(cell) }));
             pointer('pointerdown', 14); pointer('pointermove', 18, 14); pointer('pointermove', 23, 14);",
        )
        .await;
        assert_eq!(page.count(".lifted").await, 1);
        assert_eq!(page.count(".away").await, 1);
        page.eval("pointer('pointerup', 23)").await;
        page.until("document.querySelector('.moves .move')?.textContent === '14x23'").await;
        assert_eq!(page.count(".lifted").await, 0);
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_from_elsewhere_opens_in_analysis_and_nobody_moves() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=othello").await;
        page.until(READY).await;
        page.click("#share").await;
        page.write("#paste", "1. 11-15 23-19 2. 8-11").await;
        page.click("#paste-open").await;
        page.until("document.querySelector('.play').dataset.game === 'checkers'").await;
        page.until("document.querySelector('#analyse').getAttribute('aria-pressed') === 'true'").await;
        page.until("document.querySelectorAll('.pv-move').length > 0").await;
        assert_eq!(page.count(".moves .move").await, 3, "the engine has not answered");
        page.click("#share").await;
        page.until("document.querySelector('#copy-record')?.value").await;
        page.eval("const format = document.querySelector('dialog select'); format.value = 'pdn'; format.dispatchEvent(new Event('change'))").await;
        page.until("document.querySelector('#copy-record').value.includes('1. 11-15 23-19 2. 8-11')").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_repetition_is_announced_before_it_ends_the_game() {
    visit(DESKTOP, |page| async move {
        let round = "1-6,32-27,6-1,27-32";
        page.open(&format!("#/play?game=checkers&position=B:WK32:BK1&moves={round}")).await;
        page.until("document.querySelector('#status-text')?.textContent.includes('second time; the third makes a draw')").await;
        page.expect_quiet_console().await;
    });
}
