//! What `dropline serve` keeps when its disk fails, its database is taken away, or its clock jumps. The faults are real ones: a small disk that is full,
//! writes that fail, files that are replaced.
#![cfg(target_os = "linux")]

mod disk;
mod faults;
mod file;
mod server;
