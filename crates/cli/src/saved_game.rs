//! A game as it is saved: its moves, who plays it, and all it takes to go on as if nothing had happened.

use anyhow::{Result, anyhow};
use dropline_core::notation::record;
use dropline_core::{Game, GameRecord, Place, Side, SideNames};
use dropline_engine::Spec;
use std::time::Duration;

/// A game and what was saved with it; a file that holds a game alone says nothing of the rest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SavedGame {
    pub(crate) game: Game,
    pub(crate) players: Option<[Spec; 2]>,
    pub(crate) seed: Option<u64>,
    pub(crate) names: Option<SideNames>,
    /// What both sides have used.
    pub(crate) clocks: [Duration; 2],
}

impl From<Game> for SavedGame {
    fn from(game: Game) -> SavedGame {
        SavedGame { game, players: None, seed: None, names: None, clocks: [Duration::ZERO; 2] }
    }
}

impl SavedGame {
    /// What a text holds; `name` is what errors call it.
    pub(crate) fn parse(text: &str, name: &str) -> Result<SavedGame> {
        let (game, written) = record::parse_whole(text).map_err(|error| anyhow!("{name}: {error}"))?;
        let player = |side: Side, spec: Option<&String>| {
            let wrong = |error| {
                let place = Place::in_text(text, text.find(&format!("\"{side}\"")).unwrap_or(0));
                anyhow!("{name}: {place}: the player of {side}: {error}")
            };
            spec.map(|spec| spec.parse::<Spec>().map_err(wrong)).transpose()
        };
        let players = [player(Side::Red, written.red.as_ref())?, player(Side::Black, written.black.as_ref())?];
        let players = if let [Some(red), Some(black)] = players { Some([red, black]) } else { None };
        let clocks = written.clocks.unwrap_or_default();
        let clocks = clocks.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default());
        Ok(SavedGame { game, players, seed: written.seed, names: written.names, clocks })
    }

    /// The text that is saved.
    pub(crate) fn text(&self) -> Result<String> {
        let mut record = GameRecord::from(self.game.clone());
        if let Some([red, black]) = &self.players {
            (record.red, record.black) = (Some(red.to_string()), Some(black.to_string()));
        }
        (record.names, record.seed) = (self.names, self.seed);
        let seconds = |clock: Duration| (clock.as_secs_f64() * 10.0).round() / 10.0;
        record.clocks = self.clocks.iter().any(|clock| !clock.is_zero()).then(|| self.clocks.map(seconds));
        Ok(serde_json::to_string(&record)? + "\n")
    }

    /// One line about the game, for menus.
    #[cfg(feature = "tui")]
    pub(crate) fn summary(&self) -> String {
        let moves = crate::prose::number_of(self.game.moves().len(), "move");
        let state = if self.game.is_over() { ", over" } else { "" };
        let players = self.players.as_ref().map(|[red, black]| format!(": {red} against {black}"));
        format!("{}, {moves}{state}{}", self.game.variant(), players.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_core::Variant;

    #[test]
    fn a_game_comes_back_with_what_was_saved_with_it() {
        let mut game = Game::from_moves(Variant::STANDARD, "445321").unwrap();
        game.undo();
        game.undo();
        let mut saved = SavedGame::from(game);
        assert_eq!(SavedGame::parse(&saved.text().unwrap(), "x").unwrap(), saved);
        saved.players = Some(["human".parse().unwrap(), "smart:depth=6".parse().unwrap()]);
        (saved.seed, saved.names) = (Some(7), Some(SideNames::RED_YELLOW));
        saved.clocks = [Duration::from_millis(1200), Duration::ZERO];
        let text = saved.text().unwrap();
        assert_eq!(
            text,
            "{\"variant\":\"7x6c4\",\"moves\":[4,4,5,3],\"ahead\":[2,1],\"red\":\"human\",\"black\":\"smart:depth=6\",\"names\":\"red,yellow\",\"seed\":7,\"clocks\":[1.2,0.0]}\n"
        );
        assert_eq!(SavedGame::parse(&text, "x").unwrap(), saved);
    }

    #[test]
    fn a_damaged_game_is_refused_with_the_place() {
        let said = |text: &str| SavedGame::parse(text, "game.json").unwrap_err().to_string();
        let nobody = said("{\"variant\":\"7x6c4\",\n\"red\":\"nobody\",\"black\":\"human\"}");
        assert!(
            nobody.starts_with("game.json: line 2, character 1: the player of red: there is no player"),
            "{nobody}"
        );
        let clocks = said("{\"variant\":\"7x6c4\",\"clocks\":[1]}");
        assert!(
            clocks.starts_with("game.json: line 1, character 31: this is not a saved game: this has 1 element, it is not a list of 2 elements"),
            "{clocks}"
        );
        assert!(said("{\"variant\":\"7x6c4\",\"moves\":[4,").starts_with("game.json: line 1, character 30: "));
    }
}
