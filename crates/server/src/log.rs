//! Log lines on their way out: a reader that stalls must not stop the server.
//!
//! Lines wait in a queue of fixed length and are written by a thread of their own. What does not fit is dropped and counted, and the log says so once it
//! moves again.

use metrics::counter;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Lines that wait at most.
const LINES: usize = 4096;

/// A longer line is cut.
const LINE_BYTES: usize = 4096;

/// A writer for log lines that never waits. Clones share one queue.
#[derive(Clone, Debug)]
pub struct LogQueue {
    lines: SyncSender<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
    dropped: Arc<AtomicU64>,
}

impl LogQueue {
    /// Starts the thread that writes.
    pub fn new(out: impl Write + Send + 'static) -> io::Result<LogQueue> {
        let (lines, queued) = sync_channel(LINES);
        let queue = LogQueue { lines, waiting: Arc::default(), dropped: Arc::default() };
        let (waiting, dropped) = (Arc::clone(&queue.waiting), Arc::clone(&queue.dropped));
        std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write_out(out, &queued, &waiting, &dropped))?;
        Ok(queue)
    }

    /// Waits until all lines are written, but no longer than this.
    pub fn finish(&self, patience: Duration) {
        let began = Instant::now();
        while self.waiting.load(Ordering::Acquire) > 0 && began.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Write for LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        if self.lines.try_send(line[..line.len().min(LINE_BYTES)].to_vec()).is_err() {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            self.dropped.fetch_add(1, Ordering::Relaxed);
            counter!("dropline_log_lines_dropped_total").increment(1);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_out(mut out: impl Write, queued: &Receiver<Vec<u8>>, waiting: &AtomicUsize, dropped: &AtomicU64) {
    while let Ok(line) = queued.recv() {
        // A log that cannot be written is no reason to stop: there is nobody to tell.
        let _ = out.write_all(&line);
        let lost = dropped.swap(0, Ordering::Relaxed);
        if lost > 0 {
            let _ = writeln!(out, "{{\"level\":\"WARN\",\"message\":\"log lines were dropped\",\"lines\":{lost}}}");
        }
        let _ = out.flush();
        waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc::channel;

    /// Writes nothing until it is let.
    struct Stalled(Receiver<()>, Arc<Mutex<Vec<u8>>>);

    impl Write for Stalled {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            self.1.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_nobody_reads_are_dropped_and_counted() {
        let (let_go, gate) = channel();
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut queue = LogQueue::new(Stalled(gate, Arc::clone(&written))).unwrap();
        for _ in 0..LINES + 100 {
            queue.write_all(b"line\n").unwrap();
        }
        queue.finish(Duration::from_millis(20));
        drop(let_go);
        queue.finish(Duration::from_secs(60));
        let written = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        let lines = written.lines().filter(|line| *line == "line").count();
        assert!((LINES..LINES + 100).contains(&lines), "{lines}");
        assert!(written.contains(&format!("\"lines\":{}", LINES + 100 - lines)), "the log says how many are missing");
    }
}
