//! The game that "continue" brings back: everything it takes to go on as if nothing had happened.

use dropline_core::{Column, Game, Outcome, PlayError, WinBy};
use dropline_engine::Spec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

/// A game with its players, its clocks and the moves that were taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    game: Game,
    /// Moves that can be played again, the next one first.
    #[serde(default)]
    ahead: Vec<Column>,
    #[serde(deserialize_with = "spec")]
    pub(crate) red: Spec,
    #[serde(deserialize_with = "spec")]
    pub(crate) black: Spec,
    #[serde(default)]
    pub(crate) seed: u64,
    /// Seconds that red and black have used.
    #[serde(default)]
    pub(crate) clocks: [f64; 2],
}

impl SavedGame {
    pub(crate) fn new(game: &Game, players: &[Spec; 2], seed: u64, clocks: [Duration; 2]) -> SavedGame {
        let [red, black] = players.clone();
        let clocks = clocks.map(|clock| (clock.as_secs_f64() * 10.0).round() / 10.0);
        SavedGame { game: game.clone(), ahead: ahead(game), red, black, seed, clocks }
    }

    /// The game as it stood, taken-back moves included.
    pub(crate) fn restored(&self) -> Result<Game, PlayError> {
        let mut game = self.game.clone();
        let resigned = match game.outcome() {
            Some(Outcome::Win { side, by: WinBy::Resignation }) => Some(side.other()),
            _ => None,
        };
        if resigned.is_some() {
            game.undo();
        }
        for &column in &self.ahead {
            game.play(column)?;
        }
        for _ in &self.ahead {
            game.undo();
        }
        if let Some(side) = resigned {
            game.resign(side)?;
        }
        Ok(game)
    }

    /// One line about the game, for the menu.
    pub(crate) fn summary(&self) -> String {
        let moves = crate::prose::number_of(self.game.moves().len(), "move");
        let state = if self.game.is_over() { ", over" } else { "" };
        format!("{}, {moves}{state}: {} against {}", self.game.variant(), self.red, self.black)
    }
}

/// A player by its spec string.
fn spec<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Spec, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// The moves that were taken back, the next one first.
pub(crate) fn ahead(game: &Game) -> Vec<Column> {
    let mut copy = game.clone();
    if let Some(Outcome::Win { by: WinBy::Resignation, .. }) = copy.outcome() {
        copy.undo();
    }
    std::iter::from_fn(|| copy.redo()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::{Side, Variant};

    fn players() -> [Spec; 2] {
        ["human".parse().unwrap(), "random".parse().unwrap()]
    }

    #[test]
    fn a_game_comes_back_with_what_was_taken_back() {
        let mut game = Game::from_moves(Variant::STANDARD, "445321").unwrap();
        game.undo();
        game.undo();
        for resign in [false, true] {
            if resign {
                game.resign(Side::Black).unwrap();
            }
            let saved = SavedGame::new(&game, &players(), 7, [Duration::from_millis(1234), Duration::ZERO]);
            let text = serde_json::to_string(&saved).unwrap();
            let back: SavedGame = serde_json::from_str(&text).unwrap();
            assert_eq!(back, SavedGame { game: back.game.clone(), ..saved });
            assert_eq!(back.restored().unwrap(), game);
            assert_eq!(back.clocks, [1.2, 0.0]);
        }
    }

    #[test]
    fn a_saved_game_that_cannot_be_is_refused() {
        let text = r#"{"game":{"variant":"2x1c2","moves":[1]},"ahead":[1],"red":"human","black":"bad"}"#;
        let saved: SavedGame = serde_json::from_str(text).unwrap();
        assert!(saved.restored().is_err());
        let unknown = text.replace("bad", "nobody");
        assert!(serde_json::from_str::<SavedGame>(&unknown).unwrap_err().to_string().contains("no player `nobody`"));
    }
}
