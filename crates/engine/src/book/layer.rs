//! The scores of *all* positions after so many moves, without their keys.
//!
//! The heights of the columns are a *shape*. All shapes of a ply are numbered in order, of a shape and its mirror image the smaller one; a position has a place
//! among those of its shape by which of the checkers are the mover's. So the place tells the position, and a score takes only the bits that its range needs.

use super::Key;
use crate::{Score, win_score};
use dropline_core::Variant;
use dropline_core::bits::Word;

/// After how many plies the next layer comes; between two of them scores are found by looking that far ahead.
const DISTANCE: usize = 3;

/// The plies of which a book that is complete up to `complete` moves holds all scores, ascending.
pub(super) fn plies(complete: usize) -> Vec<usize> {
    let mut plies: Vec<usize> = (1..=complete).rev().step_by(DISTANCE).collect();
    plies.reverse();
    plies
}

/// Where the positions of a ply are in a block of bytes.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    variant: Variant,
    pub(super) ply: usize,
    /// As numbers with a 1 above the top checker of each column, ascending.
    shapes: Vec<u128>,
    /// Positions of a shape.
    ways: usize,
    /// In how many ways some of the first checkers are the mover's, by both numbers.
    choices: Vec<usize>,
    /// Bits of a score.
    width: usize,
}

impl Layer {
    /// How many bytes a layer takes; nothing if more than there can be.
    pub(super) fn size(variant: Variant, ply: usize) -> Option<usize> {
        let all = shape_count(variant.columns(), variant.levels(), ply)?;
        let half = variant.columns() / 2;
        let symmetric = if variant.columns().is_multiple_of(2) {
            if ply.is_multiple_of(2) { shape_count(half, variant.levels(), ply / 2)? } else { 0 }
        } else {
            let middles = (0..=variant.levels().min(ply)).filter(|middle| (ply - middle).is_multiple_of(2));
            middles.map(|middle| shape_count(half, variant.levels(), (ply - middle) / 2)).sum::<Option<usize>>()?
        };
        let shapes = all.checked_add(symmetric)? / 2;
        let bits = shapes.checked_mul(binomial(ply, ply / 2)?)?.checked_mul(width(variant, ply))?;
        Some(bits.div_ceil(8))
    }

    /// The layer of a ply. It must be known to be of a reasonable size.
    pub(super) fn new(variant: Variant, ply: usize) -> Option<Layer> {
        let mut shapes = Vec::new();
        add_shapes(variant, 0, ply, 0, &mut shapes);
        shapes.sort_unstable();
        let choices = (0..=ply).flat_map(|all| (0..=ply / 2).map(move |own| binomial(all, own)));
        let choices = choices.collect::<Option<Vec<usize>>>()?;
        Some(Layer { variant, ply, shapes, ways: *choices.last()?, choices, width: width(variant, ply) })
    }

    /// In how many ways `own` of the first `all` checkers are the mover's.
    fn ways(&self, all: usize, own: usize) -> usize {
        self.choices[all * (self.ply / 2 + 1) + own]
    }

    /// How many positions have a place.
    const fn len(&self) -> usize {
        self.shapes.len() * self.ways
    }

    /// The place of a position of this ply; nothing if the sides have not moved in turn.
    fn place(&self, key: Key) -> Option<usize> {
        let [plain, mirrored] = [key.0, mirrored(key.0, self.variant)];
        let (shape, key) =
            [plain, mirrored].map(|key| (shape(key, self.variant), key)).into_iter().min().unwrap_or_default();
        let index = self.shapes.binary_search(&shape).ok()?;
        let (mut cell, mut own, mut rank) = (0, 0, 0);
        for column in 0..self.variant.columns() {
            let at = column * self.variant.stride();
            let height = field(shape, column, self.variant).trailing_zeros() as usize;
            for level in 0..height {
                if key.get(at + level) {
                    own += 1;
                    if own > self.ply / 2 {
                        return None;
                    }
                    rank += self.ways(cell, own);
                }
                cell += 1;
            }
        }
        (own == self.ply / 2).then(|| index * self.ways + rank)
    }

    /// The position at a place.
    fn key(&self, place: usize) -> Option<Key> {
        let (shape, mut rank) = (*self.shapes.get(place / self.ways)?, place % self.ways);
        let mut key = shape;
        let (mut cell, mut own) = (self.ply, self.ply / 2);
        for column in (0..self.variant.columns()).rev() {
            let height = field(shape, column, self.variant).trailing_zeros() as usize;
            for level in (0..height).rev() {
                cell -= 1;
                let before = self.ways(cell, own);
                if own > 0 && rank >= before {
                    rank -= before;
                    own -= 1;
                    key.set(column * self.variant.stride() + level);
                }
            }
        }
        Some(Key(key.min(mirrored(key, self.variant))))
    }

    /// The score of a position in the bytes of a layer, if it is there.
    pub(super) fn score(&self, bytes: &[u8], key: Key) -> Option<Score> {
        self.score_at(bytes, self.place(key)?)
    }

    fn score_at(&self, bytes: &[u8], place: usize) -> Option<Score> {
        let bit = place * self.width;
        let [low, high] = [0, 1].map(|next| bytes.get(bit / 8 + next).copied().unwrap_or(0));
        let code = u16::from_le_bytes([low, high]) >> (bit % 8) & ((1 << self.width) - 1);
        (code > 0).then(|| Score::from(code) - 1 + least(self.variant, self.ply))
    }

    /// All positions of a layer with their scores.
    pub(super) fn positions<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = (Key, Score)> + 'a {
        // A position whose shape is symmetric has another place for its mirror image, which stays empty.
        (0..self.len()).filter_map(|place| Some((self.key(place)?, self.score_at(bytes, place)?)))
    }

    /// The bytes of a layer of these positions.
    pub(super) fn write(&self, positions: impl Iterator<Item = (Key, Score)>) -> Option<Vec<u8>> {
        let mut bytes = vec![0; (self.len() * self.width).div_ceil(8)];
        for (key, score) in positions {
            let bit = self.place(key)? * self.width;
            let code = u16::try_from(score - least(self.variant, self.ply) + 1).ok()?;
            if code == 0 || code >> self.width > 0 {
                return None;
            }
            for (next, part) in (code << (bit % 8)).to_le_bytes().into_iter().enumerate() {
                if part > 0 {
                    *bytes.get_mut(bit / 8 + next)? |= part;
                }
            }
        }
        Some(bytes)
    }
}

/// The least score after so many moves.
const fn least(variant: Variant, ply: usize) -> Score {
    -win_score(variant, ply + 1)
}

/// The bits that a score after so many moves needs, with nothing as one more value.
fn width(variant: Variant, ply: usize) -> usize {
    let values = win_score(variant, ply) - least(variant, ply) + 1;
    values.cast_unsigned().ilog2() as usize + 1
}

fn mirrored(key: u128, variant: Variant) -> u128 {
    key.reverse_fields(variant.columns(), variant.stride())
}

/// The bits of a column.
fn field(key: u128, column: usize, variant: Variant) -> u128 {
    key >> (column * variant.stride()) & (u128::MAX >> (128 - variant.stride()))
}

/// The shape of a position.
fn shape(key: u128, variant: Variant) -> u128 {
    let top = |column| field(key, column, variant).checked_ilog2().unwrap_or(0) as usize;
    (0..variant.columns()).map(|column| 1 << (column * variant.stride() + top(column))).sum()
}

/// Adds the shapes of the columns from `column` on with so many checkers, of which the columns before have `shape`.
fn add_shapes(variant: Variant, column: usize, checkers: usize, shape: u128, shapes: &mut Vec<u128>) {
    if column == variant.columns() {
        if checkers == 0 && shape <= mirrored(shape, variant) {
            shapes.push(shape);
        }
        return;
    }
    let room = (variant.columns() - column - 1) * variant.levels();
    for height in checkers.saturating_sub(room)..=variant.levels().min(checkers) {
        let shape = shape | 1 << (column * variant.stride() + height);
        add_shapes(variant, column + 1, checkers - height, shape, shapes);
    }
}

/// How many shapes some columns have with so many checkers.
fn shape_count(columns: usize, levels: usize, checkers: usize) -> Option<usize> {
    let mut counts = vec![0_usize; checkers + 1];
    counts[0] = 1;
    for _ in 0..columns {
        let before = counts.clone();
        for (checkers, count) in counts.iter_mut().enumerate() {
            let below = &before[checkers.saturating_sub(levels)..=checkers];
            *count = below.iter().try_fold(0_usize, |sum, &count| sum.checked_add(count))?;
        }
    }
    counts.pop()
}

/// In how many ways some of so many can be chosen.
fn binomial(all: usize, chosen: usize) -> Option<usize> {
    if chosen > all {
        return Some(0);
    }
    (0..chosen).try_fold(1_usize, |ways, taken| Some(ways.checked_mul(all - taken)? / (taken + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Game;
    use std::collections::BTreeMap;

    /// All positions after so many moves that are not over, with a number for each as its score.
    fn positions(variant: Variant, ply: usize) -> BTreeMap<Key, Score> {
        let mut games = vec![Game::new(variant)];
        for _ in 0..ply {
            let mut next = BTreeMap::new();
            for game in &games {
                for column in game.legal_columns() {
                    let mut after = game.clone();
                    after.play(column).unwrap();
                    if !after.is_over() {
                        next.insert(Key::of(&after).unwrap(), after);
                    }
                }
            }
            games = next.into_values().collect();
        }
        let scores = least(variant, ply)..=win_score(variant, ply);
        games.iter().map(|game| Key::of(game).unwrap()).zip(scores.cycle()).collect()
    }

    #[test]
    fn every_position_has_a_place_of_its_own_and_nothing_else_is_found() {
        for (variant, most) in
            [("7x6c4", 5), ("6x5c4", 5), ("4x4c3", 9), ("5x3c3", 8), ("2x3c2", 3), ("10x9c4", 3), ("3x20c4", 6)]
        {
            let variant: Variant = variant.parse().unwrap();
            for ply in 1..=most {
                let layer = Layer::new(variant, ply).unwrap();
                let known = positions(variant, ply);
                let bytes = layer.write(known.iter().map(|(&key, &score)| (key, score))).unwrap();
                assert_eq!(Some(bytes.len()), Layer::size(variant, ply), "{variant} {ply}");
                assert_eq!(layer.positions(&bytes).collect::<BTreeMap<_, _>>(), known, "{variant} {ply}");
                assert!(known.iter().all(|(&key, &score)| layer.score(&bytes, key) == Some(score)));
                assert!(known.keys().all(|&key| layer.score(&bytes, Key(mirrored(key.0, variant))).is_some()));
            }
            let layer = Layer::new(variant, 2).unwrap();
            let nothing = vec![0; Layer::size(variant, 2).unwrap()];
            assert!(
                positions(variant, 3)
                    .keys()
                    .chain(positions(variant, 2).keys())
                    .all(|&key| layer.score(&nothing, key).is_none())
            );
        }
    }

    #[test]
    fn layers_lie_three_plies_apart() {
        assert_eq!(plies(10), [1, 4, 7, 10]);
        assert_eq!(plies(2), [2]);
        assert!(plies(0).is_empty());
    }

    #[test]
    fn what_is_too_large_has_no_size() {
        assert_eq!(Layer::size("21x5c4".parse().unwrap(), 100), None);
    }
}
