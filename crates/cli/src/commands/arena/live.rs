//! The progress bar and the standings so far, while games are played.

use anyhow::Result;
use dropline_arena::ratings::elo::{Ratings, Scores};
use dropline_arena::ratings::sprt::Tally;
use dropline_arena::{Record, Schedule};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How often the standings are drawn anew.
const PAUSE: Duration = Duration::from_millis(300);
/// How many players the standings show.
const SHOWN: usize = 12;

/// The screen of a running tournament; nothing is drawn where standard error is not a terminal.
pub(crate) struct Live {
    bar: ProgressBar,
    names: Vec<String>,
    scores: Scores,
    tallies: Vec<Tally>,
    forfeits: usize,
    drawn: Instant,
}

impl Live {
    pub(crate) fn new(schedule: &Schedule, saved: &[Record]) -> Result<Live> {
        let names = schedule.names();
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left{msg}")?;
        let bar = ProgressBar::new(schedule.len() as u64).with_style(style);
        let mut live = Live {
            bar,
            scores: Scores::new(names.len()),
            tallies: vec![Tally::default(); names.len()],
            forfeits: 0,
            drawn: Instant::now(),
            names,
        };
        saved.iter().for_each(|record| live.count(record));
        live.bar.set_position(saved.len() as u64);
        live.bar.reset_eta();
        Ok(live)
    }

    pub(crate) fn add(&mut self, record: &Record) {
        self.count(record);
        self.bar.inc(1);
        if self.drawn.elapsed() >= PAUSE && !self.bar.is_hidden() {
            self.drawn = Instant::now();
            self.bar.set_message(standings(&self.names, &self.tallies, &Ratings::fit(&self.scores), self.forfeits));
        }
    }

    fn count(&mut self, record: &Record) {
        let score = record.result.red_score();
        self.scores.add(record.red, record.black, score);
        self.tallies[record.red].add(score);
        self.tallies[record.black].add(1.0 - score);
        self.forfeits += usize::from(record.result.forfeit.is_some());
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The lines below the bar.
fn standings(names: &[String], tallies: &[Tally], ratings: &Ratings, forfeits: usize) -> String {
    let mut places: Vec<usize> = (0..names.len()).collect();
    places.sort_by(|&a, &b| ratings.rating(b).total_cmp(&ratings.rating(a)));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(40);
    let mut text = String::new();
    for &player in places.iter().take(SHOWN) {
        let name: String = names[player].chars().take(width).collect();
        let (rating, margin) = (ratings.rating(player), ratings.margin(player));
        let Tally { wins, ties, losses } = tallies[player];
        let _ = write!(text, "\n  {name:<width$} {rating:>5.0} ± {margin:<4.0} {wins}–{ties}–{losses}");
    }
    if names.len() > SHOWN {
        let _ = write!(text, "\n  … and {} more", names.len() - SHOWN);
    }
    if forfeits > 0 {
        let _ = write!(text, "\n  forfeits: {forfeits}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_stands_first() {
        let names = ["weak", "strong"].map(str::to_owned);
        let mut scores = Scores::new(2);
        (0..10).for_each(|_| scores.add(1, 0, 1.0));
        let tallies = [Tally { losses: 10, ..Tally::default() }, Tally { wins: 10, ..Tally::default() }];
        let text = standings(&names, &tallies, &Ratings::fit(&scores), 1);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("  strong ") && lines[1].ends_with("10–0–0"), "{text}");
        assert!(lines[2].starts_with("  weak   ") && lines[2].ends_with("0–0–10"), "{text}");
        assert_eq!(lines[3], "  forfeits: 1");
    }
}
