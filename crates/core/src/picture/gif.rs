//! Games as moving pictures.

use super::png::pixels;
use super::{Animation, PngError, SvgTheme, View, svg};
use crate::Game;

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
    let mut animation = Animation::new(width, height, &last)?;
    let mut shown = game.clone();
    while shown.undo().is_some() {}
    for ply in 0..=game.moves().len() {
        animation.add(&picture(&shown)?.2, ply == game.moves().len())?;
        shown.redo();
    }
    animation.finish()
}
