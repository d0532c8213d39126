//! The transposition table of the playing searches and the published players: positions seen, shared by all threads of a search.
//!
//! An entry is two words, the key mixed with the data and the data: an entry torn by two threads fits neither key and is not found, so no
//! lock is needed. Keys have 64 bits; up to 64 bits of board they tell all positions apart, beyond that two positions share one with a
//! chance of 2^-64. With two `WAYS` two entries share a place: one keeps the deeper search, the other the latest.

use crate::memory::TableMemory;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions by their key.
#[derive(Debug)]
pub(crate) struct TranspositionTable<const WAYS: usize> {
    entries: TableMemory<Entry>,
    generation: u64,
    /// Entries of earlier generations are not found.
    fresh_only: bool,
}

/// The key mixed with the data, and the data.
type Entry = [AtomicU64; 2];

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtMost = 1,
    Exact = 2,
    AtLeast = 3,
}

impl Bound {
    /// What a value found within a window says.
    pub(crate) const fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        match () {
            () if value >= beta => Bound::AtLeast,
            () if value <= alpha => Bound::AtMost,
            () => Bound::Exact,
        }
    }

    pub(crate) const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            1 => Bound::AtMost,
            2 => Bound::Exact,
            _ => Bound::AtLeast,
        }
    }

    /// Whether a value with this bound answers a question within a window.
    #[inline]
    pub(crate) const fn settles(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        }
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The value, within 26 bits and a sign; wins and losses counted from this position.
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// Plies looked ahead.
    pub(crate) depth: u32,
    pub(crate) best: usize,
    /// Whether it was put in since the last [`begin`](TranspositionTable::begin).
    pub(crate) fresh: bool,
}

/// From the low end: best column 12, bound 2, depth 9, generation 14, value 27 bits.
const BOUND: u32 = 12;
const DEPTH: u32 = 14;
const GENERATION: u32 = 23;
const VALUE: u32 = 37;
const MOST_DEPTH: u32 = (1 << 9) - 1;
const GENERATIONS: u64 = 1 << 14;

impl<const WAYS: usize> TranspositionTable<WAYS> {
    /// A table with room for 2^`bits` positions, for fewer where the system has not that much memory.
    pub(crate) fn new(bits: u32) -> Self {
        const { assert!(WAYS == 1 || WAYS == 2) };
        match TableMemory::new(1 << bits.max(1)) {
            Ok(entries) => Self { entries, generation: 1, fresh_only: false },
            Err(_) if bits <= 1 => std::alloc::handle_alloc_error(std::alloc::Layout::new::<[Entry; 2]>()),
            Err(_) => Self::new(bits - 1),
        }
    }

    /// Begins another search: what was seen before is not fresh any more, and found only if `keep` is set.
    pub(crate) fn begin(&mut self, keep: bool) {
        self.fresh_only = !keep;
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            self.entries.fill_with(Entry::default);
        }
    }

    /// The high bits of a product spread keys that differ in few bits.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let bits = self.entries.len().trailing_zeros();
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize & !(WAYS - 1)
    }

    const fn is_fresh(&self, data: u64) -> bool {
        data >> GENERATION & (GENERATIONS - 1) == self.generation
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Seen> {
        let place = self.place(key);
        let data = self.entries[place..place + WAYS].iter().find_map(|entry| read(entry, key))?;
        let fresh = self.is_fresh(data);
        if self.fresh_only && !fresh {
            return None;
        }
        Some(Seen {
            value: (data.cast_signed() >> VALUE) as i32,
            bound: Bound::from_bits(data >> BOUND),
            depth: (data >> DEPTH) as u32 & MOST_DEPTH,
            best: (data & 0xFFF) as usize,
            fresh,
        })
    }

    /// Keeps what was found; it is fresh.
    #[inline]
    pub(crate) fn put(&self, key: u64, value: i32, bound: Bound, depth: u32, best: usize) {
        debug_assert!(i64::from(value) << VALUE >> VALUE == i64::from(value));
        let data = (i64::from(value) << VALUE).cast_unsigned()
            | self.generation << GENERATION
            | u64::from(depth.min(MOST_DEPTH)) << DEPTH
            | (bound as u64) << BOUND
            | best as u64;
        let place = self.place(key);
        let mut entry = &self.entries[place];
        if WAYS == 2 {
            let old = entry[1].load(Relaxed);
            let deeper = (old >> DEPTH) as u32 & MOST_DEPTH > depth;
            if deeper && self.is_fresh(old) && read(entry, key).is_none() {
                entry = &self.entries[place + 1];
            }
        }
        let [mixed, kept] = entry;
        mixed.store(key ^ data, Relaxed);
        kept.store(data, Relaxed);
    }
}

/// The data of an entry, if it is that of the key.
#[inline]
fn read([mixed, data]: &Entry, key: u64) -> Option<u64> {
    let data = data.load(Relaxed);
    (data != 0 && mixed.load(Relaxed) ^ data == key).then_some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Seen = Seen { value: -77, bound: Bound::AtMost, depth: 9, best: 4095, fresh: true };

    fn put<const WAYS: usize>(table: &TranspositionTable<WAYS>, key: u64, seen: Seen) {
        table.put(key, seen.value, seen.bound, seen.depth, seen.best);
    }

    #[test]
    fn what_was_put_is_found_under_its_key_alone() {
        let table = TranspositionTable::<2>::new(4);
        for value in [-77, 0, 1_000_000, -1_000_000, (1 << 26) - 1, -(1 << 26)] {
            put(&table, 12345, Seen { value, ..SEEN });
            assert_eq!(table.get(12345), Some(Seen { value, ..SEEN }));
        }
        assert_eq!(table.get(12346), None);
    }

    #[test]
    fn values_grow_stale_and_hints_stay() {
        let mut table = TranspositionTable::<1>::new(4);
        put(&table, 1, SEEN);
        assert_eq!(table.get(1), Some(SEEN));
        table.begin(true);
        assert_eq!(table.get(1), Some(Seen { fresh: false, ..SEEN }));
        table.begin(false);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn generations_that_wrap_around_forget_everything() {
        let mut table = TranspositionTable::<2>::new(4);
        for key in 0..16 {
            put(&table, key, SEEN);
        }
        for _ in 0..GENERATIONS {
            table.begin(true);
        }
        assert!((0..16).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn a_deeper_search_is_not_driven_out_by_a_shallow_one() {
        let table = TranspositionTable::<2>::new(1);
        put(&table, 1, SEEN);
        for key in 2..50 {
            put(&table, key, Seen { depth: 1, ..SEEN });
        }
        assert_eq!(table.get(1), Some(SEEN));
        assert!(table.get(49).is_some());
    }
}
