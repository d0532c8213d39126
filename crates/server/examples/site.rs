//! Writes the web app as static files into a folder that has the engine already: `site FOLDER`. `cargo xtask site` makes both.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use dropline_server::{ServerLimits, site};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What the service worker has in the place of the list of files.
const PLACE: &str = "const FILES = {};";

/// Files of the npm package that no page asks for.
const NOT_KEPT: [&str; 4] = ["engine/index.d.ts", "engine/package.json", "engine/README.md", "engine/LICENSE-MIT"];

fn main() -> io::Result<()> {
    let wanted = || io::Error::other("say into which folder: site FOLDER");
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or_else(wanted)?);
    let files =
        site(ServerLimits::default().cells).ok_or_else(|| io::Error::other("a page names a file that is not there"))?;
    for (name, contents) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, contents)?;
    }
    let mut hashes = BTreeMap::new();
    hash_all(&folder, &folder, &mut hashes)?;
    hashes.retain(|name, _| name != "sw.js" && !NOT_KEPT.contains(&name.as_str()));
    let worker = fs::read_to_string(folder.join("sw.js"))?;
    let list = serde_json::to_string_pretty(&hashes)?;
    fs::write(folder.join("sw.js"), worker.replace(PLACE, &format!("const FILES = {list};")))
}

/// The hashes of all files of a folder, by their names from the root.
fn hash_all(root: &Path, folder: &Path, hashes: &mut BTreeMap<String, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            hash_all(root, &path, hashes)?;
        } else {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            hashes.insert(name, BASE64_STANDARD.encode(Sha256::digest(fs::read(&path)?)));
        }
    }
    Ok(())
}
