#![doc = include_str!("../README.md")]

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
