//! A server process of one's own, and a plain client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use serde_json::Value;

/// A directory that is removed at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let dir = std::env::temp_dir().join(format!("cutfirst-serve-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a directory for the test");
        Self(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `cutfirst serve` on a free port, ended with the value.
pub(crate) struct Server {
    process: Child,
    /// Host and port.
    pub(crate) address: String,
    /// What the link asks for.
    pub(crate) key: Option<String>,
}

impl Server {
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &["--port", "0"])
    }

    pub(crate) fn start_with(data: &Path, arguments: &[&str]) -> Self {
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_cutfirst")), data, arguments)
    }

    /// Starts it with a command that becomes `cutfirst`.
    pub(crate) fn start_by(command: Command, data: &Path, arguments: &[&str]) -> Self {
        Self::try_start_by(command, data, arguments).expect("an address")
    }

    /// The same; none if it ends instead.
    pub(crate) fn try_start_by(mut command: Command, data: &Path, arguments: &[&str]) -> Option<Self> {
        let mut process = command
            .arg("serve")
            .args(arguments)
            .arg("--data")
            .arg(data)
            .arg("--results")
            .arg(data.join("results"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let Some(address) = address.map(str::to_owned) else {
            let _ = process.wait();
            return None;
        };
        let key = line.split("?key=").nth(1).and_then(|rest| rest.split_whitespace().next());
        Some(Self { process, address, key: key.map(str::to_owned) })
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("it runs");
        let _ = self.process.wait();
    }

    /// Waits for its end.
    #[cfg(target_os = "linux")]
    pub(crate) fn wait(&mut self) -> std::process::ExitStatus {
        self.process.wait().expect("a child of ours")
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        self.try_get(path).expect("an answer")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_text(path, &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> (u16, Value) {
        answer(agent().post(self.url(path)).header("content-type", "application/json").send(body))
    }

    /// Posts; none if there is no answer.
    pub(crate) fn try_post(&self, path: &str, body: &Value) -> Option<(u16, Value)> {
        try_post(&self.address, path, body)
    }

    /// Gets; none if there is no answer.
    pub(crate) fn try_get(&self, path: &str) -> Option<(u16, Value)> {
        try_get(&self.address, path)
    }

    /// Asks for the end of something; returns the status.
    pub(crate) fn delete(&self, path: &str) -> u16 {
        try_delete(&self.address, path).expect("an answer")
    }

    /// Posts a body, or gets if there is none; returns the status and, of a refusal, the text. Whatever else would
    /// come is not waited for.
    pub(crate) fn first_of(&self, path: &str, body: Option<&[u8]>) -> (u16, String) {
        let url = self.url(path);
        let response = match body {
            Some(body) => agent().post(url).header("content-type", "application/json").send(body),
            None => agent().get(url).call(),
        };
        let mut response = response.unwrap_or_else(|error| panic!("{path}: {error}"));
        let status = response.status().as_u16();
        let text =
            if status < 400 { String::new() } else { response.body_mut().read_to_string().expect("text") };
        (status, text)
    }

    /// Posts, expects success and returns the answer.
    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.post(path, body);
        assert!((200..300).contains(&status), "{path} {body}: {status} {answer}");
        answer
    }

    /// Posts and returns the events of the stream, each with its data.
    pub(crate) fn events(&self, path: &str, body: &Value) -> Vec<(String, Value)> {
        let sent =
            agent().post(self.url(path)).header("content-type", "application/json").send(&body.to_string());
        let mut response = sent.expect("an answer");
        let status = response.status();
        let text = response.body_mut().with_config().limit(50 << 20).read_to_string().expect("events");
        assert!(status.is_success(), "{path} {body}: {status} {text}");
        events(&text)
    }

    /// Sends bytes as they are and returns what comes back until the connection ends or rests.
    pub(crate) fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        // The server may answer and hang up before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Posts to whoever is at an address; none if there is no answer.
pub(crate) fn try_post(address: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let request = agent().post(format!("http://{address}{path}")).header("content-type", "application/json");
    whole(request.send(&body.to_string()).ok()?)
}

/// Gets from whoever is at an address; none if there is no answer.
pub(crate) fn try_get(address: &str, path: &str) -> Option<(u16, Value)> {
    whole(agent().get(format!("http://{address}{path}")).call().ok()?)
}

/// Asks whoever is at an address for the end of something; none if there is no answer.
pub(crate) fn try_delete(address: &str, path: &str) -> Option<u16> {
    Some(agent().delete(format!("http://{address}{path}")).call().ok()?.status().as_u16())
}

fn whole(mut response: ureq::http::Response<ureq::Body>) -> Option<(u16, Value)> {
    let text = response.body_mut().with_config().limit(50 << 20).read_to_string().ok()?;
    let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
    Some((response.status().as_u16(), value))
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.timeout_global(Some(Duration::from_secs(60))).build().into()
}

fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> (u16, Value) {
    whole(response.expect("an answer")).expect("text")
}

/// The events of a stream, each with its data.
pub(crate) fn events(text: &str) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    for block in text.split("\n\n") {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if let (Some(event), Some(data)) = (field("event:"), field("data:")) {
            events.push((event.to_owned(), serde_json::from_str(data).expect("JSON in an event")));
        }
    }
    events
}
