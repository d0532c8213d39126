//! Somebody who thinks for one call after the other and keeps what takes long to make; another thread may tell it to stop.

use crate::errors::bad_notation;
use dropline_core::notation::key;
use dropline_core::{Game, Variant};
use dropline_engine::{Limits, Think};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

pub(crate) struct Thinker<T> {
    mind: Mutex<T>,
    stop: AtomicBool,
}

impl<T: Send> Thinker<T> {
    pub(crate) const fn new(mind: T) -> Thinker<T> {
        Thinker { mind: Mutex::new(mind), stop: AtomicBool::new(false) }
    }

    /// Thinks without the interpreter's lock, within so many nodes for each question.
    pub(crate) fn think<R: Send>(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        work: impl FnOnce(&mut T, &Think<'_>) -> R + Send,
    ) -> R {
        py.detach(|| {
            let limits = Limits { nodes, ..Limits::default() };
            let mut mind = self.mind.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut mind, &Think { limits, stop: &self.stop, ..Think::default() })
        })
    }

    pub(crate) fn stop(&self, stop: bool) {
        self.stop.store(stop, Relaxed);
    }
}

/// A position as a file of many has it: its moves, or its key.
pub(crate) fn position(text: &str, variant: Variant) -> Result<Game, String> {
    if !text.contains(':') {
        return Game::from_moves(variant, text).map_err(|error| format!("`{text}`: {error}"));
    }
    let game = key::parse(text).map_err(|error| format!("`{text}`: {error}"))?;
    if game.variant() == variant {
        Ok(game)
    } else {
        Err(format!("`{text}` is a position of {}, not of {variant}", game.variant()))
    }
}

pub(crate) fn read(text: &str, variant: Variant) -> PyResult<Game> {
    position(text, variant).map_err(|error| bad_notation("the position", error))
}
