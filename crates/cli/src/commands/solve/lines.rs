//! Lines solved by several workers, results handed on in the order of the lines.

use anyhow::Result;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, mpsc};

/// How many lines for each worker may be read before the first of them is handed on.
const AHEAD: usize = 64;

/// Gives every line to one of `jobs` workers, each with a state of its own, and every result with its line number,
/// from 1, to `sink`, in order. Lines are read as workers become free, so input may come slowly or without end; behind a
/// slow line at most [`AHEAD`] lines for each worker are read.
pub(super) fn in_order<S, T: Send>(
    lines: impl Iterator<Item = io::Result<String>> + Send,
    jobs: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &str) -> Result<T> + Sync,
    mut sink: impl FnMut(usize, Result<T>) -> Result<()>,
) -> Result<()> {
    let (leave, permits) = mpsc::channel();
    for _ in 0..jobs * AHEAD {
        let _ = leave.send(());
    }
    // A line costs a permit, which comes back when its result is handed on.
    let source = Mutex::new(permits.into_iter().zip(lines.enumerate()));
    let (sender, receiver) = mpsc::channel::<(usize, Result<T>)>();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, source, state, work) = (sender.clone(), &source, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                loop {
                    let next = source.lock().ok().and_then(|mut lines| lines.next());
                    let Some(((), (index, line))) = next else { return };
                    let result = line.map_err(Into::into).and_then(|line| work(&mut state, &line));
                    if sender.send((index + 1, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 1;
        // Both end with this closure: workers that wait for either then go home.
        let (leave, receiver) = (leave, receiver);
        for (number, result) in &receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                sink(next, result)?;
                next += 1;
                let _ = leave.send(());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    #[test]
    fn results_keep_the_order_of_the_lines() {
        let mut seen = Vec::new();
        in_order(
            (0..200).map(|i| Ok(i.to_string())),
            4,
            || (),
            |(), line| {
                let number: u64 = line.parse()?;
                std::thread::sleep(Duration::from_micros(number % 7 * 50));
                Ok(number)
            },
            |_, result| {
                seen.push(result?);
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(seen, (0..200).collect::<Vec<_>>());
    }

    #[test]
    fn lines_behind_a_slow_one_are_not_read_without_end() {
        const JOBS: usize = 3;
        let (read, handed_on) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let most = AtomicUsize::new(0);
        let lines = (0..10 * JOBS * AHEAD).map(|i| {
            let ahead = read.fetch_add(1, Ordering::SeqCst) + 1 - handed_on.load(Ordering::SeqCst);
            most.fetch_max(ahead, Ordering::SeqCst);
            Ok(i.to_string())
        });
        in_order(
            lines,
            JOBS,
            || (),
            |(), line| {
                let begun = Instant::now();
                while line == "0" && most.load(Ordering::SeqCst) <= JOBS * AHEAD && begun.elapsed().as_millis() < 300 {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            },
            |_, result| {
                handed_on.fetch_add(1, Ordering::SeqCst);
                result
            },
        )
        .unwrap();
        assert_eq!(handed_on.into_inner(), 10 * JOBS * AHEAD);
        assert!(most.into_inner() <= JOBS * AHEAD);
    }

    #[test]
    fn an_error_of_the_sink_ends_the_work_on_input_without_end() {
        let lines = std::iter::repeat_with(|| Ok(String::new()));
        let error = in_order(lines, 2, || (), |(), _| Ok(()), |number, _| bail!("full at {number}")).unwrap_err();
        assert_eq!(error.to_string(), "full at 1");
    }
}
