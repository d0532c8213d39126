//! All games in memory, and the way of an action: decided, stored, told.

use super::clock::Clocks;
use super::event::{GameEvent, NumberedEvent};
use super::game::{Decision, LiveGame};
use super::message::{LiveMessage, LiveRequest};
use super::opponent;
use super::presence::Presence;
use super::room::{Room, RoomMessage, event_text, text};
use super::setup::{Held, NewGame};
use super::view::GameView;
use crate::error::ApiError;
use crate::rate::Rates;
use crate::settings::{ServerLimits, Settings};
use crate::store::{Notice, Notices, ServerNews, Store, StoreError, Write};
use crate::time::TimeSource;
use crate::token::{GameId, TokenHash};
use crate::worker_pool::WorkerPool;
use axum::extract::ws::Utf8Bytes;
use dropline_core::Side;
use metrics::{counter, gauge};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::broadcast;
use tracing::{error, info};

/// How often an action is decided anew because another server was quicker.
const TRIES: usize = 8;

/// After how long something that could not be stored is tried again.
pub(super) const AGAIN: Duration = Duration::from_secs(1);

/// How often other servers hear that this one is there, and after how many times of silence one is given up.
const HEARTBEAT: Duration = Duration::from_secs(10);
const SILENT_BEATS: u32 = 4;

/// The games that somebody looks at.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(super) store: Store,
    pub(super) players: WorkerPool,
    pub(super) limits: ServerLimits,
    rates: Arc<Rates>,
    time: TimeSource,
    instance: u64,
    rooms: Mutex<HashMap<GameId, Weak<Room>>>,
    me: Weak<Hub>,
}

/// What a new connection gets: how the game stood, what happened since, and what is to come.
pub(crate) struct Joined {
    pub(crate) room: Arc<Room>,
    pub(crate) held: Held,
    pub(crate) hello: Utf8Bytes,
    pub(crate) missed: Missed,
    pub(crate) seq: u64,
    pub(crate) later: broadcast::Receiver<RoomMessage>,
}

/// Events that somebody missed. Each is written out when it is sent: together they can be large.
pub(crate) struct Missed {
    room: Arc<Room>,
    past: LiveGame,
    events: std::vec::IntoIter<NumberedEvent>,
}

impl Iterator for Missed {
    type Item = Utf8Bytes;

    fn next(&mut self) -> Option<Utf8Bytes> {
        let numbered = self.events.next()?;
        self.past.apply(&numbered).ok()?;
        Some(event_text(numbered.seq, numbered.event, self.room.view(&self.past)))
    }
}

impl Hub {
    pub(crate) fn new(
        store: Store,
        players: WorkerPool,
        settings: &Settings,
        rates: Arc<Rates>,
        notices: Notices,
    ) -> Arc<Hub> {
        let hub = Arc::new_cyclic(|me| Hub {
            store,
            players,
            limits: settings.limits,
            rates,
            time: settings.time.clone(),
            instance: notices.instance(),
            rooms: Mutex::default(),
            me: me.clone(),
        });
        tokio::spawn(listen(Arc::downgrade(&hub), notices));
        hub
    }

    /// The room of a game, which may not be loaded, or not even exist.
    fn room(&self, id: &GameId) -> Arc<Room> {
        let mut rooms = self.rooms.lock();
        if let Some(room) = rooms.get(id).and_then(Weak::upgrade) {
            return room;
        }
        if rooms.len() >= 64 && rooms.len().is_power_of_two() {
            rooms.retain(|_, room| room.strong_count() > 0);
        }
        let room = Arc::new(Room::new(id.clone(), self.time.clone()));
        rooms.insert(id.clone(), Arc::downgrade(&room));
        room
    }

    /// The room of a game if somebody looks at it.
    fn open_room(&self, id: &GameId) -> Option<Arc<Room>> {
        self.rooms.lock().get(id).and_then(Weak::upgrade)
    }

    /// How many games are in memory.
    pub(crate) fn open_games(&self) -> usize {
        self.rooms.lock().values().filter(|room| room.strong_count() > 0).count()
    }

    /// How many moves of computer players wait, and how many are being thought about.
    pub(crate) fn players_load(&self) -> (usize, usize) {
        self.players.load()
    }

    /// A game, loaded if it was not.
    async fn loaded<'a>(&self, room: &Arc<Room>, live: &'a mut Option<LiveGame>) -> Result<&'a mut LiveGame, ApiError> {
        if live.is_none() {
            let stored = self.store.load(&room.id).await?.ok_or_else(ApiError::no_game)?;
            let mut fresh = LiveGame::new(stored.made).map_err(|error| StoreError::broken(&room.id, error))?;
            let replayed = fresh.replay(&stored.events, self.time.beginning(), self.time.now());
            replayed.map_err(|error| StoreError::broken(&room.id, error))?;
            if self.store.is_shared() {
                self.announce(ServerNews::Who { game: room.id.clone() });
            }
            *live = Some(fresh);
            if let Some(live) = live.as_mut() {
                self.judge_time(room, live).await?;
                self.follow_up(room, live, true);
            }
        }
        live.as_mut().ok_or_else(ApiError::internal)
    }

    /// A game with everything that any server has stored, so that who was told of a move anywhere finds it here.
    async fn up_to_date<'a>(
        &self,
        room: &Arc<Room>,
        live: &'a mut Option<LiveGame>,
    ) -> Result<&'a mut LiveGame, ApiError> {
        let known = live.is_some();
        let live = self.loaded(room, live).await?;
        if known && self.store.is_shared() {
            self.catch_up(room, live).await?;
        }
        Ok(live)
    }

    /// Makes a game.
    pub(crate) async fn make(&self, made: NewGame) -> Result<GameView, ApiError> {
        let live = LiveGame::new(made.clone()).map_err(|error| ApiError::bad("bad_moves", error.to_string()))?;
        let write = Write {
            game: made.id.clone(),
            events: Vec::new(),
            finished: false,
            create: Some(Box::new(made)),
            at: self.time.now(),
        };
        self.store.write(write).await?;
        counter!("dropline_games_total").increment(1);
        Ok(GameView::new(&live, [false; 2], self.time.now()))
    }

    /// How a game stands, and which seats these tokens hold.
    pub(crate) async fn look(&self, id: &GameId, tokens: &[TokenHash]) -> Result<(GameView, Held), ApiError> {
        let room = self.room(id);
        let mut live = room.live.lock().await;
        let live = self.up_to_date(&room, &mut live).await?;
        Ok((room.view(live), live.made().held_by(tokens)))
    }

    /// Joins a game: the first message tells how it stood after event `since` (now, if nothing, too much or too long ago), then come the events after it.
    pub(crate) async fn join(
        &self,
        id: &GameId,
        tokens: &[TokenHash],
        client: u64,
        since: Option<u64>,
    ) -> Result<Joined, ApiError> {
        let room = self.room(id);
        let mut guard = room.live.lock().await;
        let live = self.up_to_date(&room, &mut guard).await?;
        let held = live.made().held_by(tokens);
        let (seq, you) = (live.seq(), held.sides().collect());
        let later = room.subscribe();
        let since = since.filter(|&since| since < seq && seq - since <= self.limits.missed_events).unwrap_or(seq);
        let (past, events) = if since < seq {
            let mut events = self.store.events_after(id, 0).await?;
            let made = live.made().clone();
            let mut past = LiveGame::new(made).map_err(|error| StoreError::broken(id, error))?;
            let split = events.partition_point(|numbered| numbered.seq <= since);
            let mut missed = events.split_off(split);
            missed.retain(|numbered| numbered.seq <= seq);
            let fold = |live: &mut LiveGame, events: &[NumberedEvent]| {
                let folded = events.iter().try_for_each(|numbered| live.apply(numbered));
                folded.map_err(|error| StoreError::broken(id, error))
            };
            fold(&mut past, &events)?;
            fold(&mut past.clone(), &missed)?;
            (past, missed)
        } else {
            (live.clone(), Vec::new())
        };
        let hello = text(&LiveMessage::Hello { seq: since, game: room.view(&past), you });
        let missed = Missed { room: Arc::clone(&room), past, events: events.into_iter() };
        if held.sides().next().is_some() {
            room.set_asker(client);
        }
        self.follow_up(&room, live, true);
        drop(guard);
        Ok(Joined { room, held, hello, missed, seq, later })
    }

    /// Somebody who holds seats came or went.
    pub(crate) fn presence(&self, room: &Arc<Room>, held: Held, come: bool) {
        for side in held.sides() {
            let own_before = room.presence().own(side);
            change_presence(room, |presence| presence.connect(side, come));
            let own = room.presence().own(side);
            if own != own_before && self.store.is_shared() {
                self.announce(ServerNews::Presence { game: room.id.clone(), side, here: own });
            }
        }
    }

    fn announce(&self, news: ServerNews) {
        let (store, notice) = (self.store.clone(), Notice { from: self.instance, news });
        tokio::spawn(async move {
            if let Err(error) = store.announce(&notice).await {
                error!(%error, "other servers were not told");
            }
        });
    }

    /// Does what somebody who holds these seats asks for; the number of the event that did it. `client` is nobody for a computer.
    pub(crate) async fn act(
        &self,
        room: &Arc<Room>,
        held: Held,
        client: Option<u64>,
        action: &LiveRequest,
    ) -> Result<u64, ApiError> {
        let mut live = room.live.lock().await;
        let live = self.loaded(room, &mut live).await?;
        self.judge_time(room, live).await?;
        let mut certain = !self.store.is_shared();
        for _ in 0..TRIES {
            let fresh = GameId::new().map_err(|_| ApiError::unavailable())?;
            let (events, create) = match live.decide(action, held, &fresh) {
                Ok(Decision::Already(seq)) => return Ok(seq),
                Ok(Decision::Do(events, create)) => (events, create),
                Err(refusal) if certain => return Err(refusal),
                // The client may know of a move that another server has stored and this one has not heard of yet.
                Err(_) => {
                    self.catch_up(room, live).await?;
                    certain = true;
                    continue;
                }
            };
            if live.seq() >= self.limits.events && !matches!(action, LiveRequest::Move { .. } | LiveRequest::Resign {})
            {
                let message = "too much has happened in this game: it can only be played to its end";
                return Err(ApiError::conflict("too_many_events", message));
            }
            if let Some(client) = client {
                if create.is_some() {
                    self.rates.count_game(client)?;
                }
                room.set_asker(client);
            }
            let seq = live.seq() + 1;
            match self.store_events(room, live, events, create).await {
                Ok(()) => return Ok(seq),
                Err(StoreError::Behind) => self.recover(room, live).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(ApiError::unavailable())
    }

    /// Ends the game if the time of who has the turn is over.
    async fn judge_time(&self, room: &Arc<Room>, live: &mut LiveGame) -> Result<(), ApiError> {
        let Some(event) = live.time_up(self.time.now()) else { return Ok(()) };
        match self.store_events(room, live, vec![event], None).await {
            Ok(()) => Ok(()),
            Err(StoreError::Behind) => self.recover(room, live).await,
            Err(error) => Err(error.into()),
        }
    }

    async fn store_events(
        &self,
        room: &Arc<Room>,
        live: &mut LiveGame,
        events: Vec<GameEvent>,
        create: Option<Box<NewGame>>,
    ) -> Result<(), StoreError> {
        let at = self.time.now();
        let numbers = live.seq() + 1..;
        let mut events: Vec<NumberedEvent> =
            numbers.zip(events).map(|(seq, event)| NumberedEvent { seq, at, clocks: None, event }).collect();
        if live.clocks().is_some() {
            let mut after = live.clone();
            for numbered in &mut events {
                after.apply(numbered).map_err(|error| StoreError::broken(&room.id, error))?;
                numbered.clocks = after.clocks().map(Clocks::lefts);
            }
        }
        let over = events.iter().any(|numbered| matches!(numbered.event, GameEvent::Over { .. }));
        let back = events.iter().any(|numbered| matches!(numbered.event, GameEvent::Undo { .. }));
        let finished = over || (live.is_over() && !back);
        let write = Write { game: room.id.clone(), events: events.clone(), finished, create, at };
        self.store.write(write).await?;
        for numbered in &events {
            if matches!(numbered.event, GameEvent::Move { .. }) {
                counter!("dropline_moves_total").increment(1);
            }
            room.apply(live, numbered).map_err(|error| StoreError::broken(&room.id, error))?;
        }
        self.follow_up(room, live, false);
        Ok(())
    }

    /// Folds in what other servers have stored.
    async fn catch_up(&self, room: &Arc<Room>, live: &mut LiveGame) -> Result<(), ApiError> {
        let events = self.store.events_after(&room.id, live.seq()).await?;
        if !events.is_empty() {
            let applied = events.iter().try_for_each(|numbered| room.apply(live, numbered));
            applied.map_err(|error| StoreError::broken(&room.id, error))?;
            // Another server's moments are not ours: the clock runs from when its event was heard of.
            live.run_clock_within(self.time.now(), self.time.now());
            self.follow_up(room, live, true);
        }
        Ok(())
    }

    /// The same after something could not be stored: if there is nothing new, the game itself is gone.
    async fn recover(&self, room: &Arc<Room>, live: &mut LiveGame) -> Result<(), ApiError> {
        let known = live.seq();
        self.catch_up(room, live).await?;
        if live.seq() == known && self.store.load(&room.id).await?.is_none() {
            return Err(ApiError::no_game());
        }
        Ok(())
    }

    /// Sets going what follows from how the game stands: a computer's move, the end of a clock. `elsewhere` says that another server may be
    /// at it already.
    fn follow_up(&self, room: &Arc<Room>, live: &LiveGame, elsewhere: bool) {
        let Some(hub) = self.me.upgrade() else { return };
        opponent::follow_up(&hub, room, live, elsewhere && self.store.is_shared());
        let deadline = live.clocks().filter(|_| !live.is_over()).and_then(Clocks::deadline);
        let alarm = deadline.map(|deadline| {
            let (hub, room) = (Weak::clone(&self.me), Arc::downgrade(room));
            let wait = Duration::from_millis(deadline.saturating_sub(self.time.now()));
            tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                if let (Some(hub), Some(room)) = (hub.upgrade(), room.upgrade()) {
                    // The alarm must not be aborted by what it does.
                    tokio::spawn(async move {
                        while !hub.refresh(&room).await && !hub.store.is_closed() {
                            tokio::time::sleep(AGAIN).await;
                        }
                    });
                }
            })
            .abort_handle()
        });
        room.set_alarm(alarm);
    }

    /// Looks at the database and the clock again; false if the database could not be asked.
    async fn refresh(&self, room: &Arc<Room>) -> bool {
        let mut guard = room.live.lock().await;
        let Some(live) = guard.as_mut() else { return true };
        let fresh = async {
            if self.store.is_shared() {
                self.catch_up(room, live).await?;
            }
            self.judge_time(room, live).await
        };
        let outcome = fresh.await;
        if let Err(error) = &outcome {
            error!(game = %room.id, code = error.object.code, "a game could not be brought up to date");
        }
        !outcome.is_err_and(|error| error.is_passing())
    }

    /// Tells everybody that the server goes, by closing all rooms' connections.
    pub(crate) fn close(&self) {
        self.players.close();
    }

    async fn heed(&self, notice: Notice, servers: &mut HashMap<u64, u32>) {
        match notice.news {
            ServerNews::Events { game, seq } => {
                let Some((hub, room)) = self.me.upgrade().zip(self.open_room(&game)) else { return };
                // A game that is being stored to must not keep the others waiting.
                tokio::spawn(async move {
                    let behind = room.live.lock().await.as_ref().is_some_and(|live| live.seq() < seq);
                    if behind {
                        hub.refresh(&room).await;
                    }
                });
            }
            ServerNews::Presence { game, side, here } => {
                servers.insert(notice.from, 0);
                if let Some(room) = self.open_room(&game) {
                    change_presence(&room, |presence| presence.elsewhere(notice.from, side, here));
                }
            }
            ServerNews::Who { game } => {
                if let Some(room) = self.open_room(&game) {
                    let own = Side::BOTH.into_iter().filter(|&side| room.presence().own(side));
                    for side in own.collect::<Vec<_>>() {
                        self.announce(ServerNews::Presence { game: game.clone(), side, here: true });
                    }
                }
            }
            ServerNews::Alive => {
                servers.insert(notice.from, 0);
            }
            ServerNews::Gap => {
                let rooms: Vec<Arc<Room>> = self.rooms.lock().values().filter_map(Weak::upgrade).collect();
                info!(games = rooms.len(), "looking at all open games again");
                for room in rooms {
                    self.refresh(&room).await;
                }
            }
        }
    }

    /// Forgets who is connected to servers that have been silent for too long, and says that this one is there.
    fn beat(&self, servers: &mut HashMap<u64, u32>) {
        gauge!("dropline_open_games").set(self.open_games() as f64);
        if !self.store.is_shared() {
            return;
        }
        self.announce(ServerNews::Alive);
        servers.values_mut().for_each(|beats| *beats += 1);
        let silent: Vec<u64> = servers.iter().filter(|(_, beats)| **beats > SILENT_BEATS).map(|(id, _)| *id).collect();
        for instance in silent {
            servers.remove(&instance);
            let rooms: Vec<Arc<Room>> = self.rooms.lock().values().filter_map(Weak::upgrade).collect();
            rooms.iter().for_each(|room| change_presence(room, |presence| presence.forget(instance)));
        }
    }
}

/// Changes who is connected and tells everybody here what is new.
fn change_presence(room: &Room, change: impl FnOnce(&mut Presence)) {
    let (before, after) = {
        let mut presence = room.presence();
        let before = presence.here();
        change(&mut presence);
        (before, presence.here())
    };
    for side in Side::BOTH.into_iter().filter(|side| before[side.index()] != after[side.index()]) {
        room.tell_presence(side, after[side.index()]);
    }
}

/// Heeds what other servers say, as long as the hub is there.
async fn listen(hub: Weak<Hub>, mut notices: Notices) {
    let mut servers = HashMap::new();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    loop {
        tokio::select! {
            notice = notices.next() => match (notice, hub.upgrade()) {
                (Some(notice), Some(hub)) => hub.heed(notice, &mut servers).await,
                _ => break,
            },
            _ = heartbeat.tick() => match hub.upgrade() {
                Some(hub) => hub.beat(&mut servers),
                None => break,
            },
        }
    }
}
