//! The colours of SVG pictures.

use crate::{Side, SideColour, SideNames};
use std::fmt;
use std::str::FromStr;

/// A colour by its red, green and blue parts; it shows as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From 0xrrggbb.
    const fn hex(number: u32) -> Rgb {
        Rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)
    }

    /// From 0 to 255, as the eye weighs the parts.
    fn brightness(self) -> u32 {
        (299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2)) / 1000
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of an SVG picture. Every one of them can also be changed by the page it stands in, see [`svg`](super::svg()).
///
/// ```
/// use dropline_core::picture::{Rgb, SvgTheme};
/// let mut theme: SvgTheme = "dark".parse()?;
/// theme.board = Rgb(0, 64, 0);
/// # Ok::<(), dropline_core::picture::ThemeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SvgTheme {
    /// What lies behind and around the board.
    pub ground: Rgb,
    /// The board.
    pub board: Rgb,
    /// Vacant cells.
    pub hole: Rgb,
    /// What the sides are called; [`SvgTheme::with_names`] sets it together with their colours.
    pub names: SideNames,
    /// The first side's checkers.
    pub red: Rgb,
    /// The rim and the ring of the first side's checkers.
    pub red_rim: Rgb,
    /// The second side's checkers.
    pub black: Rgb,
    /// The rim and the square of the second side's checkers.
    pub black_rim: Rgb,
    /// The halo of winning cells.
    pub halo: Rgb,
    /// The dot on the last move.
    pub last: Rgb,
    /// The column numbers.
    pub number: Rgb,
    tones: Tones,
}

/// How the colours of checkers are mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tones {
    Light,
    Dark,
    HighContrast,
    ColourBlind,
}

impl Tones {
    /// A checker and its rim.
    const fn mix(self, colour: SideColour) -> [u32; 2] {
        match (self, colour) {
            (Tones::Dark, SideColour::Red) => [0xe5534b, 0x8c2322],
            (Tones::Dark, SideColour::Yellow) => [0xeec14b, 0x92660c],
            (Tones::Dark, SideColour::Black) => [0x05070a, 0x9fb0c8],
            (Tones::HighContrast, SideColour::Red) => [0xff4d4d, 0x5c0000],
            (Tones::HighContrast, SideColour::Yellow) => [0xffe600, 0x4d4000],
            (Tones::HighContrast | Tones::ColourBlind, SideColour::Black) => [0x000000, 0xffffff],
            (Tones::HighContrast, SideColour::White) => [0xffffff, 0x000000],
            // The palette of Okabe and Ito, which all kinds of colour vision tell apart.
            (Tones::ColourBlind, SideColour::Red) => [0xd55e00, 0x6e2f00],
            (Tones::ColourBlind, SideColour::Yellow) => [0xf0e442, 0x6b6400],
            (Tones::ColourBlind, SideColour::Green) => [0x009e73, 0x003f2e],
            (Tones::ColourBlind, SideColour::Orange) => [0xe69f00, 0x6b4a00],
            (Tones::ColourBlind, SideColour::Violet) => [0xcc79a7, 0x5f2f4a],
            (_, SideColour::Red) => [0xd93a36, 0x8f1d1f],
            (_, SideColour::Yellow) => [0xf5c431, 0xa86f00],
            (_, SideColour::Black) => [0x1b222c, 0x8796ab],
            (_, SideColour::White) => [0xffffff, 0x6b7684],
            (_, SideColour::Green) => [0x35a05c, 0x14592e],
            (_, SideColour::Orange) => [0xf08a24, 0x8f4a05],
            (_, SideColour::Violet) => [0xa463cf, 0x552a75],
        }
    }
}

/// A word that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a theme: light, dark, high-contrast or colour-blind")]
pub struct ThemeError(String);

impl SvgTheme {
    /// The names of the themes, as [`SvgTheme::from_str`] reads them.
    pub const NAMES: [&'static str; 4] = ["light", "dark", "high-contrast", "colour-blind"];

    /// The colours of ground, board, holes, halo, last move and numbers; red and yellow checkers.
    const fn new(tones: Tones, [ground, board, hole, halo, last, number]: [u32; 6]) -> SvgTheme {
        let none = Rgb::hex(0);
        let theme = SvgTheme {
            ground: Rgb::hex(ground),
            board: Rgb::hex(board),
            hole: Rgb::hex(hole),
            names: SideNames::RED_YELLOW,
            red: none,
            red_rim: none,
            black: none,
            black_rim: none,
            halo: Rgb::hex(halo),
            last: Rgb::hex(last),
            number: Rgb::hex(number),
            tones,
        };
        theme.with_names(SideNames::RED_YELLOW)
    }

    /// The theme with checkers of these colours, in its own tones; the description of a picture calls them by their names.
    ///
    /// ```
    /// use dropline_core::SideNames;
    /// use dropline_core::picture::SvgTheme;
    /// let [yellow, black] = [SideNames::RED_YELLOW, SideNames::RED_BLACK].map(|names| SvgTheme::light().with_names(names));
    /// assert_eq!(yellow, SvgTheme::light());
    /// assert!(yellow.red == black.red && yellow.black != black.black);
    /// ```
    #[must_use]
    pub const fn with_names(mut self, names: SideNames) -> SvgTheme {
        let [red, red_rim] = self.tones.mix(names.colour(Side::Red));
        let [black, black_rim] = self.tones.mix(names.colour(Side::Black));
        self.names = names;
        (self.red, self.red_rim) = (Rgb::hex(red), Rgb::hex(red_rim));
        (self.black, self.black_rim) = (Rgb::hex(black), Rgb::hex(black_rim));
        self
    }

    /// A checker of a side and its rim.
    pub(super) const fn checker(&self, side: Side) -> (Rgb, Rgb) {
        match side {
            Side::Red => (self.red, self.red_rim),
            Side::Black => (self.black, self.black_rim),
        }
    }

    /// The dot on the last move, which is a side's: the rim's colour where the usual one would not show.
    pub(super) fn dot(&self, side: Side) -> Rgb {
        let (checker, rim) = self.checker(side);
        if self.last.brightness().abs_diff(checker.brightness()) < 80 { rim } else { self.last }
    }

    /// A blue board on white, red and yellow checkers.
    #[must_use]
    pub const fn light() -> SvgTheme {
        SvgTheme::new(Tones::Light, [0xffffff, 0x2b5db8, 0xf3f6fb, 0xffffff, 0x101820, 0x3a4554])
    }

    /// A night-blue board on near-black, red and yellow checkers.
    #[must_use]
    pub const fn dark() -> SvgTheme {
        SvgTheme::new(Tones::Dark, [0x12161c, 0x243b66, 0x161d2a, 0xffffff, 0xffffff, 0xb6c2d3])
    }

    /// Black and white and strong colours, for eyes that need contrast.
    #[must_use]
    pub const fn high_contrast() -> SvgTheme {
        SvgTheme::new(Tones::HighContrast, [0xffffff, 0x000000, 0x4a4a4a, 0x00e5ff, 0x000000, 0x000000])
    }

    /// Tones from the palette of Okabe and Ito, which all kinds of colour vision tell apart.
    #[must_use]
    pub const fn colour_blind() -> SvgTheme {
        SvgTheme::new(Tones::ColourBlind, [0xffffff, 0x4d5560, 0xf0f1f3, 0xffffff, 0x000000, 0x2a2f36])
    }
}

impl Default for SvgTheme {
    fn default() -> SvgTheme {
        SvgTheme::light()
    }
}

impl FromStr for SvgTheme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<SvgTheme, ThemeError> {
        match text.to_ascii_lowercase().as_str() {
            "light" => Ok(SvgTheme::light()),
            "dark" => Ok(SvgTheme::dark()),
            "high-contrast" => Ok(SvgTheme::high_contrast()),
            "colour-blind" | "color-blind" => Ok(SvgTheme::colour_blind()),
            _ => Err(ThemeError(text.to_owned())),
        }
    }
}
