//! Programs that the tests need and Debian has: installed where they are missing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Postgres, which the tests of the server start themselves.
pub(crate) fn postgres() -> Result<(), String> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let there = versions.map(|version| version.path().join("bin/initdb")).any(|initdb| initdb.exists());
    if there { Ok(()) } else { install("postgresql") }
}

/// nginx, behind which a test of the server plays; where it cannot be had, that test is skipped.
pub(crate) fn nginx() {
    let there = ["/usr/sbin/nginx", "/usr/bin/nginx"].iter().any(|path| Path::new(path).exists());
    if !there && let Err(why) = install("nginx") {
        println!("{why}: the test behind nginx is skipped");
    }
}

/// Where a program is, if it is there.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Installs a package of Debian.
pub(crate) fn install(package: &str) -> Result<(), String> {
    // Two at once would refuse each other.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    println!("== installing {package}");
    let failed = || format!("Debian's package {package} is needed and could not be installed");
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(failed());
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let apt = |args: &[&str]| {
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.args(["--non-interactive", "apt-get"]);
        }
        let status = command.args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
        if status.is_ok_and(|status| status.success()) { Ok(()) } else { Err(failed()) }
    };
    apt(&["update", "-q"])?;
    apt(&["install", "-y", "-q", "--no-install-recommends", "--no-remove", package])
}
