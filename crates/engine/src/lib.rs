#![doc = include_str!("front-page.md")]

pub mod book;
mod player;
mod players;
mod registry;
mod score;
mod spec;
mod think;

pub use player::{Choice, Player, PlayerError};
pub use registry::{OptionInfo, PlayerInfo, build, players, strongest};
pub use score::{Score, win_score, winning_drop};
pub use spec::{Options, Spec, SpecError};
pub use think::{Clock, Limits, Progress, SystemClock, Think};
