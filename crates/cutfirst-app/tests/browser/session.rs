//! What one does with a game at hand: undo, hint, paste, reload, type, turn the board.

use fantoccini::key::Key;
use serde_json::json;

use crate::page::{DESKTOP, serve, visit, visit_at, with_data};

const OTHELLO: &str = "#/play?game=othello";
const REPLIED: &str =
    "document.querySelectorAll('.moves .move').length === 2 && document.querySelector('.board.playable')";

#[test]
#[ignore = "needs Chromium"]
fn moves_are_taken_back_and_played_again() {
    visit(DESKTOP, |page| async move {
        page.open(OTHELLO).await;
        page.cell("f5").await;
        page.until(REPLIED).await;
        // Looking at earlier positions takes nothing back.
        page.click(".moves .move").await;
        page.until("document.querySelector('.viewing')?.textContent.includes('after move 1 of 2')").await;
        page.click("#look-before").await;
        page.until("document.querySelector('.viewing').textContent.includes('before the first')").await;
        let label = "return document.querySelector('main [data-cell=\"f5\"]').getAttribute('aria-label')";
        assert_eq!(page.eval(label).await, json!("f5, empty, can be chosen"), "a variation may begin there");
        let typable =
            "return [...document.querySelectorAll('#legal-moves option')].map((one) => one.value).join(' ')";
        assert_eq!(page.eval(typable).await, json!("d3 c4 f5 e6"));
        page.click("#back").await;
        page.until("document.querySelector('.viewing').hidden").await;
        assert_eq!(page.count(".moves .move").await, 2);
        page.click("#undo").await;
        page.until("document.querySelectorAll('.moves .move').length === 0").await;
        page.click("#redo").await;
        page.until("document.querySelectorAll('.moves .move').length > 0").await;
        // What was taken back stays when another move is played instead.
        page.click("#undo").await;
        page.until("document.querySelectorAll('.moves .move').length === 0").await;
        page.cell("c4").await;
        page.until(REPLIED).await;
        assert!(page.text(".variations li").await.contains("f5"));
        // The game goes on while an earlier move is being looked up: it is shown all the same, and can be played on from.
        let legal = page.eval("return document.querySelector('#legal-moves option').value").await;
        page.eval(&format!(
            "const ask = window.fetch;
             const known = new Promise((resolve) => {{ window.release = resolve; }});
             window.fetch = (path, ...rest) => path === '/api/position' ? known.then(() => ask(path, ...rest)) : ask(path, ...rest);
             document.querySelector('.moves .move').click();
             const id = new URLSearchParams(location.hash.split('?')[1]).get('id');
             ask(`/api/play/${{id}}/move`, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({{ move: {legal}, ply: 2 }}) }});"
        ))
        .await;
        page.until("document.querySelectorAll('.moves li .move').length === 4").await;
        page.eval("release()").await;
        page.until(
            "document.querySelector('.viewing:not([hidden])') && document.querySelector('.board.playable')",
        )
        .await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_is_shown_and_resigning_ends_the_game() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=checkers").await;
        page.until("document.querySelector('.board.playable')").await;
        page.click("#hint").await;
        page.until("document.querySelector('.line-mark')").await;
        assert!(page.text("#notes").await.contains("Hint: "));
        page.click("#resign").await;
        page.until("document.querySelector('dialog[open]')").await;
        assert_eq!(page.count(".status.over").await, 0, "it is asked first");
        page.click("#yes").await;
        page.until("document.querySelector('.status.over')").await;
        assert_eq!(page.text("#status-text").await, "Black resigned: White has won.");
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_two_windows_think_about_goes_on() {
    visit(DESKTOP, |page| async move {
        page.open(OTHELLO).await;
        page.until("document.querySelector('.board.playable')").await;
        // Another window asks the engine as soon as this one has, which ends this one's search.
        page.eval(
            "const id = new URLSearchParams(location.hash.split('?')[1]).get('id');
             const timer = setInterval(() => {
               if (document.querySelector('.pulse').hidden) return;
               clearInterval(timer);
               const headers = { 'content-type': 'application/json' };
               fetch(`/api/play/${id}/think`, { method: 'POST', headers, body: JSON.stringify({ ply: 1 }) });
               window.asked = document.querySelector('#hint').disabled;
             }, 1);",
        )
        .await;
        page.cell("f5").await;
        page.until(REPLIED).await;
        assert_ne!(page.eval("return window.asked").await, json!(false), "no hints while the engine thinks");
        assert_eq!(page.count(".note.error").await, 0);
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_bad_position_is_refused_in_words_and_harms_nothing() {
    visit(DESKTOP, |page| async move {
        page.open(OTHELLO).await;
        page.cell("f5").await;
        page.until(REPLIED).await;
        page.click("#share").await;
        page.write("#paste", "XXOO-- nonsense").await;
        page.click("#paste-open").await;
        page.until("document.querySelector('#paste-error').textContent").await;
        let error = page.text("#paste-error").await;
        assert!(error.contains("no game and no position"), "{error}");
        page.write("#paste", " ").await;
        page.click("#paste-open").await;
        page.until("document.querySelector('#paste-error').textContent.includes('nothing to read')").await;
        // What is said about a dialog is said in front of it.
        page.click("dialog .field:has([aria-label=\"Position\"]) button").await;
        page.until("document.querySelector('dialog #notes .note')").await;
        // To leave the page closes it, and the message stays.
        page.eval("location.hash = '#/rules'").await;
        page.until("document.querySelector('.rules-page') && !document.querySelector('dialog')").await;
        page.eval("history.back()").await;
        page.until(REPLIED).await;
        page.click("#share").await;
        // A record with its moves is taken; the copied one says the same.
        page.write("#paste", "f5d6c3").await;
        page.click("#paste-open").await;
        page.until(
            "!document.querySelector('dialog') && document.querySelectorAll('.moves .move').length === 3",
        )
        .await;
        page.click("#share").await;
        page.until("document.querySelector('#copy-record')?.value").await;
        let record = page.eval("return document.querySelector('#copy-record').value").await;
        assert!(record.as_str().unwrap_or_default().contains("f5 d6 c3"), "{record}");
        let link = page.eval("return document.querySelector('#copy-link').value").await;
        assert!(link.as_str().unwrap_or_default().contains("moves=f5,d6,c3"), "{link}");
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_position_is_set_up_by_clicks() {
    visit(DESKTOP, |page| async move {
        page.open("#/play?game=abalone").await;
        page.until("document.querySelector('.board.playable')").await;
        page.click("#setup").await;
        page.until("document.querySelector('#setup-line')").await;
        page.click("dialog [data-cell=\"E5\"]").await;
        page.until("document.querySelector('#setup-line').value.includes('....@....')").await;
        // Fifteen marbles are too many, or not, as the server says; one less is fine in any case.
        page.click("dialog .segments button:last-child").await;
        page.click("dialog [data-cell=\"A1\"]").await;
        page.until("!document.querySelector('#setup-open').disabled && document.querySelector('#setup-line').value.includes('/.@@@@ ')").await;
        page.click("#setup-open").await;
        page.until("!document.querySelector('dialog') && document.querySelector('.board.playable')").await;
        page.until(
            "document.querySelector('main [data-cell=\"E5\"]').getAttribute('aria-label').includes('Black')",
        )
        .await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_game_is_chosen_with_its_options_and_seats() {
    visit(DESKTOP, |page| async move {
        page.open(OTHELLO).await;
        page.until("document.querySelector('.board.playable')").await;
        page.click("#new-game").await;
        page.click("#game-virus").await;
        page.until("document.querySelectorAll('dialog .seat-form').length === 4").await;
        assert_eq!(page.count("dialog .details:not([open])").await, 1, "the usual rules need no look");
        page.click("#as-1").await;
        page.click("dialog .details > summary").await;
        page.click("dialog .options > summary").await;
        assert!(page.text("dialog .option p").await.contains("side of the board"));
        page.write("dialog .option input", "6").await;
        page.click("#start-game").await;
        page.until(
            "!document.querySelector('dialog') && document.querySelectorAll('main .cell').length === 36",
        )
        .await;
        assert_eq!(page.count(".seats li").await, 4);
        page.until("document.querySelector('.board.playable')").await;
        assert_eq!(page.text(".seats li:nth-child(2) .who").await, "Human", "the seat that was chosen");
        assert!(
            page.text(".seats li:nth-child(1) .who").await.contains("level"),
            "engines go by their level"
        );
        // Taking over an engine's seat.
        page.click("[aria-label=\"Change seats\"]").await;
        page.eval(
            "const kind = document.querySelectorAll('dialog .seat-form')[2].querySelector('select');
             kind.value = 'human'; kind.dispatchEvent(new Event('change'));",
        )
        .await;
        page.click("dialog .dialog-foot .primary").await;
        page.until("document.querySelectorAll('.seats .who')[2].textContent === 'Human'").await;
        let legal = page.eval("return document.querySelector('#legal-moves option').value").await;
        page.cell(legal.as_str().unwrap()).await;
        page.until("document.querySelector('#status-text').textContent === 'Player 3 to move'").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_survives_a_reload_in_the_middle() {
    visit(DESKTOP, |page| async move {
        page.open(OTHELLO).await;
        page.cell("f5").await;
        page.until(REPLIED).await;
        let moves = page.text(".moves").await;
        page.reload().await;
        page.until(REPLIED).await;
        assert_eq!(page.text(".moves").await, moves);
        // Without the address, what the browser remembers is enough.
        page.open("#/reports").await;
        page.open("").await;
        page.reload().await;
        page.until(REPLIED).await;
        assert_eq!(page.text(".moves").await, moves);
        // Nor does a link to a game that is no longer there lead away from it.
        page.open("#/reports").await;
        page.until("document.querySelector('.search-view')").await;
        page.open("#/play?id=0123").await;
        page.until("document.querySelector('.note.error')").await;
        page.until(REPLIED).await;
        assert_eq!(page.text(".moves").await, moves);
        page.until("/id=[0-9a-f]{32}$/.test(location.hash)").await;
        page.expect_quiet_console().await;
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_survives_a_restart_of_the_server() {
    with_data(|data| {
        let (server, address) = serve(data, 0);
        let port: u16 = address.trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();
        let data = data.to_path_buf();
        visit_at(DESKTOP, address, move |page| async move {
            page.open(OTHELLO).await;
            page.cell("f5").await;
            page.until(REPLIED).await;
            // Which moves there are depends on the engine's answer.
            let legal = page.eval("return document.querySelector('#legal-moves option').value").await;
            let legal = legal.as_str().expect("a legal move").to_owned();
            drop(server);
            page.cell(&legal).await;
            page.until("!document.querySelector('#offline').hidden").await;
            let (server, _) = serve(&data, port);
            page.until(
                "document.querySelector('#offline').hidden && document.querySelector('.board.playable')",
            )
            .await;
            let first = page.eval("return document.querySelector('.moves .move').textContent").await;
            assert_eq!(first, json!("f5"));
            page.cell(&legal).await;
            page.until("document.querySelectorAll('.moves .move').length === 4").await;
            // A part of the page that is asked for while the server is away is there when asked for again.
            drop(server);
            page.eval("location.hash = '#/reports'").await;
            page.until(
                "document.querySelector('main .card')?.textContent.includes('server does not answer')",
            )
            .await;
            let (_server, _) = serve(&data, port);
            page.click("main .card button").await;
            page.until("document.querySelector('.search-view')").await;
        });
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_board_is_played_by_keyboard_and_typed_moves() {
    visit(DESKTOP, |page| async move {
        page.open(OTHELLO).await;
        page.until("document.querySelector('.board.playable')").await;
        page.eval("document.querySelector('[data-cell=\"d4\"]').focus()").await;
        let down_right = Key::Right + &Key::Down;
        page.keys(&down_right).await;
        page.until(
            "document.activeElement.dataset.cell === 'e4' || document.activeElement.dataset.cell === 'e5'",
        )
        .await;
        page.eval("document.querySelector('[data-cell=\"e5\"]').focus()").await;
        page.keys(&String::from(char::from(Key::Right))).await;
        page.until("document.activeElement.dataset.cell === 'f5'").await;
        assert!(
            page.eval("return document.activeElement.getAttribute('aria-label')")
                .await
                .as_str()
                .unwrap()
                .contains("can be chosen")
        );
        page.keys(&String::from(char::from(Key::Enter))).await;
        page.until(REPLIED).await;
        assert!(page.text("#live").await.contains("to move"), "moves are announced");
        page.write("#typed-move", "zz9").await;
        page.keys(&String::from(char::from(Key::Enter))).await;
        page.until("document.querySelector('.note.error')").await;
        assert!(page.text(".note.error").await.contains("zz9"));
        page.until("document.querySelector('.board.playable')").await;
        page.expect_quiet_console().await;
    });
}
