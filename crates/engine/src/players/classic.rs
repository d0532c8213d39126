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
use rated_board::{LineRatings, RatedBoard};

use crate::budget::{Budget, interval};
use crate::registry::OptionInfo;
use crate::search::LineBoard;
use crate::search::table::TranspositionTable;
use crate::{Choice, ColumnScore, Limits, Think, Weighing};
use dropline_core::{Column, Game, Variant};

/// The option that all of them have.
const DEPTH: OptionInfo =
    OptionInfo { key: "depth", values: "1 or more plies", default: "4", about: "how far it looks ahead", named: &[] };

/// A position drives out the one in its place. Values count only within the pass of the search that stored them, best columns always, as
/// a hint for what to try first: in one pass every position has one depth, because every drop adds a checker.
type Table = TranspositionTable<1>;

/// A table for a variant: small boards need no large one.
fn table_for(variant: Variant) -> Table {
    Table::new((variant.cells() as u32).clamp(4, 20))
}

/// Every column of a position with the value that a judge's search to a depth gives it, in parts of a point of which so many make one.
fn weigh<J: Judge>(
    game: &Game,
    choice: Choice,
    depth: u32,
    judge: &mut J,
    (position, memory): (&mut LineBoard<J::Counts>, &mut SearchMemory),
    parts: f64,
) -> Option<Weighing> {
    let columns: Vec<usize> = position.open_columns().collect();
    let mut budget = patient(game);
    memory.start();
    let values = AlphaBeta { position, judge, memory, budget: &mut budget, depth }.each(game.turn(), &columns).ok()?;
    let score = |(column, value)| ColumnScore {
        column: Column::from_index(column),
        score: f64::from(value) / parts,
        left_out: false,
    };
    Some(Weighing { choice, columns: columns.into_iter().zip(values).map(score).collect() })
}

/// A budget that does not run out, for a search whose depth is known to be in reach.
fn patient(game: &Game) -> Budget<'static> {
    let mut budget =
        Budget::new(&Think { limits: Limits::default(), ..Think::default() }, interval(game.variant().columns()));
    budget.unbounded(true);
    budget
}
