//! Who wins when the columns fill up and nobody makes new threats.
//!
//! A cell that completes a line makes the cell below it poison to the other side: who drops there gives the line away, or at least (to its
//! owner) the threat. Both sides first use up the cells that harm nobody. Then the one to move has to choose:
//!
//! ```text
//!  . . . . x        x: red completes a line there; black may not drop on the cell below (p),
//!  . . . . p        and red would only waste the threat by it. The 4 × 2 cells at the left are harmless:
//!  | . . . .        after an even number of drops it is the turn of the same side again.
//! ```
//!
//! A side in this plight gives up a threat of its own, where the other must block, if it has one; that opens the column above, and who is
//! to move after the new harmless cells depends on their number. With no threat of its own left it loses. Two threats of one side on top of
//! each other win for it wherever they are.
//!
//! It is a count, not a search: lines that both sides could still make on the way are left out.

use super::WeighedBoard;
use dropline_core::Side;

/// Columns with a threat that are looked at; more are rare.
const MOST_COLUMNS: usize = 24;

/// How the quiet rest of the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) winner: Side,
    /// Drops until it is decided.
    pub(super) drops: u32,
}

/// A column with a threat in it.
#[derive(Clone, Copy, Debug, Default)]
struct Poisoned {
    /// Red's and black's threats, from the lowest vacant cell.
    threats: [u64; 2],
    vacant: u32,
}

impl Poisoned {
    const fn all(&self) -> u64 {
        self.threats[0] | self.threats[1]
    }

    /// The harmless cells below the lowest poisoned one. They are taken away; the poisoned cell is then the lowest.
    fn fill(&mut self) -> u32 {
        // A threat on the very next cell has been answered when the count gets here.
        let above = self.all() & !1;
        let harmless = if above == 0 { self.vacant } else { (above.trailing_zeros() - 1).min(self.vacant) };
        self.raise(harmless);
        harmless
    }

    fn raise(&mut self, by: u32) {
        self.threats = self.threats.map(|levels| levels.checked_shr(by).unwrap_or(0));
        self.vacant -= by;
    }

    const fn is_over(&self) -> bool {
        self.vacant < 2 || self.all() >> 1 == 0
    }

    /// Whether a side threatens the cell so far above the poisoned one.
    const fn threatened(&self, side: usize, above: u32) -> bool {
        self.threats[side] >> above & 1 == 1
    }
}

/// Who wins by zugzwang, if the threats on the board decide it, with `turn` to move and no win or loss at hand.
pub(super) fn zugzwang(position: &WeighedBoard, turn: Side) -> Option<End> {
    let levels = position.levels();
    let mut poisoned = [Poisoned::default(); MOST_COLUMNS];
    let mut count = 0;
    let mut drops = 0;
    for column in 0..position.columns() {
        let vacant = (levels - position.height(column)) as u32;
        let threats = position.threats_from_top(column);
        if (threats[0] | threats[1]) > 1 && count < MOST_COLUMNS && vacant > 1 {
            poisoned[count] = Poisoned { threats, vacant };
            drops += poisoned[count].fill();
            count += usize::from(!poisoned[count].is_over());
        } else {
            drops += vacant;
        }
    }
    play_out(&mut poisoned[..count], turn, drops)
}

/// Plays on after so many harmless drops.
fn play_out(poisoned: &mut [Poisoned], turn: Side, mut drops: u32) -> Option<End> {
    let mut left = poisoned.len();
    while left > 0 {
        let mover = if drops.is_multiple_of(2) { turn } else { turn.other() };
        let (own, enemy) = (mover.index(), mover.other().index());
        let mut gives_up = None;
        for (at, column) in poisoned[..left].iter().enumerate() {
            if column.threatened(own, 1) && !column.threatened(enemy, 1) {
                if column.threatened(own, 2) && column.vacant > 2 {
                    return Some(End { winner: mover, drops: drops + 3 });
                }
                let mut after = *column;
                after.raise(2);
                let turns_it = !after.fill().is_multiple_of(2);
                if turns_it || gives_up.is_none() {
                    gives_up = Some(at);
                    if turns_it {
                        break;
                    }
                }
            }
        }
        let Some(at) = gives_up else {
            return Some(End { winner: mover.other(), drops: drops + 2 });
        };
        poisoned[at].raise(2);
        drops += 2 + poisoned[at].fill();
        if poisoned[at].is_over() {
            left -= 1;
            poisoned.swap(at, left);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(red: &[u32], black: &[u32], vacant: u32) -> Poisoned {
        let mask = |levels: &[u32]| levels.iter().fold(0, |mask, level| mask | 1 << level);
        Poisoned { threats: [mask(red), mask(black)], vacant }
    }

    /// Fills the columns up to their poison first, as `zugzwang` does.
    fn end(mut columns: Vec<Poisoned>, others: u32, turn: Side) -> Option<End> {
        let harmless: u32 = columns.iter_mut().map(Poisoned::fill).sum();
        columns.retain(|column| !column.is_over());
        play_out(&mut columns, turn, others + harmless)
    }

    #[test]
    fn an_odd_threat_wins_for_the_first_player_and_an_even_one_does_not() {
        // An empty column of 6 with a threat on level 3, and 36 harmless cells: one drop below the poison, black is to move there.
        assert_eq!(end(vec![column(&[2], &[], 6)], 36, Side::Red), Some(End { winner: Side::Red, drops: 39 }));
        assert_eq!(end(vec![column(&[3], &[], 6)], 36, Side::Red), None);
    }

    #[test]
    fn an_even_threat_wins_for_the_second_player() {
        assert_eq!(end(vec![column(&[], &[3], 6)], 36, Side::Red).unwrap().winner, Side::Black);
        assert_eq!(end(vec![column(&[], &[2], 6)], 36, Side::Red), None);
    }

    #[test]
    fn odd_and_even_threats_in_two_columns_leave_the_second_player_in_zugzwang_or_not() {
        // Red odd, black even elsewhere: 1 + 2 harmless cells below. Black is to move, gives up its own threat, gains 2 cells more, and loses.
        let columns = || vec![column(&[2], &[], 6), column(&[], &[3], 6)];
        assert_eq!(end(columns(), 30, Side::Red).unwrap().winner, Side::Red);
        // With one harmless cell more red is to move, gives up its threat, and the three cells above turn it round: black is to move.
        assert_eq!(end(columns(), 31, Side::Red), None);
    }

    #[test]
    fn two_threats_on_top_of_each_other_win_on_any_level() {
        assert_eq!(end(vec![column(&[3, 4], &[], 6)], 36, Side::Red).unwrap().winner, Side::Red);
        assert_eq!(end(vec![column(&[], &[2, 3], 6)], 36, Side::Red).unwrap().winner, Side::Black);
    }

    #[test]
    fn a_cell_that_both_need_loses_for_the_one_to_move() {
        assert_eq!(end(vec![column(&[2], &[2], 6)], 36, Side::Red).unwrap().winner, Side::Red);
        assert_eq!(end(vec![column(&[3], &[3], 6)], 36, Side::Red).unwrap().winner, Side::Black);
    }
}
