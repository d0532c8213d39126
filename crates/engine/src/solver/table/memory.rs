//! Zeroed memory for a table, in huge pages where the system gives them.
//!
//! A random probe into 8 MiB of 4 KiB pages misses the address cache nearly every time; 2 MiB pages take that cost
//! away. Pages come from the system on first touch, so a large table costs nothing until it is used.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

const HUGE_PAGE: usize = 2 << 20;
const LINE: usize = 64;

/// A fixed number of 64-bit cells, all zero at first, aligned to a cache line.
pub(super) struct Memory {
    map: MmapMut,
    offset: usize,
    words: usize,
}

impl Memory {
    /// Room for `words` cells.
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub(super) fn new(words: usize) -> std::io::Result<Self> {
        let bytes = words.checked_mul(8).ok_or(std::io::ErrorKind::OutOfMemory)?;
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { LINE };
        let map = MmapMut::map_anon(bytes.max(1).saturating_add(align))?;
        #[cfg(target_os = "linux")]
        if bytes >= HUGE_PAGE {
            // A hint only: without it the table works, a little slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let offset = map.as_ptr().align_offset(align);
        Ok(Self { map, offset, words })
    }
}

impl Deref for Memory {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the map holds offset + 8 × words bytes, starts aligned after `offset`, is written through these
        // atomics only, and lives as long as self.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(self.offset).cast(), self.words) }
    }
}
