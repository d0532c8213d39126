#![doc = include_str!("../README.md")]

pub mod analysis;
#[cfg(feature = "serde")]
pub mod asked;
pub mod book;
mod budget;
mod coach;
mod duration;
mod explain;
mod known_board;
pub mod lesson;
mod memory;
mod opinion;
mod oracle;
mod player;
mod players;
pub mod puzzle;
mod rating;
mod registry;
mod review;
mod score;
mod search;
pub mod solver;
mod spec;
mod think;
#[cfg(feature = "serde")]
pub mod told;

pub use coach::Caution;
pub use duration::{DurationError, parse_duration};
pub use explain::{Explanation, LineEnd, Plan, PlanRule, Promise, Reason, WinningLine};
pub use known_board::{BoardSource, KnownBoard};
pub use opinion::{ColumnScore, Opinion, OpinionItem, Weighing};
pub use oracle::{Oracle, OracleError, OracleOptions, Strength};
pub use player::{Choice, Player, PlayerError};
pub use rating::Rating;
pub use registry::{OptionInfo, PlayerInfo, ValueInfo, build, build_with, players, strongest};
pub use review::{Grade, GradedMove, Review};
pub use score::{Score, win_score, winning_drop};
pub use search::evaluate;
pub use spec::{Options, Spec, SpecError};
pub use think::{Clock, Limits, Progress, SystemClock, Think};
