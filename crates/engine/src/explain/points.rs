//! What the rules alone show of a move of Max-Connect-N.

use super::reason::Reason;
use dropline_core::{Board, Cell, Column, Game, Side};

/// Points made, taken and given away.
pub(super) fn on_the_board(game: &Game, after: &Game, cell: Cell) -> Vec<Reason> {
    let me = game.turn();
    let mut reasons = Vec::new();
    let made = after.board().lines_through(cell).cast_signed();
    if made > 0 {
        reasons.push(Reason::MakesPoints { points: made, cells: after.board().line_cells_through(cell) });
    }
    let taken = worth(game.board(), cell.column, me.other());
    if taken > 0 {
        reasons.push(Reason::TakesPoints { cell, points: taken });
    }
    let given = worth(after.board(), cell.column, me.other());
    if given > 0 {
        let above = Cell::at(cell.column.index(), cell.level.index() + 1);
        reasons.push(Reason::GivesPoints { cell: above, points: given });
    }
    reasons
}

/// The points that a side makes with a drop.
fn worth(board: &Board, column: Column, side: Side) -> i32 {
    let mut after = board.clone();
    after.drop(column, side).map_or(0, |cell| after.lines_through(cell).cast_signed())
}

/// How best play to the end shares the points out.
pub(super) fn line(game: &Game, column: Column, line: &[Column]) -> Option<Reason> {
    let (me, before) = (game.turn(), game.points());
    let mut end = game.clone();
    for &column in [column].iter().chain(line) {
        end.play(column).ok()?;
    }
    let more = |side: Side| end.points().of(side).cast_signed() - before.of(side).cast_signed();
    let told = Reason::PointsLine { line: line.to_vec(), gained: more(me), given: more(me.other()) };
    end.is_over().then_some(told)
}
