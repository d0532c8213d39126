//! Which seats of a game are connected, on this server and on others.

use dropline_core::Side;
use std::collections::HashMap;

/// Live connections that hold seats.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    own: [usize; 2],
    /// Other servers at which somebody holds the seat.
    others: HashMap<u64, [bool; 2]>,
}

impl Presence {
    /// Whether each seat is connected somewhere.
    pub(crate) fn here(&self) -> [bool; 2] {
        Side::BOTH.map(|side| {
            let index = side.index();
            self.own[index] > 0 || self.others.values().any(|there| there[index])
        })
    }

    /// Whether a seat is connected to this server.
    pub(crate) const fn own(&self, side: Side) -> bool {
        self.own[side.index()] > 0
    }

    /// A connection to this server came (or went).
    pub(crate) fn connect(&mut self, side: Side, come: bool) {
        let count = &mut self.own[side.index()];
        *count = if come { *count + 1 } else { count.saturating_sub(1) };
    }

    /// Another server says whether a seat is connected there.
    pub(crate) fn elsewhere(&mut self, instance: u64, side: Side, here: bool) {
        let there = self.others.entry(instance).or_default();
        there[side.index()] = here;
        if *there == [false; 2] {
            self.others.remove(&instance);
        }
    }

    /// Another server is gone.
    pub(crate) fn forget(&mut self, instance: u64) {
        self.others.remove(&instance);
    }
}
