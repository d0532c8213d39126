//! The strongest player for any board and any time.

use crate::play_search::{Ground, Report, Table, Task, Verdict};
use crate::registry::{OptionInfo, PlayerInfo};
use crate::search::{Budget, Lines};
use crate::{Choice, Limits, Player, PlayerError, Progress, Spec, SpecError, Think};
use dropline_core::{Board, Column, Game, Rules, Variant};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "engine",
    about: "the strongest there is: looks as deep as its time allows, weighs threats, and proves what it can",
    rules: &[Rules::Connect],
    options: &[
        OptionInfo {
            key: "time",
            values: "a time such as 5s or 100ms",
            default: "1s; none if nodes or a depth are given",
            about: "how long it thinks about a move",
        },
        OptionInfo { key: "nodes", values: "1 or more", default: "no limit", about: "how many positions it looks at" },
        OptionInfo { key: "depth", values: "1 or more plies", default: "no limit", about: "how far it looks ahead" },
        OptionInfo { key: "threads", values: "1 to 256", default: "1", about: "how many threads think together" },
    ],
    interactive: false,
    strength: 100,
    check: |spec| Settings::read(spec).map(|_| ()),
    build: |spec, variant, _| Ok(Box::new(Engine::new(Settings::read(spec)?, variant))),
};

const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: usize,
}

impl Settings {
    fn read(spec: &Spec) -> Result<Settings, SpecError> {
        let (nodes, depth) = (spec.number("nodes", 1..=u64::MAX)?, spec.depth()?);
        let bounded = nodes.is_some() || depth.is_some();
        let time = spec.time("time")?.or((!bounded).then_some(DEFAULT_TIME));
        let threads = spec.number("threads", 1..=256)?.unwrap_or(1) as usize;
        Ok(Settings { time, nodes, depth, threads })
    }

    /// What the player is told, and its own limits where they are tighter; nodes for one thread of all.
    fn limits(&self, outer: Limits) -> Limits {
        let nodes = self.nodes.into_iter().chain(outer.nodes).min();
        Limits {
            time: self.time.into_iter().chain(outer.time).min(),
            depth: self.depth.into_iter().chain(outer.depth).min(),
            nodes: nodes.map(|nodes| (nodes / self.threads as u64).max(1)),
        }
    }

    /// The table takes 16 bytes a position: enough for the positions of a move or two, at most 256 MiB.
    fn table_bits(&self, variant: Variant) -> u32 {
        const POSITIONS_A_SECOND: f64 = 4e6;
        let by_time = self.time.map(|time| time.as_secs_f64() * POSITIONS_A_SECOND * self.threads as f64);
        let by_nodes = self.nodes.map(|nodes| nodes as f64);
        let positions = by_time.into_iter().chain(by_nodes).fold(4e6, f64::min).max(by_time.unwrap_or(0.0).min(16e6));
        (positions.log2().ceil() as u32).clamp(12, 24).min(variant.cells().max(4) as u32)
    }
}

struct Engine {
    settings: Settings,
    lines: Arc<Lines>,
    table: Table,
}

impl Engine {
    fn new(settings: Settings, variant: Variant) -> Engine {
        Engine { settings, lines: Arc::new(Lines::new(variant)), table: Table::new(settings.table_bits(variant)) }
    }
}

impl Player for Engine {
    fn name(&self) -> String {
        let Settings { time, nodes, depth, threads } = self.settings;
        let own_time = time.filter(|&time| time != DEFAULT_TIME).map(|time| format!("{time:?}"));
        let parts = [
            own_time,
            nodes.map(|nodes| format!("{nodes} nodes")),
            depth.map(|depth| format!("depth {depth}")),
            (threads > 1).then(|| format!("{threads} threads")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "Engine".to_owned() } else { format!("Engine ({})", parts.join(", ")) }
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::NoMove);
        }
        let think = Think { limits: self.settings.limits(think.limits), ..*think };
        let ground = Ground::new(&self.lines, game.board(), game.turn());
        let mut budget = Budget::new(&think, None, ground.columns());
        let depth = budget.depth(None, ground.vacant());
        // Without a clock the answer must not depend on what was asked before.
        self.table.begin(think.limits.time.is_some());
        let task =
            Task { ground: &ground, turn: game.turn(), table: &self.table, depth, threads: self.settings.threads };
        let (report, nodes) = task.run(&mut budget, |report, nodes| {
            let line = report.line.iter().copied().map(Column::from_index).collect();
            let (score, _) = score(game.board(), report);
            (think.progress)(&Progress { depth: report.depth, nodes, score: Some(score), line });
        });
        let (score, proven) = score(game.board(), &report);
        let column = Column::from_index(report.line[0]);
        Ok(Choice { column, score: Some(score), depth: Some(report.depth), nodes, proven })
    }
}

/// The score for the side to move, and whether it is proven. A win is worth 1 if it comes with the last checker of the board and more the
/// sooner it comes, as the solver counts; a guess lies between −1 and 1.
fn score(board: &Board, report: &Report) -> (f64, bool) {
    let won_after = |drops: u32| {
        let before = board.checkers() + drops as usize - 1;
        ((board.variant().cells() + 1 - before) / 2) as f64
    };
    match report.verdict {
        Verdict::Win(drops) => (won_after(drops), true),
        Verdict::Loss(drops) => (-won_after(drops), true),
        Verdict::Tie => (0.0, true),
        Verdict::Guess(value) => {
            let value = f64::from(value);
            (value / (value.abs() + 400.0), false)
        }
    }
}

#[cfg(test)]
mod tests;
