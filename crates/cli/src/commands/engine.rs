//! `dropline engine`: a player for other programs, over standard input and output.

use anyhow::Result;
use dropline_arena::protocol::{ServedPlayer, serve};
use std::io::{self, BufReader};
use std::process::ExitCode;

pub(crate) fn run(player: &ServedPlayer) -> Result<ExitCode> {
    serve(player, BufReader::new(io::stdin()), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
