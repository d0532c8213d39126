//! One search on several threads: all deepen on their own and help each other through the table.

use super::{PrincipalVariation, SearchReport, Table, WeighedBoard};
use crate::budget::{Budget, Helpers, interval};
use dropline_core::Side;
use std::sync::atomic::Ordering;
use std::thread;

/// What is to be searched.
pub(crate) struct ParallelSearch<'a> {
    pub(crate) position: &'a WeighedBoard,
    pub(crate) turn: Side,
    /// The columns to choose from, at least one; the first is searched first.
    pub(crate) columns: Vec<usize>,
    pub(crate) table: &'a Table,
    /// Plies to look ahead at most.
    pub(crate) depth: u32,
    /// Threads to search with, at least one.
    pub(crate) threads: usize,
    /// What playouts add to each column; nothing if there were none.
    pub(crate) beyond: &'a [i32],
}

impl ParallelSearch<'_> {
    /// The answer of the thread that keeps the budget, and the positions visited by all. `told` hears of each of its passes.
    pub(crate) fn run(&self, budget: &mut Budget<'_>, told: impl FnMut(&SearchReport, u64)) -> (SearchReport, u64) {
        let helpers = Helpers::default();
        let report = thread::scope(|scope| {
            for id in 1..self.threads {
                let helpers = &helpers;
                scope.spawn(move || self.help(id, helpers));
            }
            let report = self.search(budget).deepen(self.turn, self.columns.clone(), (1, self.depth), told);
            helpers.over.store(true, Ordering::Relaxed);
            report
        });
        (report, budget.nodes() + helpers.nodes.into_inner())
    }

    /// Searches beside the first thread until that one is done; every other helper is a ply ahead.
    fn help(&self, id: usize, helpers: &Helpers) {
        let mut budget = Budget::of_helper(helpers, interval(self.position.columns()));
        let first = 1 + (id % 2) as u32;
        self.search(&mut budget).deepen(self.turn, self.columns.clone(), (first, self.depth), |_, _| {});
        budget.look();
    }

    fn search<'a, 'b>(&'a self, budget: &'a mut Budget<'b>) -> PrincipalVariation<'a, 'b> {
        PrincipalVariation::new(self.position.clone(), self.table, budget).with_playouts(self.beyond)
    }
}
