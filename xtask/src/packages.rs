//! Programs that the checks need and Debian has. What is missing is named first; it is installed by root and on machines that check changes, on a person's
//! terminal after a yes, and nowhere else.

use crate::shell::{absolute, cargo, step, target_folder};
use crate::test::Undone;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A package of Debian, and how to see that it is there.
pub(crate) struct Package {
    name: &'static str,
    is_there: fn() -> bool,
}

/// Postgres, which the tests of the server start themselves.
pub(crate) const POSTGRES: Package = Package {
    name: "postgresql",
    is_there: || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
        versions.map(|version| version.path().join("bin/initdb")).any(|initdb| initdb.exists())
    },
};
/// What a test of the server plays behind.
pub(crate) const NGINX: Package = Package {
    name: "nginx",
    is_there: || ["/usr/sbin/nginx", "/usr/bin/nginx"].iter().any(|path| Path::new(path).exists()),
};
pub(crate) const CHROMIUM: Package = Package { name: "chromium", is_there: || find("chromium").is_some() };
pub(crate) const FIREFOX: Package = Package { name: "firefox-esr", is_there: || find("firefox-esr").is_some() };
pub(crate) const NODE: Package = Package { name: "nodejs", is_there: || find("node").is_some() };
pub(crate) const NPM: Package = Package { name: "npm", is_there: || find("npm").is_some() };
pub(crate) const PYTHON: Package = Package { name: "python3", is_there: || find("python3").is_some() };
/// Debian keeps a part of Python in a package of its own.
pub(crate) const VENV: Package = Package {
    name: "python3-venv",
    is_there: || {
        Command::new("python3").args(["-c", "import ensurepip"]).output().is_ok_and(|output| output.status.success())
    },
};
/// What shows manual pages.
pub(crate) const MAN: Package = Package { name: "man-db", is_there: || find("man").is_some() };
pub(crate) const DPKG: Package = Package { name: "dpkg", is_there: || find("dpkg").is_some() };
/// Debian's newest compiler, and the standard library for it. Both or none: the sources must be those of the compiler.
pub(crate) const COMPILER: Package = Package { name: "rustc-web", is_there: compiles_for_others };
pub(crate) const SOURCES: Package = Package { name: "rust-web-src", is_there: compiles_for_others };

fn compiles_for_others() -> bool {
    ["/usr/bin/rustc", "/usr/lib/rustlib/src/rust/library/std"].iter().all(|path| Path::new(path).exists())
}

/// Where a program is, if it is there.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Names what is missing of some packages and installs it where that is allowed. What cannot be had stays missing: [`need`] tells.
pub(crate) fn provide(packages: &[Package]) {
    let mut missing = missing(packages);
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        return;
    }
    println!("== missing packages of Debian: {}", missing.join(" "));
    if !Path::new("/usr/bin/apt-get").exists() {
        println!("There is no apt-get here: install what your system has in their place.");
    } else if may_install() {
        // What one archive does not have must not keep the others away.
        if apt(&["update", "-q"]) && !install(&missing) {
            missing.iter().for_each(|package| _ = install(&[package]));
        }
    } else {
        println!("To install them: sudo apt-get install {}", missing.join(" "));
    }
}

/// An error that names what is missing of some packages.
pub(crate) fn need(packages: &[Package]) -> Result<(), String> {
    match missing(packages).as_slice() {
        [] => Ok(()),
        [one] => Err(format!("Debian's package {one} is missing")),
        more => Err(format!("Debian's packages {} are missing", more.join(", "))),
    }
}

fn missing(packages: &[Package]) -> Vec<&'static str> {
    packages.iter().filter(|package| !(package.is_there)()).map(|package| package.name).collect()
}

/// Whether packages may be installed: of Debian into the system, and other people's of npm, PyPI and crates.io into folders of the project. Asked once.
pub(crate) fn may_install() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let checks_changes = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        is_allowed(is_root() || checks_changes, terminal, || {
            print!("The tests need packages: of Debian for the system, of npm, PyPI and crates.io for .local/ and node_modules/ (3 GB). Install them? [y/N] ");
            let _ = std::io::stdout().flush();
            let mut reply = String::new();
            let _ = std::io::stdin().lock().read_line(&mut reply);
            reply
        })
    })
}

/// The same as an error where something would have to be installed.
pub(crate) fn allowed_to_install(what: &str) -> Result<(), String> {
    if may_install() { Ok(()) } else { Err(format!("{what} would have to be installed")) }
}

/// Installs a program of crates.io into a folder of the project, unless it is there in this version; where programs are in it.
pub(crate) fn install_crate(root: &Path, name: &str, version: &str, options: &[&str]) -> Result<PathBuf, Undone> {
    let root = absolute(root)?;
    let installed = std::fs::read_to_string(root.join(".crates.toml")).unwrap_or_default();
    if !installed.contains(&format!("\"{name} {version} (")) {
        allowed_to_install(name).map_err(Undone::Lacking)?;
        let mut install = cargo(&["install", name, "--quiet", "--debug", "--version", version]);
        install.args(options).arg("--root").arg(&root).arg("--target-dir").arg(target_folder().join("tools"));
        step(&format!("install {name}"), &mut install).map_err(Undone::Lacking)?;
    }
    Ok(root.join("bin"))
}

fn is_allowed(anyway: bool, terminal: bool, ask: impl FnOnce() -> String) -> bool {
    anyway || terminal && matches!(ask().trim(), "y" | "Y" | "yes")
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn install(packages: &[&str]) -> bool {
    apt(&[&["install", "-y", "-q", "--no-install-recommends", "--no-remove"], packages].concat())
}

fn apt(args: &[&str]) -> bool {
    let mut command = if is_root() { Command::new("apt-get") } else { Command::new("sudo") };
    if !is_root() {
        command.arg("apt-get");
    }
    command.args(args).env("DEBIAN_FRONTEND", "noninteractive").status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_installed_without_a_yes() {
        let no_question = || unreachable!("nobody is there to ask");
        assert!(is_allowed(true, false, no_question) && is_allowed(true, true, no_question));
        assert!(!is_allowed(false, false, no_question));
        assert!(is_allowed(false, true, || "y\n".to_owned()));
        assert!(["", "\n", "n\n", "what?\n"].iter().all(|reply| !is_allowed(false, true, || (*reply).to_owned())));
    }

    #[test]
    fn what_is_missing_is_named() {
        const NEVER: Package = Package { name: "never-there", is_there: || false };
        const ALWAYS: Package = Package { name: "always-there", is_there: || true };
        assert_eq!(need(&[ALWAYS]), Ok(()));
        assert_eq!(need(&[ALWAYS, NEVER]), Err("Debian's package never-there is missing".to_owned()));
        assert_eq!(need(&[NEVER, NEVER]), Err("Debian's packages never-there, never-there are missing".to_owned()));
    }
}
