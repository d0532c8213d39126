//! What the searching players are built from.
//!
//! [`Lines`] knows where the lines of a variant lie, [`Field`] is a position with running counts on those lines, [`AlphaBeta`] walks the
//! tree with a [`Table`] of positions seen, and [`deepen()`] repeats a search one ply deeper until its budget is spent.

mod alpha_beta;
mod deepen;
mod field;
mod lines;
mod table;

pub(crate) use alpha_beta::{AlphaBeta, Judge, Memory};
pub(crate) use deepen::{Found, deepen};
pub(crate) use field::Field;
pub(crate) use lines::Lines;
pub(crate) use table::{Bound, Table};

use dropline_core::Variant;

/// The columns of a board, nearest to the middle first, the left one of a pair before the right one.
pub(crate) fn centre_first(variant: Variant) -> Vec<usize> {
    let last = variant.columns() - 1;
    let mut columns: Vec<usize> = (0..=last).collect();
    columns.sort_by_key(|&column| (2 * column).abs_diff(last));
    columns
}

#[cfg(test)]
mod tests {
    use super::centre_first;

    #[test]
    fn the_middle_comes_first_and_left_before_right() {
        let order = |text: &str| centre_first(text.parse().unwrap());
        assert_eq!(order("7x6c4"), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(order("4x4c4"), [1, 2, 0, 3]);
        assert_eq!(order("1x9c4"), [0]);
    }
}
