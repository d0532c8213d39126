//! The board of the plain twins: a list of checkers for each column and a list of lines, nothing kept up to date.

use dropline_core::{Cell, Game, Rules, Side};

#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) columns: usize,
    pub(crate) levels: usize,
    pub(crate) connect: usize,
    pub(crate) rules: Rules,
    checkers: Vec<Vec<Side>>,
    /// Every line of N cells, as (column, level).
    pub(crate) lines: Vec<Vec<(usize, usize)>>,
}

impl Plain {
    pub(crate) fn new(game: &Game) -> Plain {
        let variant = game.variant();
        let (columns, levels, connect) = (variant.columns(), variant.levels(), variant.connect());
        let mut checkers = vec![Vec::new(); columns];
        for (column, pile) in checkers.iter_mut().enumerate() {
            for level in 0..levels {
                let cell = Cell::at(column, level);
                pile.extend(game.board().checker_at(cell.column, cell.level));
            }
        }
        Plain { columns, levels, connect, rules: variant.rules(), checkers, lines: lines(columns, levels, connect) }
    }

    pub(crate) fn at(&self, (column, level): (usize, usize)) -> Option<Side> {
        self.checkers[column].get(level).copied()
    }

    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.columns).filter(|&column| self.checkers[column].len() < self.levels).collect()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.open().is_empty()
    }

    pub(crate) fn drop(&mut self, column: usize, side: Side) {
        assert!(self.checkers[column].len() < self.levels);
        self.checkers[column].push(side);
    }

    pub(crate) fn undo(&mut self, column: usize) {
        self.checkers[column].pop().unwrap();
    }

    /// The cell on which the next checker comes to lie.
    pub(crate) fn next(&self, column: usize) -> (usize, usize) {
        (column, self.checkers[column].len())
    }

    /// How many checkers of a side lie on a line, and whether the other side has none there.
    pub(crate) fn held(&self, line: &[(usize, usize)], side: Side) -> (usize, bool) {
        let count = |side| line.iter().filter(|&&cell| self.at(cell) == Some(side)).count();
        (count(side), count(side.other()) == 0)
    }

    pub(crate) fn points(&self, side: Side) -> usize {
        self.lines.iter().filter(|line| self.held(line, side).0 == self.connect).count()
    }

    pub(crate) fn has_won(&self, side: Side) -> bool {
        self.points(side) > 0
    }

    /// The columns with which a side wins by one drop.
    pub(crate) fn winning(&mut self, side: Side) -> Vec<usize> {
        let mut winning = self.open();
        winning.retain(|&column| {
            self.drop(column, side);
            let won = self.has_won(side);
            self.undo(column);
            won
        });
        winning
    }

    pub(crate) fn centre_first(&self) -> Vec<usize> {
        let middle = (self.columns as f64 - 1.0) / 2.0;
        let mut open = self.open();
        open.sort_by(|&a, &b| (a as f64 - middle).abs().total_cmp(&(b as f64 - middle).abs()).then(a.cmp(&b)));
        open
    }
}

fn lines(columns: usize, levels: usize, connect: usize) -> Vec<Vec<(usize, usize)>> {
    let mut lines = Vec::new();
    for column in 0..columns {
        for level in 0..levels {
            if connect == 1 {
                lines.push(vec![(column, level)]);
                continue;
            }
            if connect > columns.max(levels) {
                continue;
            }
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cell = |i: usize| {
                    let column = column + i * right;
                    let level = level.checked_add_signed(i as isize * up)?;
                    (column < columns && level < levels).then_some((column, level))
                };
                lines.extend((0..connect).map(cell).collect::<Option<Vec<_>>>());
            }
        }
    }
    lines
}
