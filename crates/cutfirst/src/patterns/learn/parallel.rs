//! The same work for many numbers, on several threads if there are any.

/// Calls `work` for every number of `range`, each thread with tools of its own; results come in the order of the numbers.
#[cfg(feature = "threads")]
pub(super) fn for_all<T: Send, R: Send, E: Send>(
    threads: usize,
    range: std::ops::Range<u64>,
    tools: impl Fn() -> Result<T, E> + Sync,
    work: impl Fn(&mut T, u64) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    if threads <= 1 {
        return alone(range, tools, work);
    }
    let next = AtomicU64::new(range.start);
    let done = Mutex::new(Vec::new());
    let run = || -> Result<(), E> {
        let mut tools = tools()?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= range.end {
                return Ok(());
            }
            let result = work(&mut tools, number)?;
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, result));
        }
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        handles.into_iter().try_for_each(|handle| match handle.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(not(feature = "threads"))]
pub(super) fn for_all<T, R, E>(
    _threads: usize,
    range: std::ops::Range<u64>,
    tools: impl Fn() -> Result<T, E>,
    work: impl Fn(&mut T, u64) -> Result<R, E>,
) -> Result<Vec<R>, E> {
    alone(range, tools, work)
}

fn alone<T, R, E>(
    range: std::ops::Range<u64>,
    tools: impl Fn() -> Result<T, E>,
    work: impl Fn(&mut T, u64) -> Result<R, E>,
) -> Result<Vec<R>, E> {
    let mut tools = tools()?;
    range.map(|number| work(&mut tools, number)).collect()
}
