//! Ten levels of strength, built on exact values.
//!
//! At each move the level first looks for what cannot be missed ([`tactics`]), then keeps the value of the position (win, tie or loss) with the
//! probability of its level, and otherwise plays any of the columns that are not absurd, those near the middle more often.

use super::perfect::{analyst, choice};
use crate::analysis::{Analysis, Analyst};
use crate::book::BookChoice;
use crate::registry::{BOTH_RULES, OptionInfo, PlayerInfo};
use crate::{Choice, Player, PlayerError, Spec, SpecError, Think};
use dropline_core::{Column, Game, Rules, Variant};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) const INFO: PlayerInfo = PlayerInfo {
    name: "level",
    about: "ten strengths for people, from a beginner to perfect play",
    rules: BOTH_RULES,
    options: &[OptionInfo { key: "n", values: "1 to 10", default: "5", about: "how strong: 10 plays perfectly" }],
    interactive: false,
    strength: 0,
    check: |spec| number(spec).map(|_| ()),
    build: |spec, variant, seed, book| Ok(Box::new(Level::new(spec, variant, seed, book)?)),
};

/// How often, of a hundred moves, each level keeps the value of the position on purpose.
pub(crate) const KEEPS: [u32; 10] = [0, 15, 30, 42, 54, 65, 75, 84, 92, 100];

fn number(spec: &Spec) -> Result<usize, SpecError> {
    Ok(spec.number("n", 1..=10)?.unwrap_or(5) as usize)
}

struct Level {
    number: usize,
    analyst: Analyst,
    random: Xoshiro256PlusPlus,
}

impl Level {
    fn new(spec: &Spec, variant: Variant, seed: u64, book: &BookChoice) -> Result<Level, SpecError> {
        let (number, analyst) = (number(spec)?, analyst(INFO.name, variant, book)?);
        Ok(Level { number, analyst, random: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }

    /// A column that keeps the value of the position; at the last level the best one.
    fn keep(&mut self, game: &Game, analysis: &Analysis) -> Option<Column> {
        if self.number == KEEPS.len() {
            return analysis.choice();
        }
        let keeping: Vec<Column> = match game.variant().rules() {
            Rules::Connect => analysis.keeping().collect(),
            Rules::Max => analysis.best().collect(),
        };
        keeping.choose(&mut self.random).copied()
    }

    /// Any of these columns, the nearer to the middle the likelier.
    fn stray(&mut self, game: &Game, columns: &[Column]) -> Option<Column> {
        let width = game.variant().columns();
        let weight = |column: &Column| width - (2 * column.index()).abs_diff(width - 1) / 2;
        let total: usize = columns.iter().map(weight).sum();
        let mut left = if total == 0 { return None } else { self.random.random_range(0..total) };
        for column in columns {
            match left.checked_sub(weight(column)) {
                Some(rest) => left = rest,
                None => return Some(*column),
            }
        }
        None
    }
}

/// The columns that are not absurd, for a level that sees immediate tactics: a win at once if there is one, else the block of a win
/// at once, else all that do not let the other side win at once, as far as there are any.
fn tactics(game: &Game) -> Vec<Column> {
    let legal: Vec<Column> = game.legal_columns().collect();
    if game.variant().rules() == Rules::Max {
        return legal;
    }
    let wins = |game: &Game, column: Column| {
        let mut after = game.clone();
        after.play(column).is_ok() && after.outcome().is_some_and(|end| end.winner().is_some())
    };
    let winning: Vec<Column> = legal.iter().copied().filter(|&column| wins(game, column)).collect();
    if !winning.is_empty() {
        return winning;
    }
    let safe = |&column: &Column| {
        let mut after = game.clone();
        after.play(column).is_ok() && !after.legal_columns().any(|reply| wins(&after, reply))
    };
    let sound: Vec<Column> = legal.iter().copied().filter(safe).collect();
    if sound.is_empty() { legal } else { sound }
}

impl Player for Level {
    fn name(&self) -> String {
        format!("Level {}", self.number)
    }

    fn choose(&mut self, game: &Game, think: &Think<'_>) -> Result<Choice, PlayerError> {
        let legal: Vec<Column> = if self.number >= 2 { tactics(game) } else { game.legal_columns().collect() };
        if !self.random.random_ratio(KEEPS[self.number - 1], 100) {
            return self.stray(game, &legal).map(Choice::plain).ok_or(PlayerError::NoMove);
        }
        let analysis = self.analyst.analyze(game, think, &mut |_| {}).map_err(|_| PlayerError::NoMove)?;
        choice(self.keep(game, &analysis), &analysis)
    }
}
