//! How good the drops of a position look, all things together.

use super::geometry::{AnyBoard, BoardGeometry};
use super::lanes::One;
use super::lines::threats;
use super::order::{Order, lane_in, with_points, with_threats};
use super::outlook::{LineOutlook, lines_tell};
use super::search::Sides;
use super::{Techniques, words};
use crate::Score;
use crate::solver::{CellSet, Plane};
use dropline_core::{Column, Game};

/// The drops of one position.
pub(super) struct Ranking<'a, G: BoardGeometry> {
    order: &'a Order<G>,
    useless: G::Word,
    outlook: Option<LineOutlook<'a, G>>,
}

impl<'a, G: BoardGeometry> Ranking<'a, G> {
    /// The drops of a position with so many checkers, of which one is to reach `beta`; `other_wins` are the cells that complete a line of the other side.
    #[inline(always)]
    pub(super) fn new(
        g: &'a G,
        order: &'a Order<G>,
        techniques: &Techniques,
        position: Sides<G::Word>,
        other_wins: G::Word,
        played: i32,
        beta: i32,
    ) -> Self {
        // A winning cell above one of the other side is of no use.
        let closed = (g.sentinel().minus(other_wins) | other_wins) & g.board();
        let useless = closed & closed.up(1);
        let Sides { mover, other } = position;
        let outlook = (played < order.outlook_below && lines_tell(beta) && techniques.open_lines)
            .then(|| LineOutlook::new(g, mover, other, played, beta, played < order.reply_below));
        Self { order, useless, outlook }
    }

    /// How good the drop to the cell with this index looks, which leaves these winning cells and may be the table's: larger is better.
    #[inline(always)]
    pub(super) fn rank(&self, index: usize, cell: G::Word, wins: G::Word, from_table: bool) -> u32 {
        let rank = with_threats(self.order.rank(index), (wins & !self.useless).count() as u32, from_table);
        match &self.outlook {
            Some(outlook) => with_points(rank, outlook.points(cell)),
            None => rank,
        }
    }
}

/// The columns of a position, in the order in which a search with an empty table tries them to reach `beta`; those that lose at once, which it leaves
/// out, come last.
pub(crate) fn columns_in_order(game: &Game, beta: Score) -> Vec<Column> {
    let variant = game.variant();
    let Ok((mover, other)) = words(game) else { return Vec::new() };
    let g = AnyBoard::<u128, 64, 0>(Plane::<u128>::new(
        variant.columns() as u32,
        variant.levels() as u32,
        variant.connect() as u32,
    ));
    let order = Order::new(&g);
    let mask = mover | other;
    let vacant = g.board() & !mask;
    let other_wins = threats(&g, One(other), One(vacant)).0;
    let playable = mask.plus(g.bottom()) & g.board();
    let techniques = Techniques::best_for(variant);
    let position = Sides { mover, other };
    let ranking = Ranking::new(&g, &order, &techniques, position, other_wins, mask.count(), beta);
    let mut found = Vec::new();
    let mut rest = playable;
    while !rest.is_empty() {
        let (index, cell) = (rest.first(), rest.lowest());
        rest = rest.rest();
        let wins = threats(&g, One(mover | cell), One(vacant & !cell)).0;
        let safe = (playable & other_wins & !cell).is_empty() && (cell.up(1) & other_wins).is_empty();
        let rank = ranking.rank(index, cell, wins, false);
        found.push(((safe, rank), order.column_of[lane_in(order.rank(index))]));
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, column)| Column::from_index(column as usize)).collect()
}
