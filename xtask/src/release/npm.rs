//! The engine for pages and Node as a package of npm.

use super::{CleanPlace, Release, expect, licences, site};
use crate::shell::{read, step, write};
use crate::site::DIST;
use std::path::Path;
use std::process::Command;

/// Makes the package and runs its README's example where nothing else is installed.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let engine = Path::new(DIST).join("engine");
    if !engine.join("index.js").exists() {
        site::make()?;
    }
    write(engine.join(licences::FILE), licences::of("dropline-wasm", "wasm32-unknown-unknown")?.text())?;
    let mut pack = Command::new("npm");
    step("pack", pack.args(["pack", "--silent", "--pack-destination"]).arg(&release.folder).current_dir(&engine))?;
    let file = release.file(&format!("dropline-{}.tgz", release.version));
    let place = CleanPlace::new("npm")?;
    let mut install = place.command("npm", &["install", "--no-audit", "--no-fund", "--silent"]);
    step("install it in an empty folder", install.arg(&file))?;
    let readme = read(place.0.join("node_modules/dropline/README.md"))?;
    let example =
        readme.split_once("```js\n").and_then(|(_, rest)| rest.split_once("```")).ok_or("its README has no example")?.0;
    write(place.0.join("example.mjs"), example)?;
    // The score, the words and the best columns of the example's position.
    expect(place.command("node", &["example.mjs"]), "0 tie [ 3, 6 ]")?;
    println!("tried: the example of its README, in Node");
    Ok(())
}
