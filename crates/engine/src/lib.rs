#![doc = include_str!("front-page.md")]

mod play_search;
mod player;
mod players;
mod registry;
mod search;
mod spec;
mod think;

pub use player::{Choice, Player, PlayerError};
pub use registry::{OptionInfo, PlayerInfo, build, players, strongest};
pub use spec::{Options, Spec, SpecError};
pub use think::{Clock, Limits, Progress, SystemClock, Think};
