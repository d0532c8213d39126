//! The course program as its users run it: both commands, both modes, every sentence of its description.

mod arguments;
mod board_files;
#[cfg(unix)]
mod guide;
mod harness;
mod interactive;
mod max;
mod one_move;
