//! The search behind the `engine` player: as deep as the time allows on a board of any size.
//!
//! [`Ground`] is a position that keeps, drop by drop, the worth of its open lines and the cells that win; [`zugzwang`] plays the quiet
//! rest of the game out by counting and says who runs out of moves; [`Search`] walks the tree by principal variation search with a
//! [`Table`] that several threads may share.
//!
//! Values are whole numbers for the side to move. A win that is proven is worth [`WIN`] less the drops it takes, so a value beyond
//! [`PROVEN`] is never a guess: it comes from drops alone, whatever was pruned or looked at less deeply elsewhere.

mod candidates;
mod ground;
mod search;
mod table;
mod threads;
mod weights;
mod zugzwang;

#[cfg(test)]
mod tests;

pub(crate) use candidates::candidates;
pub(crate) use ground::Ground;
pub(crate) use search::{Report, Search, Verdict};
pub(crate) use table::Table;
pub(crate) use threads::Task;

/// The value of a line made now.
const WIN: i32 = 1_000_000;

/// Values beyond this are proven wins, below its negative proven losses.
const PROVEN: i32 = WIN - 10_000;

/// What is not proven stays within this.
const MOST_GUESSED: i32 = 500_000;
