//! The commands as a tarball, to be unpacked into any folder such as `/usr/local`.

use super::{CleanPlace, LOCAL, Release, expect, licences, site};
use crate::book;
use crate::shell::{absolute, copy, output, said, step, target_folder, write};
use crate::site::{DIST, for_pages};
use crate::test::Undone;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the tarball and tries it.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let stage = stage(release)?;
    let place = release.pack(&stage, &format!("dropline-{}-{}", release.version, release.target))?;
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
    let mut build = for_pages("build", &["--release", "--bin", "dropline", "--bin", "maxconnect4"]);
    step("build the commands", &mut build)?;
    for command in ["dropline", "maxconnect4"] {
        copy(&target_folder().join("release").join(command), &stage.join("bin").join(command))?;
    }
    let dropline = stage.join("bin/dropline");
    let manual = stage.join("share/man/man1");
    fs::create_dir_all(&manual).map_err(said(&manual))?;
    output(Command::new(&dropline).args(["man", "--dir"]).arg(&manual))?;
    for program in ["dropline", "maxconnect4"] {
        let files = [
            ("bash", format!("bash-completion/completions/{program}")),
            ("zsh", format!("zsh/site-functions/_{program}")),
            ("fish", format!("fish/vendor_completions.d/{program}.fish")),
        ];
        for (shell, file) in files {
            let script = output(Command::new(&dropline).args(["completions", shell, "--program", program]))?;
            write(stage.join("share").join(file), script)?;
        }
    }
    let docs = stage.join("share/doc/dropline");
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(Path::new(file), &docs.join(file))?;
    }
    copy(Path::new("packaging"), &docs.join("examples"))?;
    copy(&handbook, &docs.join("handbook"))?;
    write(docs.join(licences::FILE), licences::of("dropline", &release.target)?.text())?;
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
    write(place.0.join("input.txt"), "0000000\n".repeat(6) + "1\n")?;
    step("maxconnect4", &mut place.command(bin.join("maxconnect4"), &["one-move", "input.txt", "output.txt", "4"]))?;
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
    let completions = prefix.join("share/bash-completion/completions/dropline");
    step("completions of bash", place.command("bash", &["-n"]).arg(completions))?;
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
