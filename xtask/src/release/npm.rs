//! The engine for pages and Node as a package of npm.

use super::{CleanPlace, Release, expect, licences, site};
use crate::site::DIST;
use crate::test::step;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Makes the package and runs its README's example where nothing else is installed.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let engine = Path::new(DIST).join("engine");
    if !engine.join("index.js").exists() {
        site::make()?;
    }
    let licences = licences::of("dropline-wasm", "wasm32-unknown-unknown")?.text();
    fs::write(engine.join(licences::FILE), licences).map_err(|error| format!("{}: {error}", engine.display()))?;
    let mut pack = Command::new("npm");
    pack.args(["pack", "--silent", "--pack-destination"]).arg(&release.folder).current_dir(&engine);
    step("pack", pack)?;
    let file = release.file(&format!("dropline-{}.tgz", release.version));
    let place = CleanPlace::new("npm")?;
    let mut install = place.command("npm", &["install", "--no-audit", "--no-fund", "--silent"]);
    step("install it in an empty folder", {
        install.arg(&file);
        install
    })?;
    let readme = fs::read_to_string(place.0.join("node_modules/dropline/README.md"))
        .map_err(|error| format!("README.md: {error}"))?;
    let example =
        readme.split_once("```js\n").and_then(|(_, rest)| rest.split_once("```")).ok_or("its README has no example")?.0;
    fs::write(place.0.join("example.mjs"), example).map_err(|error| format!("example.mjs: {error}"))?;
    // The score, the words and the best columns of the example's position.
    expect(place.command("node", &["example.mjs"]), "0 tie [ 3, 6 ]")?;
    println!("tried: the example of its README, in Node");
    Ok(())
}
