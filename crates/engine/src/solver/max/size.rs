//! Choosing the word and the packing that a board size needs, once.

use super::geometry::{AnyShape, FixedShape, LineGeometry, Shape};
use super::table::{Double, Packing, Short, Single};
use crate::solver::{MAX_BITS, SolveError, too_large};
use dropline_core::{Rules, Variant};

/// Something to be done for a board of any size.
pub(crate) trait ForSize {
    type Output;

    fn run<P: Packing, S: Shape>(self, geometry: LineGeometry<P::Word, S>) -> Self::Output;
}

/// Does something for the size and N of a variant.
pub(crate) fn for_size<F: ForSize>(variant: Variant, run: F) -> Result<F::Output, SolveError> {
    if variant.rules() != Rules::Max {
        return Err(SolveError::NotMax(variant));
    }
    let (bits, columns) = (variant.bits(), variant.columns());
    // The last sentinel is in no key, unless it is the first one too.
    let short = bits <= 48 || (bits == 49 && columns > 1);
    let standard = variant.levels() == 6 && variant.connect() == 4 && columns >= 4;
    let free = AnyShape::new(variant);
    match bits {
        _ if short && standard => Ok(run.run::<Short, _>(LineGeometry::new(variant, FixedShape::<7, 4>))),
        _ if short => Ok(run.run::<Short, _>(LineGeometry::new(variant, free))),
        ..=64 => Ok(run.run::<Single, _>(LineGeometry::new(variant, free))),
        65..=MAX_BITS => Ok(run.run::<Double, _>(LineGeometry::new(variant, free))),
        _ => Err(too_large(variant)),
    }
}
