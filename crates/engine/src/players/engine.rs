//! The strongest player for any board and any time.

use crate::book::BookChoice;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::search::connect::ConnectSearch;
use crate::search::max::MaxSearch;
use crate::{Choice, Limits, Player, PlayerError, Spec, SpecError, Think};
use dropline_core::{Game, Rules, Variant};
use std::time::Duration;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "engine",
    about: "the strongest there is: looks as deep as its time allows, weighs threats, and proves what it can",
    rules: BOTH_RULES,
    options: &[
        OptionInfo {
            key: "time",
            values: "a time such as 5s or 100ms",
            default: "1s; none if nodes or a depth are given",
            about: "how long it thinks about a move",
        },
        OptionInfo { key: "nodes", values: "1 or more", default: "no limit", about: "how many positions it looks at" },
        OptionInfo { key: "depth", values: "1 or more plies", default: "no limit", about: "how far it looks ahead" },
        OptionInfo {
            key: "threads",
            values: "1 to 256",
            default: "1",
            about: "how many threads think together (Connect-N)",
        },
    ],
    interactive: false,
    strength: 100,
    check: |spec| Settings::read(spec).map(|_| ()),
    build: |spec, variant, _, book| Ok(Box::new(Engine::new(spec, variant, book)?)),
};

const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The most bytes for the tables of Max-Connect, taken as they are needed.
const MAX_MEMORY: usize = 64 << 20;

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

    /// The table takes 16 bytes a position: room for those of one move, at most 256 MiB; 64 MiB if there is no telling how many.
    fn table_bits(&self, variant: Variant) -> u32 {
        const POSITIONS_A_SECOND: f64 = 4e6;
        let by_time = self.time.map(|time| time.as_secs_f64() * POSITIONS_A_SECOND * self.threads as f64);
        let by_nodes = self.nodes.map(|nodes| nodes as f64);
        let positions = by_time.into_iter().chain(by_nodes).reduce(f64::min).unwrap_or(POSITIONS_A_SECOND);
        // Small boards have no more positions than that.
        (positions.log2().ceil() as u32).clamp(12, 24).min(2 * variant.cells() as u32)
    }
}

struct Engine {
    settings: Settings,
    search: Rulewise,
}

/// How it thinks under each rule set.
enum Rulewise {
    Connect(Box<ConnectSearch>),
    Max(MaxSearch),
}

impl Engine {
    fn new(spec: &Spec, variant: Variant, book: &BookChoice) -> Result<Engine, SpecError> {
        let settings = Settings::read(spec)?;
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
        let Settings { time, depth, nodes, .. } = self.settings;
        let think = Think { limits: think.limits.and(Limits { time, depth, nodes }), ..*think };
        match &mut self.search {
            Rulewise::Connect(search) => Ok(search.choose(game, &think)),
            Rulewise::Max(search) => search.choose(game, &think).ok_or(PlayerError::NoMove),
        }
    }
}

#[cfg(test)]
mod tests;
