//! Plain minimax over the points table, each item damped by how far the score has already gone.
//!
//! Scores are kept in whole thousandths, so the rounding after each item is exact.

use super::points::Items;
use super::{AlphaBeta, DEPTH, Judge, LineRatings, PassResult, RatedBoard, SearchMemory, deepen, weigh};
use crate::budget::{Budget, interval};
use crate::players::name;
use crate::registry::PlayerInfo;
use crate::search::{Lines, centre_first};
use crate::{Choice, Limits, Opinion, OpinionItem, Player, PlayerError, Spec, SpecError, Think, Weighing};
use dropline_core::{Game, Rules, Side, Variant};
use std::sync::Arc;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "damped",
    about: "minimax over a score between -10 and 10 in which each further item counts less",
    rules: &[Rules::Connect],
    most_bits: None,
    long_above: None,
    options: &[DEPTH],
    interactive: false,
    strength: 30,
    check: |spec| depth(spec).map(|_| ()),
    build: |spec, variant, _, _| Ok(Box::new(Damped::new(depth(spec)?, variant))),
};

const DEFAULT_DEPTH: u32 = 4;

fn depth(spec: &Spec) -> Result<u32, SpecError> {
    Ok(spec.depth()?.unwrap_or(DEFAULT_DEPTH))
}

struct Damped {
    depth: u32,
    lines: Arc<Lines>,
    memory: SearchMemory,
    order: Vec<usize>,
}

impl Damped {
    fn new(depth: u32, variant: Variant) -> Damped {
        let lines = Arc::new(Lines::new(variant));
        Damped { depth, lines, memory: SearchMemory::new(variant), order: centre_first(variant.columns()) }
    }
}

impl Player for Damped {
    fn name(&self) -> String {
        name("Damped", (self.depth != DEFAULT_DEPTH).then(|| format!("depth {}", self.depth)))
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::NoMove);
        }
        let limits = think.limits.and(Limits { depth: Some(self.depth), ..Limits::default() });
        let mut budget = Budget::new(&Think { limits, ..*think }, interval(game.variant().columns()));
        let side = game.turn();
        let mut position = RatedBoard::of(&self.lines, game.board());
        let columns: Vec<usize> = self.order.iter().copied().filter(|&column| position.has_room(column)).collect();
        let depth = budget.depth(position.vacant());
        let mut hint = None;
        self.memory.start();
        let choice = deepen(&mut budget, depth, |budget, depth| {
            let (position, memory) = (&mut position, &mut self.memory);
            let (column, value) =
                AlphaBeta { position, judge: &mut Damper, memory, budget, depth }.best(side, &columns, hint)?;
            hint = Some(column);
            Ok(PassResult { column, score: f64::from(value) / 1000.0, settled: false })
        });
        choice.ok_or(PlayerError::NoMove)
    }

    fn weigh(&mut self, game: &Game, think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        let choice = self.choose(game, think)?;
        let depth = choice.depth.unwrap_or(1);
        let mut position = RatedBoard::of(&self.lines, game.board());
        Ok(weigh(game, choice, depth, &mut Damper, (&mut position, &mut self.memory), 1000.0))
    }

    fn opinion(&self, game: &Game) -> Option<Opinion> {
        let counted = Items::count(&RatedBoard::of(&self.lines, game.board()), Side::Red);
        let (mut items, mut before) = (Vec::new(), 0);
        for (name, count, points) in counted.rows() {
            let after = add_all(before, count, points);
            let full = OpinionItem::counted(name, count.max(0) as u32, f64::from(points) / 25.0);
            items.push(OpinionItem { sum: f64::from(after - before) / 1000.0, ..full });
            before = after;
        }
        let note = Some("each item counts for less the further the score has gone".to_owned());
        Some(Opinion { side: Side::Red, items, score: f64::from(before) / 1000.0, note, places: None })
    }
}

struct Damper;

/// The score of a win, in thousandths.
const WIN: i32 = 10_000;

impl Judge for Damper {
    type Counts = LineRatings;

    const DECISIVE: bool = true;

    fn win(&self, _: u32) -> i32 {
        WIN
    }

    fn leaf(&mut self, position: &mut RatedBoard, column: usize, side: Side) -> i32 {
        if position.vacant() == 1 {
            return 0;
        }
        position.make(column, side);
        let score = score(&Items::count(position, Side::Red));
        position.unmake(column, side);
        if side == Side::Red { score } else { -score }
    }
}

/// The items added one at a time to a score in thousandths.
fn score(items: &Items) -> i32 {
    items.rows().into_iter().fold(0, |score, (_, times, points)| add_all(score, times, points))
}

/// The score after so many more items of so many points.
fn add_all(mut score: i32, times: i32, points: i32) -> i32 {
    for _ in 0..times {
        let before = score;
        score = add(score, points);
        // Far out an item is too small for a thousandth, and then so are all others of its kind.
        if score == before {
            break;
        }
    }
    score
}

/// The score after one more item of so many points: points / 25, times 1 − |score| / 10, rounded to the nearest thousandth, halves away from
/// zero. No item is worth as much as 10, so the score stays below 10 by itself.
fn add(score: i32, points: i32) -> i32 {
    let exact = score * WIN + points * 40 * (WIN - score.abs());
    (exact + exact.signum() * WIN / 2) / WIN
}

#[cfg(test)]
mod tests {
    use super::super::points::{ATTACK, BLOCKADE, FORCED_HAND, IMPOSSIBLE_MOVE, THREAT};
    use super::*;

    #[test]
    fn no_item_brings_the_score_to_ten() {
        for score in 1 - WIN..WIN {
            for points in [FORCED_HAND, IMPOSSIBLE_MOVE, BLOCKADE, -BLOCKADE, THREAT, -THREAT, ATTACK, -ATTACK] {
                assert!(add(score, points).abs() < WIN, "{score} with {points}");
            }
        }
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        assert_eq!(add(4095, FORCED_HAND), 4686);
        assert_eq!(add(-9975, IMPOSSIBLE_MOVE), -9977);
    }
}
