//! How to think about Connect-N.
#[allow(unsafe_code)]
pub mod solver;
