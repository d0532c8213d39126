//! A solver for one board size: the search, its table and its threads behind one object.
//!
//! The generic parts are chosen here once, by board size, table size and instruction set; every choice is one
//! compiled copy of the search. 7×6 has a copy of its own with all masks as constants, other sizes share copies that
//! read them from memory, with the number of levels as a constant where it is a common one; copies cost compile time and program size, so there are few.

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use super::busy::Busy;
use super::cuts::Cuts;
use super::driver::{Driver, Questions};
use super::finding::Finding;
use super::geometry::{AnyBoard, BoardGeometry, FixedBoard};
use super::isa::Isa;
use super::lanes::One;
use super::lines::threats;
use super::order::Order;
use super::search::{NullWindow, Sides, key};
use super::simd::Simd;
use super::table::{NarrowTable, Proof, ProofTable, WideTable};
use super::techniques::Techniques;
use crate::budget::{Budget, Helpers};
use crate::solver::{CellSet, Plane, Solution};

/// Nodes between two looks at the clock: about a millisecond.
pub(crate) const INTERVAL: u64 = 1 << 14;

/// Nodes one thread searches alone before the others are called: starting them costs as much.
const ALONE: u64 = 20_000;

/// Whether the table has marks: where memory cannot be fetched ahead.
const MARKED: bool = cfg!(target_arch = "wasm32");

/// Whether boards of five levels, and large ones of six, have copies of their own: not where they would have to be loaded first.
const MORE_COPIES: bool = cfg!(not(target_arch = "wasm32"));

/// What to find out about one position.
pub(crate) struct SolveTask {
    /// Checkers of the side to move.
    pub(crate) mover: u128,
    /// Checkers of the other side.
    pub(crate) other: u128,
    /// Only who wins.
    pub(crate) weak: bool,
    /// The one question to ask; `None` to find the score.
    pub(crate) alpha: Option<i32>,
    /// How to ask; chosen by the board if `None`.
    pub(crate) driver: Option<Driver>,
    /// How many threads.
    pub(crate) threads: usize,
    /// Whether they wait for each other.
    pub(crate) in_step: bool,
    /// Forget what earlier positions left in the table.
    pub(crate) fresh: bool,
    /// Keep what took at least two to this power nodes, to tell others.
    pub(crate) tell_from: u32,
}

/// A solver for one board size.
pub(crate) trait Kernel: Send {
    /// The proven bounds of a position's score, equal unless stopped.
    fn solve(&mut self, task: &SolveTask, budget: Budget<'_>) -> Solution;

    /// Takes in what another solver of the same variant has found.
    fn learn(&mut self, finding: &Finding);

    /// What was found since the last call and is worth telling.
    fn findings(&mut self) -> Vec<Finding>;

    /// Empties the table.
    fn forget(&mut self);
}

/// The size of a board and what a kernel is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Build {
    pub(crate) columns: u32,
    pub(crate) levels: u32,
    pub(crate) connect: u32,
    pub(crate) memory: usize,
    pub(crate) simd: Simd,
    pub(crate) techniques: Techniques,
    /// Use the copies compiled for single board sizes.
    pub(crate) specialised: bool,
}

impl Build {
    /// Makes the kernel. The board must fit in 128 bits and `simd` must be one that the processor has.
    pub(crate) fn kernel(&self) -> std::io::Result<Box<dyn Kernel>> {
        match self.simd {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => self.with_isa::<super::isa::Avx512>(),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => self.with_isa::<super::isa::Avx2>(),
            #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
            Simd::Simd128 => self.with_isa::<super::isa::Simd128>(),
            // Where a module has vectors they are there: a second copy of the search would only be more to load.
            #[cfg(all(target_arch = "wasm32", feature = "simd128"))]
            _ => self.with_isa::<super::isa::Simd128>(),
            #[cfg(not(all(target_arch = "wasm32", feature = "simd128")))]
            _ => self.with_isa::<super::isa::Portable>(),
        }
    }

    fn with_isa<I: Isa>(&self) -> std::io::Result<Box<dyn Kernel>> {
        let (columns, levels, connect) = (self.columns, self.levels, self.connect);
        let bits = columns * (levels + 1);
        if bits > 64 {
            let plane = Plane::<u128>::new(columns, levels, connect);
            return match (connect, columns) {
                (4, ..=16) if MORE_COPIES && levels == 6 && self.specialised => {
                    self.wide::<_, I, false>(AnyBoard::<u128, 16, 4, 6>(plane))
                }
                (4, ..=16) => self.wide::<_, I, false>(AnyBoard::<u128, 16, 4>(plane)),
                _ => self.wide::<_, I, false>(AnyBoard::<u128, 64, 0>(plane)),
            };
        }
        let plane = Plane::<u64>::new(columns, levels, connect);
        if connect != 4 || columns > 16 {
            return self.wide::<_, I, false>(AnyBoard::<u64, 32, 0>(plane));
        }
        let geometry = AnyBoard::<u64, 16, 4>(plane);
        if self.techniques.merge_dead {
            return self.wide::<_, I, true>(geometry);
        }
        match NarrowTable::<MARKED>::new(self.memory, bits) {
            None => self.wide::<_, I, false>(geometry),
            Some(table) if (columns, levels) == (7, 6) && self.specialised => {
                Ok(self.boxed::<_, _, I>(FixedBoard::<7, 6, 4>, table?))
            }
            Some(table) if MORE_COPIES && levels == 5 && self.specialised => {
                Ok(self.boxed::<_, _, I>(AnyBoard::<u64, 16, 4, 5>(plane), table?))
            }
            Some(table) => Ok(self.boxed::<_, _, I>(geometry, table?)),
        }
    }

    fn wide<G: BoardGeometry, I: Isa, const DEAD: bool>(&self, geometry: G) -> std::io::Result<Box<dyn Kernel>> {
        Ok(self.boxed::<_, _, I>(geometry, WideTable::<DEAD>::new(self.memory)?))
    }

    fn boxed<G: BoardGeometry, T: ProofTable + Send + 'static, I: Isa>(
        &self,
        geometry: G,
        table: T,
    ) -> Box<dyn Kernel> {
        let order = Order::new(&geometry);
        Box::new(Parts::<G, T, I> {
            geometry,
            table,
            order,
            techniques: self.techniques,
            cuts: None,
            findings: Vec::new(),
            isa: PhantomData,
        })
    }
}

/// All parts of one kernel.
struct Parts<G: BoardGeometry, T, I> {
    geometry: G,
    table: T,
    order: Order<G>,
    techniques: Techniques,
    /// What the last search left.
    cuts: Option<Cuts>,
    findings: Vec<Finding>,
    isa: PhantomData<I>,
}

impl<G: BoardGeometry, T: ProofTable + Send, I: Isa> Kernel for Parts<G, T, I> {
    fn solve(&mut self, task: &SolveTask, budget: Budget<'_>) -> Solution {
        let g = &self.geometry;
        let position = Sides { mover: G::Word::narrow(task.mover), other: G::Word::narrow(task.other) };
        let mask = position.mover | position.other;
        let (cells, played) = (g.cells(), mask.count());
        let playable = mask.plus(g.bottom()) & g.board();
        let wins = threats(g, One(position.mover), One(g.board() & !mask)).0;
        if !(wins & playable).is_empty() {
            let score = if task.weak { 1 } else { (cells + 1 - played) / 2 };
            return Solution::new(score, score, &budget);
        }
        if played >= cells - 1 {
            return Solution::new(0, 0, &budget);
        }
        let (mut lower, mut upper) = (-((cells - played) / 2), (cells - 1 - played) / 2);
        if task.weak {
            (lower, upper) = (lower.max(-1), upper.min(1));
        }
        if task.fresh {
            self.table.renew();
        }
        let mut cuts = self.cuts.take().unwrap_or_else(Cuts::new);
        if task.fresh {
            cuts.renew();
        }
        let driver = task.driver.unwrap_or_else(|| choose_driver(g, played, task.weak));
        let mut questions = Questions::new(driver, lower, upper);
        let (table, order) = (&self.table, &self.order);
        let mut search = NullWindow::<G, T, I>::new(*g, table, self.techniques, order, budget, cuts, task.tell_from);
        search.budget.note_bounds(None);
        let patience = if task.threads > 1 { ALONE } else { u64::MAX };
        loop {
            let next = match task.alpha {
                Some(alpha) => questions.only(alpha),
                None => questions.next(),
            };
            let Some(alpha) = next else { break };
            // SAFETY: `Build::kernel` is given only instruction sets that the processor has.
            let mut bound = unsafe { search.test(position, alpha, patience) };
            if bound.is_none() && task.threads > 1 && !search.budget.stopped() {
                bound = self.together(position, alpha, task, &mut search);
            }
            let Some(bound) = bound else { break };
            questions.answer(alpha, bound);
            search.budget.note_bounds(Some((questions.lower, questions.upper)));
        }
        let (mut lower, mut upper) = (questions.lower, questions.upper);
        if task.weak {
            // a bound may prove more than was asked for
            (lower, upper) = (lower.clamp(-1, 1), upper.clamp(-1, 1));
        }
        let solution = Solution::new(lower, upper, &search.budget);
        let (mut findings, cuts) = (search.findings, search.cuts);
        self.cuts = Some(cuts);
        self.findings.append(&mut findings);
        solution
    }

    fn learn(&mut self, finding: &Finding) {
        let position = Sides { mover: G::Word::narrow(finding.mover), other: G::Word::narrow(finding.other) };
        let played = (position.mover | position.other).count();
        if played < self.order.table_below {
            let mirror = played < self.order.mirror_below && self.techniques.mirror;
            let (key, mirrored) = key::<G, T>(&self.geometry, position.mover, position.other, mirror);
            let Proof { lower, upper, mut column } = finding.proof;
            if mirrored && column != Proof::NO_COLUMN {
                column = self.geometry.columns() - 1 - column;
            }
            self.table.put(key, Proof { lower, upper, column }, finding.work);
        }
    }

    fn findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    fn forget(&mut self) {
        self.table.renew();
        if let Some(cuts) = &mut self.cuts {
            cuts.renew();
        }
    }
}

impl<G: BoardGeometry, T: ProofTable + Send, I: Isa> Parts<G, T, I> {
    /// One question to all threads; the first answer counts.
    fn together(
        &self,
        position: Sides<G::Word>,
        alpha: i32,
        task: &SolveTask,
        first: &mut NullWindow<'_, G, T, I>,
    ) -> Option<i32> {
        let busy = Busy::new(task.threads, self.geometry.cells(), task.in_step);
        let (helpers, answer) = (Helpers::default(), OnceLock::new());
        let known = &first.cuts;
        let ask = |thread, budget| {
            let (g, table, order, cuts) = (self.geometry, &self.table, &self.order, known.clone());
            let mut search = NullWindow::<G, T, I>::new(g, table, self.techniques, order, budget, cuts, task.tell_from);
            search.busy = Some((&busy, thread));
            // SAFETY: as in `solve`.
            if let Some(bound) = unsafe { search.test(position, alpha, u64::MAX) } {
                // A second answer is as true as the first.
                let _ = answer.set(bound);
            }
            helpers.over.store(true, Relaxed);
            search.budget.look();
            (search.budget, search.findings, search.cuts)
        };
        let budget = first.budget.with_helpers(&helpers);
        let (used, findings, cuts) = std::thread::scope(|scope| {
            let (ask, helpers) = (&ask, &helpers);
            let helper = |thread| scope.spawn(move || ask(thread, Budget::of_helper(helpers, INTERVAL)).1);
            let others: Vec<_> = (1..task.threads).map(helper).collect();
            let (used, mut findings, cuts) = ask(0, budget);
            findings.extend(others.into_iter().filter_map(|other| other.join().ok()).flatten());
            (used, findings, cuts)
        });
        first.cuts = cuts;
        first.budget.resume(&used);
        first.findings.extend(findings);
        answer.get().copied()
    }
}

fn choose_driver<G: BoardGeometry>(g: &G, played: i32, weak: bool) -> Driver {
    if played == 0 {
        Driver::of_empty(g.columns(), g.levels(), g.connect())
    } else if weak {
        Driver::Outwards
    } else if g.columns() >= 9 {
        Driver::Inwards
    } else {
        Driver::Halving
    }
}
