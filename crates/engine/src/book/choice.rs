//! Which book is asked.

use super::Book;
use dropline_core::Variant;
use std::sync::Arc;

/// Which opening book is asked before anything is searched.
///
/// ```
/// use dropline_core::Variant;
/// use dropline_engine::book::BookChoice;
///
/// let book = BookChoice::Embedded.book(Variant::STANDARD);
/// assert_eq!(book.is_some(), cfg!(feature = "book"));
/// assert!(BookChoice::None.book(Variant::STANDARD).is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub enum BookChoice {
    /// The one that comes with the library, where there is one for the variant.
    #[default]
    Embedded,
    /// This one, if it is for the variant.
    Given(Arc<Book>),
    /// None: everything is searched.
    None,
}

impl BookChoice {
    /// The book for a variant.
    #[must_use]
    pub fn book(&self, variant: Variant) -> Option<Arc<Book>> {
        match self {
            BookChoice::Embedded => Book::embedded(variant),
            BookChoice::Given(book) => (book.variant() == variant).then(|| Arc::clone(book)),
            BookChoice::None => None,
        }
    }
}
