//! Why a book cannot be used or made.

use dropline_core::Variant;
use dropline_core::words::number_of;

/// Why a book cannot be used or made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes do not start as a book does.
    #[error("this is not a Dropline book")]
    NotABook,
    /// A format this program does not know.
    #[error("the book has format version {found}, this program reads versions up to {known}")]
    Version {
        /// The book's version.
        found: u32,
        /// The latest version that can be read.
        known: u32,
    },
    /// The bytes are not as many as the header says.
    #[error("the book is {found} bytes long, but its header says {expected}: it is cut off or damaged")]
    Length {
        /// How many there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// The checksum does not fit the bytes.
    #[error("the book is damaged: its checksum does not match")]
    Checksum,
    /// The header or the order of the keys makes no sense.
    #[error("the book is damaged: {0}")]
    Inconsistent(&'static str),
    /// The variant has no books.
    #[error("books hold Connect-N positions of boards with (levels + 1) × columns up to 128, not {0}")]
    Variant(Variant),
    /// The book is of another variant than the one played.
    #[error("the book is for {book}, not for {wanted}")]
    WrongVariant {
        /// What the book is for.
        book: Variant,
        /// What is played.
        wanted: Variant,
    },
    /// A book cannot be completed up to so many moves.
    #[error("{0}")]
    Plies(String),
    /// Positions are left without a difficulty.
    #[error("the scores of {} are still missing", number_of(*.0, "position"))]
    Unfinished(usize),
}
