//! The strongest player for any board and any time.

use crate::book::BookChoice;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::search::connect::ConnectSearch;
use crate::search::evaluate;
use crate::search::max::MaxSearch;
use crate::{
    Choice, ColumnScore, Limits, Opinion, OpinionItem, Player, PlayerError, Spec, SpecError, Think, Weighing, win_score,
};
use dropline_core::{Game, Outcome, Rules, Variant};
use std::time::Duration;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "engine",
    about: "the strongest there is: looks as deep as its time allows, weighs threats, and proves what it can",
    rules: BOTH_RULES,
    most_bits: None,
    long_above: None,
    options: &[
        OptionInfo {
            key: "time",
            values: "a time such as 5s or 100ms",
            default: "1s; none if nodes or a depth are given",
            about: "how long it thinks about a move",
            named: &[],
        },
        OptionInfo {
            key: "nodes",
            values: "1 or more",
            default: "no limit",
            about: "how many positions it looks at",
            named: &[],
        },
        OptionInfo {
            key: "depth",
            values: "1 or more plies",
            default: "no limit",
            about: "how far it looks ahead",
            named: &[],
        },
        OptionInfo {
            key: "threads",
            values: "1 to 256",
            default: "1",
            about: "how many threads think together (Connect-N)",
            named: &[],
        },
    ],
    interactive: false,
    strength: 100,
    check: |spec| EngineSettings::read(spec).map(|_| ()),
    build: |spec, variant, _, book| Ok(Box::new(Engine::new(spec, variant, book)?)),
};

const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The most bytes for the tables of Max-Connect, taken as they are needed.
const MAX_MEMORY: usize = if IN_A_PAGE { 16 << 20 } else { 64 << 20 };

/// The most positions in the table of Connect, as a power of two.
const MOST_BITS: u32 = if IN_A_PAGE { 20 } else { 24 };

/// Whether memory is dear.
const IN_A_PAGE: bool = cfg!(target_family = "wasm");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EngineSettings {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) threads: usize,
}

impl EngineSettings {
    fn read(spec: &Spec) -> Result<EngineSettings, SpecError> {
        let (nodes, depth) = (spec.number("nodes", 1..=u64::MAX)?, spec.depth()?);
        let bounded = nodes.is_some() || depth.is_some();
        let time = spec.time("time")?.or((!bounded).then_some(DEFAULT_TIME));
        let threads = spec.number("threads", 1..=256)?.unwrap_or(1) as usize;
        Ok(EngineSettings { time, nodes, depth, threads })
    }

    /// The table takes 16 bytes a position: room for those of one move, at most 256 MiB, in a page 16; 64 MiB if there is no telling how many.
    fn table_bits(&self, variant: Variant) -> u32 {
        const POSITIONS_A_SECOND: f64 = 4e6;
        let by_time = self.time.map(|time| time.as_secs_f64() * POSITIONS_A_SECOND * self.threads as f64);
        let by_nodes = self.nodes.map(|nodes| nodes as f64);
        let positions = by_time.into_iter().chain(by_nodes).reduce(f64::min).unwrap_or(POSITIONS_A_SECOND);
        // Small boards have no more positions than that.
        (positions.log2().ceil() as u32).clamp(12, MOST_BITS).min(2 * variant.cells() as u32)
    }
}

pub(super) struct Engine {
    settings: EngineSettings,
    search: Rulewise,
}

/// How it thinks under each rule set.
enum Rulewise {
    Connect(Box<ConnectSearch>),
    Max(MaxSearch),
}

impl Engine {
    fn new(spec: &Spec, variant: Variant, book: &BookChoice) -> Result<Engine, SpecError> {
        Engine::with(EngineSettings::read(spec)?, variant, book)
    }

    pub(super) fn with(settings: EngineSettings, variant: Variant, book: &BookChoice) -> Result<Engine, SpecError> {
        let search = match variant.rules() {
            Rules::Connect => {
                let bits = settings.table_bits(variant);
                Rulewise::Connect(Box::new(ConnectSearch::new(variant, settings.threads, bits, book)))
            }
            Rules::Max if settings.threads > 1 => {
                return Err(SpecError::Value {
                    player: INFO.name,
                    key: "threads".to_owned(),
                    value: settings.threads.to_string(),
                    expected: "Max-Connect is searched by 1 thread".to_owned(),
                });
            }
            Rules::Max => Rulewise::Max(MaxSearch::new(variant, MAX_MEMORY)),
        };
        Ok(Engine { settings, search })
    }

    /// Whether the rest of a game that is not over is likely to be solved within the limits.
    pub(super) fn is_likely(&self, game: &Game, think: &Think<'_>) -> bool {
        match &self.search {
            Rulewise::Connect(search) => search.is_likely(game, think),
            Rulewise::Max(search) => search.is_likely(game, think),
        }
    }
}

impl Player for Engine {
    fn name(&self) -> String {
        let EngineSettings { time, nodes, depth, threads } = self.settings;
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
        let EngineSettings { time, depth, nodes, .. } = self.settings;
        let think = Think { limits: think.limits.and(Limits { time, depth, nodes }), ..*think };
        match &mut self.search {
            Rulewise::Connect(search) => Ok(search.choose(game, &think)),
            Rulewise::Max(search) => search.choose(game, &think).ok_or(PlayerError::NoMove),
        }
    }

    /// Each column is looked at by itself, with its share of the time and the positions.
    fn weigh(&mut self, game: &Game, think: &Think<'_>) -> Result<Option<Weighing>, PlayerError> {
        let choice = self.choose(game, think)?;
        let open = game.legal_columns().count() as u32;
        let EngineSettings { time, depth, nodes, .. } = self.settings;
        let Limits { time, depth, nodes } = think.limits.and(Limits { time, depth, nodes });
        let limits = Limits {
            time: time.map(|time| time / open),
            depth: depth.map(|depth| (depth - 1).max(1)),
            nodes: nodes.map(|nodes| (nodes / u64::from(open)).max(1)),
        };
        let think = Think { limits, ..*think };
        let mut columns = Vec::new();
        for column in game.legal_columns() {
            let mut after = game.clone();
            if after.play(column).is_err() {
                continue;
            }
            let score = match after.outcome() {
                Some(outcome) => ended(game, &after, outcome),
                None => -self.choose(&after, &think)?.score.unwrap_or(0.0),
            };
            columns.push(ColumnScore { column, score, left_out: false });
        }
        Ok(Some(Weighing { choice, columns }))
    }

    fn opinion(&self, game: &Game) -> Option<Opinion> {
        match &self.search {
            Rulewise::Connect(search) => Some(search.opinion(game)),
            Rulewise::Max(_) => {
                let (side, score) = (game.turn(), evaluate(game).ok()?);
                let (mine, theirs) = (game.points().of(side), game.points().of(side.other()));
                let items = vec![
                    OpinionItem::counted("points", mine, 1),
                    OpinionItem::counted("their points", theirs, -1),
                    OpinionItem::weighed("points to come", score - f64::from(mine) + f64::from(theirs)),
                ];
                Some(Opinion { side, items, score, note: None, places: None })
            }
        }
    }
}

/// The score, for the side that moved, of a move that ended the game.
fn ended(before: &Game, after: &Game, outcome: Outcome) -> f64 {
    let side = before.turn();
    match before.variant().rules() {
        Rules::Connect if outcome.winner().is_some() => win_score(before.variant(), before.board().checkers()).into(),
        Rules::Connect => 0.0,
        Rules::Max => f64::from(after.points().of(side)) - f64::from(after.points().of(side.other())),
    }
}

#[cfg(test)]
mod tests;
