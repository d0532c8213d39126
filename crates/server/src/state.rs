//! What all handlers share.

use crate::analysis::Analysts;
use crate::figures;
use crate::http::pictures::Pictures;
use crate::http::repeat::Repeats;
use crate::live::Hub;
use crate::prune;
use crate::rate::Rates;
use crate::settings::Settings;
use crate::socket::Connections;
use crate::store::{OpenError, Store};
use crate::worker_pool::{MostWaiting, WorkerPool};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::watch;

/// Computer players' moves that wait at most.
const MOVES_WAITING: MostWaiting = MostWaiting { all: 10_000, each: 10_000 };

/// How long live connections get for what they are at when the server goes.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The database is not there.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The operating system gives no threads.
    #[error("cannot start threads to think on: {0}")]
    Threads(std::io::Error),
}

/// A server without its door: everything but the address it listens on. Clones share it.
#[derive(Clone, Debug)]
pub struct AppState {
    pub(crate) settings: Arc<Settings>,
    pub(crate) store: Store,
    pub(crate) hub: Arc<Hub>,
    pub(crate) analysts: Arc<Analysts>,
    pub(crate) pictures: Arc<Pictures>,
    /// Connections that speak plain HTTP.
    pub(crate) sockets: Connections,
    /// Live connections.
    pub(crate) connections: Connections,
    pub(crate) repeats: Arc<Repeats>,
    pub(crate) rates: Arc<Rates>,
    pub(crate) metrics: Option<PrometheusHandle>,
    closing: Arc<watch::Sender<bool>>,
}

impl AppState {
    /// Opens the database and starts the threads that think. Needs a Tokio runtime.
    pub async fn open(settings: Settings) -> Result<AppState, StartError> {
        let limits = settings.limits;
        let metrics = recorder();
        let (store, notices) = Store::open(&settings).await?;
        let players = WorkerPool::new("player", limits.player_threads, 10, MOVES_WAITING, &settings.book, 0);
        let players = players.map_err(StartError::Threads)?;
        let analysts = Arc::new(Analysts::new(&limits, &settings.book).map_err(StartError::Threads)?);
        let pictures = Arc::new(Pictures::new().map_err(StartError::Threads)?);
        let rates = Arc::new(Rates::new(&limits));
        let hub = Hub::new(store.clone(), players, &settings, Arc::clone(&rates), notices);
        let (settings, closing) = (Arc::new(settings), Arc::new(watch::channel(false).0));
        let (sockets, connections, repeats) = (Connections::default(), Connections::default(), Arc::default());
        let state = AppState {
            settings,
            store,
            hub,
            analysts,
            pictures,
            sockets,
            connections,
            repeats,
            rates,
            metrics,
            closing,
        };
        tokio::spawn(prune::run(Arc::clone(&state.settings), state.store.clone(), state.closing()));
        Ok(state)
    }

    /// Hears when the server goes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Whether the server is about to go.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Tells all live connections to come again later, and stops all thinking.
    pub fn begin_close(&self) {
        self.closing.send_replace(true);
        self.analysts.close();
        self.pictures.close();
        self.hub.close();
    }

    /// Waits until live connections have had their last answer, but not for ever, and everything is stored.
    pub async fn finish_close(&self) {
        let _ = tokio::time::timeout(LAST_ANSWERS, self.connections.none_left()).await;
        self.store.close().await;
    }
}

/// The one recorder of the process; nothing if another one was installed.
fn recorder() -> Option<PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 30.0];
    let install = || {
        let builder = PrometheusBuilder::new();
        let builder = builder.set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS).ok()?;
        let handle = builder.install_recorder().ok()?;
        figures::describe();
        Some(handle)
    };
    RECORDER.get_or_init(install).clone()
}
