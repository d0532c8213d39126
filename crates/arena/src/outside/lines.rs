//! A program that speaks the line protocol over its standard input and output.

use super::command::CommandLine;
use super::excerpt::Excerpt;
use super::group::{Group, folder};
use crate::bounded::{Line, read_line};
use crate::protocol::{LONGEST_LINE, ProtocolAnswer, ProtocolRequest};
use crate::{ForfeitReason, Trouble};
use dropline_core::{Game, Variant};
use dropline_engine::{Choice, Think};
use std::io::{BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a program may take to get ready.
const START: Duration = Duration::from_secs(20);
/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(200);
/// After a request to stop, how long an answer is still waited for.
const STOPPING: Duration = Duration::from_secs(1);
/// How often a waiting arena looks whether it should stop.
const LOOK: Duration = Duration::from_millis(10);
/// How many `info` lines a program may write for one answer.
const INFO_LINES: usize = 10_000;

/// A program with its pipes.
pub(crate) struct LineProgram {
    // The order is that of their end: first the processes, then their folder.
    group: Group,
    requests: Sender<String>,
    answers: Receiver<(Line, bool)>,
    /// Whether another line was there already when the last one was read.
    more: bool,
    stderr: Excerpt,
    _folder: TempDir,
}

impl LineProgram {
    /// Starts a program and waits until it says that it is ready.
    pub(crate) fn start(command: &CommandLine, variant: Variant, seed: u64) -> Result<LineProgram, Trouble> {
        LineProgram::start_in(folder()?, command, variant, seed)
    }

    /// Starts a program in a folder that may hold something for it already.
    pub(crate) fn start_in(
        folder: TempDir,
        command: &CommandLine,
        variant: Variant,
        seed: u64,
    ) -> Result<LineProgram, Trouble> {
        let mut group = Group::start(command, &[], &folder, Stdio::piped(), Stdio::piped())?;
        let stderr = Excerpt::default();
        let child = group.child();
        let (Some(stdin), Some(stdout), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Trouble::new(ForfeitReason::Crash, "the program has no pipes"));
        };
        stderr.read(errors);
        let mut program = LineProgram {
            group,
            requests: writer(stdin),
            answers: reader(stdout),
            more: false,
            stderr,
            _folder: folder,
        };
        match program.greet(variant, seed) {
            Ok(()) => Ok(program),
            Err(trouble) => Err(program.with_stderr(trouble)),
        }
    }

    fn greet(&mut self, variant: Variant, seed: u64) -> Result<(), Trouble> {
        self.say(&ProtocolRequest::Game { variant, seed });
        match self.wait_for_answer(START, &|| false)? {
            Some(ProtocolAnswer::Ready(_)) => Ok(()),
            Some(answer) => Err(unexpected(&answer, "ready", ForfeitReason::Refused)),
            None => Err(Trouble::new(ForfeitReason::Hang, format!("not ready after {} s", START.as_secs()))),
        }
    }

    pub(crate) fn choose(&mut self, game: &Game, think: &Think<'_>, deadline: Duration) -> Result<Choice, Trouble> {
        self.refuse_unasked()?;
        self.say(&ProtocolRequest::Position(Box::new(game.clone())));
        self.say(&ProtocolRequest::Go(think.limits));
        let asked = Instant::now();
        let mut answer = self.wait_for_answer(deadline, &|| think.stopped())?;
        if answer.is_none() && asked.elapsed() < deadline {
            self.say(&ProtocolRequest::Stop);
            answer = self.wait_for_answer(STOPPING.min(deadline.saturating_sub(asked.elapsed())), &|| false)?;
        }
        match answer {
            // What came with the answer came too early for the next question.
            Some(ProtocolAnswer::Move(choice)) => self.refuse_unasked().map(|()| choice),
            Some(answer) => Err(unexpected(&answer, "move", ForfeitReason::Crash)),
            None => {
                self.group.end();
                let reason = if think.limits.time.is_some() { ForfeitReason::Time } else { ForfeitReason::Hang };
                Err(Trouble::new(reason, format!("no answer within {} ms", deadline.as_millis())))
            }
        }
    }

    /// Makes sure that nothing was said that nobody asked for.
    fn refuse_unasked(&mut self) -> Result<(), Trouble> {
        for _ in 0..=INFO_LINES {
            let next = if self.more { self.answers.recv_timeout(LOOK).ok() } else { self.answers.try_recv().ok() };
            let Some((line, more)) = next else { return Ok(()) };
            self.more = more;
            match line {
                // The next question will find out.
                Line::End => return Ok(()),
                line => match self.understand(line)? {
                    ProtocolAnswer::Info(_) => {}
                    answer => {
                        return Err(Trouble::new(ForfeitReason::Nonsense, format!("`{answer}` without being asked")));
                    }
                },
            }
        }
        Err(too_much_news())
    }

    /// The next answer that is not news; nothing when the time is over or `stop` says so.
    fn wait_for_answer(&mut self, limit: Duration, stop: &dyn Fn() -> bool) -> Result<Option<ProtocolAnswer>, Trouble> {
        let start = Instant::now();
        let mut news = 0;
        loop {
            let left = limit.saturating_sub(start.elapsed());
            if left.is_zero() || stop() {
                return Ok(None);
            }
            match self.answers.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Ok((line, more)) => match self.heard(line, more)? {
                    ProtocolAnswer::Info(_) => {
                        news += 1;
                        if news > INFO_LINES {
                            return Err(too_much_news());
                        }
                    }
                    answer => return Ok(Some(answer)),
                },
            }
        }
    }

    fn heard(&mut self, line: Line, more: bool) -> Result<ProtocolAnswer, Trouble> {
        self.more = more;
        self.understand(line)
    }

    fn understand(&mut self, line: Line) -> Result<ProtocolAnswer, Trouble> {
        match line {
            Line::Text(text) => text.parse().map_err(|error: crate::protocol::AnswerError| {
                Trouble::new(ForfeitReason::Nonsense, error.to_string())
            }),
            Line::TooLong => {
                Err(Trouble::new(ForfeitReason::Nonsense, format!("a line longer than {LONGEST_LINE} bytes")))
            }
            Line::End => Err(self.ended()),
        }
    }

    /// The program closed its output: it is dead or as good as that.
    fn ended(&mut self) -> Trouble {
        let by_itself = self.group.wait(FAREWELL, || false);
        let status = self.group.end();
        Trouble::new(
            ForfeitReason::Crash,
            match status {
                Some(status) if by_itself => format!("the program ended with {status}"),
                _ => "the program closed its output".to_owned(),
            },
        )
    }

    fn say(&self, request: &ProtocolRequest) {
        // A writer that is gone means that the program is too; the next answer will tell.
        let _ = self.requests.send(format!("{request}\n"));
    }

    /// Adds what the program complained about to trouble before its first move, when no game keeps it.
    fn with_stderr(self, trouble: Trouble) -> Trouble {
        let said = self.close();
        let last = said.trim_end().lines().last().unwrap_or_default();
        if last.is_empty() { trouble } else { Trouble::new(trouble.reason, format!("{}: {last}", trouble.detail)) }
    }

    /// Says goodbye, waits a moment, and kills what is left.
    pub(crate) fn close(mut self) -> String {
        self.say(&ProtocolRequest::Quit);
        self.group.wait(FAREWELL, || false);
        self.group.end();
        self.stderr.text()
    }
}

fn too_much_news() -> Trouble {
    Trouble::new(ForfeitReason::Nonsense, format!("more than {INFO_LINES} info lines for one move"))
}

/// An answer out of place; the program's own word for it counts as `error`.
fn unexpected(answer: &ProtocolAnswer, expected: &str, error: ForfeitReason) -> Trouble {
    match answer {
        ProtocolAnswer::Error(text) => Trouble::new(error, text.clone()),
        answer => Trouble::new(ForfeitReason::Nonsense, format!("`{answer}` instead of `{expected}`")),
    }
}

/// Writes on a thread of its own, so that a program that does not read holds up nobody.
fn writer(mut stdin: ChildStdin) -> Sender<String> {
    let (sender, lines) = channel::<String>();
    std::thread::spawn(move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads on a thread of its own, a few lines ahead at most; with each line goes whether the next one has begun already.
fn reader(stdout: ChildStdout) -> Receiver<(Line, bool)> {
    let (sender, lines) = sync_channel(16);
    std::thread::spawn(move || {
        let mut from = BufReader::new(stdout);
        loop {
            let line = read_line(&mut from, LONGEST_LINE).unwrap_or(Line::End);
            let last = !matches!(line, Line::Text(_));
            if sender.send((line, !from.buffer().is_empty())).is_err() || last {
                return;
            }
        }
    });
    lines
}
