//! One word for each thing: no two types of the workspace that others can see share a name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that two types may share, because they are the same idea in two places.
const SAME_IDEA: [(&str, &str); 1] = [("Memory", "memory for tables, mapped or allocated: one of the two is compiled")];

/// The name of the type that a line declares for more than its own module.
fn declared(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = if rest.starts_with('(') { &rest[rest.find(')')? + 1..] } else { rest };
    let rest = rest.strip_prefix(' ')?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let kinds = ["struct ", "enum ", "union ", "trait ", "type "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    Some(&name[..end])
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if is_test {
            continue;
        }
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_two_types_share_a_name() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).expect("the crates") {
        rust_files(&entry.expect("a crate").path().join("src"), &mut files);
    }
    files.sort();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for (index, line) in text.lines().enumerate() {
            if let Some(name) = declared(line) {
                places.entry(name.to_owned()).or_default().push(format!("{}:{}", file.display(), index + 1));
            }
        }
    }
    assert!(places.len() > 200, "the types of the workspace are found");
    let shared = |name: &str| places.get(name).is_some_and(|places| places.len() > 1);
    let allowed = |name: &str| SAME_IDEA.iter().any(|(same, _)| *same == name);
    let homonyms: Vec<String> = places
        .iter()
        .filter(|(name, _)| shared(name) && !allowed(name))
        .map(|(name, places)| format!("{name}:\n  {}", places.join("\n  ")))
        .collect();
    assert!(
        homonyms.is_empty(),
        "one name, several things; see the glossary in docs/architecture.md\n{}",
        homonyms.join("\n")
    );
    for (name, reason) in SAME_IDEA {
        assert!(shared(name), "{name} ({reason}) is no longer shared: take it off the list");
    }
}

#[test]
fn declarations_are_read() {
    assert_eq!(declared("pub struct Game {"), Some("Game"));
    assert_eq!(declared("    pub(crate) enum Seat<'a> {"), Some("Seat"));
    assert_eq!(declared("pub(super) struct Avx2;"), Some("Avx2"));
    assert_eq!(declared("pub unsafe trait Lane {"), Some("Lane"));
    assert_eq!(declared("pub type Row = Vec<u8>;"), Some("Row"));
    for line in ["struct Game;", "pub fn game() {}", "pub mod game;", "pub use game::Game;", "// pub struct Game"] {
        assert_eq!(declared(line), None, "{line}");
    }
}
