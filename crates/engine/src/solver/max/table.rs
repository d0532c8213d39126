//! The table of positions already looked at.
//!
//! An entry keeps the whole key, so it can never be mistaken for another position and stays true for ever: the table is used from one
//! search to the next without being cleared. It starts small, so that small searches stay in the processor's caches, and doubles as it
//! fills until it has the memory it may have; from then on, of the two positions that share a place, the one that cost less work is given up.

use super::node::NodeKey;
use crate::budget::Budget;
use crate::memory::TableMemory;
use crate::solver::CellSet;
use std::marker::PhantomData;
use std::time::Duration;

/// How the words of a key are packed.
pub(crate) trait Packing: Send + 'static {
    type Word: CellSet;
    /// The packed key, an array of 32-bit words.
    type Packed: Copy + AsRef<[u32]>;
    /// How many words a position takes: the packed key and one more.
    const SLOT: usize = size_of::<Self::Packed>() / size_of::<u32>() + 1;

    fn pack(words: &[Self::Word; 2]) -> Self::Packed;
}

/// Boards whose two words need 48 bits each, 7×6 among them: 16 bytes a position.
#[derive(Debug)]
pub(crate) struct Short;

impl Packing for Short {
    type Word = u64;
    type Packed = [u32; 3];

    #[inline(always)]
    fn pack(&[x, y]: &[u64; 2]) -> [u32; 3] {
        [x as u32, y as u32, (x >> 32) as u32 | ((y >> 32) as u32) << 16]
    }
}

/// Boards of up to 64 bits: 20 bytes a position.
#[derive(Debug)]
pub(crate) struct Single;

impl Packing for Single {
    type Word = u64;
    type Packed = [u32; 4];

    #[inline(always)]
    fn pack(&[x, y]: &[u64; 2]) -> [u32; 4] {
        [x as u32, y as u32, (x >> 32) as u32, (y >> 32) as u32]
    }
}

/// Boards of up to 128 bits: 36 bytes a position.
#[derive(Debug)]
pub(crate) struct Double;

impl Packing for Double {
    type Word = u128;
    type Packed = [u32; 8];

    #[inline(always)]
    fn pack(&[x, y]: &[u128; 2]) -> [u32; 8] {
        let quarter = |word: u128, i: u32| (word >> (32 * i)) as u32;
        std::array::from_fn(|i| quarter(if i % 2 == 0 { x } else { y }, i as u32 / 2))
    }
}

/// What is known of a position, in 32 bits. The lowest six say what it is worth to keep, at least 1.
pub(crate) trait PackedEntry: Copy + Send {
    fn pack(self) -> u32;
    fn unpack(word: u32) -> Self;
}

/// What the exact search knows of a position: bounds on the points still to come, the move to try first, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProvenBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) hint: MoveHint,
    /// Its binary logarithm, at least 1.
    pub(crate) work: u32,
}

/// A move to try first, in the orientation of the key, in six bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveHint(pub(crate) u32);

impl MoveHint {
    pub(crate) const NONE: MoveHint = MoveHint(63);
    pub(crate) const WAIT: MoveHint = MoveHint(62);

    /// The hint for a column; the last two of 64 columns cannot be told, which costs no more than a hint.
    pub(crate) const fn column(column: usize) -> MoveHint {
        if column < 62 { MoveHint(column as u32) } else { MoveHint::NONE }
    }
}

impl PackedEntry for ProvenBounds {
    /// 10 bits for each bound (a board of 128 bits has fewer than 512 lines), 6 for the move, 6 for the work.
    fn pack(self) -> u32 {
        let [lower, upper] = [self.lower, self.upper].map(|bound| bound.clamp(-512, 511) as u32 & 0x3ff);
        lower << 22 | upper << 12 | self.hint.0 << 6 | self.work.min(63)
    }

    fn unpack(word: u32) -> ProvenBounds {
        let signed = |bits: u32| (bits as i32) << 22 >> 22;
        ProvenBounds {
            lower: signed(word >> 22),
            upper: signed(word >> 12),
            hint: MoveHint(word >> 6 & 63),
            work: word & 63,
        }
    }
}

/// How many slots a position can go to.
const WAYS: usize = 2;

/// The slots a table starts with.
const START: usize = 1 << 13;

/// Most of the time of a long search goes into waiting for the table.
pub(crate) struct GrowingTable<P: Packing, E> {
    memory: TableMemory<u32>,
    /// How many slots there is memory for: a power of two.
    capacity: usize,
    /// How many slots are in use now: a power of two.
    size: usize,
    filled: usize,
    packing: PhantomData<(P, E)>,
}

/// Where a position is kept, whatever the size of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TablePlace(usize);

impl<P: Packing, E: PackedEntry> GrowingTable<P, E> {
    /// A table of at most so many bytes, but at least one bucket. If the system has less memory, it is smaller.
    pub(crate) fn new(bytes: usize) -> std::io::Result<GrowingTable<P, E>> {
        let most = (bytes / (4 * P::SLOT)).max(WAYS);
        let mut capacity = 1 << most.ilog2();
        let memory = loop {
            match TableMemory::new(capacity * P::SLOT) {
                Ok(memory) => break memory,
                Err(error) if capacity == WAYS => return Err(error),
                Err(_) => capacity /= 2,
            }
        };
        Ok(GrowingTable { memory, capacity, size: START.min(capacity), filled: 0, packing: PhantomData })
    }

    /// Where a position is kept.
    #[inline(always)]
    pub(crate) fn place(key: &NodeKey<P::Word>) -> TablePlace {
        TablePlace(hash(P::pack(&key.words).as_ref()))
    }

    /// The range of words of a position's bucket.
    #[inline(always)]
    fn bucket(&self, TablePlace(hash): TablePlace) -> std::ops::Range<usize> {
        let start = (hash & (self.size - 1) & !(WAYS - 1)) * P::SLOT;
        start..start + WAYS * P::SLOT
    }

    /// Asks the processor to fetch a position's bucket soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, place: TablePlace) {
        self.memory.fetch(self.bucket(place).start);
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: &NodeKey<P::Word>, place: TablePlace) -> Option<E> {
        let wanted = P::pack(&key.words);
        let bucket = &self.memory[self.bucket(place)];
        let (one, two) = bucket.split_at(P::SLOT);
        let slot = if holds(one, wanted.as_ref()) {
            one
        } else if holds(two, wanted.as_ref()) {
            two
        } else {
            return None;
        };
        Some(E::unpack(slot[P::SLOT - 1]))
    }

    /// Keeps what is known of a position, in place of what was known of it before or of the position in its bucket that is worth least.
    #[inline]
    pub(crate) fn put(&mut self, key: &NodeKey<P::Word>, place: TablePlace, entry: E, budget: &Budget<'_>) {
        let packed = P::pack(&key.words);
        let info = entry.pack();
        let range = self.bucket(place);
        let bucket = &mut self.memory[range];
        let (one, two) = bucket.split_at_mut(P::SLOT);
        let new = two[P::SLOT - 1] == 0;
        // The first slot belongs to what is worth more; the second takes what is left.
        let again = holds(one, packed.as_ref());
        let slot = if again {
            one
        } else if worth(info) >= worth(one[P::SLOT - 1]) {
            two.copy_from_slice(one);
            one
        } else {
            two
        };
        slot[..P::SLOT - 1].copy_from_slice(packed.as_ref());
        slot[P::SLOT - 1] = info;
        if new && !again {
            self.filled += 1;
            self.make_room(budget);
        }
    }

    /// Doubles where more than half is filled, if there is memory and time for it. A search that begins asks for it too: one before may have filled
    /// every place when it had no time, and then nothing new is ever counted.
    #[inline]
    pub(crate) fn make_room(&mut self, budget: &Budget<'_>) {
        while 2 * self.filled > self.size && self.size < self.capacity && budget.has_time_for(self.doubling()) {
            self.double();
        }
    }

    /// How long it takes to double at the most: where the system gives memory in small pages, about so long for each byte.
    fn doubling(&self) -> Duration {
        Duration::from_nanos(2 * (2 * 4 * P::SLOT * self.size) as u64)
    }

    /// Doubles the part in use: each bucket keeps the positions whose next bit is 0 and gives the others to its twin.
    fn double(&mut self) {
        let half = self.size;
        self.size *= 2;
        self.filled = 0;
        let words = &mut *self.memory;
        for start in (0..half).step_by(WAYS) {
            let mut places = [start, start + half];
            for i in start..start + WAYS {
                let slot = i * P::SLOT..(i + 1) * P::SLOT;
                let last = slot.end - 1;
                if words[last] == 0 {
                    continue;
                }
                let place = &mut places[usize::from(hash(&words[slot.start..last]) & half != 0)];
                if *place != i {
                    words.copy_within(slot, *place * P::SLOT);
                    words[last] = 0;
                }
                *place += 1;
            }
            self.filled += places[0] - start + places[1] - start - half;
        }
    }
}

/// What the last word of a slot is worth to keep.
#[inline(always)]
const fn worth(info: u32) -> u32 {
    info & 63
}

/// Whether a slot holds this packed key.
#[inline(always)]
fn holds(slot: &[u32], packed: &[u32]) -> bool {
    let last = slot.len() - 1;
    slot[..last] == *packed && slot[last] != 0
}

/// Mixes a packed key.
#[inline(always)]
fn hash(packed: &[u32]) -> usize {
    let mut hash = 0u64;
    for pair in packed.chunks(2) {
        let word = u64::from(pair[0]) | u64::from(*pair.get(1).unwrap_or(&0)) << 32;
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    hash = (hash ^ hash >> 32).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (hash ^ hash >> 29) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Think};

    type Table = GrowingTable<Short, ProvenBounds>;

    /// Puts so many positions into a table, by a search that may take so long.
    fn fill(table: &mut Table, positions: std::ops::Range<u64>, time: Option<Duration>) {
        let think = Think { limits: Limits { time, ..Limits::default() }, ..Think::default() };
        let budget = Budget::new(&think, 1);
        table.make_room(&budget);
        for position in positions {
            let key = NodeKey { words: [position, position * 7], mirrored: false };
            let entry = ProvenBounds { lower: -1, upper: 1, hint: MoveHint(0), work: 1 };
            table.put(&key, Table::place(&key), entry, &budget);
            assert!(table.get(&key, Table::place(&key)).is_some());
        }
    }

    /// How many slots are in use after many positions, by a search that may take so long.
    fn slots_after(time: Option<Duration>) -> usize {
        let mut table = Table::new(1 << 20).unwrap();
        fill(&mut table, 0..START as u64, time);
        table.size
    }

    /// Only a position that found an empty place let it grow, and there was none any more.
    #[test]
    fn a_table_that_was_full_when_there_was_no_time_doubles_later() {
        let mut table = Table::new(1 << 20).unwrap();
        fill(&mut table, 0..100 * START as u64, Some(Duration::ZERO));
        assert_eq!((table.size, table.filled), (START, START));
        fill(&mut table, 0..1, None);
        assert_eq!((table.size, table.filled), (2 * START, START));
        fill(&mut table, 0..100 * START as u64, None);
        assert_eq!(table.size, table.capacity);
    }

    #[test]
    fn a_table_does_not_double_when_the_time_is_nearly_over() {
        assert!(slots_after(None) > START);
        assert!(slots_after(Some(Duration::from_secs(3600))) > START);
        assert_eq!(slots_after(Some(Duration::ZERO)), START);
    }
}
