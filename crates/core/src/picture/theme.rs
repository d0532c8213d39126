//! The colours of SVG pictures.

use std::fmt;
use std::str::FromStr;

/// A colour by its red, green and blue parts; it shows as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

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
    /// Red's checkers.
    pub red: Rgb,
    /// The rim and the ring of red's checkers.
    pub red_rim: Rgb,
    /// Black's checkers.
    pub black: Rgb,
    /// The rim and the square of black's checkers.
    pub black_rim: Rgb,
    /// The halo of winning cells.
    pub halo: Rgb,
    /// The dot on the last move.
    pub last: Rgb,
    /// The column numbers.
    pub number: Rgb,
}

/// A word that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a theme: light, dark, high-contrast or colour-blind")]
pub struct ThemeError(String);

impl SvgTheme {
    /// The names of the themes, as [`SvgTheme::from_str`] reads them.
    pub const NAMES: [&'static str; 4] = ["light", "dark", "high-contrast", "colour-blind"];

    /// A blue board on white, red and yellow checkers.
    #[must_use]
    pub const fn light() -> SvgTheme {
        SvgTheme {
            ground: Rgb(0xff, 0xff, 0xff),
            board: Rgb(0x2b, 0x5d, 0xb8),
            hole: Rgb(0xf3, 0xf6, 0xfb),
            red: Rgb(0xd9, 0x3a, 0x36),
            red_rim: Rgb(0x8f, 0x1d, 0x1f),
            black: Rgb(0xf5, 0xc4, 0x31),
            black_rim: Rgb(0xa8, 0x6f, 0x00),
            halo: Rgb(0xff, 0xff, 0xff),
            last: Rgb(0x10, 0x18, 0x20),
            number: Rgb(0x3a, 0x45, 0x54),
        }
    }

    /// A night-blue board on near-black, red and yellow checkers.
    #[must_use]
    pub const fn dark() -> SvgTheme {
        SvgTheme {
            ground: Rgb(0x12, 0x16, 0x1c),
            board: Rgb(0x24, 0x3b, 0x66),
            hole: Rgb(0x16, 0x1d, 0x2a),
            red: Rgb(0xe5, 0x53, 0x4b),
            red_rim: Rgb(0x8c, 0x23, 0x22),
            black: Rgb(0xee, 0xc1, 0x4b),
            black_rim: Rgb(0x92, 0x66, 0x0c),
            halo: Rgb(0xff, 0xff, 0xff),
            last: Rgb(0xff, 0xff, 0xff),
            number: Rgb(0xb6, 0xc2, 0xd3),
        }
    }

    /// Black, white and one strong red, for eyes that need contrast.
    #[must_use]
    pub const fn high_contrast() -> SvgTheme {
        SvgTheme {
            ground: Rgb(0xff, 0xff, 0xff),
            board: Rgb(0x00, 0x00, 0x00),
            hole: Rgb(0x4a, 0x4a, 0x4a),
            red: Rgb(0xff, 0x4d, 0x4d),
            red_rim: Rgb(0x5c, 0x00, 0x00),
            black: Rgb(0xff, 0xff, 0xff),
            black_rim: Rgb(0x00, 0x00, 0x00),
            halo: Rgb(0x00, 0xe5, 0xff),
            last: Rgb(0x00, 0x00, 0x00),
            number: Rgb(0x00, 0x00, 0x00),
        }
    }

    /// Orange and blue-green from the palette of Okabe and Ito, which all kinds of colour vision tell apart.
    #[must_use]
    pub const fn colour_blind() -> SvgTheme {
        SvgTheme {
            ground: Rgb(0xff, 0xff, 0xff),
            board: Rgb(0x4d, 0x55, 0x60),
            hole: Rgb(0xf0, 0xf1, 0xf3),
            red: Rgb(0xd5, 0x5e, 0x00),
            red_rim: Rgb(0x6e, 0x2f, 0x00),
            black: Rgb(0x56, 0xb4, 0xe9),
            black_rim: Rgb(0x00, 0x3f, 0x66),
            halo: Rgb(0xf0, 0xe4, 0x42),
            last: Rgb(0x00, 0x00, 0x00),
            number: Rgb(0x2a, 0x2f, 0x36),
        }
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
