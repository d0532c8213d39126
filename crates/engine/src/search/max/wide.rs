//! The search for boards beyond 128 bits: [`WeighedBoard`] keeps the points that open lines are expected to make, drop by drop.
//!
//! Values are what is still to come for the side to move, in [`POINT`]s, so that a position is worth the same whatever was made before.

use super::{Choose, ColumnValues};
use crate::budget::{Budget, Stopped, interval};
use crate::search::connect::{POINT, WeighedBoard};
use crate::search::table::{Bound, TranspositionTable};
use crate::search::{Lines, open_columns};
use crate::solver::max::ahead;
use crate::{Choice, Progress, Think};
use dropline_core::{Column, Game, Side, Variant};
use std::sync::Arc;

/// Chooses columns on a board of any size.
pub(crate) struct WideSearch {
    lines: Arc<Lines>,
    table: Table,
}

type Table = TranspositionTable<2>;

/// Beyond every value: a board has fewer than 4 × 4,096 lines.
const FAR: i32 = 1 << 25;

/// Room for 2^18 positions, 4 MiB.
const TABLE_BITS: u32 = 18;

/// Plies in which only drops that make points are followed, after the last one.
const QUIET_AFTER: i32 = -4;

/// Worth more than any order of drops.
const TABLE_MOVE: i32 = i32::MAX;

/// A walk through the tree.
struct Walk<'a, 'b> {
    position: WeighedBoard,
    table: &'a Table,
    budget: &'a mut Budget<'b>,
    moves: Vec<(usize, i32)>,
}

impl WideSearch {
    pub(crate) fn new(variant: Variant) -> WideSearch {
        WideSearch { lines: Arc::new(Lines::new(variant)), table: Table::new(TABLE_BITS) }
    }

    /// Looks ahead one ply more at a time, up to `most`; every pass is told. Of a column worse than the best by `margin` or more only that is known.
    fn deepen(
        &mut self,
        game: &Game,
        most: u32,
        margin: i32,
        budget: &mut Budget<'_>,
        mut told: impl FnMut(u32, &[(Column, i32)], u64),
    ) -> (Vec<(Column, i32)>, u32) {
        // What another search found in another time is no part of the answer.
        self.table.begin(false);
        let position = WeighedBoard::of(&self.lines, game.board(), game.turn());
        let mut walk = Walk { position, table: &self.table, budget, moves: Vec::new() };
        let mut values: Vec<(Column, i32)> = open_columns(game).into_iter().map(|column| (column, 0)).collect();
        for depth in 1..=most {
            walk.budget.unbounded(depth == 1);
            let start = walk.position.clone();
            let mut found: Vec<(Column, i32)> = Vec::with_capacity(values.len());
            for &(column, _) in &values {
                let best = found.iter().map(|&(_, value)| value).max();
                let value = match best {
                    Some(best) => walk.drop_later(column.index(), game.turn(), depth as i32, best, margin),
                    None => walk.drop(column.index(), game.turn(), depth as i32, (-FAR, FAR)),
                };
                let Ok(value) = value else { break };
                found.push((column, value));
            }
            let whole = found.len() == values.len();
            found.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
            if !whole {
                walk.position = start;
                // The best of the pass before was looked at first: what beats it now is better.
                if margin == 0
                    && let Some(&(column, value)) = found.first()
                    && let Some(at) = values.iter().position(|&(known, _)| known == column)
                {
                    values[..=at].rotate_right(1);
                    values[0].1 = value;
                }
                return (values, depth - 1);
            }
            values = found;
            told(depth, &values, walk.budget.nodes());
            if walk.budget.is_spent() {
                return (values, depth);
            }
        }
        (values, most)
    }
}

impl Walk<'_, '_> {
    /// The value for `side` of a drop, looked at `depth` plies in all.
    fn drop(&mut self, column: usize, side: Side, depth: i32, (alpha, beta): (i32, i32)) -> Result<i32, Stopped> {
        let made = POINT * i32::from(self.position.completes(column, side));
        self.position.make(column, side);
        let value = made - self.node(side.other(), depth - 1, made - beta, made - alpha)?;
        self.position.unmake(column, side);
        Ok(value)
    }

    /// The same of a drop after the best one: first it is asked whether it comes near that.
    fn drop_later(&mut self, column: usize, side: Side, depth: i32, best: i32, margin: i32) -> Result<i32, Stopped> {
        let low = (best - margin).max(-FAR);
        let found = self.drop(column, side, depth, (low, low + 1))?;
        if found > low { self.drop(column, side, depth, (low, FAR)) } else { Ok(found) }
    }

    fn node(&mut self, turn: Side, depth: i32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.budget.visit()?;
        if self.position.vacant() == 0 {
            return Ok(0);
        }
        if depth <= 0 {
            return self.quiet(turn, depth, alpha, beta);
        }
        let key = self.position.key_of(turn);
        let seen = self.table.get(key);
        if let Some(seen) = seen.filter(|seen| seen.depth >= depth as u32)
            && seen.bound.settles(seen.value, alpha, beta)
        {
            return Ok(seen.value);
        }
        let first = self.moves.len();
        self.list(turn, seen.map(|seen| seen.best));
        let whole = depth as usize >= self.position.vacant();
        let (start, mut value, mut best) = (alpha, -FAR, self.moves[first].0);
        for at in first..self.moves.len() {
            let column = self.next_move(at);
            let late = at - first;
            let less = i32::from(!whole && depth >= 3 && late >= 4);
            let found = match late {
                0 => self.drop(column, turn, depth, (alpha, beta))?,
                _ => match self.drop(column, turn, depth - less, (alpha, alpha + 1))? {
                    better if better > alpha && (less > 0 || better < beta) => {
                        self.drop(column, turn, depth, (alpha, beta))?
                    }
                    found => found,
                },
            };
            if found > value {
                (value, best) = (found, column);
                alpha = alpha.max(found);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        self.table.put(key, value, Bound::of(value, start, beta), depth as u32, best);
        Ok(value)
    }

    /// The worth of a position once the drops that make points have been made.
    fn quiet(&mut self, turn: Side, depth: i32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let mut value = self.position.value(turn);
        alpha = alpha.max(value);
        if depth > QUIET_AFTER {
            for column in 0..self.position.columns() {
                if alpha >= beta {
                    break;
                }
                if self.position.wins(column, turn) {
                    let found = self.drop(column, turn, depth, (alpha, beta))?;
                    value = value.max(found);
                    alpha = alpha.max(found);
                }
            }
        }
        Ok(value)
    }

    /// Lists the columns with room by their promise.
    fn list(&mut self, turn: Side, hint: Option<usize>) {
        let enemy = turn.other();
        for column in 0..self.position.columns() {
            if !self.position.has_room(column) {
                continue;
            }
            let points = |lines: u16, weight: i32| i32::from(lines) * weight * (POINT / 64);
            let promise = match hint {
                Some(hint) if hint == column => TABLE_MOVE,
                _ => {
                    points(self.position.completes(column, turn), 64)
                        + points(self.position.completes(column, enemy), 56)
                        - points(self.position.completes_above(column, enemy), 24)
                        + self.position.gain(column, turn).0 / 2
                }
            };
            self.moves.push((column, promise));
        }
    }

    /// Brings the most promising of the moves from `at` on to `at` and returns its column; of equals the first.
    fn next_move(&mut self, at: usize) -> usize {
        let rest = &mut self.moves[at..];
        let most = (1..rest.len()).fold(0, |most, other| if rest[other].1 > rest[most].1 { other } else { most });
        rest.swap(0, most);
        rest[0].0
    }
}

impl Choose for WideSearch {
    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Option<Choice> {
        let variant = game.variant();
        let mut budget = Budget::new(think, interval(variant.columns()));
        let (to_end, made) = (game.board().vacant() as u32, ahead(game, game.turn()));
        let choice = |values: &[(Column, i32)], depth: u32, nodes: u64| {
            let &(column, value) = values.first()?;
            let score = Some(f64::from(made) + f64::from(value) / f64::from(POINT));
            Some(Choice { column, score, depth: Some(depth), nodes, proven: depth == to_end })
        };
        // Nobody can align: every column is as good, and every game ends 0:0.
        if !variant.has_lines() {
            return choice(&[(*open_columns(game).first()?, 0)], to_end, 0);
        }
        let most = think.limits.depth.unwrap_or(u32::MAX).clamp(1, to_end);
        let (values, depth) = self.deepen(game, most, 0, &mut budget, |depth, values, nodes| {
            let Some(Choice { column, score, .. }) = choice(values, depth, nodes) else { return };
            (think.progress)(&Progress { depth, nodes, score, line: vec![column], ..Progress::default() });
        });
        choice(&values, depth, budget.nodes())
    }

    fn weigh(&mut self, game: &Game, plies: u32, margin: f64, think: &Think<'_>) -> Option<ColumnValues> {
        let mut budget = Budget::new(think, interval(game.variant().columns()));
        let most = plies.clamp(1, game.board().vacant() as u32);
        let margin = (margin * f64::from(POINT)) as i32;
        let (values, depth) = self.deepen(game, most, margin, &mut budget, |_, _, _| {});
        let columns = values.into_iter().map(|(column, value)| (column, f64::from(value) / f64::from(POINT))).collect();
        Some(ColumnValues { columns, depth, nodes: budget.nodes() })
    }
}
