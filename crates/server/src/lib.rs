#![doc = include_str!("../README.md")]

mod analysis;
mod app;
mod door;
mod error;
mod figures;
mod http;
mod live;
mod log;
mod position;
mod prune;
mod rate;
mod serve;
mod settings;
mod socket;
mod state;
mod store;
mod time;
mod token;
mod worker_pool;

pub use app::{app, openapi};
pub use http::site::site;
pub use log::LogQueue;
pub use serve::{ServeError, serve};
pub use settings::{Database, ServerLimits, Settings};
pub use state::{AppState, StartError};
pub use store::OpenError;
pub use time::TimeSource;
