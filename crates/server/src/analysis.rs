//! Questions about positions: what every column is worth, how a game was played, why a move is good. Each is a job: it waits its turn, can be
//! called off, and what it found is kept for the next who asks.

mod message;
mod socket;

pub(crate) use message::{Analysed, Message, Question, Request, ValueShape};
pub(crate) use socket::serve;

use crate::error::ApiError;
use crate::settings::ServerLimits;
use crate::worker_pool::{MostWaiting, QueueFull, Ticket, WorkerPool, WorkerState};
use dropline_core::{Column, Game, SideNames, Variant, notation};
use dropline_engine::analysis::{Analysis, Analyst};
use dropline_engine::book::BookChoice;
use dropline_engine::told::{ToldAnalysis, ToldExplanation, ToldMove, ToldNews, ToldReview};
use dropline_engine::{Clock, Explanation, Limits, OracleError, Review, SystemClock, Think};
use metrics::{counter, histogram};
use moka::sync::Cache;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Analyses kept at most; each takes about a kilobyte.
const KEPT: u64 = 20_000;

/// How long somebody looks at a position whose analysis has to wait for others.
const FIRST_LOOK: Duration = Duration::from_millis(250);

/// Somebody who answers questions about positions.
#[derive(Debug)]
pub(crate) struct Analysts {
    workers: WorkerPool,
    /// For what is soon done and should not wait for a whole analysis: first looks, and reasons by what is known.
    quick: WorkerPool,
    time: Duration,
    /// What was found out about a position last.
    known: Cache<String, Arc<FoundOut>>,
}

/// An analysis, and how it is told if it came to its end.
#[derive(Debug)]
struct FoundOut {
    analysis: Analysis,
    told: Option<Arc<ToldNews>>,
}

/// The last word of an analysis.
pub(crate) type Last = Result<Arc<ToldNews>, ApiError>;

/// An analysis that is under way, or was known.
pub(crate) enum Answer {
    Known(Arc<ToldNews>),
    UnderWay { ticket: Ticket, news: mpsc::Receiver<ToldNews>, last: oneshot::Receiver<Last> },
}

/// A review that is under way.
pub(crate) struct ReviewUnderWay {
    pub(crate) ticket: Ticket,
    /// How many moves the game has.
    pub(crate) moves: usize,
    pub(crate) news: mpsc::Receiver<ToldMove>,
    pub(crate) last: oneshot::Receiver<Result<ToldReview, ApiError>>,
}

impl Analysts {
    pub(crate) fn new(limits: &ServerLimits, book: &BookChoice) -> std::io::Result<Analysts> {
        let most = MostWaiting { all: limits.waiting, each: limits.waiting_each };
        let pool = |name, threads, memory| WorkerPool::new(name, threads, 19, most, book, memory);
        let (threads, memory) = (limits.analysis_threads, limits.analysis_memory);
        Ok(Analysts {
            workers: pool("analysis", threads, memory / 4 * 3)?,
            quick: pool("first-look", threads + 1, memory / 4)?,
            time: limits.analysis_time,
            known: Cache::new(KEPT),
        })
    }

    /// Asks what every column is worth.
    pub(crate) fn analyse(&self, client: u64, game: Game) -> Result<Answer, ApiError> {
        if game.is_over() {
            return Err(ApiError::conflict("game_over", "there is nothing to analyse: the game is over"));
        }
        let key = notation::key::write(&game);
        // What was left open for want of time is asked for anew.
        let found = self.known.get(&key).filter(|found| found.analysis.is_exact());
        if let Some(told) = found.and_then(|found| found.told.clone()) {
            counter!("dropline_analyses_total", "from" => "cache").increment(1);
            return Ok(Answer::Known(told));
        }
        counter!("dropline_analyses_total", "from" => "search").increment(1);
        let (tell, news) = mpsc::channel(64);
        let first_look = self.workers.is_full().then(|| FirstLook::new(&game, &key, &self.known, &tell));
        let (begun, seen) = first_look.as_ref().map(FirstLook::flags).unwrap_or_default();
        let (known, time) = (self.known.clone(), self.time);
        let asked = self.workers.ask(client, move |worker, stop| {
            begun.store(true, Ordering::Relaxed);
            let clock = SystemClock::start();
            let think = || {
                let limits = Limits { time: Some(time.saturating_sub(clock.now())), ..Limits::default() };
                Think { limits, stop, ..Think::default() }
            };
            let analyst = worker.analyst(game.variant());
            // News that nobody has time to hear is dropped: the next one holds all of it.
            let analysis = analyst.analyze(&game, &think(), &mut |analysis| {
                // What was seen at first stays until about as much is known again.
                if !seen.load(Ordering::Relaxed) || clock.now() >= FIRST_LOOK {
                    known.insert(key.clone(), Arc::new(FoundOut { analysis: analysis.clone(), told: None }));
                    drop(tell.try_send(ToldNews::so_far(&game, analysis, clock.now())));
                }
            });
            let analysis = analysis.map_err(|error| refused(&error))?;
            let line = analyst.best_line(&game, &analysis, &think()).map_err(|error| refused(&error))?;
            histogram!("dropline_analysis_seconds").record(clock.now());
            let told = ToldAnalysis::new(&game, &analysis, &line, clock.now().as_secs_f64());
            let told = Arc::new(ToldNews::last(&game, told));
            if !stop.load(Ordering::Relaxed) {
                known.insert(key, Arc::new(FoundOut { analysis, told: Some(Arc::clone(&told)) }));
            }
            Ok(told)
        });
        let (ticket, last) = asked.map_err(turned_away)?;
        // Whoever is not looked at first only waits.
        let first_look =
            first_look.and_then(|look| self.quick.ask(client, |worker, stop| look.take(worker, stop)).ok());
        Ok(Answer::UnderWay { ticket: ticket.with(first_look.map(|(ticket, _)| ticket)), news, last })
    }

    /// Asks how every move of a game is graded.
    pub(crate) fn review(&self, client: u64, game: Game) -> Result<ReviewUnderWay, ApiError> {
        let moves = game.moves().len();
        if moves == 0 {
            return Err(
                ApiError::bad("no_moves", "there is no move to review: give the moves of a game").field("moves")
            );
        }
        let (tell, news) = mpsc::channel(moves);
        let limits = Limits { time: Some(self.time), ..Limits::default() };
        let asked = self.workers.ask(client, move |worker, stop| {
            let think = Think { limits, stop, ..Think::default() };
            let mut graded = |graded: &_| drop(tell.try_send(ToldMove::from(graded)));
            let review = Review::of(&game, worker.analyst(game.variant()), &think, &mut graded);
            review.map(|review| ToldReview::new(game.variant(), &review)).map_err(|error| refused(&error))
        });
        let (ticket, last) = asked.map_err(turned_away)?;
        Ok(ReviewUnderWay { ticket, moves, news, last })
    }

    /// Says why a column is good or bad, or a best one if none is named: by what was last found out about the position, which a page shows beside it. Which column is
    /// best is left to an analysis that came to its end.
    pub(crate) async fn explain(
        &self,
        client: u64,
        game: Game,
        column: Option<Column>,
        names: SideNames,
    ) -> Result<ToldExplanation, ApiError> {
        let limits = Limits { time: Some(self.time / 2), ..Limits::default() };
        let known = self.known.get(&notation::key::write(&game));
        let known = known.filter(|found| column.is_some() || found.told.is_some());
        let pool = if known.is_some() { &self.quick } else { &self.workers };
        ask(pool, client, game.variant(), move |analyst, stop| {
            let think = Think { limits, stop, ..Think::default() };
            let Explanation { column, reasons, .. } = match known {
                Some(found) => Explanation::by(analyst, &game, &found.analysis, column, &think),
                None => Explanation::of(analyst, &game, column, &think),
            }?;
            Ok(ToldExplanation::new(game.variant(), column, reasons, names))
        })
        .await
    }

    /// Lets an analyst of a variant do something within the usual time.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        client: u64,
        variant: Variant,
        work: impl FnOnce(&mut Analyst, &Think<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let limits = Limits { time: Some(self.time), ..Limits::default() };
        let work = move |analyst: &mut Analyst, stop: &AtomicBool| {
            Ok(work(analyst, &Think { limits, stop, ..Think::default() }))
        };
        ask(&self.workers, client, variant, work).await
    }

    /// How many questions wait, and how many are being answered; first looks do not count.
    pub(crate) fn load(&self) -> (usize, usize) {
        self.workers.load()
    }

    pub(crate) fn close(&self) {
        self.workers.close();
        self.quick.close();
    }
}

/// Lets an analyst of a pool do something.
async fn ask<T: Send + 'static>(
    pool: &WorkerPool,
    client: u64,
    variant: Variant,
    work: impl FnOnce(&mut Analyst, &AtomicBool) -> Result<T, OracleError> + Send + 'static,
) -> Result<T, ApiError> {
    let asked = pool.ask(client, move |worker, stop| work(worker.analyst(variant), stop));
    let (_ticket, result) = asked.map_err(turned_away)?;
    result.await.map_err(|_| ApiError::unavailable())?.map_err(|error| refused(&error))
}

/// A look at a position whose analysis has to wait, so that there are values soon.
struct FirstLook {
    game: Game,
    key: String,
    known: Cache<String, Arc<FoundOut>>,
    /// The listener may be told the last word before anybody comes to look.
    tell: mpsc::WeakSender<ToldNews>,
    /// Whether the analysis has begun.
    begun: Arc<AtomicBool>,
    /// Whether anything was seen.
    seen: Arc<AtomicBool>,
}

impl FirstLook {
    fn new(game: &Game, key: &str, known: &Cache<String, Arc<FoundOut>>, tell: &mpsc::Sender<ToldNews>) -> FirstLook {
        let (game, key, known, tell) = (game.clone(), key.to_owned(), known.clone(), tell.downgrade());
        FirstLook { game, key, known, tell, begun: Arc::default(), seen: Arc::default() }
    }

    fn flags(&self) -> (Arc<AtomicBool>, Arc<AtomicBool>) {
        (Arc::clone(&self.begun), Arc::clone(&self.seen))
    }

    fn take(self, worker: &mut WorkerState, stop: &AtomicBool) {
        let Some(tell) = self.tell.upgrade() else { return };
        let clock = SystemClock::start();
        let limits = Limits { time: Some(FIRST_LOOK), ..Limits::default() };
        let think = Think { limits, stop, ..Think::default() };
        // Nobody but the analysis itself says what came of it.
        drop(worker.analyst(self.game.variant()).analyze(&self.game, &think, &mut |analysis| {
            if !self.begun.load(Ordering::Relaxed) {
                self.seen.store(true, Ordering::Relaxed);
                self.known.insert(self.key.clone(), Arc::new(FoundOut { analysis: analysis.clone(), told: None }));
                drop(tell.try_send(ToldNews::so_far(&self.game, analysis, clock.now())));
            }
        }));
    }
}

/// What a client is told whose question cannot wait.
pub(crate) fn turned_away(full: QueueFull) -> ApiError {
    let (why, error) = match full {
        QueueFull::OfClient => ("address", ApiError::your_questions()),
        QueueFull::OfAll => ("all", ApiError::busy()),
    };
    counter!("dropline_questions_refused_total", "why" => why).increment(1);
    error
}

fn refused(error: &OracleError) -> ApiError {
    match error {
        OracleError::Over => ApiError::conflict("game_over", "the game is over"),
        // The board is no matter to an analyst: there is no memory for its tables.
        _ => ApiError::unavailable(),
    }
}
