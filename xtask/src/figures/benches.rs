//! What the benchmarks of the crates measure: docs/benchmarks.md.

use super::games::JOURNAL;
use super::programs::Programs;
use super::{Figure, grouped, measured, table};
use std::collections::BTreeMap;
use std::time::Instant;

/// How criterion measures: medians of short runs, as long as the docs say.
const SHORT: &str = "--warm-up-time 0.5 --measurement-time 2 --noplot";

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        name: "playouts",
        page: "benchmarks.md",
        runs: "`cargo bench -p dropline-core --bench playouts`",
        seconds: 20,
        needs: &["bench playouts"],
        make: playouts,
    },
    Figure {
        name: "moves",
        page: "benchmarks.md",
        runs: "`cargo bench -p dropline-engine --bench players`, medians; positions as `dropline move` counts them",
        seconds: 50,
        needs: &["bench players", "bin dropline"],
        make: moves,
    },
    Figure {
        name: "smart-depths",
        page: "benchmarks.md",
        runs: "`dropline move smart --variant 7x6c4 -`, one move from the empty board",
        seconds: 30,
        needs: &["bin dropline"],
        make: smart_depths,
    },
    Figure {
        name: "arena",
        page: "benchmarks.md",
        runs: "`cargo bench -p dropline-arena --bench overhead` and `dropline arena bad random --games 50000 --openings none --jobs 2 --seed 1`",
        seconds: 20,
        needs: &["bench overhead", "bin dropline"],
        make: arena,
    },
    Figure {
        name: "terminal",
        page: "benchmarks.md",
        runs: "`cargo bench -p dropline --bench tui_latency`",
        seconds: 90,
        needs: &["bench tui_latency", "bin dropline"],
        make: terminal,
    },
    Figure {
        name: "load",
        page: "benchmarks.md",
        runs: "`cargo run --release -p dropline-server --example load -- --games 1000 --rate 500 --seconds 20 --analyses 4`",
        seconds: 75,
        needs: &["example load"],
        make: load,
    },
    Figure {
        name: "analysis",
        page: "benchmarks.md",
        runs: "`cargo bench -p dropline-engine --bench analysis`",
        seconds: 290,
        needs: &["bench analysis"],
        make: analysis,
    },
];

/// The median times that criterion tells, in nanoseconds, with their bounds, by the names of what was measured.
fn criterion(programs: &Programs, bench: &str) -> Result<BTreeMap<String, [f64; 3]>, String> {
    let told = programs.output(bench, SHORT)?;
    let times = times(&told);
    if times.is_empty() { Err(format!("{bench} told no times:\n{told}")) } else { Ok(times) }
}

/// Reads lines such as `a/b   time:   [1.0 ns 1.1 ns 1.2 ns]`; a long name stands on the line before.
fn times(told: &str) -> BTreeMap<String, [f64; 3]> {
    let mut before = "";
    let mut times = BTreeMap::new();
    for line in told.lines() {
        if let Some((name, rest)) = line.split_once("time:") {
            let words: Vec<&str> = rest.trim().trim_matches(['[', ']']).split(' ').collect();
            let numbers = words.chunks(2).filter_map(|pair| Some(pair[0].parse::<f64>().ok()? * unit(pair.get(1)?)?));
            let name = if name.trim().is_empty() { before } else { name.trim() };
            if let Ok(three) = numbers.collect::<Vec<_>>().try_into() {
                times.insert(name.to_owned(), three);
            }
        }
        before = line.trim();
    }
    times
}

/// The nanoseconds of a unit of time.
fn unit(name: &str) -> Option<f64> {
    [("ps", 1e-3), ("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
        .into_iter()
        .find_map(|(unit, size)| (unit == name).then_some(size))
}

fn median(times: &BTreeMap<String, [f64; 3]>, name: &str) -> Result<f64, String> {
    times.get(name).map(|three| three[1]).ok_or_else(|| format!("`{name}` was not measured"))
}

fn playouts(programs: &Programs) -> Result<String, String> {
    let times = criterion(programs, "bench playouts")?;
    // What a random game takes on each board does not depend on the machine.
    let boards = [
        ("7x6c4", "`u64`", "21.3", "1.5 million"),
        ("9x9c4", "`u128`", "23.7", ""),
        ("20x20c4", "`Wide`", "32.6", "100 thousand"),
        ("7x6m4", "`u64`", "42", ""),
    ];
    let row = |(board, word, moves, wanted): (&str, &str, &str, &str)| {
        let game = median(&times, &format!("random playouts/{board}"))?;
        let cells = [board, word, moves, &format!("{:.2}", game / 1e3), &format!("{:.2} million", 1e3 / game), wanted];
        Ok(cells.map(str::to_owned))
    };
    measured(&["variant", "word", "moves a game", "µs a game", "games a second", "wanted"], boards, row)
}

fn moves(programs: &Programs) -> Result<String, String> {
    let times = criterion(programs, "bench players")?;
    let players = [
        ("7x6m4", "max:depth=8", "30 ms; 50 times fewer positions than the 6,725,250 of plain minimax"),
        ("7x6m4", "max:depth=12", "15 ms"),
        ("7x6m4", "max:depth=8,eval=classic", "30 ms"),
        ("7x6m4", "max:depth=12,eval=classic", "800 ms"),
        ("20x20m4", "max:depth=8", ""),
        ("7x6c4", "smart:depth=8", ""),
        ("7x6c4", "smart:depth=12", ""),
        ("7x6c4", "forecast", ""),
        ("7x6c4", "damped", ""),
    ];
    let row = |(variant, player, wanted): (&str, &str, &str)| {
        let ms = median(&times, &format!("move/{variant}/{player}"))? / 1e6;
        let nodes = programs.json(&format!("move {player} - --variant {variant}"))?["nodes"].as_u64().unwrap_or(0);
        let ms = if ms < 10.0 { format!("{ms:.2}") } else { format!("{ms:.1}") };
        Ok([variant.to_owned(), format!("`{player}`"), ms, grouped(nodes), wanted.to_owned()])
    };
    measured(&["variant", "player", "ms a move", "positions", "wanted"], players, row)
}

fn smart_depths(programs: &Programs) -> Result<String, String> {
    let row = |variant: &str| {
        let told = programs.json(&format!("move smart - --variant {variant}"))?;
        let seconds = told["time"].as_f64().ok_or("no time was told")?;
        Ok([variant.to_owned(), told["depth"].to_string(), format!("{seconds:.3} s"), "5.25 s".to_owned()])
    };
    let boards = ["7x6c4", "10x10c4", "20x20c4", "64x64c4", "4096x1c4"];
    measured(&["variant", "depth", "took", "at most wanted"], boards, row)
}

fn arena(programs: &Programs) -> Result<String, String> {
    let times = criterion(programs, "bench overhead")?;
    let spread = |name: &str| {
        let [low, middle, high] = *times.get(name).ok_or_else(|| format!("`{name}` was not measured"))?;
        Ok::<_, String>((middle, format!("{:.2} µs ({:.2} – {:.2})", middle / 1e3, low / 1e3, high / 1e3)))
    };
    let (alone, alone_words) = spread("42 moves/moves alone")?;
    let (through, through_words) = spread("42 moves/game in the arena")?;
    let tournament = median(&times, "bad against random on 7x6, 2 jobs/tournament")?;
    let start = Instant::now();
    let games = format!("arena bad random --games 50000 --openings none --jobs 2 --seed 1 {JOURNAL}");
    programs.output("bin dropline", &games)?;
    let whole = start.elapsed().as_secs_f64();
    let rows = [
        ["42 moves of `bad`, asked and played in a loop", &alone_words, ""],
        ["the same game through the arena's runner: seats, clock, watch, record", &through_words, ""],
        ["so the arena's overhead for a move", &format!("{:.2} µs", (through - alone) / 42e3), "below 20 µs"],
        [
            "`bad` against `random` on 7×6, 2 jobs, in memory",
            &format!("{:.0} thousand games a second", 2000.0 / tournament * 1e6),
            "",
        ],
        [
            "the same as a user runs it, with journal, standings and report: 50,000 games",
            &format!("{whole:.2} s"),
            "60 s",
        ],
    ];
    Ok(table(&["what", "measured", "wanted"], rows.map(|row| row.map(str::to_owned))))
}

/// The numbers of a line, units and words left out.
fn numbers(line: &str) -> Vec<f64> {
    line.split([' ', ',', ':', '(']).filter_map(|word| word.parse().ok()).collect()
}

fn terminal(programs: &Programs) -> Result<String, String> {
    let told = programs.output("bench tui_latency", "")?;
    let unread = || format!("cannot read\n{told}");
    let lines: Vec<&str> = told.lines().collect();
    let row = |what: &str, wanted: &str| {
        let at = lines.iter().position(|line| line.contains(what)).ok_or_else(unread)?;
        let (frame, thread) = (numbers(lines[at]), numbers(lines.get(at + 1).ok_or_else(unread)?));
        let (&[half, _, most, worst, ..], &[on, waiting]) = (&frame[..], &thread[..]) else { return Err(unread()) };
        let cells = [half, most, worst, on, waiting].map(|ms| format!("{ms:.2}"));
        Ok([&[what.to_owned()], &cells[..], &[wanted.to_owned()]].concat())
    };
    let rows = [row("nobody thinks", "")?, row("a player and the analyst think", "16 ms for 99 %")?];
    let head = [
        "",
        "median ms",
        "99 % ms",
        "worst ms",
        "the drawing thread, each press: on a processor ms",
        "waiting for one ms",
        "wanted",
    ];
    let idle = lines.iter().find_map(|line| line.strip_prefix("idle: ")).ok_or_else(unread)?;
    Ok(format!(
        "{}\nIdle (a person's turn, the clock running): {idle}, by the processor time of the process; 1 % is wanted.\n",
        table(&head, rows)
    ))
}

fn load(programs: &Programs) -> Result<String, String> {
    let row = |name: &str, flush: &str| {
        let load = format!("--games 1000 --rate 500 --seconds 20 --analyses 4 --flush {flush}");
        let told = programs.output("example load", &load)?;
        let unread = || format!("cannot read\n{told}");
        let line = |begin: &str| told.lines().find_map(|line| line.strip_prefix(begin)).map(numbers).ok_or_else(unread);
        // Half, and pairs of a share and a time.
        let &[half, _, most, _, nearly, _, worst, ..] = &line("acknowledged within:")?[..] else {
            return Err(unread());
        };
        let &[found, _, lost] = &line("kill -9 and restart:")?[..] else { return Err(unread()) };
        let ms = |ms: f64| format!("{ms:.1} ms");
        Ok([
            name.to_owned(),
            ms(half),
            ms(most),
            format!("**{}**", ms(nearly)),
            ms(worst),
            format!("{lost} of {}", grouped((found + lost) as u64)),
        ])
    };
    let rows = [row("SQLite", "false")?, row("SQLite, `--flush true`", "true")?];
    Ok(table(&["database", "half", "90 %", "99 %", "99.9 %", "acknowledged moves lost by `kill -9`"], rows))
}

fn analysis(programs: &Programs) -> Result<String, String> {
    let told = programs.output("bench analysis", "")?;
    let row = |name: &str, begin: &str| {
        let rest = told
            .lines()
            .find_map(|line| line.trim().strip_prefix(begin))
            .ok_or_else(|| format!("cannot read\n{told}"))?;
        let words: Vec<&str> = rest.split_whitespace().filter(|word| *word != "ms").collect();
        let &[positions, half, most, worst, nodes] = &words[..] else { return Err(format!("cannot read `{rest}`")) };
        let large = |number: &str| number.parse().map(grouped).unwrap_or_default();
        Ok([
            name.to_owned(),
            large(positions),
            format!("{half} ms"),
            format!("{most} ms"),
            format!("{worst} ms"),
            large(nodes),
        ])
    };
    let wanted = ["wanted, both, with AVX-512", "", "5 ms", "30 ms", "80 ms", ""].map(str::to_owned);
    let rows = [
        row("random, all plies", "random, all plies")?,
        row("given, begin-hard", "begin-hard")?,
        row("both", "both")?,
        wanted,
    ];
    Ok(table(&["positions", "how many", "half within", "99 % within", "worst", "most nodes"], rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_criterion_tells_is_read() {
        let told = "Benchmarking a/b\na/b                     time:   [415.2 ns 417.0 ns 419.2 ns]\n                        thrpt:  [2.3 Melem/s]\n\
                    a long name of something/else\n                        time:   [1.0000 ms 1.5000 ms 2.0000 ms]\n";
        let times = times(told);
        assert_eq!(times["a/b"], [415.2, 417.0, 419.2]);
        assert_eq!(times["a long name of something/else"], [1e6, 1.5e6, 2e6]);
    }

    #[test]
    fn numbers_stand_among_words() {
        assert_eq!(
            numbers("kill -9 and restart: 9999 acknowledged moves in 1000 games are there, 0 are lost"),
            [-9.0, 9999.0, 1000.0, 0.0]
        );
        assert_eq!(numbers(" half 0.4 ms, 90 % 0.6 ms"), [0.4, 90.0, 0.6]);
    }
}
