//! Time that does not depend on what else the machine does.

use std::time::Instant;

/// Measures the processor time of this thread where Linux tells it, elsewhere the time on the wall.
pub(crate) struct Stopwatch {
    processor: Option<f64>,
    wall: Instant,
}

impl Stopwatch {
    /// A stopwatch that starts now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { processor: processor_seconds(), wall: Instant::now() }
    }

    /// The seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

#[cfg(target_os = "linux")]
fn processor_seconds() -> Option<f64> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(target_os = "linux"))]
fn processor_seconds() -> Option<f64> {
    None
}
