//! The position of the published players: how many lines are nearly done, and the rating of the whole.

use crate::search::{LineBoard, LineCounts, Lines};
use dropline_core::{Board, Side};
use std::sync::Arc;

/// A position of the published players.
pub(crate) type RatedBoard = LineBoard<LineRatings>;

/// What the published players keep of a position.
#[derive(Clone, Debug)]
pub(crate) struct LineRatings {
    /// For each side, the lines that lack one checker and hold no enemy.
    lacking_one: [i32; 2],
    /// For each side, the lines that lack two checkers, hold one or more, and hold no enemy.
    lacking_two: [i32; 2],
    /// Red's points less black's.
    rating: i64,
    /// The checkers of a whole line.
    all: u16,
    /// N − 2 for N ≥ 3, otherwise a number no line reaches.
    but_two: u16,
    /// Points for 0, 1, 2 … N checkers.
    points: Arc<[i64]>,
}

/// The points of a line stop growing at this number of checkers, so that the rating of 4 × 4096 lines fits 64 bits.
const MOST_COUNTED: usize = 25;

impl RatedBoard {
    pub(crate) fn of(lines: &Arc<Lines>, board: &Board) -> RatedBoard {
        let all = lines.length();
        let points = |held: usize| if held == 0 { 0 } else { 1 << (2 * (held.min(MOST_COUNTED) - 1)) };
        let ratings = LineRatings {
            lacking_one: [0; 2],
            lacking_two: [0; 2],
            rating: 0,
            all,
            but_two: if all >= 3 { all - 2 } else { u16::MAX },
            points: (0..=all.into()).map(points).collect(),
        };
        LineBoard::new(lines, board, ratings, |_| ())
    }

    /// Whether a line is left that does not hold both colours.
    pub(crate) fn has_open_line(&self) -> bool {
        (0..self.lines().xors().len()).any(|line| self.state(line as u16).held.contains(&0))
    }

    /// How many of a side's lines lack one checker and hold no enemy.
    pub(crate) const fn lacking_one(&self, side: Side) -> i32 {
        self.counts.lacking_one[side.index()]
    }

    /// How many of a side's lines lack two checkers, hold one or more, and hold no enemy.
    pub(crate) const fn lacking_two(&self, side: Side) -> i32 {
        self.counts.lacking_two[side.index()]
    }

    /// How many lines without an enemy hold so many checkers of a side.
    pub(crate) fn lines_holding(&self, side: Side, checkers: u16) -> usize {
        let (own, enemy) = (side.index(), side.other().index());
        let held = (0..self.lines().xors().len()).map(|line| self.state(line as u16).held);
        held.filter(|held| held[own] == checkers && held[enemy] == 0).count()
    }

    /// The points of a line that holds so many checkers of one side.
    pub(crate) fn line_points(&self, checkers: u16) -> i64 {
        self.counts.points[usize::from(checkers)]
    }

    /// For every line without an enemy 1, 4, 16… points for 1, 2, 3… own checkers, minus the same for the other side.
    pub(crate) const fn rating(&self, side: Side) -> i64 {
        match side {
            Side::Red => self.counts.rating,
            Side::Black => -self.counts.rating,
        }
    }

    /// For every line without an enemy 1, 4, 16… points for 1, 2, 3… own checkers, minus the same for the other side, if a side
    /// played this column.
    #[inline]
    pub(crate) fn rating_after(&self, column: usize, side: Side) -> i64 {
        let (own, enemy) = (side.index(), side.other().index());
        let gains = self.lines().through(self.top(column)).iter().map(|&line| {
            let held = &self.state(line).held;
            self.counts.gain(held[own], held[enemy])
        });
        let more: i64 = gains.sum();
        if side == Side::Red { self.counts.rating + more } else { more - self.counts.rating }
    }
}

impl LineRatings {
    /// What one more checker changes on a line that holds so many own and enemy checkers, from the own side's view.
    #[inline]
    fn gain(&self, held: u16, against: u16) -> i64 {
        if against == 0 {
            self.points[usize::from(held) + 1] - self.points[usize::from(held)]
        } else if held == 0 {
            self.points[usize::from(against)]
        } else {
            0
        }
    }
}

impl LineCounts for LineRatings {
    type Line = ();

    #[inline]
    fn change<const MADE: bool>(&mut self, _: &mut (), _: bool, own: usize, held: u16, against: u16) {
        let (enemy, by) = (1 - own, if MADE { 1 } else { -1 });
        let gain = self.gain(held, against);
        self.rating += if (own == Side::Red.index()) == MADE { gain } else { -gain };
        if against == 0 {
            let held = held + 1;
            if held + 1 == self.all {
                self.lacking_one[own] += by;
                self.lacking_two[own] -= by * i32::from(held > self.but_two);
            } else if held == self.all {
                self.lacking_one[own] -= by;
            } else if held == self.but_two {
                self.lacking_two[own] += by;
            }
        } else if held == 0 {
            if against + 1 == self.all {
                self.lacking_one[enemy] -= by;
            } else if against == self.but_two {
                self.lacking_two[enemy] -= by;
            }
        }
    }
}
