//! What the exact solver of Max-Connect-N takes: docs/engine.md.

use super::programs::Programs;
use super::{Figure, count, table, time};

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "max-ideas",
        page: "engine.md",
        runs: "`cargo run --release -p dropline-engine --example max_reach -- --positions 60 --ideas 7x6m4 22`",
        seconds: 40,
        needs: &["example max_reach"],
        make: ideas,
    },
    Figure {
        name: "max-reach",
        page: "engine.md",
        runs: "`cargo run --release -p dropline-engine --example max_reach -- --positions 31 7x6m4 22 24 26 28`, one core, 256 MiB, processor time",
        seconds: 20,
        needs: &["example max_reach"],
        make: reach,
    },
    Figure {
        name: "max-values",
        page: "engine.md",
        runs: "`cargo run --release -p dropline-engine --example max_values -- --nodes 20 --cells 36`",
        seconds: 3600,
        needs: &["example max_values"],
        make: values,
    },
];

/// What `max_reach` tells of one row.
struct Reach<'a> {
    vacant: &'a str,
    idea: &'a str,
    /// Median, nine of ten, and the worst, in seconds.
    seconds: [f64; 3],
    nodes: f64,
}

impl Reach<'_> {
    /// Reads `7x6m4 with 22 vacant, everything: median 0.0110 s, 22000 nodes; 9 of 10 within 0.0380 s; worst 0.0850 s; …; 0 of 31 unsolved`.
    fn of(line: &str) -> Option<Reach<'_>> {
        let (vacant, rest) = line.split_once(" with ")?.1.split_once(" vacant, ")?;
        let (idea, rest) = rest.split_once(": median ")?;
        let (median, rest) = rest.split_once(" s, ")?;
        let (nodes, rest) = rest.split_once(" nodes; 9 of 10 within ")?;
        let (ninth, rest) = rest.split_once(" s; worst ")?;
        let worst = rest.split_once(" s; ")?.0;
        let number = |text: &str| text.parse::<f64>().ok();
        Some(Reach { vacant, idea, seconds: [number(median)?, number(ninth)?, number(worst)?], nodes: number(nodes)? })
    }
}

fn rows<const CELLS: usize>(told: &str, row: fn(Reach<'_>) -> [String; CELLS]) -> Result<Vec<[String; CELLS]>, String> {
    told.lines().map(|line| Reach::of(line).map(row).ok_or_else(|| format!("cannot read `{line}`"))).collect()
}

fn ideas(programs: &Programs) -> Result<String, String> {
    let told = programs.output("example max_reach", "--positions 60 --ideas 7x6m4 22")?;
    Ok(table(&["change", "nodes"], rows(&told, |reach| [reach.idea.to_owned(), count(reach.nodes)])?))
}

fn reach(programs: &Programs) -> Result<String, String> {
    let told = programs.output("example max_reach", "--positions 31 7x6m4 22 24 26 28")?;
    let row = |reach: Reach<'_>| {
        let [median, ninth, worst] = reach.seconds.map(time);
        [reach.vacant.to_owned(), median, count(reach.nodes), ninth, worst]
    };
    Ok(table(&["vacant cells", "median", "median nodes", "9 of 10 within", "worst"], rows(&told, row)?))
}

fn values(programs: &Programs) -> Result<String, String> {
    let told = programs.output("example max_values", "--nodes 20 --cells 36")?;
    let tables = told.find("\nN = ").ok_or_else(|| format!("cannot read\n{told}"))?;
    Ok(told[tables..].trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::Reach;

    #[test]
    fn what_max_reach_tells_is_read() {
        let line = "7x6m4 with 22 vacant, no table: median 0.0110 s, 22000 nodes; 9 of 10 within 0.0380 s; worst 0.0850 s; 1.80 M nodes/s; 0 of 31 unsolved";
        let reach = Reach::of(line).unwrap();
        assert_eq!(
            (reach.vacant, reach.idea, reach.seconds, reach.nodes),
            ("22", "no table", [0.011, 0.038, 0.085], 22_000.0)
        );
        assert!(Reach::of("nothing").is_none());
    }
}
