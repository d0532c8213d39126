//! `cargo xtask book`: the handbook, which mdBook makes of `docs/`.
//!
//! mdBook comes from crates.io and is installed into `.local/book`. Links are checked in what it has made: every file and every place that a page names is there.

use crate::packages::install_crate;
use crate::shell::{absolute, copy, said, step};
use crate::test::Undone;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Where the handbook is put: the server takes it from there, whatever cargo's own folder is.
const BOOK: &str = "target/book";

const LOCAL: &str = ".local/book";
const MDBOOK: &str = "0.5.4";

/// What mdBook brings along for its own theme, and the sources of ours.
const UNUSED: [&str; 15] = [
    "ayu-highlight.css",
    "book.js",
    "book.toml",
    "clipboard.min.js",
    "css",
    "highlight.css",
    "highlight.js",
    "mark.min.js",
    "searcher.js",
    "theme/favicon.svg",
    "theme/fonts",
    "theme/index.hbs",
    "toc.html",
    "toc.js",
    "tomorrow-night.css",
];

/// Held while it is made: the tests make it for itself and for the site, side by side.
static BEING_MADE: Mutex<()> = Mutex::new(());

/// Makes the handbook of a repository and gives the folder it is in.
pub(crate) fn build(root: &Path) -> Result<PathBuf, Undone> {
    let _alone = BEING_MADE.lock().unwrap_or_else(PoisonError::into_inner);
    make(root)
}

/// Puts the handbook into the folder `handbook` of a site; where mdBook cannot be had, says so and leaves it out.
pub(crate) fn put_into(site: &Path) -> Result<(), Undone> {
    let _alone = BEING_MADE.lock().unwrap_or_else(PoisonError::into_inner);
    match make(Path::new(".")) {
        Ok(book) => Ok(copy(&book, &site.join("handbook"))?),
        Err(Undone::Lacking(why)) => {
            println!("the site is made without the handbook: {why}");
            Ok(())
        }
        Err(failed) => Err(failed),
    }
}

fn make(root: &Path) -> Result<PathBuf, Undone> {
    let options = ["--locked", "--no-default-features", "--features", "search"];
    let tool = install_crate(&root.join(LOCAL), "mdbook", MDBOOK, &options)?.join("mdbook");
    let book = absolute(root.join(BOOK))?;
    let mut make = Command::new(tool);
    make.arg("build").arg(root.join("docs")).arg("--dest-dir").arg(&book).env("MDBOOK_LOG", "warn");
    step("handbook", &mut make)?;
    finish(root, &book).map_err(said(&book))?;
    let wrong = broken_links(&pages(&book).map_err(said(&book))?, &book);
    if wrong.is_empty() { Ok(book) } else { Err(Undone::Failed(format!("the handbook: {}", wrong.join("\n")))) }
}

/// Takes away what nobody asks for, and lets links out of `docs/` lead to the repository.
fn finish(root: &Path, book: &Path) -> std::io::Result<()> {
    for name in UNUSED {
        let path = book.join(name);
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let address = manifest.lines().find_map(|line| line.strip_prefix("repository = \"")?.strip_suffix('"'));
    let outside = format!("href=\"{}/blob/main/", address.unwrap_or_default());
    for (name, text) in pages(book)? {
        // No style stands in the pages either: the policy of the server forbids it.
        let text = text.replace(" style=\"text-align: right\"", " class=\"number\"");
        let text = text.replace("href=\"README.html", "href=\"index.html").replace("href=\"../", &outside);
        fs::write(book.join(name), text)?;
    }
    Ok(())
}

/// The pages by their names.
fn pages(book: &Path) -> std::io::Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(book)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            pages.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(pages)
}

/// What pages name and what is not there.
fn broken_links(pages: &BTreeMap<String, String>, book: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for (page, text) in pages {
        for link in ["href=\"", "src=\""].iter().flat_map(|name| text.split(name).skip(1)) {
            let link = link.split('"').next().unwrap_or_default();
            // `/` is the web app, where it serves the handbook.
            if link.contains("://") || link == "/" {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { page } else { file };
            let has_place = |text: &String| place.is_empty() || text.contains(&format!("id=\"{place}\""));
            if !pages.get(file).map_or_else(|| book.join(file).is_file(), has_place) {
                wrong.push(format!("{page} links to {link}, which is not there"));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_nothing_are_found() {
        let page = |text: &str| BTreeMap::from([("a.html".to_owned(), text.to_owned())]);
        let wrong = |text: &str| broken_links(&page(text), Path::new("nowhere")).len();
        assert_eq!(
            wrong("<h1 id=\"b\"><a href=\"#b\">b</a> <a href=\"a.html#b\"> <a href=\"https://example.org/x\">"),
            0
        );
        assert_eq!(wrong("<a href=\"#c\"> <a href=\"b.html\"> <img src=\"c.svg\">"), 3);
    }
}
