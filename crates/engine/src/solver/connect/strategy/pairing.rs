//! Matching the playable cells of odd columns in pairs, so that the base inverse stops every line.
//!
//! M gets at most one cell of a pair, so a line that holds both cells of a pair is impossible. All lines within M's
//! reach have to be stopped this way: one with fewer than two playable cells cannot be, one with exactly two forces
//! its pair, the rest takes a small backtracking search. This is rare enough to be done one position at a time.

use super::refutation::{Defence, line_from, lowest_cells};
use crate::solver::CellSet;
use crate::solver::connect::geometry::BoardGeometry;
use crate::solver::connect::mutation::mutant;

/// More lines than this are not worth the search.
const MOST_LINES: usize = 24;

/// Whether `starts` can be matched in pairs such that each line within `reach`, which includes them, holds a pair or
/// is refuted by the defence.
#[inline(never)]
pub(super) fn can_be_paired<G: BoardGeometry>(
    g: &G,
    reach: G::Word,
    starts: G::Word,
    defence: Option<Defence<G::Word>>,
) -> bool {
    let mut lines = [G::Word::EMPTY; MOST_LINES];
    let mut count = 0;
    let stride = g.stride();
    for distance in [1, stride, stride - 1, stride + 1] {
        let mut lowest = lowest_cells(g, reach, distance);
        while !lowest.is_empty() {
            let line = line_from(g, lowest.lowest(), distance);
            lowest = lowest.rest();
            let playable = line & starts;
            if distance != 1 && defence.is_some_and(|defence| defence.refutes(g, line)) {
                continue;
            }
            if mutant!(PairsIgnored, !playable.rest().is_empty(), false) {
                continue;
            }
            if playable.rest().is_empty() || count == MOST_LINES {
                return false;
            }
            lines[count] = playable;
            count += 1;
        }
    }
    match_rest(&lines[..count], starts)
}

/// Whether the `free` cells can be paired so that each line, given by its playable cells, holds a pair.
fn match_rest<W: CellSet>(lines: &[W], free: W) -> bool {
    let mut tightest = W::EMPTY;
    for &line in lines.iter().filter(|line| !line.is_empty()) {
        let choices = line & free;
        if choices.rest().is_empty() {
            return false;
        }
        if tightest.is_empty() || choices.count() < tightest.count() {
            tightest = choices;
        }
    }
    let mut first = tightest;
    while !first.is_empty() {
        let one = first.lowest();
        first = first.rest();
        let mut second = first;
        while !second.is_empty() {
            let pair = one | second.lowest();
            second = second.rest();
            let mut left = [W::EMPTY; MOST_LINES];
            for (to, &line) in left.iter_mut().zip(lines) {
                *to = if line & pair == pair { W::EMPTY } else { line };
            }
            if match_rest(&left[..lines.len()], free & !pair) {
                return true;
            }
        }
    }
    tightest.is_empty()
}
