//! The table of positions already looked at.
//!
//! An entry keeps the whole key, so it can never be mistaken for another position and stays true for ever: the table is used from one
//! search to the next without being cleared. It starts small, so that small searches stay in the processor's caches, and doubles as it
//! fills until it has the memory it may have; from then on, of the two places a position can go to, the one that cost less work is given up.

use super::mask::Mask;
use super::node::Key;
use std::marker::PhantomData;

/// How the words of a key are packed.
pub(crate) trait Packing: Send + 'static {
    type Mask: Mask;
    /// The packed key and one word more.
    type Slot: Slot;

    fn pack(words: &[Self::Mask; 2]) -> Self::Slot;
}

/// A packed key, and a last word for what is known.
pub(crate) trait Slot: Copy + Send {
    const EMPTY: Self;

    fn words(&self) -> &[u32];
    fn words_mut(&mut self) -> &mut [u32];
}

impl<const N: usize> Slot for [u32; N] {
    const EMPTY: Self = [0; N];

    #[inline(always)]
    fn words(&self) -> &[u32] {
        self
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u32] {
        self
    }
}

/// Boards whose two words need 48 bits each, 7×6 among them: 16 bytes a position.
#[derive(Debug)]
pub(crate) struct Short;

impl Packing for Short {
    type Mask = u64;
    type Slot = [u32; 4];

    #[inline(always)]
    fn pack(&[x, y]: &[u64; 2]) -> [u32; 4] {
        [x as u32, y as u32, (x >> 32) as u32 | ((y >> 32) as u32) << 16, 0]
    }
}

/// Boards of up to 64 bits: 20 bytes a position.
#[derive(Debug)]
pub(crate) struct Single;

impl Packing for Single {
    type Mask = u64;
    type Slot = [u32; 5];

    #[inline(always)]
    fn pack(&[x, y]: &[u64; 2]) -> [u32; 5] {
        [x as u32, y as u32, (x >> 32) as u32, (y >> 32) as u32, 0]
    }
}

/// Boards of up to 128 bits: 36 bytes a position.
#[derive(Debug)]
pub(crate) struct Double;

impl Packing for Double {
    type Mask = u128;
    type Slot = [u32; 9];

    #[inline(always)]
    fn pack(&[x, y]: &[u128; 2]) -> [u32; 9] {
        let ([x0, x1, x2, x3], [y0, y1, y2, y3]) = (x.quarters(), y.quarters());
        [x0, y0, x1, y1, x2, y2, x3, y3, 0]
    }
}

/// What is known of a position: bounds on the points still to come, the move to try first, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) hint: Hint,
    /// Its binary logarithm, at least 1.
    pub(crate) work: u32,
}

/// A move to try first, in the orientation of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hint(pub(crate) u32);

impl Hint {
    pub(crate) const NONE: Hint = Hint(63);
    pub(crate) const WAIT: Hint = Hint(62);
}

impl Known {
    /// 10 bits for each bound (a board of 128 bits has fewer than 512 lines), 6 for the move, 6 for the work.
    fn pack(self) -> u32 {
        (self.lower as u32 & 0x3ff) << 22
            | (self.upper as u32 & 0x3ff) << 12
            | self.hint.0.min(63) << 6
            | self.work.min(63)
    }

    fn unpack(word: u32) -> Known {
        let signed = |bits: u32| (bits as i32) << 22 >> 22;
        Known { lower: signed(word >> 22), upper: signed(word >> 12), hint: Hint(word >> 6 & 63), work: word & 63 }
    }
}

/// How many slots a position can go to.
const WAYS: usize = 2;

/// The slots a table starts with.
const START: usize = 1 << 13;

pub(crate) struct Table<P: Packing> {
    slots: Vec<P::Slot>,
    /// How many slots are in use now: a power of two.
    size: usize,
    filled: usize,
    packing: PhantomData<P>,
}

impl<P: Packing> Table<P> {
    /// A table of at most so many bytes, but at least one bucket.
    pub(crate) fn new(memory: usize) -> Table<P> {
        let most = (memory / size_of::<P::Slot>()).max(WAYS);
        let capacity = 1 << most.ilog2();
        // Zeroed memory comes from the system page by page, when it is first written.
        let slots = vec![P::Slot::EMPTY; capacity];
        Table { slots, size: START.min(capacity), filled: 0, packing: PhantomData }
    }

    /// The first slot of a packed key's bucket.
    #[inline(always)]
    fn bucket(&self, slot: &P::Slot) -> usize {
        hash(slot) & (self.size - 1) & !(WAYS - 1)
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: &Key<P::Mask>) -> Option<Known> {
        let wanted = P::pack(&key.words);
        let start = self.bucket(&wanted);
        let bucket = &self.slots[start..start + WAYS];
        bucket.iter().find(|slot| same(*slot, &wanted)).map(|slot| Known::unpack(info(slot)))
    }

    /// Keeps what is known of a position, in place of what was known of it before or of the position in its bucket that cost least.
    #[inline]
    pub(crate) fn put(&mut self, key: &Key<P::Mask>, known: Known) {
        let mut slot = P::pack(&key.words);
        let start = self.bucket(&slot);
        if let Some(last) = slot.words_mut().last_mut() {
            *last = known.pack();
        }
        let bucket = &mut self.slots[start..start + WAYS];
        let new = info(&bucket[WAYS - 1]) == 0;
        if same(&bucket[0], &slot) {
            bucket[0] = slot;
            return;
        }
        // The first place belongs to the greater work; the second takes what is left.
        if known.work >= work(&bucket[0]) {
            bucket[1] = bucket[0];
            bucket[0] = slot;
        } else {
            bucket[1] = slot;
        }
        if new {
            self.filled += 1;
            if 2 * self.filled > self.size && self.size < self.slots.len() {
                self.double();
            }
        }
    }

    /// Doubles the part in use: each bucket keeps the positions whose next bit is 0 and gives the others to its twin.
    fn double(&mut self) {
        let half = self.size;
        self.size *= 2;
        self.filled = 0;
        for start in (0..half).step_by(WAYS) {
            let mut places = [start, start + half];
            for i in start..start + WAYS {
                let slot = std::mem::replace(&mut self.slots[i], P::Slot::EMPTY);
                if info(&slot) == 0 {
                    continue;
                }
                let place = &mut places[usize::from(hash(&slot) & half != 0)];
                self.slots[*place] = slot;
                *place += 1;
            }
            self.filled += places[0] - start + places[1] - start - half;
        }
    }
}

#[inline(always)]
fn info<S: Slot>(slot: &S) -> u32 {
    slot.words()[slot.words().len() - 1]
}

#[inline(always)]
fn work<S: Slot>(slot: &S) -> u32 {
    info(slot) & 63
}

/// Whether two slots hold the same key, and the first holds anything at all.
#[inline(always)]
fn same<S: Slot>(slot: &S, other: &S) -> bool {
    let last = slot.words().len() - 1;
    slot.words()[..last] == other.words()[..last] && info(slot) != 0
}

/// Mixes a packed key; what is known of it takes no part.
#[inline(always)]
fn hash<S: Slot>(slot: &S) -> usize {
    let words = slot.words();
    let mut hash = 0u64;
    for pair in words[..words.len() - 1].chunks(2) {
        let word = u64::from(pair[0]) | u64::from(*pair.get(1).unwrap_or(&0)) << 32;
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    hash = (hash ^ hash >> 32).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (hash ^ hash >> 29) as usize
}
