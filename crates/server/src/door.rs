//! The door: who comes in, how many, and how long they may say nothing.
//!
//! `axum::serve` waits for ever for whoever is slow. Here the head of a request has its time (which is also how long a connection may be idle), each
//! address has its share of connections, and all together stay below the descriptors there are, so that the database never lacks one.

use crate::app::app;
use crate::http::client;
use crate::settings::ServerLimits;
use crate::socket::Connections;
use crate::state::AppState;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics::counter;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tracing::warn;

/// Descriptors that are kept for the database, the log and what else the process opens.
const RESERVE: usize = 64;

/// The fewest connections that are let in, however few descriptors there are.
const FEWEST: usize = 8;

/// The most bytes of a request's head, and of what is read ahead.
const HEAD_BYTES: usize = 64 << 10;

/// A client that takes nothing of what it is sent for so long is given up.
const UNREAD: Duration = Duration::from_secs(30);

/// How often the log tells of connections that are turned away.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// How long the door stays shut when the operating system gives no descriptor.
const PAUSE: Duration = Duration::from_millis(50);

const TURNED_AWAY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n";

/// Why a connection is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// Its address has as many as it may have.
    Address,
    /// There are as many as there may be.
    All,
    /// The operating system gave none.
    System,
}

impl Refusal {
    const fn name(self) -> &'static str {
        match self {
            Refusal::Address => "address",
            Refusal::All => "all",
            Refusal::System => "system",
        }
    }
}

/// What the log has not been told yet.
#[derive(Default)]
struct Untold {
    refused: u64,
    told: Option<Instant>,
}

impl Untold {
    fn add(&mut self, why: Refusal, address: Option<IpAddr>) {
        counter!("dropline_connections_refused_total", "why" => why.name()).increment(1);
        self.refused += 1;
        if self.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            let address = address.map(|address| address.to_string());
            warn!(refused = self.refused, why = why.name(), address, "connections are turned away");
            *self = Untold { refused: 0, told: Some(Instant::now()) };
        }
    }
}

/// Lets connections in until `closing` is ready and the server goes, then waits for what is under way.
pub(crate) async fn serve(
    listener: TcpListener,
    state: AppState,
    descriptors: usize,
    closing: impl Future<Output = ()>,
) {
    let limits = state.settings.limits;
    let most = limits.all_connections.min(descriptors.saturating_sub(RESERVE).max(FEWEST));
    let (live, trust_proxy) = (state.connections.clone(), state.settings.trust_proxy);
    let (sockets, going) = (state.sockets.clone(), state.closing());
    let router = TowerToHyperService::new(app(state));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.header_time).max_buf_size(HEAD_BYTES);
    let mut untold = Untold::default();
    tokio::pin!(closing);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut closing => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_the_client(&error) => continue,
            Err(_) => {
                untold.add(Refusal::System, None);
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let address = client::network(peer.ip());
        if let Some(why) = refusal(&sockets, &live, address, trust_proxy, most, &limits) {
            untold.add(why, Some(address));
            turn_away(stream);
            continue;
        }
        let socket = sockets.count_in(address);
        set_up(&stream);
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            router.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut going = going.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // What goes wrong with a connection is its client's concern: it is gone, or it was too slow.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = async { drop(going.wait_for(|going| *going).await) } => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(socket);
        });
    }
    drop(listener);
    sockets.none_left().await;
}

/// Why a connection from this address cannot be let in; WebSockets left the count of sockets when they became live. Behind a proxy all come from one address.
fn refusal(
    sockets: &Connections,
    live: &Connections,
    address: IpAddr,
    trust_proxy: bool,
    most: usize,
    limits: &ServerLimits,
) -> Option<Refusal> {
    if !trust_proxy && sockets.of(address) + live.of(address) >= limits.connections.saturating_mul(2) {
        Some(Refusal::Address)
    } else if sockets.count() + live.count() >= most {
        Some(Refusal::All)
    } else {
        None
    }
}

/// Says so, if that can be done at once.
fn turn_away(stream: TcpStream) {
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(TURNED_AWAY);
    }
}

/// Whether a connection was gone before it was accepted.
fn is_of_the_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused)
}

/// Small messages are sent at once, and who takes nothing is given up. Where an option is refused, the connection is served without it.
fn set_up(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, UNREAD.as_millis() as u32);
}
