//! The published players, as they were designed: four evaluations over one plain search.
//!
//! [`RatedBoard`] is a position with running counts on its lines, [`AlphaBeta`] walks the tree with a table of positions seen, and [`deepen()`]
//! repeats a search one ply deeper until its budget is spent. Their answers are fixed: nothing here is changed to play better.

mod alpha_beta;
pub(crate) mod damped;
mod deepen;
pub(crate) mod forecast;
pub(crate) mod max;
mod points;
mod rated_board;
pub(crate) mod smart;

use alpha_beta::{AlphaBeta, Judge, SearchMemory};
use deepen::{PassResult, deepen};
use rated_board::RatedBoard;

use crate::search::table::TranspositionTable;
use dropline_core::Variant;

/// A position drives out the one in its place. Values count only within the pass of the search that stored them, best columns always, as
/// a hint for what to try first: in one pass every position has one depth, because every drop adds a checker.
type Table = TranspositionTable<1>;

/// A table for a variant: small boards need no large one.
fn table_for(variant: Variant) -> Table {
    Table::new((variant.cells() as u32).clamp(4, 20))
}
