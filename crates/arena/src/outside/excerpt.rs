//! The beginning and the end of a text of any length.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const HEAD: usize = 2048;
const TAIL: usize = 2048;

/// How long the end of a text is waited for after its writer was ended: its last bytes may still be on their way, but whoever else holds the pipe is not waited for.
const LAST_BYTES: Duration = Duration::from_secs(1);

/// What is kept of a program's standard error: its first and its last 2 KiB.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excerpt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    kept: Mutex<Kept>,
    read: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    /// Threads that have not come to an end yet.
    reading: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl Excerpt {
    /// Reads to the end on a thread of its own.
    pub(crate) fn read(&self, mut from: impl Read + Send + 'static) {
        let excerpt = self.clone();
        self.kept().reading += 1;
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                excerpt.add(&buffer[..count]);
            }
            excerpt.kept().reading -= 1;
            excerpt.0.read.notify_all();
        });
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, bytes: &[u8]) {
        let mut kept = self.kept();
        let room = HEAD - kept.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        kept.head.extend_from_slice(head);
        kept.tail.extend(rest);
        let over = kept.tail.len().saturating_sub(TAIL);
        kept.tail.drain(..over);
        kept.left_out += over as u64;
    }

    /// What was written by a program that has been ended.
    pub(crate) fn text(&self) -> String {
        let waited = self.0.read.wait_timeout_while(self.kept(), LAST_BYTES, |kept| kept.reading > 0);
        let kept = waited.unwrap_or_else(PoisonError::into_inner).0;
        let tail: Vec<u8> = kept.tail.iter().copied().collect();
        if kept.left_out == 0 {
            return String::from_utf8_lossy(&[kept.head.as_slice(), &tail].concat()).into_owned();
        }
        let (head, tail) = (String::from_utf8_lossy(&kept.head), String::from_utf8_lossy(&tail));
        format!("{head}\n[… {} bytes left out …]\n{tail}", kept.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_waited_for() {
        struct Slow(bool);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Ok(0);
                }
                std::thread::sleep(Duration::from_millis(50));
                buffer[..5].copy_from_slice(b"oh no");
                Ok(5)
            }
        }
        let excerpt = Excerpt::default();
        excerpt.read(Slow(false));
        assert_eq!(excerpt.text(), "oh no");
    }

    #[test]
    fn short_text_is_kept_whole_and_long_text_by_its_ends() {
        let excerpt = Excerpt::default();
        excerpt.add(b"begin ");
        excerpt.add(b"middle");
        assert_eq!(excerpt.text(), "begin middle");
        for _ in 0..1000 {
            excerpt.add(&[b'.'; 5000]);
        }
        excerpt.add(b" the end");
        let text = excerpt.text();
        assert!(text.starts_with("begin middle...") && text.ends_with("... the end"), "{text}");
        assert!(text.contains("[… 4995924 bytes left out …]"), "{text}");
        assert!(text.len() < HEAD + TAIL + 100);
    }
}
