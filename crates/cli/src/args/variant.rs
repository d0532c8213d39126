//! Which variant is meant: a name, or its measures one by one.

use crate::args::{one_of, whole};
use anyhow::Result;
use clap::Args;
use dropline_core::{Rules, Variant};

/// The options that say what is played.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(crate) struct VariantArgs {
    /// Columns x levels, then c (Connect) or m (Max-Connect) and N, as in 7x6c4 or 7x6m4
    #[arg(long, value_name = "V", conflicts_with_all = ["columns", "levels", "connect", "rules"], allow_hyphen_values = true)]
    variant: Option<String>,
    /// Number of columns
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<i64>(..))]
    columns: Option<i64>,
    /// Number of levels
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<i64>(..))]
    levels: Option<i64>,
    /// How many in line count
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<i64>(..))]
    connect: Option<i64>,
    /// The rule set
    #[arg(long, value_parser = one_of(RULES))]
    rules: Option<Rules>,
}

const RULES: &[(&str, &str, Rules)] =
    &[("connect", "The first line of N wins", Rules::Connect), ("max", "Every line of N counts a point", Rules::Max)];

impl VariantArgs {
    /// Whether anything was said about the variant.
    pub(crate) const fn is_given(&self) -> bool {
        self.variant.is_some()
            || self.columns.is_some()
            || self.levels.is_some()
            || self.connect.is_some()
            || self.rules.is_some()
    }

    /// The variant, if its size was said; the rest of it counts for nothing.
    pub(crate) fn sized(&self) -> Result<Option<Variant>> {
        let is_sized = self.variant.is_some() || (self.columns.is_some() && self.levels.is_some());
        is_sized.then(|| self.or(Variant::STANDARD)).transpose()
    }

    /// The variant meant; what is not said is as in `otherwise`.
    pub(crate) fn or(&self, otherwise: Variant) -> Result<Variant> {
        if let Some(name) = &self.variant {
            return Ok(name.parse()?);
        }
        let rules = self.rules.unwrap_or(otherwise.rules());
        let number = |given: Option<i64>, usual: usize| given.unwrap_or(usual as i64);
        let columns = number(self.columns, otherwise.columns());
        let levels = number(self.levels, otherwise.levels());
        let connect = number(self.connect, otherwise.connect());
        // As a name, so that negative numbers are refused in the same words.
        Ok(format!("{columns}x{levels}{}{connect}", rules.letter()).parse()?)
    }
}
