//! What pictures in pixels share.

/// A pixel: red, green and blue.
pub type Pixel = [u8; 3];

/// Why there is no picture in pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is not SVG that can be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Svg(String),
    /// There is no room for the pixels.
    #[error("the picture is too large")]
    TooLarge,
    /// The pixels could not be written.
    #[error("the picture cannot be written: {0}")]
    Encode(String),
}
