//! `dropline bench`: what is typed.

use super::solve::{SimdArg, TechniquesArg};
use crate::args::quantity;
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
    #[arg(long, value_enum)]
    simd: Option<SimdArg>,
    /// The techniques of the search
    #[arg(long, value_enum, default_value_t = TechniquesArg::Best)]
    techniques: TechniquesArg,
    /// Leave the empty board out
    #[arg(long)]
    quick: bool,
}

impl BenchArgs {
    pub(crate) fn options(self) -> BenchOptions {
        let memory = self.memory.unwrap_or(SolverOptions::MEMORY);
        let solver = SolverOptions {
            memory,
            simd: self.simd.map(Simd::from),
            techniques: self.techniques.techniques(),
            ..SolverOptions::default()
        };
        BenchOptions { solver, quick: self.quick }
    }
}
