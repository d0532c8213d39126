//! A process that outlives the arena by a moment: whatever ends the arena, `kill -9` included, it ends the programs the arena had started and removes their
//! folders. It waits for the end of a pipe that only the arena holds open.

use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// What it does: `$1` begins the marks of all programs, `$2/$3` the names of all folders.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
read -r _
for round in 1 2 3 4 5; do
    for environment in $(grep -lsz "^$1" /proc/[0-9]*/environ); do
        process=${environment#/proc/}
        kill -9 "${process%/environ}"
    done
done
rm -rf "$2/$3"*
"#;

/// Makes sure that it is there. Where it cannot be started, only an arena that ends in good order leaves nothing behind.
pub(super) fn hire(mark: &str, prefix: &str) {
    static JANITOR: OnceLock<Option<Child>> = OnceLock::new();
    JANITOR.get_or_init(|| {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "dropline-janitor", mark]).arg(std::env::temp_dir()).arg(prefix);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        super::group::own_group(&mut command).ok()?;
        command.spawn().ok()
    });
}
