//! Writes the web app as static files into a folder that has the engine already, and maybe the handbook: `site FOLDER`. `cargo xtask site` makes all.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use dropline_core::picture::png;
use dropline_server::{ServerLimits, site};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What the service worker has in the place of the list of files.
const PLACE: &str = "const FILES = {};";

/// Files of the npm package that no page asks for.
const NOT_KEPT: [&str; 4] = ["engine/index.d.ts", "engine/package.json", "engine/README.md", "engine/LICENSE-MIT"];

/// The folder of the handbook. It is not kept at a first visit: it is larger than everything else, and few read all of it.
const HANDBOOK: &str = "handbook/";

/// The icons that systems want in pixels: their sizes, and whether the system cuts them to a shape of its own.
const ICONS: [(&str, u16, bool); 3] = [("192", 192, false), ("512", 512, false), ("maskable", 512, true)];

fn main() -> io::Result<()> {
    let wanted = || io::Error::other("say into which folder: site FOLDER");
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or_else(wanted)?);
    let handbook = folder.join(HANDBOOK).join("index.html").exists();
    let files = site(ServerLimits::default().cells, handbook)
        .ok_or_else(|| io::Error::other("a page names a file that is not there"))?;
    for (name, contents) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, contents)?;
    }
    draw_icons(&folder)?;
    let mut hashes = BTreeMap::new();
    hash_all(&folder, &folder, &mut hashes)?;
    let is_kept = |name: &str| name != "sw.js" && !NOT_KEPT.contains(&name) && !name.starts_with(HANDBOOK);
    hashes.retain(|name, _| is_kept(name));
    let worker = fs::read_to_string(folder.join("sw.js"))?;
    let list = serde_json::to_string_pretty(&hashes)?;
    fs::write(folder.join("sw.js"), worker.replace(PLACE, &format!("const FILES = {list};")))
}

/// Draws the icon in pixels. One that is cut to a shape fills its square, with everything that matters inside of a circle.
fn draw_icons(folder: &Path) -> io::Result<()> {
    let icon = fs::read_to_string(folder.join("web/icons/dropline.svg"))?;
    fs::create_dir_all(folder.join("icons"))?;
    for (name, pixels, is_cut) in ICONS {
        let size = format!("<svg width=\"{pixels}\" height=\"{pixels}\" ");
        let mut svg = icon.replacen("<svg ", &size, 1);
        if is_cut {
            svg = svg.replace(" rx=\"11\"", "").replacen(
                "<circle",
                "<g transform=\"translate(4 4) scale(.8)\"><circle",
                1,
            );
            svg = svg.replace("</svg>", "</g></svg>");
        }
        fs::write(folder.join(format!("icons/{name}.png")), png(&svg, pixels).map_err(io::Error::other)?)?;
    }
    Ok(())
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
