//! What the Python package and the engine in web pages take: docs/benchmarks.md, docs/wasm.md, docs/clusters.md.

use super::peers::connect_four_ai_for_pages;
use super::programs::Programs;
use super::{Figure, install_bitbully, table};
use crate::packages::find;
use crate::shell::{output, pip_install, step};
use crate::test::Undone;
use crate::web;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "python",
        page: "benchmarks.md",
        runs: "`python crates/python/benches/speed.py` with the package and the command built for release; the best of three runs",
        seconds: 600,
        needs: &["bin dropline"],
        make: python,
    },
    Figure {
        name: "clusters",
        page: "clusters.md",
        runs: "`python crates/python/benches/clusters.py 32000 many:1 many:2 local:1 local:2 ray:1 ray:2`",
        seconds: 900,
        needs: &[],
        make: clusters,
    },
    Figure {
        name: "wasm",
        page: "wasm.md",
        runs: "`node crates/wasm/benches/speed.mjs testdata/positions/7x6c4-begin-medium.txt 50`, with `--browser` in Chromium, after `cargo xtask site`; `solve_set --simd portable` for native code; the least of three rounds in turn; connect-four-ai is built for pages by the same tools",
        seconds: 240,
        needs: &["example solve_set"],
        make: wasm,
    },
];

/// An interpreter that has the package as people install it, built for release, with some of its extras, and bitbully.
fn interpreter(extras: &str) -> Result<PathBuf, String> {
    let python = PathBuf::from(&install_bitbully()?[0]);
    let package = format!("./crates/python[{extras}]");
    step("build and install the Python package", pip_install(&python).arg(package))?;
    Ok(python)
}

fn python(_: &Programs) -> Result<String, String> {
    let told = output(Command::new(interpreter("gym")?).arg("crates/python/benches/speed.py"))?;
    let row = |line: &str| line.split_once(": ").map(|(what, figure)| [what.to_owned(), figure.to_owned()]);
    let rows: Vec<_> = told.lines().filter_map(row).collect();
    if let [what, _] = rows.iter().find(|[what, _]| what.ends_with("is not there")).unwrap_or(&Default::default())
        && !what.is_empty()
    {
        return Err(format!("{what}, so it cannot be measured"));
    }
    Ok(table(&["what", "figure"], rows))
}

fn clusters(_: &Programs) -> Result<String, String> {
    let mut measure = Command::new(interpreter("cluster")?);
    measure.args("crates/python/benches/clusters.py 32000 many:1 many:2 local:1 local:2 ray:1 ray:2".split(' '));
    let told = output(&mut measure)?;
    let rows: Vec<&str> = told.lines().filter(|line| line.starts_with('|')).collect();
    if rows.len() == 8 { Ok(rows.join("\n")) } else { Err(format!("cannot read\n{told}")) }
}

/// What one run of the benchmark of pages tells: the milliseconds of a position without vectors, with, and of a peer in the browser; and all else by name.
fn page(positions: &str, peer: Option<&Path>) -> Result<(Vec<f64>, Vec<[String; 2]>), String> {
    let file = format!("testdata/positions/7x6c4-{positions}.txt");
    let most = if positions == "begin-medium" { "50" } else { "200" };
    let mut node = Command::new("node");
    node.args(["crates/wasm/benches/speed.mjs", &file, most]);
    if let Some(peer) = peer {
        node.arg("--browser").arg(format!("--peer={}", peer.display()));
    }
    if let Some(chromium) = find("chromium") {
        node.env("CHROMIUM", chromium);
    }
    let told = output(&mut node)?;
    // `'name': 'value'` of JavaScript's objects, a number or a number in quotes.
    let fields = told.split([',', '{', '}', '\n']).filter_map(|part| part.split_once(':'));
    let fields: Vec<[String; 2]> =
        fields.map(|(name, value)| [name, value].map(|text| text.trim().trim_matches('\'').to_owned())).collect();
    if fields.iter().any(|[name, value]| name == "wrong" && value != "0") {
        return Err(format!("a score is wrong\n{told}"));
    }
    let times: Vec<f64> =
        fields.iter().filter(|[name, _]| name == "ms a position").filter_map(|[_, ms]| ms.parse().ok()).collect();
    if times.len() != 2 + usize::from(peer.is_some()) {
        return Err(format!("cannot read\n{told}"));
    }
    Ok((times, fields))
}

/// How often everything is measured, in turn. The least time counts, which other work on the computer disturbs least.
const ROUNDS: usize = 3;

fn wasm(programs: &Programs) -> Result<String, String> {
    if !Path::new("dist/engine/index.js").exists() {
        return Err("the modules are not there: `cargo xtask site`".to_owned());
    }
    let native = |simd: &str, positions: &'static str, most: usize| {
        super::solver::mean_ms(programs, &format!("--simd {simd}"), positions, most)
    };
    let mut builds = vec![("native, portable", "portable"), ("native, AVX2", "avx2")];
    if super::solver::has_avx512() {
        builds.push(("native, AVX-512", "avx512"));
    }
    // It drives the browser.
    web::install().map_err(Undone::words)?;
    let peer = connect_four_ai_for_pages()?;
    let pages = ["Node, without vectors", "Node, with", "Chromium, without vectors", "Chromium, with"];
    let names: Vec<&str> =
        builds.iter().map(|build| build.0).chain(pages).chain(["connect-four-ai in Chromium"]).collect();
    let mut rows = vec![Vec::new(); names.len()];
    let mut told = Vec::new();
    for (positions, most) in [("begin-medium", 50), ("middle-medium", 200)] {
        let mut least = vec![f64::INFINITY; names.len()];
        for _ in 0..ROUNDS {
            let mut times = Vec::new();
            for (_, simd) in &builds {
                times.push(native(simd, positions, most)?);
            }
            // What the browser tells counts, what it does not tell Node does.
            told.clear();
            for peer in [None, Some(peer.as_path())] {
                let (of_modules, fields) = page(positions, peer)?;
                times.extend(of_modules);
                told.splice(0..0, fields);
            }
            least.iter_mut().zip(times).for_each(|(least, ms)| *least = least.min(ms));
        }
        rows.iter_mut().zip(least).for_each(|(row, ms)| row.push(ms));
    }
    let portable = rows[0].clone();
    let cells = |(name, row): (&str, &Vec<f64>)| {
        let pairs = row.iter().zip(&portable).flat_map(|(ms, base)| [format!("{ms:.2}"), format!("{:.2}", base / ms)]);
        [name.to_owned()].into_iter().chain(pairs).collect::<Vec<_>>()
    };
    let speeds =
        table(&["", "begin-medium (50)", "", "middle-medium (200)", ""], names.into_iter().zip(&rows).map(cells));
    let value = |name: &str| {
        let found = told.iter().find(|[told, _]| told == name);
        found.map(|[_, value]| value).ok_or_else(|| format!("the benchmark does not tell `{name}`"))
    };
    let feel = [
        (
            "first analysis of the empty board with the book, once engine and book are there",
            format!("{} ms; the next {} ms", value("first analysis ms")?, value("second ms")?),
        ),
        ("a question that is called off ends after", format!("{} ms", value("called off after ms")?)),
        ("longest task of the page meanwhile (0: none of 50 ms or more)", format!("{} ms", value("longest task ms")?)),
        (
            "memory of a worker on 7×6, with book, analyses, a player and the solver",
            format!("{} MB", value("MB of a worker")?),
        ),
    ];
    let feel = feel.map(|(what, value)| [what.to_owned(), value]);
    let [.., own, peer] = rows.as_slice() else { return Err("nothing was measured".to_owned()) };
    let times = own.iter().zip(peer).map(|(own, peer)| format!("{:.1}", peer / own)).collect::<Vec<_>>().join(" and ");
    let compared = format!("connect-four-ai takes {times} times as long as Dropline with vectors.");
    Ok(format!("{speeds}\n{compared}\n\n{}", table(&["what a visitor feels, in Chromium", ""], feel)))
}
