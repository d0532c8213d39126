//! Programs that are not waited for without end.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// What a program prints; one that does not end in time is ended, which is an error, as is one that fails.
pub(super) fn output_within(command: &mut Command, patience: Duration) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let said = |error: std::io::Error| format!("{name}: {error}");
    // Files and not pipes: what a program leaves running when it is ended would hold a pipe open.
    let aside = |what| std::env::temp_dir().join(format!("dropline-figures-{}.{what}", std::process::id()));
    let [out, err] = ["told", "said"].map(aside);
    command.stdout(File::create(&out).map_err(said)?).stderr(File::create(&err).map_err(said)?);
    let (start, mut child) = (Instant::now(), command.spawn().map_err(said)?);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(said)? {
            break status;
        }
        if start.elapsed() > patience {
            child.kill().and_then(|()| child.wait()).map_err(said)?;
            let printed = take(&out)? + &take(&err)?;
            return Err(format!(
                "{name} was ended: it was not ready after {} s; it printed\n{printed}",
                patience.as_secs()
            ));
        }
        thread::sleep(Duration::from_millis(20));
    };
    let (out, err) = (take(&out)?, take(&err)?);
    if status.success() { Ok(out) } else { Err(format!("{name} failed: {}", err.trim())) }
}

/// What is in a file, which goes.
fn take(path: &Path) -> Result<String, String> {
    let text = fs::read_to_string(path).and_then(|text| fs::remove_file(path).map(|()| text));
    text.map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let shell = |line: &str, patience| output_within(Command::new("sh").args(["-c", line]), patience);
        // What it has started goes on for a while; nobody waits for that.
        assert!(shell("sleep 30; echo", Duration::from_millis(50)).is_err_and(|error| error.contains("was ended")));
        assert_eq!(shell("echo done", Duration::MAX), Ok("done\n".to_owned()));
        assert!(shell("echo why >&2; false", Duration::MAX).is_err_and(|error| error.contains("failed: why")));
    }
}
