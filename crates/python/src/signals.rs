//! Thinking without the interpreter's lock that ends soon after Ctrl-C.
//!
//! Python handles signals on its main thread, when somebody there asks whether any came. Short work asks from within the search, by way of the clock that the
//! search reads anyhow; long work is done by a thread of its own while the calling one waits and asks.

use dropline_engine::{Clock, Limits, Think};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);
/// How long a search that was told to stop is waited for.
const CLOSING: Duration = Duration::from_millis(100);
/// As good as no limit: a search with a limit reads the clock now and then.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 86_400);

/// A clock that looks for signals when it is read.
pub(crate) struct SignalClock {
    start: Instant,
    last_look: AtomicU64,
    stop: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Clock for SignalClock {
    fn now(&self) -> Duration {
        let now = self.start.elapsed();
        let millis = now.as_millis() as u64;
        if millis >= self.last_look.load(Relaxed) + LOOK.as_millis() as u64 {
            self.last_look.store(millis, Relaxed);
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is not general enough")]
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                self.stop.store(true, Relaxed);
            }
        }
        now
    }
}

/// Does work of the calling thread that is usually short.
pub(crate) fn here<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    work: impl FnOnce(&Think<'_>) -> T + Send,
) -> PyResult<T> {
    let clock = SignalClock {
        start: Instant::now(),
        last_look: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let answer = py.detach(|| {
        let limits = Limits { time: Some(time.unwrap_or(FOREVER)), ..Limits::default() };
        work(&Think { limits, stop: &clock.stop, clock: Some(&clock), ..Think::default() })
    });
    match clock.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(answer),
    }
}

/// Does work on a thread of its own, which is told by the flag when to stop; `look` is called while it goes on, and an error of it ends the work.
pub(crate) fn apart<T: Send + 'static>(
    py: Python<'_>,
    look: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let (sender, mut answers) = channel();
    std::thread::Builder::new().name("dropline".to_owned()).spawn(move || {
        // Nobody listens any more after an interrupt.
        let _ = sender.send(work(&flag));
    })?;
    let mut wait = LOOK;
    let mut interrupted = None;
    loop {
        let heard;
        (heard, answers) = py.detach(move || (answers.recv_timeout(wait), answers));
        match (heard, interrupted.take()) {
            (_, Some(error)) => return Err(error),
            (Ok(answer), None) => return Ok(answer),
            (Err(RecvTimeoutError::Disconnected), None) => {
                return Err(PyRuntimeError::new_err("the search ended without an answer"));
            }
            (Err(RecvTimeoutError::Timeout), None) => {}
        }
        if let Err(error) = py.check_signals().and_then(|()| look(py)) {
            stop.store(true, Relaxed);
            (wait, interrupted) = (CLOSING, Some(error));
        }
    }
}

/// What a search is told that another thread may stop.
pub(crate) fn think(time: Option<Duration>, stop: &AtomicBool) -> Think<'_> {
    Think { limits: Limits { time, ..Limits::default() }, stop, ..Think::default() }
}
