//! Searching one ply deeper and deeper.

use crate::budget::{Budget, Stopped};
use crate::{Choice, Progress};
use dropline_core::Column;

/// What a search to one depth found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassResult {
    pub(crate) column: usize,
    /// The value for the side to move, in the player's own points.
    pub(crate) score: f64,
    /// Whether a deeper search would find the same column and value.
    pub(crate) settled: bool,
}

/// The answer of the deepest search, of at most `depth` plies, that the budget allowed to end. The search to depth 1 always does.
///
/// What an unfinished search had found is dropped: the answer is always that of a plain search to the depth reported.
pub(crate) fn deepen(
    budget: &mut Budget<'_>,
    depth: u32,
    mut search: impl FnMut(&mut Budget<'_>, u32) -> Result<PassResult, Stopped>,
) -> Option<Choice> {
    let mut choice = None;
    for depth in 1..=depth {
        budget.unbounded(depth == 1);
        let Ok(found) = search(budget, depth) else { break };
        let column = Column::from_index(found.column);
        let (score, nodes) = (Some(found.score), budget.nodes());
        choice = Some(Choice { column, score, depth: Some(depth), nodes, proven: false });
        budget.tell(&Progress { depth, nodes, score, line: vec![column], ..Progress::default() });
        if found.settled || budget.is_spent() {
            break;
        }
    }
    choice.map(|choice| Choice { nodes: budget.nodes(), ..choice })
}
