//! The web app of Dropline: live games, analysis, and the pages to use them with.
//!
//! The service is one function, [`app`], used by the command `dropline serve` (through [`serve`]) and by tests alike:
//!
//! ```
//! use dropline_server::{AppState, Database, Settings, app};
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let settings = Settings::new(Database::Sqlite(folder.path().join("games.sqlite3")));
//! let router = app(AppState::open(settings).await?);
//! # let _ = router;
//! # Ok(())
//! # }
//! ```
//!
//! No rule of a game and no search is here: `dropline-core` says what is legal, `dropline-engine` thinks.

mod analysis;
mod app;
mod error;
mod http;
mod live;
mod position;
mod rate;
mod refusal;
mod serve;
mod settings;
mod socket;
mod state;
mod store;
mod token;
mod worker_pool;

pub use app::{app, openapi};
pub use serve::{ServeError, serve};
pub use settings::{Database, ServerLimits, Settings};
pub use state::{AppState, StartError};
pub use store::OpenError;
