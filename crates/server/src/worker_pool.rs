//! Threads that think. Work waits in one queue for each client, and the clients take turns, so that who asks much waits for himself alone.
//!
//! There are two pools: one for computer players in live games, one for analysis. Both run at a lower priority than the threads that serve
//! connections (analysis at the lowest), so that a move is acknowledged at once however much is being thought about.

use dropline_core::Variant;
use dropline_engine::analysis::Analyst;
use dropline_engine::book::BookChoice;
use dropline_engine::{OracleOptions, Player, Spec, SpecError, build_with};
use parking_lot::{Condvar, Mutex};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;
use tracing::error;

/// What each thread keeps from one piece of work to the next.
#[derive(Debug)]
pub(crate) struct WorkerState {
    book: BookChoice,
    /// Bytes that the tables of its analysts take at most.
    memory: usize,
    analysts: Vec<Analyst>,
}

impl WorkerState {
    /// Analysts at most: those of the variants asked for last are kept.
    const ANALYSTS: usize = 3;

    const fn new(book: BookChoice, memory: usize) -> WorkerState {
        WorkerState { book, memory, analysts: Vec::new() }
    }

    /// A new player.
    pub(crate) fn player(&self, spec: &Spec, variant: Variant, seed: u64) -> Result<Box<dyn Player>, SpecError> {
        build_with(spec, variant, seed, &self.book)
    }

    /// The analyst of a variant. As many are kept as have room, each with an equal share of the memory.
    pub(crate) fn analyst(&mut self, variant: Variant) -> &mut Analyst {
        let most = (self.memory / Analyst::LEAST_MEMORY).clamp(1, WorkerState::ANALYSTS);
        let known = self.analysts.iter().position(|analyst| analyst.variant() == variant);
        let analyst = match known {
            Some(index) => self.analysts.remove(index),
            None => {
                // The old one's memory is freed before the new one takes its own.
                self.analysts.truncate(most - 1);
                let options = OracleOptions { book: self.book.clone(), ..OracleOptions::default() };
                Analyst::within(variant, options, self.memory / most)
            }
        };
        self.analysts.insert(0, analyst);
        &mut self.analysts[0]
    }
}

type Work = Box<dyn FnOnce(&mut WorkerState, &AtomicBool) + Send>;

struct Job {
    stop: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct JobQueue {
    clients: HashMap<u64, VecDeque<Job>>,
    /// Who has work waiting, next one first.
    turns: VecDeque<u64>,
    waiting: usize,
    /// The stop flags of what is being worked on.
    under_way: Vec<Arc<AtomicBool>>,
    closed: bool,
}

impl JobQueue {
    fn take(&mut self) -> Option<Job> {
        let client = self.turns.pop_front()?;
        let jobs = self.clients.get_mut(&client)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.clients.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.waiting -= 1;
        job
    }

    /// Forgets work that nobody waits for any more.
    fn sweep(&mut self) {
        for jobs in self.clients.values_mut() {
            jobs.retain(|job| !job.stop.load(Ordering::Relaxed));
        }
        self.clients.retain(|_, jobs| !jobs.is_empty());
        self.turns.retain(|client| self.clients.contains_key(client));
        self.waiting = self.clients.values().map(VecDeque::len).sum();
    }

    /// How many jobs of a client wait.
    fn of(&self, client: u64) -> usize {
        self.clients.get(&client).map_or(0, VecDeque::len)
    }

    /// Makes room for a client's next job by dropping the last one of who has most waiting, unless that is hardly more than this client has.
    fn displace_for(&mut self, client: u64) -> bool {
        let own = self.of(client);
        let Some(longest) = self.clients.values_mut().max_by_key(|jobs| jobs.len()) else { return false };
        if longest.len() < own + 2 {
            return false;
        }
        longest.pop_back();
        self.waiting -= 1;
        true
    }

    /// How many jobs come before the one at this place in its client's queue.
    fn ahead(&self, client: u64, place: usize) -> usize {
        let others = self.clients.iter().filter(|(other, _)| **other != client);
        place + others.map(|(_, jobs)| jobs.len().min(place + 1)).sum::<usize>()
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<JobQueue>,
    ready: Condvar,
}

/// Threads that think, and the jobs that wait for them.
pub(crate) struct WorkerPool {
    shared: Arc<Shared>,
    threads: usize,
    most: MostWaiting,
}

/// How many jobs may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MostWaiting {
    pub(crate) all: usize,
    /// Those of one client.
    pub(crate) each: usize,
}

impl std::fmt::Debug for WorkerPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerPool").field("most", &self.most).finish_non_exhaustive()
    }
}

/// Why work is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum QueueFull {
    /// As much of this client's as may wait does.
    #[error("too much work of this client is waiting")]
    OfClient,
    /// Too much is waiting of clients that have no more of it than this one, or the server is shutting down.
    #[error("too much work is waiting")]
    OfAll,
}

/// Work that was asked for; it is called off when this is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    stop: Arc<AtomicBool>,
    /// How many came before it when it was asked for.
    pub(crate) ahead: usize,
    /// Work that is called off with it.
    other: Option<Box<Ticket>>,
}

impl Ticket {
    /// The same, with other work that is called off with this.
    pub(crate) fn with(mut self, other: Option<Ticket>) -> Ticket {
        self.other = other.map(Box::new);
        self
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl WorkerPool {
    /// Starts threads at a nice level of 0 (as all others) to 19 (only when nobody else wants the processor). The tables of their analysts share `memory`
    /// bytes.
    pub(crate) fn new(
        name: &str,
        threads: usize,
        nice: i32,
        most: MostWaiting,
        book: &BookChoice,
        memory: usize,
    ) -> std::io::Result<WorkerPool> {
        let shared = Arc::new(Shared::default());
        let threads = threads.max(1);
        for index in 1..=threads {
            let (shared, book) = (Arc::clone(&shared), book.clone());
            let thread = std::thread::Builder::new().name(format!("{name}-{index}"));
            thread.spawn(move || {
                lower_priority(nice);
                work(&shared, WorkerState::new(book, memory / threads));
            })?;
        }
        Ok(WorkerPool { shared, threads, most })
    }

    /// Puts work at the end of a client's queue; its result comes to the receiver.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        client: u64,
        work: impl FnOnce(&mut WorkerState, &AtomicBool) -> T + Send + 'static,
    ) -> Result<(Ticket, oneshot::Receiver<T>), QueueFull> {
        let (done, result) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let work: Work = Box::new(move |worker, stop| drop(done.send(work(worker, stop))));
        let mut queue = self.shared.queue.lock();
        if queue.waiting >= self.most.all || queue.of(client) >= self.most.each {
            queue.sweep();
        }
        if queue.of(client) >= self.most.each {
            return Err(QueueFull::OfClient);
        }
        if queue.closed || (queue.waiting >= self.most.all && !queue.displace_for(client)) {
            return Err(QueueFull::OfAll);
        }
        let jobs = queue.clients.entry(client).or_default();
        let place = jobs.len();
        jobs.push_back(Job { stop: Arc::clone(&stop), work });
        if place == 0 {
            queue.turns.push_back(client);
        }
        queue.waiting += 1;
        let ahead = queue.ahead(client, place);
        drop(queue);
        self.shared.ready.notify_one();
        Ok((Ticket { stop, ahead, other: None }, result))
    }

    /// Whether a job asked for now would have to wait.
    pub(crate) fn is_full(&self) -> bool {
        let queue = self.shared.queue.lock();
        queue.waiting > 0 || queue.under_way.len() >= self.threads
    }

    /// How many jobs wait, and how many are being worked on.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.shared.queue.lock();
        (queue.waiting, queue.under_way.len())
    }

    /// Calls everything off and ends the threads.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue.lock();
        queue.closed = true;
        queue.under_way.iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
        queue.clients.clear();
        queue.turns.clear();
        queue.waiting = 0;
        drop(queue);
        self.shared.ready.notify_all();
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(shared: &Shared, mut worker: WorkerState) {
    loop {
        let mut queue = shared.queue.lock();
        let Job { stop, work } = loop {
            if queue.closed {
                return;
            }
            match queue.take() {
                Some(job) if job.stop.load(Ordering::Relaxed) => {}
                Some(job) => break job,
                None => shared.ready.wait(&mut queue),
            }
        };
        queue.under_way.push(Arc::clone(&stop));
        drop(queue);
        if catch_unwind(AssertUnwindSafe(|| work(&mut worker, &stop))).is_err() {
            error!("a thinking thread panicked; its work is lost");
            worker = WorkerState::new(worker.book, worker.memory);
        }
        shared.queue.lock().under_way.retain(|other| !Arc::ptr_eq(other, &stop));
    }
}

#[cfg(target_os = "linux")]
fn lower_priority(nice: i32) {
    // On Linux this concerns the calling thread alone. If it is refused, the thread thinks at the usual priority.
    let _ = rustix::process::setpriority_process(None, nice);
}

#[cfg(not(target_os = "linux"))]
const fn lower_priority(_: i32) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const MOST: MostWaiting = MostWaiting { all: 100, each: 100 };

    #[test]
    fn clients_take_turns() {
        let workers = WorkerPool::new("test", 1, 0, MOST, &BookChoice::None, 0).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        let _first = workers.ask(0, move |_, _| gate.recv()).unwrap();
        while workers.load() != (0, 1) {
            std::thread::yield_now();
        }
        let (tell, told) = mpsc::channel();
        let mut tickets = Vec::new();
        for client in [1, 1, 1, 2, 3] {
            let tell = tell.clone();
            tickets.push(workers.ask(client, move |_, _| tell.send(client).unwrap()).unwrap());
        }
        assert_eq!(tickets.iter().map(|(ticket, _)| ticket.ahead).collect::<Vec<_>>(), [0, 1, 2, 1, 2]);
        release.send(()).unwrap();
        assert_eq!(told.iter().take(5).collect::<Vec<_>>(), [1, 2, 3, 1, 1]);
    }

    #[test]
    fn work_that_nobody_waits_for_is_not_done() {
        let workers = WorkerPool::new("test", 1, 0, MostWaiting { all: 1, each: 1 }, &BookChoice::None, 0).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        let _first = workers.ask(0, move |_, _| gate.recv()).unwrap();
        while workers.load() != (0, 1) {
            std::thread::yield_now();
        }
        let (tell, told) = mpsc::channel();
        let called_off = {
            let tell = tell.clone();
            workers.ask(1, move |_, _| tell.send("called off").unwrap()).unwrap()
        };
        assert_eq!(workers.ask(2, |_, _| ()).err(), Some(QueueFull::OfAll));
        drop(called_off);
        let _kept = workers.ask(2, move |_, _| tell.send("kept").unwrap()).unwrap();
        release.send(()).unwrap();
        assert_eq!(told.recv(), Ok("kept"));
    }

    #[test]
    fn a_panic_costs_one_answer_only() {
        let workers = WorkerPool::new("test", 1, 0, MOST, &BookChoice::None, 0).unwrap();
        let (_ticket, lost) = workers.ask(0, |_, _| -> u32 { panic!("on purpose") }).unwrap();
        let (_ticket, kept) = workers.ask(0, |_, _| 7).unwrap();
        assert!(lost.blocking_recv().is_err());
        assert_eq!(kept.blocking_recv(), Ok(7));
    }

    #[test]
    fn who_asks_much_makes_room_for_who_asks_little() {
        let workers = WorkerPool::new("test", 1, 0, MostWaiting { all: 4, each: 3 }, &BookChoice::None, 0).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        let _first = workers.ask(0, move |_, _| gate.recv()).unwrap();
        while workers.load() != (0, 1) {
            std::thread::yield_now();
        }
        let ask = |client| workers.ask(client, move |_, _| client);
        let much = [ask(1).unwrap(), ask(1).unwrap(), ask(1).unwrap()];
        assert_eq!(ask(1).err(), Some(QueueFull::OfClient));
        let (little, other) = (ask(2).unwrap(), ask(3).unwrap());
        assert_eq!(ask(2).err(), Some(QueueFull::OfAll), "two of one, one of each other: that is fair");
        let late = ask(4).err();
        assert_eq!((late, workers.load()), (None, (4, 1)), "the last question of who has two makes room");
        release.send(()).unwrap();
        let [(_a, first), (_b, second), (_c, third)] = much;
        assert_eq!(
            (first.blocking_recv(), second.blocking_recv().is_err(), third.blocking_recv().is_err()),
            (Ok(1), true, true)
        );
        assert_eq!((little.1.blocking_recv(), other.1.blocking_recv()), (Ok(2), Ok(3)));
    }

    #[test]
    fn the_tables_of_a_thread_share_its_memory() {
        for megabytes in [0, 20, 40, 100, 4000] {
            let mut worker = WorkerState::new(BookChoice::None, megabytes << 20);
            for variant in ["7x6m4", "8x7m4", "7x6c4", "20x20c5", "20x20m4", "9x7c4", "7x6m4", "6x6m4"] {
                worker.analyst(variant.parse().unwrap());
                let memory: usize = worker.analysts.iter().map(Analyst::memory).sum();
                let most = worker.memory.max(Analyst::LEAST_MEMORY);
                assert!(memory <= most, "{variant}: {memory} bytes of {most}");
            }
            assert_eq!(worker.analysts.len(), (megabytes / 16).clamp(1, 3), "{megabytes} MiB");
        }
    }
}
