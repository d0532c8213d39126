//! Colours and characters: four themes, fewer colours where the terminal has fewer, ASCII where it has no more.

use dropline_core::picture::{Rgb, SvgTheme};
use dropline_core::{Side, SideColour, SideNames};
use ratatui::prelude::*;
use ratatui::symbols::border;
use serde::{Deserialize, Serialize};

/// The themes there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThemeName {
    #[default]
    Dark,
    Light,
    HighContrast,
    ColourBlind,
}

impl ThemeName {
    pub(crate) const ALL: [ThemeName; 4] =
        [ThemeName::Dark, ThemeName::Light, ThemeName::HighContrast, ThemeName::ColourBlind];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            ThemeName::Dark => "dark",
            ThemeName::Light => "light",
            ThemeName::HighContrast => "high contrast",
            ThemeName::ColourBlind => "colour-blind safe",
        }
    }

    /// The colour of a side's checkers and words, which must be read on the ground: black stands out from a dark one, white from a light one.
    const fn ink(self, colour: SideColour) -> Color {
        hex(match (self, colour) {
            (ThemeName::Light, SideColour::Red) => 0xc6_2f_2b,
            (ThemeName::Light, SideColour::Yellow) => 0x8a_61_00,
            (ThemeName::Light, SideColour::Black) => 0x1b_22_2c,
            (ThemeName::Light, SideColour::White) => 0x80_86_90,
            (ThemeName::Light, SideColour::Green) => 0x0c_6e_2f,
            (ThemeName::Light, SideColour::Orange) => 0xb3_59_00,
            (ThemeName::Light, SideColour::Violet) => 0x7a_3a_a8,
            (ThemeName::HighContrast, SideColour::Red) => 0xff_4a_4a,
            (ThemeName::HighContrast, SideColour::Yellow) => 0xff_ff_00,
            (ThemeName::HighContrast, SideColour::Black) => 0x9a_9a_9a,
            (ThemeName::ColourBlind, SideColour::Red) => 0xe6_7e_22,
            (ThemeName::ColourBlind, SideColour::Yellow) => 0xf0_e4_42,
            (_, SideColour::Red) => 0xe5_53_4b,
            (_, SideColour::Yellow) => 0xee_c1_4b,
            (_, SideColour::Black) => 0x87_96_ab,
            (_, SideColour::White) => 0xff_ff_ff,
            (_, SideColour::Green) => 0x4f_c4_7a,
            (_, SideColour::Orange) => 0xff_9d_47,
            (_, SideColour::Violet) => 0xc7_92_ea,
        })
    }

    /// The theme of exported pictures.
    pub(crate) const fn picture(self) -> SvgTheme {
        match self {
            ThemeName::Dark => SvgTheme::dark(),
            ThemeName::Light => SvgTheme::light(),
            ThemeName::HighContrast => SvgTheme::high_contrast(),
            ThemeName::ColourBlind => SvgTheme::colour_blind(),
        }
    }
}

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None: shapes, words and bold type have to do.
    None,
    /// The 256 fixed ones.
    Fixed,
    /// All.
    #[default]
    All,
}

impl Colours {
    /// What the environment says about the terminal.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>) -> Colours {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        if set("NO_COLOR").is_some() || set("TERM").is_none_or(|term| term == "dumb") {
            return Colours::None;
        }
        match set("COLORTERM") {
            Some(value) if value == "truecolor" || value == "24bit" => Colours::All,
            _ => Colours::Fixed,
        }
    }

    /// Replaces the colours of a drawn screen by those that the terminal has.
    pub(crate) fn reduce(self, buffer: &mut Buffer) {
        if self == Colours::All {
            return;
        }
        for cell in &mut buffer.content {
            (cell.fg, cell.bg) = (self.nearest(cell.fg), self.nearest(cell.bg));
        }
    }

    fn nearest(self, colour: Color) -> Color {
        match (self, colour) {
            (Colours::None, _) => Color::Reset,
            (Colours::Fixed, Color::Rgb(red, green, blue)) => Color::Indexed(fixed(red, green, blue)),
            (_, colour) => colour,
        }
    }
}

/// The fixed colour nearest to an RGB one: a grey of the ramp of 24, or one of the cube of 6 × 6 × 6.
fn fixed(red: u8, green: u8, blue: u8) -> u8 {
    fn step(part: u8) -> u8 {
        match part {
            0..=47 => 0,
            48..=114 => 1,
            _ => (part - 35) / 40,
        }
    }
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    if most - least < 12 && most > 4 && most < 247 {
        return 232 + ((most - 4) / 10).min(23);
    }
    16 + 36 * step(red) + 6 * step(green) + step(blue)
}

/// The colours of a screen.
#[derive(Clone, Debug)]
pub(crate) struct Theme {
    pub(crate) ground: Color,
    pub(crate) text: Color,
    pub(crate) faint: Color,
    pub(crate) accent: Color,
    pub(crate) board: Color,
    pub(crate) wall: Color,
    pub(crate) hole: Color,
    pub(crate) sides: [Color; 2],
    /// The colour of a mark on a red checker.
    pub(crate) mark: Color,
    pub(crate) win: Color,
    pub(crate) good: Color,
    pub(crate) even: Color,
    pub(crate) bad: Color,
    /// Text upon the accent colour.
    pub(crate) chosen: Color,
}

/// A quarter of the way from one part of a colour to another.
const fn tint(from: u8, to: u8) -> u8 {
    ((3 * from as u16 + to as u16) / 4) as u8
}

const fn rgb(colour: Rgb) -> Color {
    Color::Rgb(colour.0, colour.1, colour.2)
}

const fn hex(number: u32) -> Color {
    Color::Rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)
}

impl Theme {
    pub(crate) fn of(name: ThemeName, names: SideNames) -> Theme {
        let svg = name.picture();
        let base = Theme {
            ground: rgb(svg.ground),
            text: hex(0xe6_eb_f2),
            faint: hex(0x8a_97_a8),
            accent: hex(0x6c_b6_ff),
            board: rgb(svg.board),
            wall: rgb(svg.number),
            hole: rgb(svg.hole),
            sides: Side::BOTH.map(|side| name.ink(names.colour(side))),
            mark: hex(0xff_ff_ff),
            win: hex(0xff_ff_ff),
            good: hex(0x6f_d6_8a),
            even: hex(0xe3_c7_67),
            bad: hex(0xff_8b_82),
            chosen: hex(0x08_14_22),
        };
        match name {
            ThemeName::Dark => base,
            ThemeName::Light => Theme {
                text: hex(0x1b_22_2c),
                faint: hex(0x5b_66_75),
                accent: hex(0x0b_57_b0),
                wall: hex(0xe8_ee_f8),
                win: hex(0x10_18_20),
                good: hex(0x0c_6e_2f),
                even: hex(0x7a_57_00),
                bad: hex(0x00b0_1b16),
                chosen: hex(0xff_ff_ff),
                ..base
            },
            ThemeName::HighContrast => Theme {
                ground: hex(0),
                text: hex(0xff_ff_ff),
                faint: hex(0xd0_d0_d0),
                accent: hex(0xff_ff_00),
                board: hex(0x00_00_60),
                wall: hex(0xff_ff_ff),
                hole: hex(0),
                mark: hex(0),
                good: hex(0x5c_ff_5c),
                even: hex(0xff_ff_00),
                bad: hex(0xff_8a_8a),
                chosen: hex(0),
                win: hex(0xff_ff_00),
                ..base
            },
            ThemeName::ColourBlind => Theme {
                ground: hex(0x10_13_18),
                board: hex(0x3a_42_4e),
                wall: hex(0xd5_da_e1),
                hole: hex(0x18_1c_22),
                mark: hex(0),
                win: hex(0xf0_e4_42),
                good: hex(0x56_b4_e9),
                even: hex(0xf0_e4_42),
                bad: hex(0xe6_7e_22),
                ..base
            },
        }
    }

    pub(crate) fn plain(&self) -> Style {
        Style::new().fg(self.text).bg(self.ground)
    }

    pub(crate) fn faint(&self) -> Style {
        self.plain().fg(self.faint)
    }

    pub(crate) fn accent(&self) -> Style {
        self.plain().fg(self.accent).add_modifier(Modifier::BOLD)
    }

    /// The line that the cursor is on.
    pub(crate) fn chosen(&self) -> Style {
        Style::new().fg(self.chosen).bg(self.accent).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn side(&self, side: Side) -> Style {
        self.plain().fg(self.sides[side.index()])
    }

    /// A hole that shows whose checker would fall into it.
    pub(crate) const fn tinted_hole(&self, side: Side) -> Color {
        match (self.hole, self.sides[side.index()]) {
            (Color::Rgb(r, g, b), Color::Rgb(red, green, blue)) => {
                Color::Rgb(tint(r, red), tint(g, green), tint(b, blue))
            }
            (hole, _) => hole,
        }
    }

    pub(crate) fn problem(&self) -> Style {
        self.plain().fg(self.bad).add_modifier(Modifier::BOLD)
    }
}

/// The characters of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyphs {
    pub(crate) unicode: bool,
    /// Whether vacant cells are drawn as holes in the wood, which takes colours.
    pub(crate) holes: bool,
    /// The sides: what they are called, and the letters for their checkers.
    pub(crate) names: SideNames,
}

/// Signs by name, in Unicode or in ASCII.
macro_rules! signs {
    ($($name:ident: $unicode:literal or $ascii:literal,)*) => {
        $(pub(crate) const fn $name(self) -> &'static str {
            self.either($unicode, $ascii)
        })*
    };
}

impl Glyphs {
    pub(crate) fn new(unicode: bool, colours: Colours, names: SideNames) -> Glyphs {
        Glyphs { unicode, holes: unicode && colours != Colours::None, names }
    }

    const fn either<T: Copy>(self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// A checker in one character: the first side's is round and full, the second's a ring.
    pub(crate) fn checker(self, side: Side) -> &'static str {
        self.either(["●", "○"][side.index()], &self.names.capital(side)[..1])
    }

    signs! {
        vacant: "·" or ".",
        wall: "│" or "|",
        pointer: "▼" or "v",
        last_mark: "•" or "+",
        win_mark: "★" or "*",
        open_mark: "□" or "#",
        caret: "▸" or ">",
        left: "◂" or "<",
        right: "▸" or ">",
        up: "▴" or "^",
        down: "▾" or "v",
        more: "…" or "~",
    }

    /// The middle line of a graph, here or elsewhere.
    pub(crate) const fn axis(self, here: bool) -> &'static str {
        if here { self.either("┼", "+") } else { self.either("─", "-") }
    }

    /// A piece of a thin upright line; its end if that points up or down.
    pub(crate) const fn thin(self, end: Option<bool>) -> &'static str {
        match end {
            None => self.either("│", ":"),
            Some(true) => self.either("╷", "."),
            Some(false) => self.either("╵", "'"),
        }
    }

    pub(crate) fn border(self) -> border::Set<'static> {
        const ASCII: border::Set<'static> = border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        };
        self.either(border::ROUNDED, ASCII)
    }

    /// A frame of the sign that something is going on.
    pub(crate) fn spinner(self, frame: usize) -> &'static str {
        const DOTS: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠹"];
        const BARS: [&str; 4] = ["|", "/", "-", "\\"];
        if self.unicode { DOTS[frame % DOTS.len()] } else { BARS[frame % BARS.len()] }
    }

    /// A text with the characters that ASCII lacks replaced by what comes closest.
    pub(crate) fn text(self, text: &str) -> String {
        if self.unicode {
            return text.to_owned();
        }
        text.chars()
            .map(|c| match c {
                '×' => 'x',
                '·' | '–' | '−' => '-',
                '…' => '~',
                '←' => '<',
                '→' => '>',
                '↑' => '^',
                '↓' => 'v',
                '’' => '\'',
                c if c.is_ascii() => c,
                _ => '?',
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(set: &[(&str, &str)]) -> Colours {
        Colours::of(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(with(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Colours::All);
        assert_eq!(with(&[("TERM", "xterm-256color")]), Colours::Fixed);
        assert_eq!(with(&[("TERM", "xterm"), ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(with(&[("TERM", "xterm"), ("NO_COLOR", "")]), Colours::Fixed);
        assert_eq!(with(&[("TERM", "dumb")]), Colours::None);
    }

    #[test]
    fn fixed_colours_come_near() {
        assert_eq!(fixed(0, 0, 0), 16);
        assert_eq!(fixed(255, 255, 255), 231);
        assert_eq!(fixed(255, 0, 0), 196);
        assert_eq!(fixed(0x80, 0x80, 0x80), 244);
        for grey in 0..=255 {
            assert!(fixed(grey, grey, grey) >= 16);
        }
    }

    /// Relative luminance as the accessibility guidelines define it.
    fn luminance(colour: Color) -> f64 {
        let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?}") };
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(one: Color, two: Color) -> f64 {
        let (one, two) = (luminance(one) + 0.05, luminance(two) + 0.05);
        one.max(two) / one.min(two)
    }

    #[test]
    fn text_is_readable_in_every_theme() {
        for name in ThemeName::ALL {
            let theme = Theme::of(name, SideNames::RED_YELLOW);
            for (what, colour) in [
                ("text", theme.text),
                ("faint", theme.faint),
                ("accent", theme.accent),
                ("good", theme.good),
                ("even", theme.even),
                ("bad", theme.bad),
            ] {
                let ratio = contrast(colour, theme.ground);
                assert!(ratio >= 4.5, "{what} of {} has a contrast of {ratio:.1}", name.name());
            }
            assert!(contrast(theme.chosen, theme.accent) >= 4.5, "{}", name.name());
            for colour in SideColour::ALL {
                let ratio = contrast(name.ink(colour), theme.hole);
                assert!(ratio >= 3.0, "{colour:?} of {} has a contrast of {ratio:.1} to a hole", name.name());
            }
        }
    }
}
