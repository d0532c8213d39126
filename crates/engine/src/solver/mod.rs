//! The exact solver.
#![allow(missing_docs)]

mod busy;
mod control;
mod driver;
mod geometry;
mod isa;
mod kernel;
mod lanes;
mod lines;
mod order;
mod pairing;
mod rules;
mod search;
mod simd;
mod strategy;
mod table;
mod word;

pub use rules::Rules;
pub use simd::Simd;

use std::sync::atomic::{AtomicBool, AtomicU64};

pub struct Dev(Box<dyn kernel::Kernel>, u32, u32);
impl Dev {
    pub fn new(columns: u32, levels: u32, connect: u32, memory: usize, simd: Simd, rules: Rules, generic: bool) -> Self {
        Self(
            kernel::Build { columns, levels, connect, memory, simd, rules, generic }.kernel().unwrap(),
            columns,
            levels,
        )
    }
    pub fn solve(&mut self, moves: &str, weak: bool, threads: usize, driver: Option<u32>, v: bool) -> (i32, i32, u64) {
        let (mut mover, mut other) = (0u128, 0u128);
        let list: Vec<u32> = if moves == "-" { vec![] } else if moves.contains(',') { moves.split(',').map(|x| x.parse().unwrap()).collect() } else { moves.bytes().map(|b| u32::from(b - b'0')).collect() };
        for c in list {
            let stride = self.2 + 1;
            let m = ((mover | other) + (1 << (stride * (c - 1)))) & (((1u128 << self.2) - 1) << (stride * (c - 1)));
            (mover, other) = (other, mover | m);
        }
        let control = control::Control { stop: None, deadline: None, node_limit: u64::MAX, spent: AtomicU64::new(0), done: AtomicBool::new(false), on_report: None };
        let t = std::time::Instant::now();
        let task = kernel::Task { mover, other, weak, threads, driver: driver.map(|d| [driver::Driver::Outwards, driver::Driver::Halving, driver::Driver::Inwards][d as usize]), control: &control, on_bounds: &|l, u| if v { eprintln!("  [{l}, {u}] {:.3}s", t.elapsed().as_secs_f64()) } };
        let (l, u) = self.0.solve(&task);
        (l, u, control.spent.into_inner())
    }
}
