//! The server with its door: listens, serves, and goes in good order.

use crate::app::app;
use crate::settings::Settings;
use crate::state::{AppState, StartError};
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing::{info, warn};

/// How long requests that are under way get when the server goes.
const GRACE: Duration = Duration::from_secs(10);

/// Why the server does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error(
        "{0} is taken by another program (or by a Dropline that is running already): choose another one with --addr"
    )]
    Taken(SocketAddr),
    /// The address is not one of this computer, or it may not be used.
    #[error("cannot listen on {addr}: {error}")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// It cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Serving failed.
    #[error("the server stopped: {0}")]
    Stopped(std::io::Error),
}

/// Serves until `stop` is ready; `ready` hears the address once the server listens.
pub async fn serve(
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    allow_many_connections();
    let addr = settings.addr;
    let listener = TcpListener::bind(addr).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::Taken(addr),
        _ => ServeError::Listen { addr, error },
    })?;
    let addr = listener.local_addr().map_err(|error| ServeError::Listen { addr, error })?;
    let state = AppState::open(settings).await?;
    info!(%addr, "listening");
    ready(addr);
    let service = app(state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let (stopped, mut over) = tokio::sync::watch::channel(false);
    let closing = {
        let state = state.clone();
        async move {
            stop.await;
            info!("going: no new requests, live connections are closed, everything is stored");
            state.begin_close();
            stopped.send_replace(true);
        }
    };
    let serving = std::future::IntoFuture::into_future(axum::serve(listener, service).with_graceful_shutdown(closing));
    let grace = async {
        let _ = over.wait_for(|over| *over).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serving => served.map_err(ServeError::Stopped)?,
        () = grace => warn!("some connections did not end in time"),
    }
    state.finish_close().await;
    Ok(())
}

/// A connection takes a file descriptor, and the usual limit is low: it is raised as far as is allowed.
#[cfg(target_os = "linux")]
fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        warn!(%error, "the limit on open files stays as it is");
    }
}

#[cfg(not(target_os = "linux"))]
const fn allow_many_connections() {}
