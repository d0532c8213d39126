//! One search on several threads: all deepen on their own and help each other through the table.

use super::{Ground, Report, Search, Table};
use crate::search::Budget;
use crate::{Limits, Think};
use dropline_core::Side;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// What is to be searched.
pub(crate) struct Task<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) turn: Side,
    /// The columns to choose from, at least one; the first is searched first.
    pub(crate) columns: Vec<usize>,
    pub(crate) table: &'a Table,
    /// Plies to look ahead at most.
    pub(crate) depth: u32,
    /// Threads to search with, at least one.
    pub(crate) threads: usize,
}

impl Task<'_> {
    /// The answer of the thread that keeps the budget, and the positions visited by all. `told` hears of each of its passes.
    pub(crate) fn run(&self, budget: &mut Budget<'_>, told: impl FnMut(&Report, u64)) -> (Report, u64) {
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let (over, task) = (&over, &self);
            let helpers: Vec<_> = (1..self.threads).map(|id| scope.spawn(move || task.help(id, over))).collect();
            let report = Search::new(self.ground.clone(), self.table, budget).deepen(
                self.turn,
                self.columns.clone(),
                (1, self.depth),
                told,
            );
            over.store(true, Ordering::Relaxed);
            let helped: u64 = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum();
            (report, budget.nodes() + helped)
        })
    }

    /// Searches beside the first thread until that one is done; every other helper is a ply ahead.
    fn help(&self, id: usize, over: &AtomicBool) -> u64 {
        let think = Think { limits: Limits::default(), stop: over, clock: None, progress: &|_| {} };
        let mut budget = Budget::new(&think, None, self.ground.columns());
        let first = 1 + (id % 2) as u32;
        Search::new(self.ground.clone(), self.table, &mut budget).deepen(
            self.turn,
            self.columns.clone(),
            (first, self.depth),
            |_, _| {},
        );
        budget.nodes()
    }
}
