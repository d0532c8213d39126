//! Ten levels of strength for people, each made of what a player of that strength sees.
//!
//! A level looks some plies ahead and values every column; nothing within that distance is overlooked. How well it weighs the rest is its noise:
//! the worse a column looks, the less likely it is played. The last level plays as well as it can.

mod sight;

use super::engine::{Engine, EngineSettings};
use crate::book::BookChoice;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::search::ColumnValues;
use crate::search::connect::ConnectSight;
use crate::search::max::MaxSearch;
use crate::{Choice, Limits, Player, PlayerError, Spec, SpecError, Think};
use dropline_core::{Column, Game, Rules, Variant};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sight::{LAST_WORK, LEVELS, Sight};
use std::time::Duration;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "level",
    about: "ten strengths for people, from a beginner to the strongest we have, which is perfect where the board allows",
    rules: BOTH_RULES,
    most_bits: None,
    long_above: None,
    options: &[OptionInfo { key: "n", values: "1 to 10", default: "5", about: "how strong", named: &LEVELS }],
    interactive: false,
    strength: 0,
    check: |spec| number(spec).map(|_| ()),
    build: |spec, variant, seed, book| Ok(Box::new(Level::new(spec, variant, seed, book)?)),
};

fn number(spec: &Spec) -> Result<usize, SpecError> {
    Ok(spec.number("n", 1..=10)?.unwrap_or(5) as usize)
}

/// The longest that a level looks ahead. Positions are what it counts; the clock is there for slow computers.
const LONGEST: Duration = Duration::from_millis(280);

/// Memory for the tables of a level that looks ahead in Max-Connect.
const MAX_MEMORY: usize = 4 << 20;

struct Level {
    number: usize,
    mind: Mind,
    random: Xoshiro256PlusPlus,
}

/// How a level thinks.
enum Mind {
    Connect(Sight, ConnectSight),
    Max(Sight, MaxSearch),
    Strongest(Box<Engine>),
}

impl Level {
    fn new(spec: &Spec, variant: Variant, seed: u64, book: &BookChoice) -> Result<Level, SpecError> {
        let number = number(spec)?;
        let mind = match (Sight::of(number, variant), variant.rules()) {
            (None, _) => Mind::Strongest(Box::new(strongest(variant, book)?)),
            (Some(sight), Rules::Connect) => Mind::Connect(sight, ConnectSight::new(variant)),
            (Some(sight), Rules::Max) => Mind::Max(sight, MaxSearch::new(variant, MAX_MEMORY)),
        };
        Ok(Level { number, mind, random: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }
}

/// What a level may use for a move that nobody expects to solve, for so much work.
fn looking(variant: Variant, work: u64) -> Limits {
    let (columns, longest) = (variant.columns(), variant.columns().max(variant.levels()));
    let nodes = work / (columns * variant.connect().min(longest)) as u64;
    Limits { time: Some(LONGEST), nodes: Some(nodes.max(1)), depth: None }
}

/// What the last level may use where the rest of the game is likely to be solved.
const SOLVING: Limits = Limits { time: Some(Duration::from_millis(800)), nodes: Some(3_000_000), depth: None };

fn strongest(variant: Variant, book: &BookChoice) -> Result<Engine, SpecError> {
    let Limits { time, nodes, depth } = SOLVING;
    Engine::with(EngineSettings { time, nodes, depth, threads: 1 }, variant, book)
}

/// One of the columns: a winning one if there is one, none that loses if there is another, and otherwise the better it looks the likelier.
fn pick(values: &ColumnValues, noise: f64, random: &mut Xoshiro256PlusPlus) -> Option<Column> {
    let &(_, best) = values.columns.first()?;
    let decided = best.abs() > ConnectSight::PROVEN;
    let worth = |value: f64| match decided || value < -ConnectSight::PROVEN {
        true => f64::from(u8::from(value == best)),
        false => ((value - best) / noise).exp(),
    };
    let total: f64 = values.columns.iter().map(|&(_, value)| worth(value)).sum();
    let mut left = random.random_range(0.0..total);
    let likely = values.columns.iter().find(|&&(_, value)| {
        left -= worth(value);
        left < 0.0
    });
    likely.or(values.columns.first()).map(|&(column, _)| column)
}

impl Player for Level {
    fn name(&self) -> String {
        format!("Level {}", self.number)
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        if game.is_over() {
            return Err(PlayerError::NoMove);
        }
        let within = |limits| Think { limits: think.limits.and(limits), ..*think };
        let (think, sight) = match &mut self.mind {
            Mind::Connect(sight, _) | Mind::Max(sight, _) => {
                (within(looking(game.variant(), Sight::work(game.variant()))), *sight)
            }
            Mind::Strongest(engine) => {
                let solving = within(SOLVING);
                let likely = engine.is_likely(game, &solving);
                let think = if likely { solving } else { within(looking(game.variant(), LAST_WORK)) };
                return engine.choose(game, &think);
            }
        };
        let random = &mut self.random;
        if !random.random_bool(sight.attention(game.variant())) {
            return game.legal_columns().choose(random).map(Choice::plain).ok_or(PlayerError::NoMove);
        }
        let plies = sight.plies.min(think.limits.depth.unwrap_or(u32::MAX));
        let noise = sight.noise(game);
        let (playouts, margin) = (sight.playouts(game.variant()), 8.0 * noise.abs());
        let values = match &mut self.mind {
            Mind::Connect(_, search) => Some(search.weigh(game, plies, sight.zugzwang, playouts, margin, &think)),
            Mind::Max(_, search) => search.weigh(game, plies, margin, &think),
            Mind::Strongest(_) => None,
        };
        let values = values.ok_or(PlayerError::NoMove)?;
        let column = pick(&values, noise, random).ok_or(PlayerError::NoMove)?;
        Ok(Choice { column, score: None, depth: Some(values.depth), nodes: values.nodes, proven: false })
    }
}
