//! Moving pictures, made frame by frame.
//!
//! All frames share one palette, made of the colours that the last frame has most; a frame holds only the pixels that changed.

use super::{Pixel, PngError};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How long a move is shown, in hundredths of a second, and how long the last one.
const MOVE_TIME: u16 = 70;
const LAST_TIME: u16 = 400;

/// Colours of the palette; one more entry means that a pixel stays as it was.
const COLOURS: usize = 255;
const UNCHANGED: u8 = 255;

/// An animated GIF in the making; whoever makes it draws the frames.
///
/// ```
/// use dropline_core::picture::Animation;
/// let (empty, red) = ([[255; 3]; 6], [[200, 0, 0]; 6]);
/// let mut animation = Animation::new(3, 2, &red)?;
/// animation.add(&empty, false)?;
/// animation.add(&red, true)?;
/// assert!(animation.finish()?.starts_with(b"GIF89a"));
/// # Ok::<(), dropline_core::picture::PngError>(())
/// ```
pub struct Animation {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    width: u16,
    height: u16,
    before: Option<Vec<u8>>,
}

impl Animation {
    /// One of this size in pixels, whose last frame is known already.
    pub fn new(width: u16, height: u16, last: &[Pixel]) -> Result<Animation, PngError> {
        let palette = Palette::of(last);
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(wrong)?;
        encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
        Ok(Animation { encoder, palette, width, height, before: None })
    }

    /// Adds a frame, row by row; the last one is held.
    pub fn add(&mut self, frame: &[Pixel], is_last: bool) -> Result<(), PngError> {
        if frame.len() != usize::from(self.width) * usize::from(self.height) {
            return Err(PngError::Encode("a frame has another size".to_owned()));
        }
        let drawn: Vec<u8> = frame.iter().map(|&pixel| self.palette.nearest(pixel)).collect();
        let changed = self.before.as_ref().map(|before| {
            drawn.iter().zip(before).map(|(now, then)| if now == then { UNCHANGED } else { *now }).collect()
        });
        let frame = Frame {
            width: self.width,
            height: self.height,
            delay: if is_last { LAST_TIME } else { MOVE_TIME },
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: Cow::Owned(changed.unwrap_or_else(|| drawn.clone())),
            ..Frame::default()
        };
        self.before = Some(drawn);
        self.encoder.write_frame(&frame).map_err(wrong)
    }

    /// The whole file.
    pub fn finish(self) -> Result<Vec<u8>, PngError> {
        self.encoder.into_inner().map_err(|error| PngError::Encode(error.to_string()))
    }
}

fn wrong(error: gif::EncodingError) -> PngError {
    PngError::Encode(error.to_string())
}

/// The colours of all frames.
struct Palette {
    colours: Vec<Pixel>,
    /// Which entry stands for a colour.
    known: FxHashMap<Pixel, u8>,
}

impl Palette {
    fn of(pixels: &[Pixel]) -> Palette {
        let mut counts: BTreeMap<Pixel, usize> = BTreeMap::new();
        for pixel in pixels {
            *counts.entry(*pixel).or_default() += 1;
        }
        let mut colours: Vec<(Pixel, usize)> = counts.into_iter().collect();
        colours.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Palette {
            colours: colours.into_iter().map(|(pixel, _)| pixel).take(COLOURS).collect(),
            known: FxHashMap::default(),
        }
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
