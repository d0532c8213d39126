//! Lines solved by several workers, results handed on in the order of the lines.

use anyhow::Result;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, mpsc};

/// Gives every line to one of `jobs` workers, each with a state of its own, and every result with its line number,
/// from 1, to `sink`, in order. Lines are read as workers become free, so input may come slowly or without end.
pub(super) fn in_order<S, T: Send>(
    lines: impl Iterator<Item = io::Result<String>> + Send,
    jobs: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &str) -> Result<T> + Sync,
    mut sink: impl FnMut(usize, Result<T>) -> Result<()>,
) -> Result<()> {
    let source = Mutex::new(lines.enumerate());
    let (sender, receiver) = mpsc::sync_channel::<(usize, Result<T>)>(jobs * 64);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, source, state, work) = (sender.clone(), &source, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                loop {
                    let next = source.lock().ok().and_then(|mut lines| lines.next());
                    let Some((index, line)) = next else { return };
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
        let receiver = receiver;
        for (number, result) in &receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                sink(next, result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_lines() {
        let mut seen = Vec::new();
        in_order(
            (0..200).map(|i| Ok(i.to_string())),
            4,
            || (),
            |(), line| {
                let number: u64 = line.parse()?;
                std::thread::sleep(std::time::Duration::from_micros(number % 7 * 50));
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
}
