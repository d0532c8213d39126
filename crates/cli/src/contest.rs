//! A match: two players, many games, the sides exchanged after each. The arena plays it. And what matches and tournaments have in common.

#[cfg(feature = "tui")]
use crate::{commands::arena::ArenaOutput, files};
use crate::{output, prose};
use anyhow::{Result, bail};
use dropline_arena::report::TournamentReport;
use dropline_arena::{Contestant, Openings, Schedule, TimeControl, Tournament, TournamentFormat};
use dropline_core::Variant;
#[cfg(feature = "tui")]
use {
    dropline_arena::{Played, Record},
    std::path::Path,
};

/// A match has no limit on the time of a move; a day is as good as none.
const PATIENCE_MS: u64 = 86_400_000;

/// Who plays whom, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub(crate) players: [Contestant; 2],
    pub(crate) variant: Variant,
    pub(crate) games: usize,
    /// How many random moves each pair of games starts with.
    pub(crate) random_plies: u32,
    pub(crate) seed: u64,
}

impl Contest {
    /// The games to play: two for each opening, one with each colour. It is an error if a player does not play the variant, or if
    /// there is no such opening.
    pub(crate) fn schedule(&self) -> Result<Schedule> {
        let schedule = Schedule::new(Tournament {
            players: self.players.to_vec(),
            format: TournamentFormat::Match,
            variant: self.variant,
            openings: if self.random_plies == 0 { Openings::None } else { Openings::Random(self.random_plies) },
            games: Some(self.games.next_multiple_of(2)),
            control: TimeControl { patience_ms: PATIENCE_MS, ..TimeControl::default() },
            seed: self.seed,
            ..Tournament::default()
        })?;
        let opening = |game| schedule.fixture(game).map_or(0, |fixture| fixture.start.moves().len());
        if (0..schedule.len()).step_by(2).any(|game| opening(game) < self.random_plies as usize) {
            bail!(
                "no game of {} goes on after {}: use fewer",
                self.variant,
                prose::number_of(self.random_plies as usize, "random move")
            );
        }
        Ok(schedule.first(self.games))
    }

    /// Writes a report of the games that were played, in the form that the file's name ends with.
    #[cfg(feature = "tui")]
    pub(crate) fn write_report(&self, records: Vec<Record>, file: &Path) -> Result<()> {
        let schedule = self.schedule()?;
        let played = Played { complete: records.len() == schedule.len(), records, verdict: None };
        let report = TournamentReport::new(&schedule, &played);
        let Some(form) = ArenaOutput::of(file) else { bail!("a report's name ends with .txt, .json, .csv or .html") };
        files::write_whole(file, form.written(&report)?.as_bytes())
    }
}

/// Starts every outside program once, before any game.
pub(crate) fn try_out(schedule: &Schedule) -> Result<()> {
    let Tournament { players, variant, .. } = schedule.tournament();
    players.iter().try_for_each(|player| Ok(player.try_out(*variant)?))
}

/// Whether everybody who took part made a move; those who did not are told.
pub(crate) fn all_played(report: &TournamentReport<'_>) -> bool {
    let rows = report.standings.by_player();
    let idle: Vec<usize> =
        (0..rows.len()).filter(|&own| rows[own].forfeits > 0 && report.timing[own].moves == 0).collect();
    let names = report.schedule.names();
    idle.iter().for_each(|&own| {
        output::say(format_args!("dropline: {} never made a move: it lost every game by forfeit", names[own]));
    });
    idle.is_empty()
}
