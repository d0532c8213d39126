//! The server with its door: listens, serves, and goes in good order.

use crate::door;
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
#[non_exhaustive]
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
}

/// Serves until `stop` is ready; `ready` hears the address once the server listens.
pub async fn serve(
    settings: Settings,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let descriptors = raise_descriptors();
    let addr = settings.addr;
    let listener = TcpListener::bind(addr).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::Taken(addr),
        _ => ServeError::Listen { addr, error },
    })?;
    let addr = listener.local_addr().map_err(|error| ServeError::Listen { addr, error })?;
    let state = AppState::open(settings).await?;
    info!(%addr, "listening");
    ready(addr);
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
    let serving = door::serve(listener, state.clone(), descriptors, closing);
    let grace = async {
        let _ = over.wait_for(|over| *over).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = serving => {}
        () = grace => warn!("some connections did not end in time"),
    }
    state.finish_close().await;
    Ok(())
}

/// A connection takes a file descriptor, and the usual limit is low: it is raised as far as is allowed. How many there are then.
#[cfg(target_os = "linux")]
fn raise_descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        warn!(%error, "the limit on open files stays as it is");
    }
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

#[cfg(not(target_os = "linux"))]
const fn raise_descriptors() -> usize {
    1024
}
