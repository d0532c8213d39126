//! Three words an entry, for keys of up to 128 bits.
//!
//! ```text
//! bucket of 128 bytes:  version | key low, key high, data | … four more entries
//! data: 63 generation 32 | 31 work 24 | 23 column 16 | 15 upper 8 | 7 lower 0
//! ```
//! The version is odd while a thread writes the bucket. A reader that finds it odd or changed sees a miss, a writer
//! that cannot take it drops its entry: nobody waits, and no half-written entry is ever believed.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::fence;

use super::{Proof, ProofTable, prefetch};
use crate::memory::TableMemory;
use crate::solver::CellSet;

const WAYS: usize = 5;
const BUCKET: usize = 16;
const BIAS: i32 = 128;

/// A table for keys of up to 128 bits. With `DEAD` a key has two words of a 64-bit board, see
/// [`ProofTable::MERGES_DEAD`].
pub(crate) struct WideTable<const DEAD: bool> {
    memory: TableMemory<AtomicU64>,
    /// Distance from a scrambled key to the bucket number.
    index: u32,
    generation: u64,
}

impl<const DEAD: bool> WideTable<DEAD> {
    /// A table of at most `bytes`, at least one bucket.
    pub(crate) fn new(bytes: usize) -> std::io::Result<Self> {
        let bits = (bytes / (BUCKET * 8)).max(2).ilog2();
        Ok(Self { memory: TableMemory::new(BUCKET << bits)?, index: 64 - bits, generation: 1 })
    }

    #[inline(always)]
    fn bucket(&self, key: u128) -> &[AtomicU64; BUCKET] {
        let first = (Self::digest(key) >> self.index) as usize * BUCKET;
        debug_assert!(first + BUCKET <= self.memory.len());
        // SAFETY: a digest shifted down to `bits` bits, times BUCKET; the memory holds BUCKET << bits words.
        unsafe { &*self.memory.as_ptr().add(first).cast() }
    }
}

#[inline(always)]
fn lower(data: u64) -> i32 {
    (data & 255) as i32 - BIAS
}
#[inline(always)]
fn upper(data: u64) -> i32 {
    (data >> 8 & 255) as i32 - BIAS
}

impl<const DEAD: bool> ProofTable for WideTable<DEAD> {
    type Key = u128;
    const MERGES_DEAD: bool = DEAD;

    #[inline(always)]
    fn key<W: CellSet>(first: W, second: W) -> u128 {
        if DEAD { first.wide() | second.wide() << 64 } else { first.wide() }
    }
    #[inline(always)]
    fn digest(key: u128) -> u64 {
        let (low, high) = (key as u64, (key >> 64) as u64);
        let mixed =
            (low ^ high.rotate_left(29).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) | 1
    }
    #[inline(always)]
    fn prefetch(&self, key: u128) {
        let bucket = self.bucket(key);
        prefetch(&bucket[0]);
        prefetch(&bucket[8]);
    }

    #[inline(always)]
    fn get(&self, key: u128) -> Option<Proof> {
        let bucket = self.bucket(key);
        let version = bucket[0].load(Acquire);
        for way in bucket[1..].chunks_exact(3) {
            if way[0].load(Relaxed) == key as u64 && way[1].load(Relaxed) == (key >> 64) as u64 {
                let data = way[2].load(Relaxed);
                if data >> 32 != self.generation {
                    continue;
                }
                fence(Acquire);
                if version & 1 != 0 || bucket[0].load(Relaxed) != version {
                    return None;
                }
                let column = (data >> 16 & 255) as u32;
                return Some(Proof { lower: lower(data), upper: upper(data), column });
            }
        }
        None
    }

    #[inline(always)]
    fn put(&self, key: u128, new: Proof, work: u32) {
        let bucket = self.bucket(key);
        let version = bucket[0].load(Relaxed);
        if version & 1 != 0 || bucket[0].compare_exchange(version, version + 1, Acquire, Relaxed).is_err() {
            return;
        }
        fence(Release);
        let rest = u64::from(new.column) << 16 | u64::from(work.min(255)) << 24 | self.generation << 32;
        let word = |lower: i32, upper: i32| (lower + BIAS) as u64 | ((upper + BIAS) as u64) << 8 | rest;
        let (mut victim, mut least, mut bounds) = (0, u64::MAX, (new.lower, new.upper));
        for (number, way) in bucket[1..].chunks_exact(3).enumerate() {
            let data = way[2].load(Relaxed);
            if data >> 32 == self.generation {
                if way[0].load(Relaxed) == key as u64 && way[1].load(Relaxed) == (key >> 64) as u64 {
                    bounds = (new.lower.max(lower(data)), new.upper.min(upper(data)));
                    victim = number;
                    break;
                }
                let value = 1 + (data >> 24 & 255);
                if value < least {
                    (victim, least) = (number, value);
                }
            } else if least != 0 {
                (victim, least) = (number, 0);
            }
        }
        debug_assert!(victim < WAYS);
        let way = &bucket[1 + 3 * victim..];
        way[0].store(key as u64, Relaxed);
        way[1].store((key >> 64) as u64, Relaxed);
        way[2].store(word(bounds.0, bounds.1), Relaxed);
        bucket[0].store(version + 2, Release);
    }

    fn renew(&mut self) {
        self.generation += 1;
        if self.generation >> 32 != 0 {
            self.generation = 1;
            for slot in self.memory.iter() {
                slot.store(0, Relaxed);
            }
        }
    }

    fn permille(&self) -> u32 {
        let buckets = (self.memory.len() / BUCKET).min(200);
        let held = (0..buckets * WAYS)
            .map(|i| self.memory[i / WAYS * BUCKET + 3 + i % WAYS * 3].load(Relaxed) >> 32)
            .filter(|&generation| generation == self.generation);
        (held.count() * 1000 / (buckets * WAYS)) as u32
    }
}
