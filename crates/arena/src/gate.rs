//! A sequential test over games that end in any order.
//!
//! The test looks at results in the order of the schedule and only after both games of an opening, so that its decision, and which games count, do not
//! depend on how many were played at once.

use crate::Record;
use crate::ratings::sprt::{Sprt, SprtVerdict, Tally};
use std::collections::BTreeMap;

pub(crate) struct Gate {
    sprt: Option<Sprt>,
    /// Scores of the first player in games that wait for an earlier one.
    waiting: BTreeMap<usize, f64>,
    next: usize,
    tally: Tally,
    verdict: Option<SprtVerdict>,
}

impl Gate {
    pub(crate) const fn new(sprt: Option<Sprt>) -> Gate {
        let tally = Tally { wins: 0, ties: 0, losses: 0 };
        Gate { sprt, waiting: BTreeMap::new(), next: 0, tally, verdict: None }
    }

    pub(crate) fn add(&mut self, record: &Record) {
        let Some(sprt) = self.sprt.filter(|_| self.verdict.is_none()) else { return };
        let red = record.result.red_score();
        self.waiting.insert(record.game, if record.red == 0 { red } else { 1.0 - red });
        while let Some(score) = self.waiting.remove(&self.next) {
            self.tally.add(score);
            self.next += 1;
            if self.next.is_multiple_of(2) {
                self.verdict = sprt.verdict(self.tally);
            }
            if self.verdict.is_some() {
                return;
            }
        }
    }

    pub(crate) const fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    pub(crate) const fn verdict(&self) -> Option<SprtVerdict> {
        self.verdict
    }

    /// The first game that does not count any more.
    pub(crate) const fn decided_before(&self) -> Option<usize> {
        if self.is_decided() { Some(self.next) } else { None }
    }
}
