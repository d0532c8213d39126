//! The course program Max-Connect-4 under its own name: `maxconnect4 one-move …` and `maxconnect4 interactive …`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dropline_cli::maxconnect4()
}
