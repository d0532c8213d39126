//! Zeroed memory for a table, in huge pages where the system gives them.
//!
//! A random probe into 8 MiB of 4 KiB pages misses the address cache nearly every time; 2 MiB pages take that cost
//! away. Pages come from the system on first touch, so a large table costs nothing until it is used. Where memory cannot be mapped
//! (`wasm32-unknown-unknown`) it is allocated.

#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU16, AtomicU64};

/// What a table's memory may be made of.
///
/// # Safety
/// All bytes zero must be a value of the type, which must have no padding and be aligned to at most [`LINE`] bytes.
pub(crate) unsafe trait ZeroIsValid {}

// SAFETY: integers have no padding, are aligned to their size at most, and zero is one of them.
unsafe impl ZeroIsValid for u32 {}
// SAFETY: it has the layout of `u16`.
unsafe impl ZeroIsValid for AtomicU16 {}
// SAFETY: it has the layout of `u64`.
unsafe impl ZeroIsValid for AtomicU64 {}
// SAFETY: an array adds nothing to its values and is aligned as they are.
unsafe impl<T: ZeroIsValid, const N: usize> ZeroIsValid for [T; N] {}

/// A fixed number of values, all zero at first, aligned to a cache line.
pub(crate) struct TableMemory<T> {
    memory: system::Memory,
    length: usize,
    values: std::marker::PhantomData<T>,
}

const LINE: usize = 64;

impl<T: ZeroIsValid> TableMemory<T> {
    /// Room for so many values.
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub(crate) fn new(length: usize) -> std::io::Result<Self> {
        let bytes = length.checked_mul(size_of::<T>()).ok_or(std::io::ErrorKind::OutOfMemory)?;
        Ok(Self { memory: system::Memory::new(bytes)?, length, values: std::marker::PhantomData })
    }
}

impl<T: ZeroIsValid> TableMemory<T> {
    /// Asks the processor to fetch a value soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, index: usize) {
        let place: &T = &self[index];
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch has no effect a program can see, and SSE is part of every x86-64 processor.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }
}

impl<T> std::fmt::Debug for TableMemory<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableMemory").field("length", &self.length).finish_non_exhaustive()
    }
}

impl<T: ZeroIsValid> Deref for TableMemory<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory holds `length` values from an aligned start on, zeroed when it was taken; nobody else has a pointer into it,
        // and it lives as long as self. What is shared and changed is atomic.
        unsafe { std::slice::from_raw_parts(self.memory.start().cast(), self.length) }
    }
}

impl<T: ZeroIsValid> DerefMut for TableMemory<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and self is borrowed for writing.
        unsafe { std::slice::from_raw_parts_mut(self.memory.start().cast(), self.length) }
    }
}

#[cfg(any(unix, windows))]
mod system {
    use super::LINE;
    use memmap2::{MmapMut, MmapRaw};

    const HUGE_PAGE: usize = 2 << 20;

    /// Mapped memory that is reached through pointers alone, so that no reference to its bytes stands beside those to its values.
    pub(super) struct Memory {
        map: MmapRaw,
        offset: usize,
    }

    impl Memory {
        pub(super) fn new(bytes: usize) -> std::io::Result<Memory> {
            let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { LINE };
            let map = MmapRaw::from(MmapMut::map_anon(bytes.max(1).saturating_add(align))?);
            #[cfg(target_os = "linux")]
            if bytes >= HUGE_PAGE {
                // A hint only: without it the table works, a little slower.
                let _ = map.advise(memmap2::Advice::HugePage);
            }
            let offset = map.as_ptr().align_offset(align);
            Ok(Memory { map, offset })
        }

        #[inline(always)]
        pub(super) fn start(&self) -> *mut u8 {
            self.map.as_mut_ptr().wrapping_add(self.offset)
        }
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    use super::LINE;
    use std::alloc::{Layout, alloc_zeroed, dealloc};

    /// Allocated memory.
    pub(super) struct Memory {
        start: *mut u8,
        layout: Layout,
    }

    // SAFETY: the memory belongs to this value alone.
    unsafe impl Send for Memory {}
    // SAFETY: it gives out nothing but its address.
    unsafe impl Sync for Memory {}

    impl Memory {
        pub(super) fn new(bytes: usize) -> std::io::Result<Memory> {
            let layout = Layout::from_size_align(bytes.max(1), LINE).map_err(|_| std::io::ErrorKind::OutOfMemory)?;
            // SAFETY: the size is not zero.
            let start = unsafe { alloc_zeroed(layout) };
            if start.is_null() { Err(std::io::ErrorKind::OutOfMemory.into()) } else { Ok(Memory { start, layout }) }
        }

        pub(super) fn start(&self) -> *mut u8 {
            self.start
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            // SAFETY: it was allocated with this layout.
            unsafe { dealloc(self.start, self.layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn memory_is_zero_aligned_and_shared_by_threads() {
        for length in [1, 1000, 1 << 18, (3 << 18) + 1] {
            let memory = TableMemory::<AtomicU64>::new(length).unwrap();
            assert_eq!(memory.len(), length);
            assert!(memory.as_ptr().addr().is_multiple_of(LINE));
            assert!(memory.iter().all(|value| value.load(Relaxed) == 0));
            std::thread::scope(|scope| {
                for half in 0..2 {
                    let memory = &memory;
                    scope.spawn(move || memory.iter().skip(half).step_by(2).for_each(|value| value.store(7, Relaxed)));
                }
            });
            assert!(memory.iter().all(|value| value.load(Relaxed) == 7));
        }
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(TableMemory::<u32>::new(usize::MAX).is_err());
        assert!(TableMemory::<u32>::new(usize::MAX / 8).is_err());
    }
}
