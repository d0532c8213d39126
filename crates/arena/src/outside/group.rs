//! A child process that takes its whole family with it.
//!
//! The process group covers ordinary children. Those that left the group (`setsid`, daemons) still carry a mark in their environment, by which
//! they are found on systems that have `/proc`.

use super::command::CommandLine;
use super::janitor;
use crate::{ForfeitReason, Trouble};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The environment variable that marks a program and everything it starts.
const MARK: &str = "DROPLINE_ARENA_PROGRAM";

/// A started program, alone in its process group.
pub(crate) struct Group {
    child: Child,
    mark: String,
    ended: bool,
}

/// A folder of its own for a program.
pub(crate) fn folder() -> Result<TempDir, Trouble> {
    let prefix = format!("dropline-arena-{}-", std::process::id());
    janitor::hire(&format!("{MARK}={}-", std::process::id()), &prefix);
    tempfile::Builder::new()
        .prefix(&prefix)
        .tempdir()
        .map_err(|error| Trouble::new(ForfeitReason::Crash, format!("no temporary folder: {error}")))
}

impl Group {
    /// Starts a program in a folder, in its own process group.
    pub(crate) fn start(
        line: &CommandLine,
        more: &[&str],
        folder: &TempDir,
        stdin: Stdio,
        stdout: Stdio,
    ) -> Result<Group, Trouble> {
        let mark = format!("{}-{:016x}", std::process::id(), rand_mark());
        let mut command = Command::new(&line.program);
        command.args(&line.arguments).args(more).current_dir(folder.path());
        command.env("TMPDIR", folder.path()).env(MARK, &mark);
        command.stdin(stdin).stdout(stdout).stderr(Stdio::piped());
        own_group(&mut command)?;
        match command.spawn() {
            Ok(child) => Ok(Group { child, mark, ended: false }),
            Err(error) => {
                Err(Trouble::new(ForfeitReason::Crash, format!("`{}` does not start: {error}", line.program)))
            }
        }
    }

    pub(crate) const fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits for the program to end, asking `stop` now and then; false if it still runs at the deadline.
    pub(crate) fn wait(&mut self, deadline: Duration, stop: impl Fn() -> bool) -> bool {
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        while !has_ended(&self.child) {
            if start.elapsed() >= deadline || stop() {
                return false;
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(10));
        }
        true
    }

    /// Kills the program and everything it started, and says how it ended.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        if !self.ended {
            self.ended = true;
            // The child is not reaped yet, so its number, which is also the group's, cannot belong to anybody else.
            kill_group(&self.child);
            kill_marked(&self.mark);
        }
        self.child.wait().ok()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

fn rand_mark() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}

#[cfg(unix)]
pub(super) fn own_group(command: &mut Command) -> Result<(), Trouble> {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    Ok(())
}

#[cfg(unix)]
fn has_ended(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error means that there is nothing to wait for.
    Pid::from_raw(child.id().cast_signed()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = Pid::from_raw(child.id().cast_signed()) {
        // The group may be gone already; there is nothing more to do then.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// Kills the processes that carry a mark, again until none is left that could start others.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let wanted = format!("{MARK}={mark}");
    for _ in 0..10 {
        let mut found = false;
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw)
            else {
                continue;
            };
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            if environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes()) {
                found |= kill_process(pid, Signal::KILL).is_ok();
            }
        }
        if !found {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn kill_marked(_: &str) {}

#[cfg(not(unix))]
pub(super) fn own_group(_: &mut Command) -> Result<(), Trouble> {
    Err(Trouble::new(ForfeitReason::Refused, "outside programs are not supported on this system"))
}

#[cfg(not(unix))]
fn has_ended(_: &Child) -> bool {
    true
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(not(unix))]
fn kill_marked(_: &str) {}
