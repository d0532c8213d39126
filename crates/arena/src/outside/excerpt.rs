//! The beginning and the end of a text of any length.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

const HEAD: usize = 2048;
const TAIL: usize = 2048;

/// What is kept of a program's standard error: its first and its last 2 KiB.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excerpt(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl Excerpt {
    /// Reads to the end on a thread of its own.
    pub(crate) fn read(&self, mut from: impl Read + Send + 'static) {
        let excerpt = self.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                excerpt.add(&buffer[..count]);
            }
        });
    }

    fn add(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = HEAD - kept.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        kept.head.extend_from_slice(head);
        kept.tail.extend(rest);
        let over = kept.tail.len().saturating_sub(TAIL);
        kept.tail.drain(..over);
        kept.left_out += over as u64;
    }

    /// What was read so far.
    pub(crate) fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
