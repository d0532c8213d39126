#![doc = include_str!("../README.md")]

pub mod accuracy;
mod bounded;
mod contestant;
mod forfeit;
mod game;
mod game_watch;
mod gate;
pub mod journal;
mod opening;
mod outside;
mod participant;
pub mod protocol;
mod puzzle_maker;
pub mod ratings;
mod record;
pub mod report;
mod run;
mod standings;
mod time_control;
mod tournament;

pub use contestant::{Contestant, ContestantError};
pub use forfeit::{Forfeit, ForfeitReason, Trouble};
pub use game::{GameResult, Referee, play_game};
pub use game_watch::GameWatch;
pub use opening::{MOST_OPENINGS, OpeningError, Openings};
pub use outside::{CommandError, Program};
pub use participant::Participant;
pub use puzzle_maker::{PuzzleMaker, PuzzleMakerError};
pub use record::Record;
pub use run::{ParticipantMaker, Played, WORKER, run, run_games};
pub use standings::{Standing, Standings};
pub use time_control::TimeControl;
pub use tournament::{Fixture, MOST_GAMES, Schedule, Tournament, TournamentError, TournamentFormat};
