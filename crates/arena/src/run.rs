//! Playing a schedule on several threads.
//!
//! Workers take the next game, play it and hand in the result; the calling thread collects, watches the clocks and decides when to end. Each game
//! depends on nothing but its fixture, so results do not depend on who played it or when. A worker whose player ignores the stop flag is given up
//! with its thread, its game is scored as a forfeit, and a new worker takes its place: nothing can hang the tournament.

use crate::forfeit::{ForfeitReason, Trouble};
use crate::gate::Gate;
use crate::ratings::sprt::SprtVerdict;
use crate::{
    Fixture, GameResult, GameWatch, Participant, Record, Referee, Schedule, TimeControl, game_watch::Sheet, play_game,
};
use dropline_core::Side;
use dropline_engine::SystemClock;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Makes a participant for a player, by its place in the list, with a seed.
pub type ParticipantMaker = Arc<dyn Fn(usize, u64) -> Result<Participant, Trouble> + Send + Sync>;

/// How long after its deadline a player that does not answer is waited for.
const GRACE: Duration = Duration::from_secs(1);
/// How long workers may take to put down their games when the run is stopped.
const CLOSING: Duration = Duration::from_secs(3);

/// How the games of a schedule went.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The games in the order of the schedule. When a test was decided, those after its decision are left out.
    pub records: Vec<Record>,
    /// Whether nothing is left to be played.
    pub complete: bool,
    /// What the test decided.
    pub verdict: Option<SprtVerdict>,
}

/// Plays all games of a schedule that are not among those `played` already.
///
/// `sink` is told of each new game as it ends, in no particular order; its error ends the run. `stop` ends it too, and what is in progress is not counted.
///
/// ```
/// use dropline_arena::{Schedule, Tournament, run};
/// use std::sync::atomic::AtomicBool;
/// let players = vec!["bad".parse()?, "random".parse()?];
/// let schedule = Schedule::new(Tournament { players, games: Some(20), ..Tournament::default() })?;
/// let played = run(&schedule, schedule.participants(), Vec::new(), 2, &AtomicBool::new(false), &mut |_| Ok(()))?;
/// assert_eq!(played.records.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    schedule: &Schedule,
    make: ParticipantMaker,
    played: Vec<Record>,
    jobs: usize,
    stop: &AtomicBool,
    sink: &mut dyn FnMut(&Record) -> io::Result<()>,
) -> io::Result<Played> {
    let mut gate = Gate::new(schedule.tournament().sprt);
    let mut done = vec![false; schedule.len()];
    for record in &played {
        done[record.game] = true;
        gate.add(record);
    }
    let todo: Vec<usize> = (0..schedule.len()).filter(|&game| !done[game]).collect();
    let mut records = played;
    if !gate.is_decided() {
        run_games(schedule, make, todo, jobs, stop, &mut |record| {
            sink(&record)?;
            gate.add(&record);
            records.push(record);
            Ok(!gate.is_decided())
        })?;
    }
    Ok(Played::new(schedule, records))
}

/// Plays these games of a schedule. `sink` is told of each as it ends and says whether to go on.
pub fn run_games(
    schedule: &Schedule,
    make: ParticipantMaker,
    games: Vec<usize>,
    jobs: usize,
    stop: &AtomicBool,
    sink: &mut dyn FnMut(Record) -> io::Result<bool>,
) -> io::Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let jobs = jobs.clamp(1, games.len());
    let shared = Shared { schedule: schedule.clone(), make, todo: games, next: 0.into(), halted: false.into() };
    Hall::open(Arc::new(shared), jobs)?.collect(stop, sink)
}

impl Played {
    /// What came of these games of a schedule, in whatever order they ended.
    #[must_use]
    pub fn new(schedule: &Schedule, mut records: Vec<Record>) -> Played {
        let mut gate = Gate::new(schedule.tournament().sprt);
        records.sort_by_key(|record| record.game);
        records.iter().for_each(|record| gate.add(record));
        let all = records.len() == schedule.len();
        if let Some(end) = gate.decided_before() {
            records.retain(|record| record.game < end);
        }
        Played { records, complete: all || gate.is_decided(), verdict: gate.verdict() }
    }
}

/// What all workers need.
struct Shared {
    schedule: Schedule,
    make: ParticipantMaker,
    todo: Vec<usize>,
    next: AtomicUsize,
    halted: AtomicBool,
}

impl Shared {
    fn next(&self) -> Option<Fixture> {
        if self.halted.load(Ordering::SeqCst) {
            return None;
        }
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        self.todo.get(place).and_then(|&game| self.schedule.fixture(game))
    }
}

/// One worker, seen from outside.
struct Desk {
    watch: GameWatch,
    game: AtomicUsize,
}

enum News {
    Finished(Box<Record>),
    /// A worker went home; it says which.
    Left(Arc<Desk>),
}

/// The calling thread's side: the workers and their news.
struct Hall {
    shared: Arc<Shared>,
    desks: Vec<Arc<Desk>>,
    news: Receiver<News>,
    sender: Sender<News>,
}

impl Hall {
    fn open(shared: Arc<Shared>, jobs: usize) -> io::Result<Hall> {
        let (sender, news) = channel();
        let mut hall = Hall { shared, desks: Vec::new(), news, sender };
        for _ in 0..jobs {
            hall.hire()?;
        }
        Ok(hall)
    }

    fn hire(&mut self) -> io::Result<()> {
        let desk = Arc::new(Desk { watch: GameWatch::new(), game: 0.into() });
        let worker = Worker { shared: Arc::clone(&self.shared), desk: Arc::clone(&desk), news: self.sender.clone() };
        std::thread::Builder::new().name(WORKER.to_owned()).spawn(move || worker.work())?;
        self.desks.push(desk);
        Ok(())
    }

    /// Collects results until the work is done; `accept` says whether to go on.
    fn collect(&mut self, stop: &AtomicBool, accept: &mut dyn FnMut(Record) -> io::Result<bool>) -> io::Result<()> {
        let control = self.shared.schedule.tournament().control;
        let look = (control.stop_after() / 4).clamp(Duration::from_millis(1), Duration::from_millis(50));
        let mut last_look = Instant::now();
        while !self.desks.is_empty() {
            let go_on = match self.news.recv_timeout(look) {
                Ok(News::Finished(record)) => accept(*record)?,
                Ok(News::Left(desk)) => {
                    self.desks.retain(|other| !Arc::ptr_eq(other, &desk));
                    true
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => true,
            };
            if !go_on || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            if last_look.elapsed() >= look {
                last_look = Instant::now();
                for record in self.look_around(&control)? {
                    if !accept(record)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks players that are over their time to stop, and scores the games of those that did not.
    fn look_around(&mut self, control: &TimeControl) -> io::Result<Vec<Record>> {
        let mut forfeits = Vec::new();
        for desk in std::mem::take(&mut self.desks) {
            desk.watch.stop_after(control.stop_after());
            let Some((side, sheet)) = desk.watch.abandon_after(control.deadline() + GRACE) else {
                self.desks.push(desk);
                continue;
            };
            if let Some(fixture) = self.shared.schedule.fixture(desk.game.load(Ordering::SeqCst)) {
                forfeits.push(abandoned(&fixture, side, sheet, control));
            }
            self.hire()?;
        }
        Ok(forfeits)
    }
}

impl Drop for Hall {
    /// Sends everybody home, however the run ended, and waits a little until the programs they run are gone.
    fn drop(&mut self) {
        self.shared.halted.store(true, Ordering::SeqCst);
        self.desks.iter().for_each(|desk| desk.watch.halt());
        let closing = Instant::now();
        while !self.desks.is_empty() && closing.elapsed() < CLOSING {
            if let Ok(News::Left(desk)) = self.news.recv_timeout(Duration::from_millis(50)) {
                self.desks.retain(|other| !Arc::ptr_eq(other, &desk));
            }
        }
    }
}

/// The name of the threads that play, for panic hooks that want to keep quiet about players.
pub const WORKER: &str = "dropline-arena";

struct Worker {
    shared: Arc<Shared>,
    desk: Arc<Desk>,
    news: Sender<News>,
}

impl Worker {
    fn work(self) {
        while let Some(fixture) = self.shared.next() {
            self.desk.game.store(fixture.game, Ordering::SeqCst);
            let Some(result) = self.play(&fixture) else { return };
            let record = record(&fixture, result);
            if self.news.send(News::Finished(Box::new(record))).is_err() {
                return;
            }
        }
    }

    fn play(&self, fixture: &Fixture) -> Option<GameResult> {
        let players = [fixture.red, fixture.black];
        let mut participants = Vec::with_capacity(2);
        for side in Side::BOTH {
            match (self.shared.make)(players[side.index()], fixture.seeds[side.index()]) {
                Ok(participant) => participants.push(participant),
                Err(trouble) => {
                    return Some(GameResult::new(&fixture.start, Sheet::default(), Some(trouble.of(side))));
                }
            }
        }
        let participants: [Participant; 2] = participants.try_into().ok()?;
        let control = self.shared.schedule.tournament().control;
        let referee = Referee { control, clock: &SystemClock::start(), watch: &self.desk.watch };
        play_game(fixture.start.clone(), participants, referee)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Nobody is left to be told once the run is over.
        let _ = self.news.send(News::Left(Arc::clone(&self.desk)));
    }
}

fn record(fixture: &Fixture, result: GameResult) -> Record {
    Record { game: fixture.game, red: fixture.red, black: fixture.black, opening: fixture.opening(), result }
}

/// The record of a game whose player did not come back.
fn abandoned(fixture: &Fixture, side: Side, sheet: Sheet, control: &TimeControl) -> Record {
    let mut game = fixture.start.clone();
    for &column in &sheet.moves {
        // The moves were legal when they were made.
        let _ = game.play(column);
    }
    let waited = (control.deadline() + GRACE).as_millis();
    let detail = format!(
        "no answer after {waited} ms, {} ms are allowed; its thread was given up",
        control.stop_after().as_millis()
    );
    let forfeit = Trouble::new(ForfeitReason::Hang, detail).of(side);
    record(fixture, GameResult::new(&game, sheet, Some(forfeit)))
}

#[cfg(test)]
mod tests;
