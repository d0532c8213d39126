//! The one way to play a game: two participants, a start, and a referee.

use crate::{Forfeit, ForfeitReason, GameWatch, Participant, TimeControl, Trouble, game_watch::Sheet};
use dropline_core::{Column, Game, Points, Rules, Side};
use dropline_engine::{Clock, Think};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a game is held to: the limits, the clock, and the eye on it.
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// Limits for every move.
    pub control: TimeControl,
    /// Measures the thinking.
    pub clock: &'a dyn Clock,
    /// Lets another thread stop or take away the game.
    pub watch: &'a GameWatch,
}

/// How a game went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won; nothing for a tie.
    pub winner: Option<Side>,
    /// The moves after the start position.
    pub moves: Vec<Column>,
    /// Microseconds each move took.
    pub micros: Vec<u64>,
    /// Positions visited for each move.
    pub nodes: Vec<u64>,
    /// The points in Max-Connect-N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Who lost without playing on, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// What the red program wrote to standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub red_stderr: String,
    /// What the black program wrote to standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black_stderr: String,
}

impl GameResult {
    /// Red's score: 1 for a win, ½ for a tie, 0 for a loss.
    #[must_use]
    pub fn red_score(&self) -> f64 {
        match self.winner {
            Some(Side::Red) => 1.0,
            None => 0.5,
            Some(Side::Black) => 0.0,
        }
    }

    /// What a side's program wrote to standard error.
    #[must_use]
    pub fn stderr(&self, side: Side) -> &str {
        match side {
            Side::Red => &self.red_stderr,
            Side::Black => &self.black_stderr,
        }
    }

    /// How a game went that stands so, or that was forfeited there.
    pub(crate) fn new(game: &Game, sheet: Sheet, forfeit: Option<Forfeit>) -> GameResult {
        let winner = match &forfeit {
            Some(forfeit) => Some(forfeit.side.other()),
            None => game.outcome().and_then(dropline_core::Outcome::winner),
        };
        let points = (game.variant().rules() == Rules::Max).then(|| game.points());
        let Sheet { moves, micros, nodes, .. } = sheet;
        let (red_stderr, black_stderr) = (String::new(), String::new());
        GameResult { winner, moves, micros, nodes, points, forfeit, red_stderr, black_stderr }
    }
}

/// Plays a game to its end or to the first forfeit; nothing if the watch was halted or the game taken away.
///
/// ```
/// use dropline_arena::{TimeControl, Contestant, Referee, GameWatch, play_game};
/// use dropline_core::{Game, Variant};
/// use dropline_engine::SystemClock;
/// let bad: Contestant = "bad".parse()?;
/// let participants = [bad.participant(Variant::STANDARD, 1)?, bad.participant(Variant::STANDARD, 2)?];
/// let referee = Referee { control: TimeControl::default(), clock: &SystemClock::start(), watch: &GameWatch::new() };
/// let result = play_game(Game::new(Variant::STANDARD), participants, referee).expect("nobody halts it");
/// assert_eq!(result.moves.len(), 13 + 6); // columns fill from the left until a diagonal stands
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn play_game(mut game: Game, participants: [Participant; 2], referee: Referee<'_>) -> Option<GameResult> {
    let mut participants = participants;
    let forfeit = play_on(&mut game, &mut participants, referee)?;
    let mut result = GameResult::new(&game, referee.watch.take(), forfeit);
    let [red, black] = participants;
    (result.red_stderr, result.black_stderr) = (red.close(), black.close());
    Some(result)
}

/// Plays until the end; the inner value is the forfeit, if there is one.
fn play_on(game: &mut Game, participants: &mut [Participant; 2], referee: Referee<'_>) -> Option<Option<Forfeit>> {
    let Referee { control, clock, watch } = referee;
    let deadline = control.deadline();
    while !game.is_over() {
        let side = game.turn();
        if !watch.begin(side) {
            return None;
        }
        let think = Think { limits: control.limits(), stop: watch.stop(), ..Think::default() };
        let asked = clock.now();
        let answer = participants[side.index()].choose(game, &think, deadline);
        let taken = clock.now().saturating_sub(asked);
        if !watch.end() {
            return None;
        }
        let answer = answer.and_then(|choice| in_time(&control, taken).map(|()| choice));
        let answer = answer.and_then(|choice| match game.play(choice.column) {
            Ok(_) => Ok(choice),
            Err(error) => Err(Trouble::new(ForfeitReason::Illegal, format!("column {}: {error}", choice.column))),
        });
        match answer {
            Ok(choice) => watch.note(choice.column, micros(taken), choice.nodes),
            Err(trouble) => return Some(Some(trouble.of(side))),
        }
    }
    Some(None)
}

fn in_time(control: &TimeControl, taken: Duration) -> Result<(), Trouble> {
    if taken <= control.deadline() {
        return Ok(());
    }
    let limit = control.stop_after().as_millis();
    Err(Trouble::new(ForfeitReason::Time, format!("{} ms for a move, {limit} ms are allowed", taken.as_millis())))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
