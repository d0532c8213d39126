//! The web app as static files.

use super::{CleanPlace, LOCAL, Release, absolute, copy};
use crate::packages::find;
use crate::site::{DIST, programs};
use crate::test::{Undone, counted, step, target_folder};
use crate::web;
use std::fs;
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
    let name = format!("dropline-{}-site", release.version);
    let parent = absolute(LOCAL)?;
    let named = parent.join(&name);
    let _ = fs::remove_dir_all(&named);
    copy(Path::new(DIST), &named)?;
    let file = release.pack(&parent, &name, &format!("{name}.tar.gz"))?;
    let _ = fs::remove_dir_all(&named);
    let place = CleanPlace::new("site")?;
    step(
        "unpack",
        place.command("tar", &["--extract", "--strip-components=1", "--file", &file.display().to_string()]),
    )?;
    web::install().map_err(Undone::words)?;
    step("build the command that the browser tests start", programs())?;
    let mut test = web::npm(&[
        "exec",
        "--",
        "node",
        "--experimental-websocket",
        "--test",
        "--test-reporter=spec",
        "--test-name-pattern",
        TEST,
        "suite/site.test.js",
    ]);
    test.env("SITE", &place.0).env("DROPLINE", absolute(target_folder().join("debug/dropline"))?);
    if let Some(chromium) = find("chromium") {
        test.env("CHROMIUM", chromium);
    }
    println!("== every page in Chromium, from a static host");
    counted("the site", test, web::add).map(drop)
}
