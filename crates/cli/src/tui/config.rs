//! What is remembered between runs. A file that cannot be read is reported and ignored, never fatal.

use super::theme::ThemeName;
use dropline_core::notation::reading_problem;
use dropline_core::{Side, SideNames, Variant};
use serde::{Deserialize, Serialize};

/// The settings, and the choices for the next new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) theme: ThemeName,
    /// What the sides are called, and so their colours.
    pub(crate) names: SideNames,
    /// Whether checkers fall.
    pub(crate) animation: bool,
    pub(crate) characters: Characters,
    /// Whether the game is told line by line, for screen readers.
    pub(crate) plain: bool,
    pub(crate) mouse: bool,
    /// Whether people are asked to look again before a move that throws away a win or a tie.
    pub(crate) coach: bool,
    pub(crate) new_game: NewGameChoices,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            theme: ThemeName::default(),
            names: SideNames::RED_YELLOW,
            animation: true,
            characters: Characters::default(),
            plain: false,
            mouse: true,
            coach: false,
            new_game: NewGameChoices::default(),
        }
    }
}

/// Which characters screens are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Characters {
    /// What the locale allows.
    #[default]
    Auto,
    Unicode,
    Ascii,
}

impl Characters {
    pub(crate) const ALL: [Characters; 3] = [Characters::Auto, Characters::Unicode, Characters::Ascii];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Characters::Auto => "automatic",
            Characters::Unicode => "Unicode",
            Characters::Ascii => "ASCII",
        }
    }
}

/// What was chosen for the last new game. Players are kept as text: they may come from a version that knows others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NewGameChoices {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) variant: Option<Variant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) red: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<Side>,
}

impl Config {
    /// The settings in a file, or what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let what = error.message().lines().next().unwrap_or_default();
            format!("line {line}: {}", reading_problem(what))
        })
    }

    pub(crate) fn text(&self) -> String {
        let settings = toml::to_string(self).unwrap_or_default();
        format!("# Settings of dropline; written by its terminal UI, and yours to edit.\n{settings}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let config = Config {
            theme: ThemeName::ColourBlind,
            names: SideNames::RED_BLACK,
            animation: false,
            coach: true,
            new_game: NewGameChoices {
                variant: Some("9x7m5".parse().unwrap()),
                red: Some("human".to_owned()),
                first: Some(Side::Black),
                ..NewGameChoices::default()
            },
            ..Config::default()
        };
        assert_eq!(Config::parse(&config.text()).unwrap(), config);
        assert_eq!(Config::parse("").unwrap(), Config::default());
    }

    #[test]
    fn the_guide_shows_every_setting_with_its_usual_value() {
        let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tui.md")).unwrap();
        let block = guide.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
        let shown = Config::parse(block).unwrap();
        assert_eq!(Config { new_game: NewGameChoices::default(), ..shown }, Config::default());
        for line in Config::default().text().lines().filter(|line| line.contains(" = ")) {
            assert!(block.contains(line), "{line}");
        }
    }

    #[test]
    fn a_broken_file_is_pointed_at() {
        let said = |text: &str| Config::parse(text).unwrap_err().to_string();
        assert!(said("theme = \"dark\"\nanimation = maybe\n").starts_with("line 2: "));
        assert!(said("theme = \"pink\"").contains("pink"));
        assert!(said("names = \"red,pink\"").contains("`pink` is not a colour of checkers"));
        assert!(said("[new_game]\nvariant = \"0x6c4\"").contains("columns must be 1 or more, not 0"));
        assert!(said("\n\ncolour = 3").starts_with("line 3: there is no field `colour` here"));
    }
}
