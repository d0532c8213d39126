//! The loop: events in, state on, effects out, one frame for all that happened.

use super::app::{Abilities, App};
use super::event::{Effect, Event, Filed};
use super::files::{self, Places, Remembered};
use super::terminal::Screen;
use super::thinker::Thinkers;
use crate::commands::show::{Picture, bytes};
use crate::files as cli_files;
use anyhow::{Context, Result};
use dropline_core::Game;
use ratatui::crossterm::event as input;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

/// Runs the terminal UI until somebody leaves it.
pub(crate) fn run(abilities: Abilities, places: &Places, remembered: Remembered, seed: u64) -> Result<()> {
    let (events, received) = channel();
    let mut screen = Screen::open(remembered.config.mouse).context("the terminal cannot be used")?;
    let mut app = App::new(abilities, remembered, seed, screen.size()?);
    let mut thinkers = Thinkers::start(&events);
    listen_to_input(events.clone());
    listen_to_signals(events)?;
    let outside = &mut Outside { places, screen: &mut screen, thinkers: &mut thinkers };
    let result = turn(&mut app, outside, &received);
    drop(screen);
    result
}

/// What effects reach.
struct Outside<'a> {
    places: &'a Places,
    screen: &'a mut Screen,
    thinkers: &'a mut Thinkers,
}

fn turn(app: &mut App, outside: &mut Outside<'_>, received: &Receiver<Event>) -> Result<()> {
    let start = Instant::now();
    let colours = app.colours();
    while !app.is_over() {
        outside.screen.draw(|buffer| {
            app.draw(buffer);
            colours.reduce(buffer);
        })?;
        let first = match app.next_tick() {
            None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(tick) => received.recv_timeout(tick.saturating_sub(start.elapsed())),
        };
        let first = match first {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        // Whatever else has happened meanwhile shows in the same frame.
        for event in std::iter::once(first).chain(received.try_iter().take(256)).chain([Event::Tick]) {
            happen(app, outside, event, start)?;
        }
    }
    Ok(())
}

fn happen(app: &mut App, outside: &mut Outside<'_>, event: Event, start: Instant) -> Result<()> {
    let mut waiting = vec![event];
    while let Some(event) = waiting.pop() {
        for effect in app.update(event, start.elapsed()) {
            waiting.extend(outside.perform(effect)?.map(Event::Filed));
        }
    }
    Ok(())
}

impl Outside<'_> {
    fn perform(&mut self, effect: Effect) -> Result<Option<Filed>> {
        let told = |result: Result<()>, done: Option<String>| match result {
            Ok(()) => done.map(Filed::Done),
            Err(error) => Some(Filed::Failed(format!("{error:#}"))),
        };
        Ok(match effect {
            Effect::Choose(asked) => {
                self.thinkers.choose(asked);
                None
            }
            Effect::StopPlayer => {
                self.thinkers.stop_player();
                None
            }
            Effect::Analyze { question, game, time } => {
                self.thinkers.analyze(question, game, time);
                None
            }
            Effect::StopAnalyst => {
                self.thinkers.stop_analyst();
                None
            }
            Effect::Contest { question, contest } => {
                self.thinkers.compete(question, contest);
                None
            }
            Effect::StopContest => {
                self.thinkers.stop_contest();
                None
            }
            Effect::Autosave(game) => told(self.places.save_game(&game), None),
            Effect::SaveConfig(config) => told(self.places.save_config(&config), None),
            Effect::SaveGame { file, game } => told(save(&file, &game), Some(format!("Saved to {}.", file.display()))),
            Effect::Export { file, game, theme } => {
                let png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
                let picture = if png { Picture::Png(theme.picture()) } else { Picture::Svg(theme.picture()) };
                let written = bytes(&game, &picture).and_then(|bytes| cli_files::write_whole(&file, &bytes));
                told(written, Some(format!("Picture written to {}.", file.display())))
            }
            Effect::Load { file } => Some(match files::load(&file, super::USUAL_CONNECT) {
                Ok(game) => Filed::Loaded { file, game: Box::new(game) },
                Err(error) => Filed::Failed(format!("{error:#}")),
            }),
            Effect::ListGames => Some(Filed::Games(files::games_in(Path::new(".")))),
            Effect::Copy(text) => {
                self.screen.copy(&text)?;
                None
            }
            Effect::Mouse(on) => {
                self.screen.set_mouse(on)?;
                None
            }
            Effect::Suspend => {
                self.screen.suspend()?;
                None
            }
        })
    }
}

fn save(file: &Path, game: &Game) -> Result<()> {
    cli_files::write_whole(file, cli_files::game_text(game)?.as_bytes())
}

/// Passes on what the terminal sends, until there is nobody to tell or nothing to read.
fn listen_to_input(events: Sender<Event>) {
    let listen = move || {
        loop {
            let event = match input::read() {
                Ok(input::Event::Key(key)) => Event::Key(key),
                Ok(input::Event::Mouse(mouse)) => Event::Mouse(mouse),
                Ok(input::Event::Paste(text)) => Event::Paste(text),
                Ok(input::Event::Resize(width, height)) => Event::Resize { width, height },
                Ok(_) => continue,
                Err(_) => Event::Terminate,
            };
            let last = matches!(event, Event::Terminate);
            if events.send(event).is_err() || last {
                return;
            }
        }
    };
    thread::spawn(listen);
}

/// A signal that would end the program ends it in order.
#[cfg(unix)]
fn listen_to_signals(events: Sender<Event>) -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT])?;
    thread::spawn(move || {
        for _ in &mut signals {
            if events.send(Event::Terminate).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_signals(_: Sender<Event>) -> Result<()> {
    Ok(())
}
