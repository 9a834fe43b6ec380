//! A program that talks over pipes, and that never outlives us.
//!
//! It runs in a process group of its own, which is killed as a whole when the conversation ends. In case that we are killed
//! ourselves, and for what has left the group, it runs under a supervisor: our own program once more, to which the system sends a
//! signal when its parent dies, whose children (on Linux) are all that the program leaves behind, and which kills them and the
//! group. Without one (in tests of this crate) only the first holds.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cutfirst::search::Stop;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, getppid, kill_process, kill_process_group, waitid,
};

use super::{Foreign, GuestFault};

/// The longest line that is kept of what it says.
const LONGEST_LINE: u64 = 1 << 16;
/// How many lines it may be ahead of us before it has to wait.
const AHEAD: usize = 1 << 12;
/// How long it has to leave by itself.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often is looked whether anybody still waits for an answer.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long its supervisor has to end all that came from it.
const CLEARANCE: Duration = Duration::from_secs(1);

/// What the supervisor says of a program that does not start, before the reason.
const NOT_STARTED: &str = "cutfirst: not started: ";

static SUPERVISOR: OnceLock<(PathBuf, String)> = OnceLock::new();

/// From now on programs run under a supervisor: this program, called with `word`, the process id of ours, and the command.
/// It must call [`supervise`] then.
pub fn supervise_with(program: PathBuf, word: &str) {
    let _ = SUPERVISOR.set((program, word.to_owned()));
}

/// Runs a command as the supervisor: until it ends, or `parent` does. `on_signal` must see to it that a signal to end calls
/// what it is given.
///
/// # Errors
/// If the command cannot be started.
pub fn supervise(parent: u32, command: &[String], on_signal: impl FnOnce(fn())) -> Result<ExitCode, String> {
    let kill_all = || {
        kill_descendants();
        let _ = kill_process_group(getpid(), Signal::KILL);
    };
    on_signal(kill_all);
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(getpid()))
        .and_then(|()| rustix::process::set_parent_process_death_signal(Some(Signal::TERM)))
        .map_err(|error| error.to_string())?;
    if getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs()) != Some(parent) {
        // It died before the system was told to tell us.
        kill_all();
    }
    let [program, arguments @ ..] = command else { return Err("there is no command".to_owned()) };
    let mut child = Command::new(program).args(arguments).spawn().map_err(|error| {
        // Whoever waits for the program's first word hears this instead.
        let _ = writeln!(std::io::stdout(), "{NOT_STARTED}{error}");
        error.to_string()
    })?;
    let status = child.wait().map_err(|error| error.to_string())?;
    kill_descendants();
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Ends everything that came from this process. What a child leaves behind is a child of ours, so nobody gets lost while they
/// end one after the other.
#[cfg(target_os = "linux")]
fn kill_descendants() {
    let mut ended = std::collections::HashSet::new();
    loop {
        let before = ended.len();
        for pid in descendants(getpid().as_raw_nonzero().get()) {
            if ended.insert(pid)
                && let Some(pid) = Pid::from_raw(pid)
            {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        if ended.len() == before {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_descendants() {}

/// The children of a process, their children and so on, as the system lists them.
#[cfg(target_os = "linux")]
fn descendants(ancestor: i32) -> Vec<i32> {
    let parent = |pid: i32| -> Option<i32> {
        let line = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name stands in parentheses, and may hold more of them: after it come the state and the parent.
        line.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    let names = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = names.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let parents: Vec<(i32, i32)> = all.filter_map(|pid| Some((pid, parent(pid)?))).collect();
    let mut found = vec![ancestor];
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(parents.iter().filter(|(_, parent)| *parent == pid).map(|(child, _)| *child));
        next += 1;
    }
    found.split_off(1)
}

/// A program that is running.
pub(super) struct Process {
    command: String,
    child: Child,
    /// Lines for it, written by a thread: it need not read them.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    /// Tells that nobody waits for its answers any more.
    stop: Stop,
}

type Started = std::io::Result<Child>;
/// A program to start, and where to say what came of it.
type Order = (Command, SyncSender<Started>);

/// Starts a program on a thread that never ends: the system takes the end of the thread that started a process for the death of
/// its parent.
fn spawn(command: Command) -> Started {
    static STARTER: OnceLock<Mutex<Sender<Order>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, requests) = channel::<Order>();
        thread::spawn(move || {
            for (mut command, answer) in requests {
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let (sender, answer) = sync_channel(1);
    let gone = || std::io::Error::other("the thread that starts programs is gone");
    starter.lock().unwrap_or_else(PoisonError::into_inner).send((command, sender)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

impl Process {
    pub(super) fn start(foreign: &Foreign, stop: Stop) -> Result<Self, GuestFault> {
        let words = foreign.words();
        let cannot = |error: String| cannot_start(&foreign.command, &error);
        if let Some(dir) = foreign.dir.as_deref()
            && !std::path::Path::new(dir).is_dir()
        {
            return Err(cannot(format!("there is no directory {dir}")));
        }
        let mut command = match SUPERVISOR.get() {
            Some((program, word)) => {
                let mut command = Command::new(program);
                command.arg(word).arg(std::process::id().to_string()).arg("--").args(&words);
                command
            }
            None => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                command
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        if let Some(dir) = &foreign.dir {
            command.current_dir(dir);
        }
        let mut child = spawn(command).map_err(|error| cannot(error.to_string()))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(cannot("no pipes".to_owned()));
        };
        let (input, lines) = channel::<String>();
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, output) = sync_channel(AHEAD);
        thread::spawn(move || read(BufReader::new(stdout), &sender));
        Ok(Self { command: foreign.command.clone(), child, input: Some(input), output, stop })
    }

    /// Writes a line; that it cannot be read any more shows when an answer is missing.
    pub(super) fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Reads lines until one of them is what was waited for.
    pub(super) fn wait_for<T>(
        &self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, GuestFault> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Also for somebody who never stops talking.
            if left.is_zero() || self.stop.is_stopped() {
                return Err(GuestFault::Silent(patience - left));
            }
            match self.output.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(line) => {
                    if let Some(why) = line.strip_prefix(NOT_STARTED) {
                        return Err(cannot_start(&self.command, why));
                    }
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(GuestFault::Crashed),
            }
        }
    }
}

fn cannot_start(command: &str, why: &str) -> GuestFault {
    GuestFault::Unfit(format!("cannot start '{command}': {why}"))
}

/// Hands on lines until there are no more, or nobody listens. Of a line that is too long, the beginning alone.
fn read(mut output: impl BufRead, sender: &SyncSender<String>) {
    let mut line = Vec::new();
    let mut is_rest = false;
    loop {
        line.clear();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if !is_rest && sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
                is_rest = !line.ends_with(b"\n");
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        // Without the sender the pipe is closed once all is written.
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.output.recv_timeout(left).is_err() {
                break;
            }
        }
        let pid = Pid::from_child(&self.child);
        if SUPERVISOR.get().is_some() {
            let _ = kill_process(pid, Signal::TERM);
            let deadline = Instant::now() + CLEARANCE;
            let has_ended = || {
                let looks = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                !matches!(waitid(WaitId::Pid(pid), looks), Ok(None))
            };
            while !has_ended() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
        }
        // Before it is waited for: until then nobody else can have its number.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_an_endless_line_is_no_answer() {
        let long = usize::try_from(LONGEST_LINE).expect("it fits");
        let said = format!("{}bestmove a1\n{}\nbestmove f5\n", "x".repeat(long), "y".repeat(long));
        let (sender, lines) = sync_channel(AHEAD);
        read(BufReader::new(said.as_bytes()), &sender);
        drop(sender);
        let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(answers, ["bestmove f5"]);
    }
}
