//! `cargo xtask agree`: the scores of random positions against an independent solver.
//!
//! The Python package `bitbully`, with its own opening book, solves random 7×6 positions of all plies; `dropline solve --check`, with the embedded
//! book, must find the same scores.

use crate::figures::{LOCAL, install_bitbully};
use crate::shell::{output, target_folder, write};
use std::path::Path;
use std::process::Command;

/// How many positions are compared unless told otherwise.
pub(crate) const POSITIONS: u32 = 20_000;

/// What chance is drawn from.
const SEED: &str = "1";

/// Compares so many positions; a difference is an error.
pub(crate) fn run(positions: u32) -> Result<(), String> {
    output(Command::new("cargo").args(["build", "--release", "--package", "dropline"]))?;
    let python = &install_bitbully()?[0];
    println!("bitbully solves {positions} random positions");
    let lines =
        output(Command::new(python).args(["xtask/src/figures/peers/agree_bitbully.py", &positions.to_string(), SEED]))?;
    let file = Path::new(LOCAL).join("agree.txt");
    write(&file, lines)?;
    let dropline = target_folder().join("release/dropline");
    let checked = output(Command::new(dropline).args(["solve", "--check", "--file"]).arg(&file))?;
    println!("dropline finds the same score for all {} positions", checked.lines().count());
    Ok(())
}
