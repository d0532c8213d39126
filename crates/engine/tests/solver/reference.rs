//! Plain minimax, to hold the solver against: every line written down as a set of cells, every move tried.

use std::collections::HashMap;

/// A position: checkers of the side to move and of the other side, bit = column × (levels + 1) + level.
pub(crate) type Checkers = (u128, u128);

/// A board size with its lines, and the scores found so far.
pub(crate) struct Reference {
    pub(crate) columns: u32,
    pub(crate) levels: u32,
    lines: Vec<u128>,
    scores: HashMap<Checkers, i32>,
}

impl Reference {
    pub(crate) fn new(columns: u32, levels: u32, connect: u32) -> Self {
        let mut lines = Vec::new();
        for (dc, dl) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for column in 0..columns as i32 {
                for level in 0..levels as i32 {
                    let cells: Vec<(i32, i32)> =
                        (0..connect as i32).map(|step| (column + step * dc, level + step * dl)).collect();
                    let inside =
                        |&(c, l): &(i32, i32)| (0..columns as i32).contains(&c) && (0..levels as i32).contains(&l);
                    if cells.iter().all(inside) {
                        let bit = |&(c, l): &(i32, i32)| 1u128 << (c * (levels as i32 + 1) + l);
                        lines.push(cells.iter().map(bit).sum());
                    }
                }
            }
        }
        Self { columns, levels, lines, scores: HashMap::new() }
    }

    pub(crate) fn cells(&self) -> i32 {
        (self.columns * self.levels) as i32
    }

    /// The cells a checker can fall to.
    pub(crate) fn moves(&self, (mover, other): Checkers) -> Vec<u128> {
        let free = |column: u32| {
            let mut cells = (0..self.levels).map(|level| 1u128 << (column * (self.levels + 1) + level));
            cells.find(|cell| (mover | other) & cell == 0)
        };
        (0..self.columns).filter_map(free).collect()
    }

    /// Whether the checkers hold a line.
    pub(crate) fn has_line(&self, checkers: u128) -> bool {
        self.lines.iter().any(|&line| line & !checkers == 0)
    }

    /// The score of a position in which nobody has a line.
    pub(crate) fn score(&mut self, position: Checkers) -> i32 {
        if let Some(&score) = self.scores.get(&position) {
            return score;
        }
        let (mover, other) = position;
        let moves = self.moves(position);
        let left = moves.iter().any(|cell| self.has_line(mover | cell));
        let score = if left {
            (self.cells() + 1 - (mover | other).count_ones() as i32) / 2
        } else {
            moves.iter().map(|cell| -self.score((other, mover | cell))).max().unwrap_or(0)
        };
        self.scores.insert(position, score);
        score
    }

    /// Forgets the scores found so far.
    pub(crate) fn forget(&mut self) {
        self.scores.clear();
    }

    /// A random position with up to `checkers` checkers in which nobody has a line, and the columns played, 1-based.
    /// Two thirds of the moves are sensible: they block, or at least do not play under the other side's win.
    pub(crate) fn random(&self, checkers: i32, random: &mut impl FnMut(usize) -> usize) -> (Checkers, Vec<u32>) {
        let (mut mover, mut other) = (0u128, 0u128);
        let mut played = Vec::new();
        for _ in 0..checkers {
            let mut moves = self.moves((mover, other));
            moves.retain(|cell| !self.has_line(mover | cell));
            if random(3) > 0 {
                let blocks: Vec<u128> = moves.iter().copied().filter(|cell| self.has_line(other | cell)).collect();
                let safe: Vec<u128> = moves.iter().copied().filter(|cell| !self.has_line(other | cell << 1)).collect();
                if !blocks.is_empty() {
                    moves = blocks;
                } else if !safe.is_empty() {
                    moves = safe;
                }
            }
            if moves.is_empty() {
                break;
            }
            let cell = moves[random(moves.len())];
            played.push(cell.trailing_zeros() / (self.levels + 1) + 1);
            (mover, other) = (other, mover | cell);
        }
        ((mover, other), played)
    }
}

/// Numbers below a bound, the same for the same seed.
pub(crate) fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        // splitmix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}
