//! What a solved line looks like: text, JSON lines or CSV.

use anyhow::Result;
use clap::ValueEnum;
use dropline_core::Column;
use dropline_engine::Strength;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// MOVES SCORE
    Text,
    /// One JSON object a line (docs/json.md describes it)
    Json,
    /// Comma separated, with a header
    Csv,
}

/// A solved position.
pub(super) struct SolvedRow {
    /// Its moves, or its key if it was set up.
    pub(super) name: String,
    pub(super) is_set_up: bool,
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) expected: Option<i32>,
    /// The columns that keep the score, if they were asked for and it is known.
    pub(super) keeps: Option<Vec<Column>>,
}

/// The JSON shape: `score` is null where only the bounds are known.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    score: Option<i32>,
    lower: i32,
    upper: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keeps: Option<&'a [Column]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    microseconds: Option<f64>,
}

impl SolvedRow {
    /// The score, or the bounds as `LOW..HIGH`.
    fn score(&self) -> String {
        if self.is_solved() { self.lower.to_string() } else { format!("{}..{}", self.lower, self.upper) }
    }

    /// What is wrong with the score, if it is checked and an expected one is given.
    pub(super) fn difference(&self, check: bool, strength: Strength) -> Option<String> {
        let expected = self.expected.filter(|_| check)?;
        let wanted = if strength == Strength::Winner { expected.signum() } else { expected };
        let same = self.lower == wanted && self.upper == wanted;
        (!same).then(|| format!("{}: {} found, {wanted} expected", self.name, self.score()))
    }

    const fn is_solved(&self) -> bool {
        self.lower == self.upper
    }

    /// The columns that keep the score, if they are known.
    fn keeping(&self, separator: &str) -> Option<String> {
        let columns = self.keeps.as_ref()?.iter().map(Column::to_string);
        Some(columns.collect::<Vec<_>>().join(separator))
    }

    fn microseconds(&self) -> f64 {
        (self.elapsed.as_secs_f64() * 1e7).round() / 10.0
    }
}

/// Prints rows.
pub(super) struct Printer<W: Write> {
    out: W,
    format: SolveFormat,
    stats: bool,
    keeps: bool,
}

impl<W: Write> Printer<W> {
    pub(super) fn new(mut out: W, format: SolveFormat, stats: bool, keeps: bool) -> Result<Self> {
        if format == SolveFormat::Csv {
            let stats = if stats { ",nodes,microseconds" } else { "" };
            writeln!(out, "moves,score,lower,upper{stats}{}", if keeps { ",keeps" } else { "" })?;
        }
        Ok(Self { out, format, stats, keeps })
    }

    pub(super) fn print(&mut self, row: &SolvedRow) -> Result<()> {
        let (name, score) = (&row.name, row.score());
        match self.format {
            SolveFormat::Text => {
                write!(self.out, "{name} {score}")?;
                if self.stats {
                    write!(self.out, " {} {:.1}", row.nodes, row.microseconds())?;
                }
                if self.keeps && row.is_solved() {
                    write!(self.out, " keeps={}", row.keeping(",").unwrap_or_else(|| "?".to_owned()))?;
                }
            }
            SolveFormat::Csv => {
                let name = if name.contains(',') { format!("\"{name}\"") } else { name.clone() };
                let exact = if row.is_solved() { score } else { String::new() };
                write!(self.out, "{name},{exact},{},{}", row.lower, row.upper)?;
                if self.stats {
                    write!(self.out, ",{},{:.1}", row.nodes, row.microseconds())?;
                }
                if self.keeps {
                    write!(self.out, ",{}", row.keeping(" ").unwrap_or_default())?;
                }
            }
            SolveFormat::Json => {
                let record = Record {
                    moves: (!row.is_set_up).then_some(name),
                    position: row.is_set_up.then_some(name),
                    score: row.is_solved().then_some(row.lower),
                    lower: row.lower,
                    upper: row.upper,
                    expected: row.expected,
                    keeps: row.keeps.as_deref(),
                    nodes: self.stats.then_some(row.nodes),
                    microseconds: self.stats.then(|| row.microseconds()),
                };
                serde_json::to_writer(&mut self.out, &record)?;
            }
        }
        writeln!(self.out)?;
        self.out.flush()?;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<W> {
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_keep_the_score_are_told_apart_from_those_nobody_knows() {
        let row = |upper: i32, keeps: Option<Vec<Column>>| SolvedRow {
            name: "4".to_owned(),
            is_set_up: false,
            lower: 2,
            upper,
            nodes: 0,
            elapsed: Duration::ZERO,
            expected: None,
            keeps,
        };
        let rows = [row(2, Some(vec![Column::from_index(3)])), row(2, None), row(5, None)];
        let printed = |format: SolveFormat| {
            let mut printer = Printer::new(Vec::new(), format, false, true).unwrap();
            rows.iter().for_each(|row| printer.print(row).unwrap());
            String::from_utf8(printer.finish().unwrap()).unwrap()
        };
        assert_eq!(printed(SolveFormat::Text), "4 2 keeps=4\n4 2 keeps=?\n4 2..5\n");
        assert_eq!(printed(SolveFormat::Csv), "moves,score,lower,upper,keeps\n4,2,2,2,4\n4,2,2,2,\n4,,2,5,\n");
        let json = printed(SolveFormat::Json);
        assert_eq!((json.matches("\"keeps\":").count(), json.matches("\"keeps\":[4]").count()), (1, 1), "{json}");
    }
}
