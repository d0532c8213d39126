//! Sessions driven by scripts.
