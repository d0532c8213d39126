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
    looks(1.0, 1, -20.0).on_large(0.56),
    looks(1.0, 1, -110.0).on_large(0.63),
    looks(1.0, 2, 130.0).on_large(0.83),
    looks(1.0, 3, 55.0).on_large(0.6),
    looks(1.0, 4, 38.0).on_large(0.67),
    looks(1.0, 5, 12.0).on_large(1.2),
    counts(7, 14.0).on_large(1.5),
    counts(9, 3.0).on_large(4.4),
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
    Sight { attention, plies, zugzwang: false, noise, on_large: 1.0 }
}

const fn counts(plies: u32, noise: f64) -> Sight {
    Sight { attention: 1.0, plies, zugzwang: true, noise, on_large: 1.0 }
}

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

    /// What a level sees; nothing for the last one.
    pub(super) fn of(number: usize, variant: Variant) -> Option<Sight> {
        let sights = match variant.rules() {
            Rules::Connect => &CONNECT,
            Rules::Max => &MAX,
        };
        sights.get(number - 1).copied()
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

/// How far a board is from one of 63 cells, up to which the levels lie as far apart as on the standard one, towards one of 225: from 0 to 1.
fn largeness(variant: Variant) -> f64 {
    ((variant.cells() as f64 / 63.0).ln() / (225.0_f64 / 63.0).ln()).clamp(0.0, 1.0)
}
