//! `cargo xtask site`: the engine as WebAssembly, the npm package around it, and the web app as static files with the handbook, all in `dist/`.
//!
//! Needed are a compiler for WebAssembly (see `targets.rs`), node with npm for `wasm-opt` of binaryen, and `wasm-bindgen` from crates.io; the last two are
//! installed into `.local/wasm`. There are two modules, with and without vectors of 128 bits: one that has them is refused whole by a browser that does not know them.

use crate::book;
use crate::packages::{NODE, NPM, Package, allowed_to_install, install_crate, need};
use crate::shell::{absolute, cargo, copy, read, said, step, target_folder, write};
use crate::targets::for_target;
use crate::test::Undone;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where everything is put: the npm package in `engine`, the pages beside it.
pub(crate) const DIST: &str = "dist";

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
const LOCAL: &str = ".local/wasm";
/// Must be the version that the crate is built with.
const BINDGEN: &str = "0.2.130";
const BINARYEN: &str = "132.0.0";

/// The modules: their names, and the features they are built with. The one with vectors is packed, so that it is small on hosts that pack nothing; browsers without
/// vectors mostly cannot unpack it either.
const MODULES: [(&str, &[&str]); 2] = [("dropline", &[]), ("dropline-simd", &["--features=simd128"])];

/// What the package holds besides the modules.
const FILES: [(&str, &str); 8] = [
    ("crates/wasm/js", "index.js"),
    ("crates/wasm/js", "index.d.ts"),
    ("crates/wasm/js", "worker.js"),
    ("crates/wasm/js", "package.json"),
    ("crates/wasm/js", "README.md"),
    ("crates/engine/books", "7x6c4.book"),
    ("", "LICENSE-MIT"),
    ("", "LICENSE-APACHE"),
];

/// What has to be there, besides a compiler.
pub(crate) const PACKAGES: [Package; 2] = [NODE, NPM];

/// Makes the package and the pages.
pub(crate) fn run() -> Result<(), Undone> {
    let tools = Tools::find().map_err(Undone::Lacking)?;
    let package = Path::new(DIST).join("engine");
    // What an older one had must not be shipped with this one.
    let _ = fs::remove_dir_all(DIST);
    fs::create_dir_all(&package).map_err(said(&package))?;
    let mut glue = None;
    for (name, features) in MODULES {
        let module = Path::new(LOCAL).join(format!("{name}.wasm"));
        let made = tools.module(name, features, &module)?;
        if glue.get_or_insert_with(|| made.clone()) != &made {
            return Err(Undone::Failed("the modules need different scripts around them".to_owned()));
        }
        if features.is_empty() {
            copy(&module, &package.join(format!("{name}.wasm")))?;
        } else {
            let packed = fs::File::create(package.join(format!("{name}.packed"))).map_err(said(&package))?;
            let mut pack = Command::new("gzip");
            pack.args(["-9", "--no-name", "--stdout"]).arg(&module);
            step(&format!("pack {name}.wasm"), pack.stdout(packed))?;
        }
    }
    write(package.join("dropline.js"), glue.unwrap_or_default())?;
    for (folder, file) in FILES {
        copy(&Path::new(folder).join(file), &package.join(file))?;
    }
    book::put_into(Path::new(DIST))?;
    step("build for the site", &mut programs())?;
    step("pages of the site", Command::new(target_folder().join("debug/examples/site")).arg(DIST))?;
    Ok(())
}

/// Builds the command, and the program that writes the pages.
pub(crate) fn programs() -> Command {
    for_pages("build", &["--quiet", "--bin", "dropline", "--example", "site"])
}

/// A command of cargo with the features that the tests have too, so that nothing is compiled twice: those of the whole workspace, and the engine for pages.
pub(crate) fn for_pages(command: &str, args: &[&str]) -> Command {
    let features = ["--workspace", "--locked", "--features", "dropline-server/page-engine,dropline-server/handbook"];
    cargo(&[&[command], &features[..], args].concat())
}

/// The programs that make modules.
pub(crate) struct Tools {
    bindgen: PathBuf,
    optimiser: PathBuf,
}

impl Tools {
    /// Finds or installs them.
    pub(crate) fn find() -> Result<Tools, String> {
        for_target(&mut cargo(&["build"]), TARGET)?;
        need(&PACKAGES)?;
        let local = absolute(LOCAL)?;
        let bindgen = install_crate(&local, "wasm-bindgen-cli", BINDGEN, &["--no-default-features"]);
        let bindgen = bindgen.map_err(Undone::words)?.join("wasm-bindgen");
        let optimiser = local.join("node_modules/.bin/wasm-opt");
        let package = fs::read_to_string(local.join("node_modules/binaryen/package.json")).unwrap_or_default();
        if !package.contains(&format!("\"version\": \"{BINARYEN}\"")) {
            allowed_to_install("wasm-opt")?;
            let mut install = Command::new("npm");
            install.args(["install", "--no-audit", "--no-fund", "--silent", "--prefix"]).arg(&local);
            step("install wasm-opt", install.arg(format!("binaryen@{BINARYEN}")))?;
        }
        Ok(Tools { bindgen, optimiser })
    }

    /// Makes a module, and gives the script around it.
    fn module(&self, name: &str, features: &[&str], to: &Path) -> Result<String, String> {
        let target_folder = target_folder().join("targets");
        let mut build = cargo(&["build", "--quiet", "--locked", "--release", "--package", "dropline-wasm"]);
        build.args(features).args(["--target", TARGET]).arg("--target-dir").arg(&target_folder);
        for_target(&mut build, TARGET)?;
        step(&format!("build {name}.wasm"), &mut build)?;
        let folder = Path::new(LOCAL).join(name);
        let bound = folder.join("dropline_bg.wasm");
        let before = fs::read(&bound).ok();
        let mut bind = Command::new(&self.bindgen);
        bind.args(["--target", "web", "--no-typescript", "--out-name", "dropline", "--out-dir"]).arg(&folder);
        let built = target_folder.join(TARGET).join("release/dropline_wasm.wasm");
        step(&format!("bind {name}.wasm"), bind.arg(built))?;
        // It takes longer than the rest, and gives the same for the same.
        if before.is_none() || !to.exists() || before != fs::read(&bound).ok() {
            let mut optimise = self.optimise(&bound, to);
            // A function with one caller stays a function: what is rarely needed would be put into the search, of which browsers then keep less in registers.
            optimise.arg("--one-caller-inline-max-function-size=0");
            optimise.args((!features.is_empty()).then_some("--enable-simd"));
            step(&format!("optimise {name}.wasm"), &mut optimise)?;
        }
        read(folder.join("dropline.js"))
    }

    /// The command that optimises a module for what every browser has since 2021.
    pub(crate) fn optimise(&self, module: &Path, to: &Path) -> Command {
        let mut optimise = Command::new(&self.optimiser);
        optimise.args(["-O3", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"]);
        optimise.args(["--enable-mutable-globals", "--enable-multivalue", "--enable-reference-types"]);
        optimise.arg(module).arg("--output").arg(to);
        optimise
    }
}

#[cfg(test)]
mod tests {
    use super::BINDGEN;

    #[test]
    fn the_crate_and_the_tool_are_of_one_version() {
        let manifest = include_str!("../../crates/wasm/Cargo.toml");
        assert!(manifest.contains(&format!("wasm-bindgen = \"={BINDGEN}\"")));
    }
}
