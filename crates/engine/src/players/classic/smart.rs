//! Minimax to the end of the game or to a depth: wins as soon and loses as late as it can.
//!
//! A win at depth d is worth 1000 − d, so the answers of shallow searches that found a win or a loss are final and end the deepening.

use super::{AlphaBeta, DEPTH, Judge, LineRatings, PassResult, RatedBoard, SearchMemory, deepen, weigh};
use crate::budget::{Budget, interval};
use crate::players::name;
use crate::registry::{OptionInfo, PlayerInfo};
use crate::search::Lines;
use crate::{Choice, Limits, Opinion, OpinionItem, Player, PlayerError, Spec, SpecError, Think, Weighing};
use dropline_core::{Game, Rules, Side, Variant};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "smart",
    about: "minimax to the end of the game or as far as its time allows: wins soon, loses late",
    rules: &[Rules::Connect],
    most_bits: None,
    long_above: None,
    options: &[
        OptionInfo { default: "to the end, or as far as the time allows", ..DEPTH },
        OptionInfo {
            key: "time",
            values: "a time such as 5s or 100ms",
            default: "5s; none if a depth is given",
            about: "how long it thinks about a move",
            named: &[],
        },
    ],
    interactive: false,
    strength: 60,
    check: |spec| Settings::read(spec).map(|_| ()),
    build: |spec, variant, _, _| Ok(Box::new(Smart::new(Settings::read(spec)?, variant))),
};

const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug)]
struct Settings {
    depth: Option<u32>,
    time: Option<Duration>,
}

impl Settings {
    fn read(spec: &Spec) -> Result<Settings, SpecError> {
        let depth = spec.depth()?;
        let time = spec.time("time")?.or(depth.is_none().then_some(DEFAULT_TIME));
        Ok(Settings { depth, time })
    }
}

struct Smart {
    settings: Settings,
    lines: Arc<Lines>,
    memory: SearchMemory,
}

impl Smart {
    fn new(settings: Settings, variant: Variant) -> Smart {
        Smart { settings, lines: Arc::new(Lines::new(variant)), memory: SearchMemory::new(variant) }
    }
}

impl Player for Smart {
    fn name(&self) -> String {
        let depth = self.settings.depth.map(|depth| format!("depth {depth}"));
        let time = self.settings.time.filter(|&time| time != DEFAULT_TIME).map(|time| format!("{time:?}"));
        name("Smart", depth.into_iter().chain(time))
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::NoMove);
        }
        let Settings { depth, time } = self.settings;
        let limits = think.limits.and(Limits { depth, time, nodes: None });
        let mut budget = Budget::new(&Think { limits, ..*think }, interval(game.variant().columns()));
        let side = game.turn();
        let mut position = RatedBoard::of(&self.lines, game.board());
        let depth = budget.depth(position.vacant());
        let columns = candidates(&position, side, depth);
        let tied = !position.has_open_line();
        let mut hint = None;
        self.memory.start();
        let choice = deepen(&mut budget, depth, |budget, depth| {
            let mut judge = Wins::new(game.variant(), depth);
            let (position, memory) = (&mut position, &mut self.memory);
            let (column, value) =
                AlphaBeta { position, judge: &mut judge, memory, budget, depth }.best(side, &columns, hint)?;
            hint = Some(column);
            Ok(PassResult { column, score: value.into(), settled: tied || value.abs() > judge.most_rating })
        });
        choice.ok_or(PlayerError::NoMove)
    }

    fn weigh(&mut self, game: &Game, think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        let choice = self.choose(game, think)?;
        let mut position = RatedBoard::of(&self.lines, game.board());
        let Limits { depth, time, nodes } =
            think.limits.and(Limits { depth: self.settings.depth, time: self.settings.time, nodes: None });
        // A choice that is settled early tells nothing about the depth of the other columns.
        let depth = match depth {
            Some(depth) if time.is_none() && nodes.is_none() => depth.min(position.vacant() as u32).max(1),
            _ => choice.depth.unwrap_or(1),
        };
        let mut judge = Wins::new(game.variant(), depth);
        Ok(weigh(game, choice, depth, &mut judge, (&mut position, &mut self.memory), 1.0))
    }

    fn opinion(&self, game: &Game) -> Option<Opinion> {
        let me = game.turn();
        let position = RatedBoard::of(&self.lines, game.board());
        let mut items = Vec::new();
        for (whose, side, sign) in [("lines with", me, 1.0), ("their lines with", me.other(), -1.0)] {
            for held in 1..self.lines.length() {
                let (count, points) = (position.lines_holding(side, held), sign * position.line_points(held) as f64);
                if count > 0 {
                    let checkers = if held == 1 { "checker" } else { "checkers" };
                    items.push(OpinionItem::counted(format!("{whose} {held} {checkers}"), count as u32, points));
                }
            }
        }
        let rating = position.rating(me);
        let most = i64::from(Wins::new(game.variant(), self.settings.depth.unwrap_or(0)).most_rating);
        let score = rating.clamp(-most, most);
        let note = (score != rating).then(|| format!("kept within {most} and -{most}: a rating is less than a win"));
        Some(Opinion { side: me, items, score: score as f64, note, places: None })
    }
}

/// The columns among which the leftmost best one is found, from the left: all with room, unless the next two drops decide alone.
///
/// So that an answer given in haste still takes a win and stops a loss.
fn candidates(position: &RatedBoard, side: Side, depth: u32) -> Vec<usize> {
    let making = |side| position.open_columns().filter(move |&column| position.wins(column, side));
    if let Some(win) = making(side).next() {
        return vec![win];
    }
    let threats: Vec<usize> = making(side.other()).collect();
    match threats[..] {
        _ if depth == 1 => position.open_columns().collect(),
        [] => position.open_columns().collect(),
        [block] if !position.wins_above(block, side.other()) => vec![block],
        // Every column loses to the next drop, so the leftmost is as good as any.
        _ => position.open_columns().take(1).collect(),
    }
}

/// A win at depth d is worth `full` − d, a tie nothing, and a position that is not decided its rating.
struct Wins {
    full: i32,
    most_rating: i32,
}

impl Wins {
    /// 1000, or so much more on boards with more than 900 cells that a win at the last cell is still worth 100.
    fn new(variant: Variant, depth: u32) -> Wins {
        let full = 1000.max(variant.cells() as i32 + 100);
        Wins { full, most_rating: full - 100 - depth as i32 }
    }
}

impl Judge for Wins {
    type Counts = LineRatings;

    const DECISIVE: bool = true;

    fn win(&self, depth: u32) -> i32 {
        self.full - depth as i32
    }

    fn leaf(&mut self, position: &mut RatedBoard, column: usize, side: Side) -> i32 {
        if position.vacant() == 1 {
            return 0;
        }
        let most = i64::from(self.most_rating);
        position.rating_after(column, side).clamp(-most, most) as i32
    }
}
