//! What somebody sees in a position who looks so many plies ahead: a value for every column, and nothing overlooked within that distance.

use super::search::{Manner, PrincipalVariation};
use super::{PROVEN, Table, WIN, WeighedBoard, beyond};
use crate::Think;
use crate::budget::{Budget, interval};
use crate::search::{ColumnValues, Lines, centre_first};
use dropline_core::{Column, Game, Side, Variant};
use std::sync::Arc;

/// A search that values every column.
pub(crate) struct ConnectSight {
    lines: Arc<Lines>,
    table: Table,
}

/// Room for 2^16 positions, 1 MiB.
const TABLE_BITS: u32 = 16;

/// The plies beyond its depth that a search sees by the rules alone: a line that is completed at once, or that cannot be stopped.
const BY_RULES: u32 = 2;

impl ConnectSight {
    /// Values beyond this are proven wins, below its negative proven losses.
    pub(crate) const PROVEN: f64 = PROVEN as f64;

    pub(crate) fn new(variant: Variant) -> ConnectSight {
        let bits = TABLE_BITS.min(2 * variant.cells() as u32);
        ConnectSight { lines: Arc::new(Lines::new(variant)), table: Table::new(bits) }
    }

    /// The values of all columns of a game that is not over, for one who sees so many plies. With one ply he completes a line and blocks one that
    /// is there; with two he also gives none away; with more he sees every win that takes no more than that. Of a column worse than the best by
    /// `margin` or more only that is certain. `playouts` is how much of what playouts add to a column counts.
    pub(crate) fn weigh(
        &mut self,
        game: &Game,
        plies: u32,
        zugzwang: bool,
        playouts: f64,
        margin: f64,
        think: &Think<'_>,
    ) -> ColumnValues {
        let turn = game.turn();
        let mut position = WeighedBoard::of(&self.lines, game.board(), turn);
        if plies <= BY_RULES {
            return at_a_glance(&position, turn, plies);
        }
        if zugzwang {
            position.close();
        }
        self.table.begin(false);
        let mut budget = Budget::new(think, interval(position.columns()));
        let last = (plies - BY_RULES).min(position.vacant() as u32).max(1);
        let manner = Manner { plain: true, zugzwang };
        let mut beyond = if playouts > 0.0 { beyond(&self.lines, game, &position, &mut budget) } else { Vec::new() };
        beyond.iter_mut().for_each(|added| *added = (f64::from(*added) * playouts) as i32);
        let mut search = PrincipalVariation::new(position, &self.table, &mut budget);
        search = search.with_manner(manner).with_playouts(&beyond);
        let (values, depth) = search.weigh(turn, last, margin as i32);
        let columns = values.into_iter().map(|(column, value)| (Column::from_index(column), value.into())).collect();
        ColumnValues { columns, depth: depth + BY_RULES, nodes: budget.nodes() }
    }
}

/// What is seen without looking ahead: what a drop adds to the lines, whether it wins, and whether it lets the other side win.
fn at_a_glance(position: &WeighedBoard, turn: Side, plies: u32) -> ColumnValues {
    let enemy = turn.other();
    let threats = (0..position.columns()).filter(|&column| position.wins(column, enemy)).count();
    let value = |column: usize| {
        let loses = threats > usize::from(position.wins(column, enemy))
            || plies == BY_RULES && position.wins_above(column, enemy);
        match () {
            () if plies == 0 => position.gain(column, turn).0,
            () if position.wins(column, turn) => WIN - 1,
            () if loses => -(WIN - 2),
            () => position.gain(column, turn).0,
        }
    };
    let mut columns: Vec<(Column, f64)> = centre_first(position.columns())
        .into_iter()
        .filter(|&column| position.has_room(column))
        .map(|column| (Column::from_index(column), value(column).into()))
        .collect();
    columns.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let nodes = columns.len() as u64;
    ColumnValues { columns, depth: plies, nodes }
}
