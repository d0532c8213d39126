//! The figures of the README are those of docs/benchmarks.md.

use std::fs;
use std::path::Path;

const BEGIN: &str =
    "<!-- The figures of docs/benchmarks.md, written by `UPDATE_DOCS=1 cargo test -p xtask --test readme` -->\n";
const END: &str = "<!-- The end of the figures -->\n";

/// The cells of the row of a table that begins with a name.
fn row<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let line = page.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let line = line.unwrap_or_else(|| panic!("docs/benchmarks.md has no row of {name}"));
    line.split('|').map(|cell| cell.trim().trim_matches('*')).collect()
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("`{cell}` is not a number"))
}

/// What the README tells of them.
fn figures(page: &str) -> String {
    let (empty, hard) = (row(page, "empty (1)"), row(page, "begin-hard (100)"));
    let columns = row(page, "both");
    format!(
        "One thread solves the empty 7×6 board in {:.1} s, {:.0} times as fast as the solver bitbully, and the hardest public test set at {:.0} ms a position, {:.0} times as fast; with the built-in book the \
         exact scores of all columns took {:.0} ms at most over {} positions ([benchmarks](docs/benchmarks.md)).\n",
        number(empty[2]) / 1000.0,
        number(empty[6]),
        number(hard[2]),
        number(hard[6]),
        number(columns[5].trim_end_matches(" ms")),
        columns[2]
    )
}

#[test]
fn the_figures_of_the_readme_are_those_of_the_benchmarks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (page, readme) = (read("docs/benchmarks.md"), read("README.md"));
    let (head, rest) = readme.split_once(BEGIN).expect("the figures have a beginning");
    let (found, tail) = rest.split_once(END).expect("the figures have an end");
    let figures = figures(&page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(root.join("README.md"), format!("{head}{BEGIN}{figures}{END}{tail}")).expect("the README");
    } else {
        assert_eq!(found, figures, "write them anew: UPDATE_DOCS=1 cargo test -p xtask --test readme");
    }
}
