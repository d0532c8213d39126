//! The words that bit boards are made of.
//!
//! A board with its sentinel row fits one `u64` up to 64 bits (7×6 has 49), a `u128` up to 128, and a [`Wide`] word beyond. Code
//! that is hot is written once over [`Word`] and compiled for each; `u64` and `u128` cost what hand-written shifts cost, `Wide`
//! pays an allocation for each new word and is worth it only where a board needs it.

use std::fmt;
use std::hash::Hash;

/// A fixed number of bits with the few operations bit boards need.
///
/// Bit indices beyond the size given to [`Word::zero`] must not be set; reading them is safe only for `u64` and `u128` below their
/// own width and for `Wide` below its own size.
pub trait Word: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// A word of at least `bits` bits, none of them set.
    #[must_use]
    fn zero(bits: usize) -> Self;
    /// Whether bit `index` is set.
    #[must_use]
    fn get(&self, index: usize) -> bool;
    /// Sets bit `index`.
    fn set(&mut self, index: usize);
    /// Clears bit `index`.
    fn clear(&mut self, index: usize);
    /// How many bits are set.
    #[must_use]
    fn count_ones(&self) -> u32;
    /// Whether no bit is set.
    #[must_use]
    fn is_zero(&self) -> bool;
    /// The word as little-endian 64-bit limbs.
    fn limbs(&self) -> impl Iterator<Item = u64> + '_;
    /// `self & (self >> n)`.
    #[must_use]
    fn and_shr(&self, n: usize) -> Self;
    /// `self | (self << n)`.
    #[must_use]
    fn or_shl(&self, n: usize) -> Self;
    /// `self | other`.
    #[must_use]
    fn or(&self, other: &Self) -> Self;
    /// The lowest set bit, if any.
    #[must_use]
    fn lowest(&self) -> Option<usize>;
    /// The word with its lowest `count` fields of `width` bits each in reverse order: a bit board in the mirror.
    #[must_use]
    fn reverse_fields(&self, count: usize, width: usize) -> Self;
}

macro_rules! primitive_word {
    ($word:ty) => {
        impl Word for $word {
            #[inline]
            fn zero(_bits: usize) -> $word {
                0
            }
            #[inline]
            fn get(&self, index: usize) -> bool {
                self >> index & 1 != 0
            }
            #[inline]
            fn set(&mut self, index: usize) {
                *self |= 1 << index;
            }
            #[inline]
            fn clear(&mut self, index: usize) {
                *self &= !(1 << index);
            }
            #[inline]
            fn count_ones(&self) -> u32 {
                <$word>::count_ones(*self)
            }
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }
            fn limbs(&self) -> impl Iterator<Item = u64> + '_ {
                (0..<$word>::BITS / 64).map(move |limb| (self >> (64 * limb)) as u64)
            }
            #[inline]
            fn and_shr(&self, n: usize) -> $word {
                self & self.checked_shr(n as u32).unwrap_or(0)
            }
            #[inline]
            fn or_shl(&self, n: usize) -> $word {
                self | self.checked_shl(n as u32).unwrap_or(0)
            }
            #[inline]
            fn or(&self, other: &$word) -> $word {
                self | other
            }
            #[inline]
            fn lowest(&self) -> Option<usize> {
                (*self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn reverse_fields(&self, count: usize, width: usize) -> $word {
                let field = <$word>::MAX >> (<$word>::BITS as usize - width);
                (0..count).fold(0, |reversed, i| reversed << width | self >> (i * width) & field)
            }
        }
    };
}

primitive_word!(u64);
primitive_word!(u128);

/// As many bits as a board needs, for boards beyond 128 bits. Ordered by the highest differing bit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Wide(Box<[u64]>);

impl Wide {
    /// Limb `index` of `self << n`.
    fn shl_limb(&self, n: usize, index: usize) -> u64 {
        let (limbs, bits) = (n / 64, n % 64);
        let limb = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        let high = limb(index.checked_sub(limbs));
        if bits == 0 { high } else { high << bits | limb(index.checked_sub(limbs + 1)) >> (64 - bits) }
    }

    /// Limb `index` of `self >> n`.
    fn shr_limb(&self, n: usize, index: usize) -> u64 {
        let (limbs, bits) = (n / 64, n % 64);
        let limb = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let low = limb(index + limbs);
        if bits == 0 { low } else { low >> bits | limb(index + limbs + 1) << (64 - bits) }
    }
}

impl Word for Wide {
    fn zero(bits: usize) -> Wide {
        Wide(vec![0; bits.div_ceil(64)].into())
    }
    #[inline]
    fn get(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }
    #[inline]
    fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }
    #[inline]
    fn clear(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }
    fn count_ones(&self) -> u32 {
        self.0.iter().map(Word::count_ones).sum()
    }
    fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }
    fn limbs(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }
    fn and_shr(&self, n: usize) -> Wide {
        Wide(self.0.iter().enumerate().map(|(i, limb)| limb & self.shr_limb(n, i)).collect())
    }
    fn or_shl(&self, n: usize) -> Wide {
        Wide(self.0.iter().enumerate().map(|(i, limb)| limb | self.shl_limb(n, i)).collect())
    }
    fn or(&self, other: &Wide) -> Wide {
        Wide(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }
    fn lowest(&self) -> Option<usize> {
        let limb = self.0.iter().position(|&limb| limb != 0)?;
        Some(64 * limb + self.0[limb].trailing_zeros() as usize)
    }
    fn reverse_fields(&self, count: usize, width: usize) -> Wide {
        let mut reversed = Wide(vec![0; self.0.len()].into());
        for bit in (0..count * width).filter(|&bit| self.get(bit)) {
            reversed.set((count - 1 - bit / width) * width + bit % width);
        }
        reversed
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(value: u128) -> Wide {
        Wide(Box::new([value as u64, (value >> 64) as u64]))
    }

    proptest! {
        #[test]
        fn wide_agrees_with_u128(value: u128, other: u128, n in 0usize..140, index in 0usize..128) {
            prop_assert_eq!(wide(value).and_shr(n), wide(value.and_shr(n)));
            prop_assert_eq!(wide(value).or_shl(n), wide(value.or_shl(n)));
            prop_assert_eq!(wide(value).or(&wide(other)), wide(value | other));
            prop_assert_eq!(wide(value).cmp(&wide(other)), value.cmp(&other));
            prop_assert_eq!(wide(value).get(index), Word::get(&value, index));
            prop_assert_eq!(Word::count_ones(&wide(value)), value.count_ones());
            prop_assert_eq!(wide(value).lowest(), value.lowest());
            prop_assert!(wide(value).limbs().eq(value.limbs()));
        }

        #[test]
        fn wide_fields_reverse_as_in_u128(value: u128, width in 1usize..40) {
            let count = 128 / width - 1;
            let value = value & (u128::MAX >> (128 - count * width));
            prop_assert_eq!(wide(value).reverse_fields(count, width), wide(value.reverse_fields(count, width)));
            prop_assert_eq!(value.reverse_fields(count, width).reverse_fields(count, width), value);
        }
    }
}
