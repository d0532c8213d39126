//! Rules put wrong on purpose, for tests only.
//!
//! `mutant!(Name, wrong, right)` is `right` in every build but the unit tests'. There a test can switch one mutant on
//! for its thread, to show that the other tests would notice. docs/solver.md lists which test catches which.

#[cfg(not(test))]
macro_rules! mutant {
    ($name:ident, $wrong:expr, $right:expr) => {
        $right
    };
}

#[cfg(test)]
macro_rules! mutant {
    ($name:ident, $wrong:expr, $right:expr) => {
        if $crate::solver::connect::mutation::is_on($crate::solver::connect::mutation::Mutation::$name) {
            $wrong
        } else {
            $right
        }
    };
}

pub(crate) use mutant;

#[cfg(test)]
pub(crate) use switch::{Mutation, is_on, with};

#[cfg(test)]
mod switch {
    use std::cell::Cell;

    /// A rule that is wrong.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Mutation {
        /// Parity counted from the bottom: wrong where the number of levels is odd.
        RowsFromBottom,
        /// The base inverse does not look at vertical lines.
        InverseWithoutVerticals,
        /// R's threats count wherever they are.
        ThreatsAtEitherParity,
        /// M is given one own move too few before R is out of step.
        WaitingOffByOne,
        /// Cells left at the end counted without the two that are played.
        LeftWithoutTwo,
        /// Lines with two playable cells need no pair.
        PairsIgnored,
        /// R's cells in free columns count for a line of R.
        ShareInFreeColumns,
        /// R gets its cells of the whole column before M completes a line.
        AfterWholeColumn,
        /// A win in two without the case that every reply loses.
        WinInTwoWithoutZugzwang,
        /// Dead checkers all in one colour.
        DeadInOneColour,
    }

    thread_local!(static ON: Cell<Option<Mutation>> = const { Cell::new(None) });

    /// Whether a mutant is switched on for this thread.
    pub(crate) fn is_on(mutation: Mutation) -> bool {
        ON.get() == Some(mutation)
    }

    /// Runs a check with a mutant switched on.
    pub(crate) fn with<T>(mutation: Mutation, check: impl FnOnce() -> T) -> T {
        ON.set(Some(mutation));
        let result = check();
        ON.set(None);
        result
    }
}
