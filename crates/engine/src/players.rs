//! The players, one file each, and the points table that two of them share.

pub(crate) mod bad;
pub(crate) mod damped;
pub(crate) mod engine;
pub(crate) mod forecast;
pub(crate) mod human;
pub(crate) mod max;
mod points;
pub(crate) mod random;
pub(crate) mod smart;
