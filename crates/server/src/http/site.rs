//! The web app as static files: its pages and scripts as a server sends them, with addresses that hold on any host and under any path.

use super::assets;
use std::collections::BTreeSet;

/// Pages that are nothing without a server.
const LEFT_OUT: [&str; 4] = ["api", "error", "handbook", "invitation"];

/// What is said in the heads of the pages besides: where the engine is, that there is no server, and how to install the app.
const HEAD: &str = r##"<meta name="dropline-server" content="none">
<meta name="dropline-engine" content="engine/">
<meta name="theme-color" content="#1f4fa3">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icons/192.png">
<script>
if (location.protocol === "file:") addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("beforeend", '<p class="no-script">Browsers run this page from a web address, not from a file: <code>python3 -m http.server</code> in its folder gives it one.</p><p class="no-script" lang="de">Browser führen diese Seite von einer Webadresse aus, nicht aus einer Datei: <code>python3 -m http.server</code> in ihrem Ordner gibt ihr eine.</p>'));
</script>
"##;

/// What is said besides where the site has the handbook.
const HANDBOOK: &str = "<meta name=\"dropline-handbook\" content=\"handbook/index.html\">\n";

/// The files of the site by their names, but for the engine, the handbook and the service worker; boards have at most so many cells. Pages link to the handbook
/// if there is one.
///
/// Nothing comes back only if a page names a file that is not there.
#[must_use]
pub fn site(cells: usize, handbook: bool) -> Option<Vec<(String, Vec<u8>)>> {
    let head = if handbook { [HEAD, HANDBOOK].concat() } else { HEAD.to_owned() };
    let (mut files, mut named) = (Vec::new(), BTreeSet::from(["icons/dropline.svg".to_owned()]));
    for name in assets::pages().filter(|name| !LEFT_OUT.contains(&name.as_str())) {
        let page = relative(&without_server(&assets::page_text(&name, "", cells)?));
        named.extend(page.split("\"web/").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        files.push((
            format!("{name}.html"),
            page.replace("<meta charset", &format!("{head}<meta charset")).into_bytes(),
        ));
    }
    for path in named {
        files.push((format!("web/{path}"), assets::contents(&path)?.to_vec()));
    }
    for file in ["manifest.webmanifest", "sw.js"] {
        files.push((file.to_owned(), assets::contents(&format!("site/{file}"))?.to_vec()));
    }
    Some(files)
}

/// A page without what stands between `<!-- server -->` and `<!-- end of server -->`, and without what is asked of a server before it is needed.
fn without_server(page: &str) -> String {
    let mut kept = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- server -->") {
        kept += before;
        rest = after.split_once("<!-- end of server -->").map_or("", |(_, after)| after);
    }
    kept += rest;
    kept.lines().filter(|line| !line.contains("\"/api/")).fold(String::new(), |all, line| all + line + "\n")
}

/// A page with the names of files for addresses: `/analyse` is `analyse.html`.
fn relative(page: &str) -> String {
    let page = page.replace("\"/web/", "\"web/");
    let mut parts = page.split("href=\"/");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').unwrap_or((part, ""));
        let (name, anchor) = name.split_once('#').map_or((name, String::new()), |(name, at)| (name, format!("#{at}")));
        let file = if name.is_empty() { "./".to_owned() } else { format!("{name}.html") };
        text += &format!("href=\"{file}{anchor}\"{rest}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_files() {
        let page = r##"<a href="/">a</a> <a href="/help#analysis">b</a> <script src="/web/js/shell.js"></script>"##;
        let wanted =
            r##"<a href="./">a</a> <a href="help.html#analysis">b</a> <script src="web/js/shell.js"></script>"##;
        assert_eq!(relative(page), wanted);
        assert_eq!(
            without_server("a<!-- server -->b<!-- end of server -->c\n<link href=\"/api/v1/players\">\nd"),
            "ac\nd\n"
        );
    }

    #[test]
    fn no_page_of_the_site_asks_a_server() {
        let files = site(1024, false).unwrap();
        let pages: Vec<_> = files.iter().filter(|(name, _)| name.ends_with(".html")).collect();
        assert!(pages.len() >= 5 && files.iter().any(|(name, _)| name == "web/js/pages/analyse.js"));
        for (name, page) in pages {
            let page = String::from_utf8_lossy(page);
            assert!(page.contains("content=\"engine/\"") && !page.contains("=\"/"), "{name}");
            assert!(!page.contains("handbook"), "{name} links to what is not there");
        }
        let pages = site(1024, true).unwrap().into_iter().filter(|(name, _)| name.ends_with(".html"));
        for (name, page) in pages {
            assert!(String::from_utf8_lossy(&page).contains("content=\"handbook/index.html\""), "{name}");
        }
    }
}
