//! Questions about positions: what every column is worth, how a game was played, why a move is good. Each is a job: it waits its turn, can be
//! called off, and what it found is kept for the next who asks.

mod message;
mod socket;

pub(crate) use message::{Analysed, Message, Question, Request, ValueShape};
pub(crate) use socket::serve;

use crate::error::ApiError;
use crate::settings::ServerLimits;
use crate::worker_pool::{MostWaiting, QueueFull, Ticket, WorkerPool};
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

/// Somebody who answers questions about positions.
#[derive(Debug)]
pub(crate) struct Analysts {
    workers: WorkerPool,
    time: Duration,
    /// What was found out about a position last.
    known: Cache<String, Arc<FoundOut>>,
}

/// An analysis that came to its end, and how it is told.
#[derive(Debug)]
struct FoundOut {
    analysis: Analysis,
    told: Arc<ToldNews>,
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
        let workers = WorkerPool::new("analysis", limits.analysis_threads, 19, most, book, limits.analysis_memory)?;
        Ok(Analysts { workers, time: limits.analysis_time, known: Cache::new(KEPT) })
    }

    /// Asks what every column is worth.
    pub(crate) fn analyse(&self, client: u64, game: Game) -> Result<Answer, ApiError> {
        if game.is_over() {
            return Err(ApiError::conflict("game_over", "there is nothing to analyse: the game is over"));
        }
        let key = notation::key::write(&game);
        // What was left open for want of time is asked for anew.
        if let Some(found) = self.known.get(&key).filter(|found| found.analysis.is_exact()) {
            counter!("dropline_analyses_total", "from" => "cache").increment(1);
            return Ok(Answer::Known(Arc::clone(&found.told)));
        }
        counter!("dropline_analyses_total", "from" => "search").increment(1);
        let (tell, news) = mpsc::channel(64);
        let (known, time) = (self.known.clone(), self.time);
        let asked = self.workers.ask(client, move |worker, stop| {
            let clock = SystemClock::start();
            let think = || {
                let limits = Limits { time: Some(time.saturating_sub(clock.now())), ..Limits::default() };
                Think { limits, stop, ..Think::default() }
            };
            let analyst = worker.analyst(game.variant());
            // News that nobody has time to hear is dropped: the next one holds all of it.
            let analysis = analyst.analyze(&game, &think(), &mut |analysis| {
                drop(tell.try_send(ToldNews::so_far(&game, analysis, clock.now())));
            });
            let analysis = analysis.map_err(|error| refused(&error))?;
            let line = analyst.best_line(&game, &analysis, &think()).map_err(|error| refused(&error))?;
            histogram!("dropline_analysis_seconds").record(clock.now());
            let told = ToldAnalysis::new(&game, &analysis, &line, clock.now().as_secs_f64());
            let told = Arc::new(ToldNews::last(&game, told));
            if !stop.load(Ordering::Relaxed) {
                known.insert(key, Arc::new(FoundOut { analysis, told: Arc::clone(&told) }));
            }
            Ok(told)
        });
        let (ticket, last) = asked.map_err(turned_away)?;
        Ok(Answer::UnderWay { ticket, news, last })
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

    /// Says why a column is good or bad, or a best one if none is named: by what was last found out about the position, which a page shows beside it.
    pub(crate) async fn explain(
        &self,
        client: u64,
        game: Game,
        column: Option<Column>,
        names: SideNames,
    ) -> Result<ToldExplanation, ApiError> {
        let limits = Limits { time: Some(self.time / 2), ..Limits::default() };
        let known = self.known.get(&notation::key::write(&game));
        self.ask(client, game.variant(), move |analyst, stop| {
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
        self.ask(client, variant, work).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        client: u64,
        variant: Variant,
        work: impl FnOnce(&mut Analyst, &AtomicBool) -> Result<T, OracleError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let asked = self.workers.ask(client, move |worker, stop| work(worker.analyst(variant), stop));
        let (_ticket, result) = asked.map_err(turned_away)?;
        result.await.map_err(|_| ApiError::unavailable())?.map_err(|error| refused(&error))
    }

    /// How many questions wait, and how many are being answered.
    pub(crate) fn load(&self) -> (usize, usize) {
        self.workers.load()
    }

    pub(crate) fn close(&self) {
        self.workers.close();
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
