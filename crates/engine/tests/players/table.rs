//! The points table, counted straight from its text.

use super::plain::Plain;
use dropline_core::Side;

/// How often each item stands on the board, from one player's view.
pub(crate) struct Items {
    pub(crate) forced_hands: i64,
    pub(crate) impossible_moves: i64,
    /// Mine, then theirs.
    pub(crate) blockades: [i64; 2],
    pub(crate) threats: [i64; 2],
    pub(crate) attacks: [i64; 2],
}

impl Items {
    pub(crate) fn count(board: &mut Plain, me: Side) -> Items {
        let mut items =
            Items { forced_hands: 0, impossible_moves: 0, blockades: [0; 2], threats: [0; 2], attacks: [0; 2] };
        for (view, side) in [me, me.other()].into_iter().enumerate() {
            for line in board.lines.clone() {
                let (held, open) = board.held(&line, side);
                if open && board.connect >= 3 && held == board.connect - 2 {
                    items.blockades[view] += 1;
                }
                if open && held == board.connect - 1 {
                    let &vacant = line.iter().find(|&&cell| board.at(cell).is_none()).unwrap();
                    if board.next(vacant.0) == vacant {
                        items.attacks[view] += 1;
                    } else {
                        items.threats[view] += 1;
                    }
                }
            }
        }
        for column in 0..board.columns {
            if !board.open().contains(&column) {
                items.impossible_moves += 1;
                continue;
            }
            items.forced_hands += i64::from(lets_win(board, column, me.other()));
            items.impossible_moves += i64::from(lets_win(board, column, me));
        }
        items
    }

    pub(crate) fn score(&self) -> i64 {
        let differ = |[mine, theirs]: [i64; 2]| mine - theirs;
        25 * self.forced_hands - 15 * self.impossible_moves
            + 10 * differ(self.blockades)
            + 30 * differ(self.threats)
            + 50 * differ(self.attacks)
    }
}

/// Whether a drop by `side` lets its enemy win on top of it with the next drop.
fn lets_win(board: &mut Plain, column: usize, side: Side) -> bool {
    board.drop(column, side);
    let lets = !board.has_won(side) && board.winning(side.other()).contains(&column);
    board.undo(column);
    lets
}

/// The side for which a forced win stands, one side's looked for before the other's: a win with one drop if it is its turn, or two separate
/// attacks whoever's turn it is.
pub(crate) fn forced_win(board: &mut Plain, turn: Side, first: Side) -> Option<Side> {
    for side in [first, first.other()] {
        let attacks = board.winning(side).len();
        if turn == side && attacks >= 1 || attacks >= 2 {
            return Some(side);
        }
    }
    None
}
