//! How pictures look: colour and characters.

use clap::{Args, ValueEnum};
use dropline_core::picture::{Look, Style};
use std::io;

/// The option that says when to use colour.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ColorArgs {
    /// When to use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

impl ColorArgs {
    /// The look of pictures on standard output, or in a file.
    pub(crate) fn look(self, to_file: bool) -> Look {
        let color = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if to_file => false,
            Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        };
        Look { color, unicode: speaks_unicode(|name| std::env::var(name).ok()) }
    }
}

/// Whether the locale's characters are UTF-8: the first of the three variables that is set decides.
pub(crate) fn speaks_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The text pictures of a board.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BoardStyle {
    /// Plain ASCII, R and B
    Scaffold,
    /// Bricks in brackets between walls
    Bricks,
    /// Round discs, last move and winning line highlighted
    Modern,
}

impl From<BoardStyle> for Style {
    fn from(style: BoardStyle) -> Style {
        match style {
            BoardStyle::Scaffold => Style::Scaffold,
            BoardStyle::Bricks => Style::Bricks,
            BoardStyle::Modern => Style::Modern,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(set: &[(&str, &str)]) -> bool {
        speaks_unicode(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_locale_decides_about_unicode() {
        assert!(with(&[("LANG", "en_GB.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(!with(&[]));
    }
}
