//! The book that comes with the library.

use super::Book;
use dropline_core::Variant;
use std::sync::Arc;

impl Book {
    /// The book that comes with the library for a variant: 7x6c4, with the feature `book`.
    ///
    /// It is checked when it is first asked for, as every other book.
    #[must_use]
    pub fn embedded(variant: Variant) -> Option<Arc<Book>> {
        if variant == Variant::STANDARD { standard() } else { None }
    }
}

#[cfg(feature = "book")]
fn standard() -> Option<Arc<Book>> {
    use std::sync::LazyLock;
    static BYTES: &[u8] = include_bytes!("../../books/7x6c4.book");
    static BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| Book::from_bytes(BYTES).ok().map(Arc::new));
    BOOK.clone()
}

#[cfg(not(feature = "book"))]
fn standard() -> Option<Arc<Book>> {
    None
}
