//! The `dropline` command; see `dropline --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dropline_cli::main()
}
