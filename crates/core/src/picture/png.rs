//! SVG pictures as PNG.

use super::{Pixel, PngError};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels for a unit of the SVG picture, so that discs are round to the eye.
const SCALE: f32 = 2.0;

/// An SVG picture as PNG, two pixels a unit; large ones are made smaller, until no side is longer than `most_pixels`.
///
/// ```
/// use dropline_core::{Game, Variant};
/// use dropline_core::picture::{SvgTheme, View, png, svg};
/// let game = Game::new(Variant::STANDARD);
/// let bytes = png(&svg(&View::of(&game), &SvgTheme::light()), 4096)?;
/// assert!(bytes.starts_with(b"\x89PNG"));
/// # Ok::<(), dropline_core::picture::PngError>(())
/// ```
pub fn png(svg: &str, most_pixels: u16) -> Result<Vec<u8>, PngError> {
    rendered(svg, SCALE, most_pixels)?.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

/// An SVG picture as pixels, row by row, with its width and height.
pub(super) fn pixels(svg: &str, most_pixels: u16) -> Result<(u16, u16, Vec<Pixel>), PngError> {
    let pixmap = rendered(svg, 1.5, most_pixels)?;
    let length = |pixels: u32| u16::try_from(pixels).map_err(|_| PngError::TooLarge);
    let colours = pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok((length(pixmap.width())?, length(pixmap.height())?, colours))
}

fn rendered(svg: &str, scale: f32, most_pixels: u16) -> Result<Pixmap, PngError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size();
    let scale = (f32::from(most_pixels) / size.width().max(size.height())).min(scale);
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or(PngError::TooLarge)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}
