//! Ctrl-C: the first asks to stop and tell what is done, the second ends the command at once.

use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell reports for a command that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C sets.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(stop)
}
