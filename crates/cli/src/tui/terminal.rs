//! The terminal: taken over at the start, given back at the end, whatever the end is.

use super::thinker::THREAD_PREFIX;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use std::io::{self, BufWriter, Stdout, Write};
use std::mem::ManuallyDrop;
use std::panic;
use std::time::Duration;

/// The full screen, for as long as this lives.
pub(crate) struct TerminalScreen {
    /// Never dropped: on a terminal that is gone its drop would panic, and [`give_back`] does all that is needed.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>,
    mouse: bool,
}

impl TerminalScreen {
    pub(crate) fn open(mouse: bool) -> io::Result<TerminalScreen> {
        give_back_on_panic();
        take_over(mouse)?;
        let terminal = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stdout())))?;
        Ok(TerminalScreen { terminal: ManuallyDrop::new(terminal), mouse })
    }

    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Shows what is drawn; only what changed is sent, all of it at once.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut ratatui::buffer::Buffer)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    pub(crate) fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) }
    }

    /// Puts a text into the clipboard of whoever looks at the terminal (OSC 52).
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        write!(out, "\x1b]52;c;{}\x07", STANDARD.encode(text))?;
        out.flush()
    }

    /// Forgets what is on the screen, so that the next frame is sent whole.
    pub(crate) fn redraw(&mut self) -> io::Result<()> {
        self.terminal.clear()
    }

    /// Stops the program as Ctrl-Z does everywhere, and goes on when it is told to.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        take_over(self.mouse)?;
        self.terminal.clear()
    }

    #[cfg(not(unix))]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)?;
    if mouse { execute!(io::stdout(), EnableMouseCapture) } else { Ok(()) }
}

/// What cannot be undone because the terminal has gone needs no undoing.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}

/// A panic gives the terminal back before it is reported; one in a search is reported on the screen instead.
fn give_back_on_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let in_search = std::thread::current().name().is_some_and(|name| name.starts_with(THREAD_PREFIX));
        if !in_search {
            give_back();
            report(info);
        }
    }));
}

/// Waits until something is typed or a time has passed, and tells how much longer to wait for it; nothing if the terminal is gone.
///
/// The reader of keys would never come back from a terminal that is gone, so it must not be asked then.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_input(wait: Duration) -> Option<Duration> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::stdio::stdin;
    let timeout = Timespec { tv_sec: wait.as_secs().try_into().ok()?, tv_nsec: wait.subsec_nanos().into() };
    let mut watched = [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
    // A signal, such as a change of size, ends the wait: the reader knows about it.
    let _ = poll(&mut watched, Some(&timeout));
    let gone = watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
    (!gone).then_some(Duration::ZERO)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn wait_for_input(wait: Duration) -> Option<Duration> {
    Some(wait)
}
