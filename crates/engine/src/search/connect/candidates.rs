//! The drops worth a thought at the root.

use super::WeighedBoard;
use super::search::{SearchOutlook, SearchReport};
use crate::search::centre_first;
use dropline_core::Side;

/// The columns to choose from, the middle first, without those that lose to the reply; or the answer, where the rules give it.
///
/// The game is not over.
pub(crate) fn candidates(position: &WeighedBoard, turn: Side) -> Result<Vec<usize>, SearchReport> {
    let enemy = turn.other();
    let mut open = centre_first(position.columns());
    open.retain(|&column| position.has_room(column));
    let answer = |column, outlook, depth| Err(SearchReport { line: vec![column], outlook, depth });
    if let Some(&column) = open.iter().find(|&&column| position.wins(column, turn)) {
        return answer(column, SearchOutlook::Win(1), 1);
    }
    let blocks: Vec<usize> = open.iter().copied().filter(|&column| position.wins(column, enemy)).collect();
    let safe = |column: usize| !position.wins_above(column, enemy);
    match blocks[..] {
        [block] if safe(block) => Ok(vec![block]),
        [block, ..] => answer(block, SearchOutlook::Loss(2), 2),
        [] => match open.iter().copied().filter(|&column| safe(column)).collect::<Vec<_>>() {
            none if none.is_empty() => answer(open[0], SearchOutlook::Loss(2), 2),
            safe => Ok(safe),
        },
    }
}
