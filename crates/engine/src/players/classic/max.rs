//! Depth-limited alpha-beta for Max-Connect-N: points, and the better places while the board is not full.

use super::{AlphaBeta, DEPTH, Judge, PassResult, SearchMemory, deepen, weigh};
use crate::budget::{Budget, interval};
use crate::players::name;
use crate::players::random::Random;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::search::{LineBoard, Lines, centre_first};
use crate::{Choice, Limits, Opinion, OpinionItem, Player, PlayerError, Spec, SpecError, Think, Weighing};
use dropline_core::{Game, Rules, Side, Variant};
use std::sync::Arc;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "max",
    about: "alpha-beta over points and places near the middle, made for Max-Connect",
    rules: BOTH_RULES,
    most_bits: None,
    long_above: None,
    options: &[
        OptionInfo { values: "0 (any column with room, all equally likely) or more plies", default: "8", ..DEPTH },
        OptionInfo {
            key: "eval",
            values: "margin (points and places, mine minus theirs) or classic (as published)",
            default: "margin",
            about: "what a position is worth",
            named: &[],
        },
    ],
    interactive: false,
    strength: 50,
    check: |spec| Settings::read(spec).map(|_| ()),
    build: |spec, variant, seed, _| Ok(Box::new(Max::new(Settings::read(spec)?, variant, seed))),
};

const DEFAULT_DEPTH: u32 = 8;

#[derive(Clone, Copy, Debug)]
struct Settings {
    depth: u32,
    eval: Eval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eval {
    Margin,
    Classic,
}

impl Settings {
    fn read(spec: &Spec) -> Result<Settings, SpecError> {
        let eval = match spec.word("eval", &["margin", "classic"])? {
            "classic" => Eval::Classic,
            _ => Eval::Margin,
        };
        Ok(Settings { depth: spec.depth_from(0)?.unwrap_or(DEFAULT_DEPTH), eval })
    }
}

struct Max {
    settings: Settings,
    lines: Arc<Lines>,
    memory: SearchMemory,
    /// The columns in the order in which the first best is kept.
    order: Vec<usize>,
    /// What it plays by when it looks at nothing.
    random: Random,
}

impl Max {
    fn new(settings: Settings, variant: Variant, seed: u64) -> Max {
        let order = match settings.eval {
            Eval::Margin => centre_first(variant.columns()),
            Eval::Classic => (0..variant.columns()).collect(),
        };
        let (lines, memory, random) = (Arc::new(Lines::new(variant)), SearchMemory::new(variant), Random::new(seed));
        Max { settings, lines, memory, order, random }
    }
}

impl Player for Max {
    fn name(&self) -> String {
        let eval = (self.settings.eval == Eval::Classic).then(|| "classic".to_owned());
        let depth = (self.settings.depth != DEFAULT_DEPTH).then(|| format!("depth {}", self.settings.depth));
        name("Max", eval.into_iter().chain(depth))
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::NoMove);
        }
        if self.settings.depth == 0 {
            return self.random.choose(game, think);
        }
        let limits = think.limits.and(Limits { depth: Some(self.settings.depth), ..Limits::default() });
        let mut budget = Budget::new(&Think { limits, ..*think }, interval(game.variant().columns()));
        let side = game.turn();
        let mut position = LineBoard::new(&self.lines, game.board(), (), |_| ());
        let columns: Vec<usize> = self.order.iter().copied().filter(|&column| position.has_room(column)).collect();
        let depth = budget.depth(position.vacant());
        let mut judge = Worth::new(self.settings.eval, game, &self.lines);
        let mut hint = None;
        self.memory.start();
        let choice = deepen(&mut budget, depth, |budget, depth| {
            let (position, judge, memory) = (&mut position, &mut judge, &mut self.memory);
            let (column, value) = AlphaBeta { position, judge, memory, budget, depth }.best(side, &columns, hint)?;
            hint = Some(column);
            Ok(PassResult { column, score: value.into(), settled: false })
        });
        choice.ok_or(PlayerError::NoMove)
    }

    fn weigh(&mut self, game: &Game, think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        if self.settings.depth == 0 {
            return Ok(None);
        }
        let choice = self.choose(game, think)?;
        let depth = choice.depth.unwrap_or(1);
        let mut position = LineBoard::new(&self.lines, game.board(), (), |_| ());
        let mut judge = Worth::new(self.settings.eval, game, &self.lines);
        Ok(weigh(game, choice, depth, &mut judge, (&mut position, &mut self.memory), 1.0))
    }

    fn opinion(&self, game: &Game) -> Option<Opinion> {
        let (me, them) = (game.turn(), game.turn().other());
        let worth = Worth::new(self.settings.eval, game, &self.lines);
        let points = |side: Side| (game.points().of(side), worth.point[side.index()]);
        let ((mine, point), (theirs, their_point)) = (points(me), points(them));
        let places = |side| places(game, &self.lines, side) as u32;
        let items = vec![
            OpinionItem::counted("points", mine, point),
            OpinionItem::counted("their points", theirs, their_point),
            OpinionItem::counted("places", places(me), 1),
            OpinionItem::counted("their places", places(them), -1),
        ];
        let score = f64::from(worth.points + worth.places);
        Some(Opinion { side: me, items, score, note: None, places: Some(place_table(game.variant(), &self.lines)) })
    }
}

/// The lines through a cell of the empty board.
fn place(variant: Variant, lines: &Lines, column: usize, level: usize) -> usize {
    lines.through(dropline_core::bits::BitBoard::<u64>::bit(variant, column, level)).len()
}

/// The sum of the centre table over a side's checkers.
fn places(game: &Game, lines: &Lines, side: Side) -> i32 {
    let own = game.board().checkers_by_column().filter(|&(_, owner)| owner == side);
    own.map(|(cell, _)| place(game.variant(), lines, cell.column.index(), cell.level.index()) as i32).sum()
}

/// The centre table, a row for each level from the top.
fn place_table(variant: Variant, lines: &Lines) -> Vec<Vec<u32>> {
    let row = |level| (0..variant.columns()).map(|column| place(variant, lines, column, level) as u32).collect();
    (0..variant.levels()).rev().map(row).collect()
}

/// The worth of the position reached, for the player at the root, kept up to date with every drop.
struct Worth {
    eval: Eval,
    rules: Rules,
    root: Side,
    /// What a point of red and one of black is worth.
    point: [i32; 2],
    points: i32,
    places: i32,
}

impl Worth {
    fn new(eval: Eval, game: &Game, lines: &Lines) -> Worth {
        let root = game.turn();
        let mut point = match eval {
            Eval::Margin => [1000, -1000],
            Eval::Classic => [1, 0],
        };
        if root == Side::Black {
            point.reverse();
        }
        let places = places(game, lines, root) - places(game, lines, root.other());
        let points = Side::BOTH.map(|side| game.points().of(side) as i32 * point[side.index()]).iter().sum();
        Worth { eval, rules: game.variant().rules(), root, point, points, places }
    }

    /// What a drop that completes so many lines on a cell is worth to the side that makes it.
    #[inline]
    fn worth(&self, lines: u16, cell: usize, side: Side, position: &LineBoard<()>) -> i32 {
        i32::from(lines) * self.point[side.index()].abs() + position.lines().through(cell).len() as i32
    }

    /// The points and the places that a drop into a column adds.
    #[inline]
    fn gain(&self, position: &LineBoard<()>, column: usize, side: Side) -> (i32, i32) {
        let points = i32::from(position.completes(column, side)) * self.point[side.index()];
        let places = position.lines().through(position.top(column)).len() as i32;
        (points, if side == self.root { places } else { -places })
    }
}

impl Judge for Worth {
    type Counts = ();

    const DECISIVE: bool = false;

    fn win(&self, _: u32) -> i32 {
        0
    }

    fn line_ends(&self) -> bool {
        self.rules == Rules::Connect
    }

    fn leaf(&mut self, position: &mut LineBoard<()>, column: usize, side: Side) -> i32 {
        let (points, places) = self.gain(position, column, side);
        let full = position.vacant() == 1;
        let worth = match self.eval {
            Eval::Margin if full => self.points + points,
            _ => self.points + points + self.places + places,
        };
        if side == self.root { worth } else { -worth }
    }

    /// A drop changes what the enemy's next drop gains only in its own column: it opens the cell above. So the enemy's best answer is its best
    /// drop elsewhere or the one on top.
    fn two_left(&self, position: &LineBoard<()>, side: Side) -> Option<i32> {
        if position.vacant() < 3 {
            return None;
        }
        let enemy = side.other();
        let (mut best, mut second, mut best_at) = (-1, -1, 0);
        for column in position.open_columns() {
            let gain = self.worth(position.completes(column, enemy), position.top(column), enemy, position);
            if gain > best {
                (best, second, best_at) = (gain, best, column);
            } else if gain > second {
                second = gain;
            }
        }
        let mut most = i32::MIN;
        for column in position.open_columns() {
            let lines = position.completes(column, side);
            let mut gain = self.worth(lines, position.top(column), side, position);
            if lines == 0 || !self.line_ends() {
                let elsewhere = if column == best_at { second } else { best };
                let above = match position.has_room_above(column) {
                    true => {
                        self.worth(position.completes_above(column, enemy), position.top(column) + 1, enemy, position)
                    }
                    false => -1,
                };
                gain -= elsewhere.max(above);
            }
            most = most.max(gain);
        }
        let now = self.points + self.places;
        Some(most + if side == self.root { now } else { -now })
    }

    fn enter(&mut self, position: &LineBoard<()>, column: usize, side: Side) {
        let (points, places) = self.gain(position, column, side);
        self.points += points;
        self.places += places;
    }

    fn leave(&mut self, position: &LineBoard<()>, column: usize, side: Side) {
        let (points, places) = self.gain(position, column, side);
        self.points -= points;
        self.places -= places;
    }

    fn promise(&self, position: &LineBoard<()>, column: usize, side: Side) -> i32 {
        let (points, places) = self.gain(position, column, side);
        points.abs() + places.abs()
    }
}
