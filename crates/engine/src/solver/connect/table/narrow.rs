//! One 64-bit word an entry.
//!
//! ```text
//! 63   58 57   52 51    48 47  43 42                          0
//! | lower | upper | column | work | tag … | … generation      |
//! ```
//! The key times an odd constant, modulo 2^key bits, is a bijection: its top bits choose the bucket, all others are
//! the tag. What the tag leaves of the low 43 bits counts generations, at least 3 bits of it.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::marks::Marks;
use super::{Proof, ProofTable, prefetch};
use crate::memory::TableMemory;
use crate::solver::CellSet;

const WAYS: usize = 4;
const PAYLOAD: u32 = 21;
const LOW: u32 = 64 - PAYLOAD;
const BIAS: i32 = 32;
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const MOST_WORK: u32 = 31;

/// A table for boards of at most 64 bits. It reads entries only where its marks say so if it is `MARKED`, for machines that cannot be asked to fetch them
/// ahead; answers are the same.
pub(crate) struct NarrowTable<const MARKED: bool> {
    memory: TableMemory<AtomicU64>,
    /// A mark for each entry of this generation.
    marks: Marks,
    /// Bits of a key above the board, shifted out to multiply modulo 2^key bits.
    spare: u32,
    /// Distance from the scrambled key to the bucket number.
    index: u32,
    tag_mask: u64,
    generation_bits: u32,
    generation: u64,
}

impl<const MARKED: bool> NarrowTable<MARKED> {
    /// A table of at most `bytes` for keys of `key_bits`, or `None` where an entry has no room for them.
    pub(crate) fn new(bytes: usize, key_bits: u32) -> Option<std::io::Result<Self>> {
        let buckets = (bytes / (WAYS * 8)).checked_ilog2()?;
        let buckets = buckets.min(key_bits.checked_sub(1)?);
        let tag = key_bits - buckets;
        if key_bits > 64 || buckets == 0 || tag + 3 > LOW {
            return None;
        }
        let memory = TableMemory::new(WAYS << buckets);
        let marks = Marks::new(if MARKED { 1 << buckets } else { 0 });
        Some(memory.and_then(|memory| {
            Ok(Self {
                memory,
                marks: marks?,
                spare: 64 - key_bits,
                index: tag,
                tag_mask: (1 << tag) - 1,
                generation_bits: (LOW - tag).min(16),
                generation: 1,
            })
        }))
    }

    /// The bucket's first entry and the low part an entry of this key has.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        let scrambled = (key.wrapping_mul(MULTIPLIER) << self.spare) >> self.spare;
        let first = (scrambled >> self.index) as usize * WAYS;
        (first, (scrambled & self.tag_mask) << self.generation_bits | self.generation)
    }

    /// The mark of an entry with this low part: the bits next to those that choose the bucket, which are mixed best.
    #[inline(always)]
    fn mark(&self, low: u64) -> u16 {
        Marks::of(low >> (self.generation_bits + self.index).saturating_sub(4))
    }

    /// Entries of the bucket that starts at `first`.
    #[inline(always)]
    fn bucket(&self, first: usize) -> &[AtomicU64; WAYS] {
        debug_assert!(first + WAYS <= self.memory.len());
        // SAFETY: `place` is the only source of `first`: a number of at most `buckets` bits times WAYS, and the
        // memory holds WAYS << buckets words.
        unsafe { &*self.memory.as_ptr().add(first).cast() }
    }
}

#[inline(always)]
fn proof(entry: u64) -> Proof {
    let column = match (entry >> 48 & 15) as u32 {
        15 => Proof::NO_COLUMN,
        column => column,
    };
    Proof { lower: lower(entry), upper: upper(entry), column }
}
#[inline(always)]
fn lower(entry: u64) -> i32 {
    (entry >> 58) as i32 - BIAS
}
#[inline(always)]
fn upper(entry: u64) -> i32 {
    (entry >> 52 & 63) as i32 - BIAS
}

impl<const MARKED: bool> ProofTable for NarrowTable<MARKED> {
    type Key = u64;
    const MERGES_DEAD: bool = false;

    #[inline(always)]
    fn key<W: CellSet>(first: W, _second: W) -> u64 {
        first.low()
    }
    #[inline(always)]
    fn digest(key: u64) -> u64 {
        key | 1 << 63
    }
    #[inline(always)]
    fn prefetch(&self, key: u64) {
        if MARKED {
            return;
        }
        prefetch(self.bucket(self.place(key).0));
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<Proof> {
        let (first, low) = self.place(key);
        let bucket = self.bucket(first);
        if MARKED {
            let ways = self.marks.ways(first / WAYS, self.mark(low));
            let mut entries = ways.map(|way| bucket[way].load(Relaxed));
            return entries.find(|entry| (entry ^ low) << PAYLOAD == 0).map(proof);
        }
        for slot in bucket {
            let entry = slot.load(Relaxed);
            if (entry ^ low) << PAYLOAD == 0 {
                return Some(proof(entry));
            }
        }
        None
    }

    #[inline(always)]
    fn put(&self, key: u64, new: Proof, work: u32) {
        let (first, low) = self.place(key);
        let bucket = self.bucket(first);
        let rest = u64::from(new.column.min(15)) << 48 | u64::from(work.min(MOST_WORK)) << 43 | low;
        let word = |lower: i32, upper: i32| ((lower + BIAS) as u64) << 58 | ((upper + BIAS) as u64) << 52 | rest;
        let (number, mark) = (first / WAYS, self.mark(low));
        if MARKED {
            for way in self.marks.ways(number, mark) {
                let entry = bucket[way].load(Relaxed);
                if (entry ^ low) << PAYLOAD == 0 {
                    bucket[way].store(word(new.lower.max(lower(entry)), new.upper.min(upper(entry))), Relaxed);
                    return;
                }
            }
            if let Some(vacant) = self.marks.vacant(number) {
                self.marks.set(number, vacant, mark);
                bucket[vacant].store(word(new.lower, new.upper), Relaxed);
                return;
            }
        }
        let generations = (1 << self.generation_bits) - 1;
        let (mut victim, mut least) = (0, u64::MAX);
        for (way, slot) in bucket.iter().enumerate() {
            let entry = slot.load(Relaxed);
            if (entry ^ low) << PAYLOAD == 0 {
                slot.store(word(new.lower.max(lower(entry)), new.upper.min(upper(entry))), Relaxed);
                return;
            }
            let value = if entry & generations == self.generation { 1 + (entry >> 43 & 31) } else { 0 };
            if value < least {
                (victim, least) = (way, value);
            }
        }
        if MARKED {
            self.marks.set(number, victim, mark);
        }
        bucket[victim].store(word(new.lower, new.upper), Relaxed);
    }

    fn renew(&mut self) {
        self.marks.clear();
        self.generation += 1;
        if self.generation >> self.generation_bits != 0 {
            self.generation = 1;
            for slot in self.memory.iter() {
                slot.store(0, Relaxed);
            }
        }
    }

    fn permille(&self) -> u32 {
        let generations = (1 << self.generation_bits) - 1;
        let sample = &self.memory[..self.memory.len().min(1000)];
        let held = sample.iter().filter(|slot| slot.load(Relaxed) & generations == self.generation);
        (held.count() * 1000 / sample.len()) as u32
    }
}
