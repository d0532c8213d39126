//! Every link of the documents leads somewhere: files, headings, and each page of the handbook is in its contents.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Markdown files of a folder.
fn pages_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// All documents that people read on a code host.
fn documents() -> Vec<PathBuf> {
    let mut found = pages_in(&root());
    found.extend(pages_in(&root().join("docs")));
    for entry in fs::read_dir(root().join("crates")).expect("the crates") {
        found.extend(pages_in(&entry.expect("a crate").path()));
    }
    found.push(root().join("crates/wasm/js/README.md"));
    found
}

/// The lines outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The places that a page has, as code hosts and mdBook name them.
fn places(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.map(place).collect()
}

fn place(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The targets of links and pictures.
fn links(text: &str) -> Vec<&str> {
    let markdown = prose(text).flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    let html = prose(text).flat_map(|line| line.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()));
    markdown.chain(html).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for document in documents() {
        let text = read(&document);
        for link in links(&text).into_iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            seen += 1;
            let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { document.clone() } else { document.with_file_name(file) };
            let is_there = target.exists() && (wanted.is_empty() || places(&read(&target)).contains(wanted));
            if !is_there {
                wrong.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(seen > 200, "the links are found");
    assert!(wrong.is_empty(), "links to nothing:\n{}", wrong.join("\n"));
}

#[test]
fn every_page_is_a_chapter() {
    let contents = read(&root().join("docs/SUMMARY.md"));
    let chapters: BTreeSet<&str> = links(&contents).into_iter().collect();
    for page in pages_in(&root().join("docs")) {
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || chapters.contains(name.as_str()), "docs/SUMMARY.md lacks {name}");
    }
}

#[test]
fn headings_are_named_as_code_hosts_do() {
    assert_eq!(place("`level:n=1` to `level:n=10`"), "leveln1-to-leveln10");
    assert_eq!(place("dropline play --format json"), "dropline-play---format-json");
    assert_eq!(place("Max-Connect-N: the exact search"), "max-connect-n-the-exact-search");
    assert_eq!(links("[a](b.md#c) ![d](e.svg)\n```\n[f](g)\n```\n<img src=\"h.png\">"), ["b.md#c", "e.svg", "h.png"]);
}
