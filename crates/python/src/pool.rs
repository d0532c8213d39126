//! Those who think are kept for the next call: their tables take longer to make than many an answer.

use dropline_core::Variant;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many are kept at most; the one that has waited longest goes first.
const KEPT: usize = 8;

/// Thinkers that nobody asks at the moment, each for its variant.
pub(crate) struct Pool<T>(Mutex<Vec<(Variant, T)>>);

impl<T> Pool<T> {
    pub(crate) const fn new() -> Pool<T> {
        Pool(Mutex::new(Vec::new()))
    }

    /// Asks one for a variant, made if none is there.
    pub(crate) fn ask<R, E>(
        &self,
        variant: Variant,
        make: impl FnOnce() -> Result<T, E>,
        work: impl FnOnce(&mut T) -> R,
    ) -> Result<R, E> {
        let kept = {
            let mut free = self.free();
            let place = free.iter().rposition(|(own, _)| *own == variant);
            place.map(|place| free.remove(place).1)
        };
        let mut thinker = kept.map_or_else(make, Ok)?;
        let answer = work(&mut thinker);
        let mut free = self.free();
        if free.len() == KEPT {
            free.remove(0);
        }
        free.push((variant, thinker));
        Ok(answer)
    }

    fn free(&self) -> MutexGuard<'_, Vec<(Variant, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
