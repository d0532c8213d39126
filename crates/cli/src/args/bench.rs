//! `dropline bench`: what is typed.

use super::solve::{ChosenTechniques, SIMD, TECHNIQUES};
use crate::args::{one_of, quantity};
use crate::commands::bench::BenchOptions;
use clap::Args;
use dropline_engine::solver::{Simd, SolverOptions};

/// Options of `dropline bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Table size, as in 64M or 1G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<usize>,
    /// The instructions to use [default: the best the processor has]
    #[arg(long, value_parser = one_of(SIMD))]
    simd: Option<Simd>,
    /// The techniques of the search
    #[arg(long, default_value = "best", value_parser = one_of(TECHNIQUES))]
    techniques: ChosenTechniques,
    /// Leave the empty board out
    #[arg(long)]
    quick: bool,
}

impl BenchArgs {
    pub(crate) fn options(self) -> BenchOptions {
        let memory = self.memory.unwrap_or(SolverOptions::MEMORY);
        let (simd, techniques) = (self.simd, self.techniques);
        let solver = SolverOptions { memory, simd, techniques, ..SolverOptions::default() };
        BenchOptions { solver, quick: self.quick }
    }
}
