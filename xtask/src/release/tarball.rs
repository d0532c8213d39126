//! The commands as a tarball, to be unpacked into any folder such as `/usr/local`.

use super::{CleanPlace, LOCAL, Release, absolute, copy, expect, licences, site};
use crate::book;
use crate::figures::output;
use crate::site::DIST;
use crate::test::{Undone, cargo, step, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the tarball and tries it.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let stage = stage(release)?;
    let name = format!("dropline-{}-{}", release.version, release.target);
    let parent = absolute(LOCAL)?;
    let named = parent.join(&name);
    let _ = fs::remove_dir_all(&named);
    copy(&stage, &named)?;
    let file = release.pack(&parent, &name, &format!("{name}.tar.gz"))?;
    let _ = fs::remove_dir_all(&named);
    let place = CleanPlace::new("tarball")?;
    step(
        "unpack",
        place.command("tar", &["--extract", "--strip-components=1", "--file", &file.display().to_string()]),
    )?;
    try_commands(&place, &place.0)
}

/// Everything that is installed, laid out as below `/usr`.
pub(super) fn stage(release: &Release) -> Result<PathBuf, String> {
    let stage = absolute(Path::new(LOCAL).join("stage"))?;
    let _ = fs::remove_dir_all(&stage);
    if !Path::new(DIST).join("engine/index.js").exists() {
        site::make()?;
    }
    let handbook = book::build(Path::new(".")).map_err(Undone::words)?;
    let mut build =
        cargo(&["build", "--release", "--locked", "--workspace", "--bin", "dropline", "--bin", "maxconnect4"]);
    build.args(["--features", "dropline-server/page-engine,dropline-server/handbook"]);
    step("build the commands", build)?;
    for command in ["dropline", "maxconnect4"] {
        copy(&target_folder().join("release").join(command), &stage.join("bin").join(command))?;
    }
    let dropline = stage.join("bin/dropline");
    let manual = stage.join("share/man/man1");
    fs::create_dir_all(&manual).map_err(|error| format!("{}: {error}", manual.display()))?;
    output(Command::new(&dropline).args(["man", "--dir"]).arg(&manual))?;
    for program in ["dropline", "maxconnect4"] {
        let files = [
            ("bash", format!("bash-completion/completions/{program}")),
            ("zsh", format!("zsh/site-functions/_{program}")),
            ("fish", format!("fish/vendor_completions.d/{program}.fish")),
        ];
        for (shell, file) in files {
            let file = stage.join("share").join(file);
            let said = |error: std::io::Error| format!("{}: {error}", file.display());
            let script = output(Command::new(&dropline).args(["completions", shell, "--program", program]))?;
            fs::create_dir_all(file.parent().unwrap_or(&stage))
                .and_then(|()| fs::write(&file, script))
                .map_err(said)?;
        }
    }
    let docs = stage.join("share/doc/dropline");
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(Path::new(file), &docs.join(file))?;
    }
    copy(Path::new("packaging"), &docs.join("examples"))?;
    copy(&handbook, &docs.join("handbook"))?;
    let licences = licences::of("dropline", &release.target)?.text();
    fs::write(docs.join(licences::FILE), licences).map_err(|error| format!("{}: {error}", docs.display()))?;
    Ok(stage)
}

/// Tries the commands below a folder, as somebody who has just installed them.
pub(super) fn try_commands(place: &CleanPlace, prefix: &Path) -> Result<(), String> {
    let bin = prefix.join("bin");
    let dropline = |args: &[&str]| place.command(bin.join("dropline"), args);
    expect(dropline(&["--version"]), env!("CARGO_PKG_VERSION"))?;
    expect(dropline(&["solve", "44455554221"]), "-15")?;
    expect(dropline(&["move", "perfect", "-", "--format", "json"]), "\"column\":4")?;
    expect(dropline(&["show", "44453", "--to", "svg"]), "<svg")?;
    let board = "0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n1\n"
        .replace(' ', "");
    fs::write(place.0.join("input.txt"), board).map_err(|error| format!("input.txt: {error}"))?;
    step("maxconnect4", place.command(bin.join("maxconnect4"), &["one-move", "input.txt", "output.txt", "4"]))?;
    let played = fs::read_to_string(place.0.join("output.txt")).unwrap_or_default();
    if played.matches('1').count() != 1 {
        return Err(format!("maxconnect4 made no move:\n{played}"));
    }
    for page in ["dropline", "dropline-solve", "maxconnect4"] {
        // Packages have them packed.
        let file = ["1", "1.gz"].map(|end| prefix.join(format!("share/man/man1/{page}.{end}")));
        let file = file.into_iter().find(|file| file.exists()).ok_or_else(|| format!("no manual page of {page}"))?;
        let mut man = place.command("man", &["--warnings", "-l"]);
        man.arg(file).env("MANPAGER", "cat").env("MANWIDTH", "80");
        expect(man, "SYNOPSIS")?;
    }
    step("completions of bash", {
        let mut bash = place.command("bash", &["-n"]);
        bash.arg(prefix.join("share/bash-completion/completions/dropline"));
        bash
    })?;
    let docs = prefix.join("share/doc/dropline");
    for file in ["LICENSE-MIT", "LICENSE-APACHE", licences::FILE, "handbook/index.html"] {
        if !docs.join(file).exists() {
            return Err(format!("{file} is not in the package"));
        }
    }
    println!(
        "tried in {}: solve, a perfect move, a picture, maxconnect4, manual pages, completions, licences, handbook",
        prefix.display()
    );
    Ok(())
}
