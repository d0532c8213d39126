//! Servers to test against: in this process, on a free port, with a database of their own.

use crate::client::Client;
use crate::postgres;
use dropline_server::{Database, ServerLimits, Settings, TimeSource, serve};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Everything is allowed that a test needs; nothing takes long.
pub(crate) fn settings(database: Database) -> Settings {
    let mut settings = Settings::new(database);
    settings.addr = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.limits = ServerLimits {
        requests_a_second: 10_000,
        messages_a_second: 10_000,
        connections: 1000,
        games_an_hour: 1_000_000,
        move_time: Duration::from_millis(500),
        analysis_threads: 1,
        player_threads: 1,
        ..ServerLimits::default()
    };
    settings
}

/// A running server.
pub(crate) struct Server {
    pub(crate) addr: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(settings: Settings) -> Server {
        let (ready, listening) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let tell = move |addr| ready.send(addr).expect("somebody waits");
            serve(settings, tell, async move { drop(stopped.await) }).await.expect("the server serves");
        });
        Server { addr: listening.await.expect("the server starts"), stop, task }
    }

    /// Ends it in good order.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        self.task.await.expect("the server ends");
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.addr)
    }
}

/// One database and one or two servers on it.
pub(crate) struct Site {
    settings: Settings,
    servers: Vec<Server>,
    _folder: Option<TempDir>,
}

impl Site {
    pub(crate) async fn sqlite() -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(Database::Sqlite(folder.path().join("games.sqlite3")));
        let servers = vec![Server::start(settings.clone()).await];
        Site { settings, servers, _folder: Some(folder) }
    }

    pub(crate) async fn postgres() -> Site {
        let settings = settings(Database::Postgres(postgres::fresh_database().await));
        let servers = vec![Server::start(settings.clone()).await, Server::start(settings.clone()).await];
        Site { settings, servers, _folder: None }
    }

    /// The time of all servers.
    pub(crate) fn time(&self) -> &TimeSource {
        &self.settings.time
    }

    /// The file of an SQLite database.
    pub(crate) fn file(&self) -> &Path {
        match &self.settings.database {
            Database::Sqlite(path) => path,
            Database::Postgres(_) => panic!("Postgres has no file"),
        }
    }

    /// Stops all servers.
    pub(crate) async fn stop(&mut self) {
        for server in self.servers.drain(..) {
            server.stop().await;
        }
    }

    /// Starts servers on the database: one on SQLite, two on Postgres.
    pub(crate) async fn start(&mut self) {
        let count = if matches!(self.settings.database, Database::Sqlite(_)) { 1 } else { 2 };
        for _ in 0..count {
            self.servers.push(Server::start(self.settings.clone()).await);
        }
    }

    /// A client of the first server.
    pub(crate) fn here(&self) -> Client {
        self.servers[0].client()
    }

    /// A client of the last server, which is the first on SQLite.
    pub(crate) fn there(&self) -> Client {
        self.servers[self.servers.len() - 1].client()
    }

    /// Stops all servers and starts others on the same database.
    pub(crate) async fn restart(&mut self) {
        self.restart_with(|_| {}).await;
    }

    /// The same with other settings.
    pub(crate) async fn restart_with(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.stop().await;
        self.start().await;
    }
}
