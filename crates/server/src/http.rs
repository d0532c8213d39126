//! The HTTP side: handlers, one file for each kind of thing.

pub(crate) mod assets;
pub(crate) mod body;
mod bundle;
pub(crate) mod client;
pub(crate) mod games;
pub(crate) mod handbook;
pub(crate) mod health;
pub(crate) mod lessons;
pub(crate) mod live;
pub(crate) mod pages;
pub(crate) mod pictures;
pub(crate) mod players;
pub(crate) mod preview;
pub(crate) mod puzzles;
pub(crate) mod qr;
pub(crate) mod questions;
pub(crate) mod repeat;
pub(crate) mod site;
