//! Games as moving pictures.
//!
//! All frames share one palette, made of the colours that the last frame has most; a frame holds only the pixels that changed.

use super::png::{PngError, pixels};
use super::{SvgTheme, View, svg};
use crate::Game;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// How long a move is shown, in hundredths of a second, and how long the last one.
const MOVE_TIME: u16 = 70;
const LAST_TIME: u16 = 400;

/// Colours of the palette; one more entry means that a pixel stays as it was.
const COLOURS: usize = 255;
const UNCHANGED: u8 = 255;

/// A pixel: red, green and blue.
type Pixel = [u8; 3];

/// A game as an animated GIF: every move from its start, the last position held, a winning line lit. Large boards are made smaller, until
/// no side is longer than `most_pixels`.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_core::picture::{SvgTheme, gif};
/// let game = Game::from_moves(Variant::STANDARD, "1122334")?;
/// let bytes = gif(&game, &SvgTheme::light(), 480)?;
/// assert!(bytes.starts_with(b"GIF89a") && bytes.len() < 300_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gif(game: &Game, theme: &SvgTheme, most_pixels: u16) -> Result<Vec<u8>, PngError> {
    let picture = |game: &Game| pixels(&svg(&View::of(game), theme), most_pixels);
    let (width, height, last) = picture(game)?;
    let mut palette = Palette::of(&last);
    let mut bytes = Vec::new();
    let wrong = |error: gif::EncodingError| PngError::Encode(error.to_string());
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.bytes()).map_err(wrong)?;
    encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
    let mut shown = game.clone();
    while shown.undo().is_some() {}
    let mut before: Option<Vec<u8>> = None;
    for ply in 0..=game.moves().len() {
        let drawn: Vec<u8> = picture(&shown)?.2.into_iter().map(|pixel| palette.nearest(pixel)).collect();
        let changed = before.as_ref().map(|before| {
            drawn.iter().zip(before).map(|(now, then)| if now == then { UNCHANGED } else { *now }).collect()
        });
        let frame = Frame {
            width,
            height,
            delay: if ply == game.moves().len() { LAST_TIME } else { MOVE_TIME },
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: Cow::Owned(changed.unwrap_or_else(|| drawn.clone())),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(wrong)?;
        before = Some(drawn);
        shown.redo();
    }
    drop(encoder);
    Ok(bytes)
}

/// The colours of all frames.
struct Palette {
    colours: Vec<Pixel>,
    /// Which entry stands for a colour.
    known: HashMap<Pixel, u8>,
}

impl Palette {
    fn of(pixels: &[Pixel]) -> Palette {
        let mut counts: BTreeMap<Pixel, usize> = BTreeMap::new();
        for pixel in pixels {
            *counts.entry(*pixel).or_default() += 1;
        }
        let mut colours: Vec<(Pixel, usize)> = counts.into_iter().collect();
        colours.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Palette { colours: colours.into_iter().map(|(pixel, _)| pixel).take(COLOURS).collect(), known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * (COLOURS + 1), 0);
        bytes
    }

    fn nearest(&mut self, pixel: Pixel) -> u8 {
        let colours = &self.colours;
        *self.known.entry(pixel).or_insert_with(|| {
            let far = |colour: &Pixel| -> u32 {
                colour.iter().zip(pixel).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
            };
            let nearest = (0..colours.len()).min_by_key(|&index| far(&colours[index])).unwrap_or(0);
            u8::try_from(nearest).unwrap_or(0)
        })
    }
}
