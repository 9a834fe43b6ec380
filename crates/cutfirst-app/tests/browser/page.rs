//! A server, a browser and a page, all of them gone when the test is over.

use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// Longer than anything here takes, on a machine that is busy with other things too.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a window looks.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
    pub(crate) still: bool,
}

/// A desktop window in which nothing moves, so that tests need not wait for animations.
pub(crate) const DESKTOP: Screen = Screen { width: 1280, height: 860, dark: false, still: true };
pub(crate) const PHONE: Screen = Screen { width: 390, height: 844, dark: false, still: true };

/// A process that ends with its owner.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A directory that goes with its owner.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name =
            format!("cutfirst-browser-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Starts a program and reads its output up to the line that says where it listens.
fn start(command: &mut Command, what: &str, find: impl Fn(&str) -> Option<String>) -> (Running, String) {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut running = Running(child.unwrap_or_else(|error| panic!("{what} does not start: {error}")));
    let output = BufReader::new(running.0.stdout.take().expect("its output is piped"));
    let found = output.lines().map_while(Result::ok).find_map(|line| find(&line));
    (running, found.unwrap_or_else(|| panic!("{what} does not say where it listens")))
}

/// `cutfirst serve` on a port, 0 for any.
pub(crate) fn serve(data: &Path, port: u16) -> (Running, String) {
    serve_with(data, port, &[])
}

/// The same with more arguments.
pub(crate) fn serve_with(data: &Path, port: u16, more: &[&str]) -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cutfirst"));
    command
        .args(["serve", "--port", &port.to_string(), "--data"])
        .arg(data)
        .arg("--results")
        .arg(data)
        .args(more);
    start(&mut command, "cutfirst serve", |line| {
        let from = line.find("http://")?;
        line[from..].split_whitespace().next().map(str::to_owned)
    })
}

/// A page to test, in a window of its own.
#[derive(Clone)]
pub(crate) struct Page {
    client: Client,
    pub(crate) address: String,
}

/// Opens a browser on a fresh server, runs a test and closes both, also when it fails.
pub(crate) fn visit<F, Test>(screen: Screen, test: Test)
where
    F: Future<Output = ()> + Send + 'static,
    Test: FnOnce(Page) -> F,
{
    let data = Scratch::new();
    let (_server, address) = serve(&data.0, 0);
    visit_at(screen, address, test);
}

/// A server that a test may stop and start again.
pub(crate) fn with_data<Test: FnOnce(&Path)>(test: Test) {
    let data = Scratch::new();
    test(&data.0);
}

/// Opens a browser for a server that is already there.
pub(crate) fn visit_at<F, Test>(screen: Screen, address: String, test: Test)
where
    F: Future<Output = ()> + Send + 'static,
    Test: FnOnce(Page) -> F,
{
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let profile = Scratch::new();
        let (_driver, port) =
            start(Command::new("chromedriver").arg("--port=0"), "chromedriver (install chromium-driver)", {
                |line| {
                    let rest = line.split_once("successfully on port ")?.1;
                    Some(rest.trim_end_matches('.').to_owned())
                }
            });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(screen, &profile.0))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("Chromium starts (install chromium)");
        let page = Page { client: client.clone(), address };
        page.emulate(screen).await;
        // A task of its own, so that a failed test still closes the browser.
        let outcome = tokio::spawn(test(page)).await;
        let _ = client.close().await;
        if let Err(failed) = outcome {
            std::panic::resume_unwind(failed.into_panic());
        }
    });
}

fn capabilities(screen: Screen, profile: &Path) -> Capabilities {
    let mut arguments: Vec<String> = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
    ]
    .map(str::to_owned)
    .to_vec();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push(format!("--window-size={},{}", screen.width, screen.height));
    let patience = PATIENCE.as_millis() as u64;
    let wanted = json!({
        "timeouts": { "script": patience, "pageLoad": patience },
        "goog:chromeOptions": { "args": arguments },
        "goog:loggingPrefs": { "browser": "ALL" },
    });
    match wanted {
        Value::Object(map) => map,
        _ => unreachable!("an object was written"),
    }
}

/// A command of the driver beyond the standard.
#[derive(Debug)]
struct Extra {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Page {
    async fn emulate(&self, screen: Screen) {
        let scheme = if screen.dark { "dark" } else { "light" };
        let motion = if screen.still { "reduce" } else { "no-preference" };
        let mobile = screen.width < 600;
        let metrics = json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": if mobile { 2 } else { 1 }, "mobile": mobile,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Makes this a device with a touch screen.
    pub(crate) async fn touch(&self) {
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 }))
            .await;
    }

    /// Moves fingers, as the driver's protocol describes it.
    pub(crate) async fn actions(&self, body: Value) {
        self.client.issue_cmd(Extra { path: "actions", body }).await.expect("a finger moves");
    }

    /// A command of the browser's own protocol, and what it answers.
    pub(crate) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.client.issue_cmd(Extra { path: "goog/cdp/execute", body }).await.expect(command)
    }

    /// Goes to a view, such as `#/race?game=virus`.
    pub(crate) async fn open(&self, fragment: &str) {
        self.client.goto(&format!("{}{fragment}", self.address)).await.expect("the page opens");
    }

    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("the page opens again");
    }

    /// What a script returns.
    pub(crate) async fn eval(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, condition: &str) {
        let start = Instant::now();
        let script = format!("return Boolean({condition})");
        while self.eval(&script).await != json!(true) {
            if start.elapsed() > PATIENCE {
                let seen = self.eval("return document.body.innerText.slice(0, 1500)").await;
                panic!("still not true: {condition}\n{}", seen.as_str().unwrap_or_default());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits for an element and clicks it as a hand would. The page may draw it anew between the look and the
    /// click, and a hand would then click the new one.
    pub(crate) async fn click(&self, selector: &str) {
        let start = Instant::now();
        loop {
            self.until(&format!("document.querySelector('{selector}')")).await;
            let clicked = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if error.is_stale_element_reference() || error.is_no_such_element() => {
                    assert!(start.elapsed() < PATIENCE, "{selector} never stays: {error}");
                }
                Err(error) => panic!("{selector} cannot be clicked: {error}"),
            }
        }
    }

    /// Clicks a cell of the board, or a pile beside it.
    pub(crate) async fn cell(&self, name: &str) {
        self.click(&format!("main [data-cell=\"{name}\"]")).await;
    }

    /// Types into the element that has the focus.
    pub(crate) async fn keys(&self, keys: &str) {
        let element = self.client.active_element().await.expect("something has the focus");
        element.send_keys(keys).await.expect("keys arrive");
    }

    /// Writes a text into a field, in place of what is there.
    pub(crate) async fn write(&self, selector: &str, text: &str) {
        self.until(&format!("document.querySelector('{selector}')")).await;
        let element = self.client.find(Locator::Css(selector)).await.expect(selector);
        element.clear().await.expect(selector);
        element.send_keys(text).await.expect(selector);
    }

    /// Gives a file to a field for files, which may be hidden behind a button.
    pub(crate) async fn write_file(&self, selector: &str, path: &str) {
        self.until(&format!("document.querySelector('{selector}')")).await;
        let element = self.client.find(Locator::Css(selector)).await.expect(selector);
        element.send_keys(path).await.expect(selector);
    }

    /// The text of the first element that fits.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector('{selector}')?.textContent ?? ''");
        self.eval(&script).await.as_str().unwrap_or_default().to_owned()
    }

    /// How many elements fit.
    pub(crate) async fn count(&self, selector: &str) -> u64 {
        self.eval(&format!("return document.querySelectorAll('{selector}').length"))
            .await
            .as_u64()
            .unwrap_or(0)
    }

    /// Fails if the browser's console has complaints. Requests that the server was meant to refuse are no
    /// complaint: the browser notes every answer with a 4 in front.
    pub(crate) async fn expect_quiet_console(&self) {
        let body = json!({ "type": "browser" });
        let lines = self.client.issue_cmd(Extra { path: "se/log", body }).await.expect("the console's lines");
        let text = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
        let complaints: Vec<_> = lines
            .as_array()
            .into_iter()
            .flatten()
            .filter(|line| matches!(line["level"].as_str(), Some("SEVERE" | "WARNING")))
            .map(text)
            .filter(|text| !text.contains("the server responded with a status of 4"))
            .collect();
        assert!(complaints.is_empty(), "the console says: {complaints:#?}");
    }

    /// Keeps a picture for the documentation, if asked to.
    pub(crate) async fn picture(&self, name: &str) {
        if std::env::var_os("CUTFIRST_SCREENSHOTS").is_none() {
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
        std::fs::create_dir_all(&folder).expect("docs/images");
        let picture = self.client.screenshot().await.expect("a screenshot");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("a file for the screenshot");
    }
}
