//! Talking to the real program, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Conversation {
    /// Starts `cutfirst engine` with these words.
    pub(crate) fn new(words: &str) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("cutfirst"));
        command.arg("engine").args(words.split_whitespace());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take(), child, output: lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("still open").write_all(bytes).expect("it reads");
    }

    /// The next line that begins with one of these words.
    pub(crate) fn hear(&self, begin: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(begin) {
                return line;
            }
        }
    }

    pub(crate) fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Says something and hears the line that begins like this.
    pub(crate) fn ask(&mut self, line: &str, begin: &str) -> String {
        self.say(line);
        self.hear(begin)
    }

    /// Closes the input and gives everything else that was said.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.output.iter().collect();
        assert!(self.child.wait().expect("it ends").success());
        rest
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
