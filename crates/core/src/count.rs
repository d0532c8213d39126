//! How many distinct positions exist after each ply: the oracle for the rules.
//!
//! A position that has been won is counted but not played on. Of a position and its mirror image only the smaller is kept, in the bits of
//! [`Position`](crate::Position); positions of one ply only are held, so that memory is that of the widest ply: about 20 bytes for each pair of
//! mirror images on boards of up to 64 bits.

use crate::bits::{BitBoard, Wide, Word};
use crate::{Rules, Side, Variant};
use rustc_hash::FxHashSet;

/// The number of distinct positions after 0, 1, 2, … plies from the empty board, until no position can be played on.
///
/// Each number is worked out when it is asked for.
///
/// ```
/// use dropline_core::{Variant, count};
/// let first: Vec<u64> = count::positions(Variant::STANDARD).take(5).collect();
/// assert_eq!(first, [1, 7, 49, 238, 1120]);
///
/// let all: u64 = count::positions("4x4c4".parse()?).sum();
/// assert_eq!(all, 161_029);
/// # Ok::<(), dropline_core::VariantError>(())
/// ```
pub fn positions(variant: Variant) -> Box<dyn Iterator<Item = u64>> {
    match variant.bits() {
        0..=64 => Box::new(Plies::<u64>::new(variant)),
        65..=128 => Box::new(Plies::<u128>::new(variant)),
        _ => Box::new(Plies::<Wide>::new(variant)),
    }
}

struct Plies<W: Word> {
    variant: Variant,
    /// Keys of the positions of the last ply counted that can be played on; nothing before the first.
    open: Option<FxHashSet<W>>,
    mover: Side,
}

impl<W: Word> Plies<W> {
    fn new(variant: Variant) -> Plies<W> {
        Plies { variant, open: None, mover: Side::Red }
    }

    fn mirrored(&self, key: &W) -> W {
        key.reverse_fields(self.variant.columns(), self.variant.stride())
    }

    /// How many positions a set of keys stands for.
    fn weight(&self, keys: &FxHashSet<W>) -> u64 {
        keys.iter().map(|key| if self.mirrored(key) == *key { 1 } else { 2 }).sum()
    }

    /// The positions one drop after those of a set: those that go on, and those just won.
    fn successors(&self, parents: &FxHashSet<W>) -> (FxHashSet<W>, FxHashSet<W>) {
        let variant = self.variant;
        let (mut open, mut won) = (FxHashSet::default(), FxHashSet::default());
        for key in parents {
            let mut own = BitBoard::<W>::new(variant);
            let mut tops = Vec::with_capacity(variant.columns());
            for start in (0..variant.columns()).map(|column| column * variant.stride()) {
                let height = (0..=variant.levels()).rev().find(|&level| key.get(start + level)).unwrap_or(0);
                for bit in start..start + height {
                    if key.get(bit) == (self.mover == Side::Red) {
                        own.put(bit, self.mover);
                    }
                }
                if height < variant.levels() {
                    tops.push(start + height);
                }
            }
            for bit in tops {
                let mut child = key.clone();
                if self.mover == Side::Black {
                    child.clear(bit);
                }
                child.set(bit + 1);
                let child = self.mirrored(&child).min(child);
                let wins = variant.rules() == Rules::Connect && own.lines_through(variant, bit, self.mover) > 0;
                if wins {
                    won.insert(child)
                } else {
                    open.insert(child)
                };
            }
        }
        (open, won)
    }
}

impl<W: Word> Iterator for Plies<W> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let Some(parents) = &self.open else {
            let mut empty = W::zero(self.variant.bits());
            (0..self.variant.columns()).for_each(|column| empty.set(column * self.variant.stride()));
            self.open = Some([empty].into_iter().collect());
            return Some(1);
        };
        let (open, won) = self.successors(parents);
        let count = self.weight(&open) + self.weight(&won);
        self.open = Some(open);
        self.mover = self.mover.other();
        (count > 0).then_some(count)
    }
}
