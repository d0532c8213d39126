//! A table of positions seen.
//!
//! An entry is kept until another position takes its place; its value counts only within the pass of the search that stored it, its
//! best column always as a hint for what to try first. Values are those at the position's own depth: in one pass every position
//! has one depth, because every drop adds a checker.

/// Positions by their key.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    pass: u16,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    value: i32,
    best: u16,
    /// Pass × 4 + bound; 0 for an entry never used.
    tag: u16,
}

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtMost = 0,
    Exact = 1,
    AtLeast = 2,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The value, if it was stored in this pass.
    pub(crate) value: Option<(i32, Bound)>,
    /// The column that was best.
    pub(crate) best: usize,
}

const LAST_PASS: u16 = u16::MAX / 4;

impl Table {
    /// A table for a board with so many cells: small boards need no large one.
    pub(crate) fn for_cells(cells: usize) -> Table {
        Table { entries: vec![Entry::default(); 1 << cells.clamp(4, 20)], pass: 0 }
    }

    /// Begins a new pass: values stored so far no longer count.
    pub(crate) fn next_pass(&mut self) {
        if self.pass == LAST_PASS {
            self.entries.fill(Entry::default());
            self.pass = 0;
        }
        self.pass += 1;
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Seen> {
        let entry = &self.entries[self.place(key)];
        if entry.key != key || entry.tag == 0 {
            return None;
        }
        let bound = match entry.tag % 4 {
            0 => Bound::AtMost,
            1 => Bound::Exact,
            _ => Bound::AtLeast,
        };
        let value = (entry.tag / 4 == self.pass).then_some((entry.value, bound));
        Some(Seen { value, best: entry.best.into() })
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: i32, bound: Bound, best: usize) {
        let place = self.place(key);
        self.entries[place] = Entry { key, value, best: best as u16, tag: self.pass * 4 + bound as u16 };
    }

    /// The high bits of a product spread keys that differ in few bits.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.entries.len().trailing_zeros())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_with_their_pass_and_hints_stay() {
        let mut table = Table::for_cells(4);
        table.next_pass();
        table.put(7, -5, Bound::AtLeast, 3);
        assert_eq!(table.get(7).unwrap().value, Some((-5, Bound::AtLeast)));
        assert!(table.get(8).is_none());
        table.next_pass();
        let seen = table.get(7).unwrap();
        assert_eq!((seen.value, seen.best), (None, 3));
    }

    #[test]
    fn passes_that_wrap_around_forget_everything() {
        let mut table = Table::for_cells(4);
        table.next_pass();
        table.put(7, 1, Bound::Exact, 0);
        for _ in 0..LAST_PASS {
            table.next_pass();
        }
        assert!(table.get(7).is_none());
    }
}
