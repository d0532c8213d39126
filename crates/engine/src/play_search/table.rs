//! Positions seen, shared by all threads of a search.
//!
//! An entry is two words, the key mixed with the data and the data: an entry torn by two threads fits neither key and is not found, so no
//! lock is needed. Keys have 64 bits; up to 64 bits of board they tell all positions apart, beyond that two positions share one with a
//! chance of 2^-64. Two entries share a place: one keeps the deeper search, the other the latest.

use super::PROVEN;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions by their key.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Box<[Entry]>,
    generation: u64,
    /// Entries of earlier generations are not found.
    fresh_only: bool,
}

#[derive(Debug, Default)]
struct Entry {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtMost = 1,
    Exact = 2,
    AtLeast = 3,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The value, wins and losses counted from this position.
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// Plies looked ahead.
    pub(super) depth: u32,
    pub(super) best: usize,
}

/// From the low end: best column 12, bound 2, depth 9, generation 9, value 32 bits.
const DEPTH: u32 = 14;
const GENERATION: u32 = 23;
const VALUE: u32 = 32;
const MOST_DEPTH: u32 = (1 << 9) - 1;
const GENERATIONS: u64 = 1 << 9;

impl Table {
    /// A table with room for 2^`bits` positions.
    pub(crate) fn new(bits: u32) -> Table {
        Table { entries: (0..1 << bits.max(1)).map(|_| Entry::default()).collect(), generation: 1, fresh_only: false }
    }

    /// Begins another search. What was seen before counts only if `keep` is set.
    pub(crate) fn begin(&mut self, keep: bool) {
        self.fresh_only = !keep;
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            self.entries.fill_with(Entry::default);
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let bits = self.entries.len().trailing_zeros();
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize & !1
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Seen> {
        let place = self.place(key);
        let data = self.entries[place..place + 2].iter().find_map(|entry| entry.read(key))?;
        if self.fresh_only && data >> GENERATION & (GENERATIONS - 1) != self.generation {
            return None;
        }
        let bound = match data >> 12 & 3 {
            1 => Bound::AtMost,
            2 => Bound::Exact,
            _ => Bound::AtLeast,
        };
        let depth = (data >> DEPTH) as u32 & MOST_DEPTH;
        Some(Seen { value: (data >> VALUE) as i32, bound, depth, best: (data & 0xFFF) as usize })
    }

    #[inline]
    pub(super) fn put(&self, key: u64, seen: Seen) {
        let data = u64::from(seen.value as u32) << VALUE
            | self.generation << GENERATION
            | u64::from(seen.depth.min(MOST_DEPTH)) << DEPTH
            | (seen.bound as u64) << 12
            | seen.best as u64;
        let place = self.place(key);
        let deeper = &self.entries[place];
        let latest = &self.entries[place + 1];
        let old = deeper.data.load(Relaxed);
        let aged = old >> GENERATION & (GENERATIONS - 1) != self.generation;
        let keep = !aged && (old >> DEPTH) as u32 & MOST_DEPTH > seen.depth && deeper.read(key).is_none();
        let entry = if keep { latest } else { deeper };
        entry.mixed.store(key ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }
}

impl Entry {
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (data != 0 && self.mixed.load(Relaxed) ^ data == key).then_some(data)
    }
}

impl Seen {
    /// The value if it settles a search of so many plies within these bounds.
    #[inline]
    pub(super) fn settles(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        // What is proven is true at any depth: a win is at least that good, a loss at most.
        let deep = self.depth >= depth;
        let settled = match self.bound {
            Bound::Exact => deep || self.value.abs() > PROVEN,
            Bound::AtLeast => self.value >= beta && (deep || self.value > PROVEN),
            Bound::AtMost => self.value <= alpha && (deep || self.value < -PROVEN),
        };
        settled.then_some(self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Seen = Seen { value: -77, bound: Bound::AtMost, depth: 9, best: 4095 };

    #[test]
    fn what_was_put_is_found_under_its_key_alone() {
        let table = Table::new(4);
        table.put(12345, SEEN);
        assert_eq!(table.get(12345), Some(SEEN));
        assert_eq!(table.get(12346), None);
    }

    #[test]
    fn earlier_searches_count_only_if_asked() {
        let mut table = Table::new(4);
        table.put(1, SEEN);
        table.begin(true);
        assert_eq!(table.get(1), Some(SEEN));
        table.begin(false);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn generations_that_wrap_around_forget_everything() {
        let mut table = Table::new(4);
        for key in 0..16 {
            table.put(key, SEEN);
        }
        for _ in 0..GENERATIONS {
            table.begin(true);
        }
        assert!((0..16).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn a_deeper_search_is_not_driven_out_by_a_shallow_one() {
        let table = Table::new(1);
        table.put(1, SEEN);
        for key in 2..50 {
            table.put(key, Seen { depth: 1, ..SEEN });
        }
        assert_eq!(table.get(1), Some(SEEN));
        assert!(table.get(49).is_some());
    }

    #[test]
    fn proven_values_settle_at_any_depth_and_guesses_only_at_theirs() {
        let guess = Seen { value: 50, bound: Bound::AtLeast, depth: 4, best: 0 };
        assert_eq!(guess.settles(4, 0, 50), Some(50));
        assert_eq!(guess.settles(5, 0, 50), None);
        assert_eq!(guess.settles(4, 0, 51), None);
        let win = Seen { value: PROVEN + 3, ..guess };
        assert_eq!(win.settles(40, 0, 50), Some(PROVEN + 3));
        let at_most = Seen { value: PROVEN + 3, bound: Bound::AtMost, depth: 4, best: 0 };
        assert_eq!(at_most.settles(40, PROVEN + 5, PROVEN + 6), None);
    }
}
