//! Where the lines of a variant lie.
//!
//! A cell is named by its bit as in [`BitBoard::bit`]: column × (levels + 1) + level. The place above each column belongs to no line, so
//! "the cell above" needs no check for the top. The lists take 2 bytes for each cell of each line: 69 lines of 4 on 7×6, at most
//! 8 MiB on the most unfavourable board (4096×1 with N = 2048).

use dropline_core::Variant;
use dropline_core::bits::BitBoard;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The lines of a variant, by the cells they pass through, and the keys that tell its positions apart.
#[derive(Debug)]
pub(crate) struct Lines {
    variant: Variant,
    /// For each line, its cells combined by exclusive or.
    xors: Vec<u16>,
    /// For each line, its first cell and how far apart its cells lie.
    spans: Vec<[u16; 2]>,
    /// Where the lines through each cell start in `through`.
    starts: Vec<u32>,
    through: Vec<u16>,
    keys: Vec<[u64; 2]>,
}

impl Lines {
    pub(crate) fn new(variant: Variant) -> Lines {
        let lines = list(variant);
        let places = variant.bits() + 2;
        let mut starts = vec![0; places + 1];
        for &cell in lines.iter().flatten() {
            starts[usize::from(cell) + 1] += 1;
        }
        for place in 0..places {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut through = vec![0; starts[places] as usize];
        for (line, cells) in lines.iter().enumerate() {
            for &cell in cells {
                let at = &mut next[usize::from(cell)];
                through[*at as usize] = line as u16;
                *at += 1;
            }
        }
        let xors = lines.iter().map(|cells| cells.iter().fold(0, |xor, cell| xor ^ cell)).collect();
        let spans = lines.iter().map(|cells| [cells[0], cells.get(1).map_or(0, |cell| cell - cells[0])]).collect();
        Lines { variant, xors, spans, starts, through, keys: keys(variant) }
    }

    pub(crate) const fn variant(&self) -> Variant {
        self.variant
    }

    /// The cells of a line. Lines that do not fit are never touched, so a number that fits 16 bits stands for theirs.
    pub(crate) fn length(&self) -> u16 {
        if self.variant.has_lines() { self.variant.connect() as u16 } else { 0 }
    }

    /// For each line, its cells combined by exclusive or.
    pub(crate) fn xors(&self) -> &[u16] {
        &self.xors
    }

    /// The cells of a line.
    #[inline]
    pub(crate) fn cells(&self, line: u16) -> impl Iterator<Item = u16> {
        let [first, step] = self.spans[usize::from(line)];
        (0..self.length()).map(move |at| first + at * step)
    }

    /// The lines through a cell.
    #[inline]
    pub(crate) fn through(&self, cell: usize) -> &[u16] {
        &self.through[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// What a checker of red and one of black on a cell add to a position's key.
    #[inline]
    pub(crate) fn keys(&self, cell: usize) -> &[u64; 2] {
        &self.keys[cell]
    }
}

/// The cells of every line of N; of a single cell for N = 1.
fn list(variant: Variant) -> Vec<Vec<u16>> {
    let (columns, levels, connect) = (variant.columns() as i64, variant.levels() as i64, variant.connect() as i64);
    let directions: &[(i64, i64)] = if connect == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
    let mut lines = Vec::new();
    for &(right, up) in directions {
        for column in 0..columns {
            for level in 0..levels {
                let (end_column, end_level) = (column + right * (connect - 1), level + up * (connect - 1));
                if end_column < columns && (0..levels).contains(&end_level) {
                    let cell = |i| {
                        let (column, level) = ((column + right * i) as usize, (level + up * i) as usize);
                        BitBoard::<u64>::bit(variant, column, level) as u16
                    };
                    lines.push((0..connect).map(cell).collect());
                }
            }
        }
    }
    lines
}

/// Keys add up, so that a drop is one addition. Where the board has at most 64 bits no two positions have the same sum: a column starts as a 1 at its foot, a red checker leaves a 1 and a black one a 0 where that 1 stood
/// and moves it up by one, which adds 2^(bit + 1) or 2^bit. Elsewhere they are random numbers, and two positions share a sum with a chance of 2^-64.
fn keys(variant: Variant) -> Vec<[u64; 2]> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0xD209);
    let exact = variant.bits() <= 64;
    (0..variant.bits())
        .map(|bit| {
            let top = (bit + 1) % variant.stride() == 0;
            match (exact, top) {
                (true, true) => [0, 0],
                (true, false) => [1 << (bit + 1), 1 << bit],
                (false, _) => [random.next_u64(), random.next_u64()],
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &str) -> Vec<Vec<usize>> {
        let variant: Variant = text.parse().unwrap();
        let lines = Lines::new(variant);
        let cell = |column, level| BitBoard::<u64>::bit(variant, column, level);
        let row = |level| (0..variant.columns()).map(|column| lines.through(cell(column, level)).len()).collect();
        (0..variant.levels()).map(row).collect()
    }

    #[test]
    fn the_centre_table_of_the_standard_board() {
        let half = [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 10, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]];
        let whole: Vec<_> = half.iter().chain(half.iter().rev()).map(|row| row.to_vec()).collect();
        assert_eq!(through("7x6c4"), whole);
    }

    #[test]
    fn a_single_cell_is_one_line_and_a_long_line_none() {
        assert_eq!(through("2x2c1"), [[1, 1], [1, 1]]);
        assert_eq!(through("2x2c2"), [[3, 3], [3, 3]]);
        assert_eq!(through("2x2c4294967295"), [[0, 0], [0, 0]]);
        assert_eq!(through("4x1c3"), [[1, 2, 2, 1]]);
    }
}
