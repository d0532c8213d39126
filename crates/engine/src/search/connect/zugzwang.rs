//! Who wins when the columns fill up and nobody makes new threats.
//!
//! A cell that completes a line makes the cell below it poison to the other side: who drops there gives the line away, or at least (to its
//! owner) the threat. Both sides first use up the cells that harm nobody. Then the one to move has to choose:
//!
//! ```text
//!  . . . . x        x: red completes a line there; black may not drop on the cell below (p),
//!  . . . . p        and red would only waste the threat by it. The 4 × 2 cells at the left are harmless:
//!  | . . . .        after an even number of drops it is the turn of the same side again.
//! ```
//!
//! A side in this plight gives up a threat of its own, where the other must block, if it has one; that opens the column above, where threats on the next cells are answered one
//! after the other, and who is to move after the new harmless cells depends on their number. With no threat of its own left it loses. Two threats of one side on top of
//! each other win for it wherever they are.
//!
//! It is a count, not a search of the game: lines that both sides could still make on the way are left out. What one more threat would do is asked besides: then lines that
//! could make such a threat are worth more than others.

use super::WeighedBoard;
use dropline_core::Side;

/// Columns with a threat that are looked at; more are rare.
const MOST_COLUMNS: usize = 24;

/// Ways to go on that are looked at.
const MOST_WORK: u32 = 300;

/// How the quiet rest of the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) winner: Side,
    /// Drops until it is decided.
    pub(super) drops: u32,
}

/// A column with a threat in it.
#[derive(Clone, Copy, Debug, Default)]
struct Poisoned {
    /// Red's and black's threats, from the lowest vacant cell.
    threats: [u64; 2],
    vacant: u32,
}

impl Poisoned {
    const fn all(&self) -> u64 {
        self.threats[0] | self.threats[1]
    }

    /// The harmless cells below the lowest poisoned one. They are taken away; the poisoned cell is then the lowest.
    fn fill(&mut self) -> u32 {
        // A threat on the very next cell has been answered when the count gets here.
        let above = self.all() & !1;
        let harmless = if above == 0 { self.vacant } else { (above.trailing_zeros() - 1).min(self.vacant) };
        self.raise(harmless);
        harmless
    }

    fn raise(&mut self, by: u32) {
        self.threats = self.threats.map(|levels| levels.checked_shr(by).unwrap_or(0));
        self.vacant -= by;
    }

    const fn is_over(&self) -> bool {
        self.vacant < 2 || self.all() >> 1 == 0
    }

    /// While there is a threat on the very next cell it is answered, or made good. Who wins by that, who is to move otherwise, and the drops.
    fn answer(&mut self, mut mover: Side) -> (Option<Side>, Side, u32) {
        let mut drops = 0;
        while self.vacant > 0 {
            if self.threatened(mover.index(), 0) {
                return (Some(mover), mover, drops);
            }
            if !self.threatened(mover.other().index(), 0) {
                break;
            }
            self.raise(1);
            mover = mover.other();
            drops += 1;
        }
        (None, mover, drops)
    }

    /// Whether a side threatens the cell so far above the poisoned one.
    const fn threatened(&self, side: usize, above: u32) -> bool {
        self.threats[side] >> above & 1 == 1
    }
}

/// What the threats on the board, and one more, would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prospect {
    pub(super) end: Option<End>,
    /// For red and black: whether one more threat of that side, in a column that is harmless now, would win for it: on levels 1, 3, 5… and on levels 0, 2, 4…
    pub(super) helps: [[bool; 2]; 2],
}

/// The columns with poison, filled up to it, and the harmless drops that takes with those of all other columns.
struct FilledUp {
    poisoned: [Poisoned; MOST_COLUMNS],
    count: usize,
    drops: u32,
}

impl FilledUp {
    fn of(position: &WeighedBoard) -> FilledUp {
        let levels = position.levels();
        let mut filled = FilledUp { poisoned: [Poisoned::default(); MOST_COLUMNS], count: 0, drops: 0 };
        for column in 0..position.columns() {
            let vacant = (levels - position.height(column)) as u32;
            let threats = position.threats_from_top(column);
            if (threats[0] | threats[1]) > 1 && filled.count < MOST_COLUMNS && vacant > 1 {
                let poisoned = &mut filled.poisoned[filled.count];
                *poisoned = Poisoned { threats, vacant };
                filled.drops += poisoned.fill();
                filled.count += usize::from(!poisoned.is_over());
            } else {
                filled.drops += vacant;
            }
        }
        filled
    }

    fn columns(&self) -> &[Poisoned] {
        &self.poisoned[..self.count]
    }

    /// A number, never 0, that tells apart what threats do.
    fn key(&self, turn: Side) -> u64 {
        let mixed = |key: u64, word: u64| (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let start = 4 | u64::from(self.drops.is_multiple_of(2)) << 1 | turn.index() as u64;
        let column = |key, column: &Poisoned| {
            mixed(mixed(mixed(key, column.threats[0]), column.threats[1]), column.vacant.into())
        };
        self.columns().iter().fold(mixed(0, start), column).max(1)
    }

    /// Whether one more threat of a side on such a level wins for it.
    fn helps(&self, side: Side, even: bool, levels: usize, turn: Side) -> bool {
        let mut poisoned = [Poisoned::default(); MOST_COLUMNS + 1];
        poisoned[..self.count].copy_from_slice(self.columns());
        // A column with that threat, filled up to it, and as many cells above as are left of the levels; two more or less make no difference.
        let above = 2 + (levels as u32 + 1 + u32::from(!even)) % 2;
        let mut threats = [0; 2];
        threats[side.index()] = 2;
        poisoned[self.count] = Poisoned { threats, vacant: 2 + above };
        // The column's cells from the poison on, 2 + above, are not harmless any more; only whether the drops are even matters.
        let drops = self.drops + above;
        play_best(&mut poisoned[..=self.count], turn, drops).is_some_and(|end| end.winner == side)
    }

    /// What threats do, as if nothing harmless were left.
    fn prospect(mut self, levels: usize, turn: Side) -> Prospect {
        let helps = Side::BOTH.map(|side| [false, true].map(|even| self.helps(side, even, levels, turn)));
        let end = play_best(&mut self.poisoned[..self.count], turn, self.drops);
        Prospect { end: end.map(|end| End { drops: end.drops - self.drops, ..end }), helps }
    }
}

/// Who wins by zugzwang, if the threats on the board decide it, with `turn` to move and no win or loss at hand.
pub(super) fn zugzwang(position: &WeighedBoard, turn: Side) -> Option<End> {
    let mut filled = FilledUp::of(position);
    play_out(&mut filled.poisoned[..filled.count], turn, filled.drops)
}

impl Prospect {
    /// What zugzwang promises, with `turn` to move and no win or loss at hand.
    pub(super) fn of(position: &WeighedBoard, turn: Side) -> Prospect {
        let filled = FilledUp::of(position);
        let drops = filled.drops;
        filled.prospect(position.levels(), turn).after(drops)
    }

    /// The same after so many harmless drops more.
    fn after(self, drops: u32) -> Prospect {
        Prospect { end: self.end.map(|end| End { drops: end.drops + drops, ..end }), ..self }
    }
}

/// Prospects that were worked out before: most positions of a search have the threats of others. Of two that share a place the later one stays.
#[derive(Default)]
pub(super) struct Prospects(Vec<(u64, Prospect)>);

impl Prospects {
    const PLACES: usize = 1 << 10;

    /// What [`Prospect::of`] says.
    pub(super) fn of(&mut self, position: &WeighedBoard, turn: Side) -> Prospect {
        if self.0.is_empty() {
            self.0.resize(Prospects::PLACES, (0, Prospect { end: None, helps: [[false; 2]; 2] }));
        }
        let filled = FilledUp::of(position);
        let drops = filled.drops;
        let key = filled.key(turn);
        let place = &mut self.0[key as usize % Prospects::PLACES];
        if place.0 != key {
            *place = (key, filled.prospect(position.levels(), turn));
        }
        place.1.after(drops)
    }
}

/// Plays on after so many harmless drops: who is to move gives up the first threat that makes it the other's turn, or the first.
fn play_out(poisoned: &mut [Poisoned], turn: Side, mut drops: u32) -> Option<End> {
    let mut left = poisoned.len();
    while left > 0 {
        let mover = if drops.is_multiple_of(2) { turn } else { turn.other() };
        let (own, enemy) = (mover.index(), mover.other().index());
        let mut gives_up = None;
        for (at, column) in poisoned[..left].iter().enumerate() {
            if column.threatened(own, 1) && !column.threatened(enemy, 1) {
                if column.threatened(own, 2) && column.vacant > 2 {
                    return Some(End { winner: mover, drops: drops + 3 });
                }
                let mut after = *column;
                after.raise(2);
                let turns_it = !after.fill().is_multiple_of(2);
                if turns_it || gives_up.is_none() {
                    gives_up = Some(at);
                    if turns_it {
                        break;
                    }
                }
            }
        }
        let Some(at) = gives_up else {
            return Some(End { winner: mover.other(), drops: drops + 2 });
        };
        poisoned[at].raise(2);
        drops += 2 + poisoned[at].fill();
        if poisoned[at].is_over() {
            left -= 1;
            poisoned.swap(at, left);
        }
    }
    None
}

/// The same with the best choice of threats to give up, where not too many ways have to be looked at for it.
fn play_best(poisoned: &mut [Poisoned], turn: Side, drops: u32) -> Option<End> {
    let mover = if drops.is_multiple_of(2) { turn } else { turn.other() };
    let mut work = MOST_WORK;
    let best = give_up(poisoned, poisoned.len(), mover, drops, &mut work);
    best.unwrap_or_else(|| play_out(poisoned, turn, drops))
}

/// How the game goes on for the side to move when the first `left` columns are filled up to their poison and nothing harmless is left; nothing if that takes too much work.
fn give_up(columns: &mut [Poisoned], left: usize, mover: Side, drops: u32, work: &mut u32) -> Option<Option<End>> {
    if left == 0 {
        return Some(None);
    }
    *work = work.checked_sub(1)?;
    let (own, enemy) = (mover.index(), mover.other().index());
    // Winners win soon, losers lose late.
    let rank = |end: Option<End>| {
        end.map_or((0, 0), |end| if end.winner == mover { (1, -i64::from(end.drops)) } else { (-1, end.drops.into()) })
    };
    // Who has nothing to give up has to drop below a threat of the other side.
    let mut best = Some(End { winner: mover.other(), drops: drops + 2 });
    for at in 0..left {
        let before = columns[at];
        if !before.threatened(own, 1) || before.threatened(enemy, 1) {
            continue;
        }
        let mut column = before;
        column.raise(2);
        let (winner, to_move, answered) = column.answer(mover);
        let drops = drops + 2 + answered;
        let found = if let Some(winner) = winner {
            Some(End { winner, drops: drops + 1 })
        } else {
            let harmless = column.fill();
            let next = if harmless.is_multiple_of(2) { to_move } else { to_move.other() };
            let over = column.is_over();
            // A column that is over goes behind those that are left.
            columns[at] = if over { columns[left - 1] } else { column };
            let found = give_up(columns, left - usize::from(over), next, drops + harmless, work);
            columns[at] = before;
            found?
        };
        if rank(found) > rank(best) {
            best = found;
        }
        if rank(best).0 > 0 {
            break;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Lines;
    use dropline_core::{Game, Variant};
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::HashMap;
    use std::sync::Arc;

    fn column(red: &[u32], black: &[u32], vacant: u32) -> Poisoned {
        let mask = |levels: &[u32]| levels.iter().fold(0, |mask, level| mask | 1 << level);
        Poisoned { threats: [mask(red), mask(black)], vacant }
    }

    /// Fills the columns up to their poison first, as `zugzwang` does; then plays on with the first threat to give up that serves, and with the best.
    fn ends(mut columns: Vec<Poisoned>, others: u32, turn: Side) -> [Option<End>; 2] {
        let harmless: u32 = columns.iter_mut().map(Poisoned::fill).sum();
        columns.retain(|column| !column.is_over());
        let drops = others + harmless;
        [play_out(&mut columns.clone(), turn, drops), play_best(&mut columns, turn, drops)]
    }

    /// Both ways to play on, which agree where there is little to choose.
    fn end(columns: Vec<Poisoned>, others: u32, turn: Side) -> Option<End> {
        let [first, best] = ends(columns, others, turn);
        assert_eq!(first, best);
        best
    }

    #[test]
    fn an_odd_threat_wins_for_the_first_player_and_an_even_one_does_not() {
        // An empty column of 6 with a threat on level 3, and 36 harmless cells: one drop below the poison, black is to move there.
        assert_eq!(end(vec![column(&[2], &[], 6)], 36, Side::Red), Some(End { winner: Side::Red, drops: 39 }));
        assert_eq!(end(vec![column(&[3], &[], 6)], 36, Side::Red), None);
    }

    #[test]
    fn an_even_threat_wins_for_the_second_player() {
        assert_eq!(end(vec![column(&[], &[3], 6)], 36, Side::Red).unwrap().winner, Side::Black);
        assert_eq!(end(vec![column(&[], &[2], 6)], 36, Side::Red), None);
    }

    #[test]
    fn odd_and_even_threats_in_two_columns_leave_the_second_player_in_zugzwang_or_not() {
        // Red odd, black even elsewhere: 1 + 2 harmless cells below. Black is to move, gives up its own threat, gains 2 cells more, and loses.
        let columns = || vec![column(&[2], &[], 6), column(&[], &[3], 6)];
        assert_eq!(end(columns(), 30, Side::Red).unwrap().winner, Side::Red);
        // With one harmless cell more red is to move, gives up its threat, and the three cells above turn it round: black is to move.
        assert_eq!(end(columns(), 31, Side::Red), None);
    }

    /// What best play of both comes to for the side to move if every drop into every column is tried.
    fn reference(columns: &[Poisoned], mover: Side, known: &mut HashMap<(Vec<u32>, Side), i32>) -> i32 {
        let next = |column: &Poisoned, side: Side| column.vacant > 0 && column.threatened(side.index(), 0);
        if columns.iter().any(|column| next(column, mover)) {
            return 1;
        }
        let state = (columns.iter().map(|column| column.vacant).collect(), mover);
        if let Some(&value) = known.get(&state) {
            return value;
        }
        let mut best = None;
        for at in 0..columns.len() {
            if columns[at].vacant > 0 {
                let mut after = columns.to_vec();
                after[at].raise(1);
                best = best.max(Some(-reference(&after, mover.other(), known)));
            }
        }
        let value = best.unwrap_or(0);
        known.insert(state, value);
        value
    }

    #[test]
    fn what_is_counted_is_what_trying_every_drop_comes_to() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut decided, mut off) = (0, [0; 2]);
        for round in 0..3000 {
            let mut columns: Vec<Poisoned> = (0..1 + round % 3)
                .map(|_| {
                    let vacant = random.random_range(1..=10);
                    let mut levels = || {
                        let [one, other] = [(); 2].map(|()| random.random_range(0..1_u64 << vacant));
                        one & other & !1
                    };
                    Poisoned { threats: [levels(), levels()], vacant }
                })
                .collect();
            columns.push(column(&[], &[], random.random_range(0..3)));
            let turn = Side::BOTH[round / 3 % 2];
            let truly = reference(&columns, turn, &mut HashMap::new());
            let value = |end: Option<End>| end.map_or(0, |end| if end.winner == turn { 1 } else { -1 });
            decided += usize::from(truly != 0);
            for (off, end) in off.iter_mut().zip(ends(columns, 0, turn)) {
                *off += usize::from(value(end) != truly);
            }
        }
        // Who could make two threats on top of each other good at once waits here until nothing harmless is left.
        let [first, best] = off;
        assert!(decided > 1500 && best < first && best <= 40, "{decided} decided; {first} and {best} of 3000 off");
    }

    #[test]
    fn what_one_more_threat_would_do_is_what_it_does() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
        let mut helped = [0; 2];
        for text in ["7x6c4", "9x7c4", "12x10c5", "8x7c5"] {
            let variant: Variant = text.parse().unwrap();
            let lines = Arc::new(Lines::new(variant));
            for _ in 0..100 {
                let mut game = Game::new(variant);
                for _ in 0..random.random_range(0..variant.cells()) {
                    let column = game.legal_columns().choose(&mut random).unwrap();
                    let mut next = game.clone();
                    next.play(column).unwrap();
                    game = if next.is_over() { game } else { next };
                }
                let position = WeighedBoard::of(&lines, game.board(), game.turn());
                let found = Prospect::of(&position, game.turn());
                let filled = || FilledUp::of(&position);
                let columns = || filled().columns().to_vec();
                assert_eq!(found.end, play_best(&mut columns(), game.turn(), filled().drops), "{text}");
                // A column of its own, whole, so that the number of all cells stays even or odd: filled up to the poison it has `level` − 1 harmless cells.
                for (side, level) in
                    Side::BOTH.into_iter().flat_map(|side| (1..variant.levels()).map(move |level| (side, level)))
                {
                    let mut more = column(&[], &[], variant.levels() as u32);
                    more.threats[side.index()] = 1 << level;
                    let harmless = filled().drops + more.fill() + variant.levels() as u32;
                    let mut all = columns();
                    all.push(more);
                    let wins = play_best(&mut all, game.turn(), harmless).is_some_and(|end| end.winner == side);
                    let told = found.helps[side.index()][usize::from(level % 2 == 0)];
                    assert_eq!(told, wins, "{text} {:?} {side} {level}", game.moves());
                    helped[usize::from(wins)] += 1;
                }
            }
        }
        assert!(helped.iter().all(|&times| times > 500), "{helped:?}");
    }

    #[test]
    fn prospects_are_the_same_when_they_are_known_already() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let variant: Variant = "9x7c4".parse().unwrap();
        let lines = Arc::new(Lines::new(variant));
        let mut known = Prospects::default();
        for _ in 0..60 {
            let mut game = Game::new(variant);
            while !game.is_over() {
                let position = WeighedBoard::of(&lines, game.board(), game.turn());
                assert_eq!(known.of(&position, game.turn()), Prospect::of(&position, game.turn()));
                let column = game.legal_columns().choose(&mut random).unwrap();
                game.play(column).unwrap();
            }
        }
    }

    #[test]
    fn two_threats_on_top_of_each_other_win_on_any_level() {
        assert_eq!(end(vec![column(&[3, 4], &[], 6)], 36, Side::Red).unwrap().winner, Side::Red);
        assert_eq!(end(vec![column(&[], &[2, 3], 6)], 36, Side::Red).unwrap().winner, Side::Black);
    }

    #[test]
    fn a_cell_that_both_need_loses_for_the_one_to_move() {
        assert_eq!(end(vec![column(&[2], &[2], 6)], 36, Side::Red).unwrap().winner, Side::Red);
        assert_eq!(end(vec![column(&[3], &[3], 6)], 36, Side::Red).unwrap().winner, Side::Black);
    }
}
