//! Depth-limited alpha-beta for Max-Connect-N: points, and the better places while the board is not full.

use super::{AlphaBeta, Judge, PassResult, RatedBoard, SearchMemory, deepen};
use crate::budget::{Budget, interval};
use crate::players::name;
use crate::players::random::Random;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::search::{Lines, centre_first};
use crate::{Choice, Limits, Player, PlayerError, Spec, SpecError, Think};
use dropline_core::{Game, Rules, Side, Variant};
use std::sync::Arc;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "max",
    about: "alpha-beta over points and places near the middle, made for Max-Connect",
    rules: BOTH_RULES,
    options: &[
        OptionInfo {
            key: "depth",
            values: "0 (any column with room, all equally likely) or more plies",
            default: "8",
            about: "how far it looks ahead",
        },
        OptionInfo {
            key: "eval",
            values: "margin (points and places, mine minus theirs) or classic (as published)",
            default: "margin",
            about: "what a position is worth",
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
        let mut position = RatedBoard::of(&self.lines, game.board());
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
        let sign = |side| if side == root { 1 } else { -1 };
        let variant = game.variant();
        let places = game.board().checkers_by_column().map(|(cell, side)| {
            let place = dropline_core::bits::BitBoard::<u64>::bit(variant, cell.column.index(), cell.level.index());
            sign(side) * lines.through(place).len() as i32
        });
        let places = places.sum();
        let points = Side::BOTH.map(|side| game.points().of(side) as i32 * point[side.index()]).iter().sum();
        Worth { eval, rules: game.variant().rules(), root, point, points, places }
    }

    /// What a drop that completes so many lines on a cell is worth to the side that makes it.
    #[inline]
    fn worth(&self, lines: u16, cell: usize, side: Side, position: &RatedBoard) -> i32 {
        i32::from(lines) * self.point[side.index()].abs() + position.lines().through(cell).len() as i32
    }

    /// The points and the places that a drop into a column adds.
    #[inline]
    fn gain(&self, position: &RatedBoard, column: usize, side: Side) -> (i32, i32) {
        let points = i32::from(position.completes(column, side)) * self.point[side.index()];
        let places = position.lines().through(position.top(column)).len() as i32;
        (points, if side == self.root { places } else { -places })
    }
}

impl Judge for Worth {
    const DECISIVE: bool = false;

    fn win(&self, _: u32) -> i32 {
        0
    }

    fn line_ends(&self) -> bool {
        self.rules == Rules::Connect
    }

    fn leaf(&mut self, position: &mut RatedBoard, column: usize, side: Side) -> i32 {
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
    fn two_left(&self, position: &RatedBoard, side: Side) -> Option<i32> {
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

    fn enter(&mut self, position: &RatedBoard, column: usize, side: Side) {
        let (points, places) = self.gain(position, column, side);
        self.points += points;
        self.places += places;
    }

    fn leave(&mut self, position: &RatedBoard, column: usize, side: Side) {
        let (points, places) = self.gain(position, column, side);
        self.points -= points;
        self.places -= places;
    }

    fn promise(&self, position: &RatedBoard, column: usize, side: Side) -> i32 {
        let (points, places) = self.gain(position, column, side);
        points.abs() + places.abs()
    }
}
