//! Which drops have cut off lately. What did so in a position nearby often does so again, and a search goes from neighbour to neighbour.
//!
//! Three things are remembered of a drop to a cell: how it did for this side at all, after the same drop of the other side, and with as many checkers on the
//! board. All are means that forget quickly: only what happened in the last few positions counts. All together are worth as much as two threats; who
//! remembers longer, or trusts it more, visits more positions. Early positions, which are few, have a memory of their own: the many later ones would make
//! them forget. Nothing here is proven: it changes only the order.

/// Cells of a word, of which the last is never one of a board.
const CELLS: usize = 128;

/// A row for each cell that the other side dropped to before, one for each number of checkers, one for each side.
const MEMORY: usize = CELLS + CELLS + 2;

/// Rows of the memory of later positions, then that of early ones.
const ROWS: usize = 2 * MEMORY;

/// The chance that a drop cuts off, where it always does.
const ALWAYS: i32 = 1 << 14;

/// By how much a chance is divided to make points of the order.
const POINT: u32 = 10;

/// Chances move by this power of two, the share of what happened last: of a side's drops at all, and of the others.
const SIDE_SHARE: u32 = 3;
const SHARE: u32 = 2;

/// How drops have done.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    rows: Box<[[u16; CELLS]; ROWS]>,
    /// The rows in which there is something.
    touched: [u64; ROWS.div_ceil(64)],
}

/// The rows that tell about one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutRows([usize; 3]);

impl CutRows {
    /// Of a position with so many checkers, early or not, after a drop to the cell with index `last`.
    #[inline(always)]
    pub(crate) const fn new(played: i32, early: bool, last: usize) -> Self {
        let played = played as usize;
        let memory = if early { MEMORY } else { 0 };
        Self([memory + 2 * CELLS + played % 2, memory + last % CELLS, memory + CELLS + played % CELLS])
    }
}

impl Cuts {
    /// The index of no drop at all.
    pub(crate) const NO_CELL: usize = CELLS - 1;

    /// What nobody knows anything about cuts off half of the time.
    const UNKNOWN: [u16; CELLS] = [(ALWAYS / 2) as u16; CELLS];

    pub(crate) fn new() -> Self {
        Self { rows: Box::new([Self::UNKNOWN; ROWS]), touched: [0; _] }
    }

    /// Forgets everything, in no more time than it took to learn it.
    pub(crate) fn renew(&mut self) {
        for (at, word) in self.touched.iter_mut().enumerate() {
            while *word != 0 {
                self.rows[64 * at + word.trailing_zeros() as usize] = Self::UNKNOWN;
                *word &= *word - 1;
            }
        }
    }

    /// How good a drop to the cell with this index looks, in points of the order.
    #[inline(always)]
    pub(crate) fn points(&self, CutRows(rows): CutRows, cell: usize) -> i32 {
        rows.into_iter().map(|row| i32::from(self.rows[row][cell % CELLS])).sum::<i32>() >> POINT
    }

    /// A drop was tried and cut off, or did not while another one did.
    #[inline(always)]
    pub(crate) fn note(&mut self, CutRows(rows): CutRows, cell: usize, did: bool) {
        for (row, share) in rows.into_iter().zip([SIDE_SHARE, SHARE, SHARE]) {
            let chance = &mut self.rows[row][cell % CELLS];
            let before = i32::from(*chance);
            *chance = (before + ((if did { ALWAYS } else { 0 } - before) >> share)) as u16;
            self.touched[row / 64] |= 1 << (row % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cuts_off_looks_better_nearby_and_nothing_of_it_is_left_when_renewed() {
        let mut cuts = Cuts::new();
        let rows = |played, last| CutRows::new(played, false, last);
        let (here, after_the_same, elsewhere) = (rows(7, 3), rows(9, 3), rows(8, 5));
        let unknown = cuts.points(here, 20);
        for _ in 0..50 {
            cuts.note(here, 20, true);
            cuts.note(here, 30, false);
        }
        let points = |cuts: &Cuts, rows| [20, 30, 40].map(|cell| cuts.points(rows, cell));
        let [good, bad, other] = points(&cuts, here);
        assert!(good > unknown && unknown > bad && other == unknown);
        assert_eq!((bad, good), (0, 3 * (ALWAYS >> POINT) - 1), "as sure as can be");
        let [less_good, less_bad, _] = points(&cuts, after_the_same);
        assert!(good > less_good && less_good > unknown && unknown > less_bad && less_bad > bad);
        assert_eq!(points(&cuts, elsewhere), [unknown; 3], "the other side's drops are its own");
        assert_eq!(points(&cuts, CutRows::new(7, true, 3)), [unknown; 3], "early positions have a memory of their own");
        cuts.note(CutRows::new(7, true, 3), 20, true);
        cuts.renew();
        assert_eq!(points(&cuts, CutRows::new(7, true, 3)), [unknown; 3]);
        assert_eq!(points(&cuts, here), [unknown; 3]);
    }
}
