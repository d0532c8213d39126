//! What each level sees.
//!
//! The numbers were found by matches between neighbours; docs/players.md says how they came out.

use crate::registry::ValueInfo;
use dropline_core::{Game, Rules, Variant};

/// What a player of some strength sees of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    /// How often it looks at all; otherwise it plays anything.
    attention: f64,
    /// Plies looked ahead.
    pub(super) plies: u32,
    /// Whether it counts out who ends in zugzwang.
    pub(super) zugzwang: bool,
    /// Whether it plays the game on at random where the board is large, as the last level does.
    playouts: bool,
    /// How much worse a column has to look to be played about a third as often, in the units of the search or in points. Below zero it prefers
    /// what looks worse: the edges.
    noise: f64,
    /// How many times its noise, or its attention where that lacks, is on a board of 225 cells what the size of the board makes of it.
    on_large: f64,
}

/// The levels by name. The last one is not made of a sight: it plays as well as it can.
pub(super) const LEVELS: [ValueInfo; 10] = [
    level("1", "Beginner", "Knows the rules, and sees a line at once only now and then."),
    level("2", "Novice", "In Connect takes a line and blocks one, but has no feeling for the board yet."),
    level("3", "Casual", "In Connect takes a line and blocks one, and plays anywhere else."),
    level("4", "Easy-going", "In Connect gives no line away any more, and begins to like the middle."),
    level("5", "Steady", "In Connect sees double threats, and weighs the rest roughly."),
    level("6", "Keen", "In Connect sees double threats coming, and weighs lines better."),
    level("7", "Strong", "Looks a few moves ahead, and seldom misjudges open lines."),
    level("8", "Expert", "Looks further ahead, and counts who runs out of moves."),
    level("9", "Master", "Looks far ahead, and hardly ever misjudges."),
    level("10", "Strongest", "The strongest we have; perfect where the board allows."),
];

const fn level(value: &'static str, name: &'static str, about: &'static str) -> ValueInfo {
    ValueInfo { value, name, about }
}

/// What the levels below the last see in Connect.
const CONNECT: [Sight; 9] = [
    looks(0.24, 1, 1e4).on_large(0.375),
    looks(1.0, 1, -20.0).on_large(0.92),
    looks(1.0, 1, -110.0).on_large(6.0),
    looks(1.0, 2, 130.0).on_large(0.14),
    looks(1.0, 3, 55.0).on_large(0.19),
    looks(1.0, 4, 38.0).on_large(0.16),
    looks(1.0, 5, 12.0).on_large(0.19),
    counts(7, 14.0).on_large(0.14),
    counts(9, 3.0).on_large(0.7).with_playouts(),
];

/// The same in Max-Connect.
const MAX: [Sight; 9] = [
    looks(1.0, 1, 5.9),
    looks(1.0, 1, 1.3),
    looks(1.0, 1, 0.63),
    looks(1.0, 2, 0.63),
    looks(1.0, 2, 0.42),
    looks(1.0, 3, 0.28),
    looks(1.0, 4, 0.23),
    looks(1.0, 5, 0.15),
    looks(1.0, 7, 0.08),
];

const fn looks(attention: f64, plies: u32, noise: f64) -> Sight {
    Sight { attention, plies, zugzwang: false, playouts: false, noise, on_large: 1.0 }
}

const fn counts(plies: u32, noise: f64) -> Sight {
    Sight { attention: 1.0, plies, zugzwang: true, playouts: false, noise, on_large: 1.0 }
}

/// Positions times columns times cells in line that a level below the last may visit for a move, and the last one: about as long a time on every board.
const WORK: u64 = 1_500_000;
pub(super) const LAST_WORK: u64 = 8_000_000;

/// The least noise at a side's first move, so that nobody opens in the same way for ever.
const fn opening_noise(rules: Rules) -> f64 {
    match rules {
        Rules::Connect => 15.0,
        Rules::Max => 0.15,
    }
}

impl Sight {
    const fn on_large(self, on_large: f64) -> Sight {
        Sight { on_large, ..self }
    }

    const fn with_playouts(self) -> Sight {
        Sight { playouts: true, ..self }
    }

    /// What a level sees; nothing for the last one.
    pub(super) fn of(number: usize, variant: Variant) -> Option<Sight> {
        let sights = match variant.rules() {
            Rules::Connect => &CONNECT,
            Rules::Max => &MAX,
        };
        sights.get(number - 1).copied()
    }

    /// Positions times columns times cells in line that a level below the last may visit for a move: on a board of 225 cells as many as the last.
    pub(super) fn work(variant: Variant) -> u64 {
        (WORK as f64 * (LAST_WORK as f64 / WORK as f64).powf(largeness(variant))).round() as u64
    }

    /// How much of what playouts tell counts on such a board: from 0 to 1.
    pub(super) fn playouts(&self, variant: Variant) -> f64 {
        if self.playouts { largeness(variant) } else { 0.0 }
    }

    /// How often it looks at all on such a board.
    pub(super) fn attention(&self, variant: Variant) -> f64 {
        if self.attention < 1.0 { self.attention * self.on_large.powf(largeness(variant)) } else { 1.0 }
    }

    /// How much worse a column of this position has to look to be played about a third as often.
    pub(super) fn noise(&self, game: &Game) -> f64 {
        let variant = game.variant();
        let rules = variant.rules();
        let noise = match rules {
            Rules::Connect => self.noise * spread(variant, self.noise > 0.0) * self.on_large.powf(largeness(variant)),
            Rules::Max => self.noise,
        };
        let first = game.board().checkers() < 2;
        if first && noise > 0.0 { noise.max(opening_noise(rules)) } else { noise }
    }
}

/// The values of Connect lie further apart on large boards, where more lines are open: so much further than on the standard one for what looks
/// better, and for the edges.
fn spread(variant: Variant, better: bool) -> f64 {
    let size = (variant.cells() as f64 / Variant::STANDARD.cells() as f64).max(1.0);
    if better { size.sqrt() } else { size.sqrt().sqrt() }
}

/// How far a board of Connect is from one of 63 cells, up to which the levels lie as far apart as on the standard one, towards one of 225: from 0 to 1.
fn largeness(variant: Variant) -> f64 {
    match variant.rules() {
        Rules::Connect => ((variant.cells() as f64 / 63.0).ln() / (225.0_f64 / 63.0).ln()).clamp(0.0, 1.0),
        Rules::Max => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_small_boards_and_in_max_connect_nothing_is_as_on_large_ones() {
        for text in ["5x4c3", "7x6c4", "9x7c4", "7x6m4", "20x20m4"] {
            let variant: Variant = text.parse().unwrap();
            assert_eq!(Sight::work(variant), WORK, "{text}");
            for number in 1..=9 {
                let sight = Sight::of(number, variant).unwrap();
                assert_eq!(sight.noise(&Game::new(variant)), sight.on_large(1.0).noise(&Game::new(variant)));
                assert_eq!((sight.attention(variant), sight.playouts(variant)), (sight.attention, 0.0));
            }
        }
        assert_eq!(Sight::work("15x15c5".parse().unwrap()), LAST_WORK);
    }

    #[test]
    fn on_large_boards_level_nine_alone_counts_all_that_playouts_tell() {
        let variant: Variant = "15x15c5".parse().unwrap();
        let playouts = |number| Sight::of(number, variant).unwrap().playouts(variant);
        assert_eq!((1..=9).map(playouts).collect::<Vec<_>>(), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }
}
