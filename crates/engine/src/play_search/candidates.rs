//! The drops worth a thought at the root.

use super::Ground;
use super::search::{Report, Verdict};
use dropline_core::Side;

/// The columns to choose from, the middle first, without those that lose to the reply; or the answer, where the rules give it.
///
/// The game is not over.
pub(crate) fn candidates(ground: &Ground, turn: Side) -> Result<Vec<usize>, Report> {
    let enemy = turn.other();
    let last = ground.columns() - 1;
    let mut open: Vec<usize> = (0..ground.columns()).filter(|&column| ground.has_room(column)).collect();
    open.sort_by_key(|&column| (2 * column).abs_diff(last));
    let answer = |column, verdict, depth| Err(Report { line: vec![column], verdict, depth });
    if let Some(&column) = open.iter().find(|&&column| ground.wins(column, turn)) {
        return answer(column, Verdict::Win(1), 1);
    }
    let blocks: Vec<usize> = open.iter().copied().filter(|&column| ground.wins(column, enemy)).collect();
    let safe = |column: usize| !ground.wins_above(column, enemy);
    match blocks[..] {
        [block] if safe(block) => Ok(vec![block]),
        [block, ..] => answer(block, Verdict::Loss(2), 2),
        [] => match open.iter().copied().filter(|&column| safe(column)).collect::<Vec<_>>() {
            none if none.is_empty() => answer(open[0], Verdict::Loss(2), 2),
            safe => Ok(safe),
        },
    }
}
