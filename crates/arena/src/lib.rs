#![doc = include_str!("../README.md")]

pub mod accuracy;
mod bounded;
mod contestant;
mod control;
mod forfeit;
mod game;
mod gate;
pub mod journal;
mod opening;
mod outside;
pub mod protocol;
pub mod ratings;
mod record;
pub mod report;
mod run;
mod seat;
mod standings;
mod tournament;
mod watch;

pub use contestant::{Contestant, ContestantError};
pub use control::Control;
pub use forfeit::{Forfeit, Reason, Trouble};
pub use game::{GameResult, Table, play_game};
pub use opening::{MOST_OPENINGS, OpeningError, Openings};
pub use outside::{CommandError, Program};
pub use record::Record;
pub use run::{Played, Seating, WORKER, run};
pub use seat::Seat;
pub use standings::{Row, Standings};
pub use tournament::{Fixture, Format, MOST_GAMES, Schedule, Tournament, TournamentError};
pub use watch::Watch;
