//! Choosing the word and the packing that a board size needs, once.

use super::MaxSolveError;
use super::geometry::{Fixed, Free, Geometry, Shape};
use super::table::{Double, Packing, Short, Single};
use dropline_core::{Rules, Variant};

/// The most bits, sentinels included, that a board may have to be solved.
pub const MAX_BITS: usize = 128;

/// Something to be done for a board of any size.
pub(crate) trait ForSize {
    type Output;

    fn run<P: Packing, S: Shape>(self, geometry: Geometry<P::Mask, S>) -> Self::Output;
}

/// Does something for the size and N of a variant.
pub(crate) fn for_size<F: ForSize>(variant: Variant, run: F) -> Result<F::Output, MaxSolveError> {
    if variant.rules() != Rules::Max {
        return Err(MaxSolveError::NotMax { variant });
    }
    let (bits, columns) = (variant.bits(), variant.columns());
    // The last sentinel is in no key, unless it is the first one too.
    let short = bits <= 48 || (bits == 49 && columns > 1);
    let standard = variant.levels() == 6 && variant.connect() == 4 && columns >= 4;
    let free = Free::new(variant);
    match bits {
        _ if short && standard => Ok(run.run::<Short, _>(Geometry::new(variant, Fixed::<7, 4>))),
        _ if short => Ok(run.run::<Short, _>(Geometry::new(variant, free))),
        ..=64 => Ok(run.run::<Single, _>(Geometry::new(variant, free))),
        65..=MAX_BITS => Ok(run.run::<Double, _>(Geometry::new(variant, free))),
        _ => Err(MaxSolveError::TooLarge { variant, bits }),
    }
}
