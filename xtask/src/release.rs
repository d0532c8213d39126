//! `cargo xtask release`: everything that is handed to others, for this machine's target, each installed in a clean place and tried there.
//!
//! What is made lies in `dropline-VERSION` of cargo's folder, with the sums of all files. Nothing is uploaded.

mod crates;
mod debian;
mod licences;
mod npm;
mod python;
mod site;
mod tarball;

use crate::packages::{CHROMIUM, DPKG, MAN, NODE, NPM, PYTHON, Package, VENV, install_crate, need, provide};
use crate::shell::{absolute, copy, output, said, step, target_folder, write};
use crate::test::Undone;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where tools, and what is put together, are kept.
const LOCAL: &str = ".local/release";

/// Something that is made and tried.
struct Part {
    name: &'static str,
    what: &'static str,
    packages: &'static [Package],
    run: fn(&Release) -> Result<(), String>,
}

const PARTS: [Part; 7] = [
    Part {
        name: "licences",
        what: "the licences of all dependencies, checked and listed; what it is made of (SBOM)",
        packages: &[],
        run: licences::run,
    },
    Part {
        name: "site",
        what: "the web app for any static host, and the engine for pages",
        packages: &[CHROMIUM, NODE, NPM],
        run: site::run,
    },
    Part { name: "npm", what: "the engine for pages and Node", packages: &[NODE, NPM], run: npm::run },
    Part {
        name: "tarball",
        what: "the commands with manual pages, completions, licences and the handbook",
        packages: &[MAN],
        run: tarball::run,
    },
    Part { name: "debian", what: "the same for Debian and its kin", packages: &[DPKG], run: debian::run },
    Part { name: "python", what: "the wheel and the source package", packages: &[PYTHON, VENV], run: python::run },
    Part { name: "crates", what: "the crates, as crates.io would take them", packages: &[], run: crates::run },
];

/// What all parts share.
struct Release {
    version: &'static str,
    /// Such as `x86_64-unknown-linux-gnu`.
    target: String,
    /// Where finished files are put.
    folder: PathBuf,
}

impl Release {
    fn new() -> Result<Release, String> {
        let told = output(Command::new("rustc").args(["--version", "--verbose"]))?;
        let target =
            told.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not tell its target")?;
        let version = env!("CARGO_PKG_VERSION");
        let folder = absolute(target_folder().join(format!("dropline-{version}")))?;
        fs::create_dir_all(&folder).map_err(said(&folder))?;
        Ok(Release { version, target: target.to_owned(), folder })
    }

    /// Where a finished file goes.
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A finished file whose name is not ours to choose.
    fn find(&self, begin: &str, end: &str) -> Result<PathBuf, String> {
        let is_it = |path: &PathBuf| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(begin) && name.to_string_lossy().ends_with(end))
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.path())
            .find(is_it)
            .ok_or_else(|| format!("{begin}…{end} is not in {}", self.folder.display()))
    }

    /// Packs what is in a folder under a name, and unpacks that in a clean place.
    fn pack(&self, folder: &Path, name: &str) -> Result<CleanPlace, String> {
        let (parent, file) = (absolute(LOCAL)?, self.file(&format!("{name}.tar.gz")));
        let _ = fs::remove_dir_all(parent.join(name));
        copy(folder, &parent.join(name))?;
        let mut tar = Command::new("tar");
        tar.args(["--create", "--gzip", "--owner=0", "--group=0", "--sort=name", "--file"]).arg(&file);
        step("pack", tar.arg("--directory").arg(&parent).arg(name))?;
        let _ = fs::remove_dir_all(parent.join(name));
        let place = CleanPlace::new(name)?;
        let mut tar = place.command("tar", &["--extract", "--strip-components=1", "--file"]);
        step("unpack", tar.arg(file))?;
        Ok(place)
    }
}

/// Makes and tries all parts, or one; goes on after one that fails and names all of those at the end.
pub(crate) fn run(only: Option<&str>) -> Result<(), String> {
    let parts: Vec<&Part> = PARTS.iter().filter(|part| only.is_none_or(|name| name == part.name)).collect();
    if parts.is_empty() {
        return Err(format!(
            "there is no part `{}`: {}",
            only.unwrap_or_default(),
            PARTS.map(|part| part.name).join(", ")
        ));
    }
    let release = Release::new()?;
    let mut failed = Vec::new();
    for part in parts {
        println!("=== {}: {}", part.name, part.what);
        provide(part.packages);
        if let Err(error) = need(part.packages).and_then(|()| (part.run)(&release)) {
            eprintln!("{}: {error}", part.name);
            failed.push(part.name);
        }
    }
    sums(&release)?;
    println!(
        "\n{} has:\n{}",
        release.folder.display(),
        fs::read_to_string(release.file("SHA256SUMS")).unwrap_or_default()
    );
    if failed.is_empty() { Ok(()) } else { Err(format!("not fit to be released: {}", failed.join(", "))) }
}

/// Writes the sums of all finished files.
fn sums(release: &Release) -> Result<(), String> {
    let entries = fs::read_dir(&release.folder).map_err(said(&release.folder))?;
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.retain(|name| name != "SHA256SUMS");
    names.sort();
    // without a name it would read what is typed
    let sums = if names.is_empty() {
        String::new()
    } else {
        output(Command::new("sha256sum").args(&names).current_dir(&release.folder))?
    };
    write(release.file("SHA256SUMS"), sums)
}

/// A program of crates.io for releases.
fn tool(name: &str, version: &str, options: &[&str]) -> Result<PathBuf, String> {
    Ok(install_crate(Path::new(LOCAL), name, version, options).map_err(Undone::words)?.join(name))
}

/// An empty folder that is gone when this is.
struct CleanPlace(PathBuf);

impl CleanPlace {
    fn new(name: &str) -> Result<CleanPlace, String> {
        let path = std::env::temp_dir().join(format!("dropline-release-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(said(&path))?;
        Ok(CleanPlace(path))
    }

    /// A program that is started in it.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.0);
        command
    }
}

impl Drop for CleanPlace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a program of a release and wants to see something in what it prints.
fn expect(mut command: Command, wanted: &str) -> Result<(), String> {
    let typed = format!("{command:?}");
    let told = output(&mut command)?;
    if told.contains(wanted) { Ok(()) } else { Err(format!("{typed} prints no `{wanted}`:\n{told}")) }
}

#[cfg(test)]
mod tests;
