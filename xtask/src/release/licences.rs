//! The licences of everything that is built in: checked against `deny.toml`, and listed with their texts; and what the programs are made of, as CycloneDX.

use super::{Release, tool};
use crate::shell::{cargo, output, read, step, write};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CARGO_DENY: &str = "0.20.2";
const CARGO_CYCLONEDX: &str = "0.5.9";

/// The list of licences as it is called in packages.
pub(super) const FILE: &str = "THIRD-PARTY.txt";

/// What is shipped: the package of the workspace, and what it is built for if that is not this machine.
const SHIPPED: [(&str, Option<&str>); 3] =
    [("dropline", None), ("dropline-python", None), ("dropline-wasm", Some("wasm32-unknown-unknown"))];

/// Checks, and writes the lists.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let deny = tool("cargo-deny", CARGO_DENY, &["--locked"])?;
    let mut check = Command::new(&deny);
    check.args(["--locked", "--log-level", "error", "check", "licenses", "bans", "sources"]);
    step("licences, bans and sources", &mut check)?;
    advisories(&deny)?;
    for (package, target) in SHIPPED {
        let listed = of(package, target.unwrap_or(&release.target))?;
        write(release.file(&format!("{package}-{FILE}")), listed.text())?;
        println!("{package} is built with {} packages of others", listed.0.len());
        bill_of_materials(release, package)?;
    }
    Ok(())
}

/// Known faults of dependencies, where the list of them can be had.
fn advisories(deny: &Path) -> Result<(), String> {
    println!("== advisories");
    let told = Command::new(deny)
        .args(["--locked", "check", "advisories"])
        .output()
        .map_err(|error| format!("cargo-deny: {error}"))?;
    let words = String::from_utf8_lossy(&told.stderr);
    if told.status.success() {
        Ok(())
    } else if words.contains("failed to fetch advisory database") {
        println!("left out: the list of advisories is on GitHub, which cannot be reached from here");
        Ok(())
    } else {
        Err(format!("advisories:\n{words}"))
    }
}

/// Writes what a package is made of.
fn bill_of_materials(release: &Release, package: &str) -> Result<(), String> {
    let cyclonedx = tool("cargo-cyclonedx", CARGO_CYCLONEDX, &["--locked"])?;
    let folder = Path::new("crates").join(package.strip_prefix("dropline-").unwrap_or("cli"));
    let mut make = Command::new(cyclonedx);
    make.args(["cyclonedx", "--quiet", "--format", "json", "--override-filename", "bom", "--manifest-path"]);
    step(&format!("what {package} is made of"), make.arg(folder.join("Cargo.toml")))?;
    // It writes one for every package of the workspace.
    let told = read(folder.join("bom.json"));
    let crates = fs::read_dir("crates").into_iter().flatten().flatten().map(|entry| entry.path());
    crates.chain([PathBuf::from("xtask")]).for_each(|folder| _ = fs::remove_file(folder.join("bom.json")));
    let told = told?;
    let count = serde_json::from_str::<Value>(&told).ok().and_then(|told| told["components"].as_array().map(Vec::len));
    if count.is_none_or(|count| count == 0) {
        return Err(format!("what {package} is made of names nothing"));
    }
    write(release.file(&format!("{package}-{}.cdx.json", release.version)), told)
}

/// A package of somebody else.
struct Dependency {
    /// Name and version.
    name: String,
    /// As it states it, such as `MIT OR Apache-2.0`.
    licence: String,
    address: String,
    folder: PathBuf,
}

/// What a package of the workspace is built with.
pub(super) struct Dependencies(Vec<Dependency>);

/// All that a package of the workspace brings along on a target.
pub(super) fn of(package: &str, target: &str) -> Result<Dependencies, String> {
    let told = output(&mut cargo(&["metadata", "--format-version=1", "--locked", "--filter-platform", target]))?;
    let told: Value = serde_json::from_str(&told).map_err(|error| format!("cargo metadata: {error}"))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> =
        list(&told["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let needs: BTreeMap<String, Vec<Value>> =
        list(&told["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), list(&node["deps"]))).collect();
    let first = packages
        .iter()
        .find(|(_, found)| found["name"] == package)
        .ok_or_else(|| format!("there is no package {package}"))?;
    let (mut seen, mut next) = (BTreeSet::new(), vec![first.0.clone()]);
    while let Some(id) = next.pop() {
        // What only builds or tests something is not shipped.
        let shipped = |need: &&Value| list(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        if seen.insert(id.clone()) {
            next.extend(needs.get(&id).into_iter().flatten().filter(shipped).map(|need| text(&need["pkg"])));
        }
    }
    let others = seen.iter().filter_map(|id| packages.get(id)).filter(|package| !package["source"].is_null());
    let dependency = |package: &Value| Dependency {
        name: format!("{} {}", text(&package["name"]), text(&package["version"])),
        licence: text(&package["license"]),
        address: text(&package["repository"]),
        folder: Path::new(&text(&package["manifest_path"])).parent().unwrap_or(Path::new("")).to_owned(),
    };
    let mut found: Vec<Dependency> = others.map(dependency).collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Dependencies(found))
}

impl Dependencies {
    /// The list, and every text once, with whose it is.
    pub(super) fn text(&self) -> String {
        let mut list = format!(
            "Dropline is licensed under MIT or Apache-2.0, at your choice. It is built with {} packages of other people:\n\n",
            self.0.len()
        );
        let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for Dependency { name, licence, address, folder } in &self.0 {
            list += &format!("{name}: {licence} {address}\n");
            for text in own_texts(folder) {
                texts.entry(text).or_default().push(name);
            }
        }
        let rule = "=".repeat(80);
        texts
            .into_iter()
            .fold(list, |list, (text, names)| format!("{list}\n{rule}\n{}\n\n{}\n", names.join(", "), text.trim_end()))
    }
}

/// The texts of licences that a package comes with.
fn own_texts(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let is_text = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|begin| name.starts_with(begin))
    };
    files.iter().filter(is_text).filter_map(|path| fs::read_to_string(path).ok()).collect()
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Zlib` can be met with some licences.
#[cfg(test)]
fn is_met(expression: &str, allowed: &[String]) -> bool {
    // The old way of writing a choice.
    let expression = expression.replace('/', " OR ");
    let parts = |joint: &str| -> Vec<String> {
        let mut parts = vec![String::new()];
        let mut depth = 0_i32;
        for word in expression.split(' ').filter(|word| !word.is_empty()) {
            if depth == 0 && word == joint {
                parts.push(String::new());
                continue;
            }
            depth += word.matches('(').count() as i32 - word.matches(')').count() as i32;
            let last = parts.last_mut().expect("there is one");
            *last = format!("{last} {word}").trim().to_owned();
        }
        parts
    };
    let inner = |part: &str| part.strip_prefix('(').and_then(|part| part.strip_suffix(')')).map(str::to_owned);
    match (parts("OR"), parts("AND")) {
        (choices, _) if choices.len() > 1 => choices.iter().any(|part| is_met(part, allowed)),
        (_, all) if all.len() > 1 => all.iter().all(|part| is_met(part, allowed)),
        (_, one) => inner(&one[0]).map_or_else(|| allowed.contains(&one[0]), |inner| is_met(&inner, allowed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences_are_understood() {
        let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        for met in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0/MIT",
            "(MIT OR GPL-3.0) AND Zlib",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(is_met(met, &allowed), "{met}");
        }
        for not in ["GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR ISC) AND Zlib", "Apache-2.0", ""] {
            assert!(!is_met(not, &allowed), "{not}");
        }
    }

    #[test]
    fn every_dependency_has_a_licence_that_is_allowed() {
        let deny = include_str!("../../../deny.toml");
        let allowed = deny.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
        let allowed: Vec<String> = allowed
            .lines()
            .filter_map(|line| Some(line.trim().strip_prefix('"')?.strip_suffix("\",")?.to_owned()))
            .collect();
        for (package, target) in SHIPPED {
            let Dependencies(found) =
                of(package, target.unwrap_or("x86_64-unknown-linux-gnu")).expect("what cargo tells");
            assert!(found.len() > 10, "{package} has dependencies");
            for Dependency { name, licence, .. } in &found {
                assert!(
                    is_met(licence, &allowed),
                    "{name} of {package} is under `{licence}`, which deny.toml does not allow"
                );
            }
        }
    }

    #[test]
    fn what_npm_and_pypi_bring_along_is_known() {
        let package: Value = serde_json::from_str(include_str!("../../../crates/wasm/js/package.json")).expect("JSON");
        assert!(package["dependencies"].is_null(), "a dependency of the npm package: has somebody read its licence?");
        let project = include_str!("../../../crates/python/pyproject.toml");
        assert!(
            project.contains("\ndependencies = [\"numpy>=1.23\"]\n"),
            "numpy is under BSD-3-Clause: has somebody read the others' licences?"
        );
    }
}
