//! Work that lets other Python threads run, ends on Ctrl-C, and whose panics are exceptions.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

use crate::error;

/// How often it is looked whether somebody has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Searches recurse once for each ply; threads of Python may have little room.
const STACK: usize = 16 << 20;

/// Does `work` on a thread of its own, without the interpreter's lock, while this one waits for signals; `stop` asks the work
/// to end early.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = channel();
            let work = move || {
                let result = catch_unwind(AssertUnwindSafe(work));
                let _ = done.send(());
                result
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|why| error(format!("no thread can be started: {why}")))?;
            let mut interrupt = None;
            while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if interrupt.is_none() {
                    interrupt = Python::attach(|py| {
                        let signal = py.check_signals();
                        signal.err()
                    });
                    if interrupt.is_some() {
                        stop();
                    }
                }
            }
            let result = thread.join().and_then(|result| result);
            match interrupt {
                Some(interrupt) => Err(interrupt),
                None => result.map_err(|panic| panicked(&*panic)),
            }
        })
    })
}

/// Does `work` on this thread.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

/// A fault of the program as an exception.
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
    let line = text.lines().next().unwrap_or_default();
    pyo3::exceptions::PyRuntimeError::new_err(format!("a fault of cutfirst, please report it: {line}"))
}
