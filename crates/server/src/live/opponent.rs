//! Computer players in live games.
//!
//! A player is made anew for each move, seeded by the game and the ply: a thousand open games then hold no search tables, and a game goes on
//! after a restart as if nothing had been.

use super::game::LiveGame;
use super::hub::{AGAIN, Hub};
use super::message::LiveRequest;
use super::room::Room;
use super::setup::{Held, Seat};
use crate::worker_pool::QueueFull;
use dropline_core::{Game, Side};
use dropline_engine::{Limits, Player, Spec, Think};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::task::AbortHandle;
use tracing::{error, warn};

/// Between the moves of two computers, so that people can follow.
const PACE: Duration = Duration::from_millis(150);

/// A computer at work on a position; dropped, it stops.
#[derive(Debug)]
pub(crate) struct ThinkingTask {
    ply: usize,
    seq: u64,
    task: AbortHandle,
}

impl Drop for ThinkingTask {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Lets the computer think whose turn it is, unless it does already; stops one whose turn it no longer is.
pub(super) fn follow_up(hub: &Arc<Hub>, room: &Arc<Room>, live: &LiveGame, elsewhere: bool) {
    let (ply, seq) = (live.game().moves().len(), live.seq());
    let mut thinking = room.thinking();
    if thinking.as_ref().is_some_and(|work| work.ply == ply && work.seq == seq && !work.task.is_finished()) {
        return;
    }
    *thinking = None;
    let Some(side) = live.computer_to_move() else { return };
    let setup = &live.made().setup;
    let Seat::Computer { player } = setup.seat(side) else { return };
    let alone = !setup.seat(side.other()).is_person();
    if alone && !room.is_watched() {
        return;
    }
    let job = Job {
        game: live.game().clone(),
        side,
        player: player.clone(),
        seed: setup.seed.wrapping_add(ply as u64),
        asker: room.asker(),
        wait: match (elsewhere, alone) {
            // The server that accepted the last move thinks; should it be gone, another one takes over.
            (true, _) => 2 * hub.limits.move_time,
            (false, true) => PACE,
            (false, false) => Duration::ZERO,
        },
    };
    // A game between two computers stops when nobody watches; one with a person is thought about to the end of the move.
    let task = if alone {
        tokio::spawn(job.run(Arc::clone(hub), Arc::downgrade(room)))
    } else {
        let (hub, kept) = (Arc::clone(hub), Arc::clone(room));
        tokio::spawn(async move { job.run(hub, Arc::downgrade(&kept)).await })
    };
    *thinking = Some(ThinkingTask { ply, seq, task: task.abort_handle() });
}

struct Job {
    game: Game,
    side: Side,
    player: Spec,
    seed: u64,
    asker: u64,
    wait: Duration,
}

impl Job {
    async fn run(self, hub: Arc<Hub>, room: Weak<Room>) {
        tokio::time::sleep(self.wait).await;
        let (ply, side) = (self.game.moves().len(), self.side);
        let client = self.asker;
        let time = hub.limits.move_time;
        let asked = hub.players.ask(client, {
            let (game, player, seed) = (self.game.clone(), self.player.clone(), self.seed);
            move |worker, stop| {
                let player = worker.player(&player, game.variant(), seed).ok()?;
                think(&game, player, time, stop)
            }
        });
        let answer = match asked {
            // The ticket is kept until the answer is there: an aborted task calls the thinking off.
            Ok((_ticket, answer)) => answer.await.ok(),
            Err(QueueFull::OfClient | QueueFull::OfAll) => None,
        };
        let Some(room) = room.upgrade() else { return };
        let Some(choice) = answer else {
            warn!(game = %room.id, "a computer's thinking was called off: it begins again when somebody comes");
            return;
        };
        let action = match choice {
            Some(column) => LiveRequest::Move { ply, column, side: Some(side) },
            None => {
                error!(game = %room.id, player = %self.player, "a computer player gave no move and resigns");
                LiveRequest::Resign {}
            }
        };
        // The thinking that the next action replaces is this very task: what it does must not be aborted half-way.
        tokio::spawn(async move {
            while let Err(error) = hub.act(&room, Held::only(side), None, &action).await {
                warn!(game = %room.id, code = error.object.code, "a computer's move could not be made");
                if !error.is_passing() || hub.store.is_closed() {
                    return;
                }
                tokio::time::sleep(AGAIN).await;
            }
        });
    }
}

/// A column; nothing if the player has none.
fn think(game: &Game, mut player: Box<dyn Player>, time: Duration, stop: &AtomicBool) -> Option<u32> {
    let limits = Limits { time: Some(time), ..Limits::default() };
    let choice = player.choose(game, &Think { limits, stop, ..Think::default() });
    choice.ok().map(|choice| choice.column.number())
}
