//! The players, one file each.

pub(crate) mod bad;
pub(crate) mod human;
pub(crate) mod random;
