//! Four bits for each entry of a table with four ways, small enough to stay near the processor.
//!
//! WebAssembly cannot ask for memory ahead, and a table is too large for the nearest cache: whoever looks for a position that is not there waits as long as one
//! who finds it. Marks tell nearly all of those at once, and where there is room, so that writing needs no look either. One word a bucket, the first way lowest:
//!
//! ```text
//! 15        12 11         8 7          4 3          0
//! | fourth way | third way  | second way | first way |      0: nothing of this generation
//! ```

use crate::memory::TableMemory;
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

const BITS: u32 = 4;
/// One in each way.
const EACH: u16 = 0x1111;

/// The marks of all buckets.
pub(super) struct Marks(TableMemory<AtomicU16>);

impl Marks {
    /// Marks for so many buckets, all vacant.
    pub(super) fn new(buckets: usize) -> std::io::Result<Self> {
        TableMemory::new(buckets).map(Self)
    }

    /// The mark of an entry with these low bits.
    #[inline(always)]
    pub(super) fn of(bits: u64) -> u16 {
        (bits as u16 & 15).max(1)
    }

    #[inline(always)]
    fn bucket(&self, number: usize) -> &AtomicU16 {
        &self.0[number]
    }

    /// The ways of a bucket that may hold an entry with this mark: all that do, and rarely another.
    #[inline(always)]
    pub(super) fn ways(&self, number: usize, mark: u16) -> impl Iterator<Item = usize> + use<> {
        let differing = self.bucket(number).load(Relaxed) ^ (mark * EACH);
        // The highest bit of a way is set where nothing differs, or perhaps where the way below borrowed.
        let mut equal = differing.wrapping_sub(EACH) & !differing & (EACH << (BITS - 1));
        std::iter::from_fn(move || {
            let way = equal.trailing_zeros() / BITS;
            let found = equal != 0;
            equal &= equal.wrapping_sub(1);
            found.then_some(way as usize & 3)
        })
    }

    /// The first way without a mark: marks are set from the first way on.
    #[inline(always)]
    pub(super) fn vacant(&self, number: usize) -> Option<usize> {
        let marks = self.bucket(number).load(Relaxed);
        let used = (u16::BITS - marks.leading_zeros()).div_ceil(BITS);
        (used < u16::BITS / BITS).then_some(used as usize & 3)
    }

    /// Marks a way.
    #[inline(always)]
    pub(super) fn set(&self, number: usize, way: usize, mark: u16) {
        let shift = way as u32 * BITS;
        let others = self.bucket(number).load(Relaxed) & !(15 << shift);
        self.bucket(number).store(others | mark << shift, Relaxed);
    }

    /// Takes all marks away.
    pub(super) fn clear(&mut self) {
        for bucket in self.0.iter_mut() {
            *bucket.get_mut() = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NarrowTable, Proof, ProofTable};

    /// Marks save looks at the table and change nothing else, whether buckets are full, generations run out or marks collide.
    #[test]
    fn a_table_with_marks_answers_as_one_without() {
        let (bytes, key_bits) = (1 << 9, 44);
        let mut with = NarrowTable::<true>::new(bytes, key_bits).unwrap().unwrap();
        let mut without = NarrowTable::<false>::new(bytes, key_bits).unwrap().unwrap();
        let mut random = 1u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let (mut hits, mut misses) = (0, 0);
        for _ in 0..200 {
            for _ in 0..next(400) {
                let key = next(150) * 0x0123_4567_89AB % (1 << key_bits);
                let (lower, upper) = (-(next(20) as i32), next(20) as i32);
                let proof = Proof { lower, upper, column: next(7) as u32 };
                let work = next(10) as u32;
                with.put(key, proof, work);
                without.put(key, proof, work);
                let asked = next(150) * 0x0123_4567_89AB % (1 << key_bits);
                let found = without.get(asked);
                assert_eq!(with.get(asked), found);
                *if found.is_some() { &mut hits } else { &mut misses } += 1;
            }
            assert_eq!(with.permille(), without.permille());
            with.renew();
            without.renew();
        }
        assert!(hits > 1000 && misses > 1000, "{hits} hits, {misses} misses");
    }
}
