//! How pictures look: colour and characters.

use clap::{Args, ColorChoice};
use dropline_core::SideNames;
use dropline_core::picture::{Look, Style};
use std::io;

/// The option that says when to use colour.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ColorArgs {
    /// When to use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

impl ColorArgs {
    /// The option, and whether it asks for colour wherever the output goes.
    pub(crate) fn given(self) -> (&'static str, bool) {
        ("--color always", self.color == ColorChoice::Always)
    }

    /// The look of pictures on standard output, or in a file.
    pub(crate) fn look(self, to_file: bool) -> Look {
        let color = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if to_file => false,
            ColorChoice::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        };
        Look { color, unicode: speaks_unicode(|name| std::env::var(name).ok()), names: None }
    }
}

/// The option that names the sides.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct NamesArgs {
    /// The sides' names, which are their colours: two of red, yellow, black, white, green, orange, violet [default: red,black; red,yellow in bricks, svg and png]
    #[arg(long, value_name = "FIRST,SECOND")]
    pub(crate) names: Option<SideNames>,
}

impl NamesArgs {
    /// The option, and whether it is given.
    pub(crate) const fn given(self) -> (&'static str, bool) {
        ("--names", self.names.is_some())
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
pub(crate) const STYLES: &[(&str, &str, Style)] = &[
    ("scaffold", "Plain ASCII, the letters of the sides", Style::Scaffold),
    ("scaffold-underscore", "The same on a base of +_+_+ instead of +-+-+", Style::ScaffoldUnderscore),
    ("bricks", "Bricks in brackets between walls", Style::Bricks),
    ("modern", "Round discs, last move and winning line highlighted", Style::Modern),
];

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
