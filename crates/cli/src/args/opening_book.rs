//! Which opening book is asked.

use crate::commands::book;
use anyhow::{Context, Result};
use clap::Args;
use dropline_core::Variant;
use dropline_engine::book::BookChoice;
use std::path::PathBuf;

/// The choice of the opening book.
#[derive(Debug, Args)]
#[command(next_help_heading = "Opening book")]
pub(crate) struct OpeningBookArgs {
    /// Ask this opening book first [default: the built-in one, which is for 7x6c4]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,
    /// Search even where an opening book knows the answer
    #[arg(long)]
    no_book: bool,
}

impl OpeningBookArgs {
    /// The book for one variant; a file for another one is refused.
    pub(crate) fn choice(&self, variant: Variant) -> Result<BookChoice> {
        let choice = self.any_variant()?;
        if let (BookChoice::Given(book), Some(path)) = (&choice, &self.book) {
            book.check_variant(variant).with_context(|| path.display().to_string())?;
        }
        Ok(choice)
    }

    /// The same choice as it is typed, with a blank before it.
    pub(crate) fn typed(&self) -> String {
        match &self.book {
            Some(path) => format!(" --book {}", path.display()),
            None if self.no_book => " --no-book".to_owned(),
            None => String::new(),
        }
    }

    /// The book where the variant is not known yet.
    pub(crate) fn any_variant(&self) -> Result<BookChoice> {
        Ok(match &self.book {
            Some(path) => BookChoice::Given(book::open(path)?),
            None if self.no_book => BookChoice::None,
            None => BookChoice::Embedded,
        })
    }
}
