//! The web app as static files.

use super::Release;
use crate::shell::step;
use crate::site::{DIST, programs};
use crate::test::{Undone, counted_with_programs};
use crate::web;
use std::path::Path;

/// The test of the browser suite that uses every page of a site.
const TEST: &str = "every page works from a path of a static host";

/// Makes the files anew.
pub(super) fn make() -> Result<(), String> {
    crate::site::run().map_err(Undone::words)
}

/// Packs the site, unpacks it elsewhere, and uses every page of it in a browser.
pub(super) fn run(release: &Release) -> Result<(), String> {
    make()?;
    let place = release.pack(Path::new(DIST), &format!("dropline-{}-site", release.version))?;
    web::install().map_err(Undone::words)?;
    step("build the command that the browser tests start", &mut programs())?;
    let mut test = web::npm(&["exec", "--", "node", "--experimental-websocket", "--test", "--test-reporter=spec"]);
    test.args(["--test-name-pattern", TEST, "suite/site.test.js"]).env("SITE", &place.0);
    counted_with_programs("every page in Chromium, from a static host", &mut test, web::add).map(drop)
}
