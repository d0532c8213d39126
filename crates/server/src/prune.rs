//! Old games are deleted, but not by a clock that was wrong for a while: only what was too old at two looks an hour apart, between which the wall clock and the
//! steady one agree.

use crate::settings::Settings;
use crate::store::{OldGames, Store};
use crate::time::TimeSource;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tracing::{info, warn};

/// Between two looks, in milliseconds.
const APART: u64 = 3_600_000;

/// By how much the two clocks may differ between two looks, in milliseconds.
const TOLERANCE: u64 = 60_000;

/// How often the clock is asked whether it is time to look.
const ASK: Duration = Duration::from_secs(1);

/// What the two clocks said at a look.
#[derive(Clone, Copy, Debug)]
struct Look {
    wall: u64,
    elapsed: u64,
}

impl Look {
    fn at(time: &TimeSource) -> Look {
        Look { wall: time.wall(), elapsed: time.elapsed() }
    }

    fn is_due_after(self, last: Look) -> bool {
        self.elapsed.saturating_sub(last.elapsed) >= APART
    }

    /// Whether the wall clock went on since another look as the steady one did.
    fn agrees_with(self, last: Look) -> bool {
        let steady = last.wall.saturating_add(self.elapsed.saturating_sub(last.elapsed));
        self.wall.abs_diff(steady) <= TOLERANCE
    }
}

/// Deletes old games until the server goes; the first look is now.
pub(crate) fn run(settings: Arc<Settings>, store: Store, closing: watch::Receiver<bool>) -> impl Future<Output = ()> {
    let first = Look::at(&settings.time);
    look_again(settings, store, closing, first)
}

async fn look_again(settings: Arc<Settings>, store: Store, mut closing: watch::Receiver<bool>, mut last: Look) {
    let mut interval = tokio::time::interval(ASK);
    loop {
        tokio::select! {
            _ = interval.tick() => {}
            _ = closing.changed() => return,
        }
        let look = Look::at(&settings.time);
        if !look.is_due_after(last) {
            continue;
        }
        if look.agrees_with(last) {
            prune(&settings, &store, last.wall).await;
        } else {
            warn!("the wall clock was set: no games are deleted before it has gone steadily for an hour");
        }
        last = look;
    }
}

/// Deletes what was too old at a moment.
async fn prune(settings: &Settings, store: &Store, now: u64) {
    for (old, after) in [
        (OldGames::Unfinished, settings.prune_unfinished),
        (OldGames::Empty, settings.prune_empty),
        (OldGames::Finished, settings.prune_finished),
    ] {
        let Some(after) = after else { continue };
        let before = now.saturating_sub(u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
        match store.prune(old, before).await {
            Ok(0) => {}
            Ok(games) => info!(games, ?old, "old games were deleted"),
            Err(error) => warn!(%error, "old games could not be deleted"),
        }
    }
}
