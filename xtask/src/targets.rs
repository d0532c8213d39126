//! Type-checks for other machines: browsers, and 64-bit ARM.
//!
//! An installed target of the toolchain is used where there is one. Otherwise the standard library is checked too, from the sources that Debian
//! packages for its own compiler. Crates with C code in them (the server's) would need a C compiler for the target, and are left out.

use crate::packages::{COMPILER, Package, SOURCES, need};
use crate::shell::{cargo, output, step, target_folder};
use std::path::Path;
use std::process::Command;

/// A target, the packages that must compile for it, and how.
const TARGETS: [(&str, &[&str]); 2] = [
    ("wasm32-unknown-unknown", &["--package=dropline-core", "--package=dropline-engine", "--package=dropline-wasm"]),
    ("aarch64-unknown-linux-gnu", &["--package=dropline", "--no-default-features", "--features=png,tui"]),
];

/// Debian's newest compiler with the sources of its standard library, for targets that are not installed.
pub(crate) const PACKAGES: [Package; 2] = [COMPILER, SOURCES];

/// Where Debian's compiler is.
const RUSTC: &str = "/usr/bin/rustc";

/// Checks for every target; says why for those that had to be left out.
pub(crate) fn run() -> Result<Vec<String>, String> {
    let mut left_out = Vec::new();
    for (target, packages) in TARGETS {
        let mut check = cargo(&["check", "--quiet", "--locked", "--target", target]);
        check.args(packages).arg("--target-dir").arg(target_folder().join("targets"));
        match for_target(&mut check, target) {
            Ok(()) => step(&format!("types for {target}"), &mut check)?,
            Err(reason) => left_out.push(format!("the type-check for {target}: {reason}")),
        }
    }
    Ok(left_out)
}

/// Whether every target is installed, so that Debian's compiler is not needed.
pub(crate) fn all_installed() -> bool {
    sysroot().is_ok_and(|sysroot| TARGETS.iter().all(|(target, _)| is_installed(&sysroot, target)))
}

fn sysroot() -> Result<String, String> {
    output(Command::new("rustc").args(["--print", "sysroot"]))
}

fn is_installed(sysroot: &str, target: &str) -> bool {
    Path::new(sysroot.trim()).join("lib/rustlib").join(target).exists()
}

/// Lets a command of cargo compile for a target, or says why it cannot.
pub(crate) fn for_target(command: &mut Command, target: &str) -> Result<(), String> {
    let sysroot = sysroot()?;
    if is_installed(&sysroot, target) {
        return Ok(());
    }
    debian().map_err(|reason| format!("it is not an installed target, and {reason}"))?;
    command.arg("-Zbuild-std=std,panic_abort").env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
    // Debian's compiler has no linker of its own for WebAssembly; that of the usual one will do.
    let hosts = std::fs::read_dir(Path::new(sysroot.trim()).join("lib/rustlib")).into_iter().flatten().flatten();
    if let Some(linker) = hosts.map(|host| host.path().join("bin/rust-lld")).find(|linker| linker.exists()) {
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    Ok(())
}

/// Sees to it that Debian's compiler and its sources are there, and new enough.
fn debian() -> Result<(), String> {
    need(&PACKAGES)?;
    let version = output(Command::new(RUSTC).arg("--version"))?;
    let needed = env!("CARGO_PKG_RUST_VERSION");
    if number(&version) >= number(&format!("rustc {needed}")) {
        return Ok(());
    }
    Err(format!("Debian's compiler is older than {needed}: {}", version.trim()))
}

/// The major and minor number of a compiler: `rustc 1.96.0 (…)`.
fn number(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.strip_prefix("rustc ")?.trim().split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn compilers_are_compared_by_number() {
        assert_eq!(number("rustc 1.96.0 (ac68faa20 2026-05-25)\n"), Some((1, 96)));
        assert!(number("rustc 1.100.1") > number("rustc 1.95"));
        assert!(number("not a compiler") < number("rustc 1.0"));
    }
}
