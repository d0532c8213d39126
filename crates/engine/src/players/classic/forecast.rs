//! Forced moves first, then the averaging search over the points table.
//!
//! A mean needs all its children, so nothing can be pruned; positions met again by another order of drops are looked up.

use super::points::{FORCED_WIN, Items, forced_win};
use super::{DEPTH, PassResult, RatedBoard, Table, deepen, patient, table_for};
use crate::budget::{Budget, Stopped, interval};
use crate::players::name;
use crate::registry::{OptionInfo, PlayerInfo};
use crate::search::table::Bound;
use crate::search::{Lines, centre_first};
use crate::{Choice, ColumnScore, Limits, Opinion, OpinionItem, Player, PlayerError, Spec, SpecError, Think, Weighing};
use dropline_core::{Column, Game, Rules, Side, Variant};
use std::sync::Arc;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "forecast",
    about: "plays forced moves, otherwise the best average of points a few plies ahead",
    rules: &[Rules::Connect],
    most_bits: None,
    long_above: None,
    options: &[
        DEPTH,
        OptionInfo {
            key: "order",
            values: "published (the enemy's first) or turn (that of the side to move first)",
            default: "published",
            about: "whose forced win counts when both sides have one",
            named: &[],
        },
    ],
    interactive: false,
    strength: 40,
    check: |spec| Settings::read(spec).map(|_| ()),
    build: |spec, variant, _, _| Ok(Box::new(Forecast::new(Settings::read(spec)?, variant))),
};

const DEFAULT_DEPTH: u32 = 4;

#[derive(Clone, Copy, Debug)]
struct Settings {
    depth: u32,
    order: Order,
}

/// Whose forced win is looked for first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The enemy's, as published.
    Published,
    /// That of the side to move.
    Turn,
}

impl Settings {
    fn read(spec: &Spec) -> Result<Settings, SpecError> {
        let order = match spec.word("order", &["published", "turn"])? {
            "turn" => Order::Turn,
            _ => Order::Published,
        };
        Ok(Settings { depth: spec.depth()?.unwrap_or(DEFAULT_DEPTH), order })
    }
}

impl Order {
    /// The side whose forced win is looked for first in a position that is judged from my view.
    const fn first(self, me: Side, turn: Side) -> Side {
        match self {
            Order::Published => me.other(),
            Order::Turn => turn,
        }
    }
}

struct Forecast {
    settings: Settings,
    lines: Arc<Lines>,
    table: Table,
    order: Vec<usize>,
}

impl Forecast {
    fn new(settings: Settings, variant: Variant) -> Forecast {
        let lines = Arc::new(Lines::new(variant));
        Forecast { settings, lines, table: table_for(variant), order: centre_first(variant.columns()) }
    }
}

impl Player for Forecast {
    fn name(&self) -> String {
        let Settings { depth, order } = self.settings;
        let order = (order == Order::Turn).then(|| "side to move first".to_owned());
        name("Forecast", order.into_iter().chain((depth != DEFAULT_DEPTH).then(|| format!("depth {depth}"))))
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::NoMove);
        }
        let Settings { depth, order } = self.settings;
        let limits = think.limits.and(Limits { depth: Some(depth), ..Limits::default() });
        let mut budget = Budget::new(&Think { limits, ..*think }, interval(game.variant().columns()));
        let me = game.turn();
        let mut position = RatedBoard::of(&self.lines, game.board());
        let columns = candidates(&mut position, me, &self.order);
        let depth = budget.depth(position.vacant());
        let choice = deepen(&mut budget, depth, |budget, depth| {
            self.table.begin(true);
            let mut search = Averaging { position: &mut position, table: &self.table, budget, me, order, depth };
            let mut best = (columns[0], i32::MIN);
            for &column in &columns {
                let value = search.drop(column, me, 1)?;
                if value > best.1 {
                    best = (column, value);
                }
            }
            Ok(PassResult { column: best.0, score: best.1.into(), settled: false })
        });
        choice.ok_or(PlayerError::NoMove)
    }

    fn weigh(&mut self, game: &Game, think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        let choice = self.choose(game, think)?;
        let me = game.turn();
        let mut position = RatedBoard::of(&self.lines, game.board());
        let candidates = candidates(&mut position, me, &self.order);
        let open: Vec<usize> = position.open_columns().collect();
        let mut budget = patient(game);
        self.table.begin(true);
        let (order, depth) = (self.settings.order, choice.depth.unwrap_or(1));
        let mut search =
            Averaging { position: &mut position, table: &self.table, budget: &mut budget, me, order, depth };
        let mut columns = Vec::new();
        for column in open {
            let Ok(value) = search.drop(column, me, 1) else { return Ok(None) };
            let left_out = !candidates.contains(&column);
            columns.push(ColumnScore { column: Column::from_index(column), score: value.into(), left_out });
        }
        Ok(Some(Weighing { choice, columns }))
    }

    fn opinion(&self, game: &Game) -> Option<Opinion> {
        let me = game.turn();
        let position = RatedBoard::of(&self.lines, game.board());
        let counted = Items::count(&position, me);
        let winner = forced_win(&position, me, self.settings.order.first(me, me));
        // With N = 1 every vacant cell is an attack or a threat, of which only the attacks are counted.
        let item = |(name, count, points): (&str, i32, i32)| OpinionItem::counted(name, count.max(0) as u32, points);
        let mut items: Vec<OpinionItem> = counted.rows().into_iter().map(item).collect();
        for (name, side, points) in [("forced win", me, FORCED_WIN), ("their forced win", me.other(), -FORCED_WIN)] {
            items.push(OpinionItem::counted(name, u32::from(winner == Some(side)), points));
        }
        let (score, note) = match winner {
            None => (counted.sum(), None),
            Some(side) if side == me => (FORCED_WIN, Some("a forced win stands, so nothing else counts")),
            Some(_) => (-FORCED_WIN, Some("a forced win of theirs stands, so nothing else counts")),
        };
        Some(Opinion { side: me, items, score: score.into(), note: note.map(str::to_owned), places: None })
    }
}

/// The columns left to choose from after the forced-move checks, centre-first.
fn candidates(position: &mut RatedBoard, me: Side, order: &[usize]) -> Vec<usize> {
    let making = |position: &RatedBoard, side| position.open_columns().find(|&column| position.wins(column, side));
    if let Some(column) = making(position, me).or_else(|| making(position, me.other())) {
        return vec![column];
    }
    let left = without_suicide(position, me, order);
    let mut from_the_left = left.clone();
    from_the_left.sort_unstable();
    for column in from_the_left {
        position.make(column, me);
        let attacked = position.open_columns().filter(|&column| position.wins(column, me)).count();
        position.unmake(column, me);
        if attacked >= 2 {
            return vec![column];
        }
    }
    left
}

/// The columns with room, in the order given, without those that let the enemy win on top; all if none is left. The enemy has no attack.
fn without_suicide(position: &RatedBoard, side: Side, order: &[usize]) -> Vec<usize> {
    let open = order.iter().copied().filter(|&column| position.has_room(column));
    let safe: Vec<usize> = open.clone().filter(|&column| !position.wins_above(column, side.other())).collect();
    if safe.is_empty() { open.collect() } else { safe }
}

struct Averaging<'a, 'b> {
    position: &'a mut RatedBoard,
    table: &'a Table,
    budget: &'a mut Budget<'b>,
    me: Side,
    order: Order,
    depth: u32,
}

impl Averaging<'_, '_> {
    /// The value, from my view, of a drop by `side` after which the position is at `depth`.
    fn drop(&mut self, column: usize, side: Side, depth: u32) -> Result<i32, Stopped> {
        self.budget.visit()?;
        if self.position.wins(column, side) {
            return Ok(self.won_by(side));
        }
        if self.position.vacant() == 1 {
            return Ok(0);
        }
        self.position.make(column, side);
        let value = self.average(side.other(), depth)?;
        self.position.unmake(column, side);
        Ok(value)
    }

    const fn won_by(&self, side: Side) -> i32 {
        if side as u8 == self.me as u8 { FORCED_WIN } else { -FORCED_WIN }
    }

    /// The value, from my view, of a position in which the game is not over.
    fn average(&mut self, turn: Side, depth: u32) -> Result<i32, Stopped> {
        if let Some(side) = forced_win(self.position, turn, self.order.first(self.me, turn)) {
            return Ok(self.won_by(side));
        }
        if depth == self.depth {
            return Ok(Items::count(self.position, self.me).sum());
        }
        let key = self.position.key();
        if let Some(seen) = self.table.get(key).filter(|seen| seen.fresh) {
            return Ok(seen.value);
        }
        let own = Items::count(self.position, self.me).sum();
        let attacked = self.position.open_columns().find(|&column| self.position.wins(column, turn.other()));
        let columns = match attacked {
            Some(block) => vec![block],
            None => {
                let all: Vec<usize> = (0..self.position.columns()).collect();
                without_suicide(self.position, turn, &all)
            }
        };
        let mut sum = 0;
        for &column in &columns {
            sum += self.drop(column, turn, depth + 1)?;
        }
        let value = halfway(own, sum, columns.len() as i32);
        self.table.put(key, value, Bound::Exact, 0, columns[0]);
        Ok(value)
    }
}

/// (own + sum / count) / 2, rounded to the nearest whole number, halves away from zero.
const fn halfway(own: i32, sum: i32, count: i32) -> i32 {
    let (above, below) = (own * count + sum, 2 * count);
    (2 * above + above.signum() * below) / (2 * below)
}

#[cfg(test)]
mod tests {
    use super::halfway;

    #[test]
    fn halves_are_rounded_away_from_zero() {
        assert_eq!(halfway(10, 15, 1), 13);
        assert_eq!(halfway(-10, -15, 1), -13);
        assert_eq!(halfway(10, 22, 2), 11); // 10.5
        assert_eq!(halfway(7, 0, 3), 4); // 3.5
        assert_eq!(halfway(0, 1, 3), 0); // 0.17
        assert_eq!(halfway(-1, -2, 3), -1); // -0.83
    }
}
