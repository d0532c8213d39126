//! The compiled copies of the search: for any processor, and for those that count bits and shift by any distance in one instruction.
//!
//! The search is one always-inlined body. Each set of instructions wraps it in a function of its own that is compiled with that
//! set's features, so a portable binary carries both copies and picks one when a solver is made. Values and node counts are the same.

#![allow(unsafe_code)]

use super::exact::{At, ExactSearch};
use super::geometry::Shape;
use super::table::Packing;
use crate::budget::Budget;

/// A set of machine instructions the search is compiled for.
pub(crate) trait SearchCopy {
    /// Runs [`ExactSearch::body`] compiled for these instructions.
    ///
    /// # Safety
    /// The processor must have the instructions.
    unsafe fn search<P: Packing, S: Shape>(
        exact: &mut ExactSearch<P, S>,
        at: At<'_, P::Word>,
        beta: i32,
        budget: &mut Budget<'_>,
    ) -> i32;
}

macro_rules! search_copy {
    ($copy:ident $(, $features:literal)?) => {
        impl SearchCopy for $copy {
            $(#[target_feature(enable = $features)])?
            unsafe fn search<P: Packing, S: Shape>(
                exact: &mut ExactSearch<P, S>,
                at: At<'_, P::Word>,
                beta: i32,
                budget: &mut Budget<'_>,
            ) -> i32 {
                exact.body::<$copy>(at, beta, budget)
            }
        }
    };
}

/// Any processor.
#[derive(Debug)]
pub(crate) struct PlainCopy;
search_copy!(PlainCopy);

/// x86-64 processors since 2013 or so.
#[cfg(target_arch = "x86_64")]
#[derive(Debug)]
pub(crate) struct ModernCopy;
#[cfg(target_arch = "x86_64")]
search_copy!(ModernCopy, "avx2,bmi1,bmi2,lzcnt,popcnt");

#[cfg(target_arch = "x86_64")]
impl ModernCopy {
    /// Whether this processor has the instructions.
    pub(crate) fn is_available() -> bool {
        crate::solver::Simd::Avx2.is_available()
    }
}
