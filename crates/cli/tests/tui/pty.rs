//! The real program in a pseudo-terminal, and what it shows.
#![allow(clippy::unwrap_used)]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// Longer than any machine should take for one step; the tests wait for what they expect, never for time.
const PATIENCE: Duration = Duration::from_secs(180);

/// What has come out so far.
pub(crate) struct Output {
    pub(crate) parser: vt100::Parser,
    /// Everything that was sent, for what a screen does not show.
    pub(crate) raw: Vec<u8>,
    /// When the last of it came.
    pub(crate) at: Instant,
    ended: bool,
}

/// A program on its own terminal.
pub(crate) struct Pty {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    output: Arc<(Mutex<Output>, Condvar)>,
}

impl Pty {
    /// Starts the program with `home` as the only place it knows, in the folder `home/work`.
    pub(crate) fn start(
        program: &str,
        home: &Path,
        size: (u16, u16),
        args: &[&str],
        variables: &[(&str, &str)],
    ) -> Pty {
        let work = home.join("work");
        std::fs::create_dir_all(&work).unwrap();
        let pair = native_pty_system().openpty(pty_size(size)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env_clear();
        command.cwd(&work);
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")] {
            command.env(name, value);
        }
        for (name, folder) in [("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state")] {
            command.env(name, home.join(folder));
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = vt100::Parser::new(size.1, size.0, 0);
        let first = Output { parser, raw: Vec::new(), at: Instant::now(), ended: false };
        let output = Arc::new((Mutex::new(first), Condvar::new()));
        let reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&output);
        std::thread::spawn(move || read_on(reader, &shared));
        Pty { writer: pair.master.take_writer().unwrap(), master: pair.master, child, output }
    }

    pub(crate) fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.output.0.lock().unwrap().parser.screen_mut().set_size(size.1, size.0);
        self.master.resize(pty_size(size)).unwrap();
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Waits until the screen is as it should be and returns its text.
    pub(crate) fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        self.wait_for_output(what, |output| {
            let text = output.parser.screen().contents();
            is_so(&text).then_some(text)
        })
    }

    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits for something in the output.
    pub(crate) fn wait_for_output<T>(&self, what: &str, find: impl Fn(&Output) -> Option<T>) -> T {
        let (mutex, changed) = &*self.output;
        let deadline = Instant::now() + PATIENCE;
        let mut output = mutex.lock().unwrap();
        loop {
            if let Some(found) = find(&output) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let screen = output.parser.screen().contents();
            assert!(!left.is_zero(), "waited in vain for {what}; the screen shows:\n{screen}");
            assert!(!output.ended, "the program ended instead of {what}; the screen shows:\n{screen}");
            output = changed.wait_timeout(output, left.min(Duration::from_millis(500))).unwrap().0;
        }
    }

    /// What the screen shows now.
    pub(crate) fn screen(&self) -> String {
        self.output.0.lock().unwrap().parser.screen().contents()
    }

    /// Waits for the end; returns the exit code and everything that was ever sent.
    pub(crate) fn end(mut self) -> (u32, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                self.child.kill().unwrap();
                panic!("the program did not end; the screen shows:\n{}", self.screen());
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        drop(self.writer);
        drop(self.master);
        let (mutex, changed) = &*self.output;
        let ended = changed.wait_timeout_while(mutex.lock().unwrap(), PATIENCE, |output| !output.ended).unwrap().0;
        (status.exit_code(), String::from_utf8_lossy(&ended.raw).into_owned())
    }
}

fn pty_size((width, height): (u16, u16)) -> PtySize {
    PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 }
}

fn read_on(mut reader: Box<dyn Read + Send>, output: &(Mutex<Output>, Condvar)) {
    let mut bytes = [0; 65536];
    loop {
        // The other end being closed is an error on some systems.
        let count = reader.read(&mut bytes).unwrap_or(0);
        // A test that failed leaves nobody to read for.
        let Ok(mut output_now) = output.0.lock() else { return };
        if count == 0 {
            output_now.ended = true;
            output.1.notify_all();
            return;
        }
        output_now.at = Instant::now();
        output_now.parser.process(&bytes[..count]);
        output_now.raw.extend_from_slice(&bytes[..count]);
        output.1.notify_all();
    }
}
