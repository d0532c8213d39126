//! The loop: events in, state on, effects out, one frame for all that happened.

use super::app::{Abilities, App};
use super::event::{Effect, Filed, UiEvent};
use super::files::{self, Places, Remembered};
use super::terminal::{self, TerminalScreen};
use super::thinker::Thinkers;
use crate::commands::puzzle::today;
use crate::commands::show::{PictureFormat, bytes};
use crate::files as cli_files;
use anyhow::{Context, Result};
use dropline_core::notation::maxconnect::LineEnds;
use dropline_core::picture::Look;
use dropline_engine::book::BookChoice;
use ratatui::crossterm::event as input;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long a signal may wait when nothing else happens.
const LISTEN_EVERY: Duration = Duration::from_millis(250);

/// How long news of a search may wait.
const NEWS_EVERY: Duration = Duration::from_millis(15);

/// Runs the terminal UI until somebody leaves it.
pub(crate) fn run(
    abilities: Abilities,
    places: &Places,
    remembered: Remembered,
    seed: u64,
    book: &BookChoice,
) -> Result<()> {
    let (events, news) = channel();
    let ended = listen_to_signals()?;
    let mut screen = TerminalScreen::open(remembered.config.mouse).context("the terminal cannot be used")?;
    let mut app = App::new(abilities, remembered, seed, screen.size()?);
    let mut thinkers = Thinkers::start(&events, book);
    let awake = Awake::new();
    let outside = &mut Outside { places, screen: &mut screen, thinkers: &mut thinkers, awake };
    turn(&mut app, outside, &news, &ended)
}

/// What effects reach.
struct Outside<'a> {
    places: &'a Places,
    screen: &'a mut TerminalScreen,
    thinkers: &'a mut Thinkers,
    awake: Awake,
}

/// The time since the start, without that for which the program was suspended: clocks of games stand still then.
struct Awake {
    start: Instant,
    asleep: Duration,
}

impl Awake {
    fn new() -> Awake {
        Awake { start: Instant::now(), asleep: Duration::ZERO }
    }

    fn now(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.asleep)
    }

    /// Does something whose time does not count.
    fn sleep<T>(&mut self, through: impl FnOnce() -> T) -> T {
        let since = Instant::now();
        let done = through();
        self.asleep += since.elapsed();
        done
    }
}

/// Keys are read by the thread that draws: handing them over from another would cost a turn of the processor while both cores think.
fn turn(app: &mut App, outside: &mut Outside<'_>, news: &Receiver<UiEvent>, ended: &AtomicBool) -> Result<()> {
    let colours = app.colours();
    let mut changed = true;
    while !app.is_over() {
        if changed {
            outside.screen.draw(|buffer| {
                app.draw(buffer);
                colours.reduce(buffer);
            })?;
        }
        let tick = app.next_tick();
        let wait = if app.expects_news() { NEWS_EVERY } else { LISTEN_EVERY };
        let wait = tick.map_or(wait, |tick| tick.saturating_sub(outside.awake.now()).min(wait));
        let mut happened = typed(wait);
        // Whatever else has happened meanwhile shows in the same frame.
        happened.extend(news.try_iter().take(MOST_EVENTS));
        if ended.load(Ordering::Relaxed) {
            happened.push(UiEvent::Terminate);
        }
        if tick.is_some_and(|tick| tick <= outside.awake.now()) {
            happened.push(UiEvent::Tick);
        }
        changed = !happened.is_empty();
        for event in happened {
            happen(app, outside, event)?;
        }
    }
    Ok(())
}

/// How many events are taken in before the screen is drawn again.
const MOST_EVENTS: usize = 256;

/// What the terminal sends within a time; if nothing can be read any more, the end.
fn typed(wait: Duration) -> Vec<UiEvent> {
    // A change of size before the wait does not end it, so what is there already is taken first.
    for wait in [Duration::ZERO, wait] {
        let Some(wait) = terminal::wait_for_input(wait) else { return vec![UiEvent::Terminate] };
        let events = read_events(wait);
        if !events.is_empty() {
            return events;
        }
    }
    Vec::new()
}

fn read_events(mut wait: Duration) -> Vec<UiEvent> {
    let mut events = Vec::new();
    while events.len() < MOST_EVENTS {
        match input::poll(wait).and_then(|some| if some { input::read().map(Some) } else { Ok(None) }) {
            Ok(None) => break,
            Ok(Some(input::Event::Key(key))) => events.push(UiEvent::Key(key)),
            Ok(Some(input::Event::Mouse(mouse))) => events.push(UiEvent::Mouse(mouse)),
            Ok(Some(input::Event::Paste(text))) => events.push(UiEvent::Paste(text)),
            Ok(Some(input::Event::Resize(width, height))) => events.push(UiEvent::Resize { width, height }),
            Ok(Some(_)) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => break,
            Err(_) => {
                events.push(UiEvent::Terminate);
                break;
            }
        }
        wait = Duration::ZERO;
    }
    events
}

fn happen(app: &mut App, outside: &mut Outside<'_>, event: UiEvent) -> Result<()> {
    let mut waiting = vec![event];
    while let Some(event) = waiting.pop() {
        for effect in app.update(event, outside.awake.now()) {
            waiting.extend(outside.perform(effect)?.map(UiEvent::Filed));
        }
    }
    Ok(())
}

impl Outside<'_> {
    /// Does what is to be done; what came of a file, if there is one.
    fn perform(&mut self, effect: Effect) -> Result<Option<Filed>> {
        let told = |result: Result<()>, done: String| match result {
            Ok(()) => Ok(Some(Filed::Done(done))),
            Err(error) => Ok(Some(Filed::Failed(format!("{error:#}")))),
        };
        let kept = |result: Result<()>| Ok(result.err().map(|error| Filed::NotKept(format!("{error:#}"))));
        match effect {
            Effect::Write { ref file, .. } | Effect::Report { ref file, .. } if cli_files::is_no_file(file) => {
                return Ok(Some(Filed::Failed(format!("cannot write {}: it is not a file", file.display()))));
            }
            Effect::Write { ref file, replace: false, .. } | Effect::Report { ref file, replace: false, .. }
                if file.exists() =>
            {
                return Ok(Some(Filed::Exists(Box::new(effect))));
            }
            Effect::Choose(asked) => self.thinkers.player.ask(asked),
            Effect::StopPlayer => self.thinkers.player.stop(),
            Effect::Analyze(asked) => self.thinkers.analyst.ask(asked),
            Effect::StopAnalyst => self.thinkers.analyst.stop(),
            Effect::Attempt(asked) => self.thinkers.tutor.ask(asked),
            Effect::Contest { question, contest } => self.thinkers.contest.ask((question, contest)),
            Effect::StopContest => self.thinkers.contest.stop(),
            Effect::Puzzle(asked) => self.thinkers.puzzle.ask(asked),
            Effect::StopPuzzle => self.thinkers.puzzle.stop(),
            Effect::SaveProgress(progress, tried) => {
                return match self.places.puzzles.update(&progress, |kept| _ = tried.record(kept)) {
                    Ok(now) => Ok(Some(Filed::Progress(Box::new(now)))),
                    Err(error) => kept(Err(error)),
                };
            }
            Effect::Open(item) => {
                let meanwhile = self.places.game.meanwhile().map(|game| game.map(Box::new));
                return Ok(Some(Filed::Open { item, meanwhile }));
            }
            Effect::AskDay => return Ok(Some(Filed::Today(today()))),
            Effect::Autosave(game) => return kept(self.places.game.save(&game)),
            Effect::SaveConfig(config) => return kept(self.places.save_config(&config)),
            Effect::SaveLessons(lessons) => {
                return kept(self.places.lessons.update(&lessons, |kept| kept.add(&lessons)).map(|_| ()));
            }
            Effect::Write { file, game, picture, .. } => {
                let png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
                let format = if png { PictureFormat::Png } else { PictureFormat::Svg };
                let (bytes, done) = match picture {
                    None => (game.text().map(String::into_bytes), "Saved"),
                    Some(theme) => {
                        (bytes(&game.game, format, Look::default(), &theme, LineEnds::Lf), "Picture written")
                    }
                };
                let written = bytes.and_then(|bytes| cli_files::write_whole(&file, &bytes));
                return told(written, format!("{done} to {}.", file.display()));
            }
            Effect::Report { file, contest, records, .. } => {
                let written = contest.write_report(records, &file);
                return told(written, format!("Result written to {}.", file.display()));
            }
            Effect::Load { file, variant } => {
                return Ok(Some(match files::load(&file, variant) {
                    Ok(saved) => Filed::Loaded { file, saved: Box::new(saved) },
                    Err(error) => Filed::Failed(format!("{error:#}")),
                }));
            }
            Effect::ListGames => return Ok(Some(Filed::Games(files::games_in(Path::new("."))))),
            Effect::Copy(text) => self.screen.copy(&text)?,
            Effect::Mouse(on) => self.screen.set_mouse(on)?,
            Effect::Suspend => self.awake.sleep(|| self.screen.suspend())?,
            Effect::Redraw => self.screen.redraw()?,
        }
        Ok(None)
    }
}

/// A signal that would end the program raises a flag instead, so that it ends in order.
#[cfg(unix)]
fn listen_to_signals() -> Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGHUP, SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    Ok(ended)
}

#[cfg(not(unix))]
fn listen_to_signals() -> Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_stand_still_while_the_program_is_suspended() {
        let mut awake = Awake::new();
        let before = awake.now();
        awake.sleep(|| std::thread::sleep(Duration::from_millis(300)));
        let (counted, all) = (awake.now() - before, awake.start.elapsed());
        assert!(counted + Duration::from_millis(300) <= all, "{counted:?} of {all:?}");
    }
}
