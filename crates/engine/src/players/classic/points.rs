//! The points table that `forecast` and `damped` look at: what stands on the board from one player's view.

use super::RatedBoard;
use dropline_core::Side;

/// How often each item of the table stands on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Items {
    /// Columns the enemy may not use, because dropping there lets me win on top of it.
    pub(crate) forced_hands: i32,
    /// Columns I may not use: full, or my drop there lets the enemy win on top of it.
    pub(crate) impossible_moves: i32,
    pub(crate) mine: Chances,
    pub(crate) theirs: Chances,
}

/// How many lines of one side, with no enemy checker in them, are nearly done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chances {
    /// Two checkers are missing, and there is at least one.
    pub(crate) blockades: i32,
    /// One checker is missing, and its cell cannot be filled right now.
    pub(crate) threats: i32,
    /// One checker is missing, and its cell can be filled right now.
    pub(crate) attacks: i32,
}

pub(crate) const FORCED_HAND: i32 = 25;
pub(crate) const IMPOSSIBLE_MOVE: i32 = -15;
pub(crate) const BLOCKADE: i32 = 10;
pub(crate) const THREAT: i32 = 30;
pub(crate) const ATTACK: i32 = 50;
pub(crate) const FORCED_WIN: i32 = 125;

impl Items {
    /// The items on the board from one side's view, whoever is to move; for N of 2 and more.
    pub(crate) fn count(position: &RatedBoard, me: Side) -> Items {
        let enemy = me.other();
        let chances =
            |side| Chances { blockades: position.lacking_two(side), threats: position.lacking_one(side), attacks: 0 };
        let mut items = Items { mine: chances(me), theirs: chances(enemy), ..Items::default() };
        for column in 0..position.columns() {
            if !position.has_room(column) {
                items.impossible_moves += 1;
                continue;
            }
            let (mine, theirs) = (position.completes(column, me), position.completes(column, enemy));
            items.mine.attacks += i32::from(mine);
            items.theirs.attacks += i32::from(theirs);
            items.forced_hands += i32::from(theirs == 0 && position.wins_above(column, me));
            items.impossible_moves += i32::from(mine == 0 && position.wins_above(column, enemy));
        }
        items.mine.threats -= items.mine.attacks;
        items.theirs.threats -= items.theirs.attacks;
        items
    }

    /// The items in the order in which they are added up: what they are, how many there are, and the points of one.
    pub(crate) const fn rows(&self) -> [(&'static str, i32, i32); 8] {
        let Items { forced_hands, impossible_moves, mine, theirs } = *self;
        [
            ("forced hands", forced_hands, FORCED_HAND),
            ("blockades", mine.blockades, BLOCKADE),
            ("threats", mine.threats, THREAT),
            ("attacks", mine.attacks, ATTACK),
            ("impossible moves", impossible_moves, IMPOSSIBLE_MOVE),
            ("their blockades", theirs.blockades, -BLOCKADE),
            ("their threats", theirs.threats, -THREAT),
            ("their attacks", theirs.attacks, -ATTACK),
        ]
    }

    /// The sum of all items in points.
    pub(crate) const fn sum(&self) -> i32 {
        self.forced_hands * FORCED_HAND + self.impossible_moves * IMPOSSIBLE_MOVE + self.mine.sum() - self.theirs.sum()
    }
}

impl Chances {
    const fn sum(&self) -> i32 {
        self.blockades * BLOCKADE + self.threats * THREAT + self.attacks * ATTACK
    }
}

/// The side for which a forced win stands, `first` looked at before the other: the side to move if it can win with one drop, any side that
/// has two separate attacks.
pub(crate) fn forced_win(position: &RatedBoard, turn: Side, first: Side) -> Option<Side> {
    let stands = |side: &Side| {
        let needed = if *side == turn { 1 } else { 2 };
        (0..position.columns()).filter(|&column| position.wins(column, *side)).nth(needed - 1).is_some()
    };
    [first, first.other()].into_iter().find(stands)
}
